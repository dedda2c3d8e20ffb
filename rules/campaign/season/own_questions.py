"""The questions that a league asks itself: asked, reworded until answers are published, withdrawn. Rule HOUSE-013."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from rules.campaign.core.command import STEPS_BEFORE_CLOSED, Command, Giver, command
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.names import clean_text
from rules.campaign.core.questionnaires import OWN, OwnQuestion, own_question
from rules.campaign.core.state import Season
from rules.core.dice import Dice
from rules.core.refusals import Malformed, Refusal, Unknown
from rules.match.referee.questionnaire import part_fault

KEY = re.compile(r"[a-z][a-z0-9_]{0,39}(\.[a-z][a-z0-9_]{0,39}){0,3}")
MOST_QUESTIONS = 100
MOST_CHOICES = 20
LONGEST_TITLE = 80
LONGEST_QUESTION = 300


class QuestionAnswered(Refusal):
    """Answers to the league's own questions are published, so that none of them is reworded any more."""


class QuestionAsked(Refusal):
    """The league asks that question already, word for word."""


class TooManyQuestions(Refusal):
    """A league asks at most so many questions of its own."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionPosed(Fact):
    """The league asked a question of its own, or reworded it (HOUSE-013)."""

    says = "The league asks {key}: “{question}”."
    key: str
    question: str


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionWithdrawn(Fact):
    """The league no longer asks a question of its own (HOUSE-013)."""

    says = "The league asks {key} no more."
    key: str


@command(steps=STEPS_BEFORE_CLOSED, by=Giver.COMMISSIONER, reasoned=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class AskQuestion(Command):
    """Ask a question of the league's own, or reword one to which no answer is published yet (HOUSE-013)."""

    question: OwnQuestion

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `QuestionAnswered`, `QuestionAsked`, `TooManyQuestions` or `Malformed`."""
        asked = _clean_question(self.question)
        earlier = season.own_questions.get(asked.key)
        if earlier == asked:
            raise QuestionAsked(f"The league asks {asked.key} in these words already: reword it, or leave it.")
        if earlier is not None and _are_published(season):
            raise QuestionAnswered(
                f"Answers to the league's own questions are published, so {asked.key} keeps its words: withdraw it, "
                f"and ask another question under a new key."
            )
        if earlier is None and len(season.own_questions) >= MOST_QUESTIONS:
            raise TooManyQuestions(f"A league asks at most {MOST_QUESTIONS} questions of its own: put two in one.")
        season.own_questions = {**season.own_questions, asked.key: asked}
        return [QuestionPosed(rule="HOUSE-013", key=asked.key, question=asked.question)]


@command(steps=STEPS_BEFORE_CLOSED, by=Giver.COMMISSIONER, reasoned=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawQuestion(Command):
    """Withdraw a question of the league's own; the versions that answered it stay readable (HOUSE-013)."""

    key: str

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `Unknown` for a question that is not asked."""
        asked = season.own_questions.get(self.key)
        if asked is None or asked.withdrawn:
            raise Unknown(f"The league asks no question {self.key[:80]!r}: name one that it asks.").at("key")
        season.own_questions = {**season.own_questions, self.key: replace(asked, withdrawn=True)}
        return [QuestionWithdrawn(rule="HOUSE-013", key=self.key)]


def _are_published(season: Season) -> bool:
    """Whether a version of answers to own questions is in force or planned."""
    return OWN in season.versions_in_force or any(planned.questionnaire == OWN for planned in season.pending_answers)


def _clean_question(asked: OwnQuestion) -> OwnQuestion:
    """The question with tidy texts. Raises `Malformed` for what cannot be asked."""
    if not KEY.fullmatch(asked.key):
        raise Malformed(
            f"{asked.key[:80]!r} is no key: write small letters, digits and underscores, such as arena.music."
        ).at("question", "key")
    section = clean_text(asked.section, thing="section", longest=LONGEST_TITLE)
    if not section.strip() or not asked.question.strip():
        raise Malformed("A question has its words and the title of its section: write both.").at("question")
    question = clean_text(asked.question, thing="question", longest=LONGEST_QUESTION)
    if asked.kind == "choice":
        choices = [clean_text(choice, thing="choice", longest=LONGEST_TITLE) for choice in asked.choices]
        if not 2 <= len(choices) <= MOST_CHOICES or len(set(choices)) < len(choices):
            raise Malformed(f"A choice has 2 to {MOST_CHOICES} different answers: list them.").at(
                "question", "choices"
            )
    elif asked.choices:
        raise Malformed("Only a question of kind choice lists its answers: leave out the choices.").at(
            "question", "choices"
        )
    if asked.kind == "number" and asked.lowest >= asked.highest:
        raise Malformed("A number has a lowest and a higher highest value: give both.").at("question", "highest")
    cleaned = replace(asked, section=section, question=question, withdrawn=False)
    if sentence := part_fault(own_question(cleaned, 1).parts[0], cleaned.default):
        raise Malformed(f"The answer that stands at first is none: {sentence}").at("question", "default")
    return cleaned
