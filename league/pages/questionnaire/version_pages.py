"""The pages of a published version and of a draft: what each changes, and what keeps a draft from being published."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from explain import links
from explain.name_lookup import render_sentence
from explain.names import Names
from explain.season_names import Choices, SeasonNames
from journal.state import store
from league.access import Viewer
from league.models import AnswerVersion, League, Season
from league.pages.command_forms.chapters.house_rules import when_choices
from league.pages.questionnaire.contradiction_lines import contradiction_lines
from league.pages.questionnaire.frame import acknowledging_owners, awaits_acknowledgement, questionnaire_frame
from league.pages.questionnaire.league_questionnaire import Answers, AskedQuestion, LeagueQuestionnaire, since_words
from league.pages.questionnaire.versions import versions
from league.queries.names import event_in_sentence
from rules.campaign.core import state
from rules.campaign.season.answers import closed_section_step
from rules.campaign.season.steps import ROUND_STEP_PATTERN
from rules.core.refusals import Refusal
from scheduling.notices.inbox import season_owners


@dataclass(frozen=True, slots=True)
class AnswerChange:
    """An answer that a version changes, before and after; `fault` says why it cannot be given.

    `href` leads to its question.
    """

    question: AskedQuestion
    was: str
    now: str
    href: str
    fault: str = ""


def answer_changes(
    asked: LeagueQuestionnaire, answers: Answers, before: Answers, faults: Mapping[str, str], *, season: str
) -> list[AnswerChange]:
    """The answers that are other than before, in the order of the questions."""
    return [
        AnswerChange(
            question,
            asked.changed_words(key, asked.answer(key, before), answers[key]),
            asked.changed_words(key, answers[key], asked.answer(key, before)),
            links.question_url(season, asked.id, key),
            faults.get(key, ""),
        )
        for key, question in asked.known_questions.items()
        if key in answers
    ]


def version_page(
    *, league: League, season: Season, viewer: Viewer, asked: LeagueQuestionnaire, number: int
) -> dict[str, Any] | None:
    """The context of a published version: its changes, note and start, and who has acknowledged it.

    None if there is no such version.
    """
    published = list(versions(season.pk, asked.id).exclude(published_at=None))
    version = next((other for other in published if other.number == number), None)
    if version is None:
        return None
    owners = acknowledging_owners(season, version)
    known = asked.known_questions
    return {
        **questionnaire_frame(league=league, season=season, viewer=viewer, asked=asked, page=f"Version {number}"),
        "version": version,
        "since": since_words(version.step),
        "changes": answer_changes(asked, version.answers, version.was, {}, season=season.pk),
        "standing": [
            (question, asked.changed_words(key, version.standing[key], asked.printed_answer(key)), question.printed)
            for key, question in known.items()
            if key in version.standing
        ],
        "gone": sorted({*version.answers, *version.standing} - set(known)),
        "contradictions": contradiction_lines(season.pk, asked, version.standing),
        "entry_href": links.entry_url(season.pk, version.entry or 0),
        "readers": owners,
        "missing": sum(owner.at is None for owner in owners),
        "is_newest": version is published[0],
        "to_acknowledge": version is published[0] and awaits_acknowledgement(viewer, owners, season),
        "older": next((other for other in published if other.number < number), None),
        "newer": next((other for other in reversed(published) if other.number > number), None),
    }


def answers_draft_page(
    *,
    league: League,
    season: Season,
    viewer: Viewer,
    asked: LeagueQuestionnaire,
    refusal: Refusal | None = None,
    step: str | None = None,
) -> dict[str, Any] | None:
    """The context of the draft as it would be published; None if there is none.

    `step` is the one that was chosen and refused, if any. Where a closed section is answered at once, the first
    round to come is proposed.
    """
    draft = versions(season.pk, asked.id).filter(published_at=None).first()
    if draft is None:
        return None
    loaded = store.load(season).season
    steps = when_choices(loaded)
    closed = _closed_sections(loaded, asked, draft)
    proposed = "" if step is not None or draft.step or not closed else _first_round(steps)
    draft.step = proposed or (draft.step if step is None else step)
    refusals = [refusal, *refusal.together] if refusal is not None else []
    refusals += asked.draft_refusals(loaded, draft)
    names = SeasonNames(season.pk, loaded).names if refusals or closed else Names(season.pk)
    faults: dict[str, str] = {}
    for error in refusals:
        faults.setdefault(getattr(error, "question", ""), _sentence_with_names(error.sentence, names))
    before = asked.answers_by(loaded, draft.step)
    return {
        **questionnaire_frame(league=league, season=season, viewer=viewer, asked=asked, page="Draft"),
        "draft": draft,
        "changes": answer_changes(asked, draft.answers, before, faults, season=season.pk),
        "steps": steps,
        "proposed": proposed,
        "closed": [(title, _sentence_with_names(by, names)) for title, by in closed.items()],
        "refusal": faults.get("", ""),
        "faulty": bool(faults),
        "contradictions": contradiction_lines(season.pk, asked, {**before, **draft.answers}),
        "home": links.questionnaire_url(season.pk, asked.id),
        "owners": 0 if season.forked_from else season_owners(season).count(),
    }


def _closed_sections(season: state.Season, asked: LeagueQuestionnaire, draft: AnswerVersion) -> dict[str, str]:
    """The closed sections of which a draft answers a question, each with what closed it."""
    questions = [asked.questions[key] for key in draft.answers if key in asked.questions]
    closed_by = {question.section: closed_section_step(season, question.freezes) for question in questions}
    return {section: event_in_sentence(by, season) for section, by in closed_by.items() if by}


def _first_round(steps: Choices) -> str:
    """The first round to come, or the first step if there is no round any more."""
    rounds = [step for step, _ in steps if ROUND_STEP_PATTERN.fullmatch(step)]
    return next(iter([*rounds, *(step for step, _ in steps)]), "")


def _sentence_with_names(sentence: str, names: Names) -> str:
    """A sentence of the rules with names in place of ids."""
    return "".join(segment.text for segment in render_sentence(sentence, names))
