"""Random skirmishes: legal cars of every sort, teams with too many cars or none, every table and house rule."""

from __future__ import annotations

from typing import Any

from rules.carcult.cards import ALL_AZ, ARMOR, BUILD_LIMIT, CREW, ENGINES, OPTIONAL, WEAPONS
from rules.carcult.designs.design_errors import document_errors
from rules.carcult.designs.stock_designs import STOCK_DESIGNS
from rules.carcult.ground.table import table_names
from rules.carcult.match.fixtures import EVENT
from rules.carcult.match.scenario import FIELDS
from rules.carcult.settings import SWITCHES
from rules.core.switches import Setting
from rules.match.packet import PackedSeat, PackedTeam, Packet
from tests.rules.lots import Lots, car, driver, match, team

KINDS = (
    "machinegun", "autocannon", "at_rifle", "rockets", "deployable_mines", "booster_rockets", "oil_jet", "caltrops",
    "ram_guard", "tire_heavy", "smoke_launcher",
)  # fmt: skip
"""Kinds of item a car of the campaign may carry. Some have no card in Car Cult."""


def random_packet(seed: int) -> Packet:
    """A locked skirmish of 2 to 6 teams and up to 12 cars. The same seed gives the same skirmish."""
    lots = Lots(f"skirmish {seed}", path="lots/carcult")
    switches = _switches(lots)
    teams = 2 + lots.below(5) if lots.one_in(2) else 2
    cars_per_team = 1 + lots.below(min(3, 12 // teams))
    return match(
        "carcult",
        event=EVENT,
        teams=[_team(lots, f"t{number}", switches, cars=cars_per_team) for number in range(1, teams + 1)],
        setting=_setting(lots),
        switches=switches,
    )


def _setting(lots: Lots) -> dict[str, Any]:
    """A random table, in some cases with bonus tokens."""
    setting: dict[str, Any] = {"table": lots.of(table_names())}
    if lots.one_in(4):
        setting["bonus"] = {lots.of(FIELDS): 1 + lots.below(3)}
    return setting


def _switches(lots: Lots) -> dict[str, Setting]:
    """A few house rules that differ from the default, often those that certain cards need."""
    chosen: dict[str, Setting] = {
        f"carcult.{name}": True for name in ("turbo", "slicks", "carry_over") if lots.one_in(4)
    }
    choosable = [switch for switch in SWITCHES if switch.choices or isinstance(switch.default, bool)]
    for switch in lots.some(choosable, 3):
        chosen[switch.name] = lots.of(switch.choices or (True, False))
    if lots.one_in(5):
        chosen["carcult.max_rounds"] = 1 + lots.below(12)
    return chosen


def _team(lots: Lots, id: str, switches: dict[str, Setting], *, cars: int) -> PackedTeam:
    """A random team, in some cases with one car fewer or with none."""
    entered = 0 if lots.one_in(20) else cars - lots.below(2) if cars > 1 else cars
    return team(id, [_seat(lots, f"{id}.c{number}", switches, cars=cars) for number in range(1, entered + 1)])


def _seat(lots: Lots, id: str, switches: dict[str, Setting], *, cars: int) -> PackedSeat:
    gunner = lots.one_in(2)
    kinds = lots.some(KINDS, 4)
    design = {} if lots.one_in(5) else random_design(lots, switches, most=BUILD_LIMIT // cars + lots.below(4))
    return PackedSeat(
        car=car(
            id,
            dp=60,
            station=gunner,
            criticals=lots.below(5) if lots.one_in(4) else 0,
            kinds=kinds,
            design=design,
        ),
        driver=driver(lots, f"{id}.driver"),
        gunner=driver(lots, f"{id}.gunner") if gunner and not lots.one_in(4) else None,
    )


def random_design(lots: Lots, switches: dict[str, Setting], *, most: int) -> dict[str, Any]:
    """A random design without errors under those switches; a stock design may exceed the `most` AZ."""
    if lots.one_in(6):
        return lots.of(list(STOCK_DESIGNS.values()))
    engine: Any = lots.of(sorted(ENGINES)) if not lots.one_in(4) else _own_engine(lots)
    az = ENGINES[engine].az if isinstance(engine, str) else engine["az"]
    cards: list[Any] = []
    for key in lots.some([*CREW, ARMOR, *WEAPONS, *OPTIONAL, *WEAPONS], 6):
        size = 1 + lots.below(4) if key == ARMOR else ALL_AZ[key]
        card: Any = f"{ARMOR}_{size}" if key == ARMOR else key
        if key in CREW and lots.one_in(4):
            card = {"key": key, "plus": lots.of(([], [1], [2], [1, 2]))}
        draft = {"name": "Lot", "engine": engine, "cards": [*cards, card]}
        if az + size <= most and not document_errors(draft, switches=switches):
            cards.append(card)
            az += size
    return {"name": "Lot", "engine": engine, "cards": cards}


def _own_engine(lots: Lots) -> dict[str, Any]:
    az = 4 + lots.below(4)
    track = sorted(lots.below(18) for _ in range(az))
    plus = [1 + lots.below(az)]
    plus += [number for number in range(1, az + 1) if number not in plus and lots.one_in(2)]
    return {"az": az, "plug": 1 + lots.below(3), "track": track, "plus": sorted(plus)}
