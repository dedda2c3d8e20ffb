"""The dice of a log entry in words: what was needed, what was rolled, and every die not mentioned elsewhere."""

from __future__ import annotations

from collections.abc import Iterable

from rules.core.dice import Roll
from rules.match.log import LogEntry
from rules.match.story import format_dice, small_die


def faces_of(entry: LogEntry, why: str) -> list[str]:
    """The faces thrown for a reason. A face that was thrown again names the talent or device that allowed it."""
    faces = []
    for roll in _for(entry, why):
        purpose, shown = small_die(roll.why, roll.faces)
        detail = purpose[len(why) + 2 :].replace("_", " ") if purpose.startswith(f"{why}, ") else ""
        faces += [f"{face} ({detail})" if detail else face for face in shown]
    return faces


def format_rolls(entry: LogEntry, why: str) -> str:
    """`rolls 5` or `rolls 5, then 2 (adept re-roll)`; empty if nothing was thrown for that reason."""
    faces = faces_of(entry, why)
    if not faces and "face" in entry.more:
        faces = [str(entry.more["face"])]
    return f"rolls {', then '.join(faces)}" if faces else ""


def format_check(entry: LogEntry, why: str, *, passed: str = "passes", failed: str = "fails") -> str:
    """`needs 3, rolls 5, fails`: a check with the highest face that passes it.

    If no die was thrown, nobody was able to make the check.
    """
    outcome = passed if entry.more["passed"] else failed
    rolled = format_rolls(entry, why)
    return f"{format_need(entry.more['needed'])}, {rolled}, {outcome}" if rolled else f"nobody to check, {outcome}"


def format_need(needed: int) -> str:
    """`needs 3`: the highest face that passes a check; one below 1 is said to be lower than any face."""
    return f"needs {needed}" if needed > 0 else f"needs {needed}, lower than any face"


def format_other_dice(entry: LogEntry, whys: Iterable[str]) -> str:
    """The dice of an entry thrown for none of these reasons, ` (rolls: veer 2)`; empty if there are none."""
    mentioned = {id(roll) for why in whys for roll in _for(entry, why)}
    return format_dice(roll for roll in entry.rolls if id(roll) not in mentioned)


def _for(entry: LogEntry, why: str) -> list[Roll]:
    return [
        roll for roll in entry.rolls if roll.why == why or roll.why.startswith((f"{why},", f"{why}:", f"{why} of"))
    ]
