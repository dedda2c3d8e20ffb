"""A track's document: how it is read, and all errors of its form, reported at once."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from rules.dethmatch.ground.hexes import hex_at
from rules.dethmatch.ground.track_file import Start, TrackHex, TrackUnreadable, read_track
from tests.rules.dethmatch.courses import ring_road, yard


@pytest.mark.rule("DM-M-008")
def test_a_row_s_characters_are_its_hexes_from_left_to_right() -> None:
    track = read_track(ring_road())
    assert [track_hex.at for track_hex in track.hexes[:6]] == [hex_at(column, 0) for column in range(3, 9)]
    assert track.hexes[6].at == hex_at(2, 1)


def test_the_legend_says_what_lies_in_a_hex() -> None:
    by_place = {track_hex.at: track_hex for track_hex in read_track(ring_road()).hexes}
    assert by_place[hex_at(3, 10)] == TrackHex(at=hex_at(3, 10))
    assert by_place[hex_at(5, 10)] == TrackHex(at=hex_at(5, 10), obstacle=2)
    assert by_place[hex_at(6, 10)] == TrackHex(at=hex_at(6, 10), impassable=True, blocks_sight=True)
    assert by_place[hex_at(7, 10)] == TrackHex(at=hex_at(7, 10), surface="snow", rating=0)
    assert by_place[hex_at(4, 2)] == TrackHex(at=hex_at(4, 2), surface="concrete", pit="any")


def test_a_plain_hex_may_be_given_a_meaning() -> None:
    document = yard()
    document["legend"]["."] = {"surface": "gravel"}
    assert {track_hex.surface for track_hex in read_track(document).hexes} == {"gravel", ""}


def test_the_steps_of_the_guide_line_lead_back_to_its_start() -> None:
    guide = read_track(ring_road()).guide_line
    assert len(guide) == 24
    assert guide[0] == hex_at(5, 1)
    assert guide[2:4] == (hex_at(7, 1), hex_at(8, 2))


def test_a_starting_place_may_be_a_team_s_or_anybody_s() -> None:
    assert read_track(ring_road()).start_grid[8] == Start(at=hex_at(1, 3), facing=5)
    assert read_track(yard()).start_grid[6] == Start(at=hex_at(4, 3), facing=3, slot="t2")


def test_an_arena_needs_no_line_and_a_circuit_no_base() -> None:
    arena, circuit = read_track(yard()), read_track(ring_road())
    assert (arena.line, arena.checkpoints, arena.guide_line) == ((), (), ())
    assert (circuit.flag_spawns, circuit.bases) == ((), {})


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"id": 7}, "id must be a text"),
        (
            {"name": "Evil\x1b[31m\nHeat 9"},
            "name must be a text of 60 characters at most, each of which can be printed",
        ),
        ({"id": "x" * 61}, "id must be a text of 60 characters at most"),
        ({"w\n" + "x" * 5000: 1}, r"'w\n" + "x" * 56 + " is no member of a track"),
        ({"rows": "..."}, "rows must be a list"),
        ({"rows": ["..", 5]}, "rows must be texts, a character for each hex"),
        ({"rows": ["."] * 61}, "rows must be 60 at most, of 60 characters at most"),
        ({"rows": ["." * 61]}, "rows must be 60 at most, of 60 characters at most"),
        ({"rows": ["..x"]}, "the sign 'x' is not in the legend"),
        ({"kind": "oval"}, "kind must be circuit or arena, not 'oval'"),
        ({"edge": []}, "edge must be wall or run_off, not []"),
        ({"weather": "fog"}, "'weather' is no member of a track"),
        ({"legend": {"ab": {}}}, "the legend's 'ab' must be one character, not a space, and say what lies there"),
        ({"legend": {" ": {}}}, "the legend's ' ' must be one character, not a space, and say what lies there"),
        ({"legend": {"P": 3}}, "the legend's 'P' must be one character, not a space, and say what lies there"),
        ({"legend": {"P": {"obstacle": True}}}, "the legend's 'P' says 'obstacle' is True, which no hex can be"),
        ({"legend": {"P": {"depth": 1}}}, "the legend's 'P' says 'depth' is 1, which no hex can be"),
        ({"checkpoints": [[[1]]]}, "checkpoint 1, number 1 must be [column, row], not [1]"),
        ({"checkpoints": [4]}, "checkpoint 1 must be a list of [column, row]"),
        ({"line": {"hexes": [], "direction": 6}}, "the line's direction must be a direction from 0 to 5, not 6"),
        ({"line": {"hexes": [[1, -1]]}}, "the line's hexes, number 1 must be [column, row], not [1, -1]"),
        ({"guide_line": {"steps": "01"}}, "the start of guide_line must be [column, row], not None"),
        (
            {"guide_line": {"from": [1, 1], "steps": "016"}},
            "the steps of guide_line must be a text of directions from 0 to 5",
        ),
        (
            {"guide_line": {"from": [1, 1], "steps": [0]}},
            "the steps of guide_line must be a text of directions from 0 to 5, 240 at most",
        ),
        (
            {"guide_line": {"from": [1, 1], "steps": "0" * 241}},
            "the steps of guide_line must be a text of directions from 0 to 5, 240 at most",
        ),
        (
            {"start_grid": [[1, 1]]},
            "place 1 of start_grid must be [column, row, facing] or [column, row, facing, slot]",
        ),
        (
            {"start_grid": [[1, 1, "east"]]},
            "the facing of place 1 of start_grid must be a direction from 0 to 5, not 'east'",
        ),
        ({"flag_spawns": [["a", 1]]}, "flag_spawns, number 1 must be [column, row], not ['a', 1]"),
        ({"bases": {"t1": 3}}, "the base of t1 must be a list of [column, row]"),
    ],
)
def test_what_is_of_the_wrong_form_is_told(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(TrackUnreadable) as raised:
        read_track(ring_road() | changes)
    assert said in raised.value.sentence


def test_everything_of_the_wrong_form_is_told_at_once() -> None:
    with pytest.raises(TrackUnreadable) as raised:
        read_track({"id": 1, "name": 2, "rows": 3, "colour": "red", "kind": "lake"})
    assert raised.value.sentence == (
        "The track cannot be read: 'colour' is no member of a track; id must be a text; name must be a text; "
        "kind must be circuit or arena, not 'lake'; rows must be a list. Fix its file."
    )


def test_what_is_no_object_at_all_is_refused() -> None:
    with pytest.raises(TrackUnreadable, match="it is not an object"):
        read_track(["rows"])


def test_the_file_in_the_documents_can_be_read_and_means_what_they_say() -> None:
    text = (Path(__file__).parents[3] / "docs" / "tracks.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"```json\n(.*?)```", text, re.DOTALL)
    track = read_track(json.loads(example))
    assert [track_hex.at for track_hex in track.hexes if track_hex.impassable] == [hex_at(1, 1)]
