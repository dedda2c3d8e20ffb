"""What is measured of Dethmatch."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.dethmatch.designs.stock_designs import stock_designs
from rules.dethmatch.settings import PROFILES, settings_of
from rules.match.packet import PackedItem
from rules.match.ruleset import Document
from tools.sanity.book_measure import BookMeasure, Items, StockGroup
from tools.sanity.dethmatch_levers import BASE, FLAGS, LAST_CAR, LEVERS, RACE, TRADES
from tools.sanity.dethmatch_watcher import DethmatchWatcher
from tools.sanity.match_counts import Figure, MatchCounts, per_match_figure, per_start_figure
from tools.sanity.rivals.dethmatch import RIVALS

MOUNT_WEAPONS = {
    "light": ("machinegun", "heavy_machinegun", "recoilless_rifle"),
    "heavy": ("heavy_recoilless_rifle", "at_rifle"),
    "rocket": ("light_rockets", "rockets", "heavy_rockets"),
    "special": ("oil_jet", "caltrops"),
}
"""The weapons to choose from for a mount, by its type."""


def loads(design: Document, lots: random.Random | None) -> Items:
    """A weapon for each mount, drawn or the first that fits, and heavy tires."""
    kinds = []
    for mount in design["mounts"]:
        fitting = MOUNT_WEAPONS[mount["type"]]
        kinds.append(lots.choice(fitting) if lots else fitting[0])
    return tuple(PackedItem(id="", kind=kind) for kind in (*kinds, "tire_heavy"))


def new_pilot(pilot_class: type[Any], setup: Any) -> Any:
    """An autopilot for a match."""
    return pilot_class(setup, settings_of(setup.switches, edition=setup.edition))


def fit_for(event: str) -> Sequence[str]:
    """The stock designs of 60 points that suit an event."""
    unsuited = "arena" if event == RACE else "race"
    return [name for name, stock in sorted(stock_designs().items()) if stock.dp == 60 and stock.event != unsuited]


def ratio(
    what: str, part: Callable[[MatchCounts], int], whole: Callable[[MatchCounts], int], **bounds: Any
) -> Figure:
    """One count divided by another."""
    return Figure(what=what, of=lambda counts: part(counts) / max(whole(counts), 1), **bounds)


def race_starts(counts: MatchCounts) -> int:
    """The cars whose race is over, however it ended for them."""
    return sum(counts.kinds[f"fate_{fate}"] for fate in FATES)


FATES: Mapping[str, str] = {
    "finished": "cars of a race that finish",
    "destroyed": "– destroyed",
    "undriven": "– left without a driver",
    "stuck": "– stuck",
    "dry": "– out of fuel",
    "late": "– not finished in time",
}


def fate_figure(fate: str, what: str) -> Figure:
    """The share of cars of races that ended so."""
    return ratio(what, lambda counts: counts.kinds[f"fate_{fate}"], race_starts, percent=True)


MEASURE = BookMeasure(
    name="dethmatch",
    base=BASE,
    figures=(
        *(fate_figure(fate, what) for fate, what in FATES.items()),
        ratio("turns a lap", lambda counts: counts.kinds["lap_turns"], lambda counts: counts.kinds["lap"]),
        ratio(
            "hexes of guide line a turn",
            lambda counts: counts.kinds["lap_hexes"],
            lambda counts: counts.kinds["lap_turns"],
        ),
        per_match_figure("flags brought in", "flag_brought"),
        Figure(what="turns", of=lambda counts: counts.rounds),
        per_match_figure("collisions", "collision"),
        per_match_figure("– of cars under control, including shoved cars", "collision_under_control"),
        per_match_figure("losses of control", "loc_result"),
        per_match_figure("rollovers", "rolled_over"),
        per_match_figure("shots", "fire", least=5),
        ratio(
            "attack rolls that hit",
            lambda counts: counts.kinds["hit"],
            lambda counts: counts.kinds["hit"] + counts.kinds["miss"],
            percent=True,
            least=0.15,
            most=0.85,
        ),
        per_match_figure("criticals", "critical"),
        per_start_figure("cars destroyed", "destroyed"),
        per_start_figure("out of action a car", "ooa"),
        Figure(what="orders that lapsed", of=lambda c: c.per_match("order_lapsed") + c.per_match("order_replaced")),
        Figure(what="log entries", of=lambda counts: counts.entries / max(counts.matches, 1)),
    ),
    race=RACE,
    field_designs={event: fit_for(event) for event in (RACE, FLAGS, LAST_CAR)},
    loads=loads,
    watcher=DethmatchWatcher,
    new_pilot=new_pilot,
    levers=LEVERS,
    trades=TRADES,
    stock=(
        StockGroup(
            what="cars of 60 points in races",
            teams={name: (name, name) for name in fit_for(RACE)},
            events=(RACE,),
        ),
        StockGroup(
            what="cars of 60 points in arenas",
            teams={name: (name, name) for name in fit_for(LAST_CAR)},
            events=(FLAGS, LAST_CAR),
        ),
    ),
    rivals=RIVALS,
    profiles=PROFILES,
)
