"""The designer's picture of a car from above, and its description in words."""

from __future__ import annotations

from franchises.pages.designer.car_diagram import picture_of
from franchises.pages.designer.submitted_design import blank
from rules.match.drawing_board import Arc, Outline, Plate
from tests.command_forms.designer_forms import BOARDS


def test_a_picture_has_a_wedge_for_each_arc_and_says_it_in_words() -> None:
    picture = picture_of(
        Outline(
            plates=(Plate(side="front", toward=0, points=4),),
            arcs=(Arc(called="gun", toward=0, width=90), Arc(called="turret", toward=0, width=360)),
            inside=(("top", 2),),
        )
    )
    assert picture.said == "Armor: front 4, top 2. gun, 90 degrees. turret, all round."
    assert [(wedge.number, wedge.color, wedge.path[0]) for wedge in picture.wedges] == [(1, 1, "M"), (2, 2, "M")]
    assert picture.wedges[0].path == "M160 160 L54 54 A150 150 0 0 1 266 54 Z"
    assert (picture.plates[0].x, picture.plates[0].y) == (160, 102)
    assert not picture_of(Outline())


def test_every_printed_design_has_a_picture_that_is_said_in_words() -> None:
    for board in BOARDS.values():
        for design in board.printed().values():
            assert picture_of(board.outline(design, switches={})).said


def test_a_part_that_nothing_says_anything_of_is_blank_at_first() -> None:
    parts = {part.name: blank(part) for part in BOARDS["rhad"].parts({})}
    assert (parts["name"], parts["base_hc"], parts["tires"], parts["crew"]) == ("", -2, [], [])
    assert parts["armor"] == {}
