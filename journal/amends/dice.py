"""The dice of an amend: what fell stays as it fell, and what had not fallen comes from a key of the amend's own.

An amend of an earlier release drew everything from the keys of the paths, and let faces be typed in over those that
had fallen; it is worked out again as it was.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from journal.amends.timeline import TimelineEntry
from journal.dice.fallen_faces import FallenFaces
from league.queries.season_secrets import Secrets
from rules.core.dice import Dice

DICE_FROM_OWN_KEY = "own"
"""What an amend says of its dice where those that had not fallen come from its own key."""
DiceFactory = Callable[[TimelineEntry, Mapping[str, str], AbstractSet[str]], Dice]
"""Gives the dice of a step, with the words that the matches have by then, and the paths that lie aside for it."""
FacesByPath = Mapping[str, Sequence[int]]


def amend_key(secrets: Secrets, number: int) -> bytes:
    """The key of what is thrown by the amend at that number, made from the secret in force there."""
    return secrets.own_key(f"amend|{number}", at=number)


def made_up_key(season: str, number: int, play: int) -> bytes:
    """The key of the made-up dice in one of the plays that a preview counts: nobody's secret, and no face to come."""
    return hashlib.sha256(f"{season}|preview|{number}|{play}".encode()).digest()


def dice_after_fallen(fallen: FallenFaces, *, onward: bytes, typed: FacesByPath | None = None) -> DiceFactory:
    """What fell, and the faces of `onward` after it; with `typed`, those from a real table where nothing fell."""

    def dice(_step: TimelineEntry, _words: Mapping[str, str], aside: AbstractSet[str]) -> Dice:
        return Dice(fallen=fallen, loaded=typed, onward=onward, by_hand=typed is not None, aside=aside)

    return dice


def trial_dice(fallen: FallenFaces, *, onward: bytes, typed: FacesByPath | None = None) -> tuple[DiceFactory, ...]:
    """The dice with which it is tried which course a season takes, none of them asking for a face of a real table.

    First with those faces that were `typed` in, and where they are too few of a path without any.
    """

    def dice_factory(faces: FacesByPath | None) -> DiceFactory:
        def dice(_step: TimelineEntry, _words: Mapping[str, str], aside: AbstractSet[str]) -> Dice:
            return Dice(fallen=fallen, loaded=faces, onward=onward, aside=aside)

        return dice

    return (dice_factory(typed), dice_factory(None)) if typed else (dice_factory(None),)


def dice_from_path_keys(secrets: Secrets, faces: FacesByPath) -> DiceFactory:
    """The faces of the paths' own keys, or those typed in, as amends of earlier releases had them."""

    def dice(step: TimelineEntry, words: Mapping[str, str], _aside: AbstractSet[str]) -> Dice:
        return Dice(loaded=faces) if step.body.typed else Dice(secrets.ring(words), loaded=faces)

    return dice
