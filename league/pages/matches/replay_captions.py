"""Captions of a replay: a sentence for each event that is drawn, with names in place of ids."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.utils.safestring import SafeString

from explain.printed_names import quantity
from league.pages.matches.names import MatchNames, pieces_as_html
from rules.match.replay_events import EventKind, ReplayEvent

Names = Mapping[str, str]
Sentence = Callable[[ReplayEvent, Names], tuple[str, str]]
"""Makes the first word or two of a caption, which stand out, and the sentence after it; the first may be empty."""
CRASH_SITES = {
    "Wall": "hits the wall",
    "Edge": "hits the edge",
    "Terrain": "hits the terrain",
    "Lands": "comes down hard",
}
WAYS_OF_LOSING = {"Oil": " on oil", "Shoved": ", shoved aside", "Overshoots": " and overshoots the corner"}
LOST = {EventKind.SKID: "Skid", EventKind.SPIN: "Spin", EventKind.ROLL: "Rollover"}


def _hit(event: ReplayEvent, names: Names) -> tuple[str, str]:
    harm = f" for {event.amount} damage" if event.amount else ""
    return "Hit", f"{names['car']} shoots {names['other']}{harm}"


def _lost_control(event: ReplayEvent, names: Names) -> tuple[str, str]:
    return LOST[event.kind], f"{names['car']} loses control{WAYS_OF_LOSING.get(event.tag, '')}"


def _wreck(event: ReplayEvent, names: Names) -> tuple[str, str]:
    if names["by"]:
        return "Kill", f"{names['by']} puts {names['car']} out"
    return "Out", f"{names['car']} is off the table" if event.tag == "Off the table" else f"{names['car']} is out"


def _blast(event: ReplayEvent, names: Names) -> tuple[str, str]:
    return event.tag or "Blast", f"{names['car']} is in an explosion"


def _tire(event: ReplayEvent, names: Names) -> tuple[str, str]:
    return "Tires", f"{names['car']} loses {quantity(event.amount, 'tire point') if event.amount else 'rubber'}"


SENTENCES: Mapping[EventKind, Sentence] = {
    EventKind.HIT: _hit,
    EventKind.MISS: lambda _, names: ("Miss", f"{names['car']} fires at {names['other']}"),
    EventKind.RICOCHET: lambda _, names: ("Ricochet", f"{names['car']} hits {names['other']} and does no harm"),
    EventKind.HARM: lambda event, names: ("", f"{names['car']} takes {event.amount} damage"),
    EventKind.HOLD: lambda _, names: ("", f"The armor of {names['car']} holds"),
    EventKind.RAM: lambda _, names: ("Ram", f"{names['car']} runs into {names['other']}"),
    EventKind.CRASH: lambda event, names: ("Crash", f"{names['car']} {CRASH_SITES.get(event.tag, 'crashes')}"),
    EventKind.SKID: _lost_control,
    EventKind.SPIN: _lost_control,
    EventKind.ROLL: _lost_control,
    EventKind.GRIP: lambda _, names: ("", f"{names['car']} is under control again"),
    EventKind.FIRE: lambda _, names: ("Fire", f"{names['car']} burns"),
    EventKind.BLAST: _blast,
    EventKind.DROP: lambda event, names: ("", f"{names['car']} drops {event.tag.lower() or 'something'}"),
    EventKind.TRAP: lambda event, names: (event.tag, f"{names['car']} drives into it"),
    EventKind.SMOKE: lambda _, names: ("Smoke", f"{names['car']} lays a screen"),
    EventKind.TIRE: _tire,
    EventKind.PART: lambda event, names: (event.tag or "Critical", f"{names['car']} is crippled"),
    EventKind.WOUND: lambda event, names: (event.tag or "Wounded", f"somebody in {names['car']}"),
    EventKind.WRECK: _wreck,
    EventKind.LAP: lambda event, names: ("", f"{names['car']} completes lap {event.amount}"),
    EventKind.FINISH: lambda event, names: ("Home", f"{names['car']} finishes in place {event.amount}"),
    EventKind.FLAG: lambda event, names: ("Flag", _flag(event, names)),
    EventKind.PIT: lambda _, names: ("", f"{names['car']} is in the pit"),
    EventKind.BOOST: lambda event, names: (event.tag, f"{names['car']} is faster for it"),
    EventKind.HEAT: lambda *_: ("", "The heat begins"),
    EventKind.OVER: lambda *_: ("", "It is over"),
}
"""The caption of each kind of event."""


def _flag(event: ReplayEvent, names: Names) -> str:
    if not event.tag:
        return "a flag is back home"
    return f"{names['car']} {event.tag[0].lower()}{event.tag[1:]}"


def caption_pieces(event: ReplayEvent, cast: MatchNames) -> list[str]:
    """The caption of an event in pieces of text that are plain and bold in turn."""
    by = event.other or event.crew
    names = {
        "car": cast.name(event.car) if event.car else "",
        "other": cast.name(event.other) if event.other else "the other car",
        "by": cast.name(by) if by and by != event.car else "",
    }
    first, sentence = SENTENCES[event.kind](event, names)
    if not first:
        return [f"{sentence}."]
    return ["", f"{first}.", f" {sentence[0].upper()}{sentence[1:]}."]


def caption(event: ReplayEvent, cast: MatchNames) -> SafeString:
    """The caption of an event as HTML."""
    return pieces_as_html(caption_pieces(event, cast))


def caption_in_words(event: ReplayEvent, cast: MatchNames) -> str:
    """The caption of an event as text."""
    return "".join(caption_pieces(event, cast))
