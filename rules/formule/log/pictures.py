"""How a replay draws each kind of log entry of a race."""

from __future__ import annotations

from rules.formule.combat.to_hit import HITS_AT
from rules.formule.match.state import CarStatus
from rules.match.log import LogEntry
from rules.match.replay.events import (
    BAR,
    CONDITION,
    PLACE_ON_GRID,
    ROLL_OR_COUNT,
    THINGS,
    EventKind,
    Pictures,
    ReplayEvent,
    count,
    picture_of,
)

EDGE = "track edge"


def _shot(entry: LogEntry) -> ReplayEvent:
    more = entry.more
    return ReplayEvent(
        kind=EventKind.HIT if more["hit"] else EventKind.MISS,
        car=entry.car,
        other=more["target"],
        faces=(more["face"],),
        needed=f"needed {HITS_AT - more['added']}+",
    )


def _damage(entry: LogEntry) -> ReplayEvent | None:
    """All points of damage, whether the armor takes them or not."""
    more = entry.more
    if not more["points"]:
        return None
    return ReplayEvent(kind=EventKind.HARM, car=entry.car, other=more["by"], amount=more["points"])


def _struck(entry: LogEntry) -> ReplayEvent:
    place = str(entry.more["place"])
    if place == "driver":
        return ReplayEvent(kind=EventKind.WOUND, car=entry.car, other=entry.more["by"], tag="Wounded")
    tag = place.replace("_", "-").capitalize()
    return ReplayEvent(kind=EventKind.PART, car=entry.car, other=entry.more["by"], tag=tag)


def _ram(entry: LogEntry) -> ReplayEvent:
    tag = "" if entry.more["success"] else "Fails"
    return ReplayEvent(kind=EventKind.RAM, car=entry.car, other=entry.more["target"], tag=tag)


def _collision(entry: LogEntry) -> ReplayEvent | None:
    if not entry.more["failed"]:
        return None
    why = entry.more["why"]
    if why == EDGE:
        return ReplayEvent(kind=EventKind.CRASH, car=entry.car, tag="Edge")
    return ReplayEvent(kind=EventKind.RAM, car=entry.car, other=why, tag="Touch")


def _tire_trap(entry: LogEntry) -> ReplayEvent:
    taken = count(entry.before["tires"]) - count(entry.after["tires"])
    return ReplayEvent(kind=EventKind.TIRE, car=entry.car, amount=taken, tag=entry.kind.capitalize())


def _oil(entry: LogEntry) -> ReplayEvent:
    kind = EventKind.SPIN if entry.more.get("spins") else EventKind.SKID
    return ReplayEvent(kind=kind, car=entry.car, tag="Oil")


def _avoidance(entry: LogEntry) -> ReplayEvent | None:
    if entry.more["passed"]:
        return None
    return ReplayEvent(kind=EventKind.TRAP, car=entry.car, tag=str(entry.more["marker"]).capitalize())


def _debris(entry: LogEntry) -> ReplayEvent | None:
    return ReplayEvent(kind=EventKind.TRAP, car=entry.car, tag="Debris") if entry.more["lost"] else None


def _shove(entry: LogEntry) -> ReplayEvent | None:
    if not entry.more["pushed"]:
        return None
    return ReplayEvent(kind=EventKind.SKID, car=entry.car, other=entry.more["by"], tag="Shoved")


def _drive(entry: LogEntry) -> ReplayEvent | None:
    if "lap" not in entry.after or entry.after.get("status") == CarStatus.FINISHED:
        return None
    return ReplayEvent(kind=EventKind.LAP, car=entry.car, amount=count(entry.after["lap"]) - 1)


def _engine_test(entry: LogEntry) -> ReplayEvent | None:
    return ReplayEvent(kind=EventKind.PART, car=entry.car, tag="Engine") if entry.more["lost"] else None


def _start(entry: LogEntry) -> ReplayEvent | None:
    result = entry.more["result"]
    if result == "go":
        return None
    kind, tag = (EventKind.BOOST, "Flying start") if result == "flying" else (EventKind.PART, "Stalls")
    return ReplayEvent(kind=kind, car=entry.car, tag=tag)


def _finish(entry: LogEntry) -> ReplayEvent:
    return ReplayEvent(kind=EventKind.FINISH, car=entry.car, amount=count(entry.after["place"]))


PICTURES = Pictures(
    events={
        "shot": _shot,
        "damage": _damage,
        "struck": _struck,
        "ram": _ram,
        "shove": _shove,
        "collision": _collision,
        "mines": _tire_trap,
        "spikes": _tire_trap,
        "oil": _oil,
        "avoidance": _avoidance,
        "debris": _debris,
        "drop": lambda entry: ReplayEvent(
            kind=EventKind.DROP, car=entry.car, tag=str(entry.more["marker"]).capitalize()
        ),
        "slide": picture_of(EventKind.SKID),
        "overshoot": picture_of(EventKind.SKID, tag="Overshoots"),
        "spin": picture_of(EventKind.SPIN),
        "drive": _drive,
        "slipstream": picture_of(EventKind.BOOST, tag="Slipstream"),
        "start": _start,
        "engine_test": _engine_test,
        "pit": picture_of(EventKind.PIT),
        "out": picture_of(EventKind.WRECK, other="by"),
        "finish": _finish,
    },
    lasting={
        "grid": PLACE_ON_GRID,
        "back_off": PLACE_ON_GRID,
        "blocked": BAR,
        "brake": CONDITION,
        "gear": CONDITION,
        "stop": PLACE_ON_GRID,
        "after_ram": PLACE_ON_GRID,
        "debris_left": THINGS,
        "smoke_clears": THINGS,
        "old_damage": BAR,
        "unfinished": "the place of the car",
        "classified": "the place of the car",
    },
    unseen=dict.fromkeys(
        ("grid_roll", "order", "plan", "roll", "turn", "turn_end", "order_lapsed"),
        ROLL_OR_COUNT,
    )
    | dict.fromkeys(("toughness", "driver"), "what a driver takes home when the race is over"),
)
