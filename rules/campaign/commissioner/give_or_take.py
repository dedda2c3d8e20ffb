"""Commissioner's acts that give or take items, cars and sponsors. Every limit still applies. Rules DM-C-065,
DM-C-069, HOUSE-003.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from rules.campaign.commissioner.goods_checks import car_definition_errors, item_definition_errors
from rules.campaign.core.command import STEPS_BEFORE_CLOSED, Command, Giver, command
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.locks_and_shops import refuse_locked
from rules.campaign.core.names import clean_legible_name, clean_new_id
from rules.campaign.core.state import Car, CarNotInGarage, Item, Season, Sponsor
from rules.campaign.garage.cars import NORMAL_DP, OVERHEAD_DP, GarageFull, GarageTooSmall
from rules.campaign.garage.stores import add_item, lose_item, strip_car
from rules.campaign.sponsors.holding_companies import LastSponsor
from rules.campaign.sponsors.kinds import SPONSOR_KINDS, SponsorJoined, SponsorsFull
from rules.campaign.sponsors.party import SponsorLeft
from rules.core.dice import Dice
from rules.core.refusals import Malformed, Refusal, Unknown
from rules.core.terms import CarId, FranchiseId, ItemId, SponsorId
from rules.match.catalog import CATALOG

STEPS_AFTER_FOUNDING = STEPS_BEFORE_CLOSED[1:]
TAKEN_REASON = "taken by the commissioner"


class SponsorPooled(Refusal):
    """The sponsor is in the common pool and belongs to nobody (DM-C-169)."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class CarEntered(Fact):
    """A car came to a franchise without being bought: given by a commissioner, or from an opening sheet.

    Rules HOUSE-003, DM-C-180.
    """

    says = "{franchise} has {car}, {dp} DP."
    franchise: FranchiseId
    car: CarId
    name: str
    dp: int


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class CarTaken(Fact):
    """A commissioner took a car, with everything that is fixed to it (HOUSE-003)."""

    says = "{car} was taken from {franchise}."
    franchise: FranchiseId
    car: CarId


@command(steps=STEPS_AFTER_FOUNDING, by=Giver.COMMISSIONER, reasoned=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class GiveItem(Command):
    """Give a franchise an item of any table, into its stores (HOUSE-003).

    `rolled` and `variant` are the values that would have been rolled when it was invented. Without `uses` it is new.
    """

    franchise: FranchiseId
    item: ItemId
    kind: str
    carcass: str = ""
    tread: str = ""
    gearing: int = 0
    variant: str = ""
    rolled: dict[str, int] = field(default_factory=dict)
    uses: int | None = None

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `LockedForMatch`, `IdTaken` or `Malformed`."""
        season.franchise(self.franchise)
        refuse_locked(season, self.franchise)
        clean_new_id(self.item, among=season.items, thing="item")
        full_uses = CATALOG[self.kind].uses if self.kind in CATALOG else 0  # no mutant: refused below
        item = Item(
            id=self.item,
            franchise=self.franchise,
            kind=self.kind,
            origin="house",
            carcass=self.carcass,
            tread=self.tread,
            gearing=self.gearing,
            variant=self.variant,
            rolled=dict(self.rolled),
            uses=full_uses if self.uses is None else self.uses,
        )
        if errors := item_definition_errors(item):
            raise Malformed(f"That cannot be given: {' '.join(errors)}")
        return [add_item(season, item, rule="HOUSE-003")]


@command(steps=STEPS_AFTER_FOUNDING, by=Giver.COMMISSIONER, reasoned=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class TakeItem(Command):
    """Take an item from a franchise, wherever it is fitted (HOUSE-003)."""

    item: ItemId

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `LockedForMatch` or `Unknown`."""
        item = season.item(self.item)
        refuse_locked(season, item.franchise)
        return lose_item(season, item, reason=TAKEN_REASON, rule="HOUSE-003")


@command(steps=STEPS_AFTER_FOUNDING, by=Giver.COMMISSIONER, reasoned=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class GiveCar(Command):
    """Give a franchise a car that it has room for (HOUSE-003); without `dp` it has the printed design points."""

    franchise: FranchiseId
    car: CarId
    name: str = ""
    overhead: bool = False
    gunner_station: bool = False
    gearing: int = 0
    dp: int = 0

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `LockedForMatch`, `GarageFull`, `IdTaken` or `Malformed`."""
        season.franchise(self.franchise)
        refuse_locked(season, self.franchise)
        clean_new_id(self.car, among=season.cars, thing="car")
        clean_legible_name(self.name, thing="name of the car")
        limit = season.number_setting("garage.max")
        if len(season.garage(self.franchise)) >= limit:
            raise GarageFull(f"{self.franchise} has {limit} cars, the most a garage holds: give it no more.")
        car = Car(
            id=self.car,
            franchise=self.franchise,
            dp=self.dp or (OVERHEAD_DP if self.overhead else NORMAL_DP),
            paid=0,
            overhead=self.overhead,
            gunner_station=self.gunner_station,
            gearing=self.gearing,
        )
        if errors := car_definition_errors(season, car):
            raise Malformed(f"That cannot be given: {' '.join(errors)}")
        season.cars[car.id] = car
        return [CarEntered(rule="HOUSE-003", franchise=self.franchise, car=self.car, name=self.name, dp=car.dp)]


@command(steps=STEPS_AFTER_FOUNDING, by=Giver.COMMISSIONER, reasoned=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class TakeCar(Command):
    """Take a car from a garage that stays large enough; removable items go to the stores (HOUSE-003)."""

    car: CarId

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `LockedForMatch`, `CarNotInGarage` or `GarageTooSmall`."""
        car = season.car(self.car)
        refuse_locked(season, car.franchise)
        garage, least = season.garage(car.franchise), season.number_setting("garage.min")
        if car not in garage:
            raise CarNotInGarage(f"{car.id} stands in no garage any more: take a car that does.")
        if len(garage) <= least:
            raise GarageTooSmall(
                f"{car.franchise} has {len(garage)} cars and a garage keeps {least}: give it another first."
            )
        facts = strip_car(season, car)
        for item in season.items_on_car(car.id):
            facts.extend(lose_item(season, item, reason=TAKEN_REASON, rule="HOUSE-003"))
        car.phase = "scrapped"
        return [*facts, CarTaken(rule="HOUSE-003", franchise=FranchiseId(car.franchise), car=self.car)]


@command(steps=STEPS_AFTER_FOUNDING, by=Giver.COMMISSIONER, reasoned=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class GiveSponsor(Command):
    """Give a franchise a sponsor it has room for (HOUSE-003)."""

    franchise: FranchiseId
    sponsor: SponsorId
    kind: str

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `LockedForMatch`, `SponsorsFull`, `IdTaken` or `Unknown`."""
        season.franchise(self.franchise)
        refuse_locked(season, self.franchise)
        clean_new_id(self.sponsor, among=season.sponsors, thing="sponsor")
        if self.kind not in SPONSOR_KINDS:
            raise Unknown(f"There is no sponsor {self.kind[:80]!r}: use one of {', '.join(sorted(SPONSOR_KINDS))}.")
        limit = season.number_setting("sponsors.max")
        if len(season.sponsors_of(self.franchise)) >= limit:
            raise SponsorsFull(f"{self.franchise} has {limit} sponsors, the most there may be: take one first.")
        season.sponsors[self.sponsor] = Sponsor(
            id=self.sponsor, franchise=self.franchise, kind=self.kind, joined=season.number
        )
        return [
            SponsorJoined(rule="HOUSE-003", franchise=self.franchise, sponsor=self.sponsor, sponsor_kind=self.kind)
        ]


@command(steps=STEPS_AFTER_FOUNDING, by=Giver.COMMISSIONER, reasoned=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class TakeSponsor(Command):
    """Take a sponsor that is not a franchise's last (HOUSE-003)."""

    sponsor: SponsorId

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `LockedForMatch`, `SponsorPooled`, `LastSponsor` or `Unknown`."""
        sponsor = season.sponsor(self.sponsor)
        if not sponsor.franchise:
            raise SponsorPooled(
                f"{sponsor.id} is in the pool and belongs to nobody: take one that belongs to somebody."
            )
        refuse_locked(season, sponsor.franchise)
        if len(season.sponsors_of(sponsor.franchise)) == 1:
            raise LastSponsor(f"{sponsor.id} is the last sponsor of {sponsor.franchise}: leave it.")
        del season.sponsors[sponsor.id]
        return [
            SponsorLeft(
                rule="HOUSE-003",
                franchise=FranchiseId(sponsor.franchise),
                sponsor=self.sponsor,
                sponsor_kind=sponsor.kind,
            )
        ]
