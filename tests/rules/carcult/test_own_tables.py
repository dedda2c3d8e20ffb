"""Tables written out in a match: their errors, and matches played on them."""

from __future__ import annotations

import copy
import dataclasses
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.carcult.designs import design_errors
from rules.carcult.ground.table import (
    load_table,
    load_table_document,
    resolve_table,
    table_from_document,
    table_names,
)
from rules.carcult.ground.table_document_errors import (
    FIELDS,
    LONGEST_NAME,
    MOST_CORNERS,
    MOST_PIECES,
    PIECE_FIELDS,
    START_FIELDS,
    table_document_errors,
)
from rules.carcult.match.fixtures import EVENT, fixture_errors
from rules.carcult.ruleset import RULESET
from rules.core.refusals import Unknown
from rules.match import spec_schema
from rules.match.ruleset import Fixture

LAKE = load_table_document("dry_lake")
GUIDE = Path(__file__).parents[3] / "docs" / "car-cult.md"
EXAMPLE = Path(__file__).parents[3] / "examples" / "matches" / "carcult" / "two-alone.json"
SQUARE = [[20, 4], [22, 4], [22, 6], [20, 6]]
UNNAMED = "Piece 8 of the terrain has no name of 1 to 60 characters that can be printed: give it one."
NOWHERE = "Start 1 has no two whole numbers of inches for its at: write where its first car stands."


def told(**fields: Any) -> list[str]:
    """The errors of the dry lake with those fields changed; None removes a field."""
    changed = {**copy.deepcopy(LAKE), **fields}
    return sentences({name: value for name, value in changed.items() if value is not None})


def sentences(document: object) -> list[str]:
    return [error.sentence for error in table_document_errors(document)]


def with_piece(**fields: Any) -> list[dict[str, Any]]:
    """The lake's terrain and one more piece with those fields; None removes a field."""
    piece = {"kind": "rough", "name": "crater", "corners": SQUARE, **fields}
    return [*LAKE["terrain"], {name: value for name, value in piece.items() if value is not None}]


def with_start(**fields: Any) -> list[dict[str, Any]]:
    """The lake's starts, with those fields changed in the first; None removes a field."""
    first = {**LAKE["starts"][0], **fields}
    return [{name: value for name, value in first.items() if value is not None}, *LAKE["starts"][1:]]


@pytest.mark.rule("CC-090")
@pytest.mark.parametrize("name", table_names())
def test_a_table_that_comes_with_the_game_is_a_table_of_ones_own_when_it_is_written_out(name: str) -> None:
    written = json.loads(json.dumps(load_table_document(name)))
    assert table_document_errors(written) == []
    assert resolve_table(written) == table_from_document(written) == load_table(name) == resolve_table(name)


def test_a_table_nobody_drew_has_no_document() -> None:
    with pytest.raises(Unknown, match="no table 'billiards': choose crossroads, dry_lake, scrapyard"):
        load_table_document("billiards")


@pytest.mark.rule("CC-090")
def test_a_match_is_played_on_the_table_its_file_writes_out_as_on_the_one_it_names() -> None:
    spec = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    written = spec | {"setting": {"table": {**LAKE, "name": "own_lake", "title": "My Lake"}}}
    first, second = (
        RULESET.play_exhibition(json.dumps(document).encode(), secret=b"abc") for document in (spec, written)
    )
    assert first.story[0].startswith("Car Cult on Dry Lake: ")
    assert second.story[0].startswith("Car Cult on My Lake: ")
    assert first.story[1:] == second.story[1:]
    assert RULESET.replay_exhibition(second.log) == second


@pytest.mark.rule("CC-090")
@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        (None, "A skirmish needs a table: name one of crossroads, dry_lake, scrapyard, or write one out."),
        ("chess", "There is no table 'chess': name one of crossroads, dry_lake, scrapyard, or write one out."),
        (7, "A table is a name or an object: name one of crossroads, dry_lake, scrapyard, or write one out."),
        ([1], "A table is a name or an object: name one of crossroads, dry_lake, scrapyard, or write one out."),
        ({**LAKE, "title": ""}, "The table has no title of 1 to 60 characters that can be printed: give it one."),
    ],
)
def test_what_is_no_table_is_told_plainly(table: object, sentence: str) -> None:
    announced = Fixture(event=EVENT, heats=1, teams=2, vehicles_per_team=1, setting={"table": table})
    (fault,) = fixture_errors(announced)
    assert fault.sentence == sentence


@pytest.mark.rule("CC-090")
@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"name": None}, "The table has no name of 1 to 60 small letters, digits and underscores: give it one."),
        (
            {"name": "Dry Lake"},
            "The table has no name of 1 to 60 small letters, digits and underscores: give it one.",
        ),
        ({"name": "x" * 61}, "The table has no name of 1 to 60 small letters, digits and underscores: give it one."),
        ({"title": 7}, "The table has no title of 1 to 60 characters that can be printed: give it one."),
        ({"title": "a\nb"}, "The table has no title of 1 to 60 characters that can be printed: give it one."),
        ({"title": "x" * 61}, "The table has no title of 1 to 60 characters that can be printed: give it one."),
        ({"holes": 3}, "The table has no field 'holes': it has name, title, terrain, starts."),
        ({"terrain": None}, "The table's terrain is no list of 40 pieces at most: write one, which may be empty."),
        ({"terrain": {}}, "The table's terrain is no list of 40 pieces at most: write one, which may be empty."),
        ({"starts": None}, "The table's starts are no list: write one with a place for each team."),
        ({"starts": []}, "A table has 6 starts, one for each team, not 0: write 6."),
        ({"terrain": [7]}, "Piece 1 of the terrain is no object: write one with kind, name, corners."),
        ({"terrain": with_piece(name=None)}, UNNAMED),
        ({"terrain": with_piece(name="a\nb")}, UNNAMED),
        (
            {"terrain": with_piece(kind=True)},
            "Piece 8 of the terrain has no text for its kind: write rough or blocking.",
        ),
        ({"terrain": with_piece(kind="lava")}, "The crater is 'lava': make it rough or blocking."),
        ({"terrain": with_piece(high=2)}, "Piece 8 of the terrain has no field 'high': it has kind, name, corners."),
        ({"starts": with_start(at=[1.5, 2])}, NOWHERE),
        ({"starts": with_start(at=[1, 2, 3])}, NOWHERE),
        ({"starts": with_start(at="x")}, NOWHERE),
        (
            {"starts": with_start(heading=True)},
            "Start 1 has no whole number of degrees for its heading: give it one.",
        ),
        ({"starts": with_start(apart=None)}, "Start 1 has no whole number of inches for its apart: give it one."),
        ({"starts": with_start(to=3)}, "Start 1 has no field 'to': it has at, heading, apart."),
        ({"starts": [7, *LAKE["starts"][1:]]}, "Start 1 is no object: write one with at, heading, apart."),
    ],
)
def test_what_is_wrong_with_the_form_of_a_table_is_told(fields: dict[str, Any], sentence: str) -> None:
    assert told(**fields) == [sentence]


CORNERS = "Piece 8 of the terrain has no list of 3 to 12 corners, each two whole numbers of inches: write one."


@pytest.mark.rule("CC-045", "CC-046")
@pytest.mark.parametrize(
    "corners",
    [None, 7, [], SQUARE[:2], [[1, 2], [3], [4, 5]], [[1, 2], "ab", [3, 4]], [[1, 2], [True, 2], [3, 4]], SQUARE * 4],
)
def test_corners_are_pairs_of_whole_inches(corners: object) -> None:
    assert told(terrain=with_piece(corners=corners)) == [CORNERS]


@pytest.mark.rule("CC-090")
def test_a_table_at_the_limits_of_its_form_has_no_fault() -> None:
    ring = [
        [20, 3],
        [22, 3],
        [24, 4],
        [25, 6],
        [25, 8],
        [24, 10],
        [22, 11],
        [20, 11],
        [18, 10],
        [17, 8],
        [17, 6],
        [18, 4],
    ]
    pebbles = [
        {"kind": "rough", "name": f"p{number}", "corners": [[number + 4, 23], [number + 5, 23], [number + 5, 24]]}
        for number in range(40)
    ]
    assert told(name="x" * LONGEST_NAME, title="x" * LONGEST_NAME, terrain=pebbles) == []
    assert told(name="9", title="x", terrain=[]) == []
    assert told(terrain=[*pebbles, LAKE["terrain"][0]]) == [
        "The table's terrain is no list of 40 pieces at most: write one, which may be empty."
    ]
    assert told(terrain=with_piece(corners=ring, name="x" * LONGEST_NAME)) == []
    assert (MOST_PIECES, MOST_CORNERS, LONGEST_NAME) == (40, 12, 60)


@pytest.mark.rule("CC-045", "CC-046", "CC-090")
def test_every_fault_of_a_table_is_told_at_once() -> None:
    """Errors of its form, and every error of those pieces and starts that can be read."""
    assert told(
        title="",
        terrain=[*with_piece(kind=None), {"kind": "rough", "name": "moat", "corners": [[0, 0], [50, 0], [50, 9]]}],
        starts=with_start(at=[9, 24]),
    ) == [
        "The table has no title of 1 to 60 characters that can be printed: give it one.",
        "Piece 8 of the terrain has no text for its kind: write rough or blocking.",
        "The moat reaches over the table's edge: move its corners.",
        "Team 1 does not start within an inch of 12 inches of edge: move it.",
        "Team 3 starts on the moat: move one of the two.",
        "Team 5 starts on the moat: move one of the two.",
    ]


@pytest.mark.rule("CC-090")
def test_a_start_that_cannot_be_read_or_stands_askew_hides_no_fault_of_the_others() -> None:
    """The fourth start is away from the edge, the fifth too near to the third."""
    first, second, third, fourth, fifth, _ = copy.deepcopy(LAKE["starts"])
    askew, malformed = first | {"heading": 45}, second | {"apart": "x"}
    away, near = fourth | {"at": [37, 40]}, fifth | {"at": [20, 2]}
    assert told(starts=[askew, malformed, third, away, near]) == [
        "Start 2 has no whole number of inches for its apart: give it one.",
        "A table has 6 starts, one for each team, not 5: write 6.",
        "Team 1 starts with its heading at 45 degrees: make it 0, 90, 180 or 270.",
        "Team 4 does not start within an inch of 12 inches of edge: move it.",
        "Teams 3 and 5 start within 12 inches of each other: part them.",
    ]


@pytest.mark.rule("CC-090")
def test_of_more_starts_than_there_are_teams_the_first_are_measured() -> None:
    assert told(starts=[*LAKE["starts"], *LAKE["starts"]]) == [
        "A table has 6 starts, one for each team, not 12: write 6."
    ]


def test_what_is_no_object_is_no_table() -> None:
    assert sentences([1]) == ["The table is no object: write one with a name, a title, terrain and starts."]


def test_the_guide_has_a_row_for_every_field_and_its_table_is_one() -> None:
    guide = GUIDE.read_text(encoding="utf-8")
    rows = {name for row in re.findall(r"^\| (`.+?) \|", guide, re.MULTILINE) for name in re.findall(r"`(\w+)`", row)}
    forms = (spec_schema.MatchSpec, spec_schema.TeamSpec, spec_schema.CarSpec, spec_schema.CompetitorSpec)
    fields = {field.name for form in forms for field in dataclasses.fields(form)}
    assert fields | {*FIELDS, *PIECE_FIELDS, *START_FIELDS} <= rows
    assert {*design_errors.FIELDS, *design_errors.ENGINE_FIELDS, *design_errors.CARD_FIELDS} <= rows
    documents = [json.loads(block) for block in re.findall(r"^```json\n(.+?)^```", guide, re.MULTILINE | re.DOTALL)]
    (table,) = (document for document in documents if "starts" in document)
    assert table_document_errors(table) == []


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=10,
)
PLACES = st.lists(st.integers(-1, 49), min_size=2, max_size=2)
PIECES = st.fixed_dictionaries(
    {"kind": st.sampled_from(["rough", "blocking"]) | JSON, "name": st.text(max_size=3) | JSON},
    optional={"corners": st.lists(PLACES, max_size=5) | JSON},
)
STARTS = st.fixed_dictionaries(
    {"at": PLACES | JSON, "heading": st.sampled_from([0, 90, 180, 270]) | JSON, "apart": st.integers(-9, 9) | JSON}
)


@settings(max_examples=150, deadline=None)
@given(
    st.fixed_dictionaries(
        {},
        optional={
            "name": JSON,
            "title": JSON,
            "terrain": st.lists(PIECES, max_size=4) | JSON,
            "starts": st.lists(STARTS, min_size=6, max_size=6) | JSON,
        },
    )
    | JSON
)
def test_nothing_is_raised_on_any_document_and_what_has_no_fault_is_read(document: Any) -> None:
    if not table_document_errors(document):
        assert table_from_document(document).starts


def spots(document: Any) -> list[list[Any]]:
    """The paths to everything a document holds, each a list of keys and indexes."""
    if not isinstance(document, dict | list):
        return []
    inside = document.items() if isinstance(document, dict) else enumerate(document)
    return [way for name, part in inside for way in ([name], *([name, *further] for further in spots(part)))]


def put(document: Any, way: list[Any], anything: Any) -> Any:
    """The document with `anything` at that path, or unchanged if the path no longer exists."""
    if not way:
        return anything
    name, *further = way
    if isinstance(document, dict):
        return {**document, name: put(document.get(name), further, anything)}
    if isinstance(document, list) and name in range(len(document)):
        return [*document[:name], put(document[name], further, anything), *document[name + 1 :]]
    return document


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(spots(LAKE)), JSON | st.just([])), min_size=1, max_size=3))
def test_nothing_is_raised_whatever_stands_in_place_of_a_part_of_a_table(
    changes: list[tuple[list[Any], Any]],
) -> None:
    document: Any = LAKE
    for way, anything in changes:
        document = put(document, way, anything)
    if not table_document_errors(document):
        assert table_from_document(document).starts
