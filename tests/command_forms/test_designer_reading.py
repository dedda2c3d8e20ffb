"""Every design in print, in the examples or in the docs survives a round trip through the designer's form."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.http import QueryDict

from franchises.pages.designer.car_diagram import picture_of
from franchises.pages.designer.design_fields import design_fields
from franchises.pages.designer.submitted_design import document_from, with_row_changes
from rules.match.drawing_board import REQUIRED, DesignPart, DrawingBoard
from rules.match.registry import get_ruleset
from tests.command_forms.designer_forms import ALL_PLAYED, BOARDS, typed

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"```json\n(.*?)```", re.DOTALL)


def there_and_back(board: DrawingBoard, design: dict[str, Any]) -> dict[str, Any]:
    """A design shown as a form, sent by a browser, and read back."""
    return document_from(board.parts(ALL_PLAYED), sent(typed(board, design)))


def sent(values: dict[str, list[str]], **more: str) -> QueryDict:
    """Form data as a `QueryDict`."""
    posted = QueryDict(mutable=True)
    for name, items in values.items():
        posted.setlist(name, items)
    posted.update(more)
    return posted


def told(parts: tuple[DesignPart, ...], design: dict[str, Any]) -> dict[str, Any]:
    """A design without fields at their defaults, which a form leaves out."""
    reduced: dict[str, Any] = {}
    for part in parts:
        if part.name not in design or (part.default is not REQUIRED and design[part.name] == part.default):
            continue
        value = design[part.name]
        if isinstance(value, dict):
            value = told(part.parts, value)
        elif isinstance(value, list):
            item_parts = part.parts if part.parts and part.parts[0].name else part.parts[:1] and part.parts[0].parts
            value = [told(item_parts, item) if isinstance(item, dict) else item for item in value]
        reduced[part.name] = value
    return reduced


def designs_in(document: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every design in a JSON document, with the book whose fields it has."""
    if isinstance(document, dict):
        for name, fields in (
            ("dethmatch", {"engine", "suspension"}),
            ("formule", {"road_holding"}),
            ("rhad", {"base_hc"}),
            ("carcult", {"engine", "cards"}),
        ):
            if fields <= document.keys():
                yield name, document
                return
        for value in document.values():
            yield from designs_in(value)
    elif isinstance(document, list):
        for item in document:
            yield from designs_in(item)


def every_design() -> list[Any]:
    """All printed designs and those of the examples and the docs, each once, as test parameters."""
    found = [(name, design) for name, board in BOARDS.items() for design in board.printed().values()]
    for path in (ROOT / "examples").rglob("*.json"):
        found += designs_in(json.loads(path.read_text()))
    for path in (ROOT / "docs").glob("*.md"):
        for block in BLOCK.findall(path.read_text()):
            try:
                found += designs_in(json.loads(block))
            except json.JSONDecodeError:
                continue
    unique = {json.dumps(pair, sort_keys=True): pair for pair in found}
    return [pytest.param(*pair, id=f"{pair[0]}-{pair[1]['name']}") for pair in unique.values()]


def test_there_is_a_board_for_every_book_and_designs_of_each() -> None:
    assert sorted(BOARDS) == ["carcult", "dethmatch", "formule", "rhad"]
    assert {param.values[0] for param in every_design()} == set(BOARDS)
    assert len(every_design()) > 50


@pytest.mark.parametrize(("book", "design"), every_design())
def test_a_design_shown_as_a_form_and_sent_again_is_the_same_design(book: str, design: dict[str, Any]) -> None:
    board = BOARDS[book]
    back = there_and_back(board, design)
    assert back == told(board.parts({}), design)
    assert there_and_back(board, back) == back


def test_what_is_no_number_stays_as_it_was_typed_and_the_book_refuses_it() -> None:
    board = BOARDS["formule"]
    values = typed(board, board.printed()["hound"]) | {"d.tires": ["six"], "d.brakes": [""], "d.fuel": ["\u22123"]}
    design = document_from(board.parts({}), sent(values))
    assert (design["tires"], "brakes" in design, design["fuel"]) == ("six", False, -3)
    (fault,) = get_ruleset("formule").design_errors(design, dp=60, gunner_station=False, gearing=0, switches={})
    assert "design.tires is not a whole number; design lacks 'brakes'" in fault.sentence


def test_rows_are_added_and_taken_out_by_the_server() -> None:
    board = BOARDS["dethmatch"]
    parts, design = board.parts({}), next(iter(board.printed().values()))
    more = with_row_changes(design, parts, sent({}, add="mounts", **{"new.mounts": "heavy"}))
    assert more["mounts"] == [*design["mounts"], {"id": "heavy", "type": "heavy"}]
    again = with_row_changes(more, parts, sent({}, add="mounts", **{"new.mounts": "heavy"}))
    assert again["mounts"][-1] == {"id": "heavy2", "type": "heavy"}
    assert with_row_changes(again, parts, sent({}, cut="mounts.3"))["mounts"][-1] == {"id": "heavy2", "type": "heavy"}
    assert with_row_changes(more, parts, sent({}, cut="mounts.9", add="wings")) == more
    bare = {**design, "mounts": design["mounts"][:1]}
    assert "mounts" not in with_row_changes(bare, parts, sent({}, cut="mounts.0"))


def test_an_engine_that_is_written_out_begins_as_the_card_that_was_chosen() -> None:
    board = BOARDS["carcult"]
    values = typed(board, {"name": "Fuse", "engine": "jackrabbit"}) | {"d.engine": ["written-out"]}
    design = document_from(board.parts({}), sent(values))
    assert design["engine"] == {"plug": 2, "track": [5, 10, 14, 18], "plus": [3, 4]}
    assert there_and_back(board, design) == design


NASTY = (
    "",
    "x",
    "-1",
    "0",
    "999999999",
    "1" * 40,
    "\u0661",
    "written-out",
    "1d",
    "front",
    "a\nb",
    "\x00",
    "9 x 3",
    "armor_0",
)
"""Odd values that people and programs type."""


@pytest.mark.parametrize("book", BOARDS)
def test_whatever_is_typed_is_read_told_and_drawn_without_an_error(book: str) -> None:
    board, ruleset = BOARDS[book], get_ruleset(book)
    parts, generator = board.parts({}), Random(4)
    for design in board.printed().values():
        values = typed(board, design)
        for _ in range(8):
            changes = {name: [generator.choice(NASTY)] for name in generator.sample(sorted(values), 4)}
            typed_design = document_from(parts, sent(values | changes, add=generator.choice(["", parts[-1].name])))
            faults = ruleset.design_errors(typed_design, dp=60, gunner_station=True, gearing=0, switches={})
            account = board.account(typed_design, dp=60, switches={})
            fields = design_fields(parts, typed_design, faults, account)
            board.figures(typed_design, switches={})
            picture_of(board.outline(typed_design, switches={}))
            assert len(fields.fields) == len(parts)
