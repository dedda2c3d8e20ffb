"""Cars after a match: the damage they took, and each owner's decision to repair, replace or give up. Rules DM-C-079,
DM-C-080, DM-C-094, DM-C-095, DM-C-151.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from rules.campaign.core.command import Command, Giver, command
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.state import Car, LineUp, Season
from rules.campaign.garage.stores import lose_item
from rules.campaign.money.bills import add_bill
from rules.campaign.money.prices import repair_price, replacement_price
from rules.campaign.sponsors.kinds import effect_count, repair_amount, replacement_amount
from rules.core.dice import Dice
from rules.core.refusals import Refusal
from rules.core.terms import CarId, FranchiseId, MatchId
from rules.match.report import CarReport


class AlreadyDecided(Refusal):
    """The franchise has already decided on its cars for that match."""


class CarNotDestroyed(Refusal):
    """Only a destroyed car of the franchise can be given up."""


class CarNotRepairable(Refusal):
    """Only a surviving car of the franchise that has criticals can be repaired."""


class CarNamedTwice(Refusal):
    """The decision names a car more than once."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class CarDestroyed(Fact):
    """A car was destroyed in a match, with everything on it (DM-C-094)."""

    says = "{car} of {franchise} was destroyed in {match}."
    match: MatchId
    franchise: FranchiseId
    car: CarId


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class CarDamaged(Fact):
    """The criticals on a car changed (DM-C-090)."""

    says = "Criticals standing on {car} of {franchise} after {match}: {criticals}; before it: {had}."
    match: MatchId
    franchise: FranchiseId
    car: CarId
    had: int
    criticals: int


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class CarReplaced(Fact):
    """A destroyed car was replaced by one of the same design (DM-C-095)."""

    says = "{franchise} replaced {car}."
    match: MatchId
    franchise: FranchiseId
    car: CarId


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class CarGivenUp(Fact):
    """A destroyed car left the garage for good (DM-C-095)."""

    says = "{franchise} gave up {car}."
    match: MatchId
    franchise: FranchiseId
    car: CarId


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class CarRepaired(Fact):
    """All criticals of a car were repaired (DM-C-095)."""

    says = "{franchise} repaired {car} (criticals: {criticals})."
    match: MatchId
    franchise: FranchiseId
    car: CarId
    criticals: int


def return_car(line_up: LineUp, car: Car, claim: CarReport) -> list[Fact]:
    """Apply a report to a car: destroy it, or set the criticals standing on it."""
    match, team, id = MatchId(line_up.match), FranchiseId(line_up.franchise), CarId(car.id)
    if claim.destroyed:
        car.destroyed, car.criticals = True, 0
        return [CarDestroyed(rule="DM-C-094", match=match, franchise=team, car=id)]
    had, car.criticals = car.criticals, claim.criticals
    if had == car.criticals:
        return []
    return [CarDamaged(rule="DM-C-090", match=match, franchise=team, car=id, had=had, criticals=car.criticals)]


def destroyed_cars(season: Season, franchise: str) -> list[Car]:
    """The destroyed cars of a franchise, each to be replaced or given up."""
    return [car for car in season.garage(franchise) if car.destroyed]


def damaged_cars(season: Season, franchise: str) -> list[Car]:
    """The surviving cars of a franchise that have criticals."""
    return [car for car in season.garage(franchise) if not car.destroyed and car.criticals]


def repair_cars(season: Season, line_up: LineUp, cars: Iterable[Car]) -> list[Fact]:
    """Repair all criticals of each car and bill it; the cap comes before the Mechanic shop's discount (DM-C-079)."""
    facts: list[Fact] = []
    shop = effect_count(season, line_up.franchise, "mechanic_shop")
    for car in cars:
        listed = repair_price(criticals=car.criticals, overhead=car.overhead)
        amount = repair_amount(listed=listed, overhead=car.overhead, mechanic_shop=shop)
        facts.append(
            CarRepaired(
                rule="DM-C-095",
                match=MatchId(line_up.match),
                franchise=FranchiseId(line_up.franchise),
                car=CarId(car.id),
                criticals=car.criticals,
            )
        )
        facts.append(add_bill(line_up, bill="repair", subject=car.id, listed=listed, amount=amount))
        car.criticals = 0
    return facts


def _replace(season: Season, line_up: LineUp, car: Car) -> list[Fact]:
    listed = replacement_price(overhead=car.overhead)
    amount = replacement_amount(listed=listed, insured=effect_count(season, line_up.franchise, "insurance"))
    car.destroyed, car.criticals = False, 0
    match, team = MatchId(line_up.match), FranchiseId(line_up.franchise)
    return [
        CarReplaced(rule="DM-C-095", match=match, franchise=team, car=CarId(car.id)),
        add_bill(line_up, bill="replacement", subject=car.id, listed=listed, amount=amount),
    ]


def _give_up(season: Season, line_up: LineUp, car: Car) -> list[Fact]:
    """Give up a destroyed car, and lose the armor in the stores that is bound to it (DM-C-151)."""
    car.phase = "scrapped"
    match, team = MatchId(line_up.match), FranchiseId(line_up.franchise)
    facts: list[Fact] = [CarGivenUp(rule="DM-C-095", match=match, franchise=team, car=CarId(car.id))]
    for item in season.stores(line_up.franchise):
        if item.bound == car.id:
            facts.extend(lose_item(season, item, reason=f"given up with {car.id}", rule="DM-C-151"))
    return facts


def decide_repairs_automatically(season: Season, line_up: LineUp) -> list[Fact]:
    """If the owner has nothing to decide, make any mandatory repairs and mark the line-up as decided."""
    if destroyed_cars(season, line_up.franchise):
        return []
    damaged = damaged_cars(season, line_up.franchise)
    if damaged and not season.setting("repairs.mandatory"):
        return []
    line_up.decided = True
    return repair_cars(season, line_up, damaged)


@command(steps=("M5.4",), by=Giver.OWNER)
@dataclass(frozen=True, slots=True, kw_only=True)
class DecideRepairs(Command):
    """Decide about a franchise's cars after a match (DM-C-095).

    Those given up leave, and other destroyed ones are replaced. `repair` names the surviving cars to repair, each
    completely. Where repairs are mandatory, all damaged cars are.
    """

    franchise: FranchiseId
    match: MatchId
    give_up: list[CarId] = field(default_factory=list)
    repair: list[CarId] = field(default_factory=list)

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `AlreadyDecided`, `CarNotDestroyed`, `CarNotRepairable` or `CarNamedTwice`."""
        line_up = season.line_up(self.match, self.franchise)
        if line_up.decided:
            raise AlreadyDecided(
                f"{self.franchise} has decided on its cars after {self.match}: nothing is left to do."
            )
        named = [*self.give_up, *self.repair]
        for id in named:
            if named.count(id) > 1:
                raise CarNamedTwice(f"{id[:80]} is named more than once: give it up or repair it, once.")
        destroyed = destroyed_cars(season, self.franchise)
        damaged = damaged_cars(season, self.franchise)
        for id in self.give_up:
            if id not in {car.id for car in destroyed}:
                raise CarNotDestroyed(f"{id[:80]} is no destroyed car of {self.franchise}: leave it out.")
        for id in self.repair:
            if id not in {car.id for car in damaged}:
                raise CarNotRepairable(
                    f"{id[:80]} is no surviving car of {self.franchise} with criticals: leave it out."
                )
        facts: list[Fact] = []
        for car in destroyed:
            if car.id in self.give_up:
                facts.extend(_give_up(season, line_up, car))
            else:
                facts.extend(_replace(season, line_up, car))
        mandatory = season.setting("repairs.mandatory")
        facts.extend(repair_cars(season, line_up, (car for car in damaged if mandatory or car.id in self.repair)))
        line_up.decided = True
        return facts


def default_repair_decision(season: Season, *, match: MatchId, franchise: FranchiseId) -> DecideRepairs:
    """The decision used when an owner misses their deadline: replace all, repair all (annex a, M5.4)."""
    return DecideRepairs(
        franchise=franchise,
        match=match,
        repair=[CarId(car.id) for car in damaged_cars(season, franchise)],
    )
