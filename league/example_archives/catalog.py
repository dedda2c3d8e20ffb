"""Which example leagues there are: a folder each, with what it was played from and the archive of what came of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import msgspec
from django.conf import settings

FOLDERS = ("mid-season", "first-laps", "rust-belt")
"""The examples in the order they are loaded, those that are there soonest first."""
ARCHIVE = "played.json.xz"
"""The file of an example's folder that holds the league."""


@dataclass(frozen=True, slots=True)
class Example:
    """An example league: its folder, and the id and name it has in `league.json`."""

    folder: Path
    league: str
    name: str

    @property
    def archive(self) -> Path:
        """The file that holds the league as it was played."""
        return self.folder / ARCHIVE


class _Named(msgspec.Struct):
    league: str
    name: str


def examples() -> list[Example]:
    """The examples that come with this checkout."""
    return [found for folder in FOLDERS if (found := example_in(folder)) is not None]


def example_in(folder: str) -> Example | None:
    """The example in that folder, None where its archive is not there."""
    path = Path(settings.BASE_DIR) / "examples" / folder
    if folder not in FOLDERS or not (path / ARCHIVE).is_file():
        return None
    named = msgspec.json.decode((path / "league.json").read_bytes(), type=_Named)
    return Example(path, named.league, named.name)
