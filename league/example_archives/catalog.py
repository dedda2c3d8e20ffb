"""The list of example leagues. Each is a folder with the files it was played from and the archive of the result."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import msgspec
from django.conf import settings

FOLDERS = ("mid-season", "first-laps", "rust-belt")
"""The folders in the order in which they are loaded, the quickest first."""
ARCHIVE = "played.json.xz"
"""The name of the archive in an example's folder."""


@dataclass(frozen=True, slots=True)
class Example:
    """An example league: its folder, and its id and name from `league.json`."""

    folder: Path
    league: str
    name: str

    @property
    def archive(self) -> Path:
        """The path of the archive."""
        return self.folder / ARCHIVE


class _Named(msgspec.Struct):
    league: str
    name: str


def examples() -> list[Example]:
    """The examples in this checkout."""
    return [example for folder in FOLDERS if (example := example_in(folder)) is not None]


def example_in(folder: str) -> Example | None:
    """The example in that folder; None if its archive is missing."""
    path = Path(settings.BASE_DIR) / "examples" / folder
    if folder not in FOLDERS or not (path / ARCHIVE).is_file():
        return None
    plan = msgspec.json.decode((path / "league.json").read_bytes(), type=_Named)
    return Example(path, plan.league, plan.name)
