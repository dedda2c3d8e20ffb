"""The pages of the questionnaire: questions with their answers, the draft, and each published version."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.db.models import OuterRef, Subquery

from explain import links
from explain.house_rule_questions import HOUSE_RULES, Question
from explain.name_lookup import render_sentence
from explain.names import Names
from explain.printed_names import step_words
from explain.season_names import Choices, SeasonNames
from journal.state import store
from league.access import Viewer
from league.models import Acknowledgement, AnswerVersion, League, Membership, Season
from league.pages.base_context import Breadcrumb, base_context
from league.pages.command_forms.chapters.house_rules import when_choices
from league.pages.questionnaire.answers import Answers, answer_words, to_form_value
from league.pages.questionnaire.versions import changes, in_order, versions
from league.queries.seasons import own_balance
from rules.core.refusals import Refusal
from scheduling.notices import season_owners

QUESTION_FIELD_PREFIX = "q:"
"""The prefix of the names of question fields."""
MAX_QUERY_LENGTH = 60
ANY, CHANGED, DRAFTED, COMING = "", "changed", "drafted", "coming"
STATE_CHOICES: Choices = [
    (ANY, "All"),
    (CHANGED, "Answered otherwise than printed"),
    (COMING, "About to change"),
    (DRAFTED, "In the draft"),
]


@dataclass(frozen=True, slots=True)
class QuestionQuery:
    """Which questions are listed: those that contain some words, of one chapter, or in one state."""

    words: str = ""
    chapter: str = ""
    only: str = ANY

    @classmethod
    def from_query(cls, query: Any) -> QuestionQuery:
        """Read the query string; an unknown state is ignored."""
        only = query.get("only", ANY)
        return cls(
            " ".join(query.get("q", "").split())[:MAX_QUERY_LENGTH],
            query.get("chapter", "")[:MAX_QUERY_LENGTH],
            only if only in {state for state, _ in STATE_CHOICES} else ANY,
        )

    @property
    def query(self) -> str:
        """The same as a query string; empty for all questions."""
        params = {"q": self.words, "chapter": self.chapter, "only": self.only}
        return urlencode({name: value for name, value in params.items() if value})


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionLine:
    """A question as the page shows it: the answer in force, the printed one, the draft's and any planned change.

    `typed` is the value of its field: what was sent, else the draft's answer, else the one in force.
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
class AnswerChange:
    """An answer that a version changes, before and after; `fault` says why it cannot be given."""

    question: Question
    was: str
    now: str
    fault: str = ""


@dataclass(frozen=True, slots=True)
class AcknowledgingOwner:
    """An owner who has to acknowledge a version, with their franchise; `at` is None until they have."""

    member: int
    name: str
    href: str
    at: datetime | None


@dataclass(frozen=True, slots=True)
class VersionLine:
    """A version in the list: its number, page, number of changed answers, and since when it is in force."""

    number: int
    href: str
    count: int
    note: str
    at: datetime
    since: str


@dataclass(frozen=True, slots=True)
class RejectedAnswers:
    """Answers that were sent and could not be read: the typed texts and the errors, by question."""

    typed: Mapping[str, str] = field(default_factory=dict)
    faults: Mapping[str, str] = field(default_factory=dict)
    refusal: str = ""


def questionnaire_page(
    *, league: League, season: Season, viewer: Viewer, sought: QuestionQuery, sent: RejectedAnswers | None = None
) -> dict[str, Any]:
    """The context of the questionnaire: the questions that `sought` selects, and the versions of its answers."""
    sent = sent or RejectedAnswers()
    all_versions = list(versions(season.pk))
    draft = (
        next((version for version in all_versions if version.published_at is None), None)
        if viewer.is_commissioner
        else None
    )
    published = [version for version in all_versions if version.published_at is not None]
    drafted_answers = {} if draft is None else draft.answers
    lines = [_line(question, season, drafted_answers, sent) for question in HOUSE_RULES.questions()]
    newest = published[0] if published else None
    owners = [] if newest is None else _acknowledging_owners(season, newest)
    return {
        **_frame(league, season, viewer, Breadcrumb("Questionnaire")),
        "commissions": viewer.is_commissioner and season.step != "closed",
        "chapters": list(dict.fromkeys(line.question.chapter for line in lines)),
        "lines": [line for line in lines if _matches_query(line, sought)],
        "how_many": len(lines),
        "differ": sum(line.changed for line in lines),
        "sought": sought,
        "only": STATE_CHOICES,
        "draft": draft,
        "draft_count": len(drafted_answers),
        "revision": 0 if draft is None else draft.revision,
        "refusal": sent.refusal,
        "versions": [_version_line(version) for version in published],
        "newest": newest,
        "readers": owners,
        "missing": sum(owner.at is None for owner in owners),
        "to_acknowledge": newest is not None and _awaits(viewer, owners, season),
    }


def answers_draft_page(
    *, league: League, season: Season, viewer: Viewer, refusal: Refusal | None = None
) -> dict[str, Any] | None:
    """The context of the draft as it would be published; None if there is none."""
    draft = versions(season.pk).filter(published_at=None).first()
    if draft is None:
        return None
    state = store.load(season).season
    questions = HOUSE_RULES.by_id()
    refusals = [refusal] if refusal is not None else []
    try:
        in_order(state, changes(state, draft))
    except Refusal as error:
        refusals.append(error)
    names = SeasonNames(season.pk, state).names if refusals else Names(season.pk)
    faults = {getattr(error, "question", ""): _sentence_with_names(error.sentence, names) for error in refusals}
    return {
        **_frame(league, season, viewer, _home(season), Breadcrumb("Draft")),
        "draft": draft,
        "changes": [
            AnswerChange(
                questions[id],
                answer_words(questions[id], state.setting(id)),
                answer_words(questions[id], answer),
                faults.get(id, ""),
            )
            for id, answer in sorted(draft.answers.items())
            if id in questions
        ],
        "steps": when_choices(state),
        "refusal": faults.get("", ""),
        "faulty": bool(faults),
        "owners": season_owners(season).count(),
    }


def version_page(*, league: League, season: Season, viewer: Viewer, number: int) -> dict[str, Any] | None:
    """The context of a published version: its changes, note and start, and who has acknowledged it."""
    published = list(versions(season.pk).exclude(published_at=None))
    version = next((other for other in published if other.number == number), None)
    if version is None:
        return None
    questions = HOUSE_RULES.by_id()
    owners = _acknowledging_owners(season, version)
    return {
        **_frame(league, season, viewer, _home(season), Breadcrumb(f"Version {number}")),
        "version": version,
        "since": _since(version),
        "changes": [
            AnswerChange(
                questions[id],
                answer_words(questions[id], version.was.get(id, questions[id].default)),
                answer_words(questions[id], answer),
            )
            for id, answer in sorted(version.answers.items())
            if id in questions
        ],
        "standing": [
            (questions[id], answer_words(questions[id], answer), answer_words(questions[id], questions[id].default))
            for id, answer in sorted(version.standing.items())
            if id in questions
        ],
        "entry_href": links.entry_url(season.pk, version.entry or 0),
        "readers": owners,
        "missing": sum(owner.at is None for owner in owners),
        "is_newest": version is published[0],
        "to_acknowledge": version is published[0] and _awaits(viewer, owners, season),
        "older": next((other for other in published if other.number < number), None),
        "newer": next((other for other in reversed(published) if other.number > number), None),
    }


def _frame(league: League, season: Season, viewer: Viewer, *crumbs: Breadcrumb) -> dict[str, Any]:
    return base_context(
        league=league,
        season=season,
        viewer=viewer,
        here="Rules",
        crumbs=[
            Breadcrumb(league.name, links.league_url(league.pk)),
            Breadcrumb(f"Season {season.number}", links.season_url(season.pk)),
            *crumbs,
        ],
        balance=own_balance(viewer),
    )


def _sentence_with_names(sentence: str, names: Names) -> str:
    """A sentence of the rules with names in place of ids."""
    return "".join(segment.text for segment in render_sentence(sentence, names))


def _home(season: Season) -> Breadcrumb:
    return Breadcrumb("Questionnaire", links.questionnaire_url(season.pk))


def _line(question: Question, season: Season, drafted: Answers, rejected: RejectedAnswers) -> QuestionLine:
    current = season.switches.get(question.id, question.default)
    draft = drafted.get(question.id)
    name = f"{QUESTION_FIELD_PREFIX}{question.id}"
    return QuestionLine(
        question=question,
        name=name,
        answer=answer_words(question, current),
        printed=answer_words(question, question.default),
        changed=current != question.default,
        drafted="" if draft is None else answer_words(question, draft),
        coming=tuple(
            (answer_words(question, pending["setting"]), step_words(pending["step"]))
            for pending in season.pending
            if pending["switch"] == question.id
        ),
        typed=rejected.typed.get(question.id, to_form_value(current if draft is None else draft)),
        fault=rejected.faults.get(question.id, ""),
    )


def _matches_query(line: QuestionLine, sought: QuestionQuery) -> bool:
    question = line.question
    if line.fault:
        return True
    if sought.chapter and question.chapter != sought.chapter:
        return False
    if sought.only and not {CHANGED: line.changed, DRAFTED: line.drafted, COMING: line.coming}[sought.only]:
        return False
    parts = (question.id, question.chapter, question.rule, question.text, question.told, question.numbers)
    text = " ".join((*parts, str(line.answer))).lower()
    return all(word in text for word in sought.words.lower().split())


def _acknowledging_owners(season: Season, version: AnswerVersion) -> list[AcknowledgingOwner]:
    """The owners of the season with the time at which they acknowledged a version, those who have not first."""
    acknowledgements = Acknowledgement.objects.filter(version=version, member_id=OuterRef("pk"))
    memberships = season_owners(season).select_related("franchise").order_by("franchise__name", "pk")
    owners = [
        AcknowledgingOwner(member.pk, member.franchise.name, links.object_url(member.franchise), member.noted_at)
        for member in memberships.annotate(noted_at=Subquery(acknowledgements.values("at")[:1]))
        if member.franchise is not None
    ]
    return sorted(owners, key=lambda owner: owner.at is not None)


def _awaits(viewer: Viewer, owners: Sequence[AcknowledgingOwner], season: Season) -> bool:
    """Whether the viewer owns a franchise of the season and has not acknowledged the version for it."""
    own_memberships = {member.pk for member in owner_memberships(viewer)}
    return season.step != "closed" and any(owner.member in own_memberships and owner.at is None for owner in owners)


def owner_memberships(viewer: Viewer) -> Sequence[Membership]:
    """The memberships with which a person owns franchises here."""
    return [member for member in viewer.memberships if member.role == Membership.Role.OWNER and member.franchise_id]


def _version_line(version: AnswerVersion) -> VersionLine:
    assert version.published_at is not None  # noqa: S101 - only published versions are listed
    href = links.questionnaire_url(version.season_id, version.number)
    return VersionLine(
        version.number, href, len(version.answers), version.note, version.published_at, _since(version)
    )


def _since(version: AnswerVersion) -> str:
    return f"from {step_words(version.step)}, on" if version.step else "at once"
