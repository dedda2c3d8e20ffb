"""The kind of ground a match system plays on, such as its tracks: their names, and how one is loaded and drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class GroundKind:
    """What one ground is called, the book's folder of grounds (a JSON document each), and the functions that name,
    load and draw them.
    """

    what: str
    folder: str
    names: Callable[[], Sequence[str]]
    load: Callable[[str], Any]
    """The ground of that name. Raises a `Refusal` that lists the names."""
    draw_image: Callable[[Any], str]
    """A loaded ground as SVG."""
    draw_text: Callable[[Any], str]
    """A loaded ground as plain text."""
