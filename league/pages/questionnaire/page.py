"""The page of a questionnaire: its questions with their answers, in sections that can be folded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any
from urllib.parse import urlencode

from explain import links
from explain.printed_names import step_words
from explain.season_names import Choices
from journal.state.partial_load import load_partially
from league.access import Viewer
from league.models import League, Season
from league.pages.command_forms.chapters.questionnaires import rewording_fields
from league.pages.command_forms.page import command_form_url
from league.pages.questionnaire.contradiction_lines import contradiction_lines
from league.pages.questionnaire.frame import (
    acknowledging_owners,
    awaits_acknowledgement,
    owner_memberships,
    questionnaire_frame,
    version_line,
)
from league.pages.questionnaire.league_questionnaire import (
    ACTS_NOW,
    ENGINE,
    Answers,
    AskedQuestion,
    LeagueQuestionnaire,
    Typed,
)
from league.pages.questionnaire.part_fields import bounds_words, condition_words
from league.pages.questionnaire.questions_by_parts import own_questions_of
from league.pages.questionnaire.versions import may_be_as_printed, versions
from rules.campaign.core.questionnaires import HOUSE_RULES, OWN
from rules.campaign.season.answers import closed_section_step
from rules.match.questionnaire import Part

MAX_QUERY_LENGTH = 80
FEW_QUESTIONS = 12
"""Up to so many questions are shown without folding their sections."""
SHORT_TEXT = 120
"""The longest text that is typed into one line."""
ANY, CHANGED, DRAFTED, COMING = "", "changed", "drafted", "coming"
STATE_CHOICES: Choices = [
    (ANY, "All"),
    (CHANGED, "Answered otherwise than printed"),
    (COMING, "About to change"),
    (DRAFTED, "In the draft"),
]
NOW, LATER, TEXT = "now", "later", "text"
ACTS_CHOICES: Choices = [
    (ANY, "All"),
    (NOW, "Act now"),
    (LATER, "Act once duels are resolved here"),
    (TEXT, "Published text"),
]


@dataclass(frozen=True, slots=True)
class QuestionQuery:
    """Which questions are listed: with some words, of one section, in one state, and by what acts on them."""

    words: str = ""
    chapter: str = ""
    only: str = ANY
    acts: str = ANY

    @classmethod
    def from_query(cls, query: Any) -> QuestionQuery:
        """Read the query string; an unknown choice is ignored."""
        only, acts = query.get("only", ANY), query.get("acts", ANY)
        return cls(
            " ".join(query.get("q", "").split())[:MAX_QUERY_LENGTH],
            query.get("chapter", "")[:MAX_QUERY_LENGTH],
            only if only in {state for state, _ in STATE_CHOICES} else ANY,
            acts if acts in {scope for scope, _ in ACTS_CHOICES} else ANY,
        )

    @property
    def query(self) -> str:
        """The same as a query string; empty for all questions."""
        params = {"q": self.words, "chapter": self.chapter, "only": self.only, "acts": self.acts}
        return urlencode({name: value for name, value in params.items() if value})


@dataclass(frozen=True, slots=True, kw_only=True)
class PartField:
    """A part of an answer as a form field.

    `typed` are the texts in it: what was sent, else the draft's value, else that in force.
    """

    part: Part
    name: str
    anchor: str
    typed: tuple[str, ...]
    hint: str
    fault: str

    @property
    def text(self) -> str:
        """The text in a field that has one."""
        return "\n".join(self.typed)

    @property
    def is_figure(self) -> bool:
        """Whether it takes a number without a sign or a fraction."""
        return self.part.kind == "number" and self.part.lowest >= 0 and self.part.step == int(self.part.step)

    @property
    def is_long(self) -> bool:
        """Whether the text needs several lines."""
        return self.part.longest > SHORT_TEXT


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionLine:
    """A question as the page shows it: the answer in force, the draft's with that before it, and planned changes."""

    question: AskedQuestion
    anchor: str
    answer: str
    changed: bool
    drafted: str
    before: str
    coming: tuple[tuple[str, str], ...]
    fields: tuple[PartField, ...]
    reworded_at: str

    @property
    def is_label(self) -> bool:
        """Whether its words are the label of its only field."""
        fields = self.fields
        return len(fields) == 1 and fields[0].part.kind != "set" and not self.question.authority

    @property
    def fault(self) -> str:
        """The first error of its fields."""
        return next((field.fault for field in self.fields if field.fault), "")

    @property
    def acts_when(self) -> str:
        """When its answer acts: now, later, or never, because it is published text; empty for a house rule."""
        scope = self.question.scope
        if not scope:
            return ""
        return NOW if scope in ACTS_NOW else LATER if scope == ENGINE else TEXT


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionLine:
    """A section with the questions that are listed; `closed_by` is the event since which its answers stand."""

    title: str
    lines: tuple[QuestionLine, ...]
    closed_by: str
    unfolded: bool

    @property
    def changed(self) -> int:
        """How many of its answers are not the printed ones."""
        return sum(line.changed for line in self.lines)


@dataclass(frozen=True, slots=True)
class RejectedAnswers:
    """Answers that were sent and could not be read: the typed texts and the errors, by field name."""

    typed: Typed = field(default_factory=dict)
    faults: Mapping[str, str] = field(default_factory=dict)
    refusal: str = ""


def questionnaire_page(
    *,
    league: League,
    season: Season,
    viewer: Viewer,
    asked: LeagueQuestionnaire,
    sought: QuestionQuery,
    sent: RejectedAnswers | None = None,
) -> dict[str, Any]:
    """The context of a questionnaire: the questions that `sought` selects, and the versions of its answers."""
    sent = sent or RejectedAnswers()
    all_versions = list(versions(season.pk, asked.id))
    draft = (
        next((version for version in all_versions if version.published_at is None), None)
        if viewer.is_commissioner
        else None
    )
    published = [version for version in all_versions if version.published_at is not None]
    drafted_answers = {} if draft is None else draft.answers
    standing = asked.standing(season)
    planned = list(asked.planned(season))
    reworded_at = _rewording_addresses(season) if asked.id == OWN and viewer.is_commissioner else {}
    lines = [
        _line(
            asked,
            question,
            standing=standing,
            drafted=drafted_answers,
            planned=planned,
            sent=sent,
            reworded_at=reworded_at.get(key, ""),
        )
        for key, question in asked.questions.items()
    ]
    newest = published[0] if published else None
    owners = [] if newest is None else acknowledging_owners(season, newest)
    commissions = viewer.is_commissioner and season.step != "closed"
    return {
        **questionnaire_frame(league=league, season=season, viewer=viewer, asked=asked),
        "commissions": commissions,
        "asked_at": _asking_address(season, asked, viewer),
        "chapters": list(dict.fromkeys(line.question.section for line in lines)),
        "sections": _sections(season, [line for line in lines if _matches_query(line, sought)], sought),
        "how_many": asked.how_many,
        "remarks": [line for line in lines if not line.question.counted],
        "differ": sum(line.changed for line in lines),
        "sought": sought,
        "only": STATE_CHOICES,
        "acts": ACTS_CHOICES if asked.id not in (HOUSE_RULES, OWN) else [],
        "is_own": asked.id == OWN,
        "draft": draft,
        "draft_count": len(drafted_answers),
        "revision": 0 if draft is None else draft.revision,
        "may_be_as_printed": commissions and draft is None and may_be_as_printed(season, asked),
        "refusal": sent.refusal,
        "faulty": len(sent.faults),
        "usual": asked.usual,
        "contradictions": contradiction_lines(season.pk, asked, standing),
        "versions": [version_line(version) for version in published],
        "newest": newest,
        "readers": owners,
        "missing": sum(owner.at is None for owner in owners),
        "to_acknowledge": newest is not None and awaits_acknowledgement(viewer, owners, season),
    }


def _line(
    asked: LeagueQuestionnaire,
    question: AskedQuestion,
    *,
    standing: Answers,
    drafted: Answers,
    planned: list[tuple[str, Any, str]],
    sent: RejectedAnswers,
    reworded_at: str,
) -> QuestionLine:
    key = question.key
    current, printed = asked.answer(key, standing), asked.printed_answer(key)
    shown = drafted.get(key, current)
    return QuestionLine(
        question=question,
        anchor=links.question_anchor(key),
        answer=asked.changed_words(key, current, printed),
        changed=current != printed,
        drafted=asked.changed_words(key, drafted[key], current) if key in drafted else "",
        before=asked.changed_words(key, current, drafted[key]) if key in drafted else "",
        coming=tuple(
            (asked.changed_words(key, answer, current), step_words(step))
            for other, answer, step in planned
            if other == key
        ),
        fields=tuple(_field(asked, question, part, shown, sent) for part in question.parts),
        reworded_at=reworded_at,
    )


def _field(
    asked: LeagueQuestionnaire, question: AskedQuestion, part: Part, shown: Any, sent: RejectedAnswers
) -> PartField:
    name = asked.field_name(question.key, part)
    anchor = links.question_anchor(question.key)
    several = len(question.parts) > 1
    hints = [] if asked.id == HOUSE_RULES else [bounds_words(part), condition_words(part, question.parts)]
    return PartField(
        part=part,
        name=name,
        anchor=f"{anchor}-{part.name}" if several else anchor,
        typed=tuple(sent.typed[name]) if name in sent.typed else asked.typed_values(question.key, part, shown),
        hint=" ".join(filter(None, hints)),
        fault=sent.faults.get(name, ""),
    )


def _asking_address(season: Season, asked: LeagueQuestionnaire, viewer: Viewer) -> str:
    """The page on which owners put a question of theirs about one of these to the commissioners; it lacks the key."""
    may_ask = season.step != "closed" and owner_memberships(viewer) and not viewer.is_commissioner
    if not may_ask or asked.id == HOUSE_RULES:
        return ""
    return f"{links.put_questions_url(season.pk)}?{urlencode({'questionnaire': asked.id})}&question="


def _rewording_addresses(season: Season) -> dict[str, str]:
    """The form that rewords each question of the league's own; none once a version answers them (HOUSE-013)."""
    if OWN in season.versions_in_force or any(planned["questionnaire"] == OWN for planned in season.pending_answers):
        return {}
    back = links.questionnaire_url(season.pk, OWN)
    return {
        key: command_form_url(season.pk, "ask_question", **rewording_fields(asked), back=back)
        for key, asked in own_questions_of(season).items()
    }


def _sections(season: Season, lines: list[QuestionLine], sought: QuestionQuery) -> list[SectionLine]:
    """The listed questions by section, each with what closed it."""
    freezes = {line.question.freezes for line in lines} - {""}
    state = load_partially(season, "matches") if freezes and season.step != "closed" else None
    closed_by = {step: closed_section_step(state, step) for step in freezes} if state else {}
    everything = bool(sought.query) or len(lines) <= FEW_QUESTIONS
    return [
        SectionLine(
            title=title,
            lines=(grouped := tuple(group)),
            closed_by=closed_by.get(freezes_at, ""),
            unfolded=everything or any(line.fault for line in grouped),
        )
        for (title, freezes_at), group in groupby(lines, key=_section_of)
    ]


def _section_of(line: QuestionLine) -> tuple[str, str]:
    return line.question.section, line.question.freezes


def _matches_query(line: QuestionLine, sought: QuestionQuery) -> bool:
    question = line.question
    if line.fault:
        return True
    if sought.chapter and question.section != sought.chapter:
        return False
    if sought.only and not {CHANGED: line.changed, DRAFTED: line.drafted, COMING: line.coming}[sought.only]:
        return False
    if sought.acts and line.acts_when != sought.acts:
        return False
    parts = (
        question.key, question.section, question.rule, question.text, question.told, question.numbers,
        question.printed, question.authority, question.acts, line.answer, *question.procedures,
    )  # fmt: skip
    text = " ".join(parts).lower()
    return all(word in text for word in sought.words.lower().split())
