"""Tracks and moments of a match, drawn as SVG and as text."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest

from rules.dethmatch.ground.hexes import hex_at
from rules.dethmatch.ground.surfaces import SURFACE_RATINGS
from rules.dethmatch.ground.track import Track, compile_track, load_track, track_names
from rules.dethmatch.ground.track_drawing import SURFACE_COLORS, TEAM_COLORS, center, draw_track, extent
from rules.dethmatch.ground.track_file import read_track
from rules.dethmatch.ground.track_text import SURFACE_SIGNS, text_map
from rules.dethmatch.log.frame_drawing import WRECK_COLOR, FrameCar, TrackFrame, draw_frame, draw_strip, frame_of
from rules.dethmatch.match.state import CarState, CarStatus, Control, Flag, Marker, MatchState, Moment, TeamState
from rules.match.replay.frames import MARKER_DRAWINGS
from tests.rules.dethmatch.courses import ring_road, yard

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def ring() -> Track:
    return compile_track(read_track(ring_road()))


def at(track: Track, column: int, row: int) -> int:
    return track.index[hex_at(column, row)]


def words(drawn: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(drawn).iter(f"{SVG}text")]  # noqa: S314 - the project's own drawing


@pytest.mark.parametrize("name", track_names())
def test_a_drawing_is_an_image_with_a_title_and_no_ids(name: str) -> None:
    drawing = draw_track(load_track(name))
    root = ET.fromstring(drawing)  # noqa: S314 - the project's own drawing
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    title = root.find(f"{SVG}title")
    assert title is not None
    assert title.text == root.get("aria-label")
    assert title.text is not None
    assert title.text.startswith(load_track(name).name)
    assert not [
        element
        for element in root.iter()
        if element.get("id") or element.get("style") or element.tag.endswith("style")
    ]


@pytest.mark.parametrize("name", track_names())
def test_everything_drawn_is_inside_the_picture(name: str) -> None:
    track = load_track(name)
    width, height = extent(track)
    for hexagon in track.hexes:
        x, y = center(hexagon)
        assert 10 <= x <= width - 10
        assert 12 <= y <= height - 12


def test_a_hex_is_drawn_where_the_map_has_it(ring: Track) -> None:
    x, y = center(hex_at(0, 0))
    assert center(hex_at(3, 0)) == (x + 60, y)
    assert center(hex_at(0, 1)) == (x + 10, y + 18)
    assert center(hex_at(0, 2)) == (x, y + 36)
    assert draw_track(ring).count("l10 6v12l-10 6l-10 -6v-12z") >= ring.size


def test_every_surface_has_a_color_and_a_sign_of_its_own() -> None:
    assert list(SURFACE_COLORS) == list(SURFACE_SIGNS) == list(SURFACE_RATINGS)
    assert len(set(SURFACE_COLORS.values())) == len(set(SURFACE_SIGNS.values())) == len(SURFACE_RATINGS)


def test_the_legend_tells_what_is_on_the_track_and_nothing_else(ring: Track) -> None:
    legend = [label for label in words(draw_track(ring)) if not re.fullmatch(r"\d+|P", label)]
    assert legend == [
        "asphalt", "concrete", "mud", "snow, rating 0", "impassable", "obstacle, rating", "line", "checkpoint",
        "guide line", "pit", "starting place",
    ]  # fmt: skip
    arena = [
        label for label in words(draw_track(compile_track(read_track(yard())))) if not re.fullmatch(r"\d+|P", label)
    ]
    assert arena == ["dirt", "pit", "base", "flag", "starting place"]


def test_the_name_of_a_track_cannot_break_its_drawing() -> None:
    document = ring_road() | {"name": 'Rust & "Bone" <Ring>'}
    root = ET.fromstring(draw_track(compile_track(read_track(document))))  # noqa: S314 - the project's own drawing
    assert root.get("aria-label") == 'Rust & "Bone" <Ring>, a circuit of 24 hexes a lap on asphalt'


def state() -> MatchState:
    return MatchState(
        moment=Moment(heat=2, turn=4, phase=3),
        teams={team: TeamState(id=team) for team in ("razors", "crows")},
        cars={
            car.id: car
            for car in (
                CarState(id="c1", team="crows", driver="d1", at=3, facing=2, flag="flag"),
                CarState(id="r1", team="razors", driver="d2", at=5, status=CarStatus.WRECK),
                CarState(id="c2", team="crows", driver="d3", at=7, control=Control.SPIN),
                CarState(id="c3", team="crows", driver="d4", at=9, status=CarStatus.OFF),
                CarState(id="c4", team="crows", driver="d5"),
            )
        },
        markers=[Marker(kind="oil", at=11, by="d1", car="c1"), Marker(kind="smoke", at=12, by="d1", car="c1")],
        flags=[
            Flag(id="flag", team="", home=20, at=3, carrier="c1"),
            Flag(id="other", team="", home=21, at=21),
        ],
    )


def test_a_frame_shows_what_is_on_the_map_at_that_moment() -> None:
    assert frame_of(state()) == TrackFrame(
        caption="heat 2, turn 4, phase 3",
        cars=(
            FrameCar(label="2a", team=1, at=3, facing=2, flag=True),
            FrameCar(label="1a", team=0, at=5, facing=0, wreck=True),
            FrameCar(label="2b", team=1, at=7, facing=0),
        ),
        markers=(("oil", 11), ("smoke", 12)),
        flags=(21,),
    )


def test_a_car_is_drawn_in_its_team_s_color_and_points_where_it_faces(ring: Track) -> None:
    drawing = draw_frame(ring, frame_of(state()))
    x, y = center(ring.hexes[3])
    (car,) = re.findall(
        rf'<g transform="translate\({x} {y}\)"><path transform="rotate\((\d+)\)"[^>]*fill="(#\w+)"', drawing
    )
    assert car == ("120", TEAM_COLORS[1])
    assert drawing.count(WRECK_COLOR) == 1
    assert words(drawing) == ["2", "2a", "1a", "2b", "heat 2, turn 4, phase 3"]
    assert MARKER_DRAWINGS["oil"] in drawing
    assert MARKER_DRAWINGS["smoke"] in drawing


def test_a_mark_that_is_not_known_is_drawn_as_a_bomb(ring: Track) -> None:
    drawing = draw_frame(ring, TrackFrame(caption="", markers=(("jelly", 4),)))
    assert MARKER_DRAWINGS["bomb"] in drawing


def test_a_strip_sets_its_frames_side_by_side(ring: Track) -> None:
    frames = [TrackFrame(caption=f"turn {number}") for number in range(1, 4)]
    strip = ET.fromstring(draw_strip(ring, frames, title="A race", across=2))  # noqa: S314 - the project's own drawing
    width, height = extent(ring)
    assert (strip.get("width"), strip.get("height")) == (str(2 * width), str(2 * (height + 20)))
    moved = [element.get("transform") for element in strip.findall(f"{SVG}g")]
    assert moved == ["translate(0 0)", f"translate({width} 0)", f"translate(0 {height + 20})"]


def test_a_text_map_shows_a_sign_a_hex_and_explains_those_it_used(ring: Track) -> None:
    assert text_map(ring).splitlines() == [
        "Ring Road",
        "",
        "      . . = . . .",
        "     . . . = . . .",
        "    . . P = . . . .",
        "   . . .       . . .",
        "  . . .         . . .",
        " + + +           + + +",
        "  . . .         . . .",
        "   . . .       . . .",
        "    . . . . . . . .",
        "     . . . . . . .",
        "      . m 2 # s .",
        "",
        ". the road: asphalt",
        "# impassable",
        "= the line",
        "+ checkpoint",
        "P pit",
        "m mud",
        "s snow",
        "0 to 9 obstacle of that rating",
    ]


def test_cars_stand_on_a_text_map_by_their_letters(ring: Track) -> None:
    drawing = text_map(ring, cars={at(ring, 5, 1): "A", at(ring, 6, 10): "Bravo"}).splitlines()
    assert drawing[3] == "     . . . A . . ."
    assert drawing[12] == "      . m 2 B s ."


def test_an_arena_s_text_map_shows_bases_and_flag() -> None:
    drawing = text_map(compile_track(read_track(yard()))).splitlines()
    assert drawing[2:6] == ["B . . . . . B", " B . . . . . B", ". . . . . . .", " . . . ! . . ."]
    assert drawing[-3:] == [". the road: dirt", "B base", "! flag"]
