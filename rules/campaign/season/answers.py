"""Answering a questionnaire in versions, each from now on or from a step on. Rule HOUSE-012.

Each section of a questionnaire names the step after which its answers stand. `designs` are over once the garage
opens, and until the last round is settled. `schedule` is over while a match is announced and not settled, `staging`
while one has its line-ups locked. A version for a later step, such as a round to come, is possible all the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rules.campaign.core.command import STEPS_BEFORE_CLOSED, Command, Giver, command
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.locks_and_shops import FINISHED_MATCH_STEPS
from rules.campaign.core.questionnaires import PendingAnswers, answer_words, season_questionnaire
from rules.campaign.core.state import Season
from rules.campaign.season.steps import furthest_step, refuse_step, step_position
from rules.core.dice import Dice
from rules.core.refusals import Malformed, Refusal, refuse_any
from rules.match.referee.questionnaire import Questionnaire

DESIGN_STEPS = frozenset({"S2", "S3", "M"})
"""The steps at which designs are drawn and used, so that what they are drawn by stands."""
BEFORE_STAGING = frozenset({"M2", "M3"})
"""The steps of a match before its line-ups are locked."""
CLOSED_BY = {
    "designs": "the garage opened",
    "schedule": "match {match} was announced",
    "staging": "the line-ups of match {match} were locked",
}


class SectionClosed(Refusal):
    """The answers of a section stand: the step at which they close is past."""


class NothingAnswered(Refusal):
    """Every answer of the version is in force already, or will be by then."""


class VersionTaken(Refusal):
    """The version's number is not above those before it."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerGiven(Fact):
    """A question has another answer from now on (HOUSE-012)."""

    says = "The answer to {question} is now “{answer}”."
    questionnaire: str
    question: str
    answer: str


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class AnswersPublished(Fact):
    """A version of the answers to a questionnaire is in force (HOUSE-012)."""

    says = "Version {version} of {title} is in force."
    questionnaire: str
    title: str
    version: int


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class AnswersPlanned(Fact):
    """A version of the answers to a questionnaire comes into force when the season reaches a step (HOUSE-012)."""

    says = "Version {version} of {title} will be in force from {step} on."
    questionnaire: str
    title: str
    version: int
    step: str


def closed_section_step(season: Season, freezes: str) -> str:
    """What closed the sections that freeze at a step, as the end of a sentence; empty while they are open."""
    if freezes == "designs":
        return CLOSED_BY["designs"] if furthest_step(season) in DESIGN_STEPS else ""
    for id in sorted(season.matches):
        step = season.match(id).step
        if step in FINISHED_MATCH_STEPS or (freezes == "staging" and step in BEFORE_STAGING):
            continue
        return CLOSED_BY[freezes].format(match=id) if freezes else ""
    return ""


def closed_section_refusal(season: Season, questionnaire: Questionnaire, key: str) -> SectionClosed | None:
    """Why a question cannot be answered otherwise from now on; None if its section is open."""
    section = questionnaire.section_of(key)
    closed_by = closed_section_step(season, section.freezes)
    if not closed_by:
        return None
    next_round = season.rounds_before + len(season.rounds) + 1
    return SectionClosed(
        f"{section.title} closed when {closed_by}: plan {key} for a round to come, such as round r{next_round}."
    ).at(key)


def apply_pending_answers(season: Season, step: str) -> list[Fact]:
    """Bring the versions planned up to a step into force, in their order."""
    reached = step_position(step)
    due = sorted(
        (planned for planned in season.pending_answers if step_position(planned.step) <= reached),
        key=lambda planned: (step_position(planned.step), planned.version),
    )
    season.pending_answers = [planned for planned in season.pending_answers if planned not in due]
    return [stated for planned in due for stated in _bring_into_force(season, planned)]


def answers_by(season: Season, questionnaire: str, step: str) -> dict[str, dict[str, Any]]:
    """The answers to a questionnaire that are not the printed ones, with what is planned up to a step."""
    answers = dict(season.answers.get(questionnaire, {}))
    if step:
        for planned in season.pending_answers:
            if planned.questionnaire == questionnaire and step_position(planned.step) <= step_position(step):
                answers |= planned.answers
    return answers


@command(steps=STEPS_BEFORE_CLOSED, by=Giver.COMMISSIONER, reasoned=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerQuestions(Command):
    """Publish a version of the answers to a questionnaire, in force now or from a step on (HOUSE-012).

    `answers` are those that change, by the question's key, each with a value for every part. The first version may
    change none: then everything is answered as printed.
    """

    questionnaire: str
    version: int
    answers: dict[str, dict[str, Any]] = field(default_factory=dict)
    step: str = ""

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `SectionClosed`, `NothingAnswered`, `VersionTaken`, `StepPast`, `Malformed` or `Unknown`."""
        questionnaire = season_questionnaire(self.questionnaire, season.own_questions)
        cleaned = questionnaire.clean_answers(self.answers)
        answers = {key: {name: _kept(value) for name, value in answer.items()} for key, answer in cleaned.items()}
        self._refuse_version(season)
        if self.step:
            refuse_step(season, self.step)
        before = answers_by(season, self.questionnaire, self.step)
        changed = {key: answer for key, answer in answers.items() if answer != _standing(questionnaire, before, key)}
        if not changed and (self.answers or self.questionnaire in season.versions_in_force):
            raise NothingAnswered(
                f"Every answer of version {self.version} stands already: answer a question otherwise."
            )
        planned = PendingAnswers(
            questionnaire=self.questionnaire, version=self.version, answers=changed, step=self.step
        )
        if self.step:
            season.pending_answers = [*season.pending_answers, planned]
            return [
                AnswersPlanned(
                    rule="HOUSE-012",
                    questionnaire=self.questionnaire,
                    title=questionnaire.title,
                    version=self.version,
                    step=self.step,
                )
            ]
        self._refuse_closed_sections(season, questionnaire, changed)
        return _bring_into_force(season, planned)

    def _refuse_version(self, season: Season) -> None:
        planned = [other.version for other in season.pending_answers if other.questionnaire == self.questionnaire]
        newest = max([season.versions_in_force.get(self.questionnaire, 0), *planned])
        if self.version < 1:
            raise Malformed("Versions are numbered from 1 on: give the next number.")
        if self.version <= newest:
            raise VersionTaken(f"There is a version {newest} of these answers: number the next one {newest + 1}.")

    def _refuse_closed_sections(
        self, season: Season, questionnaire: Questionnaire, changed: dict[str, dict[str, Any]]
    ) -> None:
        refuse_any(
            closed for key in changed if (closed := closed_section_refusal(season, questionnaire, key)) is not None
        )


def _bring_into_force(season: Season, version: PendingAnswers) -> list[Fact]:
    questionnaire = season_questionnaire(version.questionnaire, season.own_questions)
    known = questionnaire.questions()
    changed = {key: answer for key, answer in version.answers.items() if key in known}
    standing = season.answers.get(version.questionnaire, {}) | changed
    kept = {
        key: answer for key, answer in standing.items() if key in known and answer != _printed(questionnaire, key)
    }
    season.answers = {**season.answers, version.questionnaire: kept}
    season.versions_in_force = {**season.versions_in_force, version.questionnaire: version.version}
    published = AnswersPublished(
        rule="HOUSE-012", questionnaire=version.questionnaire, title=questionnaire.title, version=version.version
    )
    return [
        published,
        *(
            AnswerGiven(
                rule="HOUSE-012",
                questionnaire=version.questionnaire,
                question=key,
                answer=answer_words(known[key], answer),
            )
            for key, answer in sorted(changed.items())
        ),
    ]


def _printed(questionnaire: Questionnaire, key: str) -> dict[str, Any]:
    question = questionnaire.question(key)
    return {
        name: _kept(value) for name, value in questionnaire.clean_answers({key: question.printed_answer})[key].items()
    }


def _standing(questionnaire: Questionnaire, answers: dict[str, dict[str, Any]], key: str) -> dict[str, Any]:
    return answers[key] if key in answers else _printed(questionnaire, key)


def _kept(value: Any) -> Any:
    """A value as JSON holds it: a set is a list."""
    return list(value) if isinstance(value, tuple) else value
