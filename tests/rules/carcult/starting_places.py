"""Where cars start in the drawing of a match of Car Cult."""

from __future__ import annotations

from typing import Any


def starting_places(play: Any) -> set[tuple[float, float]]:
    """The places of the starting grid, in units of the ground."""
    return {(26 + place.x / 10, 26 + place.y / 10) for row in play.setup.table.starts for place in row}
