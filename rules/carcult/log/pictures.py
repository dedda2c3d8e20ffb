"""How a replay draws each kind of log entry of a skirmish."""

from __future__ import annotations

from rules.carcult.log.log_messages import needed_face
from rules.match.log import LogEntry
from rules.match.replay.events import BAR, CONDITION, ROLL_OR_COUNT, WAY, EventKind, Pictures, ReplayEvent, picture_of


def _hits(entry: LogEntry) -> ReplayEvent:
    more = entry.more
    return ReplayEvent(
        kind=EventKind.HIT if more["hits"] else EventKind.MISS,
        car=entry.car,
        other=more["target"],
        needed=f"needed {needed_face(more['modifier'])}+, rolled {', '.join(map(str, more['faces']))}",
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
        "ram": picture_of(EventKind.RAM, other="target"),
        "mine": picture_of(EventKind.BLAST, tag="Mine"),
        "lay": _lay,
        "rough": _rough,
        "brakes": _brakes,
        "stopped": _stopped,
        "dead_engine": picture_of(EventKind.PART, tag="Dead engine"),
        "engine": _engine,
        "explosion": picture_of(EventKind.WRECK, other="by"),
        "left": picture_of(EventKind.WRECK, tag="Off the table"),
    },
    lasting={
        "move": WAY,
        "turn": WAY,
        "attack": "the tracer of its hits",
        "start": CONDITION,
        "shift": CONDITION,
        "allocate": CONDITION,
        "clear": CONDITION,
        "swap": BAR,
        "critical": "the damage that led to it",
    },
    unseen=dict.fromkeys(
        (
            "look",
            "tie",
            "plan",
            "acted",
            "turn_end",
            "shift_dice",
            "no_attack",
            "thrown",
            "reroll",
            "no_lay",
            "no_swap",
        ),
        ROLL_OR_COUNT,
    )
    | dict.fromkeys(("toughness", "crew", "decision"), "what is taken home when the match is over"),
)
