"""How a franchise's cars came home from a settled match, from its facts. Rules DM-C-094 and DM-C-095."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from explain.fact_rendering import RenderedFact
from explain.printed_names import quantity

LOST = frozenset({"car_destroyed", "car_given_up"})
"""Facts after which a car is not the franchise's any more, unless it is replaced."""
REPLACED = "car_replaced"


@dataclass(frozen=True, slots=True)
class CarLine:
    """A car that was hit in a match: its name, what happened to it, and whether it is lost."""

    name: str
    words: str
    lost: bool


def cars_reward(facts: Iterable[RenderedFact], franchise: str, *, names: Mapping[str, str]) -> list[CarLine]:
    """The cars of a franchise to which something happened; `facts` are those of the settlement, oldest first."""
    told: dict[str, list[str]] = {}
    lost: set[str] = set()
    for fact in facts:
        stated: Any = fact.stated
        if fact.franchise != franchise or (words := _words(stated)) == "":
            continue
        told.setdefault(stated.car, []).append(words)
        if stated.tag in LOST:
            lost.add(stated.car)
        elif stated.tag == REPLACED:
            lost.discard(stated.car)
    return [CarLine(names.get(car) or car, ", ".join(words), car in lost) for car, words in told.items()]


def _words(stated: Any) -> str:
    """What a fact says of its car in a few words, "" if it is about something else."""
    match stated.tag:
        case "car_destroyed":
            return "destroyed"
        case "car_damaged":
            return quantity(stated.criticals, "critical")
        case "car_replaced":
            return "replaced"
        case "car_given_up":
            return "given up"
        case "car_repaired":
            return f"{quantity(stated.criticals, 'critical')} repaired"
    return ""
