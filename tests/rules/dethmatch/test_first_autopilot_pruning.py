"""The search stops early and shares work, and finds the same path as a search that examines everything."""

from __future__ import annotations

import random

import pytest

from rules.dethmatch.first_autopilot.path_search import BestPath
from rules.dethmatch.ground.track import Track
from tests.rules.dethmatch.boards import Board, Car, open_field
from tests.rules.dethmatch.first_autopilot_boards import approach, circuit, course, on_circuit, search

WALL = {"impassable": True}


def chance_board(seed: int) -> tuple[Track, list[Car]]:
    """A field of radius 5 with random walls, obstacles and cars."""
    lot = random.Random(seed)
    hexes = [(q, r) for r in range(-5, 6) for q in range(-5, 6) if abs(q + r) <= 5]
    lot.shuffle(hexes)
    cars = [
        Car(
            f"car{number}",
            at=place,
            facing=lot.randrange(6),
            speed=lot.randrange(1, 9),
            handling=lot.randrange(-2, 5),
            settled=lot.random() < 0.4,
            straight=lot.randrange(4),
        )
        for number, place in enumerate(hexes[:5])
    ]
    special: dict[tuple[int, int], dict[str, object]] = dict.fromkeys(hexes[5:13], WALL)
    special |= {place: {"obstacle": 1} for place in hexes[13:17]} | {
        place: {"surface": "mud"} for place in hexes[17:25]
    }
    return open_field(5, special=special), cars


@pytest.mark.rule("DM-M-143")
def test_a_clean_path_is_the_one_the_full_search_finds_on_boards_by_lot() -> None:
    clean = 0
    for seed in range(300):
        track, cars = chance_board(seed)
        play = Board(*cars, track=track)
        goal = track.hexes[seed % track.size]
        for points in (1, 2, 3):
            path_search = search(play, approach(play, goal), width=None)
            clean_path = path_search.clean(points)
            if clean_path is not None:
                clean += 1
                assert clean_path == path_search.best((points,))[points], (seed, points)
    assert clean > 50


@pytest.mark.rule("DM-M-143")
def test_a_clean_path_is_the_one_the_full_search_finds_anywhere_on_a_circuit() -> None:
    clean, track = 0, circuit()
    for hex_id in range(track.size):
        if track.impassable[hex_id]:
            continue
        for facing in range(6):
            play = on_circuit(track, track.column_and_row(hex_id), facing=facing, speed=4, straight=2, settled=False)
            path_search = search(play, course(play), width=None)
            for points in (1, 3):
                clean_path = path_search.clean(points)
                if clean_path is not None:
                    clean += 1
                    assert clean_path == path_search.best((points,))[points], (
                        track.column_and_row(hex_id),
                        facing,
                        points,
                    )
    assert clean > 100


@pytest.mark.rule("DM-M-055", "DM-M-143")
@pytest.mark.parametrize(
    ("place", "facing", "points", "path"),
    [((5, 0), 0, 2, ("F", "TR")), ((4, 0), 1, 2, ("F", "DL")), ((3, 0), 2, 3, None), ((4, 0), 2, 2, None)],
)
def test_a_clean_path_spends_its_handling_on_turns_and_drifts_alone(
    place: tuple[int, int], facing: int, points: int, path: tuple[str, ...] | None
) -> None:
    play = on_circuit(circuit(), place, facing=facing, speed=2, handling=1, straight=2, settled=False)
    clean_path = search(play, course(play), width=None).clean(points)
    assert (clean_path.path if clean_path else None) == path


@pytest.mark.rule("DM-M-143")
def test_no_point_gains_more_than_a_hex_on_a_circuit() -> None:
    track = circuit()
    for hex_id in range(track.size):
        if track.impassable[hex_id]:
            continue
        for facing in range(6):
            play = on_circuit(track, track.column_and_row(hex_id), facing=facing, speed=4)
            assert search(play, course(play), width=None).best((2,))[2].score <= 2 * 216


@pytest.mark.rule("DM-M-143")
def test_an_empty_path_scores_nothing_but_where_it_stands() -> None:
    assert search(Board(Car("car", speed=3))).best((0,))[0] == BestPath(path=(), score=0, crash=0)
