"""Rulings on the turn where the rules leave a question open, each worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from rules.dethmatch.crew.initiative import roll_initiative
from rules.dethmatch.match.entries import ItemEntry
from rules.dethmatch.match.orders import SpeedOrder
from rules.dethmatch.match.state import CarStatus, Control, Marker
from rules.dethmatch.movement.moves import spend_point
from rules.dethmatch.movement.speed_step import change_speed
from tests.rules.dethmatch.boards import Board, Car
from tests.rules.dethmatch.motion import AHEAD, HERE, on_the_road

SHARP = {"talents": ("sharp_witted",)}


@pytest.mark.rule("DM-M-042")
@pytest.mark.parametrize(
    ("sheet", "faces", "order"),
    [
        ({}, [2, 2, 6], ["plain", "sharp"]),
        ({"control": Control.UNCONTROLLED, "speed": 3}, [5, 2, 1, 6], ["sharp", "plain"]),
        ({"status": CarStatus.DESTROYED, "speed": 3}, [5, 2, 1, 6], ["sharp", "plain"]),
    ],
)
def test_wits_are_no_use_in_a_car_that_nobody_controls(
    sheet: dict[str, Any], faces: list[int], order: list[str]
) -> None:
    # under control both have 5; uncontrolled the sharp one has only the die, in the total and on the tie
    play = Board(Car("sharp", at=(0, 0), driver=SHARP, **sheet), Car("plain", at=(0, 1)), faces=faces)
    roll_initiative(play)
    assert play.state.cars["sharp"].total == play.state.cars["plain"].total == 5
    assert (play.state.ranking, play.all_thrown()) == (order, True)


@pytest.mark.rule("DM-M-057", "DM-M-064")
@pytest.mark.parametrize(("step", "handling"), [("TL", 0), ("DL", -1)])
def test_a_maneuver_is_as_short_as_it_was_when_it_was_begun(step: str, handling: int) -> None:
    # At speed 10 a maximum handling of 3 needs 4 straight hexes: with none made it is 4 short, rated 3.
    # The maneuver costs the handling down to -2, 1 below -1: a 6 fails against 6 - 1, and 1 + 10 + 1 - 6 is a major
    # skid, which takes a point of speed at once. Speed 9 would need 3 hexes.
    play, car = on_the_road(
        faces=[6, 1, 1],
        speed=10,
        driving=6,
        handling=handling,
        straight=0,
        settled=False,
        quota=[9, 9, 9],
        switches={"dethmatch.tire_wear_from_driving": False},
    )
    spend_point(play, car, step)
    maneuver = next(entry for entry in play.entries_of("hazard") if entry.more["hazard"] == "maneuver")
    assert (car.control, car.speed, car.handling) == (Control.MAJOR_SKID, 9, -2)
    assert (maneuver.more["rating"], maneuver.more["needed"]) == (3, 3)


@pytest.mark.rule("DM-M-062")
@pytest.mark.parametrize(("face", "control"), [(1, Control.OK), (6, Control.MINOR_SKID)])
def test_increased_travel_spares_a_turn_on_an_obstacle_whatever_the_turn_leads_to(
    face: int, control: Control
) -> None:
    play, car = on_the_road(
        faces=[face, 1],
        driving=4,
        handling=-1,
        straight=5,
        settled=False,
        quota=[9, 9, 9],
        fit={"travel": "increased"},
        ground={HERE: {"obstacle": 3}},
    )
    spend_point(play, car, "TL")
    assert (car.control, play.entries_of("hazard")) == (control, [])


@pytest.mark.rule("DM-M-044", "DM-M-124")
@pytest.mark.parametrize(
    ("order", "faces", "speed"),
    [
        (SpeedOrder(nitrous=True), [], 5),
        (SpeedOrder(intent="down", nitrous=True), [], 4),
        (SpeedOrder(intent="up", nitrous=True), [4], 5),
        (SpeedOrder(intent="up", nitrous=True), [3], 6),
    ],
)
def test_nitrous_comes_on_top_of_whatever_was_chosen(order: SpeedOrder, faces: list[int], speed: int) -> None:
    # at speed 4 an acceleration of 2 needs a 3 or less
    play, car = on_the_road(faces=faces, items=(ItemEntry(id="n1", kind="nitrous_injector"),))
    change_speed(play, car, order)
    assert (car.speed, car.fuel, car.nitrous, play.all_thrown()) == (speed, 4, 1, True)


@pytest.mark.rule("DM-M-061", "DM-M-102")
@pytest.mark.parametrize(
    "fit", [{}, {"height": "raised"}, {"height": "lowered"}, {"travel": "increased"}, {"travel": "decreased"}]
)
@pytest.mark.parametrize("talents", [(), ("texas_steer",)])
def test_no_suspension_changes_the_check_that_oil_forces(fit: dict[str, str], talents: tuple[str, ...]) -> None:
    play, car = on_the_road(faces=[4], fit=fit, talents=talents, quota=[3, 3, 3], straight=5)
    play.state.markers.append(Marker(kind="oil", at=play.hex_at(AHEAD), by="x", car="x"))
    spend_point(play, car, "F")
    hazards = [
        (entry.more["hazard"], entry.more["rating"], entry.more["needed"]) for entry in play.entries_of("hazard")
    ]
    assert (hazards, car.handling) == ([("obstacle", 0, 3)], 2)
