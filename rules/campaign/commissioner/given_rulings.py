"""A ruling on a question about the rules that somebody put during play. Rule HOUSE-014."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.command import STEPS_BEFORE_CLOSED, Command, Giver, command
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.questionnaires import season_questionnaire
from rules.campaign.core.state import Season
from rules.core.dice import Dice
from rules.core.readable_text import is_readable
from rules.core.refusals import Malformed
from rules.core.terms import MatchId

LONGEST_TEXT = 1000
"""The most characters of a question, of what is cited and of the answer."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class RulingGiven(Fact):
    """A commissioner ruled on a question that was put during play (HOUSE-014).

    `questionnaire` and `question` name the question of a questionnaire that it is about, if it is about one.
    """

    says = "Ruled[ for {match}] on “{put}”: “{answer}”."
    put: str
    answer: str
    cited: str = ""
    match: MatchId = MatchId("")
    questionnaire: str = ""
    question: str = ""


@command(steps=STEPS_BEFORE_CLOSED, by=Giver.COMMISSIONER)
@dataclass(frozen=True, slots=True, kw_only=True)
class GiveRuling(Command):
    """Rule on a question put during play, with the text that the answer is drawn from (HOUSE-014).

    `match` is the match it came up in, `questionnaire` and `question` the question of a questionnaire it is about;
    each may be empty.
    """

    put: str
    answer: str
    cited: str = ""
    match: MatchId = MatchId("")
    questionnaire: str = ""
    question: str = ""

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `Malformed`, or `Unknown` for a match or question that the season does not have."""
        put, answer = clean_words(self.put, "question"), clean_words(self.answer, "answer")
        cited = clean_words(self.cited, "text that is cited") if self.cited.strip() else ""
        if self.match:
            season.match(self.match)
        if bool(self.questionnaire) != bool(self.question):
            raise Malformed("A question of a questionnaire is named by both: give the two, or neither.")
        if self.questionnaire:
            season_questionnaire(self.questionnaire, season.own_questions).question(self.question)
        return [
            RulingGiven(
                rule="HOUSE-014",
                put=put,
                answer=answer,
                cited=cited,
                match=self.match,
                questionnaire=self.questionnaire,
                question=self.question,
            )
        ]


def clean_words(text: str, thing: str) -> str:
    """A text of one or more lines without blanks around it. Raises `Malformed` if nobody could read it."""
    text = text.strip()
    if not text or len(text) > LONGEST_TEXT:
        raise Malformed(f"The {thing} has 1 to {LONGEST_TEXT} characters: write it within that.")
    if not is_readable(text, line_breaks=True):
        raise Malformed(f"The {thing} has marks in it that nobody can see: leave them out, or type it anew.")
    return text
