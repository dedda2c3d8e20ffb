"""Reads the files named on the command line before any request is sent, and writes files whole or not at all."""

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
"""The most bytes of a file that is read; no log, packet or report comes near."""
LONGEST_ROUND = 4096
"""The most bytes of a beacon round, which has about 300."""
SIGNATURE = re.compile(b"[0-9a-fA-F]{96}")


class Unusable(NotDone):
    """A named file cannot be read or written, or does not hold what it should."""


def read(file: Path) -> bytes:
    """A file's content, or standard input for `-`; a pipe without a writer counts as empty. Raises `Unusable`."""
    try:
        text = _standard_input() if file == STANDARD_INPUT else _read(file)
    except OSError as error:
        raise Unusable(f"{file} cannot be read ({error.strerror}): name a file that can.") from None
    except ValueError:  # the name contains a NUL or a lone surrogate
        raise Unusable(f"{str(file)!r} cannot be read (no file is called so): name a file that can.") from None
    if len(text) > LARGEST:
        raise Unusable(f"{file} cannot be read (it has more than {LARGEST} bytes): name a file that can.")
    return text


def _standard_input() -> bytes:
    return b"" if sys.stdin is None else sys.stdin.buffer.read(LARGEST + 1)


def _read(file: Path) -> bytes:
    nonblocking = getattr(os, "O_NONBLOCK", 0)
    with open(file, "rb", opener=lambda path, flags: os.open(path, flags | nonblocking)) as source:
        mode = os.fstat(source.fileno()).st_mode
        if stat.S_ISCHR(mode) or stat.S_ISBLK(mode):
            raise Unusable(f"{file} cannot be read (it is a device): name a file that can.")
        if nonblocking:
            os.set_blocking(source.fileno(), True)
        return source.read(LARGEST + 1)


def document_in(file: Path) -> Any:
    """The JSON in a file. Raises `Unusable`."""
    try:
        document = json.loads(read(file), object_pairs_hook=_refuse_repeated_names, parse_constant=_refuse_constant)
        json.dumps(document, ensure_ascii=False).encode()
    except UnicodeDecodeError:
        raise Unusable(f"{file} is no JSON (it is no text in UTF-8): fix it there.") from None
    except UnicodeEncodeError:
        raise Unusable(f"{file} is no JSON (a text in it has half a character): fix it there.") from None
    except RecursionError:
        raise Unusable(f"{file} is nested too deeply: fix it there.") from None
    except ValueError as error:
        raise Unusable(f"{file} is no JSON ({error}): fix it there.") from None
    if too_deep(document):
        raise Unusable(f"{file} is nested too deeply: fix it there.")
    return document


def _refuse_repeated_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"{next(name for name in names if names.count(name) > 1)[:40]!r} stands twice in one object")
    return result


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is no number")


def object_in(file: Path) -> dict[str, Any]:
    """The JSON object in a file. Raises `Unusable`."""
    document = document_in(file)
    if not isinstance(document, dict):
        raise Unusable(f"{file} holds no JSON object: write one there.")
    return document


def commands_in(file: Path) -> list[dict[str, Any]]:
    """The command in a file, or the list of commands. Raises `Unusable`."""
    document = document_in(file)
    commands = document if isinstance(document, list) else [document]
    if not commands or not isinstance(document, dict | list):
        raise Unusable(f"{file} holds no commands: write one there as a JSON object, or a list of them.")
    for place, command in enumerate(commands, 1):
        if not isinstance(command, dict):
            text = excerpt(json.dumps(command).encode())
            raise Unusable(f"{file} holds {text} in place {place} of its list: write a command there, a JSON object.")
    return commands


def round_in(file: Path) -> str:
    """The beacon round in a file: its JSON, or its signature in hex. Raises `Unusable`."""
    text = read(file)
    if len(text) <= LONGEST_ROUND and (SIGNATURE.fullmatch(text.strip()) or _is_round(text)):
        return text.decode().strip()
    raise Unusable(
        f"{file} holds no round of the beacon: write its JSON there, or the 96 hex digits of its signature."
    )


def secret_in(file: Path) -> bytes:
    """The secret in a file, at least 32 bytes. Raises `Unusable`."""
    secret = read(file)
    if len(secret) < SECRET_BYTES:
        raise Unusable(
            f"{file} holds {len(secret)} bytes, which can be guessed: write {SECRET_BYTES} random ones there."
        )
    return secret


def _is_round(text: bytes) -> bool:
    try:
        document = json.loads(text.decode())
    except (ValueError, RecursionError):
        return False
    return isinstance(document, dict) and {"round", "signature"} <= document.keys()


def write(file: Path, text: bytes) -> None:
    """Write a file whole; if that fails, the old file stays. Raises `Unusable`."""
    unfinished = file.with_name(f".{file.name}.unfinished")
    try:
        try:
            unfinished.write_bytes(text)
            unfinished.replace(file)
        finally:
            unfinished.unlink(missing_ok=True)
    except OSError as error:
        raise Unusable(f"{file} cannot be written ({error.strerror}): name a file in a folder there is.") from None
