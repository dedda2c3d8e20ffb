"""The archive of an example: the export of a league, compressed, the same bytes for the same league."""

from __future__ import annotations

import base64
import json
import lzma
import zlib
from pathlib import Path
from typing import Any

from league.input_files import MOST_FILE_BYTES, read_file
from rules.core.refusals import Malformed

MOST_MEMORY = 128 * 1024 * 1024
"""Bytes that reading an archive may take: those that are written ask for a tenth of it."""
PRESET = 6 | lzma.PRESET_EXTREME
"""A larger one asks for more memory to be read, and takes nothing off a document of a few megabytes."""


def read_archive(file: Path) -> bytes:
    """The export that an archive holds. Raises `Malformed`."""
    packed = read_file(file, then="get a whole checkout", compressed=True)
    unpacking = lzma.LZMADecompressor(format=lzma.FORMAT_XZ, memlimit=MOST_MEMORY)
    try:
        export = unpacking.decompress(packed, MOST_FILE_BYTES)
    except (lzma.LZMAError, MemoryError) as no:
        raise Malformed(f"{file} cannot be read ({no}): get a whole checkout.") from None
    if not unpacking.eof:
        raise Malformed(f"{file} cannot be read (it breaks off, or holds no league): get a whole checkout.")
    return export


def holds(file: Path, export: bytes) -> bool:
    """Whether an archive holds the league of that export.

    Another version of the compression library may make other bytes of the same matches; that is the same league.
    """
    return file.exists() and _meaning(read_archive(file)) == _meaning(export)


def write_archive(file: Path, export: bytes) -> None:
    """Write an export into an archive."""
    file.write_bytes(lzma.compress(export, check=lzma.CHECK_CRC32, preset=PRESET))


def _meaning(export: bytes) -> dict[str, Any]:
    """An export as a value, with the logs of its matches as they are when they are not compressed."""
    document: dict[str, Any] = json.loads(export)
    for season in document["seasons"]:
        for log in season.get("logs", []):
            log["log"] = zlib.decompress(base64.b64decode(log["log"])).hex()
    return document
