"""Arenas: the bare disc and the league's own, what makes one faulty, and who starts where."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from rules.refusal import Unknown
from rules.rhad.arena import (
    AROUND,
    ArenaFaulty,
    Start,
    arena_from,
    arena_named,
    arena_names,
    between,
    faults_of_arena,
    from_middle,
)

DISC: dict[str, Any] = {
    "title": "Disc",
    "radius": 20,
    "obstacles": [],
    "starts": [[*start.at, start.facing] for start in arena_named("the_pan").starts],
}


def faulty(**changes: Any) -> str:
    """What is said of the bare disc with those changes; nothing where it is sound."""
    try:
        arena_from(json.dumps({**DISC, **changes}).encode(), name="disc")
    except ArenaFaulty as no:
        return no.sentence
    return ""


def starts(change: Callable[[list[list[int]]], None]) -> list[list[int]]:
    """The places of the bare disc, changed."""
    places = [list(each) for each in DISC["starts"]]
    change(places)
    return places


@pytest.mark.rule("RH-085")
def test_the_printed_arena_is_a_bare_disc_of_radius_20() -> None:
    assert arena_names() == ("the_pan", "pillar_hall", "the_sieve")
    pan = arena_named("")
    assert pan is not None
    assert (pan.name, pan.radius, pan.obstacles) == ("the_pan", 20, frozenset())
    assert pan.is_open((20, 0))
    assert pan.is_inside((-10, -10))
    assert not pan.is_open((21, 0))
    assert not pan.is_inside((-10, -11))
    assert not pan.is_open((-10, -11))


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize("name", arena_names())
def test_every_arena_is_sound_and_takes_twelve_cars(name: str) -> None:
    arena = arena_named(name)
    assert faults_of_arena(arena) == []
    assert len(arena.starts) == 12
    assert all(not arena.is_open(at) and arena.is_inside(at) for at in arena.obstacles)


@pytest.mark.parametrize("name", ["pillar_hall", "the_sieve"])
def test_an_arena_of_ours_looks_alike_from_every_side(name: str) -> None:
    arena = arena_named(name)
    assert arena.obstacles == {(-r, q + r) for q, r in arena.obstacles} != frozenset()


@pytest.mark.rule("RH-003")
def test_hexes_are_counted_along_the_sides() -> None:
    assert [from_middle(at) for at in ((0, 0), (3, 0), (0, -4), (2, 3), (-2, -3), (4, -3), (-3, 4))] == [
        0, 3, 4, 5, 5, 4, 4,
    ]  # fmt: skip
    assert between((1, 1), (3, 0)) == 2
    assert all(between((5, 5), (5 + q, 5 + r)) == 1 for q, r in AROUND)


@pytest.mark.rule("RH-004")
def test_facings_run_clockwise_and_opposites_are_three_apart() -> None:
    assert AROUND == ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize(
    ("cars", "numbers"),
    [
        ([1, 1], [[0], [6]]), ([3, 3], [[0, 1, 2], [6, 7, 8]]), ([6, 6], [[0, 1, 2, 3, 4, 5], [6, 7, 8, 9, 10, 11]]),
        ([2, 2, 2], [[0, 1], [4, 5], [8, 9]]), ([1] * 6, [[0], [2], [4], [6], [8], [10]]),
        ([2] * 6, [[0, 1], [2, 3], [4, 5], [6, 7], [8, 9], [10, 11]]), ([3, 1], [[0, 1, 2], [7]]),
        ([3, 3, 3, 3], [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11]]), ([1], [[0]]), ([], []),
        ([0, 2], [[], [5, 6]]),
        ([3] * 5, [[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11], []]),
    ],
)  # fmt: skip
def test_a_team_starts_side_by_side_and_the_teams_apart(cars: list[int], numbers: list[list[int]]) -> None:
    pan = arena_named("the_pan")
    assert pan.places(cars) == [[pan.starts[each] for each in team] for team in numbers]


@pytest.mark.rule("RH-085")
def test_an_unknown_arena_is_refused_by_name() -> None:
    with pytest.raises(Unknown, match=r"no arena 'pit': use one of the_pan, pillar_hall, the_sieve"):
        arena_named("pit")


@pytest.mark.parametrize("text", [b"", b"[]", b'{"title": 1}', b"\xff", b'{"title": "x", "roof": 1}'])
def test_a_file_of_another_form_is_refused(text: bytes) -> None:
    with pytest.raises(ArenaFaulty, match="cannot be read"):
        arena_from(text, name="disc")


@pytest.mark.rule("RH-085")
def test_what_is_wrong_with_an_arena_is_told() -> None:
    assert faulty() == ""
    assert "its radius is 31 and not 10 to 30" in faulty(radius=31)
    assert faulty(radius=30) == ""
    assert "its radius is 9" in faulty(radius=9)
    assert "its radius" not in faulty(radius=10)
    assert "the obstacle (0, 21) lies outside" in faulty(obstacles=[[0, 21]])
    assert faulty(obstacles=[[0, 20]]) == ""
    assert "it has 11 starting places and not 12" in faulty(starts=DISC["starts"][1:])
    assert "place 1 is no open hex" in faulty(obstacles=[[16, 0]])
    assert "place 1 has no two open hexes ahead" in faulty(obstacles=[[15, 0]])
    assert "place 1 has no two open hexes ahead" in faulty(obstacles=[[14, 0]])
    assert faulty(obstacles=[[13, 0]]) == ""


@pytest.mark.rule("RH-004")
def test_a_place_faces_one_of_six_sides_and_the_middle() -> None:
    def facing(side: int) -> Callable[[list[list[int]]], None]:
        return lambda places: places[0].__setitem__(2, side)

    assert [faulty(starts=starts(facing(side))) == "" for side in range(-1, 7)] == [
        False, False, False, False, True, False, False, False,
    ]  # fmt: skip
    assert "place 1 faces 6 and not 0 to 5" in faulty(starts=starts(facing(6)))
    assert "place 1 does not face the middle" in faulty(starts=starts(facing(2)))


@pytest.mark.rule("RH-085")
def test_places_are_three_hexes_apart() -> None:
    def second(q: int) -> Callable[[list[list[int]]], None]:
        return lambda places: places.__setitem__(1, [q, 0, 3])

    assert faulty(starts=starts(second(13))) == ""
    assert "place 2 is nearer than 3 hexes to one before it" in faulty(starts=starts(second(14)))


@pytest.mark.rule("RH-085")
def test_every_place_leads_to_every_other() -> None:
    ring = [[q, r] for q in range(-2, 3) for r in range(-2, 3) if from_middle((q, r)) == 2]
    walled = [[16 + q, r] for q, r in ring] + [[14, 0]]
    assert "place 1 has no two open hexes ahead" in faulty(obstacles=walled)
    far = [[q, r] for q in range(-4, 5) for r in range(-4, 5) if from_middle((q, r)) == 4]
    cut = [[16 + q, r] for q, r in far if from_middle((16 + q, r)) <= 20]
    assert "nothing leads from (8, 8) to the middle" in faulty(obstacles=cut)


def test_a_start_is_a_hex_and_a_side() -> None:
    assert arena_named("the_pan").starts[0] == Start(at=(16, 0), facing=3)
