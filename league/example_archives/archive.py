"""Archives of example leagues: compressed exports, with the same bytes for the same export."""

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
