"""The inputs of a procedure are checked against their types and bounds, with every error at its field."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules.carwars.procedures.table import all_procedures
from rules.match.referee.procedure_inputs import LONGEST_LIST, LONGEST_TEXT, input_faults

CORNERS = [[0, 100], [50, 100], [50, 0], [0, 0]]
RANGE: dict[str, Any] = {"shooter": CORNERS, "fires_from": "front", "target_name": "Otto", "target": CORNERS}


def faults(tag: str, document: object) -> list[tuple[str, str]]:
    """The pointer and sentence of every error."""
    return [(fault.pointer, fault.sentence) for fault in input_faults(all_procedures()[tag].inputs, document)]


@pytest.mark.parametrize(
    ("changes", "pointer", "says"),
    [
        ({"fires_from": "roof"}, "/fires_from", "Choose one of back, front, left, platform, right, turret."),
        ({"fires_from": ["front"]}, "/fires_from", "Choose one of back, front, left, platform, right, turret."),
        ({"side_in_arc": 1}, "/side_in_arc", "Answer yes or no: true or false."),
        ({"target": CORNERS[:3]}, "/target", "Give a list of 4."),
        ({"target": 7}, "/target", "Give a list of 4."),
        ({"target": [*CORNERS[:3], [0]]}, "/target/3", "Give a list of 2."),
        ({"target": [*CORNERS[:3], [0, "0"]]}, "/target/3/1", "Give a whole number."),
        ({"target": [*CORNERS[:3], [0, True]]}, "/target/3/1", "Give a whole number."),
        ({"target": [*CORNERS[:3], [0, 100_001]]}, "/target/3/1", "Give a whole number from -100000 to 100000."),
        ({"target_name": 7}, "/target_name", "Give a text."),
        ({"target_name": ""}, "/target_name", "This is needed: fill it in."),
        ({"target_name": "x" * 61}, "/target_name", "Write at most 60 characters."),
        ({"target_name": "a\nb"}, "/target_name", "Write it in one line, without control characters."),
        ({"fires": "front"}, "/fires", "There is no field 'fires': use one of aims_at, fires_from, measured_before"),
    ],
)
def test_an_error_is_said_at_its_field(changes: dict[str, Any], pointer: str, says: str) -> None:
    ((at, sentence),) = faults("measure_range", {**RANGE, **changes})
    assert at == pointer
    assert sentence.startswith(says)


def test_what_is_needed_and_left_out_is_said() -> None:
    assert faults("choose_who_is_hit", {}) == [("/aboard", "This is needed: fill it in.")]
    assert faults("choose_who_is_hit", []) == [("", "Give an object with fields.")]


def test_a_list_has_its_bounds_and_its_entries_are_checked() -> None:
    assert faults("choose_who_is_hit", {"aboard": []}) == [("/aboard", "Give 1 to 20 of these; there are 0.")]
    assert faults("choose_who_is_hit", {"aboard": "Ann"}) == [("/aboard", "Give a list.")]
    assert faults("tire_losses", {"losses": [{}] * 13})[0] == ("/losses", "Give at most 12 of these; there are 13.")
    assert faults("tire_losses", {"losses": [{"corner": "front"}]}) == [
        ("/losses/0/lost", "This is needed: fill it in.")
    ]


def test_what_has_no_bounds_of_its_own_has_those_of_all() -> None:
    shots = [["a", "b"]]
    assert faults("fire_order", {"shots": shots, "initiative": ["a"] * LONGEST_LIST}) == []
    assert faults("fire_order", {"shots": shots, "initiative": ["a"] * (LONGEST_LIST + 1)}) == [
        ("/initiative", "Give at most 200 of these; there are 201.")
    ]
    assert faults("fire_order", {"shots": shots, "initiative": ["x" * LONGEST_TEXT]}) == []
    assert faults("fire_order", {"shots": shots, "initiative": ["x" * (LONGEST_TEXT + 1)]}) == [
        ("/initiative/0", "Write at most 200 characters.")
    ]


def test_null_is_taken_where_a_field_may_be_null_and_nowhere_else() -> None:
    inputs = {"handling": 1, "maximum": 2, "recovery": 3, "speed": 20}
    assert faults("handling_recovery", {**inputs, "next_speed": None}) == []
    assert faults("handling_recovery", {**inputs, "next_speed": 501}) == [
        ("/next_speed", "Give a whole number from -500 to 500.")
    ]
    assert faults("handling_recovery", {**inputs, "speed": None}) == [("/speed", "Give a whole number.")]


@pytest.mark.parametrize("tag", all_procedures())
def test_every_procedure_names_what_it_needs(tag: str) -> None:
    inputs = all_procedures()[tag].inputs
    needed = [field.name for field in msgspec.structs.fields(inputs) if field.required]
    assert [pointer for pointer, _ in faults(tag, {})] == [f"/{name}" for name in needed]
