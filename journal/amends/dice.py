"""The dice of an amend: faces that fell are kept, and new ones come from a key of the amend's own.

Amends of earlier releases drew all faces from the keys of their paths, and let typed faces replace fallen ones. They
are still derived that way.
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
"""The value of `AmendEffects.dice` for an amend whose new faces come from its own key."""
DiceFactory = Callable[[TimelineEntry, Mapping[str, str], AbstractSet[str]], Dice]
"""Makes the dice of a step from the words of the matches at that point and the set-aside paths it may read."""
FacesByPath = Mapping[str, Sequence[int]]


def amend_key(secrets: Secrets, number: int) -> bytes:
    """The dice key of the amend at that number, made from the secret in force there."""
    return secrets.own_key(f"amend|{number}", at=number)


def made_up_key(season: str, number: int, play: int) -> bytes:
    """The key of the made-up dice of one play; it is public and says nothing about real faces to come."""
    return hashlib.sha256(f"{season}|preview|{number}|{play}".encode()).digest()


def dice_after_fallen(fallen: FallenFaces, *, onward: bytes, typed: FacesByPath | None = None) -> DiceFactory:
    """Dice that show the fallen faces, then those of the key `onward`, or `typed` ones from a real table if given."""

    def dice(_step: TimelineEntry, _words: Mapping[str, str], aside: AbstractSet[str]) -> Dice:
        return Dice(fallen=fallen, loaded=typed, onward=onward, by_hand=typed is not None, aside=aside)

    return dice


def trial_dice(fallen: FallenFaces, *, onward: bytes, typed: FacesByPath | None = None) -> tuple[DiceFactory, ...]:
    """The dice to try a rederivation with: first with the `typed` faces, then without them if they are too few.

    The last ones never ask for a face from a real table.
    """

    def dice_factory(faces: FacesByPath | None) -> DiceFactory:
        def dice(_step: TimelineEntry, _words: Mapping[str, str], aside: AbstractSet[str]) -> Dice:
            return Dice(fallen=fallen, loaded=faces, onward=onward, aside=aside)

        return dice

    return (dice_factory(typed), dice_factory(None)) if typed else (dice_factory(None),)


def dice_from_path_keys(secrets: Secrets, faces: FacesByPath) -> DiceFactory:
    """Dice as amends of earlier releases had them: from the keys of their paths, or typed in."""

    def dice(step: TimelineEntry, words: Mapping[str, str], _aside: AbstractSet[str]) -> Dice:
        return Dice(loaded=faces) if step.body.typed else Dice(secrets.ring(words), loaded=faces)

    return dice
