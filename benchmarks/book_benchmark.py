"""The benchmark of a match system as its own module states it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class BookBenchmark:
    """The benchmark of a book: its match in words, the setting of the match, and the matches per second to
    aim for.
    """

    what: str
    aim: float
    setting: Mapping[str, Any] = field(default_factory=dict)
