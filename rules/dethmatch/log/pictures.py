"""How a replay draws each kind of log entry of a match."""

from __future__ import annotations

from rules.dethmatch.match.state import Control
from rules.match.log import LogEntry
from rules.match.replay.events import (
    BAR,
    CONDITION,
    PLACE_ON_GRID,
    SCORE,
    THINGS,
    WAY,
    EventKind,
    Picture,
    Pictures,
    ReplayEvent,
    count,
    picture_of,
)

CONTROL_LOST = {
    Control.MINOR_SKID: EventKind.SKID,
    Control.FISHTAIL: EventKind.SKID,
    Control.MAJOR_SKID: EventKind.SKID,
    Control.UNCONTROLLED: EventKind.SKID,
    Control.SPIN: EventKind.SPIN,
    Control.ROLLOVER: EventKind.ROLL,
}
EXPLOSIONS = frozenset({"bomb", "burst", "mine", "boosters"})
"""The causes of damage that explode at the car."""
WALL = "wall"


def _attack(kind: EventKind) -> Picture:
    return lambda entry: ReplayEvent(
        kind=kind,
        car=entry.car,
        other=entry.more["target"],
        faces=(entry.more["face"],),
        needed=f"needed {entry.more['needed']} or less",
    )


def _burst(entry: LogEntry) -> ReplayEvent | None:
    """A weapon that is fired has a picture of its own only if it bursts; each attack has one."""
    return ReplayEvent(kind=EventKind.BLAST, car=entry.car, tag="Burst") if entry.more["burst"] else None


def _damage(entry: LogEntry) -> ReplayEvent:
    more = entry.more
    if more.get("outcome") in {"deflected", "ignored"}:
        return ReplayEvent(kind=EventKind.HOLD, car=entry.car)
    kind = EventKind.BLAST if more.get("cause") in EXPLOSIONS else EventKind.HARM
    return ReplayEvent(kind=kind, car=entry.car, crew=entry.crew, amount=count(more.get("points")))


def _collision(entry: LogEntry) -> ReplayEvent:
    target = entry.more["target"]
    if target == WALL:
        return ReplayEvent(kind=EventKind.CRASH, car=entry.car, tag="Wall")
    return ReplayEvent(kind=EventKind.RAM, car=entry.car, other=target)


def _control(entry: LogEntry) -> ReplayEvent | None:
    kind = CONTROL_LOST.get(Control(entry.after.get("control", Control.OK)))
    return None if kind is None else ReplayEvent(kind=kind, car=entry.car)


def _recovery(entry: LogEntry) -> ReplayEvent | None:
    regained = entry.after.get("control") == Control.OK
    return ReplayEvent(kind=EventKind.GRIP, car=entry.car) if regained else None


def _tire(entry: LogEntry) -> ReplayEvent | None:
    gained = count(entry.after["tire_damage"]) - count(entry.before["tire_damage"])
    return ReplayEvent(kind=EventKind.TIRE, car=entry.car, amount=gained) if gained else None


def _critical(entry: LogEntry) -> ReplayEvent:
    return ReplayEvent(kind=EventKind.PART, car=entry.car, crew=entry.crew, tag=str(entry.more["row"]).capitalize())


def _wreck(entry: LogEntry) -> ReplayEvent:
    return ReplayEvent(kind=EventKind.WRECK, car=entry.car, crew=entry.crew)


def _handling(entry: LogEntry) -> ReplayEvent | None:
    if entry.after.get("broken"):
        return ReplayEvent(kind=EventKind.PART, car=entry.car, tag="Suspension")
    return None


def _booster(entry: LogEntry) -> ReplayEvent:
    kind = EventKind.BLAST if entry.more["exploded"] else EventKind.BOOST
    return ReplayEvent(kind=kind, car=entry.car)


def _marker(kind: EventKind) -> Picture:
    return lambda entry: ReplayEvent(kind=kind, car=entry.car, tag=str(entry.more["marker"]).capitalize())


PICTURES = Pictures(
    events={
        "hit": _attack(EventKind.HIT),
        "miss": _attack(EventKind.MISS),
        "fire": _burst,
        "damage": _damage,
        "critical": _critical,
        "destroyed": _wreck,
        "collision": _collision,
        "loc_result": _control,
        "recovery": _recovery,
        "landing": picture_of(EventKind.CRASH, tag="Lands"),
        "handling": _handling,
        "tire": _tire,
        "wound": picture_of(EventKind.WOUND, tag="Wounded"),
        "ooa": picture_of(EventKind.WOUND, tag="Out of action"),
        "smoke": picture_of(EventKind.SMOKE),
        "marker_drop": _marker(EventKind.DROP),
        "marker_hit": _marker(EventKind.TRAP),
        "bomb": picture_of(EventKind.BLAST, tag="Bomb"),
        "booster": _booster,
        "weapon": picture_of(EventKind.PART, tag="Weapon"),
        "pit": picture_of(EventKind.PIT),
        "lap": lambda entry: ReplayEvent(kind=EventKind.LAP, car=entry.car, amount=count(entry.after["laps"])),
        "finish": lambda entry: ReplayEvent(kind=EventKind.FINISH, car=entry.car, amount=count(entry.more["place"])),
        "flag_taken": picture_of(EventKind.FLAG, tag="Takes the flag"),
        "flag_dropped": picture_of(EventKind.FLAG, tag="Drops the flag"),
        "flag_returned": picture_of(EventKind.FLAG),
        "eliminated": picture_of(EventKind.WRECK),
        "heat_start": picture_of(EventKind.HEAT),
        "heat_end": picture_of(EventKind.OVER),
        "match_result": picture_of(EventKind.OVER),
    },
    lasting={
        "grid": PLACE_ON_GRID,
        "move": WAY,
        "drift": WAY,
        "turn": WAY,
        "stop": "the car, a wreck or parked",
        "armor": BAR,
        "ammunition": CONDITION,
        "speed": CONDITION,
        "engine": "the critical that led to it",
        "cleared": THINGS,
        "score": SCORE,
        "checkpoint": "the place of the car",
        "placed": SCORE,
        "ground_closed": THINGS,
        "outside": CONDITION,
    },
    unseen=dict.fromkeys(
        (
            "initiative", "mp", "option", "turn_end", "brake_check", "fuel", "height", "hazard", "loc_check",
            "crash", "swerve", "spin_steps", "veer", "reckoning", "nearest", "target", "status_roll", "quick_draw",
            "collision_side", "speed_lost", "loc_roll", "loc_side", "burst_roll", "homing", "berserk", "leak",
            "sealing", "trigger", "weapon_hit", "crew_hit", "no_effect", "grid_roll", "order_lapsed",
            "order_replaced", "injury", "survived", "seat", "plan",
        ),
        "a check, a choice or a count: what comes of it has a picture",
    )
    | dict.fromkeys(("flagged", "friendly"), "a note about a competitor, not about a car")
    | dict.fromkeys(("healed", "repair", "substitution"), "between two heats no car is on the ground")
    | {"unfought": "no car moves in a heat that is not run"},
)  # fmt: skip
