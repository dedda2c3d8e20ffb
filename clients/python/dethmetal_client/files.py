"""Files that are read before anything is asked, and written whole or not at all."""

from __future__ import annotations

import json
import os
import re
import stat
import sys
from pathlib import Path
from typing import Any

from dethmetal_client.document_validation import too_deep
from dethmetal_client.problems import NotDone, excerpt
from dethmetal_client.reveal_bot import SECRET_BYTES

STANDARD_INPUT = Path("-")
LARGEST = 64_000_000
"""Bytes of a file that is read: no log, packet or report comes near."""
LONGEST_ROUND = 4096
"""Bytes of a round of the beacon, which has 300."""
SIGNATURE = re.compile(b"[0-9a-fA-F]{96}")


class Unusable(NotDone):
    """A file that was named cannot be read or written, or holds something else."""


def read(file: Path) -> bytes:
    """What a file holds, standard input for `-`; a pipe that nobody writes to holds nothing. Raises `Unusable`."""
    try:
        text = _standard_input() if file == STANDARD_INPUT else _read(file)
    except OSError as no:
        raise Unusable(f"{file} cannot be read ({no.strerror}): name a file that can.") from None
    except ValueError:  # of a name with a NUL in it, or with half a character
        raise Unusable(f"{str(file)!r} cannot be read (no file is called so): name a file that can.") from None
    if len(text) > LARGEST:
        raise Unusable(f"{file} cannot be read (it has more than {LARGEST} bytes): name a file that can.")
    return text


def _standard_input() -> bytes:
    return b"" if sys.stdin is None else sys.stdin.buffer.read(LARGEST + 1)


def _read(file: Path) -> bytes:
    at_once = getattr(os, "O_NONBLOCK", 0)
    with open(file, "rb", opener=lambda path, flags: os.open(path, flags | at_once)) as source:
        kind = os.fstat(source.fileno()).st_mode
        if stat.S_ISCHR(kind) or stat.S_ISBLK(kind):
            raise Unusable(f"{file} cannot be read (it is a device): name a file that can.")
        if at_once:
            os.set_blocking(source.fileno(), True)
        return source.read(LARGEST + 1)


def document_in(file: Path) -> Any:
    """The JSON that a file holds. Raises `Unusable`."""
    try:
        found = json.loads(read(file), object_pairs_hook=_refuse_repeated_names, parse_constant=_refuse_constant)
        json.dumps(found, ensure_ascii=False).encode()
    except UnicodeDecodeError:
        raise Unusable(f"{file} is no JSON (it is no text in UTF-8): mend it there.") from None
    except UnicodeEncodeError:
        raise Unusable(f"{file} is no JSON (a text in it has half a character): mend it there.") from None
    except RecursionError:
        raise Unusable(f"{file} is nested too deeply: mend it there.") from None
    except ValueError as no:
        raise Unusable(f"{file} is no JSON ({no}): mend it there.") from None
    if too_deep(found):
        raise Unusable(f"{file} is nested too deeply: mend it there.")
    return found


def _refuse_repeated_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"{next(name for name in names if names.count(name) > 1)[:40]!r} stands twice in one object")
    return made


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number")


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
    for place, command in enumerate(commands, 1):
        if not isinstance(command, dict):
            text = excerpt(json.dumps(command).encode())
            raise Unusable(f"{file} holds {text} in place {place} of its list: write a command there, a JSON object.")
    return commands


def round_in(file: Path) -> str:
    """The round of the beacon that a file holds: the JSON it answered, or its signature. Raises `Unusable`."""
    text = read(file)
    if len(text) <= LONGEST_ROUND and (SIGNATURE.fullmatch(text.strip()) or _is_round(text)):
        return text.decode().strip()
    raise Unusable(
        f"{file} holds no round of the beacon: write its JSON there, or the 96 hex digits of its signature."
    )


def secret_in(file: Path) -> bytes:
    """The secret that a file holds, 32 bytes at least. Raises `Unusable`."""
    found = read(file)
    if len(found) < SECRET_BYTES:
        raise Unusable(
            f"{file} holds {len(found)} bytes, which can be guessed: write {SECRET_BYTES} random ones there."
        )
    return found


def _is_round(text: bytes) -> bool:
    try:
        found = json.loads(text.decode())
    except (ValueError, RecursionError):
        return False
    return isinstance(found, dict) and {"round", "signature"} <= found.keys()


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
