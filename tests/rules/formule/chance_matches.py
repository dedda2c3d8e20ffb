"""Random races: legal cars of every sort, every circuit and weather, any house rules, old damage, 2 to 6 teams."""

from __future__ import annotations

from rules.core.document_validation import document_of
from rules.core.switches import Setting, Switch
from rules.formule.designs.design import Design, MountedWeapon, points_spent
from rules.formule.designs.design_errors import Limits, design_errors, limits_of
from rules.formule.designs.stock_designs import COUNTERPARTS, stock_designs
from rules.formule.ground.circuit import circuit_names
from rules.formule.settings import SWITCHES, settings_of
from rules.formule.weapons import EQUIPMENT, TURRET_HOLDS
from rules.match.packet import PackedDriver, PackedSeat, PackedTeam, Packet
from rules.match.ruleset import without_warnings
from tests.rules.lots import Lots, car, driven_by, house_rules, match, team

TEXTS = {"formule.points": ("10 8 6 5 4 3 2 1", "3 2 1", "0")}


def random_packet(seed: int) -> Packet:
    """A legal race of 1 to 12 cars. The same seed gives the same race."""
    lots = Lots(f"race {seed}", path="lots/race")
    switches = random_switches(lots)
    teams = 2 + lots.below(5)
    most = 12 // teams
    cars = [1 + lots.below(min(most, 4)) for _ in range(teams)]
    if lots.one_in(4):
        cars[-1] = 0
    if lots.one_in(12):
        cars = [1, *(0 for _ in cars[1:])]
    return match(
        "formule",
        event="circuit_race",
        surface=lots.of(("", "dry", "temporary_rain", "rain")),
        teams=[_team(lots, f"t{number}", count, switches) for number, count in enumerate(cars, start=1)],
        setting={"circuit": lots.of(circuit_names())} | ({"laps": laps} if (laps := lots.below(3)) else {}),
        switches=switches,
    )


def random_switches(lots: Lots) -> dict[str, Setting]:
    """A few house rules that differ from the default."""

    def number(switch: Switch) -> int:
        return switch.lowest + lots.below(min(switch.highest - switch.lowest + 1, 6))

    return house_rules(lots, SWITCHES, number=number, texts=TEXTS)


def random_design(lots: Lots, limits: Limits) -> Design:
    """A legal car with weapons on any mount and, in some cases, a turret, linked weapons or a bumper."""
    equipment = [kind for kind in EQUIPMENT if lots.one_in(3) and kind not in TURRET_HOLDS]
    if lots.one_in(3):
        equipment.append(lots.of(tuple(TURRET_HOLDS)))
    weapons: list[MountedWeapon] = []
    for _ in range(lots.below(5)):
        weapon = limits.weapons[lots.of(tuple(limits.weapons))]
        weapons.append(MountedWeapon(key=weapon.key, mount=lots.of(weapon.mounts)))
    if lots.one_in(3):
        weapons += [
            MountedWeapon(key="mg", mount="front", link="pair"),
            MountedWeapon(key="vulcan", mount="front", link="pair"),
        ]
    while True:
        points = dict.fromkeys(("tires", "brakes", "fuel", "body", "engine", "road_holding"), limits.least)
        bare = Design(**points, weapons=tuple(weapons), equipment=tuple(equipment))  # type: ignore[arg-type]
        if not without_warnings(design_errors(bare, limits=limits)):
            break
        if weapons:
            weapons.pop(0)
            weapons = [
                MountedWeapon(key=mounted_weapon.key, mount=mounted_weapon.mount) for mounted_weapon in weapons
            ]
        else:
            equipment.clear()
    spare = limits.points - points_spent(bare, limits.weapons)
    armor = lots.below(spare + 1) // 2
    for _ in range(min(spare - armor, 40)):
        name = lots.of(("tires", "tires", *points))
        if name != "tires" or not limits.most_tires or points["tires"] < limits.most_tires:
            points[name] += 1
    return Design(**points, armor=armor, weapons=tuple(weapons), equipment=tuple(equipment))  # type: ignore[arg-type]


def _team(lots: Lots, id: str, cars: int, switches: dict[str, Setting]) -> PackedTeam:
    return team(id, [_seat(lots, f"{id}.c{number}", f"{id}.d{number}", switches) for number in range(1, cars + 1)])


def _seat(lots: Lots, id: str, driver: str, switches: dict[str, Setting]) -> PackedSeat:
    limits = limits_of(settings_of(switches))
    design = random_design(lots, limits) if lots.one_in(2) else lots.of(tuple(stock_designs().values()))
    kinds = [lots.of((*COUNTERPARTS, "kami_bomb", "smoke_grenade", "armored_seat")) for _ in range(lots.below(4))]
    return PackedSeat(
        car=car(
            id,
            dp=60,
            kinds=kinds,
            criticals=lots.below(5) if lots.one_in(4) else 0,
            design={} if lots.one_in(4) else document_of(design),
        ),
        driver=_driver(lots, driver),
        gunner=_driver(lots, f"{driver}.g") if lots.one_in(5) else None,
    )


def _driver(lots: Lots, id: str) -> PackedDriver:
    return driven_by(id, {"driving": 3, "gunnery": 3, "initiative": 3, "toughness": lots.below(8) - 1})
