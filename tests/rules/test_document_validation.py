"""Documents are read into dataclasses, and every field of the wrong type is reported in consistent wording."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from msgspec import Struct

from rules.core.document_validation import (
    LARGEST_FIGURE,
    LONGEST_LIST,
    LONGEST_TEXT,
    DesignUnreadable,
    SchemaError,
    document_of,
    format_figure,
    read_design_document,
    read_document,
    schema_error_clauses,
    schema_errors,
)


@dataclass(frozen=True, kw_only=True)
class Leg:
    length: int
    wood: str = "oak"


@dataclass(frozen=True, kw_only=True)
class Table:
    name: str
    legs: tuple[Leg, ...]
    drawers: int | None = None
    marks: tuple[str, ...] = ()
    plate: Leg = field(default_factory=lambda: Leg(length=9))
    notes: dict[str, Any] | None = None


BARE: dict[str, Any] = {"name": "desk", "legs": [{"length": 3}, {"length": 4, "wood": "ash"}]}
DESK = Table(name="desk", legs=(Leg(length=3), Leg(length=4, wood="ash")))


HAS = "(it has name, legs, drawers, marks, plate, notes)"


def wrong(other: dict[Any, object] | None = None, **more: object) -> list[str]:
    return list(schema_error_clauses(BARE | (other or {}) | more, Table, "table"))


def test_a_document_is_read_into_what_it_holds_and_written_the_same() -> None:
    assert wrong() == []
    assert read_design_document(BARE, Table) == read_document(BARE, Table) == DESK
    assert document_of(DESK) == BARE
    full = BARE | {"drawers": 2, "marks": ["x"], "plate": {"length": 1}, "notes": {"any": [1.5, None]}}
    assert document_of(read_design_document(full, Table)) == full


@pytest.mark.parametrize(
    ("other", "said"),
    [
        ({"name": None}, "table.name is not a text"),
        ({"name": "x" * (LONGEST_TEXT + 1)}, f"table.name is longer than {LONGEST_TEXT} characters"),
        ({"drawers": True}, "table.drawers is not a whole number"),
        ({"drawers": 2.0}, "table.drawers is not a whole number"),
        ({"legs": None}, "table.legs is no list"),
        ({"legs": {}}, "table.legs is no list"),
        ({"legs": [{"length": 1}] * (LONGEST_LIST + 1)}, f"table.legs has more than {LONGEST_LIST} entries"),
        ({"legs": [{}]}, "table.legs 1 lacks 'length'"),
        ({"legs": [{"length": 1}, {"length": "1"}]}, "table.legs 2.length is not a whole number"),
        (
            {"legs": [{"length": 1, "w" * 99: 1}]},
            f"table.legs 1 has no field {'w' * LONGEST_TEXT!r} (it has length, wood)",
        ),
        ({"top": 1, 2: 3}, f"table has no field 'top' or '2' {HAS}"),
        ({"marks": ["a", 2]}, "table.marks 2 is not a text"),
        ({"plate": 7}, "table.plate is no object with fields"),
        ({"notes": []}, "table.notes is no object with fields"),
    ],
)
def test_a_field_of_the_wrong_kind_is_named(other: dict[Any, object], said: str) -> None:
    assert wrong(other) == [said]


def test_all_that_is_wrong_is_told_at_once() -> None:
    assert wrong(
        drawers="two", top=1, plate=None, notes=None, name="x" * LONGEST_TEXT, marks=["m"] * LONGEST_LIST
    ) == [
        f"table has no field 'top' {HAS}",
        "table.drawers is not a whole number",
        "table.plate is no object with fields",
    ]
    with pytest.raises(DesignUnreadable) as raised:
        read_design_document({"name": 1}, Table)
    assert raised.value.sentence == (
        "The design cannot be read: design.name is not a text; design lacks 'legs'. Fix each of these."
    )


def test_what_is_too_long_hides_nothing_and_is_read_as_far_as_it_may_go() -> None:
    legs: list[dict[str, object]] = [{"length": number} for number in range(LONGEST_LIST + 2)]
    long = BARE | {"name": "x" * LONGEST_TEXT + "y", "legs": legs}
    assert list(schema_errors(long, Table, "table")) == [
        SchemaError(f"table.name is longer than {LONGEST_TEXT} characters", too_long=True),
        SchemaError(f"table.legs has more than {LONGEST_LIST} entries", too_long=True),
    ]
    table = read_document(long, Table)
    assert (table.name, len(table.legs), table.legs[-1]) == (
        "x" * LONGEST_TEXT,
        LONGEST_LIST,
        Leg(length=LONGEST_LIST - 1),
    )
    legs[LONGEST_LIST - 1]["wood"] = legs[LONGEST_LIST]["wood"] = 7
    assert wrong(legs=legs) == [
        f"table.legs has more than {LONGEST_LIST} entries",
        f"table.legs {LONGEST_LIST}.wood is not a text",
    ]
    assert (
        list(
            schema_error_clauses(
                BARE | {"legs": [{"length": 1}] * LONGEST_LIST * 2}, Table, "table", most=LONGEST_LIST * 2
            )
        )
        == []
    )


class Plank(Struct):
    """A struct with every type of field that orders have."""

    ends: tuple[str, int]
    planed: bool = False
    knots: dict[str, int] = {}


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ({"ends": ["a", 1], "planed": True, "knots": {"left": 2}}, []),
        ({"ends": ("a", "b")}, ["plank.ends 2 is not a whole number"]),
        ({"ends": ["a"]}, ["plank.ends is no list of 2 entries"]),
        ({"ends": ["a", 1], "planed": 1}, ["plank.planed is neither true nor false"]),
        ({"ends": ["a", 1], "knots": {"left": 2.0}}, ["plank.knots 'left' is not a whole number"]),
        ({"ends": ["a", 1], "knots": 3}, ["plank.knots is no object with fields"]),
        ({"knot": 3}, ["plank has no field 'knot' (it has ends, planed, knots)", "plank lacks 'ends'"]),
    ],
)
def test_a_struct_is_looked_at_as_a_dataclass_is(document: dict[str, object], said: list[str]) -> None:
    assert list(schema_error_clauses(document, Plank, "plank")) == said


@pytest.mark.parametrize(
    ("written", "read"), [(LARGEST_FIGURE, LARGEST_FIGURE), (10**30, LARGEST_FIGURE), (-(10**30), -LARGEST_FIGURE)]
)
def test_a_figure_out_of_all_bounds_is_read_as_one_that_can_be_told(written: int, read: int) -> None:
    assert wrong(drawers=written) == []
    assert read_design_document(BARE | {"drawers": written}, Table).drawers == read


@pytest.mark.parametrize(
    ("figure", "told"),
    [
        (0, "0"),
        (-3, "-3"),
        (LARGEST_FIGURE - 1, "999999999"),
        (LARGEST_FIGURE, "1000000000 or more"),
        (-LARGEST_FIGURE, "-1000000000 or less"),
    ],
)
def test_a_figure_that_may_have_been_cut_is_told_as_that(figure: int, told: str) -> None:
    assert format_figure(figure) == told


@dataclass(frozen=True, kw_only=True)
class Shelf:
    weights: dict[str, int]


@pytest.mark.rule("CC-070", "DM-M-036", "FW-002", "RH-085")
@pytest.mark.parametrize(("entries", "fits"), [(LONGEST_LIST, True), (LONGEST_LIST + 1, False)])
def test_an_object_may_have_as_many_entries_as_a_list(entries: int, fits: bool) -> None:
    document = {"weights": {str(number): number for number in range(entries)}}
    found = list(schema_error_clauses(document, Shelf, "shelf"))
    assert found == ([] if fits else [f"shelf.weights has more than {LONGEST_LIST} entries"])


@pytest.mark.rule("CC-070", "DM-M-036", "FW-002", "RH-085")
@pytest.mark.parametrize(
    ("figure", "words"),
    [
        (LARGEST_FIGURE - 1, f"{LARGEST_FIGURE - 1}"),
        (LARGEST_FIGURE, f"{LARGEST_FIGURE} or more"),
        (1 - LARGEST_FIGURE, f"{1 - LARGEST_FIGURE}"),
        (-LARGEST_FIGURE, f"{-LARGEST_FIGURE} or less"),
    ],
)
def test_a_figure_that_may_have_been_cut_says_so(figure: int, words: str) -> None:
    assert format_figure(figure) == words
