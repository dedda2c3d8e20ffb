"""What an engine needs of a locked match. Rules DM-C-011, DM-C-040, DM-C-050, DM-C-067, DM-C-077, DM-C-087, DM-C-090,
DM-C-092, DM-M-038.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.goods import Item
from rules.campaign.item_checks import magazine
from rules.campaign.losses import kit_uses, kits_of
from rules.campaign.sponsors import times_helped
from rules.campaign.staff import rating_in
from rules.campaign.state import Car, LineUp, Match, Season, Seat
from rules.campaign.talents import MECHANIC
from rules.campaign.traits import effective, trait_cap
from rules.refusal import Refusal
from rules.terms import Trait

ATTEMPTS_A_CHECK = 3
"""A Mechanic makes one more repair check for every so many attempts of his team (DM-C-040)."""
MECHANIC_SKILL = 3
"""The skill of a Mechanic; each further copy of the talent adds 1 (DM-C-040)."""


class NotLocked(Refusal):
    """The match's line-ups are not locked, or its report has been accepted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedItem:
    """An item on a car: its kind in the catalogue and whatever was chosen, rolled or left of it.

    `weapon` is the item it is fixed to. `ammunition` is what is in its magazine now, None when it has none.
    """

    id: str
    kind: str
    weapon: str
    carcass: str
    tread: str
    variant: str
    rolled: dict[str, int]
    ammunition: int | None
    backwards: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedCar:
    """A car as it enters: `gearing` with the gear-set fitted, `criticals` standing from before, items by id."""

    id: str
    dp: int
    overhead: bool
    gunner_station: bool
    gearing: int
    criticals: int
    items: tuple[PackedItem, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedDriver:
    """A driver as he enters: traits in effect, talents and quirks as at the lock, and the kinds he wears.

    Traits may be 0 or less; flesh wounds and what he wears are the engine's to reckon (DM-C-011).
    """

    id: str
    traits: dict[str, int]
    talents: tuple[str, ...]
    quirks: dict[str, int]
    worn: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedSeat:
    """A car of a line-up with its crew; without a gunner where nobody works the station."""

    car: PackedCar
    driver: PackedDriver
    gunner: PackedDriver | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RepairCheck:
    """The extra repair checks a Mechanic makes in each interval between heats, and his skill (DM-C-040)."""

    driver: str
    checks: int
    skill: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PackedTeam:
    """A franchise in a match: its staff's rating, what pit checks add to it, its seats and who may be sent in.

    `kit_uses` is what its medical kits have together; `fresh` are available drivers without a seat (DM-M-038).
    """

    franchise: str
    staff_rating: int
    pit_bonus: int
    kit_uses: int
    mechanics: tuple[RepairCheck, ...]
    seats: tuple[PackedSeat, ...]
    fresh: tuple[PackedDriver, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Packet:
    """A locked match: its settings, and every team that appears, by franchise."""

    match: str
    event: str
    surface: str
    heats: int
    scoring: str
    repair_attempts: int
    teams: tuple[PackedTeam, ...]


def packet(season: Season, match: str) -> Packet:
    """Everything an engine needs to resolve a match. Raises `NotLocked` unless it awaits its report."""
    locked = season.match(match)
    if locked.step != "M4":
        raise NotLocked(f"{locked.id} is not locked and awaiting its report: lock its line-ups first.")
    return Packet(
        match=locked.id,
        event=locked.event,
        surface=locked.surface,
        heats=locked.heats,
        scoring=locked.scoring,
        repair_attempts=locked.repair_attempts,
        teams=tuple(
            _team(season, locked, line_up) for line_up in season.line_ups_of(locked.id) if not line_up.forfeited
        ),
    )


def extra_checks(*, attempts: int) -> int:
    """A third of the team's repair attempts, to the nearest whole, at least 1 (DM-C-040)."""
    return max(1, round(attempts / ATTEMPTS_A_CHECK))


def _team(season: Season, match: Match, line_up: LineUp) -> PackedTeam:
    franchise = season.franchise(line_up.franchise)
    seats = season.seats_of(line_up.id)
    crew = {id for seat in seats for id in (seat.driver, seat.gunner) if id}
    return PackedTeam(
        franchise=franchise.id,
        staff_rating=rating_in(franchise, line_up),
        pit_bonus=times_helped(season, franchise.id, "tire_company"),
        kit_uses=sum(kit_uses(season, kit) for kit in kits_of(season, franchise.id)),
        mechanics=_mechanics(season, match, line_up),
        seats=tuple(_seat(season, line_up, seat) for seat in seats),
        fresh=tuple(
            _driver(season, line_up, driver.id)
            for driver in season.roster(franchise.id)
            if driver.availability == "available" and driver.id not in crew
        ),
    )


def _mechanics(season: Season, match: Match, line_up: LineUp) -> tuple[RepairCheck, ...]:
    """Every Mechanic who is not out of action, in a car or not; a barred one by house rule (DM-C-040, DM-C-050)."""
    able = {"available"}
    if season.setting("quirks.barred_mechanic_may_repair"):
        able.add("barred")
    copies = {
        driver.id: line_up.locked[driver.id].talents.count(MECHANIC)
        for driver in season.roster(line_up.franchise)
        if driver.availability in able
    }
    checks = extra_checks(attempts=match.repair_attempts)
    return tuple(
        RepairCheck(driver=driver, checks=checks, skill=MECHANIC_SKILL + held - 1)
        for driver, held in copies.items()
        if held
    )


def _seat(season: Season, line_up: LineUp, seat: Seat) -> PackedSeat:
    return PackedSeat(
        car=_car(season, season.car(seat.car)),
        driver=_driver(season, line_up, seat.driver),
        gunner=_driver(season, line_up, seat.gunner) if seat.gunner else None,
    )


def _car(season: Season, car: Car) -> PackedCar:
    items = season.fitted(car.id)
    sets = [each.gearing for each in items if each.kind == "gear_set"]
    return PackedCar(
        id=car.id,
        dp=car.dp,
        overhead=car.overhead,
        gunner_station=car.gunner_station,
        gearing=sets[0] if sets else car.gearing,
        criticals=car.criticals,
        items=tuple(_item(season, each) for each in items),
    )


def _item(season: Season, item: Item) -> PackedItem:
    left = magazine(item) or None
    if item.ammunition is not None and not season.setting("stores.free_ammo"):
        left = item.ammunition
    return PackedItem(
        id=item.id,
        kind=item.kind,
        weapon=item.weapon,
        carcass=item.carcass,
        tread=item.tread,
        variant=item.variant,
        rolled=dict(item.rolled),
        ammunition=left,
        backwards=item.backwards,
    )


def _driver(season: Season, line_up: LineUp, id: str) -> PackedDriver:
    driver, locked, cap = season.driver(id), line_up.locked[id], trait_cap(season)
    return PackedDriver(
        id=id,
        traits={trait.value: effective(driver, trait, cap=cap).value for trait in Trait},
        talents=tuple(locked.talents),
        quirks=dict(sorted(locked.quirks.items())),
        worn=tuple(item.kind for item in season.worn(id)),
    )
