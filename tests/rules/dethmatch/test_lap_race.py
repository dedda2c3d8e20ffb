"""The lap race: laps, finishing, places, and when it is over."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.dethmatch.events.event import event_of
from rules.dethmatch.events.heat_limits import EndReason
from rules.dethmatch.events.lap_race import crosses, hexes_past_line, hexes_to_go, race_order
from rules.dethmatch.events.starting_grid import by_initiative
from rules.dethmatch.ground.hexes import hex_at
from rules.dethmatch.ground.track import Track, compile_track
from rules.dethmatch.ground.track_file import read_track
from rules.dethmatch.log.box_score import box_score
from rules.dethmatch.log.story import narrate_entry
from rules.dethmatch.match.state import NOWHERE, CarState, CarStatus, Control
from rules.dethmatch.play.result import report_of, result_of
from rules.dethmatch.settings import Settings
from tests.rules.dethmatch.boards import Board, Car
from tests.rules.dethmatch.courses import ring_road
from tests.rules.dethmatch.test_ruleset import packet

RING = compile_track(read_track(ring_road()))
LINE, BEFORE, BEHIND = (5, 1), (4, 1), (6, 1)
FIRST_GATE, SECOND_GATE = (9, 5), (1, 5)


def hex_of(place: tuple[int, int], track: Track = RING) -> int:
    return track.index[hex_at(*place)]


def race(*cars: Car, faces: tuple[int, ...] = (), turn: int = 1, phase: int = 1, **switches: Any) -> Board:
    house = {f"dethmatch.{name}": value for name, value in switches.items()}
    return Board(*cars, faces=faces, track=RING, event="lap_race", switches=house, turn=turn, phase=phase)


def on(id: str, place: tuple[int, int] = BEFORE, **options: Any) -> Car:
    return Car(id, at=hex_at(*place), **options)


def enter(play: Board, car: CarState, *places: tuple[int, int], direction: int = 0) -> None:
    for place in places:
        came_from, car.at = car.at, hex_of(place)
        event_of(play).on_hex_entered(play, car, came_from, direction)


@pytest.mark.rule("DM-M-136")
def test_a_lap_is_every_checkpoint_in_order_and_then_the_line() -> None:
    play = race(on("a"))
    car = play.state.cars["a"]
    enter(play, car, LINE)
    assert (car.laps, car.checkpoint) == (0, 0)
    enter(play, car, SECOND_GATE)
    assert (car.laps, car.checkpoint) == (0, 0)
    enter(play, car, FIRST_GATE, BEFORE, LINE)
    assert (car.laps, car.checkpoint) == (0, 1)
    enter(play, car, SECOND_GATE, BEFORE, LINE)
    assert (car.laps, car.checkpoint) == (1, 0)
    assert [(entry.kind, entry.before, entry.after) for entry in play.log.entries] == [
        ("checkpoint", {"checkpoint": 0}, {"checkpoint": 1}),
        ("checkpoint", {"checkpoint": 1}, {"checkpoint": 2}),
        ("lap", {"laps": 0}, {"laps": 1}),
    ]


@pytest.mark.rule("DM-M-136")
@pytest.mark.parametrize(
    ("came_from", "direction", "counts"),
    [
        (BEFORE, 0, True),
        (BEFORE, 1, True),
        (BEFORE, 5, True),
        (BEFORE, 2, False),
        (BEFORE, 4, False),
        (BEHIND, 3, False),
        ((5, 0), 1, False),
    ],
)
def test_the_line_is_crossed_one_way_and_from_off_it(
    came_from: tuple[int, int], direction: int, counts: bool
) -> None:
    assert crosses(RING, came_from=hex_of(came_from), at=hex_of(LINE), direction=direction) is counts
    assert not crosses(RING, came_from=hex_of(BEFORE), at=hex_of(BEHIND), direction=0)


@pytest.mark.rule("DM-M-136")
def test_a_destroyed_car_that_rolls_over_the_line_makes_no_lap() -> None:
    play = race(on("a", checkpoint=2, status=CarStatus.DESTROYED))
    enter(play, play.state.cars["a"], LINE)
    assert play.state.cars["a"].laps == 0


@pytest.mark.rule("DM-M-092", "DM-M-136")
@pytest.mark.parametrize(("edition", "laps"), [(2, 1), (3, 0)])
def test_a_car_that_nobody_drives_makes_no_lap_from_the_third_edition_on(edition: int, laps: int) -> None:
    play = race(on("a", checkpoint=2, control=Control.UNCONTROLLED))
    play.setup = replace(play.setup, edition=edition)
    play.state.crew["a.driver"].out = True
    enter(play, play.state.cars["a"], LINE)
    assert play.state.cars["a"].laps == laps


@pytest.mark.rule("DM-M-136")
def test_the_last_line_is_measured_at_the_end_of_its_phase_and_the_car_leaves() -> None:
    play = race(on("a", laps=2, checkpoint=2), on("b"), turn=20, phase=2)
    car = play.state.cars["a"]
    enter(play, car, LINE)
    assert (car.laps, car.finish, car.status) == (3, (20, 2), CarStatus.RUNNING)
    enter(play, car, BEHIND, (7, 1))
    event_of(play).on_phase_end(play)
    assert (car.finish, car.status, car.at, car.speed) == ((20, 2, 2), CarStatus.FINISHED, NOWHERE, 0)
    assert (play.state.finishers, play.state.winner_turn) == (["a"], 20)
    assert play.state.crew["a.driver"].scores == 1
    finish = next(entry for entry in play.log.entries if entry.kind == "finish")
    assert (finish.after, finish.more) == ({"status": "finished", "speed": 0}, {"place": 1, "past": 2})
    event_of(play).on_phase_end(play)
    assert play.state.finishers == ["a"]


@pytest.mark.rule("DM-M-136")
@pytest.mark.parametrize(
    ("place", "past"), [(LINE, 0), (BEHIND, 1), ((7, 1), 2), (BEFORE, 0), ((9, 5), 6), ((5, 9), 12), ((4, 9), 0)]
)
def test_hexes_past_the_line_are_counted_along_the_course(place: tuple[int, int], past: int) -> None:
    assert hexes_past_line(RING, hex_of(place)) == past


@pytest.mark.rule("DM-M-136")
def test_who_crosses_in_one_phase_is_placed_by_hexes_past_the_line_and_then_by_initiative() -> None:
    home = {"laps": 3, "finish": (20, 2)}
    play = race(on("a", (6, 0), **home), on("b", (6, 2), **home), on("c", (7, 1), **home))
    play.state.ranking = ["b", "a", "c"]
    event_of(play).on_phase_end(play)
    assert play.state.finishers == ["c", "a", "b"]
    play = race(on("a", (6, 0), **home), on("b", (6, 2), **home))
    play.state.ranking = ["a", "b"]
    event_of(play).on_phase_end(play)
    assert play.state.finishers == ["b", "a"]


@pytest.mark.rule("DM-M-136")
def test_a_car_destroyed_in_the_phase_it_crosses_in_has_not_finished() -> None:
    play = race(on("a", finish=(20, 2), status=CarStatus.WRECK), on("b"))
    event_of(play).on_phase_end(play)
    assert (play.state.finishers, play.state.cars["a"].status) == ([], CarStatus.WRECK)
    assert event_of(play).points(play) == {"team-a": 0, "team-b": 10}


@pytest.mark.rule("DM-M-135", "DM-M-136")
@pytest.mark.parametrize(("before", "points", "scores"), [(0, 10, 1), (1, 7, 1), (2, 5, 1), (3, 3, 1), (4, 2, 1),
                                                          (5, 1, 1), (6, 0, 0)])  # fmt: skip
def test_each_place_has_its_points_and_scores_where_it_has_any(before: int, points: int, scores: int) -> None:
    play = race(*(on(f"x{n}", (6, 1), off_map=True, status=CarStatus.FINISHED) for n in range(before)),
                on("a", finish=(20, 2), laps=3))  # fmt: skip
    play.state.finishers = [f"x{n}" for n in range(before)]
    event_of(play).on_phase_end(play)
    assert event_of(play).points(play)["team-a"] == points
    assert play.state.crew["a.driver"].scores == scores


@pytest.mark.rule("DM-M-136")
def test_unfinished_cars_are_placed_by_laps_then_checkpoints_then_the_way_to_go() -> None:
    play = race(
        on("behind", (3, 1)),
        on("ahead", (7, 1)),
        on("gate", FIRST_GATE, checkpoint=1),
        on("lapped", (3, 1), laps=1),
        on("home", status=CarStatus.FINISHED, off_map=True, laps=3),
        on("wreck", (8, 1), status=CarStatus.WRECK, laps=2),
        on("rolling", (7, 2), status=CarStatus.DESTROYED, laps=2),
        on("lost", (7, 0), control=Control.UNCONTROLLED, laps=2),
    )
    play.state.crew["lost.driver"].out = True
    play.state.finishers = ["home"]
    assert race_order(play) == ["home", "lapped", "gate", "ahead", "behind"]
    assert hexes_to_go(RING, play.state.cars["ahead"]) == 4
    assert hexes_to_go(RING, play.state.cars["behind"]) == 8
    play.state.cars["behind"].checkpoint = 2
    assert hexes_to_go(RING, play.state.cars["behind"]) == 2


@pytest.mark.rule("DM-M-135", "DM-M-136", "DM-M-139")
def test_the_log_says_the_places_of_cars_that_have_not_finished_and_all_their_points() -> None:
    play = race(
        on("home", status=CarStatus.FINISHED, off_map=True, laps=3),
        on("wreck", (8, 1), status=CarStatus.WRECK, laps=2),
        on("behind", (3, 1)),
        on("lapped", (3, 1), laps=1),
        on("absent", (7, 0), status=CarStatus.OFF),
    )
    play.state.finishers = ["home"]
    play.state.crew["absent.driver"].heats = []
    play.state.crew["home.driver"].kills = 1
    event_of(play).on_heat_end(play)
    assert [narrate_entry(entry) for entry in play.log.entries] == [
        "lapped is still racing after 1 of 3 laps: place 2, 7 points [DM-M-136]",
        "behind is still racing after 0 of 3 laps: place 3, 5 points [DM-M-136]",
        "wreck is out after 2 of 3 laps: no place [DM-M-136]",
        "team-home has destroyed 1 enemy car: 1 point [DM-M-139]",
    ]
    assert sum(event_of(play).points(play).values()) == 10 + 7 + 5 + 1
    play.setup = replace(play.setup, edition=2)
    before = len(play.log.entries)
    event_of(play).on_heat_end(play)
    assert len(play.log.entries) == before


@pytest.mark.rule("DM-M-128", "DM-M-136")
def test_the_reason_of_the_end_of_a_race() -> None:
    play = race(on("a"), turn=16)
    assert event_of(play).end_reason(play) == ""
    play.state.winner_turn = 10
    assert event_of(play).end_reason(play) == EndReason.WINNER
    play.state.winner_turn, play.state.moment.turn = 0, 60
    assert event_of(play).end_reason(play) == EndReason.LIMIT
    play.state.crew["a.driver"].out = True
    assert event_of(play).end_reason(play) == EndReason.NOBODY_GOES_ON


@pytest.mark.rule("DM-M-136", "DM-M-139")
def test_an_enemy_car_destroyed_is_a_point_besides() -> None:
    play = race(on("a"), on("b", (7, 1)))
    play.state.crew["a.driver"].kills = 3
    play.state.teams["team-a"].kills = 1
    assert event_of(play).points(play) == {"team-a": 7 + 2, "team-b": 10}


@pytest.mark.rule("DM-M-136")
def test_house_points_by_place_take_the_place_of_the_printed_ones() -> None:
    play = race(on("a"), on("b", (7, 1)), race_points="4 1")
    assert event_of(play).points(play) == {"team-a": 1, "team-b": 4}


@pytest.mark.rule("DM-M-136")
@pytest.mark.parametrize(("turn", "over"), [(15, False), (16, True)])
def test_the_race_ends_six_turns_after_the_winner(turn: int, over: bool) -> None:
    play = race(on("a"), turn=turn)
    play.state.winner_turn = 10
    assert event_of(play).is_over(play) is over


@pytest.mark.rule("DM-M-128", "DM-M-136")
@pytest.mark.parametrize(("laps", "limit"), [(1, 30), (3, 60), (6, 105), (7, 120), (8, 120)])
def test_a_race_lasts_fifteen_turns_a_lap_and_fifteen_more_and_never_more_than_120(laps: int, limit: int) -> None:
    play = race(on("a"), turn=limit - 1)
    play.settings = Settings(race_laps=laps)
    assert event_of(play).turn_limit(play) == limit
    assert not event_of(play).is_over(play)
    play.state.moment.turn = limit
    assert event_of(play).is_over(play)


@pytest.mark.rule("DM-M-034", "DM-M-136")
def test_the_race_is_over_when_no_car_runs_any_more() -> None:
    play = race(on("a"), on("b", (7, 1)))
    stuck, finished = play.state.cars.values()
    finished.status = CarStatus.FINISHED
    finished.at = NOWHERE
    assert not event_of(play).is_over(play)
    stuck.broken = True
    assert event_of(play).is_over(play)
    stuck.speed = 1
    assert not event_of(play).is_over(play)
    play.state.crew["a.driver"].out = True
    assert event_of(play).is_over(play)


@pytest.mark.rule("DM-M-133")
@pytest.mark.parametrize(("hold", "leader", "held"), [(1, 0, True), (1, 1, False), (0, 0, False), (2, 1, True)])
def test_weapons_are_held_until_the_leader_has_completed_the_first_lap(hold: int, leader: int, held: bool) -> None:
    play = race(on("a", laps=leader), on("b", (7, 1)), weapons_hold_laps=hold)
    assert event_of(play).weapons_held(play) is held


@pytest.mark.rule("DM-M-136")
def test_the_grid_is_by_d6_and_initiative_and_ties_roll_again() -> None:
    play = race(on("a"), on("b"), on("c", driver={"initiative": 4}), faces=(4, 5, 4, 2, 3))
    # a 4 + 3, b 5 + 3, c 4 + 4; b and c tie and roll 2 + 3 and 3 + 4
    assert [car.id for car in by_initiative(play)] == ["c", "b", "a"]


@pytest.mark.rule("DM-M-040", "DM-M-136")
def test_the_best_on_the_grid_stands_in_the_first_place() -> None:
    play = race(on("a", (8, 1)), on("b", (8, 0)), faces=(2, 6))
    event_of(play).place_on_grid(play)
    assert {car.id: RING.column_and_row(car.at) for car in play.state.cars.values()} == {"b": (4, 0), "a": (4, 1)}
    assert [narrate_entry(entry) for entry in play.log.entries] == [
        "a for the grid: rolls 2 + initiative 3 = 5 [DM-M-136]",
        "b for the grid: rolls 6 + initiative 3 = 9 [DM-M-136]",
        "b with b.driver starts from place 1 [DM-M-040]",
        "a with a.driver starts from place 2 [DM-M-040]",
    ]


@pytest.mark.rule("DM-M-136", "DM-M-140")
@pytest.mark.parametrize(("edition", "handed_over"), [(2, (0, 0)), (3, (1, 20))])
def test_place_and_turn_of_finish_are_in_the_box_score_and_handed_over(
    edition: int, handed_over: tuple[int, int]
) -> None:
    play = race(on("a", laps=2, checkpoint=2), on("b"), on("c", BEHIND, status=CarStatus.WRECK), turn=20, phase=2)
    play.setup = replace(play.setup, edition=edition)
    enter(play, play.state.cars["a"], LINE)
    event_of(play).on_phase_end(play)
    assert [(car.car, car.place, car.finished) for car in result_of(play).cars] == [
        ("a", 1, 20),
        ("b", 2, 0),
        ("c", 0, 0),
    ]
    table = box_score(play)[1]
    shown = [column.name for column in table.head].index("place")
    assert [(row[0], row[shown], row[shown + 2]) for row in table.rows] == [
        ("a", 1, 20),
        ("b", 2, "-"),
        ("c", "-", "-"),
    ]
    first = report_of(play, packet()).cars[0]
    assert (first.place, first.finished) == handed_over
