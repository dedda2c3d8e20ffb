"""Every procedure that throws dice in a season: its path, its dice and the commands that throw them. Rule DM-C-002.

The table is public. A check of an export compares every path, die and command with it, so that no die is thrown that
the rules do not ask for. The dice of a ruleset or of the stand-in within a match are in no entry, and not in this
table.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rules.core.dice import Dice, Roll, Stream

ID_PATTERN, AGAIN_PATTERN, LEVEL_PATTERN = "[a-z0-9][a-z0-9._-]*", "[2-9]|[1-9][0-9]+", "[1-9][0-9]*"
"""The parts of a path: an id, the number of a repetition from the second on, and a level."""
PLACEHOLDER_PATTERNS = {"again": AGAIN_PATTERN, "level": LEVEL_PATTERN}
"""The placeholders that are not ids; every other name in braces stands for an id."""
ANY_NUMBER = "n"
"""Stands for any number of dice or sides, such as the number of teams or of choices."""


@dataclass(frozen=True, slots=True)
class Procedure:
    """One procedure: what it `decides`, its path, its throws, the commands that make them, and its rule.

    A path has its ids in braces, such as `{match}/settle/{driver}/quirk`. `throws` lists the kinds of throws, the
    first throw's kind first: `2d6` for two dice at once, `1dn` for a die of any number of sides. `most` limits the
    dice that may fall, and is 0 where re-rolls have no limit. `commands` are tags, and `rule` is the ID of the rule
    that asks for the throws.
    """

    path: str
    decides: str
    throws: tuple[str, ...]
    most: int
    commands: tuple[str, ...]
    rule: str
    _pattern: re.Pattern[str] = field(init=False, repr=False, compare=False)
    _kinds: tuple[re.Pattern[str], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        pattern = re.sub(r"\\\{(\w+)\\\}", _placeholder_pattern, re.escape(self.path))
        object.__setattr__(self, "_pattern", re.compile(pattern))
        kinds = tuple(re.compile(throw.replace(ANY_NUMBER, "[0-9]+")) for throw in self.throws)
        object.__setattr__(self, "_kinds", kinds)
        PROCEDURES.append(self)

    def open(self, dice: Dice, **ids: str) -> Stream:
        """The dice stream of the procedure for those ids. Ids its path lacks are ignored. Raises as `Dice.open`."""
        return dice.open(self.path_of(**ids))

    def path_of(self, **ids: str) -> str:
        """The path of the procedure for those ids."""
        return self.path.format(**ids)

    @property
    def name(self) -> str:
        """The last part of its path, placeholders included."""
        return self.path.rpartition("/")[2]

    def matches(self, path: str) -> bool:
        """Whether a path is one of this procedure's."""
        return self._pattern.fullmatch(path) is not None

    def roll_error(self, rolls: list[Roll]) -> str:
        """How the rolls on one path differ from this procedure's, in words; empty if they do not."""
        kinds = [f"{len(roll.faces)}d{roll.sides}" for roll in rolls]
        if kinds and not self._kinds[0].fullmatch(kinds[0]):
            return f"begins with {kinds[0]}, not {self.throws[0]}"
        for kind in kinds:
            if not any(pattern.fullmatch(kind) for pattern in self._kinds):
                return f"throws {kind}, not {' or '.join(self.throws)}"
        fell = sum(len(roll.faces) for roll in rolls)
        return f"throws {fell} dice, and {self.most} at most belong to it" if 0 < self.most < fell else ""


def _placeholder_pattern(placeholder: re.Match[str]) -> str:
    return f"(?:{PLACEHOLDER_PATTERNS.get(placeholder[1], ID_PATTERN)})"


PROCEDURES: list[Procedure] = []
"""Every procedure, in the order of their declarations."""

FOUNDING = Procedure(
    "setup/{franchise}/founding",
    "the sponsors a franchise begins with",
    ("2d6",),
    0,
    ("found_franchise",),
    "DM-C-068",
)
PARTY = Procedure(
    "setup/{franchise}/party", "the sponsors a party attracts", ("1d6", "2d6"), 0, ("throw_party",), "DM-C-070"
)
HOUSE_LEVEL = Procedure(
    "house/{driver}/level{level}",
    "what a level that was granted brings",
    ("2d6", "1d6"),
    0,
    ("adjust_driver",),
    "HOUSE-002",
)
HOLDING_FIRST = Procedure(
    "holding/{sponsor}", "what a bankrupted holding company pays", ("2d6",), 2, ("cash_holding",), "DM-C-084"
)
HOLDING_AGAIN = Procedure(
    "holding/{sponsor}/{again}", "the same of a later one of that id", ("2d6",), 2, ("cash_holding",), "DM-C-084"
)
HEART = Procedure(
    "{match}/pre/{driver}/heart",
    "whether a heart condition keeps a driver out",
    ("1d6",),
    1,
    ("roll_pre_match",),
    "DM-C-049",
)
BREAKDOWN = Procedure(
    "{match}/pre/{item}/breakdown",
    "whether an item breaks down before a match",
    ("1d6",),
    1,
    ("roll_pre_match",),
    "DM-C-088",
)
QUIRK = Procedure(
    "{match}/settle/{driver}/quirk",
    "whether a clone has a quirk, and which",
    ("1d6", "2d6"),
    3,
    ("open_settlement",),
    "DM-C-046",
)
POT = Procedure("{match}/settle/pot", "the prize pot", ("nd6",), 0, ("close_settlement",), "DM-C-096")
INCOME = Procedure(
    "{match}/settle/{sponsor}/income", "what a sponsor pays, and war", ("nd6",), 5, ("close_settlement",), "DM-C-072"
)
FACE_EARNED = Procedure(
    "{match}/settle/{driver}/face", "what a Face earns", ("2d6",), 2, ("close_settlement",), "DM-C-042"
)
FATIGUE = Procedure(
    "{match}/settle/{driver}/fatigue",
    "whether a driver tires or recovers",
    ("1d6",),
    4,
    ("close_settlement",),
    "DM-C-101",
)
ADVANCEMENT = Procedure(
    "{match}/settle/{driver}/advancement",
    "what new levels bring",
    ("2d6", "1d6"),
    0,
    ("close_settlement",),
    "DM-C-016",
)
REST = Procedure(
    "{round}/rest/{driver}/fatigue",
    "whether a driver without a match recovers",
    ("1d6",),
    1,
    ("close_round",),
    "DM-C-178",
)
TINKERING = Procedure(
    "{match}/shop/{id}/tinkering", "what a driver or a sponsor invents, and its price", ("1d6", "nd6"), 0,
    ("open_shopping",), "DM-C-136"
)  # fmt: skip
WORLD_TRADE = Procedure(
    "{match}/shop/{franchise}/world-trade", "what world trade offers, and its price", ("2d6", "nd6"), 0,
    ("roll_world_trade",), "DM-C-105"
)  # fmt: skip
WORLD_TRADE_AGAIN = Procedure(
    "{match}/shop/{franchise}/world-trade{again}", "the same for a second time and later", ("2d6", "nd6"), 0,
    ("roll_world_trade",), "DM-C-105"
)  # fmt: skip
TABLE_TIE = Procedure(
    "table/{franchise}",
    "who comes first of those that are level in the final table",
    ("1d6",),
    0,
    ("rank_table",),
    "DM-C-156",
)
CUP = Procedure("cup/{franchise}", "the bonus of the Metal Cup", ("1d6",), 1, ("award_cup",), "DM-C-157")
SPONSOR_LOST = Procedure(
    "pool/{franchise}/loss", "which sponsor is lost", ("1dn",), 1, ("draw_sponsors",), "DM-C-169"
)
FAREWELL = Procedure(
    "pool/{franchise}/farewell", "what the sponsor that was lost pays", ("nd6",), 5, ("draw_sponsors",), "DM-C-170"
)
PROCEDURE_USE = Procedure(
    "procedures/{use}",
    "what a referee's procedure asks of the dice",
    ("ndn",),
    0,
    ("perform_procedure",),
    "HOUSE-015",
)


def procedures_matching(path: str) -> list[Procedure]:
    """The procedures that a path fits; none if it is not a path of a season."""
    return [procedure for procedure in PROCEDURES if procedure.matches(path)]
