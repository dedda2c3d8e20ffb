"""Designs of cars by ruleset: each is given once, when the car is bought or later, and never changes.

A design may forbid its car to carry something: hydraulics without a lowered suspension. That applies from edition 3
on. A car without a design of its own enters as a stock design made for what it carries. Rules DM-C-150, DM-M-010.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.campaign.core.command import Command, Giver, command
from rules.campaign.core.editions import EDITIONS, has_edition
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.locks_and_shops import refuse_locked
from rules.campaign.core.state import Car, Item, Season
from rules.core.canonical_json import json_digest
from rules.core.dice import Dice
from rules.core.refusals import Refusal
from rules.core.terms import CarId, FranchiseId
from rules.match.registry import get_ruleset, rulesets
from rules.match.ruleset import ErrorDetail, in_words, without_warnings

LOAD_LIMITS_SINCE = "3"
"""The first edition that checks what a car carries against its designs."""
DESIGN_LIMITED_KINDS = frozenset({"hydraulics"})
"""The items that a design may forbid. Earlier editions chose stock designs without regard to them (DM-C-150)."""


class DesignForbidsItem(Refusal):
    """The design of the car does not allow it to carry the item (DM-C-150)."""


def load_errors(
    season: Season, car: Car, kinds: Sequence[str], *, designs: Mapping[str, dict[str, Any]] | None = None
) -> list[ErrorDetail]:
    """The errors of carrying items of these kinds on a car with those designs, by default its own."""
    if not has_edition(season, LOAD_LIMITS_SINCE):
        return []
    return _faults(car.designs if designs is None else designs, kinds)


def refuse_unsuited(season: Season, car: Car, item: Item) -> None:
    """Raise `DesignForbidsItem` when a design of the car forbids the item."""
    if errors := load_errors(season, car, [item.kind]):
        raise DesignForbidsItem(f"{item.id} cannot go on {car.id}: {in_words(errors)}")


def kinds_for_stock_design(season: Season, kinds: Sequence[str]) -> list[str]:
    """The kinds that the choice of a stock design takes into account in this season's edition."""
    return [kind for kind in kinds if kind not in DESIGN_LIMITED_KINDS or has_edition(season, LOAD_LIMITS_SINCE)]


def items_barred_by_edition(season: Season, edition: str) -> list[Item]:
    """The items that must come off their cars when the season adopts that edition, by id."""
    if EDITIONS.index(edition) < EDITIONS.index(LOAD_LIMITS_SINCE) or has_edition(season, LOAD_LIMITS_SINCE):
        return []
    on_cars = [item for _, item in sorted(season.items.items()) if item.car]
    return [item for item in on_cars if _faults(season.car(item.car).designs, [item.kind])]


def _faults(designs: Mapping[str, dict[str, Any]], kinds: Sequence[str]) -> list[ErrorDetail]:
    """The errors by all installed rulesets that the car has designs for."""
    return [
        error
        for ruleset in rulesets()
        if ruleset.name in designs
        for error in without_warnings(ruleset.load_errors(designs[ruleset.name], kinds=kinds))
    ]


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
