"""Questions about the rules put to the commissioners during play, and the rulings on them. Rule HOUSE-014."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from explain import links
from explain.links import short_id
from explain.printed_names import as_title
from journal.entry_body import load_standing_body
from league.access import Viewer
from league.models import League, Membership, PutQuestion, Season
from league.pages.base_context import Breadcrumb, base_context
from league.pages.questionnaire.questions_by_parts import own_questions_of
from league.queries.entries import entries_of_commands
from league.queries.names import match_title, match_titles, title_in_sentence
from league.queries.rulings import put_questions_of
from league.queries.seasons import own_balance
from rules.campaign.commissioner.given_rulings import RulingGiven
from rules.campaign.core.codec import fact_from_document
from rules.campaign.core.questionnaires import OWN, answer_words, season_questionnaire
from rules.core.refusals import Unknown
from rules.match.registry import QUESTIONNAIRES

QUESTIONS_A_PAGE = 30


@dataclass(frozen=True, slots=True, kw_only=True)
class SubjectLine:
    """The question of a questionnaire that something is about: its words, its answer in force, and its page.

    `draft_href` is where a commissioner drafts the answer that was ruled.
    """

    id: str
    words: str
    answer: str
    href: str
    draft_href: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PutLine:
    """A question that was put, as its page shows it; `answer` and `said_of` are the ruling and what it cites.

    `own` is set if the viewer put it, `asked` if they may rule on it now. `typed` is a ruling that was refused.
    """

    number: int
    put: str
    cited: str
    who: str
    at: datetime
    match: str
    match_href: str
    subject: SubjectLine | None
    waits: bool
    answer: str
    said_of: str
    entry_href: str
    own: bool
    asked: bool
    typed: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class RejectedForm:
    """A form that was refused: what was typed, for which question (0 for a new one), and the sentence."""

    number: int
    typed: Mapping[str, str]
    refusal: str


def put_questions_page(
    *,
    league: League,
    season: Season,
    viewer: Viewer,
    before: int | None,
    about: Mapping[str, str],
    rejected: RejectedForm | None = None,
) -> dict[str, Any]:
    """The context of a page of questions: those that wait, then those ruled on, the newest first.

    `about` has the match, questionnaire and question that a new question starts with.
    """
    rows = put_questions_of(season.pk)
    waiting = list(rows.filter(standing=PutQuestion.Standing.WAITING)) if before is None else []
    ruled = rows.filter(standing=PutQuestion.Standing.ANSWERED)
    fetched = list((ruled if before is None else ruled.filter(number__lt=before))[: QUESTIONS_A_PAGE + 1])
    shown = fetched[:QUESTIONS_A_PAGE]
    whose = _names_of([*waiting, *shown], season)
    given = rulings_by_entry(season, viewer, [question.entry for question in shown if question.entry])
    titles = match_titles([f"{season.pk}/{question.match}" for question in (*waiting, *shown) if question.match])
    page = _Page(season, viewer, whose, given, titles, rejected)
    return {
        **base_context(
            league=league,
            season=season,
            viewer=viewer,
            here="Questionnaires",
            crumbs=[
                Breadcrumb(league.name, links.league_url(league.pk)),
                Breadcrumb(season.label, links.season_url(season.pk)),
                Breadcrumb("Questions and rulings"),
            ],
            balance=own_balance(viewer),
        ),
        "waiting": [page.line(question) for question in waiting],
        "ruled": [page.line(question) for question in shown],
        "may_ask": season.step != "closed" and any(member.role in _ASKERS for member in viewer.memberships),
        "about": _subject(season, about.get("questionnaire", ""), about.get("question", "")),
        "typed": rejected.typed if rejected and not rejected.number else about,
        "refusal": rejected.refusal if rejected else "",
        "matches": [
            (short_id(match.pk), f"{match_title(match.round.number, match.place)}: {as_title(match.event)}")
            for match in season.matches.select_related("round").order_by("round__number", "place")
        ],
        "newest": before is None,
        "older": shown[-1].number if len(fetched) > QUESTIONS_A_PAGE else None,
    }


_ASKERS = frozenset({Membership.Role.COMMISSIONER, Membership.Role.OWNER})


@dataclass(frozen=True, slots=True)
class _Page:
    """What the lines of a page are made with: who put each question by handle, and the rulings by their entries."""

    season: Season
    viewer: Viewer
    whose: Mapping[str, str]
    given: Mapping[int, RulingGiven]
    titles: Mapping[str, str]
    rejected: RejectedForm | None

    def line(self, question: PutQuestion) -> PutLine:
        """A question as the page shows it."""
        season, viewer, rejected = self.season, self.viewer, self.rejected
        waits = question.standing == PutQuestion.Standing.WAITING
        ruling = self.given.get(question.entry or 0)
        is_rejected = rejected is not None and rejected.number == question.number
        return PutLine(
            number=question.number,
            put=question.put,
            cited=question.cited,
            who=self.whose.get(question.actor, "somebody who has left"),
            at=question.at,
            match=title_in_sentence(self.titles.get(f"{season.pk}/{question.match}", f"match {question.match}")),
            match_href=links.match_url(f"{season.pk}/{question.match}") if question.match else "",
            subject=_subject(
                season,
                question.questionnaire,
                question.question,
                ruling=question.number if ruling and viewer.is_commissioner and season.step != "closed" else None,
            ),
            waits=waits,
            answer=ruling.answer if ruling else "",
            said_of=ruling.cited if ruling else "",
            entry_href=links.entry_url(season.pk, question.entry) if question.entry else "",
            own=waits and question.actor in viewer.handles,
            asked=waits and viewer.is_commissioner and season.step != "closed",
            typed=rejected.typed if rejected is not None and is_rejected else {"cited": question.cited},
        )


def _subject(season: Season, questionnaire: str, key: str, *, ruling: int | None = None) -> SubjectLine | None:
    """The question of a questionnaire with its answer in force; None if it is not there, or not any more.

    `ruling` is the number of the question that was ruled on, if the viewer may draft its answer.
    """
    if questionnaire not in (*QUESTIONNAIRES, OWN):
        return None
    asked = season_questionnaire(questionnaire, own_questions_of(season))
    try:
        question = asked.question(key)
    except Unknown:
        return None
    answer = asked.answer(key, season.answers.get(questionnaire, {}))
    href = links.question_url(season.pk, questionnaire, key)
    return SubjectLine(
        id=question.id,
        words=question.question,
        answer=answer_words(question, answer),
        href=href,
        draft_href=links.ruled_question_url(season.pk, questionnaire, key, ruling=ruling) if ruling else "",
    )


def _names_of(questions: Iterable[PutQuestion], season: Season) -> dict[str, str]:
    """Who put the questions, by handle: their franchise, or the commissioner."""
    handles = {question.actor for question in questions}
    members = Membership.objects.filter(league_id=season.league_id, handle__in=handles).select_related("franchise")
    return {
        member.handle: member.franchise.name if member.franchise is not None else "a commissioner"
        for member in members
    }


def rulings_by_entry(season: Season, viewer: Viewer, numbers: Collection[int]) -> dict[int, RulingGiven]:
    """The rulings of those entries, as the journal has them now; one that an amend struck is left out."""
    if not numbers:
        return {}
    found: dict[int, RulingGiven] = {}
    for entry in entries_of_commands(season.pk, viewer, ("give_ruling",)).filter(number__in=numbers):
        row: Any = entry
        for document in load_standing_body(row.read_body, row.read_retold).facts:
            stated = fact_from_document(document)
            if isinstance(stated, RulingGiven):
                found[entry.number] = stated
    return found
