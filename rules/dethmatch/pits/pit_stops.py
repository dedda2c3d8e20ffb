"""Pit stops: who may stop, and the work at the end of a turn. Rules DM-M-022, DM-M-129, DM-M-130."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.refusals import Refusal, Unknown
from rules.dethmatch.crew.checks import succeeds
from rules.dethmatch.events.heat_limits import is_driven
from rules.dethmatch.events.starting_grid import slot_of
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.orders import PitOrder
from rules.dethmatch.match.state import CarState
from rules.dethmatch.pits import repair_jobs
from rules.dethmatch.pits.loadouts import set_height

ANY_TEAM = "any"
"""Marks a pit hex that every team may use."""
NO_ORDER = PitOrder()


def work(play: Match) -> None:
    """Do the pit work of a turn: each team's crew works on one car, the first that needs anything (DM-M-130)."""
    moment = play.state.moment
    for team in play.state.teams:
        for car in [car for car in play.state.cars.values() if car.team == team and stands_in_pit(play, car)]:
            order = play.pilot.pit(play, car)
            play.log.orders.append((f"h{moment.heat}/t{moment.turn}/pit", car.id, order))
            if order != NO_ORDER or car.fuel < play.fits[car.id].fuel:
                stop(play, car, order)
                break


def stands_in_pit(play: Match, car: CarState) -> bool:
    """Whether a car stands, driven and at speed 0, in a pit hex of its team (DM-M-129)."""
    if car.speed or not is_driven(play, car):
        return False
    pit = play.track.pit[car.at]
    return bool(pit) and pit in {ANY_TEAM, slot_of(play, car.team)}


def rating(play: Match, team: str) -> int:
    """The highest face that passes a pit check: the mechanic's rating and a sponsor's bonus (DM-M-129)."""
    entry = play.teams[team]
    return entry.mechanic + entry.pit_bonus


def stop(play: Match, car: CarState, order: PitOrder) -> None:
    """Do a turn of work on a car: fuel, its suspension height, and one job with a check (DM-M-130).

    A part that cannot be done lapses with a reason; the rest is still done.
    """
    _refuel(play, car)
    if order.height:
        _or_lapses(play, car, order.height, lambda: _adjust(play, car, order.height))
    if order.job:
        _or_lapses(play, car, order.job, lambda: _try(play, car, order))


def _or_lapses(play: Match, car: CarState, part: str, work: Callable[[], None]) -> None:
    """Do a part of an order, or log why it lapses (DM-M-130, DM-M-149)."""
    try:
        work()
    except Refusal as refusal:
        play.note("order_lapsed", "DM-M-130", car, order="pit", job=part, why=refusal.sentence)


def _refuel(play: Match, car: CarState) -> None:
    full, before = play.fits[car.id].fuel, car.fuel
    if before >= full:
        return
    passed = not play.settings.pit_refuel_needs_check or _check(play, car, "refuelling")
    if passed:
        car.fuel = full
    play.note("pit", "DM-M-130", car, before={"fuel": before}, after={"fuel": car.fuel}, job="refuel", passed=passed)


def _adjust(play: Match, car: CarState, height: str) -> None:
    before, heights = car.loadout.height, play.entrants[car.id].design.heights
    if height not in heights:
        raise Unknown(f"The suspension of {car.id} has no setting {height!r}: set it to {' or '.join(heights)}.")
    if height != before:
        set_height(play, car, height)
        play.note("pit", "DM-M-022", car, before={"height": before}, after={"height": height}, job="height")


def _try(play: Match, car: CarState, order: PitOrder) -> None:
    job = repair_jobs.plan(play, car, order.job, order.subject, among=repair_jobs.IN_THE_PIT)
    passed = _check(play, car, order.job)
    play.note(
        "pit", "DM-M-130", car, job=order.job, subject=order.subject, needed=rating(play, car.team), passed=passed
    )
    if passed:
        job()


def _check(play: Match, car: CarState, why: str) -> bool:
    return succeeds(play, play.d6(f"pit check of {car.id}, {why}"), needed=rating(play, car.team))
