"""The list of example leagues, each a folder with the files it was played from and the archive of the result."""

from __future__ import annotations

import base64
import json
import lzma
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from django.conf import settings

from league.input_files import MOST_FILE_BYTES, read_file
from rules.core.refusals import Malformed

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


MOST_MEMORY = 128 * 1024 * 1024
"""The most bytes of memory for reading an archive. Archives written here need a tenth of it."""
PRESET = 6 | lzma.PRESET_EXTREME
"""Compression preset. A higher one needs more memory to read, and does not shrink a few megabytes further."""


def read_archive(file: Path) -> bytes:
    """The export in an archive. Raises `Malformed`."""
    compressed = read_file(file, then="get a whole checkout", compressed=True)
    decompressor = lzma.LZMADecompressor(format=lzma.FORMAT_XZ, memlimit=MOST_MEMORY)
    try:
        export = decompressor.decompress(compressed, MOST_FILE_BYTES)
    except (lzma.LZMAError, MemoryError) as error:
        raise Malformed(f"{file} cannot be read ({error}): get a whole checkout.") from None
    if not decompressor.eof:
        raise Malformed(f"{file} cannot be read (it breaks off, or holds no league): get a whole checkout.")
    return export


def holds(file: Path, export: bytes) -> bool:
    """Whether an archive has the same league as an export.

    Match logs are compared uncompressed, since other versions of the compression library may write other bytes.
    """
    return file.exists() and _meaning(read_archive(file)) == _meaning(export)


def write_archive(file: Path, export: bytes) -> None:
    """Write an export into an archive."""
    file.write_bytes(lzma.compress(export, check=lzma.CHECK_CRC32, preset=PRESET))


def _meaning(export: bytes) -> dict[str, Any]:
    """An export as a decoded document, with its match logs uncompressed."""
    document: dict[str, Any] = json.loads(export)
    for season in document["seasons"]:
        for log in season.get("logs", []):
            log["log"] = zlib.decompress(base64.b64decode(log["log"])).hex()
    return document
