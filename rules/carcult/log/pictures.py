"""How a replay draws each kind of log entry of a skirmish."""

from __future__ import annotations

from rules.carcult.combat.attacks import CRACK, SUCCESS
from rules.match.log import LogEntry
from rules.match.replay_events import EventKind, Pictures, ReplayEvent, picture_of


def _hits(entry: LogEntry) -> ReplayEvent:
    more = entry.more
    least = max(2, min(CRACK, SUCCESS - more["modifier"]))
    return ReplayEvent(
        kind=EventKind.HIT if more["hits"] else EventKind.MISS,
        car=entry.car,
        other=more["target"],
        needed=f"needed {least}+, rolled {', '.join(map(str, more['faces']))}",
    )


def _damage(entry: LogEntry) -> ReplayEvent:
    """A damage token, on armor or on anything else."""
    return ReplayEvent(kind=EventKind.HARM, car=entry.car, other=entry.more["by"], amount=1)


def _stopped(entry: LogEntry) -> ReplayEvent | None:
    what = {"edge": "Edge", "terrain": "Terrain"}.get(entry.more["what"])
    return None if what is None else ReplayEvent(kind=EventKind.CRASH, car=entry.car, tag=what)


def _lay(entry: LogEntry) -> ReplayEvent:
    return ReplayEvent(kind=EventKind.DROP, car=entry.car, tag=entry.more["card"].partition(".")[0].capitalize())


def _engine(entry: LogEntry) -> ReplayEvent:
    if entry.after["status"] == "active":
        return ReplayEvent(kind=EventKind.GRIP, car=entry.car, tag="Runs again")
    return ReplayEvent(kind=EventKind.PART, car=entry.car, tag="Dead engine")


def _rough(entry: LogEntry) -> ReplayEvent | None:
    return ReplayEvent(kind=EventKind.TRAP, car=entry.car, tag="Rough ground") if entry.more["harmed"] else None


def _brakes(entry: LogEntry) -> ReplayEvent | None:
    return ReplayEvent(kind=EventKind.SKID, car=entry.car, tag="Brakes hard") if entry.more["harmed"] else None


PICTURES = Pictures(
    events={
        "hits": _hits,
        "damage": _damage,
        "ram": lambda entry: ReplayEvent(kind=EventKind.RAM, car=entry.car, other=entry.more["target"]),
        "mine": picture_of(EventKind.BLAST, tag="Mine"),
        "lay": _lay,
        "rough": _rough,
        "brakes": _brakes,
        "stopped": _stopped,
        "dead_engine": picture_of(EventKind.PART, tag="Dead engine"),
        "engine": _engine,
        "explosion": lambda entry: ReplayEvent(kind=EventKind.WRECK, car=entry.car, other=entry.more["by"]),
        "left": picture_of(EventKind.WRECK, tag="Off the table"),
    },
    lasting={
        "move": "the way of the car",
        "turn": "the way of the car",
        "attack": "the tracer of its hits",
        "start": "the car's condition in words",
        "shift": "the car's condition in words",
        "allocate": "the car's condition in words",
        "clear": "the car's condition in words",
        "swap": "the bar of the car",
        "critical": "the damage that led to it",
    },
    unseen=dict.fromkeys(
        ("look", "tie", "acted", "turn_end", "shift_dice", "no_attack", "reroll", "no_lay", "no_swap"),
        "a roll, an order or a count: what comes of it has a picture",
    )
    | dict.fromkeys(("toughness", "crew"), "what is taken home when the match is over"),
)
