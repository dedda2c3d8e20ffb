"""Odd files that people may hand to a checker or importer, by mistake or on purpose, and the answer they must get.

Each must be answered with a sentence that says what is wrong: no traceback, no bare exception name, and nothing
written. `odd_files` are whole files, `PLACES` are things that are not files, and `bent` yields a valid document with
one thing wrong in it.
"""

from __future__ import annotations

import bz2
import copy
import gzip
import io
import json
import lzma
import os
import pickle
import random
import re
import signal
import socket
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

PATIENCE = 60
"""Seconds after which a program given an odd file counts as hanging."""
DEEP = 200_000
CLASS_NAME = re.compile(
    r"(?<![\w.])(?!CommandError: )[A-Z][A-Za-z]*(?:Error|Exception|Iteration|Interrupt)\b|\bNeedsDice\b"
)
"""The bare name of an exception, which does not belong in a sentence."""


def _zipped(name: str, text: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, text)
    return buffer.getvalue()


LAUGHS = "".join(f'<!ENTITY l{at + 1} "{f"&l{at};" * 10}">' for at in range(9))


@cache
def odd_files() -> dict[str, bytes]:
    """Files by what is odd about them."""
    lot = random.Random(23)
    return {
        "nothing": b"",
        "one byte": b"x",
        "a quotation mark": b'"',
        "a brace": b"{",
        "white space": b" \t\r\n" * 20,
        "NULs": b"\0" * 64,
        "all bytes": bytes(range(256)),
        "no UTF-8": b'{"format": "\xff\xfe"}',
        "latin-1": '{"name": "Zürich"}'.encode("latin-1"),
        "UTF-16": '{"format": 1}'.encode("utf-16"),
        "UTF-32": '{"format": 1}'.encode("utf-32"),
        "a byte order mark alone": b"\xef\xbb\xbf",
        "a byte order mark before an object": b"\xef\xbb\xbf{}",
        "null": b"null",
        "true": b"true",
        "a number": b"7",
        "a negative number": b"-7",
        "minus alone": b"-",
        "zeros before a number": b"007",
        "a text": b'"dethmetal"',
        "a list": b"[]",
        "a list of nulls": b"[null, null]",
        "a list of lists": b"[[], []]",
        "a list of texts": b'["dethmetal season 1"]',
        "a list of numbers": b"[1, 2, 3]",
        "a list of objects": b"[{}, {}]",
        "an object of nulls": b'{"format": null, "type": null, "ruleset": null}',
        "an object of lists": b'{"format": [], "type": [], "ruleset": []}',
        "an object of objects": b'{"format": {}, "type": {}, "ruleset": {}}',
        "an object of numbers": b'{"format": 1, "type": 1, "ruleset": 1}',
        "an empty name": b'{"": {"": ""}}',
        "a number of twenty digits": b'{"type": "open_season", "rounds": 99999999999999999999}',
        "a number of five thousand digits": b"9" * 5000,
        "a huge exponent": b'{"type": "open_season", "rounds": 1e999999}',
        "NaN": b"NaN",
        "NaN in an object": b'{"format": NaN}',
        "Infinity in an object": b'{"format": Infinity}',
        "minus Infinity in a list": b"[-Infinity]",
        "a name twice": b'{"format": "dethmetal season 1", "format": "dethmetal league 1"}',
        "a hundred thousand brackets": b"[" * DEEP,
        "a hundred thousand brackets, closed": b"[" * DEEP + b"]" * DEEP,
        "a hundred thousand objects": b'{"format":' * DEEP,
        "a hundred thousand objects, closed": b'{"format":' * DEEP + b"1" + b"}" * DEEP,
        "five hundred brackets in an object": b'{"format": ' + b"[" * 500 + b"]" * 500 + b"}",
        "nine hundred brackets in an object": b'{"type": "x", "y": ' + b"[" * 900 + b"]" * 900 + b"}",
        "half a pair of surrogates": b'{"format": "\\ud800"}',
        "the other half": b'{"format": "\\udc00\\ud800"}',
        "surrogates in bytes": b'{"format": "\xed\xa0\x80"}',
        "a NUL in a text": b'{"format": "a\\u0000b", "type": "a\\u0000b"}',
        "a control character in a text": b'{"format": "a\x01b"}',
        "garbage behind an object": b"{} and more",
        "two documents": b"{}{}",
        "a comma too many": b'{"format": 1,}',
        "single quotation marks": b"{'format': 1}",
        "a comment": b'// an export\n{"format": 1}',
        "an object that is cut off": b'{"format": "dethmetal sea',
        "a line of five million letters": b'"' + b"x" * 5_000_000 + b'"',
        "a name of a million letters": b'{"' + b"x" * 1_000_000 + b'": 1}',
        "a million ends of lines": b"\n" * 1_000_000,
        "a format there is none of": b'{"format": "dethmetal season 99"}',
        "a season and nothing else": b'{"format": "dethmetal season 1"}',
        "a league and nothing else": b'{"format": "dethmetal league 1"}',
        "a league without seasons": b'{"format": "dethmetal league 1", "seasons": []}',
        "a league of nulls": b'{"format": "dethmetal league 1", "seasons": [null, 1, "x", []]}',
        "a command there is none of": b'{"type": "make_me_rich"}',
        "a ruleset there is none of": b'{"ruleset": "chess", "teams": []}',
        "a log of nothing": b'{"digests": [], "packet": {}}',
        "xz": lzma.compress(b'{"format": "dethmetal league 1"}'),
        "xz that is cut off": lzma.compress(lot.randbytes(4096))[:-100],
        "xz of nothing": lzma.compress(b""),
        "the first bytes of xz": b"\xfd7zXZ\x00",
        "xz that grows": lzma.compress(b"\0" * 8_000_000),
        "gzip": gzip.compress(b'{"format": "dethmetal league 1"}'),
        "gzip that is cut off": gzip.compress(lot.randbytes(4096))[:-100],
        "gzip of nothing": gzip.compress(b""),
        "gzip that grows": gzip.compress(b"\0" * 8_000_000),
        "zlib": zlib.compress(b'{"format": "dethmetal league 1"}'),
        "bzip2": bz2.compress(b'{"format": 1}'),
        "zip": _zipped("league.json", b'{"format": "dethmetal league 1"}'),
        "zip that grows": _zipped("league.json", b"\0" * 8_000_000),
        "garbage": lot.randbytes(10_000),
        "a picture": b"\x89PNG\r\n\x1a\n" + lot.randbytes(500),
        "a program": b"\x7fELF" + b"\0" * 500,
        "a database": b"SQLite format 3\0" + b"\0" * 500,
        "a pickle": pickle.dumps({"format": "dethmetal league 1"}),
        "a page": b"<!doctype html><title>404</title>",
        "a table": b"franchise,driver\nrazors,Ada\n",
        "a script": b"#!/bin/sh\nexit 0\n",
        "entities that grow": f'<!DOCTYPE l [<!ENTITY l0 "l">{LAUGHS}]><l>&l9;</l>'.encode(),
    }


# ------------------------------------------------------------------------------------------ other than files


def _socket(at: Path) -> None:
    with socket.socket(socket.AF_UNIX) as unix_socket:
        before = Path.cwd()
        os.chdir(at.parent)  # the address of a socket has to be short
        try:
            unix_socket.bind(at.name)
        finally:
            os.chdir(before)


def _unreadable(at: Path) -> None:
    at.write_bytes(b"{}")
    at.chmod(0)


PLACES: dict[str, Callable[[Path], None]] = {
    "missing": lambda _: None,
    "a folder": lambda at: at.mkdir(),
    "a link to nothing": lambda at: at.symlink_to("nowhere"),
    "a link to itself": lambda at: at.symlink_to(at.name),
    "a pipe nobody writes to": os.mkfifo,
    "a socket": _socket,
    "a device that holds nothing": lambda at: at.symlink_to("/dev/null"),
    "a device that never ends": lambda at: at.symlink_to("/dev/zero"),
    **({} if os.geteuid() == 0 else {"without permission": _unreadable}),
}
"""What may be found where a file should be, by description: each function creates one at a path."""


# ----------------------------------------------------------------------------- valid documents with one thing wrong

MISSING = object()
VALUES: dict[str, Any] = {
    "missing": MISSING,
    "null": None,
    "a number": 7,
    "a negative number": -1,
    "a broken number": 1.5,
    "true": True,
    "a text": "x",
    "a list": [],
    "a list of null": [None],
    "an object": {},
    "an object of null": {"x": None},
}
Way = tuple[str | int, ...]


def bent(text: bytes) -> Iterator[tuple[str, bytes]]:
    """Variants of a valid document as bytes, each with one thing wrong, by description."""
    yield "cut in half", text[: len(text) // 2]
    yield "the last byte missing", text.rstrip()[:-1]
    yield "with garbage behind", text + b"\n~"
    yield "twice", text + text
    yield "behind a byte order mark", b"\xef\xbb\xbf" + text
    yield "in UTF-16", text.decode().encode("utf-16")
    yield "compressed by xz", lzma.compress(text)
    yield "compressed by gzip", gzip.compress(text)
    yield "in a list", b"[" + text + b"]"
    yield "in an object", b'{"export": ' + text + b"}"
    yield "with NaN", re.sub(rb": ?[0-9]+", b": NaN", text, count=1)
    yield "with a number of thirty digits", re.sub(rb": ?[0-9]+", b": " + b"9" * 30, text, count=1)
    yield "with half a character", text.replace(b'"', b'"\\ud800', 3)
    yield from bent_in(json.loads(text))


def bent_in(document: Any) -> Iterator[tuple[str, bytes]]:
    """Variants of a valid document with each field missing, null or of another type in turn."""
    for way in dict.fromkeys(ways_in(document)):
        for name, value in VALUES.items():
            if value is not MISSING and type(value) is type(_at(document, way)):
                continue
            altered = copy.deepcopy(document)
            holder = _at(altered, way[:-1])
            if value is MISSING:
                del holder[way[-1]]
            else:
                holder[way[-1]] = value
            yield f"{_told(way)} {name}", json.dumps(altered, ensure_ascii=False, separators=(",", ":")).encode()


def ways_in(document: Any, way: Way = ()) -> Iterator[Way]:
    """The paths to the values of a document; of a list, or of an object keyed by names, only the first item's."""
    if way:
        yield way
    if isinstance(document, dict):
        names = list(document)
        for name in names[:1] if _is_by_names(document) else names:
            yield from ways_in(document[name], (*way, name))
    elif isinstance(document, list) and document:
        yield from ways_in(document[0], (*way, 0))


def _is_by_names(document: Mapping[str, Any]) -> bool:
    values = list(document.values())
    return len(values) > 1 and all(isinstance(value, dict) and value.keys() == values[0].keys() for value in values)


def _at(document: Any, way: Way) -> Any:
    for step in way:
        document = document[step]
    return document


def _told(way: Way) -> str:
    return ".".join(map(str, way))


# -------------------------------------------------------------------------------------------------------- answers


def improper(what: str, code: int, said: str, *, fine: bool = False) -> Iterator[str]:
    """What is wrong with the answer to an odd file, one sentence per problem, judged by exit code and output."""
    if code == 0 and not fine:
        yield f"{what}: it was taken: have it refused, or name it among those that are no fault there."
    if "Traceback" in said or CLASS_NAME.search(said):
        yield f"{what}: it was answered as a program's fault: {said[-300:]!r}."
    if code != 0 and not said.strip().endswith((".", ")")):
        yield f"{what}: it was answered with no sentence: {said[-300:]!r}."


@contextmanager
def in_time(what: str) -> Iterator[None]:
    """Raises `TimeoutError` if the body takes longer than `PATIENCE` seconds."""

    def late(_signum: int, _frame: FrameType | None) -> None:
        raise TimeoutError(f"{what}: it hangs.")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(PATIENCE)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
