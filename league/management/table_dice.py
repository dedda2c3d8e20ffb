"""Dice thrown at a real table, asked for on the command line face by face."""

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
    """What `ask` answers, given the faces it needs as they are typed in; none are when they are not `typed`.

    Raises `Malformed` for what is no face, and `CommandError` when nothing more is typed.
    """
    faces: dict[str, list[int]] = {}
    while True:
        try:
            return ask(TypedFaces(faces, typist=typist, witness=witness) if typed else None)
        except NeedsDice as needs_dice:
            faces.setdefault(needs_dice.path, []).extend(_read_faces(needs_dice, out))


def _read_faces(wanted: NeedsDice, out: OutputWrapper) -> list[int]:
    count = int(wanted.dice.split("d")[0])
    out.write(f"{wanted.path}: throw {wanted.dice} ({wanted.reason}) and type the faces: ", ending="")
    out.flush()
    line = "" if sys.stdin is None else sys.stdin.readline()
    if not line:
        raise CommandError(f"{wanted} and nothing more was typed: nothing was done.")
    try:
        faces = [int(each) for each in line.replace(",", " ").split()]
    except ValueError:
        raise Malformed(f"{line.strip()!r} are no faces: type whole numbers with spaces between.") from None
    if len(faces) != count:
        raise Malformed(f"{wanted.dice} shows {count} faces and {len(faces)} were typed: nothing was done.")
    return faces
