"""Arenas drawn as SVG and as text."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from rules.rhad.ground.arena import arena_names, load_arena
from rules.rhad.ground.arena_drawing import draw_arena, draw_arena_text

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("name", arena_names())
def test_a_drawing_is_an_image_with_a_title_and_no_ids(name: str) -> None:
    root = ET.fromstring(draw_arena(load_arena(name)))  # noqa: S314 - the project's own drawing
    assert root.get("role") == "img"
    title = root.find(f"{SVG}title")
    assert title is not None
    assert title.text == root.get("aria-label")
    assert str(title.text).startswith(load_arena(name).title)
    assert not [element for element in root.iter() if element.get("id") or element.get("style")]
    assert [element.text for element in root.iter(f"{SVG}text")] == [str(number) for number in range(1, 13)]


@pytest.mark.parametrize("name", arena_names())
def test_every_hex_is_drawn_inside_the_picture(name: str) -> None:
    arena = load_arena(name)
    drawing = draw_arena(arena)
    root = ET.fromstring(drawing)  # noqa: S314 - the project's own drawing
    width, height = int(root.attrib["width"]), int(root.attrib["height"])
    corners = [(int(x), int(y)) for x, y in re.findall(r"M(\d+) (\d+)l10 6", drawing)]
    assert len(corners) == 3 * arena.radius * (arena.radius + 1) + 1
    assert all(10 <= x <= width - 10 and 0 <= y <= height - 24 for x, y in corners)


@pytest.mark.parametrize("name", arena_names())
def test_the_text_has_every_hex_once(name: str) -> None:
    arena = load_arena(name)
    title, _, *rows = draw_arena_text(arena).splitlines()
    rows = rows[: rows.index("")]
    assert title == arena.title
    assert len(rows) == 2 * arena.radius + 1
    assert [len(row.split()) for row in rows] == [
        2 * arena.radius + 1 - abs(r) for r in range(-arena.radius, arena.radius + 1)
    ]
    marks = "".join(rows)
    assert marks.count("#") == len(arena.obstacles)
    assert sum(marks.count(arrow) for arrow in "<>/\\") == 12


def test_the_legend_has_obstacles_where_there_are_any() -> None:
    assert "# obstacle" not in draw_arena_text(load_arena("the_pan"))
    assert "# obstacle" in draw_arena_text(load_arena("the_sieve"))
