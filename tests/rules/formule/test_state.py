"""A race before its first step: the initial values of its sheets and orders."""

from __future__ import annotations

from dataclasses import asdict

import pytest

from rules.formule.match.orders import (
    ORDER_TYPES,
    DriveOrder,
    DropOrder,
    FireOrder,
    GearOrder,
    RamOrder,
    SlipstreamOrder,
)
from rules.formule.match.setup import WEATHERS
from rules.formule.match.state import CarState, MatchState
from tests.rules.formule.boards import Car, setup_for

NUMBERS = (
    "row", "lane", "progress", "gear", "stops", "tires", "brakes", "fuel", "body", "engine", "road_holding", "armor",
    "wounds", "place", "roll", "driven", "overshooting", "lane_changes", "acted", "slipstreams", "spins", "criticals",
    "friendly_criticals", "kills", "flesh_wounds",
)  # fmt: skip
FLAGS = ("destroyed", "spun", "stalled", "moved", "braked", "diverted", "out_of_action")


@pytest.mark.rule("FW-056", "FW-151")
def test_a_sheet_begins_empty_and_racing() -> None:
    assert asdict(CarState(id="a", team="t", driver="d")) == {
        "id": "a", "team": "t", "driver": "d", "lap": 1, "weapons": [], "rammed": [], "struck": {},
        "status": "running", "out_reason": "", **dict.fromkeys(NUMBERS, 0), **dict.fromkeys(FLAGS, False),
    }  # fmt: skip


@pytest.mark.rule("FW-104")
def test_a_race_begins_before_its_grid() -> None:
    assert asdict(MatchState()) == {
        "moment": {"heat": 1, "turn": 0, "phase": 0, "step": "grid", "car": "", "queue": []},
        "cars": {},
        "markers": [],
        "debris": [],
    }


@pytest.mark.rule("FW-030", "FW-060", "FW-080", "FW-103", "FW-107", "FW-120", "FW-127")
def test_orders_ask_for_nothing_of_themselves() -> None:
    nothing = {"path": (), "fire": (), "drop": (), "ram": ()}
    assert asdict(GearOrder()) == {"gear": 0, "plan": ""}
    assert asdict(DriveOrder()) == {**nothing, "brake": 0, "plan": ""}
    assert asdict(SlipstreamOrder()) == nothing
    assert asdict(FireOrder(weapon=1, target="b")) == {"weapon": 1, "target": "b", "after": 0}
    assert asdict(DropOrder(weapon=1)) == {"weapon": 1, "after": 0, "where": ""}
    assert asdict(RamOrder(target="b")) == {"target": "b", "after": 0}
    assert {"gear": GearOrder, "drive": DriveOrder, "slipstream": SlipstreamOrder} == ORDER_TYPES


@pytest.mark.rule("FW-128", "FW-129", "FW-151", "FW-154")
def test_a_setup_has_dry_weather_the_laps_of_the_house_and_whole_cars() -> None:
    race = setup_for(Car("a"))
    (team,) = race.teams
    (entry,) = team.cars
    assert WEATHERS == ("dry", "temporary_rain", "rain")
    fresh = type(race)(match="m", circuit=race.circuit, teams=())
    assert (fresh.weather, fresh.laps, fresh.switches) == ("dry", 0, {})
    bare = type(entry)(id="a", design=entry.design, driver=type(entry.driver)(id="d"))
    assert (bare.items, bare.criticals, bare.driver.toughness) == ((), 0, 3)
