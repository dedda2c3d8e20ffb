"""The autopilot's pit stops in a race: when it wants one, how early it decides, and how it gets there."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.dethmatch.designs.ratings import tire_penalty
from rules.dethmatch.first_autopilot.destinations import (
    NO_STOP,
    hexes_rolled_dry,
    hexes_to_finish,
    phases_for,
    phases_of_fuel,
    turns_to_go,
)
from rules.dethmatch.first_autopilot.pit_road import goes_with_the_traffic, pit_field, pit_road
from rules.dethmatch.ground.hexes import SIDES
from rules.dethmatch.ground.track import OUTSIDE, Track, load_track
from rules.dethmatch.match.entries import ItemEntry
from rules.dethmatch.match.match import Match
from tests.rules.dethmatch.first_autopilot_boards import autopilot, circuit, on_circuit, played

CIRCUITS = ("anvil_oval", "foundry_row", "long_january", "slag_field")
FIVE_OFF = (0, 5)
"""A place five hexes from the ring road's pit, and six from the second of its two hexes."""


def race(
    place: tuple[int, int] = FIVE_OFF, *, speed: int = 3, fuel: int = 0, turn: int = 3, phase: int = 0, **sheet: Any
) -> Match:
    """A car on the ring road in its speed step, or in a phase, with a tank of nine."""
    play = on_circuit(circuit(), place, speed=speed, **{"fuel": fuel, "checkpoint": 2, **sheet})
    play.fits["car"] = replace(play.fits["car"], fuel=9)
    play.state.moment.turn, play.state.moment.phase = turn, phase
    return play


def stop(play: Match) -> int:
    """The distance to the pit a car is heading for; -1 if it is heading for none."""
    return autopilot(play)._goals.destination(play, play.state.cars["car"]).stop


@pytest.mark.rule("DM-M-145", "DM-M-048")
@pytest.mark.parametrize(
    ("fuel", "laps", "stops"),
    [
        (0, 0, True),
        (1, 0, True),  # one turn, at six hexes; it is 29 to the pit and round to it again
        (2, 0, True),  # four turns
        (3, 0, False),  # seven
        (0, 2, False),  # six hexes from the finish it can roll that far
    ],
)
def test_a_car_stops_that_would_run_dry_before_it_is_there_again(fuel: int, laps: int, stops: bool) -> None:
    assert stop(race(fuel=fuel, laps=laps)) == (5 if stops else NO_STOP)


@pytest.mark.rule("DM-M-145")
def test_a_full_tank_is_no_stop() -> None:
    assert stop(race(fuel=0)) == 5
    play = race(fuel=0)
    play.fits["car"] = replace(play.fits["car"], fuel=0)
    assert stop(play) == NO_STOP


@pytest.mark.rule("DM-M-145")
@pytest.mark.parametrize(("place", "far"), [(11, 30), (10, NO_STOP)])
def test_a_pit_further_off_than_thirty_hexes_is_not_driven_to_yet(place: int, far: int) -> None:
    track = load_track("anvil_oval")
    play = on_circuit(track, track.column_and_row(track.guide[place]), speed=1, fuel=0)
    play.state.moment.phase = 0
    assert stop(play) == far


@pytest.mark.rule("DM-M-145")
@pytest.mark.parametrize(
    ("turn", "phase", "far"),
    [
        (8, 0, NO_STOP),  # two turns of fuel and half a phase a hex: twelve hexes, and twelve to limp
        (13, 2, 17),  # eight phases of fuel, and eight and a half for those twelve
    ],
)
def test_a_car_a_little_short_of_home_limps(turn: int, phase: int, far: int) -> None:
    play = race((5, 1), speed=1, fuel=1, turn=turn, phase=phase, laps=2, checkpoint=0)
    car = play.state.cars["car"]
    assert (hexes_to_finish(play, car), hexes_rolled_dry(car)) == (24, 0)
    assert stop(play) == far


def with_a_spare(play: Match) -> Match:
    """The same match with a set of tires in the stores of the car's team."""
    play.teams["team-car"] = replace(play.teams["team-car"], stores=(ItemEntry(id="spare", kind="tire_heavy"),))
    return play


@pytest.mark.rule("DM-M-145")
@pytest.mark.parametrize(("penalty", "far"), [(1, NO_STOP), (2, 5), (3, 5)])
def test_tires_that_take_two_points_are_a_stop_where_a_set_waits(penalty: int, far: int) -> None:
    toughness = race().fits["car"].tire_toughness
    worn = next(damage for damage in range(99) if tire_penalty(damage=damage, toughness=toughness) == penalty)
    assert stop(race(fuel=9, tire_damage=worn)) == NO_STOP
    assert stop(with_a_spare(race(fuel=9, tire_damage=worn))) == far


@pytest.mark.rule("DM-M-145")
@pytest.mark.parametrize(("place", "phase", "far"), [((4, 1), 3, 1), ((5, 1), 0, NO_STOP)])
def test_tires_are_left_alone_for_the_last_lap(place: tuple[int, int], phase: int, far: int) -> None:
    play = with_a_spare(race(place, speed=1, fuel=9, phase=phase, tire_damage=20, laps=2, checkpoint=0))
    assert stop(play) == far


@pytest.mark.rule("DM-M-065", "DM-M-143")
@pytest.mark.parametrize(("speed", "turn"), [(0, 2), (1, 2), (7, 4)])
def test_a_turn_counts_as_many_hexes_as_its_handling_takes_off(speed: int, turn: int) -> None:
    play = race(fuel=9, speed=speed)
    assert autopilot(play)._goals.destination(play, play.state.cars["car"]).field.turn == turn


@pytest.mark.rule("DM-M-136")
@pytest.mark.parametrize(
    ("place", "checkpoint", "hexes"),
    [(0, 0, 72), (12, 0, 60), (13, 0, 83), (13, 1, 59), (23, 2, 49), (23, 0, 73)],  # behind the line, or a lap on
)
def test_what_is_left_to_drive_is_counted_from_the_line(place: int, checkpoint: int, hexes: int) -> None:
    track = circuit()
    play = race(track.column_and_row(track.guide[place]), checkpoint=checkpoint)
    assert hexes_to_finish(play, play.state.cars["car"]) == hexes


@pytest.mark.rule("DM-M-145", "DM-M-142", "DM-M-047", "DM-M-129")
@pytest.mark.parametrize(
    ("place", "speed", "far"),
    [
        (FIVE_OFF, 1, 5),
        (FIVE_OFF, 3, 5),  # at speeds two and one it covers six hexes, which is the room it has
        (FIVE_OFF, 4, NO_STOP),  # at three as well: ten and a half
        ((6, 9), 4, NO_STOP),  # ten to the last
        ((7, 9), 4, 10),
        ((2, 2), 1, 2),
        ((2, 2), 2, 2),
        ((2, 2), 3, NO_STOP),
        ((4, 2), 1, 0),  # in the pit it stops at once
        ((4, 2), 2, NO_STOP),
    ],
)
def test_a_car_that_cannot_brake_for_its_pit_drives_on(place: tuple[int, int], speed: int, far: int) -> None:
    assert stop(race(place, speed=speed)) == far


@pytest.mark.rule("DM-M-145", "DM-M-142", "DM-M-047")
@pytest.mark.parametrize(("remainder", "far"), [(0, 5), (1, NO_STOP)])
def test_in_a_phase_the_points_left_are_reckoned_with(remainder: int, far: int) -> None:
    play = race(speed=2, phase=1, quota=[1, 1, 1], remainder=remainder)
    assert stop(play) == far


@pytest.mark.rule("DM-M-145", "DM-M-048")
def test_phases_of_fuel_are_counted_to_the_burn_that_empties_the_tank() -> None:
    play = race(fuel=2, turn=1)
    phases = []
    for turn in (1, 2, 3):
        for phase in (0, 1, 2, 3):
            play.state.moment.turn, play.state.moment.phase = turn, phase
            phases.append(phases_of_fuel(play, play.state.cars["car"]))
    assert phases == [18, 18, 17, 16, 15, 15, 14, 13, 12, 12, 11, 10]
    play.state.cars["car"].fuel = 0
    assert phases_of_fuel(play, play.state.cars["car"]) == 0


@pytest.mark.rule("DM-M-145")
def test_turns_to_go_are_reckoned_at_the_cars_own_pace() -> None:
    quick, slow = race(turn=3), race(turn=12)  # 18 hexes driven, and a lap of 24 at six a turn as well
    car = quick.state.cars["car"]
    assert hexes_to_finish(quick, car) == 54
    assert (phases_for(quick, car, 54), turns_to_go(quick, car)) == (27, 9)
    on_the_grid = race(circuit().column_and_row(circuit().guide[22]), checkpoint=0)  # nothing driven yet
    assert phases_for(on_the_grid, on_the_grid.state.cars["car"], 54) == 48
    assert (phases_for(slow, slow.state.cars["car"], 54), turns_to_go(slow, slow.state.cars["car"])) == (62, 21)


@pytest.mark.rule("DM-M-048")
@pytest.mark.parametrize(("speed", "hexes"), [(0, 0), (1, 0), (2, 2), (3, 6), (6, 23)])
def test_a_dry_car_rolls_on(speed: int, hexes: int) -> None:
    play = race(speed=speed)
    assert hexes_rolled_dry(play.state.cars["car"]) == hexes


def pits(track: Track) -> tuple[int, ...]:
    """The pits of the first team."""
    return tuple(track.pits_of("t1"))


@pytest.mark.rule("DM-M-129", "DM-M-145")
@pytest.mark.parametrize("name", CIRCUITS)
def test_nobody_heads_back_for_a_pit_he_has_passed(name: str) -> None:
    track = load_track(name)
    road, lap = pit_road(track, pits(track)), len(track.guide)
    last = max((track.along[hex_id] + lap // 2) % lap for hex_id in pits(track)) - lap // 2
    beyond = [hex_id for number, hex_id in enumerate(track.guide) if 0 < (number - last) % lap < 5]
    assert len(beyond) == 4
    assert all(road.far[hex_id] > lap // 2 for hex_id in beyond)
    assert all(far <= room for far, room in zip(road.far, road.room, strict=True))


@pytest.mark.rule("DM-M-129")
@pytest.mark.parametrize("name", CIRCUITS)
def test_the_traffic_goes_on_along_the_line_and_a_hex_side_off_it_at_most(name: str) -> None:
    track = load_track(name)
    lap = len(track.guide)
    steps = [
        (hex_id, way, on) for hex_id, row in enumerate(track.neighbors) for way, on in enumerate(row) if on != OUTSIDE
    ]
    wrong = [
        (hex_id, way)
        for hex_id, way, on in steps
        if goes_with_the_traffic(track, hex_id, way)
        is not (
            (track.along[on] - track.along[hex_id]) % lap <= lap // 2
            and (way - track.guide_facing[track.along[hex_id]]) % SIDES in {0, 1, SIDES - 1}
        )
    ]
    assert wrong == []


@pytest.mark.rule("DM-M-129")
@pytest.mark.parametrize("name", CIRCUITS)
def test_every_hex_of_a_circuit_has_a_road_to_the_pit(name: str) -> None:
    track = load_track(name)
    road = pit_road(track, pits(track))
    assert all(blocked or far >= 0 for blocked, far in zip(track.impassable, road.far, strict=True))


@pytest.mark.rule("DM-M-129", "DM-M-143")
def test_in_the_pit_nothing_is_left_and_a_turn_about_counts_as_many_hexes() -> None:
    track = circuit()
    field = pit_field(track, pits(track), 1)
    first = pits(track)[0]
    onward = track.guide_facing[track.along[first]]
    assert field.left[SIDES * first + onward] == 0
    about = field.left[SIDES * first + (onward + 3) % SIDES]
    assert about > max(field.left[SIDES * first + (onward + side) % SIDES] for side in (-1, 0, 1))
    before = next(
        hex_id
        for hex_id in track.neighbors[first]
        if hex_id != OUTSIDE and pit_road(track, pits(track)).far[hex_id] == 1
    )
    assert min(field.left[SIDES * before + facing] for facing in range(SIDES)) >= 1


@pytest.mark.rule("DM-M-129", "DM-M-142", "DM-M-145")
@pytest.mark.parametrize("track", CIRCUITS)
def test_a_car_with_a_small_tank_is_refuelled_and_gets_home(track: str) -> None:
    play = played("lap_race", track, [["anvil"]], seed=2)
    assert [entry.more["passed"] for entry in play.log.entries if entry.kind == "pit"][:1] == [True]
    assert play.state.cars["team0.car0"].laps == 3
