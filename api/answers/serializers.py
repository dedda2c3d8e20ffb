"""Serializers of answers in force, planned answers, and published versions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from api.answers.schemas import (
    AnswerVersionOut,
    AnswerVersionsOut,
    ContradictionOut,
    PlannedAnswersOut,
    StandingAnswersOut,
)
from api.questionnaires.serializers import serialize_sections, to_answers
from explain.links import short_id
from league.models import AnswerVersion, Season
from rules.campaign.core.questionnaires import HOUSE_RULES, OWN, OwnQuestion, own_questionnaire, season_questionnaire
from rules.campaign.season.steps import step_position
from rules.match.referee.questionnaire import Contradiction


def serialize_standing_answers(row: Season, questionnaire: str) -> StandingAnswersOut:
    """The answers to a questionnaire that a season plays by, and those that are planned."""
    asked = own_questions(row)
    is_own, is_house_rules = questionnaire == OWN, questionnaire == HOUSE_RULES
    stored = row.switches if is_house_rules else row.answers.get(questionnaire, {})
    return StandingAnswersOut(
        season=row.pk,
        questionnaire=questionnaire,
        version=row.versions_in_force.get(questionnaire),
        answers=to_answers(questionnaire, stored),
        planned=tuple(
            PlannedAnswersOut(version=version or None, step=step, answers=to_answers(questionnaire, answers))
            for version, step, answers in sorted(
                _planned(row, questionnaire), key=lambda planned: (step_position(planned[1]), planned[0])
            )
        ),
        contradictions=tuple(
            ContradictionOut(question=found.key, other=found.other, sentence=found.sentence)
            for found in _contradictions(row, questionnaire)
        ),
        sections=serialize_sections(own_questionnaire(asked.values()).sections()) if is_own else (),
        withdrawn=tuple(key for key, question in asked.items() if question.withdrawn) if is_own else (),
    )


def serialize_versions(row: Season, questionnaire: str, versions: Iterable[AnswerVersion]) -> AnswerVersionsOut:
    """Published versions of the answers to a questionnaire."""
    return AnswerVersionsOut(
        season=row.pk,
        questionnaire=questionnaire,
        versions=tuple(serialize_version(row, version) for version in versions),
    )


def serialize_version(row: Season, version: AnswerVersion) -> AnswerVersionOut:
    """A published version, with who has acknowledged it."""
    published, entry = version.published_at, version.entry
    assert published is not None  # noqa: S101 - the database holds both or neither
    assert entry is not None  # noqa: S101 - the same
    questionnaire = version.questionnaire
    return AnswerVersionOut(
        number=version.number,
        in_force=row.versions_in_force.get(questionnaire) == version.number,
        answers=to_answers(questionnaire, version.answers),
        was=to_answers(questionnaire, version.was),
        standing=to_answers(questionnaire, version.standing),
        note=version.note,
        step=version.step,
        published_at=published,
        entry=entry,
        acknowledged_by=acknowledging_franchises(version),
    )


def acknowledging_franchises(version: AnswerVersion) -> tuple[str, ...]:
    """The short ids of the franchises whose owners have acknowledged a version, in the order they did."""
    return tuple(
        short_id(acknowledgement.member.franchise_id)
        for acknowledgement in version.acknowledgements.all()
        if acknowledgement.member.franchise_id
    )


def own_questions(row: Season) -> dict[str, OwnQuestion]:
    """The questions that a league asks itself, by key."""
    return msgspec.convert(dict(sorted(row.own_questions.items())), dict[str, OwnQuestion])


def _contradictions(row: Season, questionnaire: str) -> list[Contradiction]:
    """The answers in force that mean nothing beside others; house rules that contradict each other are refused."""
    if questionnaire == HOUSE_RULES:
        return []
    asked = season_questionnaire(questionnaire, own_questions(row))
    questions = asked.questions()
    return asked.contradictions(
        {key: answer for key, answer in row.answers.get(questionnaire, {}).items() if key in questions}
    )


def _planned(row: Season, questionnaire: str) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """The number, the step and the answers of every planned version."""
    if questionnaire != HOUSE_RULES:
        for planned in row.pending_answers:
            if planned["questionnaire"] == questionnaire:
                yield planned["version"], planned["step"], planned["answers"]
        return
    settings: dict[tuple[int, str], dict[str, Any]] = {}
    for change in row.pending:
        settings.setdefault((change.get("version", 0), change["step"]), {})[change["switch"]] = change["setting"]
    for (version, step), answers in settings.items():
        yield version, step, answers
