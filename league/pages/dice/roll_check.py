"""A program that throws one roll again, in ten lines of Python, and the faces it prints."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.core.canonical_json import json_bytes
from rules.core.dice import Stream
from rules.core.dice_leaves import Purpose, key_of, purpose_document

PROGRAM = """\
import hashlib, hmac, itertools
leaf = bytes.fromhex("{leaf}")
purpose = {purpose!r}
key = hmac.new(leaf, purpose.encode(), hashlib.sha256).digest()
path, dice = {path!r}, {dice!r}
blocks = (hmac.new(key, f"{{path}}|{{n}}".encode(), hashlib.sha256).digest() for n in itertools.count())
stream = itertools.chain.from_iterable(blocks)
for sides in dice:
    byte = next(byte for byte in stream if byte < 256 - 256 % sides)
    print(byte % sides + 1)
"""
"""Throws the dice of a path again. Bytes that would favor a face are skipped."""


@dataclass(frozen=True, slots=True)
class PathDice:
    """The dice of one path, in order: their numbers of sides, and their faces."""

    path: str
    sides: tuple[int, ...]
    faces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RollCheck:
    """A program that throws the dice of one path again, and the faces that it prints."""

    path: str
    faces: tuple[int, ...]
    program: str


def find_roll_check(leaf: bytes, purpose: Purpose, fallen: Iterable[PathDice]) -> RollCheck | None:
    """The program for the first of these paths whose dice all follow from the leaf; None if there is none."""
    key = key_of(leaf, purpose)
    for path_dice in fallen:
        stream = Stream(path_dice.path, key=key)
        if tuple(stream.throw(sides, "") for sides in path_dice.sides) == path_dice.faces:
            text = json_bytes(purpose_document(purpose)).decode()
            program = PROGRAM.format(leaf=leaf.hex(), purpose=text, path=path_dice.path, dice=list(path_dice.sides))
            return RollCheck(path_dice.path, path_dice.faces, program)
    return None
