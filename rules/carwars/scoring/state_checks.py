"""Events that the state of a duel does not allow: on vehicles that are out, by the dead, or out of order.

Rules CW-S-009, CW-S-010, CW-S-014, CW-S-016, CW-S-017.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.carwars.scoring.duel import Duel
from rules.carwars.scoring.events import (
    BurnModifier,
    Checkpoint,
    Counter,
    Crew,
    DuelEvent,
    FireRoll,
    Hazard,
    Hit,
    Jump,
    Kill,
    LeftArena,
    NotKilled,
    Reach,
    Speed,
    Surrender,
    Takeover,
    Target,
)
from rules.carwars.scoring.state import DuelistScore


def state_faults(
    duel: Duel, scores: Mapping[str, DuelistScore], happened: Sequence[DuelEvent]
) -> Iterator[tuple[DuelEvent, str]]:
    """The events of a phase that cannot be, each with a sentence, given the state at the phase before."""
    for event in happened:
        for vehicle in _vehicles_that_must_be_in(event):
            since = scores[vehicle].out_since
            if since is not None:
                when = duel.settings.moment(since)
                yield event, f"{vehicle} has been out since {when}. Correct the vehicle or the phase."
        if sentence := _fault_of_the_dead(event, scores):
            yield event, sentence
        if isinstance(event, Kill):
            yield from ((event, sentence) for sentence in _kill_order_faults(event, scores[event.on], happened))
        if isinstance(event, NotKilled) and not _is_immobile(event.on, scores, happened):
            yield event, f"{event.on} can still move: whether it is killed is asked of a mobility kill only."


def _vehicles_that_must_be_in(event: DuelEvent) -> list[str]:
    """The vehicles of an event that cannot be out already: a wreck may still hit by what it left behind."""
    match event:
        case Hit(on=on) | Hazard(on=on) | BurnModifier(on=on) | FireRoll(on=on) | Kill(on=on) | NotKilled(on=on):
            return [on]
        case Checkpoint(by=by) | Target(by=by) | Jump(by=by) | Counter(by=by):
            return [by]
        case Surrender(of=of, to=to):
            return [of, to] if to else [of]
        case LeftArena(of=of) | Reach(of=of):
            return [of]
        case Takeover(of=of, into=into):
            return [of, into]
        case _:
            return []


def _fault_of_the_dead(event: DuelEvent, scores: Mapping[str, DuelistScore]) -> str:
    """What is wrong with an event in which the dead of an earlier phase take part, empty if nothing is (CW-S-017)."""
    match event:
        case Crew(of=of, alive=alive) if alive > (left := scores[of].alive):
            return (
                f"{of} had {left} alive aboard before, and nobody comes back to life. Enter {left} at most, or "
                "correct the earlier number."
            )
        case Takeover(of=of) if not scores[of].is_manned:
            return f"nobody aboard {of} is alive to take over another vehicle. Correct the vehicle or its crew."
        case Surrender(of=of) if not scores[of].is_manned:
            return f"nobody aboard {of} is alive to surrender. Enter its kill instead, or correct its crew."
        case Speed(of=of, voluntary=True) if not scores[of].able:
            return (
                f"nobody aboard {of} can drive, so nobody chooses its speed. Say what forced it, or correct its crew."
            )
        case _:
            return ""


def _kill_order_faults(kill: Kill, score: DuelistScore, happened: Sequence[DuelEvent]) -> Iterator[str]:
    """A part of a kill is scored once, and a mobile car is never a complete kill (CW-S-009, CW-S-016)."""
    if kill.part == "mobility" and score.mobility_kill is not None:
        yield f"{kill.on} is a mobility kill already, and each is scored once. Take one out."
    if kill.part == "complete" and not _is_immobile(kill.on, {kill.on: score}, happened):
        yield f"{kill.on} can still move, and a mobile car is no complete kill. Enter its mobility kill too."


def _is_immobile(vehicle: str, scores: Mapping[str, DuelistScore], happened: Sequence[DuelEvent]) -> bool:
    """Whether a vehicle is a mobility kill, or becomes one in this phase."""
    return scores[vehicle].mobility_kill is not None or any(
        isinstance(event, Kill) and event.on == vehicle and event.part == "mobility" for event in happened
    )
