"""Where cars start in the drawing of a match of RHAD."""

from __future__ import annotations

from typing import Any

from rules.rhad.ground.arena_drawing import center


def starting_places(play: Any) -> set[tuple[float, float]]:
    """The places of the starting grid, in units of the ground."""
    return {center(play.arena, start.at) for start in play.arena.starts}
