"""The circuits of the game: their parts, the moves between their squares, and their drawings."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from rules.formule.ground.circuit import (
    Corner,
    circuit_from_document,
    circuit_names,
    load_circuit,
    load_circuit_document,
    resolve_circuit,
)
from rules.formule.ground.circuit_drawing import draw_circuit, draw_circuit_text
from rules.formule.ground.circuit_errors import circuit_errors

STRAIGHT = "^^"


def small() -> dict[str, Any]:
    """A legal circuit of 30 rows and 2 lanes with a corner of one stop."""
    return {
        "name": "tin_ring",
        "title": "Tin Ring",
        "lanes": 2,
        "length": 30,
        "corners": [
            {"first": 5, "last": 8, "stops": 2, "inner_lane": 1, "moves": ["x^", ">^", "^<", "x^"], "degrees": 180},
            {"first": 12, "last": 13, "stops": 1, "inner_lane": 1, "moves": [STRAIGHT, STRAIGHT]},
        ],
        "closed": [{"first": 2, "last": 3, "lane": 0}],
        "grid": [[row, lane] for row in range(29, 23, -1) for lane in (0, 1)],
    }


@pytest.mark.rule("FW-107")
def test_three_circuits_come_with_the_game_and_none_has_a_fault() -> None:
    assert circuit_names() == ("forge_dogleg", "ice_bridge", "rust_ring")
    for name in circuit_names():
        assert circuit_errors(load_circuit_document(name)) == []
        assert load_circuit(name).name == name


@pytest.mark.rule("FW-109")
@pytest.mark.parametrize(
    ("name", "length", "stops"),
    [("forge_dogleg", 89, [1, 1, 3, 1, 2]), ("ice_bridge", 89, [3, 1, 2]), ("rust_ring", 56, [2, 1, 1])],
)
def test_the_circuits_have_corners_of_one_two_and_three_stops(name: str, length: int, stops: list[int]) -> None:
    circuit = load_circuit(name)
    assert circuit.length == length
    assert [corner.stops for corner in circuit.corners] == stops


@pytest.mark.rule("FW-105")
def test_twelve_places_stand_behind_the_line_and_the_pole_is_nearest_to_it() -> None:
    for name in circuit_names():
        circuit = load_circuit(name)
        assert len(set(circuit.grid)) == len(circuit.grid) == 12
        assert circuit.grid[0] == (circuit.length - 1, 0)
        assert [row for row, _ in circuit.grid] == sorted((row for row, _ in circuit.grid), reverse=True)


@pytest.mark.rule("FW-108", "FW-109")
def test_a_circuit_is_made_of_its_document() -> None:
    circuit = circuit_from_document(small())
    assert circuit.corners == (
        Corner(first=5, last=8, stops=2, inner_lane=1, degrees=180),
        Corner(first=12, last=13, stops=1, inner_lane=1, degrees=0),
    )
    assert [circuit.corner_at(row) for row in (0, 4, 5, 8, 9, 11, 12, 13, 14, 29)] == [
        -1,
        -1,
        0,
        0,
        -1,
        -1,
        1,
        1,
        -1,
        -1,
    ]
    assert [circuit.next_corner[row] for row in (0, 5, 8, 9, 13, 14, 29)] == [0, 0, 0, 1, 1, 0, 0]
    assert [circuit.segment_of[row] for row in (0, 4, 5, 8, 9, 11, 12, 13, 14, 29)] == [0, 0, 1, 1, 2, 2, 3, 3, 0, 0]
    assert circuit.segments == 4
    assert circuit.inner_lane(0) == 1
    assert resolve_circuit(small()) == circuit
    assert resolve_circuit("rust_ring") is load_circuit("rust_ring")
    assert [load_circuit("rust_ring").ways[0][lane] for lane in range(3)] == [(0, 1), (1, 0, 2), (2, 1)]


@pytest.mark.rule("FW-107", "FW-108")
@pytest.mark.parametrize(
    ("row", "lane", "ways"),
    [
        (0, 0, (0, 1)),
        (0, 1, (1, 0)),
        (1, 0, (1,)),
        (1, 1, (1,)),
        (2, 0, ()),
        (2, 1, (1,)),
        (3, 1, (1, 0)),
        (4, 0, (0, 1)),
        (5, 0, (0, 1)),
        (5, 1, (1,)),
        (6, 0, (0, 1)),
        (6, 1, (1,)),
        (7, 0, (0,)),
        (7, 1, (1, 0)),
        (12, 0, (0,)),
        (29, 1, (1, 0)),
    ],
)
def test_a_square_leads_where_its_mark_says_and_on_a_straight_one_lane_either_way(
    row: int, lane: int, ways: tuple[int, ...]
) -> None:
    assert circuit_from_document(small()).ways[row][lane] == ways


@pytest.mark.rule("FW-107", "FW-108")
def test_a_closed_stretch_has_no_squares() -> None:
    circuit = circuit_from_document(small())
    assert [circuit.is_square(row, 0) for row in (1, 2, 3, 4)] == [True, False, False, True]
    assert [circuit.is_square(5, lane) for lane in (-1, 0, 1, 2)] == [False, True, True, False]
    bridge = load_circuit("ice_bridge")
    assert [row for row in range(bridge.length) if not bridge.is_square(row, 0)] == list(range(48, 56))


# -------------------------------------------------------------------------------------------------------- errors


def changed(change: str, value: Any) -> dict[str, Any]:
    """The small circuit with another value at a place such as `corners/0/first`; None removes the field."""
    document: Any = copy.deepcopy(small())
    *places, last = change.split("/")
    part = document
    for place in places:
        part = part[int(place)] if place.isdigit() else part[place]
    key: Any = int(last) if last.isdigit() else last
    if value is None:
        del part[key]
    else:
        part[key] = value
    return document


TITLE_FAULT = "The title of the circuit is {}: give it 1 to 60 characters that can be printed."


def test_the_small_circuit_has_no_fault() -> None:
    assert circuit_errors(small()) == []


@pytest.mark.rule("FW-105", "FW-107", "FW-108", "FW-109")
@pytest.mark.parametrize(
    ("change", "value", "codes"),
    [
        ("corners", [], ["no_corner"]),
        ("corners/0/first", 0, ["corner_place", "corner_moves", "closed_corner"]),
        ("corners/1/first", 8, ["corner_place", "corner_moves"]),
        ("corners/1/last", 30, ["corner_place", "corner_moves", *["grid_place"] * 12]),
        ("corners/1/stops", 2, ["corner_short"]),
        ("corners/0/last", small()["corners"][0]["first"], ["corner_short", "corner_moves"]),
        ("corners/0/moves", ["x^", ">^", "^<"], ["corner_moves"]),
        ("corners/1/inner_lane", 2, ["inner_lane"]),
        ("corners/1/last", 29, ["corner_moves", *["grid_place"] * 12]),
        ("corners/1/last", 200, ["corner_place", "corner_moves", *["grid_place"] * 12]),
        ("grid/11", None, ["grid_small"]),
        ("closed/0/last", 2, []),
        ("closed", [{"first": 29, "last": 29, "lane": 0}], ["grid_place"]),
        ("closed", [{"first": 29, "last": 30, "lane": 0}], ["closed_place", "grid_place"]),
        ("closed/0/last", 1, ["closed_place"]),
        ("closed/0/last", 4, []),
        ("closed/0/last", 5, ["closed_corner"]),
        ("closed", [{"first": 8, "last": 9, "lane": 0}], ["closed_corner"]),
        ("closed/0/lane", 2, ["closed_place"]),
        ("closed", [{"first": 2, "last": 3, "lane": lane} for lane in (0, 1)], ["closed_road"]),
        ("closed", [{"first": 26, "last": 26, "lane": 1}], ["grid_place"]),
        ("grid", [[29, 0]], ["grid_small"]),
        ("grid/11", [13, 1], ["grid_place"]),
        ("grid/11", [14, 1], []),
        ("grid/0", [30, 0], ["grid_place"]),
        ("grid/11", [24, 2], ["grid_place"]),
        ("grid/11", [24, -1], ["grid_place"]),
        ("grid/11", [24, 0], ["grid_twice"]),
        ("grid/11", [29, 1], ["grid_twice", "grid_order"]),
        ("closed", [{"first": 14, "last": 15, "lane": 0}], ["no_way"]),
        ("lanes", 6, ["unreadable"]),
        ("lanes", 1, ["unreadable"]),
        ("lanes", "2", ["unreadable"]),
        ("length", 29, ["unreadable"]),
        ("length", 201, ["unreadable"]),
        ("length", True, ["unreadable"]),
        ("name", "Tin Ring", ["unreadable"]),
        ("name", "", ["unreadable"]),
        ("title", "", ["unreadable"]),
        ("title", "x" * 61, ["unreadable"]),
        ("title", 3, ["unreadable"]),
        ("title", None, ["unreadable"]),
        ("grid", None, ["unreadable"]),
        ("grid/0", [29], ["unreadable"]),
        ("grid/0", [29, "0"], ["unreadable"]),
        ("grid", 3, ["unreadable"]),
        ("bridge", 3, ["unreadable"]),
        ("corners/0/stops", 0, ["unreadable"]),
        ("corners/0/stops", 4, ["unreadable"]),
        ("corners/0/degrees", 271, ["unreadable"]),
        ("corners/0/degrees", -1, ["unreadable"]),
        ("corners/0/first", -1, ["unreadable"]),
        ("corners/0/last", 201, ["unreadable"]),
        ("corners/0/moves", ["x^", ">^", "^<", "x"], ["unreadable"]),
        ("corners/0/moves", ["x^", ">^", "^<", "xv"], ["unreadable"]),
        ("corners/0/moves", "x^", ["unreadable"]),
        ("corners/0/why", 1, ["unreadable"]),
        ("corners/0/first", None, ["unreadable"]),
        ("corners", 7, ["unreadable"]),
        ("corners/0", 7, ["unreadable"]),
        ("closed/0", "x", ["unreadable"]),
        ("closed/0/lane", None, ["unreadable"]),
        ("closed/0/lane", 0.5, ["unreadable"]),
    ],
)
def test_whatever_is_wrong_with_a_circuit_is_told_at_once(change: str, value: Any, codes: list[str]) -> None:
    faults = circuit_errors(changed(change, value))
    assert [fault.code for fault in faults] == codes
    assert all(": " in fault.sentence and fault.sentence.endswith(".") for fault in faults)


@pytest.mark.rule("FW-107")
@pytest.mark.parametrize("value", [None, 3, "rust_ring", [], [1], {}])
def test_what_is_no_circuit_is_refused_and_nothing_is_raised(value: object) -> None:
    assert {circuit_error.code for circuit_error in circuit_errors(value)} == {"unreadable"}


@pytest.mark.rule("FW-107", "FW-108", "FW-109")
def test_a_circuit_of_the_widest_the_longest_and_the_hardest_has_no_fault() -> None:
    document = {
        "name": "n" * 60,
        "title": "t" * 60,
        "lanes": 5,
        "length": 200,
        "corners": [
            {"first": 1, "last": 6, "stops": 3, "inner_lane": 4, "moves": ["^<>x^"] * 6, "degrees": 270},
            {"first": 190, "last": 193, "stops": 2, "inner_lane": 0, "moves": ["x" * 5] * 4, "degrees": 0},
        ],
        "grid": [[199 - number // 5, number % 5] for number in range(12)],
    }
    assert circuit_errors(document) == []
    assert circuit_from_document(document).segment_of[:8] == (0, 1, 1, 1, 1, 1, 1, 2)
    assert circuit_errors(document | {"title": "t", "name": "n"}) == []
    document["name"] = "n" * 61
    assert [circuit_error.code for circuit_error in circuit_errors(document)] == ["unreadable"]


@pytest.mark.rule("FW-105", "FW-107", "FW-109")
def test_faults_name_the_part_they_are_of_counted_from_1() -> None:
    sentences = [
        circuit_errors(changed(change, value))[0].sentence
        for change, value in (
            ("corners/0/stops", 4),
            ("corners/1/stops", 2),
            ("closed/0/lane", 2),
            ("closed/0/lane", "x"),
            ("grid/0", 7),
        )
    ]
    assert sentences == [
        "Corner 1 has stops 4: give a whole number from 1 to 3.",
        "Corner 2 has 2 rows for 2 stops: give it 2 for each.",
        "Closed stretch 1 is no stretch of a lane: give rows in their order and a lane there is.",
        "Closed stretch 1 has lane 'x': give a whole number from 0 to 200.",
        "Place 1 of the grid is no row and lane: write a list of these two whole numbers.",
    ]


def told(document: object) -> list[str]:
    return [circuit_error.sentence for circuit_error in circuit_errors(document)]


def test_several_faults_of_one_circuit_stand_together() -> None:
    document = small() | {"grid": [[29, 0]]}
    document["corners"][1]["stops"] = 3
    assert [circuit_error.code for circuit_error in circuit_errors(document)] == ["corner_short", "grid_small"]


@pytest.mark.rule("FW-105", "FW-107", "FW-108", "FW-109")
def test_faults_of_form_stand_with_those_of_the_parts_whose_form_is_right() -> None:
    document = small() | {"lanes": None, "title": True, "bridge": 1, "grid": [[29, 0], [4, 0], [28]]}
    document["corners"][0]["first"] = 4.5
    document["corners"][1] |= {"stops": 2, "inner_lane": 7}
    document["closed"].append({"first": 13, "last": 15, "lane": 1})
    assert told(document) == [
        "The circuit has a field 'bridge' that nobody reads: take it out.",
        "The title of the circuit is true: give it 1 to 60 characters that can be printed.",
        "The circuit has lanes null: give a whole number from 2 to 5.",
        "Corner 1 has first 4.5: give a whole number from 0 to 200.",
        "Place 3 of the grid is no row and lane: write a list of these two whole numbers.",
        "Corner 2 has 2 rows for 2 stops: give it 2 for each.",
        "Closed stretch 2 reaches into a corner: keep it on a straight.",
        "The grid has 3 places: give it 12 or more.",
        "The grid has a place at row 4, lane 0: put it on a square past all corners.",
    ]


@pytest.mark.rule("FW-107", "FW-109")
@pytest.mark.parametrize(
    ("document", "said"),
    [
        (None, ["The circuit is null: write an object with its fields."]),
        ([], ["The circuit is a list: write an object with its fields."]),
        ({}, ["The circuit has no name, title, lanes, length, corners and grid: add them."]),
        (changed("grid", None), ["The circuit has no grid: add it."]),
        (changed("corners", {}), ["The circuit has corners an object: write a list."]),
        (changed("closed/0", None) | {"closed": False}, ["The circuit has closed false: write a list."]),
        (changed("title", "Evil\x1b[31m"), [TITLE_FAULT.format(r"'Evil\x1b[31m'")]),
        (changed("title", "Evil\nRound 99"), [TITLE_FAULT.format(r"'Evil\nRound 99'")]),
        (changed("title", " "), [TITLE_FAULT.format("' '")]),
        (changed("corners/0/inner_lane", True), ["Corner 1 has inner_lane true: give the whole number 0 or 1."]),
        (changed("corners/0/inner_lane", -1), ["The inner lane of corner 1 is -1: it is 0 or 1."]),
        (changed("corners/0", 7), ["Corner 1 is 7: write an object with first, last, stops, inner_lane, moves."]),
        (changed("closed/0", 7), ["Closed stretch 1 is 7: write an object with first, last, lane."]),
        (
            changed("corners/1/first", 14),
            ["Corner 2 has rows 14 to 13: keep it within rows 9 to 29."],
        ),
        (
            changed("corners/0/moves/0", "v"),
            ["Corner 1 has moves that are no rows of marks: write a text a row, a mark of ^ < > x for each lane."],
        ),
    ],
)
def test_faults_are_told_in_the_words_of_the_file(document: object, said: list[str]) -> None:
    assert told(document) == said


def test_control_characters_of_a_circuit_are_not_passed_on() -> None:
    document = changed("title", "\x1b[31m" * 20) | {"\x1b[2J": 1, "name": "\x07"}
    assert [sentence.isprintable() for sentence in told(document)] == [True, True, True]


# ------------------------------------------------------------------------------------------------------- drawings


def test_a_drawing_has_every_square_every_place_and_the_stops_of_each_corner() -> None:
    circuit = load_circuit("ice_bridge")
    drawing = draw_circuit(circuit)
    squares = sum(circuit.is_square(row, lane) for row in range(circuit.length) for lane in range(circuit.lanes))
    assert squares == 89 * 3 - 8
    paths = [line for line in drawing.splitlines() if line.startswith("<path") and 'stroke-opacity=".45"' in line]
    assert sum(line.count("z") for line in paths) == squares
    assert drawing.count('r="6.5"') == 12
    assert drawing.count('r="9"') == 3
    assert drawing.startswith('<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="Ice Bridge: 89 rows')


def test_corners_that_tell_no_degrees_share_what_is_missing_to_a_round() -> None:
    assert draw_circuit(circuit_from_document(small())) == draw_circuit(
        circuit_from_document(changed("corners/1/degrees", 180))
    )


def test_a_circuit_as_text_has_a_line_for_each_row() -> None:
    lines = draw_circuit_text(circuit_from_document(small())).splitlines()
    assert lines[0] == "Tin Ring: 30 rows of 2 lanes"
    assert lines[4:7] == ["  0  ..  the line", "  1  ..", "  2  #."]
    assert lines[9] == "  5  x^  corner 1, stops 2"
    assert lines[33] == " 29  ..  place 1 in lane 0, place 2 in lane 1"
