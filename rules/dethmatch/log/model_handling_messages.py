"""Log messages about cars under another book's handling model."""

from __future__ import annotations

from collections.abc import Sequence

from rules.dethmatch.log.check_messages import VEERS
from rules.dethmatch.log.dice_text import format_rolls
from rules.match.log import LogEntry


def handling_checks(entries: Sequence[LogEntry]) -> str:
    """Every car's handling at the end of a turn, adjusted for its speed."""
    return f"Handling checked: {'; '.join(map(_handling_check, entries))}"


def _handling_check(entry: LogEntry) -> str:
    more = entry.more
    adjustment = more["end"] - more["handling"]
    sign = "-" if adjustment < 0 else "+"
    lost = "" if more["passed"] else ", not enough"
    return f"{entry.car} {more['handling']} {sign} {abs(adjustment)} at speed {more['pace']} = {more['end']}{lost}"


def crash(entry: LogEntry) -> str:
    """The result of a failed handling check."""
    solid = ", having met something solid" if entry.more["solid"] else ""
    result = entry.more["result"].replace("_", " ")
    return f"{entry.car} with handling {entry.more['end']}{solid}: {format_rolls(entry, 'crash table')}, {result}"


def spin_steps(entry: LogEntry) -> str:
    """How long a spin lasts, where a die decided it."""
    return f"The spin of {entry.car} lasts as many steps as the die shows: {format_rolls(entry, 'steps of the spin')}"


def swerve(entry: LogEntry) -> str:
    """The direction in which a car out of control moves one hex."""
    left = f", {entry.more['left']} more to come" if entry.more["left"] else ""
    return f"{entry.car} swerves {VEERS[entry.more['step']]}: {format_rolls(entry, 'swerve')}{left}"
