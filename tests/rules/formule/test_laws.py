"""Every law of a race reports when it is broken, and reports nothing while it is kept."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rules.core.dice import Dice, KeyRing
from rules.formule import engine
from rules.formule.match.match import Match
from rules.formule.match.packet_setup import setup_from_packet
from rules.formule.match.state import CarState, CarStatus, Marker
from rules.formule.play.laws import LAWS
from rules.match.laws import LawBroken
from tests.rules.formule.chance_matches import random_packet
from tests.rules.formule.races import packet_with

Break = Callable[[Match, CarState, CarState], None]


def under_way() -> Match:
    """A race of six stock cars in its fourth round, with all of them still driving."""
    play = engine.start(setup_from_packet(packet_with(6)), Dice(KeyRing(b"laws", {"m1": ""})))
    while (play.moment.turn, play.moment.phase) != (4, 0):
        engine.step(play)
    return play


def broken_by(change: Break, *, kind: str) -> frozenset[str]:
    """The laws that a change breaks, checked at an entry of that kind."""
    play = LAWS.watch_match(under_way())
    play.moment.queue = []
    first, second = list(play.state.cars.values())[:2]
    change(play, first, second)
    try:
        play.note(kind, "FW-104")
    except LawBroken as broken:
        return broken.laws
    return frozenset()


def setting(name: str, value: Any) -> Break:
    def change(play: Match, first: CarState, second: CarState) -> None:
        setattr(first, name, value)

    return change


def both(*changes: Break) -> Break:
    def change(play: Match, first: CarState, second: CarState) -> None:
        for single_change in changes:
            single_change(play, first, second)

    return change


def same_square(play: Match, first: CarState, second: CarState) -> None:
    first.row, first.lane, first.progress = second.row, second.lane, second.progress
    first.stops = second.stops


def drop_of(kind: str, row: int, progress: int, owner: str = "t1.c1") -> Break:
    def change(play: Match, first: CarState, second: CarState) -> None:
        play.state.markers.append(Marker(kind=kind, row=row, lane=0, progress=progress, owner=owner))

    return change


def debris(*squares: tuple[int, int]) -> Break:
    return lambda play, *_: play.state.debris.extend(squares)


def weapon(ammunition: int, number: int = 0, car: str = "t1.c1") -> Break:
    def change(play: Match, first: CarState, second: CarState) -> None:
        play.state.cars[car].weapons[number].ammunition = ammunition

    return change


ALWAYS: list[tuple[str, Break]] = [
    ("racing_cars_stand_on_squares", setting("lane", 3)),
    ("racing_cars_stand_on_squares", setting("lane", -1)),
    ("racing_cars_stand_on_squares", setting("row", 99)),
    ("racing_cars_stand_on_squares", setting("progress", 17)),
    ("one_car_fills_a_square", same_square),
    ("points_are_within_the_design", setting("tires", -1)),
    ("points_are_within_the_design", setting("body", 4)),
    ("points_are_within_the_design", setting("armor", 10)),
    ("ammunition_is_counted", weapon(-1)),
    ("ammunition_is_counted", weapon(11)),
    ("ammunition_is_counted", weapon(3, 0, "t3.c1")),
    ("gears_are_valid", setting("gear", 0)),
    ("gears_are_valid", setting("gear", 7)),
    ("gears_are_valid", setting("gear", -1)),
    ("spun_cars_are_in_gear_1", both(setting("spun", True), setting("gear", 2))),
    ("cars_that_are_out_have_a_reason", setting("out_reason", "engine")),
    ("cars_that_are_out_have_a_reason", setting("status", CarStatus.OUT)),
    (
        "cars_that_are_out_have_a_reason",
        both(setting("status", CarStatus.OUT), setting("out_reason", "engine"), setting("place", 1)),
    ),
    ("only_crashes_destroy", setting("destroyed", True)),
    ("only_crashes_destroy", both(setting("status", CarStatus.OUT), setting("out_reason", "body"))),
    ("places_follow_one_another", setting("place", 2)),
    ("finished_cars_are_past_the_line", setting("status", CarStatus.FINISHED)),
    ("finished_cars_are_past_the_line", both(setting("progress", 112), setting("row", 0))),
    ("stops_are_made_in_corners", both(setting("row", 14), setting("progress", 14), setting("stops", -1))),
    ("stops_are_made_in_corners", both(setting("row", 0), setting("progress", 56), setting("stops", 1))),
    ("actions_are_limited", setting("acted", 2)),
    ("actions_are_limited", setting("acted", -1)),
    ("markers_lie_on_squares", drop_of("oil", 56, 56)),
    ("markers_lie_on_squares", drop_of("oil", -1, 55)),
    ("markers_lie_on_squares", drop_of("oil", 5, 5, "nobody")),
    ("debris_lies_once", debris((5, 1), (5, 1))),
    ("debris_lies_once", debris((5, 3))),
    ("races_end_in_time", lambda play, *_: setattr(play.moment, "turn", 81)),
    ("time_goes_on", lambda play, *_: setattr(play.moment, "turn", 6)),
    ("time_goes_on", lambda play, *_: setattr(play.moment, "turn", 3)),
]
AFTER_A_ROUND: list[tuple[str, Break]] = [
    ("every_roll_is_in_an_entry", lambda play, *_: play.log.entries.__delitem__(slice(0, 2))),
    ("nobody_races_without_vital_parts", setting("body", 0)),
    ("nobody_races_without_vital_parts", setting("road_holding", 0)),
    ("nobody_races_without_vital_parts", setting("engine", 0)),
    ("unconscious_drivers_are_out", setting("wounds", 2)),
    ("every_car_has_had_its_turn", lambda play, first, *_: play.moment.queue.append(first.id)),
    ("squares_hold_one_car_each", same_square),
    ("passed_smoke_is_cleared", drop_of("smoke", 50, -6)),
    ("credits_match_the_entries", setting("criticals", 9)),
    ("credits_match_the_entries", setting("friendly_criticals", 9)),
]


@pytest.mark.rule("FW-002", "FW-014", "FW-031", "FW-102", "FW-107", "FW-109", "FW-118", "FW-128", "FW-144", "FW-151")
@pytest.mark.parametrize(("law", "change"), ALWAYS)
def test_a_law_fires_at_the_next_entry(law: str, change: Break) -> None:
    assert law in broken_by(change, kind="anything")


@pytest.mark.rule("FW-052", "FW-056", "FW-067", "FW-104", "FW-107", "FW-126", "FW-153")
@pytest.mark.parametrize(("law", "change"), AFTER_A_ROUND)
def test_a_law_of_rounds_fires_when_a_round_is_over(law: str, change: Break) -> None:
    assert law in broken_by(change, kind="turn_end")


@pytest.mark.rule("FW-144")
def test_an_entry_that_says_what_is_not_or_cites_no_rule_breaks_a_law() -> None:
    for change, law in (
        (lambda play, car: play.note("gear", "FW-103", car, after={"gear": 6}), "entries_match_the_state"),
        (lambda play, car: play.note("gear", "DM-M-001", car), "entries_are_numbered_and_cite_a_rule"),
    ):
        play = LAWS.watch_match(under_way())
        car = next(iter(play.state.cars.values()))
        with pytest.raises(LawBroken) as broken:
            change(play, car)
        assert broken.value.laws == {law}


@pytest.mark.rule("FW-126", "FW-128")
def test_a_car_that_is_out_neither_drives_nor_shoots() -> None:
    play = LAWS.watch_match(under_way())
    car = next(iter(play.state.cars.values()))
    car.status, car.out_reason = CarStatus.OUT, "engine"
    play.note("debris_left", "FW-125", car)
    with pytest.raises(LawBroken) as broken:
        play.note("shot", "FW-033", car)
    assert broken.value.laws == {"cars_that_are_out_do_nothing"}


@pytest.mark.rule(
    "FW-002", "FW-014", "FW-031", "FW-052", "FW-053", "FW-056", "FW-060", "FW-067", "FW-082", "FW-102", "FW-104",
    "FW-107", "FW-109", "FW-118", "FW-125", "FW-126", "FW-128", "FW-144", "FW-151", "FW-153",
)  # fmt: skip
def test_nothing_fires_in_races_that_keep_the_laws() -> None:
    for seed in (*range(10), 40, 47, 160, 166):
        play = LAWS.watch_match(
            engine.start(setup_from_packet(random_packet(seed)), Dice(KeyRing(f"secret {seed}".encode(), {"m1": ""})))
        )
        while not engine.is_over(play):
            engine.step(play)


@pytest.mark.rule("FW-067", "FW-144")
def test_the_last_round_and_smoke_that_the_last_car_is_in_break_no_law() -> None:
    assert "races_end_in_time" not in broken_by(lambda play, *_: setattr(play.moment, "turn", 80), kind="anything")

    def smoke(play: Match, *_: CarState) -> None:
        hindmost = min(play.racing_cars, key=lambda car: car.progress)
        play.state.markers.append(Marker(kind="smoke", row=1, lane=0, progress=hindmost.progress, owner="t1.c1"))

    assert broken_by(smoke, kind="turn_end") == frozenset()


def test_nothing_fires_where_nothing_is_changed() -> None:
    assert broken_by(lambda *_: None, kind="turn_end") == frozenset()


def test_the_document_lists_every_law() -> None:
    text = (Path(__file__).parents[3] / "docs" / "formule.md").read_text(encoding="utf-8")
    laws = text.partition("## What always holds")[2]
    listed = [line.split("`")[1] for line in laws.splitlines() if re.match(r"\| `[a-z_0-9]+` \| .*\| FW-", line)]
    assert listed == list(LAWS.names)


def test_every_law_is_shown_to_fire() -> None:
    fired = {law for law, _ in (*ALWAYS, *AFTER_A_ROUND)} | {
        "entries_match_the_state",
        "entries_are_numbered_and_cite_a_rule",
        "cars_that_are_out_do_nothing",
    }
    assert sorted(LAWS.names) == sorted(fired)
    assert len(LAWS.names) == 26
