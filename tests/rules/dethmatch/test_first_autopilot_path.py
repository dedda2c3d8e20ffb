"""The autopilot's paths: what each weight takes off a score, and which path wins."""

from __future__ import annotations

import pytest

from rules.dethmatch.first_autopilot.path_search import MOST_EVALUATED, WIDTH
from rules.dethmatch.first_autopilot.risk_estimates import (
    control_loss_penalty,
    estimated_collision_speed,
    failing_faces,
)
from rules.dethmatch.match.orders import PATH_STEPS
from rules.dethmatch.match.state import CarStatus, Marker
from tests.rules.dethmatch.boards import Board, Car, open_field
from tests.rules.dethmatch.first_autopilot_boards import approach, circuit, course, on_circuit, score, search

WALL = {"impassable": True}


@pytest.mark.rule("DM-M-143", "DM-M-002")
@pytest.mark.parametrize(("needed", "fails"), [(-1, 6), (0, 6), (1, 5), (3, 3), (5, 1), (6, 0), (9, 0)])
def test_a_check_fails_on_the_faces_above_what_it_needs(needed: int, fails: int) -> None:
    assert failing_faces(needed) == fails
    assert failing_faces(needed, natural_one=True) == min(fails, 5)


@pytest.mark.rule("DM-M-143", "DM-M-068", "DM-M-069")
@pytest.mark.parametrize(
    ("speed", "below", "points"),
    [
        # D 3 at -1 fails on 4, 5, 6. At 6 the table says spin or worse from 5 on: 6 x 1/2 + 8 x 1/2 x 2/6.
        (6, 0, 6 / 2 + 8 / 2 * 2 / 6),
        # At -2 they fail on 3 to 6, and spin from 4 on: 6 x 4/6 + 8 x 4/6 x 3/6.
        (6, 1, 6 * 4 / 6 + 8 * 4 / 6 * 3 / 6),
        # At speed 4 and -1 no spin is possible except on a 7: 6 x 1/2 alone.
        (4, 0, 6 / 2),
        # At 5 and -1 a 6 spins.
        (5, 0, 6 / 2 + 8 / 2 / 6),
        # At 11 every face spins.
        (11, 0, 6 / 2 + 8 / 2),
    ],
)
def test_the_chance_of_losing_control_and_of_a_spin_are_weighed_at_six_and_eight(
    speed: int, below: int, points: float
) -> None:
    assert 6 * control_loss_penalty(speed, 3, False)[below] == pytest.approx(216 * points)


@pytest.mark.rule("DM-M-143", "DM-M-081", "DM-M-082")
@pytest.mark.parametrize(
    ("mine", "other", "drifting", "speed"),
    [
        (5, (0, 3), False, 2),  # rear-end: the difference
        (3, (0, 3), False, 1),  # at least 1
        (3, (0, 6), False, 1),
        (6, (0, 3), True, 3),  # swipe: the difference either way
        (3, (0, 6), True, 3),
        (5, (3, 4), False, 9),  # head-on: the sum
        (5, (3, 4), True, 5),
        (5, (2, 4), False, 5),  # T-bone: the mover's own
        (5, (4, 4), False, 5),
        (0, (1, 4), False, 1),
    ],
)
def test_a_collision_is_reckoned_with_at_the_speed_of_its_type(
    mine: int, other: tuple[int, int], drifting: bool, speed: int
) -> None:
    play = Board(Car("car"), Car("other", at=(1, 0), facing=other[0], speed=other[1]))
    assert estimated_collision_speed(mine, 0, play.state.cars["other"], drifting=drifting) == speed


@pytest.mark.rule("DM-M-143", "DM-M-081", "DM-M-082")
@pytest.mark.parametrize(("mine", "speed"), [(0, 1), (1, 1), (6, 6)])
def test_scenery_and_wrecks_are_hit_at_the_cars_own_speed(mine: int, speed: int) -> None:
    play = Board(Car("car"), Car("wreck", at=(1, 0), facing=3, speed=4, status=CarStatus.WRECK))
    assert estimated_collision_speed(mine, 0, None, drifting=False) == speed
    assert estimated_collision_speed(mine, 0, play.state.cars["wreck"], drifting=False) == speed


# A car with handling 3 and D 3 in the middle of a field, whose goal is eight hexes ahead; a point is 216.
@pytest.mark.rule("DM-M-143")
@pytest.mark.parametrize(
    ("steps", "points"),
    [
        (("F",), 1),
        (("F", "F", "F"), 3),
        (("DL",), 0 - 2),  # as far from the goal as before, and a point of handling gone
        (("TL",), -2 - 2),  # as far, one turn back still to make, and a point of handling gone
        (("TL", "TR"), 1 - 4),  # a hex nearer, and two turns paid
    ],
)
def test_a_path_scores_its_progress_less_twice_its_handling(steps: tuple[str, ...], points: int) -> None:
    assert score(search(Board(Car("car", speed=3))), *steps) == 216 * points


@pytest.mark.rule("DM-M-143", "DM-M-057")
@pytest.mark.parametrize(
    ("sheet", "chance"),
    [
        ({"settled": True}, 0),
        ({"settled": False, "straight": 2}, 0),
        ({"settled": False, "straight": 1}, 3 / 6),  # one short: a check without penalty
        ({"settled": False, "straight": 0}, 4 / 6),  # two short: at -1
        ({"settled": False, "straight": 0, "moved": 5, "hazard": 5}, 5 / 6),  # and one more for a recent hazard
        ({"settled": False, "straight": 0, "moved": 5, "hazard": 4}, 4 / 6),
    ],
)
def test_a_maneuver_too_soon_may_cost_a_further_point(sheet: dict[str, object], chance: float) -> None:
    path_search = search(Board(Car("car", speed=6, **sheet)))
    assert score(path_search, "DL") == pytest.approx(216 * (-2 - 2 * chance))


@pytest.mark.rule("DM-M-143", "DM-M-056")
def test_the_straight_counter_runs_on_along_the_path() -> None:
    path_search = search(Board(Car("car", speed=6, settled=False, straight=0)))
    assert score(path_search, "F", "F", "DL") == 216 * (2 - 2)
    assert score(path_search, "F", "F", "DL", "DL") == 216 * (2 - 2) + 216 * -2 + round(216 * -2 * 4 / 6)


@pytest.mark.rule("DM-M-143", "DM-M-068")
def test_handling_below_nought_calls_for_a_check_that_is_dreaded() -> None:
    path_search = search(Board(Car("car", speed=6, handling=0)))
    assert score(path_search, "DL") == 216 * -2 - (216 * 3 + 216 * 4 // 3)


@pytest.mark.rule("DM-M-143", "DM-M-065")
def test_a_turn_at_seven_costs_two_points_of_handling() -> None:
    play = Board(Car("car", speed=7))
    assert score(search(play, approach(play, (8, 0), turn_toll=2)), "TL") == 216 * (-4 - 4)


@pytest.mark.rule("DM-M-143")
def test_ending_before_a_blocked_hex_takes_three_off() -> None:
    track = open_field(special={(3, 0): WALL})
    play = Board(Car("car", speed=2), track=track)
    way_round = approach(play, (8, 0))
    assert way_round.hexes(play.track.index[(0, 0)]) == 9
    path_search = search(play, way_round)
    assert score(path_search, "F") == 216 * way_gained(play, way_round, (1, 0))
    assert score(path_search, "F", "F") == 216 * (way_gained(play, way_round, (2, 0)) - 3)


def way_gained(play: object, field: object, at: tuple[int, int]) -> int:
    """Progress from the middle to a hex, with facing 0 in both."""
    index = play.track.index  # type: ignore[attr-defined]
    return int(field.left[6 * index[(0, 0)]] - field.left[6 * index[at]])  # type: ignore[attr-defined]


@pytest.mark.rule("DM-M-143", "DM-M-084")
@pytest.mark.parametrize(("speed", "handling"), [(4, 1 / 2), (5, 1 + 1 / 2), (8, 1 + 1 / 2)])
def test_a_collision_takes_four_off_and_the_handling_it_costs(speed: int, handling: float) -> None:
    # Into a wreck: a point for each 4 of speed, 1 less when the check at 3 is passed; the hex ahead stays blocked.
    play = Board(Car("car", speed=speed), Car("wreck", at=(1, 0), status=CarStatus.WRECK))
    assert score(search(play), "F") == 216 * (-4 - 2 * handling - 3)


@pytest.mark.rule("DM-M-143", "DM-M-082")
@pytest.mark.parametrize(
    ("step", "at", "facing", "speed", "crash"),
    [
        ("F", (1, 0), 0, 6, 1),  # a rear-end is at least 1
        ("DL", (1, -1), 0, 6, 3),  # a swipe the difference
        ("DR", (0, 1), 0, 6, 3),
        ("TL", (1, -1), 5, 6, 1),  # after the turn it runs into its rear
        ("TR", (0, 1), 4, 6, 9),  # and here head on
    ],
)
def test_a_path_counts_the_speeds_it_collides_at(
    step: str, at: tuple[int, int], facing: int, speed: int, crash: int
) -> None:
    path_search = search(Board(Car("car", speed=3), Car("other", at=at, facing=facing, speed=speed)))
    assert path_search.after(path_search.start, PATH_STEPS.index(step)).crash == crash


@pytest.mark.rule("DM-M-143", "DM-M-068")
@pytest.mark.parametrize(
    ("driving", "points"),
    [
        # With 2 left on gravel: a drift takes 1 and half of 1, which is rounded up to 2; the next one goes below 0.
        # At speed 3 no table says spin: 6 x 3/6 for the drift, 6 x 4/6 for half of a further point.
        (3, 1 - 2 * (1.5 + 1.5) - 3 - 4 / 2),
        # D 4 fails on 2 of 6: 1 1/3 is rounded to 1, and only the last check falls below 0.
        (4, 1 - 2 * (8 / 6 + 8 / 6) - 6 * 2 / 6 * 2 / 6),
    ],
)
def test_what_may_be_lost_counts_once_it_is_likelier_than_not(driving: int, points: float) -> None:
    car = Car("car", speed=3, handling=2, driver={"driving": driving})
    path_search = search(Board(car, track=open_field(surface="gravel")))
    assert score(path_search, "DL", "F", "DL") == pytest.approx(216 * points)


@pytest.mark.rule("DM-M-143", "DM-M-070")
def test_a_forced_move_is_set_out_from_and_not_reckoned_with() -> None:
    path_search = search(Board(Car("car", speed=3)))
    path_search.begin(("DL",))
    assert score(path_search, "F") == 216
    assert path_search.best((1,))[1].path == ("DL", "F")


@pytest.mark.rule("DM-M-143")
def test_ramming_costs_nothing_where_it_is_wanted() -> None:
    play = Board(Car("car", speed=6), Car("enemy", at=(1, 0)))
    path_search = search(play)
    plain = score(path_search, "F")
    path_search._outlook.wanted = frozenset({play.track.index[(1, 0)]})
    assert score(path_search, "F") - plain == 216 * 4


@pytest.mark.rule("DM-M-143", "DM-M-059", "DM-M-102")
@pytest.mark.parametrize(
    ("special", "markers", "points"),
    [
        ({(1, 0): {"obstacle": 1}}, (), 1 - 1 - 2 * 4 / 6),  # 1 handling unless the check at -1 is passed
        (
            {(1, 0): {"obstacle": 3}},
            (),
            1 - 1 - 2 * (1 + 6 / 6),
        ),  # 1 in any case, and 1 more since 0 or less never passes
        ({}, ("oil",), 1 - 1 - 2 * 3 / 6),
        ({}, ("caltrops",), 1 - 1),
        ({}, ("mine",), 1 - 1),
        ({}, ("smoke",), 1),
    ],
)
def test_what_lies_in_a_hex_is_weighed(
    special: dict[tuple[int, int], dict[str, int]], markers: tuple[str, ...], points: float
) -> None:
    play = Board(Car("car", speed=3), track=open_field(special=special))
    hex_id = play.track.index[(1, 0)]
    play.state.markers = [Marker(kind=marker, at=hex_id, by="", car="") for marker in markers]
    assert score(search(play), "F") == pytest.approx(216 * points)


@pytest.mark.rule("DM-M-143", "DM-M-058")
def test_a_maneuver_on_bad_ground_may_cost_a_point() -> None:
    path_search = search(Board(Car("car", speed=3), track=open_field(surface="mud")))
    assert score(path_search, "DL") == pytest.approx(216 * (-2 - 2 * 4 / 6))
    assert score(path_search, "F") == 216


@pytest.mark.rule("DM-M-143")
def test_leaving_the_map_is_the_last_thing_a_driver_does() -> None:
    play = Board(Car("car", at=(10, -5), speed=1), track=open_field(edge="run_off"))
    path_search = search(play, approach(play, (0, 0)))
    assert score(path_search, "F") <= 216 * -50
    assert path_search.best((1,))[1].path == ("TR",)


# ------------------------------------------------------------------------------------------- the choice of a path


@pytest.mark.rule("DM-M-143")
@pytest.mark.parametrize("points", [1, 2, 3, 5])
def test_a_clear_road_is_driven_straight(points: int) -> None:
    assert search(Board(Car("car", speed=3))).best((points,))[points].path == ("F",) * points


@pytest.mark.rule("DM-M-143")
@pytest.mark.parametrize(
    ("walls", "path"),
    [
        ((), ("F", "F")),
        (((1, 0),), ("DL", "F")),  # both sides are as good: the left one is first
        (((1, 0), (1, -1)), ("DR", "F")),
        (((1, 0), (0, 1)), ("DL", "F")),
    ],
)
def test_ties_go_to_the_first_of_forward_drifts_and_turns(
    walls: tuple[tuple[int, int], ...], path: tuple[str, ...]
) -> None:
    play = Board(Car("car", speed=3), track=open_field(special=dict.fromkeys(walls, WALL)))
    assert search(play).best((2,))[2].path == path


@pytest.mark.rule("DM-M-143")
def test_a_car_goes_round_another_rather_than_into_it() -> None:
    play = Board(Car("car", speed=3), Car("slow", at=(2, 0), speed=1))
    way = search(play).best((3,))[3]
    assert way.crash == 0
    assert way.path == ("F", "DL", "F")


@pytest.mark.rule("DM-M-143")
def test_where_every_path_collides_the_least_speed_is_taken() -> None:
    # Ahead a car that drives off at 3, to the front-left one that comes on, to the front-right a wall.
    others = (Car("ahead", at=(1, 0), facing=0, speed=3), Car("coming", at=(1, -1), facing=3, speed=4))
    play = Board(Car("car", speed=4), *others, track=open_field(special={(0, 1): WALL}))
    way = search(play).best((1,))[1]
    assert (way.path, way.crash) == (("F",), 1)


@pytest.mark.rule("DM-M-143", "DM-M-146")
def test_a_path_leads_through_its_goal() -> None:
    play = Board(Car("car", speed=3), track=open_field())
    flag = play.track.index[(1, -1)]
    through = search(play, approach(play, (1, -1)), goals=(flag,)).best((3,))[3].path
    assert through[0] in {"DL", "TL"}


@pytest.mark.rule("DM-M-146")
def test_a_car_in_the_last_fight_shows_its_strongest_side() -> None:
    play = Board(Car("car", speed=2))
    guarded = search(play, guard=lambda _, facing: facing == 1).best((1,))[1]
    plain = search(play).best((1,))[1]
    assert (plain.path, guarded.path) == (("F",), ("F",))
    assert score(search(play, guard=lambda _, facing: facing == 0), "F") == 216 * 2


@pytest.mark.rule("DM-M-143")
def test_a_bend_is_turned_into_where_the_road_turns() -> None:
    # The ring road turns right two hexes past the line; three hexes forward would end in front of its outer wall.
    play = on_circuit(circuit(), (7, 1), facing=0, speed=4)
    way = search(play, course(play)).best((3,))[3]
    assert (way.path, way.score) == (("TR", "F", "F"), 3 * 216)


@pytest.mark.rule("DM-M-143")
@pytest.mark.parametrize("points", [2, 3, 6, 9])
def test_no_more_than_two_hundred_paths_are_evaluated(points: int) -> None:
    play = on_circuit(circuit(), (6, 1), facing=3, speed=4)
    path_search = search(play, course(play))
    path_search.best((points,))
    assert path_search.evaluated <= MOST_EVALUATED


@pytest.mark.rule("DM-M-143")
def test_two_points_have_thirty_paths_and_the_best_twelve_are_gone_on_with() -> None:
    path_search = search(Board(Car("car", speed=3)))
    path_search.best((2,))
    assert path_search.evaluated == 5 + 25
    wider = search(Board(Car("car", speed=3)))
    wider.best((3,))
    assert wider.evaluated == 5 + 25 + 5 * 12
    assert (WIDTH, MOST_EVALUATED) == (12, 200)


@pytest.mark.rule("DM-M-143")
@pytest.mark.parametrize(
    ("place", "points", "sheet", "path"),
    [
        ((7, 1), 1, {"straight": 2}, ("TR",)),  # the turn mode of 2 is just met
        ((7, 1), 1, {"straight": 2, "handling": 1}, ("TR",)),  # and the handling just suffices
        ((7, 1), 1, {"straight": 1}, None),
        ((7, 1), 1, {"straight": 2, "handling": 0}, None),
        ((5, 1), 2, {"straight": 1}, ("F", "TR")),  # a hex further it is met
        ((5, 1), 2, {"straight": 0}, None),
    ],
)
def test_a_clean_path_turns_where_the_turn_mode_is_met_and_paid(
    place: tuple[int, int], points: int, sheet: dict[str, int], path: tuple[str, ...] | None
) -> None:
    play = on_circuit(circuit(), place, facing=0, speed=4, settled=False, **sheet)
    clean_path = search(play, course(play)).clean(points)
    assert (clean_path and clean_path.path) == path


@pytest.mark.rule("DM-M-143", "DM-M-146")
@pytest.mark.parametrize(("points", "clean"), [(2, True), (3, False)])
def test_no_path_is_clean_that_may_come_through_a_goal(points: int, clean: bool) -> None:
    play = Board(Car("car", speed=3))
    path_search = search(play, approach(play, (3, 0)), goals=(play.track.index[(3, 0)],))
    assert (path_search.clean(points) is not None) is clean
