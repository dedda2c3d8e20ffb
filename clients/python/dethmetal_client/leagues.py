"""Lets a program read a league, run a franchise in it, and report its matches."""

from __future__ import annotations

import base64
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Self
from urllib.parse import quote, urlencode

from dethmetal_client.answer_lists import list_in
from dethmetal_client.answer_shapes import (
    AnswerVersion,
    PublishedAnswers,
    PutQuestion,
    QuestionnaireSummary,
    Questions,
    RuledQuestion,
    StandingAnswers,
)
from dethmetal_client.asking import Asking
from dethmetal_client.commissioner_methods import CommissionerMethods
from dethmetal_client.dice_shapes import AwaitedDice, DiceStand, TookPart
from dethmetal_client.duels import DuelMethods
from dethmetal_client.futures import LeagueFutures
from dethmetal_client.match_times import MatchTimes
from dethmetal_client.notice_settings import NoticeCalls
from dethmetal_client.owner_methods import OwnerMethods
from dethmetal_client.paths import answers_path, league_path, match_path
from dethmetal_client.personal import PersonalClient
from dethmetal_client.problems import AnswerUnread
from dethmetal_client.quotas import Quota
from dethmetal_client.renaming import Renaming
from dethmetal_client.report_shapes import Appeal, Reported, Reports, Result
from dethmetal_client.reveal_bot import take_part
from dethmetal_client.seats import LeagueSeats
from dethmetal_client.shapes import (
    Amended,
    Entries,
    Entry,
    FactAt,
    Franchise,
    Given,
    League,
    Match,
    Reveal,
    Season,
    Seated,
    Standings,
    Trial,
    decode_as,
)
from dethmetal_client.templates import LeagueTemplates

Document = Mapping[str, Any]
"""A command as in the site's list of commands: its `type` and its fields."""
PAGE = 200


class Client(
    OwnerMethods,
    CommissionerMethods,
    NoticeCalls,
    PersonalClient,
    Renaming,
    MatchTimes,
    LeagueFutures,
    LeagueSeats,
    LeagueTemplates,
    DuelMethods,
):
    """The leagues of a server, read and played with one token, or read without one as a stranger.

    Every method raises `ApiProblem` if the request is refused, `OutOfReach` if the server cannot be reached, and
    `AnswerUnread` if the answer is not one of this API; all three are a `NotDone`. For anything that has no method,
    use `client.asking.get("/leagues/…/windows")`. A client keeps one connection, and is for one thread.
    """

    def __init__(
        self,
        server: str,
        token: str = "",
        *,
        tries: int = 8,
        timeout: float = 60.0,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.asking = Asking(server, token, tries=tries, timeout=timeout, sleep=sleep)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_wrong: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection to the server."""
        self.asking.close()

    @property
    def quota(self) -> Mapping[str, Quota]:
        """What is left of each rate limit, by its name, as the last answer said; empty before the first."""
        return self.asking.quota

    def leagues(self) -> tuple[League, ...]:
        """The leagues that the token may see."""
        return tuple(decode_as(League, league) for league in list_in(self.asking.get("/leagues"), "leagues"))

    def league(self, league: str) -> League:
        """A league."""
        return decode_as(League, self.asking.get(league_path(league)))

    def seasons(self, league: str) -> tuple[Season, ...]:
        """The seasons of a league, the newest first."""
        answer = self.asking.get(f"{league_path(league)}/seasons")
        return tuple(decode_as(Season, season_document) for season_document in list_in(answer, "seasons"))

    def season(self, league: str, season: str) -> Season:
        """A season and its current step."""
        return decode_as(Season, self.asking.get(league_path(league, season)))

    def standings(self, league: str, season: str, *, after: int | None = None) -> Standings:
        """The current standings, or those after a round."""
        return decode_as(Standings, self.asking.get(f"{league_path(league, season)}/standings", {"after": after}))

    def franchises(self, league: str, season: str) -> tuple[Franchise, ...]:
        """The franchises of a season, by name, each with its crest."""
        answer = self.asking.get(f"{league_path(league, season)}/franchises")
        return tuple(decode_as(Franchise, franchise) for franchise in list_in(answer, "franchises"))

    def matches(self, league: str, season: str) -> tuple[Match, ...]:
        """The matches of a season, in playing order."""
        answer = self.asking.get(f"{league_path(league, season)}/matches")
        return tuple(decode_as(Match, match) for match in list_in(answer, "matches"))

    def match(self, league: str, season: str, match: str) -> Match:
        """A match."""
        return decode_as(Match, self.asking.get(match_path(league, season, match)))

    def entries(self, league: str, season: str, *, after: int = 0, limit: int = PAGE) -> Iterator[Entry]:
        """Every entry after a number, oldest first, fetched page by page."""
        start: int | None = after
        while start is not None:
            query = {"after": start, "limit": limit}
            page = decode_as(Entries, self.asking.get(f"{league_path(league, season)}/entries", query))
            yield from page.entries
            start = page.next

    def entry(self, league: str, season: str, number: int) -> Entry:
        """One entry."""
        return decode_as(Entry, self.asking.get(f"{league_path(league, season)}/entries/{number}"))

    def give(
        self,
        league: str,
        season: str,
        commands: Sequence[Document],
        *,
        key: str,
        on_behalf_of: str = "",
        reason: str = "",
        seen: int | None = None,
    ) -> Given:
        """Give commands, all or none, and only once under that key. Fresh random words are sent for their dice.

        Keep the receipt in the answer. Raises `ApiProblem` if the commands are refused.
        """
        body = {"commands": list(commands), "on_behalf_of": on_behalf_of, "reason": reason, "seen": seen}
        body["words"] = secrets.token_hex(32)
        return decode_as(Given, self.asking.post(f"{league_path(league, season)}/commands", body, key=key).document)

    def attempt(
        self,
        league: str,
        season: str,
        commands: Sequence[Document],
        *,
        on_behalf_of: str = "",
        reason: str = "",
        seen: int | None = None,
    ) -> Trial:
        """What commands would do, as far as no die decides it. Nothing changes, so no key is needed."""
        body = {"commands": list(commands), "on_behalf_of": on_behalf_of, "reason": reason, "seen": seen}
        return decode_as(Trial, self.asking.post(f"{league_path(league, season)}/trials", body, safe=True).document)

    def open_season(self, league: str, name: str, *, rounds: int, key: str, **more: Any) -> Season:
        """Open a league's first season, or the next one; `more` may hold `switches`, `edition`, `number`, `dice`."""
        body = {"name": name, "rounds": rounds, "words": secrets.token_hex(32), **more}
        answer = self.asking.post(f"{league_path(league)}/seasons", body, key=key)
        return decode_as(Season, answer.document)

    def seat(self, league: str, user: str, *, role: str = "owner", franchise: str = "") -> Seated:
        """Seat a made-up person; only on a server for testing programs."""
        body = {"user": user, "role": role, "franchise": franchise}
        return decode_as(Seated, self.asking.post(f"{league_path(league)}/members", body).document)

    def amend(
        self,
        league: str,
        season: str,
        corrections: Mapping[int, Sequence[Document]],
        *,
        reason: str,
        key: str,
        preview: bool = False,
        misread: Mapping[str, Mapping[int, tuple[int, int]]] | None = None,
    ) -> Amended:
        """Replace the commands of some entries, or strike an entry by giving none; with `preview` nothing changes.

        `misread` are dice that were misread at a table, by path and number: the face entered and the face that fell.
        """
        body: dict[str, Any] = {
            "corrections": {str(number): list(correction) for number, correction in corrections.items()},
            "reason": reason,
        }
        if misread:
            body["misread"] = {
                path: {str(die): {"was": was, "now": now} for die, (was, now) in dice.items()}
                for path, dice in misread.items()
            }
        if not preview:
            body["words"] = secrets.token_hex(32)
        path = f"{league_path(league, season)}/amends" + ("/preview" if preview else "")
        return decode_as(Amended, self.asking.post(path, body, key=key).document)

    def facts(
        self, league: str, season: str, *, subject: str = "", figure: str = "", kind: str = "", after: str = ""
    ) -> Iterator[FactAt]:
        """Facts, oldest first, fetched page by page: of a subject, behind one of its figures, or of a kind."""
        start: str | None = after
        while start is not None:
            query = {"subject": subject, "figure": figure, "kind": kind, "after": start}
            page = self.asking.get(
                f"{league_path(league, season)}/facts", {name: value or None for name, value in query.items()}
            )
            yield from (decode_as(FactAt, fact) for fact in list_in(page, "facts"))
            start = page.get("next")

    def packet(self, league: str, season: str, match: str, *, ruleset: str | None = None) -> dict[str, Any]:
        """The packet of a locked match, with its digest and signature, as the server answers it."""
        answer: dict[str, Any] = self.asking.get(f"{match_path(league, season, match)}/packet", {"ruleset": ruleset})
        return answer

    def keys(self) -> dict[str, Any]:
        """The keys that sign packets, as the server answers them."""
        answer: dict[str, Any] = self.asking.get("/keys")
        return answer

    def report(self, league: str, season: str, match: str, document: Document, *, key: str) -> Reported:
        """Report a match or one of its heats, only once under that key. Fresh random words are sent for its dice.

        Raises `ApiProblem` if the report is refused.
        """
        body = {"words": secrets.token_hex(32), **document}
        answer = self.asking.post(f"{match_path(league, season, match)}/reports", body, key=key)
        return replace(decode_as(Reported, answer.document), repeated=answer.repeated)

    def reports(self, league: str, season: str, match: str) -> Reports:
        """The claims of a match, how well each is proven, where they differ, and the accepted result."""
        return decode_as(Reports, self.asking.get(f"{match_path(league, season, match)}/reports"))

    def result(self, league: str, season: str, match: str) -> Result:
        """The result of a match, including any amends."""
        return decode_as(Result, self.asking.get(f"{match_path(league, season, match)}/result"))

    def log(self, league: str, season: str, match: str) -> bytes:
        """The log of a match that was resolved on the site, byte for byte. Raises `AnswerUnread` if it is missing."""
        answer = self.asking.get(f"{match_path(league, season, match)}/log")
        try:
            return base64.b64decode(answer["log"], validate=True)
        except (LookupError, TypeError, ValueError):
            raise AnswerUnread("The server answered no log: see whether its API is of version 1.") from None

    def rule(self, league: str, season: str, match: str, claim: int, *, key: str, reason: str = "") -> Given:
        """Accept one of a match's claims as its commissioner. `waits` in the answer says if another is asked first.

        A `reason` is needed if the claim is proven less well than the league requires.
        """
        body = {"claim": claim, "reason": reason, "words": secrets.token_hex(32)}
        return decode_as(
            Given, self.asking.post(f"{match_path(league, season, match)}/ruling", body, key=key).document
        )

    def appeal(
        self, league: str, season: str, match: str, *, reason: str, key: str, side: str | None = None
    ) -> Appeal:
        """Appeal against a match's result, for the token's own team or for `side`. The result does not change."""
        body = {"reason": reason, **({} if side is None else {"side": side})}
        return decode_as(
            Appeal, self.asking.post(f"{match_path(league, season, match)}/appeals", body, key=key).document
        )

    def appeals(self, league: str, season: str) -> tuple[Appeal, ...]:
        """The appeals of a season, newest first."""
        answer = self.asking.get(f"{league_path(league, season)}/appeals")
        return tuple(decode_as(Appeal, appeal) for appeal in list_in(answer, "appeals"))

    def answer_appeal(self, league: str, season: str, number: int, *, answer: str, reason: str, key: str) -> Appeal:
        """Answer an appeal with `upheld` or `dismissed`. After `upheld`, amend the match's entry."""
        body = {"answer": answer, "reason": reason}
        path = f"{league_path(league, season)}/appeals/{number}/answer"
        return decode_as(Appeal, self.asking.post(path, body, key=key).document)

    def reveals(self, league: str, season: str) -> tuple[Reveal, ...]:
        """The watch parties of a season, past ones included, by round."""
        answer = self.asking.get(f"{league_path(league, season)}/reveals")
        return tuple(decode_as(Reveal, reveal) for reveal in list_in(answer, "reveals"))

    def set_reveal(
        self, league: str, season: str, round: int, *, key: str, at: str | None = None, act: str = "set"
    ) -> Reveal:
        """Set or move a round's watch party to an ISO time with its offset; `act` may also be `now` or `off`."""
        body = {"round": round, "act": act, "at": at}
        return decode_as(Reveal, self.asking.post(f"{league_path(league, season)}/reveals", body, key=key).document)

    def questionnaires(self) -> tuple[QuestionnaireSummary, ...]:
        """The questionnaires that every league may answer."""
        answer = self.asking.get("/questionnaires")
        return tuple(decode_as(QuestionnaireSummary, summary) for summary in list_in(answer, "questionnaires"))

    def questions(self, questionnaire: str) -> Questions:
        """The questions of a questionnaire."""
        return decode_as(Questions, self.asking.get(f"/questionnaires/{quote(questionnaire, safe='')}"))

    def standing_answers(self, league: str, season: str, questionnaire: str) -> StandingAnswers:
        """The answers that a season plays by, and those that are planned; `own` is what the league asks itself."""
        path = answers_path(league, season, questionnaire)
        return decode_as(StandingAnswers, self.asking.get(f"{path}/answers"))

    def answer_versions(self, league: str, season: str, questionnaire: str) -> tuple[AnswerVersion, ...]:
        """The published versions of a season's answers, the oldest first."""
        answer = self.asking.get(f"{answers_path(league, season, questionnaire)}/versions")
        return tuple(decode_as(AnswerVersion, version) for version in list_in(answer, "versions"))

    def answer_version(self, league: str, season: str, questionnaire: str, number: int) -> AnswerVersion:
        """A published version."""
        path = answers_path(league, season, questionnaire)
        return decode_as(AnswerVersion, self.asking.get(f"{path}/versions/{number}"))

    def publish_answers(
        self, league: str, season: str, questionnaire: str, answers: Document, *, note: str, key: str, step: str = ""
    ) -> PublishedAnswers:
        """Publish the next version as a commissioner, in force at once or from a step on, only once under that key.

        Raises `ApiProblem` if an answer is refused, or while a draft stands on the site.
        """
        body = {"answers": dict(answers), "note": note, "step": step, "words": secrets.token_hex(32)}
        path = f"{answers_path(league, season, questionnaire)}/versions"
        return decode_as(PublishedAnswers, self.asking.post(path, body, key=key).document)

    def acknowledge_answers(self, league: str, season: str, questionnaire: str, number: int) -> tuple[str, ...]:
        """Take note of a version as an owner; the short ids of all franchises whose owners have."""
        path = f"{answers_path(league, season, questionnaire)}/versions/{number}/acknowledgement"
        answer = self.asking.post(path, {}, safe=True).document
        return tuple(map(str, list_in(answer, "acknowledged_by")))

    def put_questions(
        self, league: str, season: str, *, match: str = "", standing: str = "", before: int = 0
    ) -> tuple[PutQuestion, ...]:
        """The newest questions put during play, or the newest before a number; of one match or standing, if given."""
        asked = {"match": match, "standing": standing, "before": str(before or "")}
        query = urlencode({name: value for name, value in asked.items() if value})
        path = f"{league_path(league, season)}/questions"
        answer = self.asking.get(f"{path}?{query}" if query else path)
        return tuple(decode_as(PutQuestion, question) for question in list_in(answer, "questions"))

    def put_question(
        self,
        league: str,
        season: str,
        put: str,
        *,
        key: str,
        cited: str = "",
        match: str = "",
        about: tuple[str, str] = ("", ""),
    ) -> PutQuestion:
        """Put a question to the commissioners; `about` is a questionnaire and the key of its question."""
        questionnaire, question = about
        body = {"put": put, "cited": cited, "match": match, "questionnaire": questionnaire, "question": question}
        path = f"{league_path(league, season)}/questions"
        return decode_as(PutQuestion, self.asking.post(path, body, key=key).document)

    def rule_on_question(
        self, league: str, season: str, number: int, answer: str, *, key: str, cited: str = ""
    ) -> RuledQuestion:
        """Rule on a question as a commissioner."""
        body = {"answer": answer, "cited": cited, "words": secrets.token_hex(32)}
        path = f"{league_path(league, season)}/questions/{number}/ruling"
        return decode_as(RuledQuestion, self.asking.post(path, body, key=key).document)

    def withdraw_question(self, league: str, season: str, number: int, *, key: str) -> PutQuestion:
        """Take back a question of one's own that waits."""
        path = f"{league_path(league, season)}/questions/{number}/withdrawal"
        return decode_as(PutQuestion, self.asking.post(path, {}, key=key).document)

    def awaited(self, league: str, season: str) -> tuple[AwaitedDice, ...]:
        """The dice that a season awaits, in the order of their entries."""
        answer = self.asking.get(f"{league_path(league, season)}/awaited")
        return tuple(decode_as(AwaitedDice, dice) for dice in list_in(answer, "dice"))

    def give_round(self, league: str, season: str, entry: int, round: str, *, key: str) -> DiceStand:
        """Give the beacon round that an entry's dice await: its JSON as text, or its signature."""
        return self._give_awaited(league, season, entry, {"round": round}, key=key)

    def give_hash(self, league: str, season: str, entry: int, hashed: str, *, key: str) -> DiceStand:
        """Give the hash of one's words for an entry's awaited dice, 64 hex digits."""
        return self._give_awaited(league, season, entry, {"hash": hashed}, key=key)

    def reveal_words(self, league: str, season: str, entry: int, words: str, *, key: str) -> DiceStand:
        """Reveal the words whose hash was given, 64 hex digits, after all hashes are closed."""
        return self._give_awaited(league, season, entry, {"words": words}, key=key)

    def go_on_without_beacon(self, league: str, season: str, entry: int, *, key: str) -> DiceStand:
        """Agree that an entry's awaited dice fall without the beacon, once it has been missing for a week."""
        return self._give_awaited(league, season, entry, {"go_on": True}, key=key)

    def take_part(
        self, league: str, season: str, *, seconds: float = 0.0, secret: bytes = b""
    ) -> tuple[TookPart, ...]:
        """Take part in all dice that await words, now and for so many seconds; see `reveal_bot.take_part`."""
        return take_part(self, league, season, seconds=seconds, secret=secret)

    def _give_awaited(self, league: str, season: str, entry: int, given: Document, *, key: str) -> DiceStand:
        answer = self.asking.post(f"{league_path(league, season)}/awaited/{entry}", given, key=key)
        return decode_as(DiceStand, answer.document)
