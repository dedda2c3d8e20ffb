"""A league as a program reads it, runs a franchise in it, and reports its matches."""

from __future__ import annotations

import base64
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Self
from urllib.parse import quote

from dethmetal_client.asking import Asking
from dethmetal_client.dice_shapes import AwaitedDice, DiceStand, TookPart
from dethmetal_client.problems import AnswerUnread
from dethmetal_client.report_shapes import Appeal, Reported, Reports, Result
from dethmetal_client.reveal_bot import take_part
from dethmetal_client.shapes import (
    Amended,
    Entries,
    Entry,
    FactAt,
    Given,
    League,
    Match,
    Season,
    Seated,
    Standings,
    Trial,
    decode_as,
)

Document = Mapping[str, Any]
"""A command as the site's list of commands has it: its `type` and its fields."""
PAGE = 200


class Client:
    """A server's leagues, seen and played by one token, or read as a stranger without one.

    Everything raises `ApiProblem` where it is refused, `OutOfReach` where the server is not reached, and
    `AnswerUnread` where that is no site of leagues; all three are a `NotDone`. What is not here is read by
    `client.asking.get("/leagues/…/windows")`. It keeps one connection, and is for one thread.
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
        """Let the connection to the server go."""
        self.asking.close()

    def leagues(self) -> tuple[League, ...]:
        """The leagues that may be seen."""
        return tuple(decode_as(League, each) for each in list_in(self.asking.get("/leagues"), "leagues"))

    def league(self, league: str) -> League:
        """A league."""
        return decode_as(League, self.asking.get(_league_path(league)))

    def seasons(self, league: str) -> tuple[Season, ...]:
        """The seasons of a league, the newest first."""
        found = self.asking.get(f"{_league_path(league)}/seasons")
        return tuple(decode_as(Season, each) for each in list_in(found, "seasons"))

    def season(self, league: str, season: str) -> Season:
        """A season: where it stands."""
        return decode_as(Season, self.asking.get(_league_path(league, season)))

    def standings(self, league: str, season: str, *, after: int | None = None) -> Standings:
        """The standings of now, or as they were after a round."""
        return decode_as(Standings, self.asking.get(f"{_league_path(league, season)}/standings", {"after": after}))

    def matches(self, league: str, season: str) -> tuple[Match, ...]:
        """The matches of a season in the order they are played."""
        found = self.asking.get(f"{_league_path(league, season)}/matches")
        return tuple(decode_as(Match, each) for each in list_in(found, "matches"))

    def match(self, league: str, season: str, match: str) -> Match:
        """A match."""
        return decode_as(Match, self.asking.get(_match_path(league, season, match)))

    def entries(self, league: str, season: str, *, after: int = 0, limit: int = PAGE) -> Iterator[Entry]:
        """Every entry after a number, the oldest first, page after page: what changed since that one was read."""
        on: int | None = after
        while on is not None:
            query = {"after": on, "limit": limit}
            page = decode_as(Entries, self.asking.get(f"{_league_path(league, season)}/entries", query))
            yield from page.entries
            on = page.next

    def entry(self, league: str, season: str, number: int) -> Entry:
        """One entry."""
        return decode_as(Entry, self.asking.get(f"{_league_path(league, season)}/entries/{number}"))

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
        """Give commands, all or none, once under that key, with words of one's own for their dice.

        The receipt in the answer is worth keeping. Raises `ApiProblem` where they are refused.
        """
        asked = {"commands": list(commands), "on_behalf_of": on_behalf_of, "reason": reason, "seen": seen}
        asked["words"] = secrets.token_hex(32)
        return decode_as(Given, self.asking.post(f"{_league_path(league, season)}/commands", asked, key=key).document)

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
        """What commands would come to as far as that hangs on no die; nothing changes, so it needs no key."""
        asked = {"commands": list(commands), "on_behalf_of": on_behalf_of, "reason": reason, "seen": seen}
        return decode_as(Trial, self.asking.post(f"{_league_path(league, season)}/trials", asked, safe=True).document)

    def open_season(self, league: str, name: str, *, rounds: int, key: str, **more: Any) -> Season:
        """Open a league's first season, or the one after its last: `switches`, `edition`, `number`, `dice`."""
        asked = {"name": name, "rounds": rounds, "words": secrets.token_hex(32), **more}
        answer = self.asking.post(f"{_league_path(league)}/seasons", asked, key=key)
        return decode_as(Season, answer.document)

    def seat(self, league: str, user: str, *, role: str = "owner", franchise: str = "") -> Seated:
        """Seat a made-up person, on a server where programs are tried."""
        asked = {"user": user, "role": role, "franchise": franchise}
        return decode_as(Seated, self.asking.post(f"{_league_path(league)}/members", asked).document)

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
        """Put commands in the place of those at some entries, none to strike one; or see what would come of it.

        `misread` are dice of a table that were misread, by path and number: the face entered and the one that fell.
        """
        asked: dict[str, Any] = {
            "corrections": {str(at): list(correction) for at, correction in corrections.items()},
            "reason": reason,
        }
        if misread:
            asked["misread"] = {
                path: {str(die): {"was": was, "now": now} for die, (was, now) in dice.items()}
                for path, dice in misread.items()
            }
        if not preview:
            asked["words"] = secrets.token_hex(32)
        path = f"{_league_path(league, season)}/amends" + ("/preview" if preview else "")
        return decode_as(Amended, self.asking.post(path, asked, key=key).document)

    def facts(
        self, league: str, season: str, *, subject: str = "", figure: str = "", kind: str = "", after: str = ""
    ) -> Iterator[FactAt]:
        """Facts, the oldest first: of a thing, behind a figure of it, or of a kind; page after page."""
        on: str | None = after
        while on is not None:
            asked = {"subject": subject, "figure": figure, "kind": kind, "after": on}
            page = self.asking.get(
                f"{_league_path(league, season)}/facts", {name: each or None for name, each in asked.items()}
            )
            yield from (decode_as(FactAt, each) for each in list_in(page, "facts"))
            on = page.get("next")

    def packet(self, league: str, season: str, match: str, *, ruleset: str | None = None) -> dict[str, Any]:
        """A locked match as an engine is given it, with its digest and signature, as it was answered."""
        found: dict[str, Any] = self.asking.get(f"{_match_path(league, season, match)}/packet", {"ruleset": ruleset})
        return found

    def keys(self) -> dict[str, Any]:
        """The keys that packets are signed with, as they were answered."""
        found: dict[str, Any] = self.asking.get("/keys")
        return found

    def report(self, league: str, season: str, match: str, document: Document, *, key: str) -> Reported:
        """Report a match, or a heat of one, once under that key, with words of one's own for what it throws.

        Raises `ApiProblem` where it is refused.
        """
        asked = {"words": secrets.token_hex(32), **document}
        answer = self.asking.post(f"{_match_path(league, season, match)}/reports", asked, key=key)
        return replace(decode_as(Reported, answer.document), repeated=answer.repeated)

    def reports(self, league: str, season: str, match: str) -> Reports:
        """What is claimed of a match, how well it is proven, where claims differ, and what stands."""
        return decode_as(Reports, self.asking.get(f"{_match_path(league, season, match)}/reports"))

    def result(self, league: str, season: str, match: str) -> Result:
        """What a match came to, as it stands since any amend."""
        return decode_as(Result, self.asking.get(f"{_match_path(league, season, match)}/result"))

    def log(self, league: str, season: str, match: str) -> bytes:
        """The log of a match that was resolved on the site, byte for byte. Raises `AnswerUnread` for no log."""
        found = self.asking.get(f"{_match_path(league, season, match)}/log")
        try:
            return base64.b64decode(found["log"], validate=True)
        except (LookupError, TypeError, ValueError):
            raise AnswerUnread("The server answered no log: see whether its API is of version 1.") from None

    def rule(self, league: str, season: str, match: str, claim: int, *, key: str, reason: str = "") -> Given:
        """Accept one of a match's claims as its commissioner; `waits` of the answer says that another is asked first.

        A `reason` is needed where the claim is proven less well than the league asks for.
        """
        asked = {"claim": claim, "reason": reason, "words": secrets.token_hex(32)}
        return decode_as(
            Given, self.asking.post(f"{_match_path(league, season, match)}/ruling", asked, key=key).document
        )

    def appeal(
        self, league: str, season: str, match: str, *, reason: str, key: str, side: str | None = None
    ) -> Appeal:
        """Appeal against a match's result, for the token's own team or the one of `side`. It changes nothing."""
        asked = {"reason": reason, **({} if side is None else {"side": side})}
        return decode_as(
            Appeal, self.asking.post(f"{_match_path(league, season, match)}/appeals", asked, key=key).document
        )

    def appeals(self, league: str, season: str) -> tuple[Appeal, ...]:
        """The appeals of a season, the newest first."""
        found = self.asking.get(f"{_league_path(league, season)}/appeals")
        return tuple(decode_as(Appeal, each) for each in list_in(found, "appeals"))

    def answer_appeal(self, league: str, season: str, number: int, *, answer: str, reason: str, key: str) -> Appeal:
        """Answer an appeal, `upheld` or `dismissed`. What is upheld is put right by amending the match's entry."""
        asked = {"answer": answer, "reason": reason}
        path = f"{_league_path(league, season)}/appeals/{number}/answer"
        return decode_as(Appeal, self.asking.post(path, asked, key=key).document)

    def awaited(self, league: str, season: str) -> tuple[AwaitedDice, ...]:
        """The dice that a season awaits, in the order of their entries."""
        found = self.asking.get(f"{_league_path(league, season)}/awaited")
        return tuple(decode_as(AwaitedDice, each) for each in list_in(found, "dice"))

    def give_round(self, league: str, season: str, entry: int, round: str, *, key: str) -> DiceStand:
        """Give the round of the beacon that an entry's dice await: the JSON it answers, as text, or its signature."""
        return self._give_awaited(league, season, entry, {"round": round}, key=key)

    def give_hash(self, league: str, season: str, entry: int, hashed: str, *, key: str) -> DiceStand:
        """Give the hash of one's words for the dice that an entry awaits, 64 hex digits."""
        return self._give_awaited(league, season, entry, {"hash": hashed}, key=key)

    def reveal_words(self, league: str, season: str, entry: int, words: str, *, key: str) -> DiceStand:
        """Reveal the words whose hash was given, 64 hex digits, once all hashes are closed."""
        return self._give_awaited(league, season, entry, {"words": words}, key=key)

    def go_on_without_beacon(self, league: str, season: str, entry: int, *, key: str) -> DiceStand:
        """Agree that the dice which an entry awaits fall without the beacon, once it has been missing for a week."""
        return self._give_awaited(league, season, entry, {"go_on": True}, key=key)

    def take_part(
        self, league: str, season: str, *, seconds: float = 0.0, secret: bytes = b""
    ) -> tuple[TookPart, ...]:
        """Take part in all dice a season awaits words for, now and for so many seconds; as `reveal_bot.take_part`."""
        return take_part(self, league, season, seconds=seconds, secret=secret)

    def _give_awaited(self, league: str, season: str, entry: int, given: Document, *, key: str) -> DiceStand:
        answer = self.asking.post(f"{_league_path(league, season)}/awaited/{entry}", given, key=key)
        return decode_as(DiceStand, answer.document)


def list_in(document: Any, name: str) -> list[Any]:
    """The list of that name in an answer. Raises `AnswerUnread` where there is none."""
    found = document.get(name) if isinstance(document, dict) else None
    if not isinstance(found, list):
        raise AnswerUnread(f"The server answered no {name}: see whether its API is of version 1.")
    return found


def _league_path(league: str, season: str = "") -> str:
    named = f"/leagues/{quote(league, safe='')}"
    return f"{named}/seasons/{quote(season, safe='')}" if season else named


def _match_path(league: str, season: str, match: str) -> str:
    return f"{_league_path(league, season)}/matches/{quote(match, safe='')}"
