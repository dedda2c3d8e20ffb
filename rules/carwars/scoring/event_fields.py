"""What a form asks for each type of event, made of the events themselves. Rules CW-S-002 to CW-S-022, CW-S-049.

Events that a duel cannot have by its settings or its arena are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import msgspec

from rules.carwars.scoring.duel import Duel
from rules.carwars.scoring.event_words import CONTROL_WORDS, KILL_WORDS, LANDING_WORDS
from rules.carwars.scoring.events import DuelEvent, Event
from rules.match.duels.book import CauseKind, EventField, EventKind

KINDS: dict[str, tuple[str, str]] = {
    "hit": ("Hit", "CW-S-018"),
    "hazard": ("Hazard", "CW-S-046"),
    "kill": ("Kill", "CW-S-005"),
    "not_killed": ("Not out yet", "CW-S-010"),
    "speed": ("Speed", "CW-S-019"),
    "control": ("Control", "CW-S-030"),
    "crew": ("Crew", "CW-S-008"),
    "armed": ("Ammunition", "CW-S-011"),
    "reach": ("Can still harm", "CW-S-010"),
    "burn_modifier": ("Burn modifier", "CW-S-049"),
    "extinguished": ("Fire put out", "CW-S-049"),
    "fire_roll": ("Roll for fire", "CW-S-050"),
    "checkpoint": ("Checkpoint", "CW-S-020"),
    "target": ("Target", "CW-S-021"),
    "jump": ("Jump", "CW-S-022"),
    "counter": ("Counter in a no-drop zone", "CW-S-024"),
    "surrender": ("Surrender", "CW-S-013"),
    "left_arena": ("Left the arena", "CW-S-013"),
    "takeover": ("Takeover", "CW-S-014"),
    "time_called": ("Time called", "CW-S-037"),
}
"""The label of each type of event, and the rule it falls under, in the order of a form."""
LABELS: dict[str, str] = {
    "by": "Who did it",
    "on": "To whom",
    "of": "Vehicle",
    "to": "To whom",
    "into": "The vehicle taken over",
    "hazard": "It also inflicted a hazard",
    "part": "What became of it",
    "because": "Cause",
    "note": "Note",
    "mph": "Miles an hour, below 0 in reverse",
    "voluntary": "The driver chose it",
    "state": "State",
    "alive": "How many aboard are alive",
    "can_drive": "Somebody aboard can drive",
    "can_fire": "It has a working weapon with ammunition",
    "reaches": "It can still harm somebody before it stops",
    "modifier": "Modifier",
    "turns": "Turns it lasts after this one",
    "personal": "A personal extinguisher",
    "roll": "Sum of the dice",
    "name": "Name on the arena's sheet",
    "points": "Points of damage",
    "damage": "Kind of damage",
    "landed": "Landing",
    "width": "Width in the zone, hundredths of an inch",
    "length": "Length in the zone, hundredths of an inch",
    "squares": "Squares of the zone, instead of width and length",
    "gas": "Smoke, paint or sand",
    "projector": "The whole counter of a fluid projector",
}
"""The label of each field of an event."""
CHOICE_LABELS = {**CONTROL_WORDS, **KILL_WORDS, **LANDING_WORDS}  # no mutant: no choice is in two of them
"""Choices of events in words; others are their own."""
CAUSE_KINDS = (
    CauseKind("attack", "It was hit or rammed", "by"),
    CauseKind("lost_control", "A hazard cost the driver control, because …", leads_on=True),
    CauseKind(
        "pushed", "A pushed car collided with it: which, and because …", "driver", leads_on=True, by_choice=True
    ),
    CauseKind("bounced", "The driver rammed a car and lost control by it", "off"),
    CauseKind("avoided", "The driver was avoiding what somebody dropped", "owner"),
    CauseKind("shed_obstacle", "An obstacle fell off a car", "by"),
    CauseKind("burned", "The fire on it, or on another car", "on", may_be_empty=True),
    CauseKind("nobody", "The driver's own maneuver, or the arena"),
)
"""The links of a chain of causes (CW-S-040)."""
DUELIST_FIELDS = frozenset({"by", "on", "of", "into"})
SHELVES = {"checkpoint": "checkpoints", "target": "targets", "jump": "jumps"}
"""The features of an arena that a type of event names."""
NEEDS = {
    "burn_modifier": "advanced_fire",
    "fire_roll": "advanced_fire",
    "counter": "no_drop_zones",
    "surrender": "surrender",
    "left_arena": "exit_arena",
    "takeover": "takeover",
}
"""The setting without which a duel has no event of a type."""


def event_kinds(duel: Duel) -> tuple[EventKind, ...]:
    """The types of events that a duel can have, in the order of a form."""
    classes = {kind.__struct_config__.tag: kind for kind in get_args(DuelEvent)}
    return tuple(
        EventKind(type=tag, label=label, rule=rule, fields=tuple(_fields(duel, classes[tag])))
        for tag, (label, rule) in KINDS.items()
        if _is_possible(duel, tag)
    )


def _is_possible(duel: Duel, tag: str) -> bool:
    if tag in SHELVES:
        return bool(getattr(duel.arena, SHELVES[tag]))
    return tag not in NEEDS or bool(getattr(duel.settings, NEEDS[tag]))


def _fields(duel: Duel, kind: type[Event]) -> Iterator[EventField]:
    tag = str(kind.__struct_config__.tag)
    for field in msgspec.structs.fields(kind):
        if field.name not in ("turn", "phase", "ruled"):
            yield _field(duel, tag, field)


def _field(duel: Duel, tag: str, field: Any) -> EventField:
    name, required = field.name, field.required
    default = None if required else field.default
    kind = "text"
    choices: tuple[tuple[str, str], ...] = ()
    if name in DUELIST_FIELDS:
        kind = "duelist" if required else "duelist_or_nobody"
    elif name == "to":
        kind = "duelist_or_nobody"
    elif name == "because":
        kind = "cause"
    elif name == "name":
        kind, choices = "choice", tuple((known, known) for known in getattr(duel.arena, SHELVES[tag]))
    elif field.type is bool:
        kind = "yes_no"
    elif field.type is int or field.type == int | None:
        kind = "number"
    elif values := get_args(field.type):
        kind = "choice"
        choices = tuple((value, CHOICE_LABELS.get(value, value.replace("_", " "))) for value in values)
    return EventField(name=name, label=LABELS[name], kind=kind, choices=choices, default=default, required=required)
