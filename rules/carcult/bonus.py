"""Speed tokens that a car has from elsewhere than its own symbols: the scenario, and other cars. Rule CC-015.

A match says how many in the `bonus` of its setting; without it there are none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any

from rules.carcult.written import is_whole, unknown_fields
from rules.ruleset import Fault

MOST_BONUS = 10
"""The most tokens that either may give at once: a car has room for few more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonus:
    """The tokens a car has in every activation (CC-015): `scenario` of them from the scenario, `each_other_car` from
    each other car of its side that is on the table.
    """

    scenario: int = 0
    each_other_car: int = 0


FIELDS = tuple(each.name for each in fields(Bonus))


def faults_of_bonus(told: object) -> Iterator[Fault]:
    """Everything wrong with the bonus of a setting; it raises nothing."""
    if not isinstance(told, Mapping):
        yield _fault(f"The bonus is no object: write one with {' or '.join(FIELDS)}, or leave it out.")
        return
    yield from map(_fault, unknown_fields(told, FIELDS, "The bonus"))
    for name, tokens in told.items():
        if name in FIELDS and not (is_whole(tokens) and 0 <= tokens <= MOST_BONUS):
            yield _fault(f"The bonus has no whole number from 0 to {MOST_BONUS} for its {name}: give it one.")


def bonus_of(setting: Mapping[str, Any]) -> Bonus:
    """The bonus of a setting without faults."""
    return Bonus(**setting.get("bonus", {}))


def _fault(sentence: str) -> Fault:
    return Fault(code="bad_bonus", rule="CC-015", sentence=sentence)
