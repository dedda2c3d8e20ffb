"""What a log says to people of cars that another book's model holds on the road."""

from __future__ import annotations

from collections.abc import Sequence

from rules.dethmatch.log.check_messages import VEERS
from rules.dethmatch.log.dice_text import format_rolls
from rules.match.log import LogEntry


def handling_checks(entries: Sequence[LogEntry]) -> str:
    """Every car's handling at the end of a turn, with what its speed makes of it."""
    return f"Handling checked: {'; '.join(map(_handling_check, entries))}"


def _handling_check(entry: LogEntry) -> str:
    more = entry.more
    steadied = more["end"] - more["handling"]
    sign = "-" if steadied < 0 else "+"
    lost = "" if more["passed"] else ", not enough"
    return f"{entry.car} {more['handling']} {sign} {abs(steadied)} at speed {more['pace']} = {more['end']}{lost}"


def crash(entry: LogEntry) -> str:
    """What a failed check brought."""
    solid = ", having met something solid" if entry.more["solid"] else ""
    result = entry.more["result"].replace("_", " ")
    return f"{entry.car} with handling {entry.more['end']}{solid}: {format_rolls(entry, 'crash table')}, {result}"


def swerve(entry: LogEntry) -> str:
    """Where a car out of control goes with one hex."""
    left = f", {entry.more['left']} more to come" if entry.more["left"] else ""
    return f"{entry.car} swerves {VEERS[entry.more['step']]}: {format_rolls(entry, 'swerve')}{left}"
