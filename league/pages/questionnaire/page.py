"""The pages of a questionnaire: its questions and their answers, the draft before it is published, each version."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.db.models import OuterRef, Subquery

from league.access import Viewer
from league.clock.notices import all_owners
from league.journal import store
from league.models import Acknowledgement, AnswerVersion, League, Membership, Season
from league.pages import routes
from league.pages.called import Names
from league.pages.desk.called import Called, Choices
from league.pages.desk.chapters.house_rules import when_choices
from league.pages.frame import Crumb, frame
from league.pages.names import prose
from league.pages.questionnaire.answers import Answers, as_typed, in_words
from league.pages.questionnaire.questions import HOUSE_RULES, Question
from league.pages.questionnaire.versions import changes, in_order, versions
from league.pages.words import step_named
from league.queries.seasons import own_balance
from rules.core.refusals import Refusal

FIELD = "q:"
"""What the name of a question's field begins with."""
LONGEST_SOUGHT = 60
ANY, CHANGED, DRAFTED, COMING = "", "changed", "drafted", "coming"
ONLY: Choices = [
    (ANY, "All"),
    (CHANGED, "Answered otherwise than printed"),
    (COMING, "About to change"),
    (DRAFTED, "In the draft"),
]


@dataclass(frozen=True, slots=True)
class Sought:
    """Which questions the address asks for: those that speak of some words, of a chapter, or in a state."""

    words: str = ""
    chapter: str = ""
    only: str = ANY

    @classmethod
    def of(cls, query: Any) -> Sought:
        """From the query string; a state there is not is taken as not asked."""
        only = query.get("only", ANY)
        return cls(
            " ".join(query.get("q", "").split())[:LONGEST_SOUGHT],
            query.get("chapter", "")[:LONGEST_SOUGHT],
            only if only in {each for each, _ in ONLY} else ANY,
        )

    @property
    def query(self) -> str:
        """The same as a query string; empty for all questions."""
        asked = {"q": self.words, "chapter": self.chapter, "only": self.only}
        return urlencode({name: value for name, value in asked.items() if value})


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A question as the page shows it: its answer now, the printed one, and what the draft or a plan makes of it.

    `typed` is what its field holds: what was sent, the draft's answer, or the one that stands.
    """

    question: Question
    name: str
    answer: str
    printed: str
    changed: bool
    drafted: str
    coming: tuple[tuple[str, str], ...]
    typed: str
    fault: str


@dataclass(frozen=True, slots=True)
class Change:
    """An answer that a version changes: from what to what, and why it cannot be."""

    question: Question
    was: str
    now: str
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Reader:
    """An owner who is asked to acknowledge a version: his membership and franchise, and when he did."""

    member: int
    name: str
    href: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class VersionLine:
    """A version in the list: its number, where it is shown, and what it comes to."""

    number: int
    href: str
    count: int
    note: str
    at: datetime
    since: str


@dataclass(frozen=True, slots=True)
class Sent:
    """Answers as they were sent and could not be read: what was typed, and what is wrong with it, by question."""

    typed: Mapping[str, str] = field(default_factory=dict)
    faults: Mapping[str, str] = field(default_factory=dict)
    refusal: str = ""


def questionnaire_page(
    *, league: League, season: Season, viewer: Viewer, sought: Sought, sent: Sent | None = None
) -> dict[str, Any]:
    """The context of the questionnaire: the questions that are sought, and the versions of its answers."""
    sent = sent or Sent()
    known = list(versions(season.pk))
    draft = next((each for each in known if each.published_at is None), None) if viewer.is_commissioner else None
    published = [each for each in known if each.published_at is not None]
    drafted = {} if draft is None else draft.answers
    lines = [_line(each, season, drafted, sent) for each in HOUSE_RULES.questions()]
    newest = published[0] if published else None
    readers = [] if newest is None else _readers(season, newest)
    return {
        **_frame(league, season, viewer, Crumb("Questionnaire")),
        "commissions": viewer.is_commissioner and season.step != "closed",
        "chapters": list(dict.fromkeys(each.question.chapter for each in lines)),
        "lines": [each for each in lines if _is_sought(each, sought)],
        "how_many": len(lines),
        "differ": sum(each.changed for each in lines),
        "sought": sought,
        "only": ONLY,
        "draft": draft,
        "draft_count": len(drafted),
        "revision": 0 if draft is None else draft.revision,
        "refusal": sent.refusal,
        "versions": [_version_line(each) for each in published],
        "newest": newest,
        "readers": readers,
        "missing": sum(each.at is None for each in readers),
        "to_acknowledge": newest is not None and _awaits(viewer, readers, season),
    }


def draft_page(
    *, league: League, season: Season, viewer: Viewer, refusal: Refusal | None = None
) -> dict[str, Any] | None:
    """The context of the draft as it would be published; None where there is none."""
    draft = versions(season.pk).filter(published_at=None).first()
    if draft is None:
        return None
    state = store.load(season).season
    questions = HOUSE_RULES.by_id()
    refused = [refusal] if refusal is not None else []
    try:
        in_order(state, changes(state, draft))
    except Refusal as no:
        refused.append(no)
    names = Called(season.pk, state).names if refused else Names(season.pk)
    faults = {getattr(each, "question", ""): _named(each.sentence, names) for each in refused}
    return {
        **_frame(league, season, viewer, _home(season), Crumb("Draft")),
        "draft": draft,
        "changes": [
            Change(
                questions[id],
                in_words(questions[id], state.setting(id)),
                in_words(questions[id], answer),
                faults.get(id, ""),
            )
            for id, answer in sorted(draft.answers.items())
            if id in questions
        ],
        "steps": when_choices(state),
        "refusal": faults.get("", ""),
        "faulty": bool(faults),
        "owners": all_owners(season).count(),
    }


def version_page(*, league: League, season: Season, viewer: Viewer, number: int) -> dict[str, Any] | None:
    """The context of a published version: what it changed, why, from when on, and who has acknowledged it."""
    published = list(versions(season.pk).exclude(published_at=None))
    version = next((each for each in published if each.number == number), None)
    if version is None:
        return None
    questions = HOUSE_RULES.by_id()
    readers = _readers(season, version)
    return {
        **_frame(league, season, viewer, _home(season), Crumb(f"Version {number}")),
        "version": version,
        "since": _since(version),
        "changes": [
            Change(
                questions[id],
                in_words(questions[id], version.was.get(id, questions[id].default)),
                in_words(questions[id], answer),
            )
            for id, answer in sorted(version.answers.items())
            if id in questions
        ],
        "standing": [
            (questions[id], in_words(questions[id], answer), in_words(questions[id], questions[id].default))
            for id, answer in sorted(version.standing.items())
            if id in questions
        ],
        "entry_href": routes.entry_at(season.pk, version.entry or 0),
        "readers": readers,
        "missing": sum(each.at is None for each in readers),
        "is_newest": version is published[0],
        "to_acknowledge": version is published[0] and _awaits(viewer, readers, season),
        "older": next((each for each in published if each.number < number), None),
        "newer": next((each for each in reversed(published) if each.number > number), None),
    }


def _frame(league: League, season: Season, viewer: Viewer, *crumbs: Crumb) -> dict[str, Any]:
    return frame(
        league=league,
        season=season,
        viewer=viewer,
        here="Rules",
        crumbs=[
            Crumb(league.name, routes.league_at(league.pk)),
            Crumb(f"Season {season.number}", routes.season_at(season.pk)),
            *crumbs,
        ],
        balance=own_balance(viewer),
    )


def _named(sentence: str, names: Names) -> str:
    """A sentence of the rules with names where it speaks of things by their ids."""
    return "".join(each.text for each in prose(sentence, names))


def _home(season: Season) -> Crumb:
    return Crumb("Questionnaire", routes.questionnaire_at(season.pk))


def _line(question: Question, season: Season, drafted: Answers, sent: Sent) -> Line:
    stands = season.switches.get(question.id, question.default)
    draft = drafted.get(question.id)
    name = f"{FIELD}{question.id}"
    return Line(
        question=question,
        name=name,
        answer=in_words(question, stands),
        printed=in_words(question, question.default),
        changed=stands != question.default,
        drafted="" if draft is None else in_words(question, draft),
        coming=tuple(
            (in_words(question, each["setting"]), step_named(each["step"]))
            for each in season.pending
            if each["switch"] == question.id
        ),
        typed=sent.typed.get(question.id, as_typed(stands if draft is None else draft)),
        fault=sent.faults.get(question.id, ""),
    )


def _is_sought(line: Line, sought: Sought) -> bool:
    asked = line.question
    if line.fault:
        return True
    if sought.chapter and asked.chapter != sought.chapter:
        return False
    if sought.only and not {CHANGED: line.changed, DRAFTED: line.drafted, COMING: line.coming}[sought.only]:
        return False
    text = f"{asked.id} {asked.chapter} {asked.rule} {asked.text} {asked.told} {asked.numbers} {line.answer}".lower()
    return all(word in text for word in sought.words.lower().split())


def _readers(season: Season, version: AnswerVersion) -> list[Reader]:
    """The owners of the season with when they acknowledged a version, those who have not first."""
    noted = Acknowledgement.objects.filter(version=version, member_id=OuterRef("pk"))
    asked = all_owners(season).select_related("franchise").order_by("franchise__name", "pk")
    readers = [
        Reader(each.pk, each.franchise.name, routes.address(each.franchise), each.noted_at)
        for each in asked.annotate(noted_at=Subquery(noted.values("at")[:1]))
        if each.franchise is not None
    ]
    return sorted(readers, key=lambda each: each.at is not None)


def _awaits(viewer: Viewer, readers: Sequence[Reader], season: Season) -> bool:
    """Whether the viewer owns a franchise and has not acknowledged the version for it."""
    mine = {each.pk for each in owner_memberships(viewer)}
    return season.step != "closed" and any(each.member in mine and each.at is None for each in readers)


def owner_memberships(viewer: Viewer) -> Sequence[Membership]:
    """The memberships by which a person owns franchises here."""
    return [each for each in viewer.memberships if each.role == Membership.Role.OWNER and each.franchise_id]


def _version_line(version: AnswerVersion) -> VersionLine:
    assert version.published_at is not None  # noqa: S101 - only published versions are listed
    href = routes.questionnaire_at(version.season_id, version.number)
    return VersionLine(
        version.number, href, len(version.answers), version.note, version.published_at, _since(version)
    )


def _since(version: AnswerVersion) -> str:
    return f"from {step_named(version.step)}, on" if version.step else "at once"
