"""Random duels: legal cars of every sort, teams of up to three cars, every arena and house rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rules.core.document_validation import document_of
from rules.core.switches import Setting
from rules.match.packet import PackedSeat, PackedTeam, Packet
from rules.rhad.designs.design import ACCESSORIES, MOUNTS, SIDES, Armor, Design, Seat, Tire, Weapon
from rules.rhad.designs.design_errors import design_errors
from rules.rhad.designs.design_points import BASE_HC_DP, THROWS_REACHING, dp_spent
from rules.rhad.designs.stock_designs import stock_design
from rules.rhad.designs.stock_weapons import WEAPON_BY_KIND
from rules.rhad.ground.arena import arena_names
from rules.rhad.settings import SWITCHES
from tests.rules.lots import Lots, car, driver, house_rules, match, team

BUDGETS = (60, 63, 75, 81)
NUMBERS = {
    "rhad.light_drift_d": (0, 3),
    "rhad.midround_brake": (0, 6),
    "rhad.explosion_on": (1, 7),
    "rhad.occupant_hits": (2, 6),
    "rhad.tyre_loss_hc": (0, 6),
    "rhad.points_divisor": (1, 100),
}
TEXTS = {
    "rhad.bootlegger_window": ("20-35", "5-60", "0-300"),
    "rhad.hit_hazard_brackets": ("5 9", "1 2", "20 40"),
    "rhad.duel_params": (
        "free 4 each 4 rounds 30 start 30 mounts on",
        "free 0 each 2 rounds 12 start 60 mounts off",
        "free 9 each 9 rounds 20 start 0 mounts on",
    ),
}
IDLE = ("caltrops", "nitrous", "smoke_launcher", "tire_heavy", "armored_seat")


def lots_of(seed: int) -> Lots:
    """The lots from which one duel is drawn."""
    return Lots(f"rhad {seed}")


def random_packet(seed: int) -> Packet:
    """A duel of 0 to 12 cars that could be locked. The same seed gives the same duel."""
    lots = lots_of(seed)
    teams = 1 + lots.below(6)
    most = min(3, 12 // teams)
    return match(
        "rhad",
        event="duel",
        teams=[_team(lots, f"t{number}", lots.between(0, most)) for number in range(1, teams + 1)],
        setting={"arena": lots.of(("", *arena_names()))},
        switches=_switches(lots),
    )


def _switches(lots: Lots) -> dict[str, Setting]:
    """A few house rules that differ from the default, and a season's switch that RHAD does not read."""
    season_settings: dict[str, Setting] = {"match.vehicles_per_team": 2} if lots.one_in(4) else {}
    return season_settings | house_rules(
        lots, SWITCHES, number=lambda switch: lots.between(*NUMBERS[switch.name]), texts=TEXTS
    )


def _team(lots: Lots, id: str, cars: int) -> PackedTeam:
    seats = [_seat(lots, f"{id}.c{number}") for number in range(1, cars + 1)]
    return team(id, seats, fresh=[driver(lots, f"{id}.fresh")])


def _seat(lots: Lots, id: str) -> PackedSeat:
    dp, station = lots.of(BUDGETS), lots.one_in(3)
    kinds = [lots.of((*WEAPON_BY_KIND, *IDLE)) for _ in range(lots.below(5))]
    document = {} if lots.one_in(8) else _document(lots, dp=dp, station=station, kinds=kinds)
    return PackedSeat(
        car=car(
            id,
            dp=dp,
            station=station,
            gearing=lots.of((-1, 0, 1)),
            criticals=lots.below(4) if lots.one_in(5) else 0,
            kinds=kinds,
            design=document,
        ),
        driver=driver(lots, f"{id}.d"),
        gunner=driver(lots, f"{id}.g") if station and not lots.one_in(4) else None,
    )


def _document(lots: Lots, *, dp: int, station: bool, kinds: Sequence[str]) -> dict[str, object]:
    if lots.one_in(4):
        return stock_design(dp=dp, gunner_station=station, kinds=kinds)
    return document_of(random_design(lots, dp=dp, station=station))


def random_design(lots: Lots, *, dp: int, station: bool) -> Design:
    """A random legal design within a budget: drawn freely, then reduced until it fits."""
    crew = (Seat(role="driver"), Seat(role="gunner")) if station and not lots.one_in(5) else (Seat(role="driver"),)
    design = Design(
        name="By lot",
        base_hc=lots.of(list(BASE_HC_DP)),
        max_speed=5 * lots.between(4, 60 if lots.one_in(4) else 30),
        accel=5 * lots.between(1, 8),
        brake=5 * lots.between(1, 12),
        power_plant_dp=lots.between(1, 20),
        tires=(Tire(end="front", dp=lots.between(1, 12)), *_tires(lots)),
        armor=Armor(**{side: lots.between(0, 30) for side in SIDES}),
        crew=crew,
        accessories=tuple(accessory for accessory in ACCESSORIES if lots.one_in(4)),
        weapons=tuple(_weapon(lots) for _ in range(lots.below(5))),
    )
    while dp_spent(design) > dp:
        design = _stripped(lots, design)
    assert not [
        design_error
        for design_error in design_errors(design, budget=dp, gunner_station=station)
        if not design_error.warning
    ]
    return design


def _tires(lots: Lots) -> tuple[Tire, ...]:
    others = (lots.of(("front", "rear")) for _ in range(lots.below(4)))
    return tuple(Tire(end=end, dp=lots.between(1, 12)) for end in (*others, "rear"))


def _weapon(lots: Lots) -> Weapon:
    stock = replace(lots.of(list(WEAPON_BY_KIND.values())), mount=lots.of(MOUNTS))
    if not lots.one_in(3):
        return stock
    return Weapon(
        name="By lot",
        mount=stock.mount,
        to_hit=lots.of(list(THROWS_REACHING)),
        damage=lots.of(("1d-5", "1d", "2d+5", "4d-1", "6d")),
        shots=lots.of((None, 1, 2, 30)),
        dp=lots.between(1, 10),
    )


def _stripped(lots: Lots, design: Design) -> Design:
    """The design with less of something that takes points."""
    match lots.below(6):
        case 0:
            return replace(design, base_hc=max(design.base_hc - 1, min(BASE_HC_DP)))
        case 1:
            return replace(design, max_speed=max(design.max_speed - 20, 20))
        case 2:
            return replace(design, accel=max(design.accel - 5, 5), brake=max(design.brake - 5, 5))
        case 3:
            return replace(design, weapons=design.weapons[1:], accessories=design.accessories[1:])
        case 4:
            return replace(design, power_plant_dp=max(design.power_plant_dp - 4, 1))
    armor = {side: max(design.armor.on(side) - 5, 0) for side in SIDES}
    return replace(design, armor=Armor(**armor), tires=tuple(replace(t, dp=max(t.dp - 1, 1)) for t in design.tires))
