"""The faces of a match as its log stores them: one text for each path. Rules DM-M-001, DM-M-140."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from rules.core.dice import Dice, Roll
from rules.core.refusals import Malformed

PLAIN_SIDES = 6
FACES = re.compile(r"\d{1,3}(/\d{1,3})?( \d{1,3}(/\d{1,3})?)*")


def encode_faces(rolls: Iterable[Roll]) -> dict[str, str]:
    """The faces of every path as a text, in the order they were thrown: `4 1 6`, or `3/12` for a face of a 12-sided
    die.
    """
    faces: dict[str, list[str]] = {}
    for roll in rolls:
        sides = "" if roll.sides == PLAIN_SIDES else f"/{roll.sides}"
        faces.setdefault(roll.path, []).extend(f"{face}{sides}" for face in roll.faces)
    return {path: " ".join(face_texts) for path, face_texts in faces.items()}


def decode_faces(thrown: str) -> list[int]:
    """The faces of a path from their text. Raises `Malformed`."""
    if not FACES.fullmatch(thrown):
        raise Malformed(f"{thrown[:40]!r} are no faces: a log has them as `4 1 6`, or `3/12` for a die of 12 sides.")
    return [int(face.partition("/")[0]) for face in thrown.split()]


def dice_from_faces(faces_by_path: Mapping[str, str]) -> Dice:
    """Dice that throw the faces of a log and no others. Raises `Malformed`."""
    return Dice(loaded={path: decode_faces(faces) for path, faces in faces_by_path.items()})
