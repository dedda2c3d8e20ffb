"""The close of a phase: the scorer of duels is told what happened, and says what it comes to.

Rules RH-002, RH-020, RH-089, RH-090, CW-S-004, CW-S-018, CW-S-037.

Rulings under RH-089: what happens before the first phase of a round counts as in that phase, and the checks after the
fifth phase as in the fifth. Whether one team at most has a car that runs is looked for at the end of a round; for the
scorer, time is called then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rules.match.duels.scorer import DuelEntrant, PhaseClose, ScoreChange
from rules.match.handling.speed_table import PHASES
from rules.match.registry import duel_scorer
from rules.rhad.car.duel_events import condition_events, condition_of
from rules.rhad.car.kills import update_kill_status
from rules.rhad.match.duel_points import exact, kill_points
from rules.rhad.match.duel_record import Condition, DuelRecord, Event
from rules.rhad.match.match import Match
from rules.rhad.match.state import CarStatus

FIRST_BLOOD = "CW-S-018"
TIME_CALLED = "time_called"


def begin_duel(play: Match) -> None:
    """Enter every car with the scorer before the first round (RH-090)."""
    cars = play.state.cars.values()
    entrants = [
        DuelEntrant(id=car.id, team=car.team, occupants=len(play.aboard(car)), speed=car.speed) for car in cars
    ]
    play.score = duel_scorer().start(entrants, phases_per_turn=PHASES, turns=play.duel.rounds)
    play.record = DuelRecord(conditions={entrant.id: _at_the_start(entrant) for entrant in entrants})


def _at_the_start(entrant: DuelEntrant) -> Condition:
    """What the scorer takes for granted of a car, until it is told otherwise."""
    return Condition(
        speed=entrant.speed, control="controlled", alive=entrant.occupants, can_drive=True, can_fire=True
    )


def close_phase(play: Match, record: DuelRecord) -> PhaseClose:
    """Close a phase and write down every change of points, except for the bonuses of the end (RH-089, RH-090)."""
    assert play.score is not None  # noqa: S101 - a match with a record has a score
    for car in play.state.cars.values():
        if car.status is CarStatus.MOBILITY_KILL:
            update_kill_status(play, car)
    moment = play.state.moment
    events = [{"turn": moment.turn, "phase": moment.phase, **event} for event in _take_events(play, record)]
    close = play.score.close_phase(events)
    if events:
        play.note("phase_close", "RH-090", events=events)
    kills = [change for change in close.changes if change.kind == "kill"]
    points = {car: kill_points(play, play.state.cars[car]) for car, *_ in kills}
    for change in reversed(kills):
        points[change.car] -= change.points
    for change in close.changes:
        if change.kind == "kill":
            _note_kill_points(play, change, points[change.car])
            points[change.car] += change.points
        elif change.rule == FIRST_BLOOD:
            _note_first_blood(play, change, events)
    return close


def _take_events(play: Match, record: DuelRecord) -> Iterator[Event]:
    """The events of the phase, with whatever has changed about the cars since the last close."""
    yield from record.pending
    record.pending = []
    for car in play.state.cars.values():
        before, now = record.conditions[car.id], condition_of(play, car)
        if now != before:
            yield from condition_events(car.id, before, now)
            record.conditions[car.id] = now
    if play.state.moment.step == "round_end" and len(play.running_teams()) <= 1:
        yield {"type": TIME_CALLED}


def _note_kill_points(play: Match, change: ScoreChange, before: Fraction) -> None:
    """A car has other points for kills than it had: `before` and the change (CW-S-005, CW-S-006)."""
    play.note(
        "duel_points", "RH-090", play.state.cars[change.car], before={"kill_points": exact(before)},
        after={"kill_points": exact(before + change.points)}, by_rule=change.rule, reason=change.reason,
    )  # fmt: skip


def _note_first_blood(play: Match, change: ScoreChange, events: Sequence[Event]) -> None:
    """A car drew first blood, on whichever enemies it damaged in the phase (CW-S-018)."""
    car = play.state.cars[change.car]
    victims = sorted(
        event["on"]
        for event in events
        if event["type"] == "hit" and event["by"] == car.id and play.state.cars[event["on"]].team != car.team
    )
    car.blood = True
    play.note(
        "first_blood", "RH-090", car, before={"blood": False}, after={"blood": True}, victim=" and ".join(victims),
        points=exact(change.points),
    )  # fmt: skip
