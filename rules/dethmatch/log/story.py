"""Tells a match from its log in lines for people: who did what, with which dice, by which rule.

A line is one entry of the log, or a few that belong together: a turn's initiative, a car's movement points with its
option points, maneuvers in a row. Every die is shown. Entries without dice that only keep records have no line. An
empty line ends a part, a heading is not indented, an indented line may begin with its phase, and the rule comes last.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rules.dethmatch.log import check_messages
from rules.dethmatch.log.dice_text import format_other_dice
from rules.dethmatch.log.entry_groups import group_entries, group_of, narrate_group
from rules.dethmatch.log.log_messages import DICE_IN_MESSAGE, HEADINGS, IN_THE_INTERVAL, LOG_MESSAGES
from rules.dethmatch.log.weapon_names import weapon_name
from rules.dethmatch.match.match import Match
from rules.match.log import LogEntry
from rules.match.story import fill_message, format_speeds, story_line, with_rule

ATTACKS = frozenset({"hit", "miss"})


def narrate(play: Match) -> list[str]:
    """The whole match in lines, with heats and turns as headings."""
    return list(_lines(play))


def narrate_entry(entry: LogEntry, *, weapon: str = "", track: str = "") -> str:
    """The line of an entry, with its rule; empty for an entry without one.

    `weapon` is the kind of weapon fired last, which a hit or a miss mentions. `track` is the name of the track.
    """
    text = _entry_sentence(entry, weapon, track)
    others = format_other_dice(entry, DICE_IN_MESSAGE.get(entry.kind, ()))
    if others and not text:
        text = entry.car or entry.kind
    return with_rule(f"{text}{others}", entry)


def _entry_sentence(entry: LogEntry, weapon: str, track: str) -> str:
    if entry.kind in ATTACKS:
        return check_messages.shot(entry, weapon_name(weapon))
    if track and entry.kind == "heat_start":
        entry = msgspec.structs.replace(entry, more=entry.more | {"track": track})
    return fill_message(LOG_MESSAGES.get(entry.kind, ""), entry)


def _lines(play: Match) -> Iterator[str]:
    turn, weapon = 0, ""
    speeds: dict[str, int] = {}
    for entries in group_entries(play.log.entries, is_shown=lambda entry: bool(narrate_entry(entry))):
        first = entries[0]
        if first.kind == "heat_start":
            turn, speeds = 0, {}
        if first.kind == "fire":
            weapon = first.more["weapon"]
        is_group = group_of(first) is not None
        text = (
            narrate_group(entries, speeds=speeds)
            if is_group
            else narrate_entry(first, weapon=weapon, track=play.track.name)
        )
        if first.kind in HEADINGS:
            yield from ("", text) if first.n > 1 else (text,)
            continue
        if first.turn != turn and (text or first.phase):
            turn = first.turn
            yield ""
            yield f"Turn {turn} of heat {first.heat}{format_speeds(speeds)}"
        speeds |= {entry.car: entry.after["speed"] for entry in entries if "speed" in entry.after}
        if text:
            yield story_line(text, 0 if first.kind in IN_THE_INTERVAL else first.phase)
