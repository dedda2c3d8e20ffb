"""The throws of the season being shown whose faces were entered by hand: marked wherever a roll is shown.

Rolls are shown in many places, each far from the season they are of; the season says once what is to be marked.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar

SHOWN: ContextVar[Mapping[str, int]] = ContextVar("paths entered by hand", default={})  # noqa: B039 - never written to


def mark(by_hand: Mapping[str, int]) -> None:
    """From here on rolls of those paths are marked, until others are; each path has the number of its entry."""
    SHOWN.set(by_hand)


def entered_by_hand(path: str) -> bool:
    """Whether the faces of a path were entered by hand."""
    return path in SHOWN.get()
