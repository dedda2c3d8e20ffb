"""The tables that come with the game, the errors a table can have, and how tables are drawn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from rules.carcult.ground.table import (
    BLOCKING,
    INCH,
    MOST_TEAMS,
    ROUGH,
    TABLE_SIDE,
    TEAM_CARS,
    Place,
    Table,
    Terrain,
    load_table,
    table_from_document,
    table_names,
)
from rules.carcult.ground.table_drawing import CarOnDrawing, draw_table, middle
from rules.carcult.ground.table_errors import footprint, table_errors
from rules.carcult.ground.table_text import draw_table_text, is_within
from rules.core.refusals import Unknown

YARD = load_table("scrapyard")


def codes(table: Table) -> list[str]:
    return [table_error.code for table_error in table_errors(table)]


def moved(team: int, car: int, **fields: int) -> Table:
    """The yard with one starting place changed."""
    places = list(map(list, YARD.starts))
    places[team][car] = replace(places[team][car], **fields)
    return replace(YARD, starts=tuple(map(tuple, places)))


def with_piece(*corners: tuple[int, int], kind: str = ROUGH, name: str = "new") -> Table:
    """The yard with one more piece, its corners in inches."""
    piece = Terrain(kind=kind, name=name, corners=tuple((INCH * x, INCH * y) for x, y in corners))
    return replace(YARD, terrain=(*YARD.terrain, piece))


@pytest.mark.rule("CC-045", "CC-046", "CC-090")
def test_there_are_three_tables_without_a_fault() -> None:
    assert table_names() == ("crossroads", "dry_lake", "scrapyard")
    for name in table_names():
        table = load_table(name)
        assert codes(table) == []
        assert (table.name, table.width, table.height) == (name, 4800, 4800)
        assert {piece.kind for piece in table.terrain} == {ROUGH, BLOCKING}
        assert [len(places) for places in table.starts] == [TEAM_CARS] * MOST_TEAMS == [3] * 6
    assert (TABLE_SIDE, INCH) == (4800, 100)


@pytest.mark.rule("CC-090")
def test_a_team_starts_with_its_first_car_in_the_middle_of_its_stretch() -> None:
    assert YARD.places(0) == tuple(Place(x=200, y=y, heading=0) for y in (2400, 2000, 2800))
    assert YARD.places(3) == tuple(Place(x=x, y=4600, heading=270) for x in (3700, 3300, 4100))


def test_a_table_nobody_drew_is_unknown() -> None:
    with pytest.raises(Unknown, match="no table 'billiards': choose crossroads, dry_lake, scrapyard"):
        load_table("billiards")
    with pytest.raises(msgspec.ValidationError):
        table_from_document({"name": "x"})


@pytest.mark.rule("CC-045", "CC-046", "CC-090")
@pytest.mark.parametrize(
    ("table", "code"),
    [
        (replace(YARD, width=4801), "bad_size"),
        (replace(YARD, height=4801), "bad_size"),
        (with_piece((40, 40), (42, 40), (42, 42), name="crusher"), "name_twice"),
        (with_piece((40, 40), (42, 40), (42, 42), kind="lava"), "unknown_terrain"),
        (with_piece((40, 40), (42, 42), (42, 40)), "not_convex"),
        (with_piece((40, 40), (42, 40)), "not_convex"),
        (with_piece((40, 40), (41, 40), (42, 40), (42, 42)), "not_convex"),
        (with_piece((40, 40), (44, 40), (42, 41), (44, 44)), "not_convex"),
        (with_piece((40, 36), (42, 42), (37, 38), (43, 38), (38, 42)), "not_convex"),
        (with_piece((40, 40), (42, 40), (42, 42), (40, 40), (42, 40), (42, 42)), "not_convex"),
        (with_piece((40, 40), (49, 40), (42, 42)), "off_table"),
        (with_piece((-1, 40), (2, 40), (2, 42)), "off_table"),
        (with_piece((40, -1), (42, -1), (42, 0)), "off_table"),
        (with_piece((20, 47), (22, 47), (22, 49)), "off_table"),
        (replace(YARD, starts=YARD.starts[:5]), "bad_starts"),
        (replace(YARD, starts=(YARD.starts[0][:2], *YARD.starts[1:])), "bad_starts"),
        (moved(0, 0, heading=45), "bad_heading"),
        (moved(0, 1, y=2277), "crowded"),
        (moved(0, 0, x=251), "off_edge"),
        (moved(0, 0, x=149), "off_edge"),
        (moved(0, 2, y=3077), "off_edge"),
        (moved(1, 0, x=4549), "off_edge"),
        (moved(1, 0, x=4651), "off_edge"),
        (moved(2, 0, y=149), "off_edge"),
        (moved(2, 0, y=251), "off_edge"),
        (moved(3, 0, y=4549), "off_edge"),
        (moved(3, 0, y=4651), "off_edge"),
        (with_piece((3, 24), (5, 24), (5, 26)), "on_terrain"),
        (with_piece((0, 24), (1, 24), (1, 25)), "on_terrain"),
        (with_piece((10, 3), (12, 3), (11, 8)), "on_terrain"),
    ],
)
def test_what_is_wrong_with_a_table_is_told(table: Table, code: str) -> None:
    assert codes(table) == [code]
    (fault,) = table_errors(table)
    assert fault.rule == "CC-090"
    assert fault.sentence.endswith(".")


@pytest.mark.rule("CC-003", "CC-090")
@pytest.mark.parametrize(
    "table",
    [
        moved(0, 0, x=250),
        moved(0, 0, x=150),
        moved(0, 1, y=2275),
        moved(0, 2, y=3076),
        moved(1, 0, x=4550),
        moved(1, 0, x=4650),
        moved(2, 0, y=150),
        moved(2, 0, y=250),
        moved(3, 0, y=4550),
        moved(3, 0, y=4650),
        with_piece((4, 20), (5, 20), (5, 29), (4, 29)),
        with_piece((0, 25), (3, 25), (3, 27), (0, 27)),
        with_piece((0, 46), (2, 46), (2, 48), (0, 48)),
    ],
)
def test_a_table_at_its_limits_has_no_fault(table: Table) -> None:
    assert codes(table) == []


@pytest.mark.rule("CC-090")
@pytest.mark.parametrize(("away", "found"), [(1200, []), (1199, ["too_close"])])
def test_the_nearest_parts_of_two_teams_are_measured(away: int, found: list[str]) -> None:
    along = tuple(Place(x=x, y=200, heading=90) for x in (2000, 1600, 2400))
    team_five = tuple(Place(x=2462 + 62 + away + x, y=200, heading=90) for x in (400, 0, 800))
    table = replace(YARD, terrain=(), starts=(*YARD.starts[:2], along, YARD.starts[3], team_five, YARD.starts[5]))
    assert codes(table) == found
    sentences = ["Teams 3 and 5 start within 12 inches of each other: part them."]
    assert [table_error.sentence for table_error in table_errors(table)] == sentences[: len(found)]


def in_hundredths(*corners: tuple[int, int], **start: int) -> Table:
    """The yard with only one piece, its corners in hundredths of an inch, and its first start changed."""
    return replace(moved(0, 0, **start), terrain=(Terrain(kind=ROUGH, name="new", corners=corners),))


@pytest.mark.rule("CC-045", "CC-046")
def test_the_least_triangle_there_can_be_is_convex() -> None:
    assert codes(in_hundredths((4000, 4000), (4001, 4000), (4001, 4001))) == []


@pytest.mark.rule("CC-045", "CC-046")
@pytest.mark.parametrize(
    ("x", "y", "found"),
    [
        (0, 0, []),
        (4700, 4700, []),
        (-1, 0, ["off_table"]),
        (0, -1, ["off_table"]),
        (4701, 4700, ["off_table"]),
        (4700, 4701, ["off_table"]),
    ],
)
def test_terrain_reaches_to_the_edge_and_not_a_hundredth_beyond(x: int, y: int, found: list[str]) -> None:
    """The piece is one inch square, in a corner of the table."""
    assert codes(in_hundredths((x, y), (x + 100, y), (x + 100, y + 100), (x, y + 100))) == found


@pytest.mark.rule("CC-090")
@pytest.mark.parametrize(
    ("corners", "start", "found"),
    [
        (((400, 2300), (500, 2300), (500, 2500), (400, 2500)), {"x": 250}, ["on_terrain"]),
        (((0, 2300), (100, 2300), (100, 2500), (0, 2500)), {"x": 250}, ["on_terrain"]),
        (((100, 2200), (300, 2200), (300, 2300), (100, 2300)), {"y": 2362}, ["on_terrain"]),
        (((100, 2400), (300, 2400), (300, 2500), (100, 2500)), {"y": 2338}, ["on_terrain"]),
        (((401, 2300), (500, 2300), (500, 2500), (401, 2500)), {"x": 250}, []),
        (((0, 2300), (99, 2300), (99, 2500), (0, 2500)), {"x": 250}, []),
        (((251, 2562), (351, 2461), (351, 2562)), {}, []),
        (((250, 2562), (350, 2461), (350, 2562)), {}, ["on_terrain"]),
    ],
)
def test_a_start_on_terrain_touches_it_at_least(
    corners: tuple[tuple[int, int], ...], start: dict[str, int], found: list[str]
) -> None:
    """Unless it is moved, the first car covers 0.5 to 3.5 inches across and 23.38 to 24.62 down."""
    assert codes(in_hundredths(*corners, **start)) == found


@pytest.mark.rule("CC-003")
@pytest.mark.parametrize(
    ("heading", "box"),
    [
        (0, (850, 938, 1150, 1062)),
        (180, (850, 938, 1150, 1062)),
        (90, (938, 850, 1062, 1150)),
        (270, (938, 850, 1062, 1150)),
    ],
)
def test_a_car_covers_three_inches_by_one_and_a_quarter(heading: int, box: tuple[int, ...]) -> None:
    assert footprint(Place(x=1000, y=1000, heading=heading)) == box


# ------------------------------------------------------------------------------------------------- drawings


def test_a_drawing_has_every_piece_every_start_and_a_title() -> None:
    for name in table_names():
        table = load_table(name)
        drawing = draw_table(table)
        assert drawing.count("<polygon") == len(table.terrain)
        assert drawing.count("<path") == MOST_TEAMS * TEAM_CARS
        assert table.title in drawing
        assert all(piece.name in drawing for piece in table.terrain)


def test_cars_are_drawn_in_place_of_the_starts() -> None:
    car = CarOnDrawing(label="ox<1>", team=7, place=Place(x=1000, y=2000, heading=45))
    drawing = draw_table(YARD, cars=[car])
    assert drawing.count("<path") == 1
    assert "translate(126 226)" in drawing
    assert "ox&lt;1&gt;" in drawing
    assert "rotate(45)" in drawing


def test_the_middle_of_a_piece_is_that_of_its_corners() -> None:
    assert middle(((0, 0), (300, 0), (300, 300))) == (200, 100)


@pytest.mark.parametrize(
    ("at", "within"), [((5, 5), True), ((0, 0), True), ((10, 5), True), ((11, 5), False), ((5, -1), False)]
)
def test_a_place_on_the_side_of_a_piece_is_on_it(at: Any, *, within: bool) -> None:
    assert is_within(at, ((0, 0), (10, 0), (10, 10), (0, 10))) is within


def test_a_table_is_told_in_text_an_inch_a_character() -> None:
    lines = draw_table_text(YARD).splitlines()
    rows = lines[2:50]
    assert lines[0] == "The Scrapyard"
    assert [len(row) for row in rows] == [95] * 48
    assert rows[24].split()[2] == "1"
    assert rows[24].split()[21] == "#"
    assert rows[24].split()[20] == "."
    assert rows[24].split()[8] == "~"
    assert "crusher: blocking, 21 to 27 inches from the left, 21 to 27 from the top" in lines
