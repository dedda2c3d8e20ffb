"""The form of a design and back: every design printed, in the examples or in the docs comes out as it went in."""

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
    """A design shown as fields, sent by a browser, and read again."""
    return document_from(board.parts(ALL_PLAYED), sent(typed(board, design)))


def sent(values: dict[str, list[str]], **more: str) -> QueryDict:
    """Those values as they are posted."""
    made = QueryDict(mutable=True)
    for name, each in values.items():
        made.setlist(name, each)
    made.update(more)
    return made


def told(parts: tuple[DesignPart, ...], design: dict[str, Any]) -> dict[str, Any]:
    """A design without what is at its default, since a form says no more than is needed."""
    made: dict[str, Any] = {}
    for part in parts:
        if part.name not in design or (part.default is not REQUIRED and design[part.name] == part.default):
            continue
        held = design[part.name]
        if isinstance(held, dict):
            held = told(part.parts, held)
        elif isinstance(held, list):
            within = part.parts if part.parts and part.parts[0].name else part.parts[:1] and part.parts[0].parts
            held = [told(within, each) if isinstance(each, dict) else each for each in held]
        made[part.name] = held
    return made


def designs_in(found: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every design in a document, with the book whose fields it has."""
    if isinstance(found, dict):
        for name, fields in (
            ("dethmatch", {"engine", "suspension"}),
            ("formule", {"road_holding"}),
            ("rhad", {"base_hc"}),
            ("carcult", {"engine", "cards"}),
        ):
            if fields <= found.keys():
                yield name, found
                return
        for each in found.values():
            yield from designs_in(each)
    elif isinstance(found, list):
        for each in found:
            yield from designs_in(each)


def every_design() -> list[Any]:
    """The printed designs of every book, and all of the examples and the docs, each once."""
    found = [(name, design) for name, board in BOARDS.items() for design in board.printed().values()]
    for path in (ROOT / "examples").rglob("*.json"):
        found += designs_in(json.loads(path.read_text()))
    for path in (ROOT / "docs").glob("*.md"):
        for block in BLOCK.findall(path.read_text()):
            try:
                found += designs_in(json.loads(block))
            except json.JSONDecodeError:
                continue
    once = {json.dumps(each, sort_keys=True): each for each in found}
    return [pytest.param(*each, id=f"{each[0]}-{each[1]['name']}") for each in once.values()]


def test_there_is_a_board_for_every_book_and_designs_of_each() -> None:
    assert sorted(BOARDS) == ["carcult", "dethmatch", "formule", "rhad"]
    assert {each.values[0] for each in every_design()} == set(BOARDS)
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
"""What people, and programs, type."""


@pytest.mark.parametrize("book", BOARDS)
def test_whatever_is_typed_is_read_told_and_drawn_without_an_error(book: str) -> None:
    board, ruleset = BOARDS[book], get_ruleset(book)
    parts, lot = board.parts({}), Random(4)
    for design in board.printed().values():
        values = typed(board, design)
        for _ in range(8):
            changes = {name: [lot.choice(NASTY)] for name in lot.sample(sorted(values), 4)}
            drawn = document_from(parts, sent(values | changes, add=lot.choice(["", parts[-1].name])))
            faults = ruleset.design_errors(drawn, dp=60, gunner_station=True, gearing=0, switches={})
            account = board.account(drawn, dp=60, switches={})
            fields = design_fields(parts, drawn, faults, account)
            board.figures(drawn, switches={})
            picture_of(board.outline(drawn, switches={}))
            assert len(fields.fields) == len(parts)
