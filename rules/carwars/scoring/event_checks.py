"""Everything wrong with the events of a duel, each with a sentence that says what to do. Rules CW-S-009, CW-S-014 to
CW-S-016, CW-S-020 to CW-S-022, CW-S-034, CW-S-039, CW-S-040.
"""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from fractions import Fraction

from rules.carwars.scoring.causes import MOST_LINKS, duelists_of, links_of
from rules.carwars.scoring.credit import burning_vehicle
from rules.carwars.scoring.duel import Duel, quoted, refuse_bad_duel
from rules.carwars.scoring.events import (
    Armed,
    BurnModifier,
    Checkpoint,
    ControlState,
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
    TimeCalled,
)
from rules.carwars.scoring.fire_credit import NOBODY
from rules.carwars.scoring.settings import PROJECTOR_SIDES
from rules.core.readable_text import is_readable
from rules.core.refusals import Malformed, refuse_first

MOST_EVENTS = 5000  # no mutant: no rule prints it
MOST_SPEED = 500  # no mutant: no rule prints it
MOST_MODIFIER, MOST_ROLL, MOST_BURN_TURNS = 100, 100, 100  # no mutant: no rule prints it
MOST_INCHES = 10_000  # no mutant: no rule prints it
"""Hundredths of an inch."""
MOST_SQUARES = 10_000  # no mutant: no rule prints it
LARGEST_FIGURE = 9999  # no mutant: no rule prints it
"""A turn or a phase beyond it is not repeated in a sentence."""
LONGEST_NOTE = 500  # no mutant: no rule prints it
SHARE = re.compile(r"\d{1,4}(/[1-9]\d{0,3})?")
"""A share of a credit: a whole number or a fraction."""


class DuelEventsRefused(Malformed):
    """The events of a duel cannot be scored: each fault is named, with the place of its event."""


def refuse_bad_events(duel: Duel, events: Sequence[DuelEvent]) -> None:
    """Raise `Malformed` for every fault of a duel, or `DuelEventsRefused` for every fault of its events.

    What depends on the state of the duel is seen only when it is scored: see `state_faults` and `refuse_late_events`.
    """
    refuse_bad_duel(duel)
    if len(events) > MOST_EVENTS:
        raise DuelEventsRefused(
            f"A duel has at most {MOST_EVENTS} events, and this one has {len(events)}: leave out those that change "
            "nothing, such as a speed that stays the same."
        ).at("events")
    _refuse_each(events, _chain_faults)
    known = duel.by_id
    _refuse_each(events, lambda event: _event_faults(duel, event, known))
    refuse_first(_faults_together(duel, events))


def _refuse_each(events: Sequence[DuelEvent], faults_of: Callable[[DuelEvent], Iterable[str]]) -> None:
    """Raise `DuelEventsRefused` for everything wrong with events one by one."""
    refuse_first(
        event_refusal(event, place, sentence) for place, event in enumerate(events) for sentence in faults_of(event)
    )


def refuse_bad_close(duel: Duel, events: Sequence[DuelEvent], closed: int | None) -> None:
    """Raise `DuelEventsRefused` where the last phase that is over is none, or comes before an event.

    One after the duel's last phase says that all of them are over.
    """
    settings = duel.settings
    last = max((settings.phase_index(event.turn, event.phase) for event in events), default=0)
    if closed is not None and closed < last:
        raise DuelEventsRefused(
            f"closed is the last phase that is over, and the last event is in phase {last}: give that or a later one."
        ).at("closed")


def refuse_late_events(duel: Duel, events: Sequence[DuelEvent], end: int) -> None:
    """Raise `DuelEventsRefused` for every event after the phase at whose close the duel ended."""
    settings = duel.settings
    sentence = f"the duel ended at the close of {settings.moment(end)}. Take the event out, or the one that ended it."
    _refuse_each(events, lambda event: [sentence] * (settings.phase_index(event.turn, event.phase) > end))


def event_refusal(event: DuelEvent, place: int, sentence: str) -> DuelEventsRefused:
    """The refusal of one event, with its turn and phase and its place among all."""
    moment = f"Turn {_short(event.turn)}, phase {_short(event.phase)}"
    return DuelEventsRefused(f"{moment}: {sentence}").at("events", place)


def _short(figure: int) -> str:
    """A figure in a sentence; one that no duel has is cut to its sign."""
    if abs(figure) <= LARGEST_FIGURE:
        return str(figure)
    return f"above {LARGEST_FIGURE}" if figure > 0 else f"below -{LARGEST_FIGURE}"  # no mutant: only its sign counts


def _chain_faults(event: DuelEvent) -> Iterator[str]:
    """A chain of causes that is too long, which is seen before anybody walks along it."""
    if isinstance(event, Kill) and links_of(event.because) > MOST_LINKS:
        yield f"a chain of causes has at most {MOST_LINKS} links. Leave out the first."


def _event_faults(duel: Duel, event: DuelEvent, known: Collection[str]) -> Iterator[str]:
    """What is wrong with one event by itself; `known` are the vehicles of the duel."""
    settings = duel.settings
    if not 1 <= event.turn <= settings.turn_limit:
        yield f"the duel has turns 1 to {settings.turn_limit}. Correct the turn."
    if not 1 <= event.phase <= settings.phases_per_turn:
        yield f"a turn has phases 1 to {settings.phases_per_turn}. Correct the phase."
    for duelist in _named_by(event):
        if duelist not in known:
            yield f"there is no vehicle {quoted(duelist)} in this duel. Name one of {', '.join(sorted(known))}."
    yield from _figure_faults(duel, event)


def _named_by(event: DuelEvent) -> list[str]:
    """The duelists that an event names."""
    match event:
        case Kill(on=on, because=because, ruled=ruled):
            return [on, *duelists_of(because), *(id for id in (ruled.shares if ruled else ()) if id != NOBODY)]
        case Hit(by=by, on=on) | Hazard(by=by, on=on) | BurnModifier(by=by, on=on):
            return [by, on]
        case Surrender(of=of, to=to):
            return [of, to] if to else [of]
        case Takeover(of=of, into=into):
            return [of, into]
        case Checkpoint(by=by) | Target(by=by) | Jump(by=by) | Counter(by=by):
            return [by]
        case Speed(of=of) | ControlState(of=of) | Crew(of=of) | Armed(of=of) | Reach(of=of) | LeftArena(of=of):
            return [of]
        case TimeCalled():
            return []
        case _:
            return [event.on]


def _figure_faults(duel: Duel, event: DuelEvent) -> Iterator[str]:
    """What is wrong with the figures and names of an event."""
    match event:
        case Hit(by=by, on=on) if by == on:
            yield "a vehicle does not hit itself. Enter a hazard it met, or who else hit it."
        case Speed() | Crew():
            yield from _condition_faults(duel, event)
        case BurnModifier() | FireRoll():
            yield from _fire_faults(duel, event)
        case Checkpoint() | Target() | Jump() | Counter():
            yield from _arena_faults(duel, event)
        case Surrender() | LeftArena() | Takeover():
            yield from _departure_faults(duel, event)
        case Kill():
            yield from _kill_faults(duel, event)
        case NotKilled(note=note) if not _is_note(note):
            yield f"say why it is not killed yet, in 1 to {LONGEST_NOTE} printable characters."
        case _:
            return


def _condition_faults(duel: Duel, event: Speed | Crew) -> Iterator[str]:
    match event:
        case Speed(mph=mph) if abs(mph) > MOST_SPEED:
            yield f"a speed is at most {MOST_SPEED} miles an hour either way."
        case Speed(voluntary=True, turn=1) if duel.settings.start_speed_locked:
            yield "no speed is changed by choice on turn 1 of this duel. Take the event out, or say what forced it."
        case Crew(of=of, alive=alive, can_drive=can_drive):
            aboard = duel.by_id[of].occupants if of in duel.by_id else alive
            if not 0 <= alive <= aboard:
                yield f"{of} has {aboard} aboard: 0 to {aboard} of them are alive."
            if can_drive and not alive:
                yield f"nobody aboard {of} is alive, so nobody can drive."


def _fire_faults(duel: Duel, event: BurnModifier | FireRoll) -> Iterator[str]:
    if not duel.settings.advanced_fire:
        yield "the advanced fire rules are off in this duel. Enter the kill with who caused it."
    match event:
        case BurnModifier(modifier=modifier, turns=turns):
            if not 1 <= modifier <= MOST_MODIFIER or not 0 <= turns <= MOST_BURN_TURNS:
                yield f"a burn modifier is 1 to {MOST_MODIFIER}, and lasts 0 to {MOST_BURN_TURNS} turns more."
        case FireRoll(roll=roll) if not 1 <= roll <= MOST_ROLL:
            yield f"a roll is 1 to {MOST_ROLL}."


def _arena_faults(duel: Duel, event: Checkpoint | Target | Jump | Counter) -> Iterator[str]:
    arena = duel.arena
    match event:
        case Checkpoint(name=name) if name not in arena.checkpoints:
            yield _no_feature("checkpoint", name, arena.checkpoints)
        case Target(name=name, points=points):
            if name not in arena.targets:
                yield _no_feature("target", name, arena.targets)
            if points < 0:
                yield "a target takes 0 points of damage or more."
        case Jump(name=name) if name not in arena.jumps:
            yield _no_feature("jump", name, arena.jumps)
        case Counter(width=width, length=length, squares=squares, projector=projector):
            if not duel.settings.no_drop_zones:
                yield "this duel has no no-drop zones."
            if not 0 <= width <= MOST_INCHES or not 0 <= length <= MOST_INCHES:
                yield f"a side of a counter is 0 to {MOST_INCHES} hundredths of an inch."
            if squares is not None and not 0 <= squares <= MOST_SQUARES:
                yield f"a counter covers 0 to {MOST_SQUARES} squares of a zone."
            if (squares is None) is (width == length == 0) and not (projector and squares is None):
                yield "give the width and the length of the part in the zone, or the squares it covers."
            side = PROJECTOR_SIDES[duel.settings.projector_counter]
            if projector and max(width, length) > side:
                yield f"the counter of a fluid projector is {side} hundredths of an inch wide. Give {side} at most."


def _departure_faults(duel: Duel, event: Surrender | LeftArena | Takeover) -> Iterator[str]:
    match event:
        case Surrender(of=of, to=to):
            if not duel.settings.surrender:
                yield "nobody may surrender in this duel. The kill belongs to whoever takes the car out."
            if of == to:
                yield "nobody surrenders to themselves. Name somebody else, or nobody."
        case LeftArena() if not duel.settings.exit_arena:
            yield "nobody may leave the arena in this duel."
        case Takeover() if not duel.settings.takeover:
            yield "nobody may take over another vehicle in this duel."


def _no_feature(kind: str, name: str, known: Iterable[str]) -> str:
    names = ", ".join(sorted(known)) or "none"
    return f"the arena has no {kind} {quoted(name)}. It has: {names}."


def _kill_faults(duel: Duel, kill: Kill) -> Iterator[str]:
    """What is wrong with the cause of a kill, or with the referee's own credit for it (CW-S-047)."""
    burning = burning_vehicle(kill.because, kill.on, last_contact=duel.settings.credit_push == "last_contact")
    if burning and not duel.settings.advanced_fire:
        yield "the advanced fire rules are off in this duel. Say who caused the fire, such as by an attack."
    if kill.ruled is None:
        return
    if not _is_note(kill.ruled.note):
        yield f"say why the credit is ruled otherwise, in 1 to {LONGEST_NOTE} printable characters."
    if kill.on in kill.ruled.shares:
        yield f'{kill.on} is never credited for their own vehicle. Give that share to nobody: "".'
    wrong = [share for share in kill.ruled.shares.values() if not SHARE.fullmatch(share)]
    if wrong:
        yield f"{wrong[0][:40]!r} is no share. Write it as a fraction, such as 1/3."
        return
    whole = sum(map(Fraction, kill.ruled.shares.values()), Fraction(0))
    if whole != 1:
        yield f'the shares of a kill add up to 1, and these to {whole}. Give what nobody earned to "".'


def _is_note(note: str) -> bool:
    """Whether a note says something, in characters that can be printed."""
    return bool(note.strip()) and len(note) <= LONGEST_NOTE and is_readable(note)


def _faults_together(duel: Duel, events: Sequence[DuelEvent]) -> Iterator[DuelEventsRefused]:
    """Events of one phase that contradict each other: two states of a vehicle, two rolls, two ends of it."""
    claims = [_claim(event) for event in events]
    phases = [duel.settings.phase_index(event.turn, event.phase) for event in events]
    seen = Tally(zip(claims, phases, strict=True))
    for place, (claim, phase) in enumerate(zip(claims, phases, strict=True)):
        if claim is not None and seen[claim, phase] > 1:
            sentence = f"two events say this of {claim[1]} in one phase. Keep one of them."
            yield event_refusal(events[place], place, sentence)


def _claim(event: DuelEvent) -> tuple[str, str] | None:
    """What an event says that only one of a phase may say: of which kind, and of which vehicle."""
    match event:
        case Speed(of=of) | ControlState(of=of) | Crew(of=of) | Armed(of=of) | Reach(of=of) | Surrender(of=of):
            return type(event).__name__, of
        case FireRoll(on=on):
            return "fire roll", on
        case Kill(on=on, part="mobility"):
            return "mobility kill", on
        case Kill(on=on):
            return "complete kill", on
        case _:
            return None
