"""Arenas: the bare disc and the league's own, the errors an arena can have, and starting places."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.core.refusals import Unknown
from rules.rhad.ground.arena import (
    STEP_BY_FACING,
    Start,
    arena_from_document,
    arena_names,
    distance_from_middle,
    hex_distance,
    load_arena,
    load_arena_document,
    resolve_arena,
)
from rules.rhad.ground.arena_errors import arena_errors
from rules.rhad.match.packet_setup import setup_from_packet
from tests.rules.rhad.duels import packet, seat, team

DISC: dict[str, Any] = {**load_arena_document("the_pan"), "title": "Disc"}


def sentences(document: object) -> list[str]:
    """The sentences of an arena's errors."""
    return [fault.sentence for fault in arena_errors(document)]


def faulty(**changes: Any) -> str:
    """The errors of the bare disc with those changes, as one text; empty if it is valid."""
    return " ".join(sentences({**DISC, **changes}))


def starts(change: Callable[[list[list[int]]], None]) -> list[list[int]]:
    """The starting places of the bare disc, changed."""
    places = [list(place) for place in DISC["starts"]]
    change(places)
    return places


@pytest.mark.rule("RH-085")
def test_the_printed_arena_is_a_bare_disc_of_radius_20() -> None:
    assert arena_names() == ("the_pan", "pillar_hall", "the_sieve")
    pan = load_arena("")
    assert pan is not None
    assert (pan.title, pan.radius, pan.obstacles) == ("The Pan", 20, frozenset())
    assert pan.is_open((20, 0))
    assert pan.is_inside((-10, -10))
    assert not pan.is_open((21, 0))
    assert not pan.is_inside((-10, -11))
    assert not pan.is_open((-10, -11))


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize("name", arena_names())
def test_every_arena_is_sound_and_takes_twelve_cars(name: str) -> None:
    arena = load_arena(name)
    assert sentences(load_arena_document(name)) == []
    assert len(arena.starts) == 12
    assert all(not arena.is_open(hex_id) and arena.is_inside(hex_id) for hex_id in arena.obstacles)


@pytest.mark.parametrize("name", ["pillar_hall", "the_sieve"])
def test_an_arena_of_ours_looks_alike_from_every_side(name: str) -> None:
    arena = load_arena(name)
    assert arena.obstacles == {(-r, q + r) for q, r in arena.obstacles} != frozenset()


@pytest.mark.rule("RH-003")
def test_hexes_are_counted_along_the_sides() -> None:
    assert [distance_from_middle(spot) for spot in ((0, 0), (3, 0), (0, -4), (2, 3), (-2, -3), (4, -3), (-3, 4))] == [
        0, 3, 4, 5, 5, 4, 4,
    ]  # fmt: skip
    assert hex_distance((1, 1), (3, 0)) == 2
    assert all(hex_distance((5, 5), (5 + q, 5 + r)) == 1 for q, r in STEP_BY_FACING)


@pytest.mark.rule("RH-004")
def test_facings_run_clockwise_and_opposites_are_three_apart() -> None:
    assert STEP_BY_FACING == ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


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
    pan = load_arena("the_pan")
    assert pan.places(cars) == [[pan.starts[number] for number in team] for team in numbers]


@pytest.mark.rule("RH-085")
def test_an_unknown_arena_is_refused_by_name() -> None:
    with pytest.raises(Unknown, match=r"no arena 'pit': use one of the_pan, pillar_hall, the_sieve"):
        load_arena("pit")


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize("document", [None, 3, "the_pan", [], True])
def test_what_is_no_object_is_no_arena(document: object) -> None:
    assert sentences(document) == ["An arena is an object with title, radius, obstacles, starts: write one."]


@pytest.mark.rule("RH-085")
def test_every_field_that_is_wrong_is_told_at_once_and_none_hides_the_places() -> None:
    assert sentences({}) == ["The arena has no title and no radius and no starts: add what is missing."]
    assert sentences({"title": None, "radius": None, "obstacles": None, "starts": [None], "roof": 1, "doors": 2}) == [
        "The arena has a field 'doors' that nobody reads: take it out.",
        "The arena has a field 'roof' that nobody reads: take it out.",
        "The title of the arena is no text of 1 to 60 characters: write one.",
        "The radius of the arena is no whole number from 10 to 30: give one.",
        "The obstacles of the arena are no list of 2791 at most: write one of [q, r].",
        "The starting place 1 is not [q, r, facing] in whole numbers: write it so.",
        "An arena has 12 starting places and this one 1: give it 12.",
    ]
    assert sentences({**DISC, "starts": [None, [16, 0, 2], *DISC["starts"][2:]]}) == [
        "The starting place 1 is not [q, r, facing] in whole numbers: write it so.",
        "The starting place 2 does not face the middle: turn it.",
    ]
    assert sentences(
        {**DISC, "title": "", "obstacles": [[1], [0, 21]], "starts": [[16, 0, 2], *DISC["starts"][1:]]}
    ) == [
        "The title of the arena is no text of 1 to 60 characters: write one.",
        "The obstacle 1 is not [q, r] in whole numbers: write it so.",
        "The obstacle 2, [0, 21], lies outside the walls: move it in, or take it out.",
        "The starting place 1 does not face the middle: turn it.",
    ]


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize(
    ("title", "sound"),
    [("x", True), ("x" * 60, True), ("x" * 61, False), (" ", False), ("a\x1bb", False), (3, False)],
)
def test_a_title_can_be_read(title: object, sound: bool) -> None:
    assert (faulty(title=title) == "") is sound


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize("number", [True, 1.0, "1", None])
def test_whole_numbers_alone_are_numbers(number: object) -> None:
    assert "no whole number" in faulty(radius=number)
    assert "obstacle 1 is not [q, r]" in faulty(obstacles=[[number, 0]])
    assert "starting place 2 is not [q, r, facing]" in faulty(starts=[DISC["starts"][0], [8, number, 3]])


@pytest.mark.rule("RH-085")
def test_what_no_arena_has_so_much_of_is_told_in_one_sentence() -> None:
    assert faulty(obstacles=[None] * 2792) == (
        "The obstacles of the arena are no list of 2791 at most: write one of [q, r]."
    )
    assert faulty(obstacles=[[0, 20]] * 2791) == ""
    assert faulty(starts=[*DISC["starts"], [0, 0, 9], [0, 0, 9]]) == (
        "An arena has 12 starting places and this one 14: give it 12."
    )


@pytest.mark.rule("RH-085")
def test_obstacles_may_be_left_out() -> None:
    bare = {name: value for name, value in DISC.items() if name != "obstacles"}
    assert sentences(bare) == []
    assert arena_from_document(bare).obstacles == frozenset()


@pytest.mark.rule("RH-085")
def test_a_match_may_be_set_an_arena_of_its_own() -> None:
    assert resolve_arena({}) == resolve_arena({"arena": ""}) == load_arena("the_pan")
    assert resolve_arena({"arena": "the_sieve"}) == load_arena("the_sieve")
    own = {**load_arena_document("the_sieve"), "title": "Mine"}
    setup = setup_from_packet(packet(team("a", seat("c1")), arena=own))
    assert (setup.arena.title, setup.arena.obstacles) == ("Mine", load_arena("the_sieve").obstacles)
    assert setup.teams[0].cars[0].at == (15, 0)


@pytest.mark.rule("RH-085")
@pytest.mark.parametrize("name", arena_names())
def test_an_arena_written_out_is_the_one_of_that_name(name: str) -> None:
    assert resolve_arena({"arena": load_arena_document(name)}) == load_arena(name)


@pytest.mark.rule("RH-085")
def test_of_many_obstacles_that_are_wrong_twelve_are_told_one_by_one() -> None:
    outside = sentences(DISC | {"obstacles": [[99, 99]] * 14})
    assert (len(outside), outside[-1]) == (13, "The same is wrong with 2 more of the obstacles: fix these too.")
    assert len(sentences(DISC | {"obstacles": [[99, 99]] * 12})) == 12
    odd = sentences(DISC | {"obstacles": [None] * 13})
    assert (len(odd), odd[-1]) == (13, "The same is wrong with 1 more of the obstacles: fix these too.")


def _sideways(listed: list[list[int]]) -> None:
    listed[0][2] = 9


@pytest.mark.rule("RH-003", "RH-004", "RH-085")
def test_what_is_wrong_with_an_arena_is_told() -> None:
    assert faulty() == ""
    assert faulty(radius=31) == "The radius of the arena is no whole number from 10 to 30: give one."
    assert faulty(radius=30) == ""
    assert "The radius" in faulty(radius=9)
    assert sentences(DISC | {"radius": 9, "obstacles": [[99, 99]], "starts": starts(_sideways)}) == [
        "The radius of the arena is no whole number from 10 to 30: give one.",
        "The obstacle 1, [99, 99], lies outside the walls: move it in, or take it out.",
        "The starting place 1 faces 9: give it a side from 0 to 5.",
    ]
    assert "The radius" not in faulty(radius=10)
    assert "The obstacle 1, [0, 21], lies outside" in faulty(obstacles=[[0, 21]])
    assert faulty(obstacles=[[0, 20]]) == ""
    assert faulty(starts=DISC["starts"][1:]) == "An arena has 12 starting places and this one 11: give it 12."
    assert "The starting place 1 is no open hex" in faulty(obstacles=[[16, 0]])
    assert "The starting place 1 has no two open hexes ahead" in faulty(obstacles=[[15, 0]])
    assert "The starting place 1 has no two open hexes ahead" in faulty(obstacles=[[14, 0]])
    assert faulty(obstacles=[[13, 0]]) == ""


@pytest.mark.rule("RH-004")
def test_a_place_faces_one_of_six_sides_and_the_middle() -> None:
    def facing(side: int) -> Callable[[list[list[int]]], None]:
        return lambda places: places[0].__setitem__(2, side)

    assert [faulty(starts=starts(facing(side))) == "" for side in range(-1, 7)] == [
        False, False, False, False, True, False, False, False,
    ]  # fmt: skip
    assert "The starting place 1 faces 6: give it a side from 0 to 5" in faulty(starts=starts(facing(6)))
    assert "The starting place 1 does not face the middle" in faulty(starts=starts(facing(2)))


@pytest.mark.rule("RH-085")
def test_places_are_three_hexes_apart() -> None:
    def second(q: int) -> Callable[[list[list[int]]], None]:
        return lambda places: places.__setitem__(1, [q, 0, 3])

    assert faulty(starts=starts(second(13))) == ""
    assert "The starting place 2 is nearer than 3 hexes to one before it" in faulty(starts=starts(second(14)))


@pytest.mark.rule("RH-085")
def test_every_place_leads_to_every_other() -> None:
    ring = [[q, r] for q in range(-2, 3) for r in range(-2, 3) if distance_from_middle((q, r)) == 2]
    walled = [[16 + q, r] for q, r in ring] + [[14, 0]]
    assert "The starting place 1 has no two open hexes ahead" in faulty(obstacles=walled)
    far = [[q, r] for q in range(-4, 5) for r in range(-4, 5) if distance_from_middle((q, r)) == 4]
    cut = [[16 + q, r] for q, r in far if distance_from_middle((16 + q, r)) <= 20]
    assert sentences({**DISC, "obstacles": cut}) == [
        f"No way leads from the starting place {number} to the first: open one." for number in range(2, 13)
    ]


def test_a_start_is_a_hex_and_a_side() -> None:
    assert load_arena("the_pan").starts[0] == Start(at=(16, 0), facing=3)
