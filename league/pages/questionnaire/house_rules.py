"""The house rules as a questionnaire: each answer is a setting, and a version changes the settings one by one.

Rule HOUSE-008.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from explain.house_rule_questions import CHOICE, HOUSE_RULES, YES_NO, Question, house_rules_of_edition
from explain.question_pages import QuestionPage
from league.models import AnswerVersion, Season
from league.pages.questionnaire.answers import answer_words, read_answer, to_form_value
from league.pages.questionnaire.league_questionnaire import (
    QUESTION_FIELD_PREFIX,
    Answer,
    AnswerRefused,
    Answers,
    AskedQuestion,
    LeagueQuestionnaire,
    NothingDrafted,
    Typed,
)
from rules.campaign.core import state
from rules.campaign.core.codec import copy_season
from rules.campaign.core.command import Command
from rules.campaign.season.house_rules import ChangeSwitch, apply_pending
from rules.campaign.season.steps import is_step
from rules.core.dice import Dice, KeyRing
from rules.core.refusals import Refusal
from rules.match.referee.questionnaire import Part


class HouseRules(LeagueQuestionnaire):
    """The house rules of the campaign and of every match system that a season of an edition has."""

    id = HOUSE_RULES.id
    title = HOUSE_RULES.title
    name = "the house rules"
    lead = "How this league plays the campaign and its matches."
    needs_changes = True

    def __init__(self, edition: str) -> None:
        self.edition = edition

    @cached_property
    def switches(self) -> Mapping[str, Question]:
        """The questions by the name of their switch."""
        return house_rules_of_edition(self.edition)

    @cached_property
    def questions(self) -> Mapping[str, AskedQuestion]:  # type: ignore[override]
        """Every house rule as a question with one part."""
        return {key: _asked_question(question) for key, question in self.switches.items()}

    @cached_property
    def known_questions(self) -> Mapping[str, AskedQuestion]:
        """The house rules of every edition: a draft may name one of an edition that the season has no longer."""
        return {question.id: _asked_question(question) for question in HOUSE_RULES.questions()}

    @cached_property
    def pages(self) -> tuple[QuestionPage, ...]:
        """The pages that all editions share, with the questions of this one."""
        return tuple(
            replace(page, keys=tuple(key for key in page.keys if key in self.switches)) for page in super().pages
        )

    def printed_answer(self, key: str) -> Answer:
        """The printed setting."""
        return HOUSE_RULES.by_id()[key].default

    def standing(self, row: Season) -> Answers:
        """The settings that are not the printed ones."""
        return row.switches

    def planned(self, row: Season) -> Iterable[tuple[str, Answer, str]]:
        """The settings that are planned."""
        return [(change["switch"], change["setting"], change["step"]) for change in row.pending]

    def answers_by(self, season: state.Season, step: str) -> Answers:
        """The settings that are not the printed ones by then."""
        return season_at_step(season, step).switches

    def answer_words(self, key: str, answer: Answer) -> str:
        """A setting in words."""
        return answer_words(HOUSE_RULES.by_id()[key], answer)

    def field_name(self, key: str, part: Part) -> str:  # noqa: ARG002 - a house rule has one part
        """The field of a house rule."""
        return f"{QUESTION_FIELD_PREFIX}{key}"

    def typed_values(self, key: str, part: Part, answer: Answer) -> tuple[str, ...]:  # noqa: ARG002 - as above
        """The setting as its field holds it."""
        return (to_form_value(answer),)

    def read_answer(self, key: str, typed: Typed, current: Answer) -> tuple[Answer | None, dict[str, str]]:  # noqa: ARG002 - its one part is typed
        """The typed setting, or what is wrong with it."""
        name = f"{QUESTION_FIELD_PREFIX}{key}"
        try:
            return read_answer(self.switches[key], " ".join(typed[name])), {}
        except Refusal as refusal:
            return None, {name: refusal.sentence}

    def commands(self, season: state.Season, draft: AnswerVersion) -> list[Command]:
        """A change for each house rule that is not so by then. Raises `NothingDrafted` or `AnswerRefused`."""
        standing = season_at_step(season, draft.step)
        changes = [
            ChangeSwitch(switch=key, setting=setting, step=draft.step, version=draft.number)
            for key, setting in sorted(draft.answers.items())
            if setting != standing.setting(key)
        ]
        if not changes:
            raise NothingDrafted(
                "Everything in the draft is already in force: change an answer, or discard the draft."
            )
        return list[Command](_in_order(season, changes))

    def published_answers(self, commands: Sequence[Command]) -> Answers:
        """The settings that these commands change."""
        return {command.switch: command.setting for command in commands if isinstance(command, ChangeSwitch)}


def season_at_step(season: state.Season, step: str) -> state.Season:
    """A copy of the season with everything planned until `step`; unchanged if there is no such step."""
    copied = copy_season(season)
    if is_step(step):
        apply_pending(copied, step)
    return copied


def _in_order(season: state.Season, changes: Sequence[ChangeSwitch]) -> list[ChangeSwitch]:
    """The changes in an order in which all can be given, such as upper limits before lower.

    Raises `AnswerRefused`.
    """
    trial_season, remaining, ordered = copy_season(season), list(changes), list[ChangeSwitch]()
    while remaining:
        refused: list[tuple[ChangeSwitch, Refusal]] = []
        for change in remaining:
            try:
                change.perform(trial_season, Dice(KeyRing(b"")))  # a change of house rules throws nothing
            except Refusal as refusal:
                refused.append((change, refusal))
            else:
                ordered.append(change)
        if len(refused) == len(remaining):
            first_change, first_refusal = refused[0]
            raise AnswerRefused(first_refusal.sentence, question=first_change.switch)
        remaining = [change for change, _ in refused]
    return ordered


def _asked_question(question: Question) -> AskedQuestion:
    kind: Any = CHOICE if question.kind == YES_NO else question.kind
    part = Part(
        name="setting",
        label=question.text,
        kind=kind,
        default=question.default,
        choices=question.choices,
        lowest=question.lowest,
        highest=question.highest,
    )
    return AskedQuestion(
        key=question.id,
        rule=question.rule,
        section=question.chapter,
        text=question.text,
        printed=answer_words(question, question.default),
        parts=(part,),
        told="" if question.told == question.text else question.told,
        numbers=question.numbers,
    )
