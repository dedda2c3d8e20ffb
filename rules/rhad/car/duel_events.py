"""The events of a duel as they happen: hits, kills with their causes, and the condition of every car.

Rules RH-002, RH-090, CW-S-018, CW-S-030, CW-S-040 to CW-S-048.

Rulings under RH-090: the enemy that last did harm since a car was last in control caused whatever becomes of the car
then. A car that runs into another while it is out of control, or without an able driver, because an enemy harmed it,
was pushed. Nobody is credited for a car of their own team: the resolver, which is the referee, rules so.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.rhad.match.causes import Cause, attack, credited_car, lost_control, nobody, pushed
from rules.rhad.match.duel_record import Condition, DuelRecord, Event
from rules.rhad.match.match import Match
from rules.rhad.match.state import CarState, CarStatus, ControlLoss

CONTROL = {
    ControlLoss.NONE: "controlled",
    ControlLoss.SKID: "skidding",
    ControlLoss.FISHTAIL: "skidding",
    ControlLoss.SPIN: "spinning",
    ControlLoss.GUPPY: "rolling",
    ControlLoss.ROLL: "rolling",
}
"""The control of a car as the scorer knows it (CW-S-030)."""
PARTS = {CarStatus.MOBILITY_KILL: "mobility", CarStatus.COMPLETE_KILL: "complete"}
"""The part of a kill that each status is (CW-S-005, CW-S-006)."""
OWN_TEAM = "Nobody is credited for a car of their own team (RH-090)."


def note_harm(play: Match, record: DuelRecord, car: CarState, *, by: str, because: Cause | None) -> None:
    """A car damaged another, which is a hazard too (RH-031, CW-S-018). To a complete kill nothing more happens."""
    if car.status is CarStatus.COMPLETE_KILL:
        return
    hit = {"type": "hit", "by": by, "on": car.id, "hazard": True}
    if hit not in record.pending:
        record.pending.append(hit)
    if play.state.cars[by].team != car.team:
        record.harm[car.id] = because or attack(by)


def note_kill(
    play: Match, record: DuelRecord, car: CarState, status: CarStatus, *, by: str, because: Cause | None
) -> None:
    """A car became a mobility kill or a complete kill: directly by another car, or by what harmed it before.

    A mobility kill that has stopped and cannot fire is completed by the scorer itself (CW-S-011).
    """
    if by:
        cause = because or attack(by)
    elif status is CarStatus.MOBILITY_KILL:
        cause = lost_control(record.harm.get(car.id) or nobody())
    elif car.speed == 0 and not play.is_armed(car):
        return
    else:
        cause = record.kill_causes[car.id]
    if status is CarStatus.MOBILITY_KILL:
        record.kill_causes[car.id] = cause
    kill: Event = {"type": "kill", "on": car.id, "part": PARTS[status], "because": cause}
    credited = play.state.cars.get(credited_car(cause))
    if credited is not None and credited is not car and credited.team == car.team:
        kill["ruled"] = {"shares": {"": "1"}, "note": OWN_TEAM}
    record.pending.append(kill)


def ram_cause(play: Match, car: CarState) -> Cause | None:
    """Why a car runs into another: its driver's act, or what took control from them (CW-S-041, CW-S-042).

    None in the first edition, which asks for no causes.
    """
    record, has_driver = play.record, play.driver(car) is not None
    if record is None:
        return None
    cause = record.harm.get(car.id) or (None if has_driver else record.kill_causes.get(car.id))
    if cause is None or (has_driver and car.pending is ControlLoss.NONE):
        return attack(car.id)
    return pushed(car.id, lost_control(cause))


def condition_of(play: Match, car: CarState) -> Condition:
    """The condition of a car now. It is asked for in every phase, so it looks at points only once (RH-076)."""
    crew, unconscious_at = play.state.crew, play.unconscious_at
    hits = [crew[car.driver].hits, crew[car.gunner].hits] if car.gunner else [crew[car.driver].hits]
    alive = sum([points <= unconscious_at for points in hits])
    can_fire = min(hits) < unconscious_at and any(gun.works for gun in car.guns)
    return Condition(car.speed, CONTROL[car.pending], alive, hits[0] < unconscious_at, can_fire)


def condition_events(car: str, before: Condition, now: Condition) -> Iterator[Event]:
    """An event for whatever has changed about a car since the last close."""
    if now.speed != before.speed:
        yield {"type": "speed", "of": car, "mph": now.speed}
    if now.control != before.control:
        yield {"type": "control", "of": car, "state": now.control}
    if (now.alive, now.can_drive) != (before.alive, before.can_drive):
        yield {"type": "crew", "of": car, "alive": now.alive, "can_drive": now.can_drive}
    if now.can_fire != before.can_fire:
        yield {"type": "armed", "of": car, "can_fire": now.can_fire}
