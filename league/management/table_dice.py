"""Asks on the command line for the faces of dice thrown at a real table."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TypeVar

from django.core.management.base import CommandError, OutputWrapper

from journal import TypedFaces
from rules.core.dice import NeedsDice
from rules.core.refusals import Malformed

T = TypeVar("T")


def with_typed_faces(
    ask: Callable[[TypedFaces | None], T], *, typist: str, witness: str, typed: bool, out: OutputWrapper
) -> T:
    """Call `ask` again and again with the faces typed so far, until it needs no more, and return its result.

    Unless `typed` is true, `ask` gets None and no faces are asked for. Raises `Malformed` for invalid faces, and
    `CommandError` if standard input ends.
    """
    faces: dict[str, list[int]] = {}
    while True:
        try:
            return ask(TypedFaces(faces, typist=typist, witness=witness) if typed else None)
        except NeedsDice as needs_dice:
            faces.setdefault(needs_dice.path, []).extend(_read_faces(needs_dice, out))


def _read_faces(needed: NeedsDice, out: OutputWrapper) -> list[int]:
    count = int(needed.dice.split("d")[0])
    out.write(f"{needed.path}: throw {needed.dice} ({needed.reason}) and type the faces: ", ending="")
    out.flush()
    line = "" if sys.stdin is None else sys.stdin.readline()
    if not line:
        raise CommandError(f"{needed} and nothing more was typed: nothing was done.")
    try:
        faces = [int(face) for face in line.replace(",", " ").split()]
    except ValueError:
        raise Malformed(f"{line.strip()!r} are not faces of dice: type whole numbers separated by spaces.") from None
    if len(faces) != count:
        raise Malformed(f"{needed.dice} shows {count} faces and {len(faces)} were typed: nothing was done.")
    return faces
