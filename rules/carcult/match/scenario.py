"""What a scenario says of speed tokens: with how many cars begin, and how many they have beside those they generate.
Rules CC-015, CC-030.

A match says so in its setting, as `starting_speed` and `bonus`; without them cars begin as they like, with no bonus.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any

from rules.carcult.document_checks import is_int, unknown_field_errors
from rules.match.ruleset import ErrorDetail

MOST_AT_START = 7
"""The most tokens a scenario has cars begin with: the action zones of the largest engine (CC-030, CC-071)."""
MOST_BONUS = 10
"""The most tokens that either may give at once: a car has room for few more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonus:
    """The tokens a car has in every activation (CC-015): `scenario` of them from the scenario, `each_other_car` from
    each other car of its side that is on the table.
    """

    scenario: int = 0
    each_other_car: int = 0


FIELDS = tuple(field.name for field in fields(Bonus))


def bonus_errors(told: object) -> Iterator[ErrorDetail]:
    """Everything wrong with the bonus of a setting; it raises nothing."""
    if not isinstance(told, Mapping):
        yield _fault(f"The bonus is no object: write one with {' or '.join(FIELDS)}, or leave it out.")
        return
    yield from map(_fault, unknown_field_errors(told, FIELDS, "The bonus"))
    for name, tokens in told.items():
        if name in FIELDS and not (is_int(tokens) and 0 <= tokens <= MOST_BONUS):
            yield _fault(f"The bonus has no whole number from 0 to {MOST_BONUS} for its {name}: give it one.")


def bonus_of(setting: Mapping[str, Any]) -> Bonus:
    """The bonus of a setting without faults."""
    return Bonus(**setting.get("bonus", {}))


def starting_speed_errors(told: object) -> Iterator[ErrorDetail]:
    """What is wrong with the tokens that every car is to begin with; it raises nothing."""
    if not (is_int(told) and 0 <= told <= MOST_AT_START):
        text = f"The starting speed is no whole number from 0 to {MOST_AT_START}: give one, or leave it out."
        yield ErrorDetail(code="bad_starting_speed", rule="CC-030", sentence=text)


def scenario_errors(setting: Mapping[str, Any]) -> Iterator[ErrorDetail]:
    """Everything wrong with what a setting says of speed tokens."""
    if "bonus" in setting:
        yield from bonus_errors(setting["bonus"])
    if "starting_speed" in setting:
        yield from starting_speed_errors(setting["starting_speed"])


def _fault(sentence: str) -> ErrorDetail:
    return ErrorDetail(code="bad_bonus", rule="CC-015", sentence=sentence)
