"""Designs of cars by ruleset: each is given once, when the car is bought or later, and never changes. Rules DM-C-150,
DM-M-010.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.campaign.core.command import Command, Giver, command
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.goods import Item
from rules.campaign.core.locks_and_shops import refuse_locked
from rules.campaign.core.state import Car, Season
from rules.campaign.garage.load_limits import kinds_for_stock_design, load_errors
from rules.core.canonical_json import json_digest
from rules.core.dice import Dice
from rules.core.refusals import Refusal
from rules.core.terms import CarId, FranchiseId
from rules.match.registry import get_ruleset
from rules.match.ruleset import in_words, without_warnings


class DesignFaulty(Refusal):
    """The design is not legal for its car; every error is listed (DM-M-036)."""


class DesignStands(Refusal):
    """The car already has a design for that ruleset, and a design never changes (DM-M-010)."""


class CarNotOwn(Refusal):
    """The car is not in the franchise's garage."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class CarDesigned(Fact):
    """A car has its design for a ruleset; `design` is the SHA-256 of its JSON (DM-M-010)."""

    says = "{car} of {franchise} has its design for {ruleset}."
    franchise: FranchiseId
    car: CarId
    ruleset: str
    design: str


def refuse_faulty_designs(season: Season, car: Car, designs: Mapping[str, dict[str, Any]]) -> None:
    """Raise `DesignFaulty` with all errors of designs for a car and what it carries (DM-C-150), grouped by ruleset.

    Raises `Unknown` for an unknown ruleset.
    """
    kinds = item_kinds_on_car(season.items_on_car(car.id))
    sentences = []
    for ruleset in map(get_ruleset, sorted(designs)):
        errors = ruleset.design_errors(
            designs[ruleset.name],
            dp=car.dp,
            gunner_station=car.gunner_station,
            gearing=car.gearing,
            switches=season.switches,
        )
        errors += load_errors(season, car, kinds, designs={ruleset.name: designs[ruleset.name]})
        if serious_errors := without_warnings(errors):
            sentences.append(f"{ruleset.title}: {in_words(serious_errors)}")
    if sentences:
        raise DesignFaulty(f"{car.id} cannot be built like that: {' '.join(sentences)}")


def assign_designs(car: Car, designs: Mapping[str, dict[str, Any]]) -> list[Fact]:
    """Give a car designs that were found legal, and return the facts."""
    for ruleset in sorted(designs):
        car.designs = {**car.designs, ruleset: designs[ruleset]}
    return [
        CarDesigned(
            rule="DM-M-010",
            franchise=FranchiseId(car.franchise),
            car=CarId(car.id),
            ruleset=ruleset,
            design=json_digest(designs[ruleset]),
        )
        for ruleset in sorted(designs)
    ]


def design_for(season: Season, car: Car, ruleset: str) -> dict[str, Any]:
    """The car's own design for a ruleset, else a stock design that takes its load; empty without a ruleset."""
    if not ruleset:
        return {}
    if ruleset in car.designs:
        return car.designs[ruleset]
    return get_ruleset(ruleset).stock_design(
        dp=car.dp,
        gunner_station=car.gunner_station,
        gearing=car.gearing,
        kinds=kinds_for_stock_design(season, item_kinds_on_car(season.items_on_car(car.id))),
        switches=season.switches,
    )


def item_kinds_on_car(items: list[Item]) -> list[str]:
    """The kinds of these items, without those fixed to a weapon."""
    return [item.kind for item in items if not item.weapon]


@command(steps=("S2", "M"), by=Giver.OWNER)
@dataclass(frozen=True, slots=True, kw_only=True)
class DesignCar(Command):
    """Give a car without a design for a ruleset that design, which is final (DM-M-010).

    A car without a design enters matches as a stock design.
    """

    franchise: FranchiseId
    car: CarId
    ruleset: str
    design: dict[str, Any]

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `CarNotOwn`, `LockedForMatch`, `DesignStands`, `DesignFaulty` or `Unknown`."""
        franchise, car = season.franchise(self.franchise), season.car(self.car)
        if car not in season.garage(franchise.id):
            raise CarNotOwn(f"{car.id} does not stand in the garage of {franchise.id}: design a car that does.")
        refuse_locked(season, franchise.id)
        if self.ruleset in car.designs:
            raise DesignStands(
                f"{car.id} has its design for {self.ruleset} and keeps it: buy another car for another design."
            )
        designs = {self.ruleset: self.design}
        refuse_faulty_designs(season, car, designs)
        return assign_designs(car, designs)
