"""What a scenario changes about speed tokens: those that cars begin with, and bonus tokens. Rules CC-015, CC-030.

A match's setting has them as `starting_speed` and `bonus`. Without them, cars choose their starting speed and get no
bonus.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any

from rules.carcult.document_checks import is_int, unknown_field_errors
from rules.match.ruleset import ErrorDetail

MOST_AT_START = 7
"""The most tokens a scenario may let cars begin with: the AZ of the largest engine (CC-030, CC-071)."""
MOST_BONUS = 10
"""The most bonus tokens from either source; a car has room for few more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonus:
    """The bonus tokens that a car gets in every activation (CC-015).

    `scenario` is how many it gets from the scenario, `each_other_car` how many from each other car of its side on the
    table.
    """

    scenario: int = 0
    each_other_car: int = 0


FIELDS = tuple(field.name for field in fields(Bonus))


def bonus_errors(bonus: object) -> Iterator[ErrorDetail]:
    """Every error of the bonus in a setting; raises nothing."""
    if not isinstance(bonus, Mapping):
        yield _fault(f"The bonus is no object: write one with {' or '.join(FIELDS)}, or leave it out.")
        return
    yield from map(_fault, unknown_field_errors(bonus, FIELDS, "The bonus"))
    for name, tokens in bonus.items():
        if name in FIELDS and not (is_int(tokens) and 0 <= tokens <= MOST_BONUS):
            yield _fault(f"The bonus has no whole number from 0 to {MOST_BONUS} for its {name}: give it one.")


def bonus_of(setting: Mapping[str, Any]) -> Bonus:
    """The bonus of a setting that has no errors."""
    return Bonus(**setting.get("bonus", {}))


def starting_speed_errors(speed: object) -> Iterator[ErrorDetail]:
    """The errors of the starting speed in a setting; raises nothing."""
    if not (is_int(speed) and 0 <= speed <= MOST_AT_START):
        text = f"The starting speed is no whole number from 0 to {MOST_AT_START}: give one, or leave it out."
        yield ErrorDetail(code="bad_starting_speed", rule="CC-030", sentence=text)


def scenario_errors(setting: Mapping[str, Any]) -> Iterator[ErrorDetail]:
    """Every error of the scenario in a setting."""
    if "bonus" in setting:
        yield from bonus_errors(setting["bonus"])
    if "starting_speed" in setting:
        yield from starting_speed_errors(setting["starting_speed"])


def _fault(sentence: str) -> ErrorDetail:
    return ErrorDetail(code="bad_bonus", rule="CC-015", sentence=sentence)
