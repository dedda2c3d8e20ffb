"""Files from outside: what somebody hands to a command, read within limits, or refused in a sentence.

Every file whose name is given to the site is read here, so that a pipe nobody writes to, a device or a file that
never ends stops nothing.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from rules.core.refusals import Malformed

MOST_FILE_BYTES = 256 * 1024 * 1024
"""Bytes of the largest file that is read: a league of decades is a tenth of it."""
COMPRESSION_SIGNATURES = ((b"\xfd7zXZ", "xz"), (b"\x1f\x8b", "gzip"), (b"PK\x03\x04", "zip"), (b"BZh", "bzip2"))
"""How files begin that were compressed, and by what."""


def read_file(file: Path, *, then: str, most: int = MOST_FILE_BYTES, compressed: bool = False) -> bytes:
    """What a file holds. Raises `Malformed`, which says why it cannot be read and what to do: `then`.

    A pipe is read to its end; one that nobody writes to holds nothing. Only what is to be `compressed` may be.
    """
    try:
        with open(file, "rb", opener=_open_nonblocking) as source:
            if _is_device(source.fileno()):
                raise Malformed(f"{file} cannot be read (it is a device): {then}.")
            os.set_blocking(source.fileno(), True)
            text = source.read(most + 1)
    except OSError as error:
        raise Malformed(f"{file} cannot be read ({error.strerror}): {then}.") from None
    except ValueError:  # the name contains a NUL or a lone surrogate
        raise Malformed(f"{str(file)!r} cannot be read (there is no such file): {then}.") from None
    if len(text) > most:
        raise Malformed(f"{file} cannot be read (it has more than {most} bytes): {then}.")
    by = "" if compressed else next((by for begins, by in COMPRESSION_SIGNATURES if text.startswith(begins)), "")
    if by:
        raise Malformed(f"{file} cannot be read (it is compressed by {by}): unpack it first.")
    return text


def _open_nonblocking(path: str, flags: int) -> int:
    """Opens a pipe whether anybody writes to it or not."""
    return os.open(path, flags | os.O_NONBLOCK)


def _is_device(opened: int) -> bool:
    kind = os.fstat(opened).st_mode
    return stat.S_ISCHR(kind) or stat.S_ISBLK(kind)
