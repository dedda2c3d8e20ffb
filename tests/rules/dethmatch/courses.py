"""A small circuit and a small arena as documents, for tests that read, alter or drive on them."""

from __future__ import annotations

from typing import Any

from rules.dethmatch.ground.track import compile_track
from rules.dethmatch.ground.track_file import read_track

Document = dict[str, Any]


def ring_road() -> Document:
    """A circuit of 24 hexes per lap and three lanes, clockwise. Its line is the column from [5, 0] to [5, 2]."""
    return {
        "id": "ring_road",
        "name": "Ring Road",
        "kind": "circuit",
        "surface": "asphalt",
        "edge": "wall",
        "rows": [
            "   ......",
            "  .......",
            "  ..PP....",
            " ...   ...",
            " ...    ...",
            "...     ...",
            " ...    ...",
            " ...   ...",
            "  ........",
            "  .......",
            "   .mo#s.",
        ],
        "legend": {
            "P": {"surface": "concrete", "pit": "any"},
            "m": {"surface": "mud"},
            "o": {"obstacle": 2},
            "#": {"impassable": True, "blocks_sight": True},
            "s": {"surface": "snow", "rating": 0},
        },
        "line": {"hexes": [[5, 0], [5, 1], [5, 2]], "direction": 0},
        "checkpoints": [[[8, 5], [9, 5], [10, 5]], [[0, 5], [1, 5], [2, 5]]],
        "guide_line": {"from": [5, 1], "steps": "001111222233334444555500"},
        "start_grid": [
            [4, 0, 0], [4, 1, 0], [4, 2, 0], [3, 0, 0], [3, 1, 0], [3, 2, 0],
            [2, 1, 0], [2, 2, 0], [1, 3, 5], [2, 3, 5], [3, 3, 5], [1, 4, 5],
        ],
    }  # fmt: skip


def yard() -> Document:
    """An arena of seven rows of seven, with a flag in the middle and the bases of two teams."""
    return {
        "id": "yard",
        "name": "Yard",
        "kind": "arena",
        "surface": "dirt",
        "edge": "run_off",
        "rows": ["1.....2", "1.....2", ".......", ".......", ".......", ".......", "......."],
        "legend": {"1": {"pit": "any"}, "2": {"pit": "any"}},
        "start_grid": [
            *([column, 3, 0, "t1"] for column in range(3)), *([column, 4, 0, "t1"] for column in range(3)),
            *([column, 3, 3, "t2"] for column in range(4, 7)), *([column, 4, 3, "t2"] for column in range(4, 7)),
        ],
        "flag_spawns": [[3, 3]],
        "bases": {"t1": [[0, 0], [0, 1]], "t2": [[6, 0], [6, 1]]},
    }  # fmt: skip


YARD = compile_track(read_track(yard()))
"""The small arena, compiled."""
