"""The dice of a log entry as text: the black die with its modifiers, and the figures on the faces of gear dice."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.core.dice import Roll
from rules.formule.car.gears import DICE
from rules.match.log import LogEntry

WOUND_ONLY = frozenset({"collision", "debris", "engine_test", "start"})
"""Entries whose black die only a wound can change (FW-056)."""
GEAR_DIE_PURPOSES = frozenset({"slowed", "collision damage", "tires", "armor"})
"""The purposes of gear dice that count the figures on their faces (FW-102)."""
FIGURES: Mapping[int, tuple[int, ...]] = {len(faces): faces for faces in DICE.values()}
"""The figures on each gear die, by the number of its faces."""


def format_roll(entry: LogEntry) -> str:
    """`rolls 7 + 3 (road-holding) - 1 (wounded) = 9`: the black die, what is added to it, and the total.

    Entries of earlier editions do not have the parts: `rolls 7 + 2 = 9`. Without any, only the die is shown.
    """
    face, total = entry.more["face"], entry.more["total"]
    parts = entry.more.get("parts", {})
    if entry.kind in WOUND_ONLY:
        parts = {"wounded": total - face}
    texts = [f"{_signed(added)} ({reason})" for reason, added in parts.items() if added]
    if not texts and total != face:
        texts = [_signed(total - face)]
    return f"rolls {face}{''.join(texts)} = {total}" if texts else f"rolls {face}"


def _signed(added: int) -> str:
    return f" {'-' if added < 0 else '+'} {abs(added)}"


def format_dice(rolls: Iterable[Roll]) -> str:
    """Dice with their purposes and sides, ` (rolls: tires 6 of 6, a 4)`; empty if there are none."""
    texts = []
    for roll in rolls:
        faces = [f"{face} of {roll.sides}{_figure(roll, face)}" for face in roll.faces]
        texts.append(f"{roll.why.replace('_', ' ')} {' and '.join(faces)}")
    return f" (rolls: {'; '.join(texts)})" if texts else ""


def _figure(roll: Roll, face: int) -> str:
    return f", a {FIGURES[roll.sides][face - 1]}" if roll.why in GEAR_DIE_PURPOSES else ""
