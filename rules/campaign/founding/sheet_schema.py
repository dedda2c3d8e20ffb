"""The schema of an opening sheet, for a league that was played on paper. Rule DM-C-180."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from rules.campaign.money.prices import ROOKIE_K
from rules.core.terms import CarId, DriverId, FranchiseId, ItemId, K, SponsorId, Trait


@dataclass(frozen=True, slots=True, kw_only=True)
class DriverSheet:
    """A driver: traits are base and advances, before quirks and fatigue.

    `fee` is what their contract was signed for, in credits; a `reserved` one has none yet, and only their franchise
    may hire them for this season (DM-C-062). `season_out` is a second Stupid or Unhinged of this season (DM-C-048).
    That they are barred or must retire follows from their quirks.
    """

    driver: DriverId
    name: str = ""
    driving: int = 3
    gunnery: int = 3
    initiative: int = 3
    toughness: int = 3
    xp: int = 0
    level: int = 1
    talents: list[str] = field(default_factory=list)
    quirks: dict[str, int] = field(default_factory=dict)
    fatigue: list[Trait] = field(default_factory=list)
    """The trait each point lowers, oldest first."""
    ardent_spent: bool = False
    trait_choices: int = 0
    season_out: bool = False
    reserved: bool = False
    fee: int = ROOKIE_K * K


@dataclass(frozen=True, slots=True, kw_only=True)
class CarSheet:
    """A car; `dp` is 60 or 75 unless it is given, `paid` what it was bought for, in credits.

    `designs` are what it is built like, by ruleset (DM-M-010).
    """

    car: CarId
    name: str = ""
    overhead: bool = False
    gunner_station: bool = False
    gearing: int = 0
    dp: int = 0
    paid: int = 0
    criticals: int = 0
    designs: dict[str, dict[str, Any]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemSheet:
    """An item, and the car, driver or weapon it is on; without `uses` it is new."""

    item: ItemId
    kind: str
    car: CarId = CarId("")
    driver: DriverId = DriverId("")
    weapon: ItemId = ItemId("")
    carcass: str = ""
    tread: str = ""
    gearing: int = 0
    variant: str = ""
    rolled: dict[str, int] = field(default_factory=dict)
    uses: int | None = None
    ammunition: int | None = None
    paid: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SponsorSheet:
    """A sponsor, and whether it was declared safe in the season before (DM-C-168)."""

    sponsor: SponsorId
    kind: str
    safe_last_season: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FranchiseSheet:
    """A franchise as it stands on paper; money is in credits."""

    franchise: FranchiseId
    name: str = ""
    balance: int = 0
    staff_rating: int = 1
    points: int = 0
    wins: int = 0
    criticals: int = 0
    first_season: int = 1
    party_thrown: bool = False
    cup_bonus: int = 0
    cup_plus_one: bool = False
    sponsors: list[SponsorSheet] = field(default_factory=list)
    cars: list[CarSheet] = field(default_factory=list)
    items: list[ItemSheet] = field(default_factory=list)
    drivers: list[DriverSheet] = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """Every franchise, and how many of the season's planned rounds were played on paper."""

    franchises: list[FranchiseSheet]
    rounds_before: int = 0
