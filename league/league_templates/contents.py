"""What a league template holds: the settings that shape a league, and nothing of its people or its play.

The text below a field is its description in the API. A field that is left out has the value of a plainly founded
league.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from rules.campaign.core.questionnaires import OwnQuestion
from rules.campaign.core.switches import REPORTED_BY_PEOPLE, RULESET_SWITCH
from rules.match.referee.questionnaire import Freeze


class PlannedMatch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A match of a planned round: what is played, and by how many teams."""

    event: str
    """What is played, such as `race`."""
    teams: int
    """How many teams play it; who they are is drawn when a league is founded."""
    surface: str = ""
    """The surface, where the match system has several; empty otherwise."""
    heats: int = 1
    """Number of heats."""
    vehicles_per_team: int | None = None
    """Most cars a team lines up; null for what the house rules say."""
    scoring: str = ""
    """How points are made; empty for what the house rules say."""
    ruleset: str = ""
    """Match system of this match, or `reported`; empty for that of the season."""
    setting: dict[str, str | int | bool] = {}
    """What else the match system needs, such as a track."""


class PlannedRound(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A planned round of the season."""

    number: int
    """Number of the round, from 1."""
    matches: tuple[PlannedMatch, ...]
    """The matches of the round."""


class CalendarSettings(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """How the league keeps time. Its time zone is no part of it."""

    hours: dict[str, int] = {}
    """Hours of the windows that differ from the usual ones, by step."""
    unattended: bool = False
    """Whether the season goes on by itself when a deadline passes."""
    results: Literal["reported", "stand_in"] = "reported"
    """Who reports the matches that the site does not play: people, or the stand-in."""
    reminder_hours: int = 24
    """Hours before a deadline at which people are reminded."""
    agreed_hours: int | None = None
    """Hours after which a report is accepted that the teams agree on; null leaves it to the commissioner."""
    least_evidence: str = ""
    """How well a report must be proven to be accepted; empty if any is good enough."""
    appeal_hours: int = 48
    """Hours in which teams may appeal against a report; 0 allows no appeals."""
    missed_hours: int = 24
    """Hours after its agreed time at which a match without a report counts as missed; 0 for never."""
    standing_reveal: str = ""
    """When every round is revealed, such as `SAT 20:00` in the league's zone; empty for no set time."""
    match_night: str = ""
    """The league's match night, such as `WED 19:30` in its zone; empty for none."""


class TemplateQuestion(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A question that the league asks itself (HOUSE-013)."""

    key: str
    """Name of the question, such as `arena.music`."""
    section: str
    """Title of its section."""
    question: str
    """Its words."""
    kind: Literal["text", "choice", "number", "yes_no"]
    """What kind of answer it has."""
    default: str | bool | int
    """The answer until another one is published."""
    choices: tuple[str, ...] = ()
    """The possible answers to a question of kind `choice`."""
    lowest: int = 0
    """The lowest number that answers it."""
    highest: int = 0
    """The highest number that answers it."""
    unit: str = ""
    """What a number counts."""
    freezes: Freeze = ""
    """The step after which its answer stands; empty for never."""

    @classmethod
    def from_own(cls, asked: OwnQuestion) -> TemplateQuestion:
        """A question as a season has it."""
        fields = {name: getattr(asked, name) for name in cls.__struct_fields__}
        return cls(**{**fields, "choices": tuple(asked.choices)})

    def to_own(self) -> OwnQuestion:
        """The question as a season asks it."""
        fields = {name: getattr(self, name) for name in self.__struct_fields__}
        return OwnQuestion(**{**fields, "choices": list(self.choices)})


class TemplateContents(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The settings of a league: what is founded from a template begins with them, and may change all of them."""

    kind: str
    """Id of the kind of season that is most like it."""
    franchises: int
    """Number of franchises."""
    rounds: int
    """Number of rounds of a season."""
    edition: str
    """Edition of the rules it is played by."""
    dice: str
    """What its dice rest on: `leaves`, `beacon`, `beacon-live` or `reveal`."""
    public: bool = True
    """Whether everybody may read the league."""
    house_rules: dict[str, bool | int | str] = {}
    """The house rules that differ from the printed game, by name."""
    calendar: CalendarSettings = CalendarSettings()
    """How the league keeps time."""
    plan: tuple[PlannedRound, ...] = ()
    """The rounds that are planned, without who meets whom."""
    questions: tuple[TemplateQuestion, ...] = ()
    """The questions that the league asks itself."""
    answers: dict[str, dict[str, dict[str, Any]]] = {}
    """The published answers that are not the printed ones, by questionnaire and question. A questionnaire without any
    was published as printed.
    """

    @property
    def system(self) -> str:
        """The match system of the season, or `reported`."""
        return str(self.house_rules.get(RULESET_SWITCH, REPORTED_BY_PEOPLE))


def contents_from_json(stored: Any) -> TemplateContents:
    """Contents as they are stored, once they were checked."""
    return msgspec.convert(stored, TemplateContents)


def contents_to_json(contents: TemplateContents) -> dict[str, Any]:
    """Contents as plain values, without fields that have their usual value."""
    plain: dict[str, Any] = msgspec.to_builtins(contents)
    return plain
