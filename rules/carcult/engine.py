"""The match engine, which plays one step at a time. Rules CC-010, CC-017, CC-098.

`start` sets up a match, `step` plays the next step, and `is_over` says whether any are left. A step carries out one
order or, if nobody is asked, runs to the next question.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.carcult import editions, first_autopilot
from rules.carcult.autopilot import pilot_for
from rules.carcult.match.match import NO_QUESTION, Match, Pilot
from rules.carcult.match.orders import Order, PlannedOrder, read_order
from rules.carcult.match.setup import CarEntry, MatchSetup
from rules.carcult.match.state import FREE, CarState, CrewState, MatchState
from rules.carcult.play.order_checks import refuse_illegal
from rules.carcult.play.questions import order_request, step_path
from rules.carcult.play.rounds import match_steps
from rules.carcult.settings import settings_of
from rules.core.dice import Dice
from rules.match.log import LogEntry
from rules.match.stepwise_play import MatchOver, NobodyAsked, OrderRequest

EDITION = editions.EDITION
"""The edition that new matches are played by."""
OVER = "over"


def start(setup: MatchSetup, dice: Dice, pilot: Pilot | None = None) -> Match:
    """A match before its first step. Cars without orders are driven by the pilot, by default the autopilot of the
    match's edition.
    """
    settings = settings_of(setup.switches, edition=setup.edition)
    if pilot is None:
        pilot = pilot_for(setup) if setup.edition >= editions.DRIVEN_BY_PLANS else first_autopilot.Autopilot()
    state = MatchState(
        cars={car.id: _car(car) for car in setup.cars},
        crew={id: CrewState(id=id, car=car.id) for car in setup.cars for id in _people(car)},
    )
    play = Match(setup=setup, settings=settings, state=state, dice=dice, pilot=pilot)
    play.running = match_steps(play)
    return play


def _car(entry: CarEntry) -> CarState:
    place = entry.start
    tracks = {name: [FREE] * card.az for name, card in entry.design.components.items()}
    return CarState(id=entry.id, team=entry.team, x=place.x, y=place.y, heading=place.heading, tracks=tracks)


def _people(entry: CarEntry) -> list[str]:
    return [id for id in dict.fromkeys((entry.driver, *entry.crew.values())) if id]


def is_over(play: Match) -> bool:
    """Whether the match is over."""
    return play.moment.step == OVER


def legal_orders(play: Match) -> OrderRequest | None:
    """Whom the next step asks and what they may order; None if it asks nobody."""
    return None if is_over(play) else order_request(play)


def step(play: Match, order: Mapping[str, Any] | None = None) -> list[LogEntry]:
    """Play the next step and return its log entries. Without an order the pilot gives one.

    Raises `OrderIllegal`, `NobodyAsked` or `MatchOver` before anything is done.
    """
    if is_over(play):
        raise MatchOver(f"{play.match} is over: take its result.")
    question, written = play.question, len(play.log.entries)
    if not question.car:
        if order is not None:
            raise NobodyAsked(f"Nobody is asked for orders in {play.match} now: go on without one.")
        _go_on(play, None)
        return play.log.entries[written:]
    car = play.state.cars[question.car]
    taken = read_order(question.kind, order) if order is not None else play.pilot.order(play, car, question.kind)
    refuse_illegal(play, car, taken)
    if isinstance(taken, PlannedOrder):
        play.note_plan(car, taken.plan, rule="CC-095")
    play.log.orders.append((step_path(play), car.id, msgspec.to_builtins(taken)))
    _go_on(play, taken)
    return play.log.entries[written:]


def _go_on(play: Match, order: Order | None) -> None:
    """Run the match to its next question, or to the end of a step without one."""
    running, moment = play.running, play.moment
    assert running is not None  # noqa: S101 - start has set it
    try:
        play.question = running.send(order)
    except StopIteration:
        play.question, moment.step = NO_QUESTION, OVER
        return
    moment.step = play.question.kind or "round"
    if moment.step == "place":
        moment.placed += 1
