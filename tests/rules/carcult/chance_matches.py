"""Skirmishes by lot: legal cars of every sort, teams that line up too much or nothing, every table and house rule."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, TypeVar

from rules.carcult.cards import ALL_AZ, ARMOR, BUILD_LIMIT, CREW, ENGINES, OPTIONAL, WEAPONS
from rules.carcult.faults import faults_of_document
from rules.carcult.fixtures import EVENT
from rules.carcult.ruleset import RULESET
from rules.carcult.stock import STOCK
from rules.carcult.switches import SWITCHES
from rules.carcult.table import table_names
from rules.dice import Stream
from rules.packed import PackedCar, PackedDriver, PackedItem, PackedSeat, PackedTeam, Packet
from rules.switch import Setting

T = TypeVar("T")
KINDS = (
    "machinegun", "autocannon", "at_rifle", "rockets", "deployable_mines", "booster_rockets", "oil_jet", "caltrops",
    "ram_guard", "tire_heavy", "smoke_launcher",
)  # fmt: skip
"""Kinds of item a car of the campaign may carry, some of them without a card here."""


class Lots:
    """What is drawn for one match, from its seed."""

    def __init__(self, seed: int) -> None:
        self.stream = Stream("lots/carcult", key=hashlib.sha256(f"skirmish {seed}".encode()).digest())

    def below(self, count: int) -> int:
        return self.stream.throw(count, "lot") - 1 if count > 1 else 0

    def one_in(self, count: int) -> bool:
        return self.below(count) == 0

    def of(self, values: Sequence[T]) -> T:
        return values[self.below(len(values))]

    def some(self, values: Sequence[T], most: int) -> list[T]:
        left = list(values)
        return [left.pop(self.below(len(left))) for _ in range(min(len(values), self.below(most + 1)))]


def random_packet(seed: int) -> Packet:
    """A locked skirmish of 2 to 6 teams and up to 12 cars; the same seed draws the same one."""
    lots = Lots(seed)
    switches = _switches(lots)
    teams = 2 + lots.below(5) if lots.one_in(2) else 2
    each = 1 + lots.below(min(3, 12 // teams))
    return Packet(
        match="m1",
        event=EVENT,
        surface="",
        heats=1,
        scoring="as_reported",
        repair_attempts=6,
        teams=tuple(_team(lots, f"t{number}", switches, cars=each) for number in range(1, teams + 1)),
        ruleset=RULESET.name,
        edition=RULESET.edition,
        setting={"table": lots.of(table_names())},
        switches=switches,
    )


def _switches(lots: Lots) -> dict[str, Setting]:
    """Now and then a house rule, the cards that need one often."""
    chosen: dict[str, Setting] = {
        f"carcult.{name}": True for name in ("turbo", "slicks", "carry_over") if lots.one_in(4)
    }
    choosable = [each for each in SWITCHES if each.choices or isinstance(each.default, bool)]
    for each in lots.some(choosable, 3):
        chosen[each.name] = lots.of(each.choices or (True, False))
    if lots.one_in(5):
        chosen["carcult.max_rounds"] = 1 + lots.below(12)
    return chosen


def _team(lots: Lots, id: str, switches: dict[str, Setting], *, cars: int) -> PackedTeam:
    """A team with a car less, or none at all, now and then."""
    entered = 0 if lots.one_in(20) else cars - lots.below(2) if cars > 1 else cars
    return PackedTeam(
        franchise=id,
        staff_rating=1,
        pit_bonus=0,
        kit_uses=0,
        mechanics=(),
        seats=tuple(_seat(lots, f"{id}.c{number}", switches, cars=cars) for number in range(1, entered + 1)),
        fresh=(),
    )


def _seat(lots: Lots, id: str, switches: dict[str, Setting], *, cars: int) -> PackedSeat:
    gunner = lots.one_in(2)
    items = tuple(
        PackedItem(id=f"{id}.i{number}", kind=kind) for number, kind in enumerate(lots.some(KINDS, 4), start=1)
    )
    design = {} if lots.one_in(5) else random_design(lots, switches, most=BUILD_LIMIT // cars + lots.below(4))
    return PackedSeat(
        car=PackedCar(
            id=id,
            dp=60,
            overhead=False,
            gunner_station=gunner,
            gearing=0,
            criticals=lots.below(5) if lots.one_in(4) else 0,
            items=items,
            design=design,
        ),
        driver=_driver(lots, f"{id}.driver"),
        gunner=_driver(lots, f"{id}.gunner") if gunner and not lots.one_in(4) else None,
    )


def _driver(lots: Lots, id: str) -> PackedDriver:
    traits = {trait: lots.below(7) for trait in ("driving", "gunnery", "initiative", "toughness")}
    return PackedDriver(id=id, traits=traits, talents=(), quirks={}, worn=())


def random_design(lots: Lots, switches: dict[str, Setting], *, most: int) -> dict[str, Any]:
    """A design of at most so many AZ, where that can be, without a fault by those switches."""
    if lots.one_in(6):
        return lots.of(list(STOCK.values()))
    engine: Any = lots.of(sorted(ENGINES)) if not lots.one_in(4) else _own_engine(lots)
    az = ENGINES[engine].az if isinstance(engine, str) else engine["az"]
    cards: list[Any] = []
    for key in lots.some([*CREW, ARMOR, *WEAPONS, *OPTIONAL, *WEAPONS], 6):
        size = 1 + lots.below(4) if key == ARMOR else ALL_AZ[key]
        told: Any = f"{ARMOR}_{size}" if key == ARMOR else key
        if key in CREW and lots.one_in(4):
            told = {"key": key, "plus": lots.of(([], [1], [2], [1, 2]))}
        drawn = {"name": "Lot", "engine": engine, "cards": [*cards, told]}
        if az + size <= most and not faults_of_document(drawn, switches=switches):
            cards.append(told)
            az += size
    return {"name": "Lot", "engine": engine, "cards": cards}


def _own_engine(lots: Lots) -> dict[str, Any]:
    az = 4 + lots.below(4)
    track = sorted(lots.below(18) for _ in range(az))
    plus = [1 + lots.below(az)]
    plus += [each for each in range(1, az + 1) if each not in plus and lots.one_in(2)]
    return {"az": az, "plug": 1 + lots.below(3), "track": track, "plus": sorted(plus)}
