"""How a replay draws each kind of log entry of a duel."""

from __future__ import annotations

from rules.match.log import LogEntry
from rules.match.replay.events import BAR, CONDITION, SCORE, WAY, EventKind, Pictures, ReplayEvent, count, picture_of

CRASHES = {
    "spin": EventKind.SPIN,
    "roll": EventKind.ROLL,
    "guppy": EventKind.ROLL,
    "skid": EventKind.SKID,
    "fishtail": EventKind.SKID,
}


def _attack(entry: LogEntry) -> ReplayEvent:
    more = entry.more
    return ReplayEvent(
        kind=EventKind.HIT if more["hit"] else EventKind.MISS,
        car=entry.car,
        other=more["target"],
        faces=tuple(face for roll in entry.rolls for face in roll.faces),
        needed=f"needed {more['needed']}+",
    )


def _damage(entry: LogEntry) -> ReplayEvent:
    """All points of damage, whether the armor takes them or not. Without any, the armor has turned the hit aside."""
    points = count(entry.more["points"])
    kind = EventKind.HARM if points > 0 else EventKind.HOLD
    return ReplayEvent(kind=kind, car=entry.car, other=entry.more["by"], amount=max(0, points))


def _crash(entry: LogEntry) -> ReplayEvent | None:
    if entry.after.get("burning") and not entry.before.get("burning"):
        return ReplayEvent(kind=EventKind.FIRE, car=entry.car)
    kind = CRASHES.get(str(entry.after.get("pending", "")))
    return None if kind is None else ReplayEvent(kind=kind, car=entry.car)


def _regained(entry: LogEntry) -> ReplayEvent | None:
    return ReplayEvent(kind=EventKind.GRIP, car=entry.car) if entry.before.get("pending") else None


def _lost(entry: LogEntry) -> ReplayEvent:
    part = str(entry.more["part"]).replace("_", " ").capitalize()
    return ReplayEvent(kind=EventKind.PART, car=entry.car, other=entry.more["by"], tag=part)


PICTURES = Pictures(
    events={
        "attack": _attack,
        "damage": _damage,
        "ram": picture_of(EventKind.RAM, other="other"),
        "wall": picture_of(EventKind.CRASH, tag="Wall"),
        "landing": picture_of(EventKind.CRASH, tag="Lands"),
        "crash": _crash,
        "skid": picture_of(EventKind.SKID),
        "spin": picture_of(EventKind.SPIN),
        "spinning": picture_of(EventKind.SPIN),
        "control_regained": _regained,
        "explosion": picture_of(EventKind.BLAST, tag="Explodes"),
        "tires": picture_of(EventKind.TIRE),
        "component_lost": _lost,
        "plant_hit": picture_of(EventKind.PART, tag="Power plant"),
        "injury": picture_of(EventKind.WOUND, tag="Wounded"),
        "mobility_kill": picture_of(EventKind.PART, tag="Cannot accelerate"),
        "complete_kill": picture_of(EventKind.WRECK),
        "over": picture_of(EventKind.OVER),
    },
    lasting={
        "step": WAY,
        "half_step": WAY,
        "maneuver": WAY,
        "reversed": WAY,
        "settled": WAY,
        "rest": CONDITION,
        "slowed": CONDITION,
        "speed": CONDITION,
        "base_handling": CONDITION,
        "handling": CONDITION,
        "hit": "the tracer of its attack",
        "impact": "the ram or the landing, and the damage",
        "weapon_hit": "the component that is lost",
        "duel_points": SCORE,
        "kill_credited": SCORE,
        "first_blood": SCORE,
        "bonus": SCORE,
        "old_critical": BAR,
        "override": BAR,
    },
    unseen=dict.fromkeys(
        (
            "attack_lapsed", "check", "spin_direction", "recovery", "going_again", "maneuver_lapsed", "no_explosion",
            "phase_close", "plan", "round_start", "turn_end", "solid_contact", "spared",
        ),
        "a check, an order or a count: what comes of it has a picture",
    )
    | dict.fromkeys(
        ("toughness", "came_through", "decision", "team_points"), "what is taken home when the duel is over"
    ),
)  # fmt: skip
