"""Files that are read before anything is asked, and written whole or not at all."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from dethmetal_client.problems import NotDone, shown

STANDARD_INPUT = Path("-")


class Unusable(NotDone):
    """A file that was named cannot be read or written, or holds something else."""


def read(file: Path) -> bytes:
    """What a file holds, standard input for `-`. Raises `Unusable`."""
    try:
        return sys.stdin.buffer.read() if file == STANDARD_INPUT else file.read_bytes()
    except OSError as no:
        raise Unusable(f"{file} cannot be read ({no.strerror}): name a file that can.") from None


def document_in(file: Path) -> Any:
    """The JSON that a file holds. Raises `Unusable`."""
    try:
        return json.loads(read(file))
    except (ValueError, RecursionError) as no:
        raise Unusable(f"{file} is no JSON ({no}): mend it there.") from None


def object_in(file: Path) -> dict[str, Any]:
    """The JSON object that a file holds. Raises `Unusable`."""
    found = document_in(file)
    if not isinstance(found, dict):
        raise Unusable(f"{file} holds no JSON object: write one there.")
    return found


def commands_in(file: Path) -> list[dict[str, Any]]:
    """The command that a file holds, or the list of them. Raises `Unusable`."""
    found = document_in(file)
    commands = found if isinstance(found, list) else [found]
    if not commands or not isinstance(found, dict | list):
        raise Unusable(f"{file} holds no commands: write one there as a JSON object, or a list of them.")
    for place, each in enumerate(commands, 1):
        if not isinstance(each, dict):
            told = shown(json.dumps(each).encode())
            raise Unusable(f"{file} holds {told} in place {place} of its list: write a command there, a JSON object.")
    return commands


def write(file: Path, text: bytes) -> None:
    """Write a file whole; what stood there stays where that cannot be. Raises `Unusable`."""
    unfinished = file.with_name(f".{file.name}.unfinished")
    try:
        try:
            unfinished.write_bytes(text)
            unfinished.replace(file)
        finally:
            unfinished.unlink(missing_ok=True)
    except OSError as no:
        raise Unusable(f"{file} cannot be written ({no.strerror}): name a file in a folder there is.") from None
