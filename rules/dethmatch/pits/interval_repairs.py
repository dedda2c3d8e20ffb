"""What teams do between two heats: substitutes, the medical kit, suspension heights and repair attempts. Rules
DM-M-022, DM-M-038, DM-M-110, DM-M-127, DM-M-131, DM-M-132.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from rules.core.refusals import Refusal, Unknown
from rules.dethmatch.crew.checks import succeeds
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.orders import IntervalOrder, Repair
from rules.dethmatch.match.state import KNOCKED_OUT, CarState
from rules.dethmatch.pits import repair_jobs


class SubstituteUnfit(Refusal):
    """A substitute must be fresh, of the team, and take over one car whose driver is out of action (DM-M-038)."""


class BeyondRepair(Refusal):
    """The car is destroyed: it is not repaired, takes no substitute, and keeps its height (DM-M-132)."""


class CannotBeHealed(Refusal):
    """The kits are used up, or the competitor has no flesh wounds to heal (DM-M-127)."""


@dataclass(slots=True)
class _Outstanding:
    """A repair that is still to be made."""

    repair: Repair
    car: CarState
    work: repair_jobs.Work


def refuse_impossible(play: Match, team: str, order: IntervalOrder) -> None:
    """Raise unless an order can be carried out now.

    Raises `Unknown`, `SubstituteUnfit`, `CannotBeHealed`, `BeyondRepair`, or what `repair_jobs.plan` raises.
    """
    _refuse_substitutes(play, team, order)
    _refuse_healing(play, team, order)
    _refuse_heights(play, team, order)
    for repair in order.repairs:
        _outstanding(play, team, repair)


def carry_out(play: Match, team: str, order: IntervalOrder) -> None:
    """Carry out a team's order between two heats. Raises what `refuse_impossible` raises, before anything changes."""
    refuse_impossible(play, team, order)
    for car, fresh in order.substitutes.items():
        _substitute(play, play.state.cars[car], fresh)
    for crew in order.heal:
        _heal(play, team, crew)
    for car, height in order.heights.items():
        _adjust(play, play.state.cars[car], height)
    _repair(play, team, [_outstanding(play, team, repair) for repair in order.repairs])


def attempts(play: Match, team: str) -> list[int]:
    """The skill of each repair attempt a team has in an interval, best first (DM-C-092, DM-M-131).

    The team's own mechanic makes as many as the settings allow. A competitor with the Mechanic talent adds their own,
    unless they are out of action.
    """
    entry = play.teams[team]
    skills = [entry.mechanic] * play.settings.repair_attempts
    for mechanic in entry.mechanics:
        sheet = play.state.crew.get(mechanic.crew)
        if sheet is None or not sheet.out:
            skills += [mechanic.skill] * mechanic.checks
    return sorted(skills, reverse=True)


def fresh_crew(play: Match, team: str) -> list[str]:
    """The competitors of a team who may be sent in: able, and in no car of this match so far (DM-M-038)."""
    seated = {id for car in play.state.cars.values() for id in (car.driver, car.gunner)}
    return [
        sheet.id
        for sheet in play.state.crew.values()
        if sheet.team == team and not sheet.out and not sheet.heats and sheet.id not in seated
    ]


def _car_of(play: Match, team: str, id: str) -> CarState:
    car = play.state.cars.get(id)
    if car is None or car.team != team:
        cars = ", ".join(other.id for other in play.state.cars.values() if other.team == team)
        raise Unknown(f"{team} has no car {id!r} in {play.setup.match}: name one of {cars or 'none'}.")
    return car


def _refuse_substitutes(play: Match, team: str, order: IntervalOrder) -> None:
    fresh = fresh_crew(play, team)
    for id, crew in order.substitutes.items():
        car = _car_of(play, team, id)
        if car.status in KNOCKED_OUT:
            raise BeyondRepair(f"{id} is destroyed and starts no more: send {crew} in for another car.")
        if not play.state.crew[car.driver].out:
            raise SubstituteUnfit(
                f"{car.driver} can still drive {id}: send {crew} in for a driver who is out of action."
            )
        if crew not in fresh:
            rested = ", ".join(fresh) or "nobody, since none is"
            raise SubstituteUnfit(f"{crew} is not a fresh competitor of {team}: send in {rested}.")
    if twice := [crew for crew, times in Counter(order.substitutes.values()).items() if times > 1]:
        raise SubstituteUnfit(f"{twice[0]} cannot drive two cars in one heat: send them in for one of the two.")


def _refuse_healing(play: Match, team: str, order: IntervalOrder) -> None:
    left = play.state.teams[team].kit_uses
    if len(order.heal) > left:
        raise CannotBeHealed(f"The medical kits of {team} heal {left} more wounds: heal no more than that.")
    for crew, times in Counter(order.heal).items():
        sheet = play.state.crew.get(crew)
        if sheet is None or sheet.team != team or sheet.out or sheet.wounds < times:
            raise CannotBeHealed(
                f"{crew} has no {times} flesh wounds a kit could heal: name competitors of {team} who are not out."
            )


def _refuse_heights(play: Match, team: str, order: IntervalOrder) -> None:
    for id, height in order.heights.items():
        car = _car_of(play, team, id)
        if car.status in KNOCKED_OUT:
            raise BeyondRepair(f"{id} is destroyed and starts no more: leave its suspension as it is.")
        heights = play.entrants[id].design.heights
        if height not in heights:
            raise Unknown(f"The suspension of {id} has no setting {height[:40]!r}: set it to {' or '.join(heights)}.")


def _adjust(play: Match, car: CarState, height: str) -> None:
    """Set the suspension height for the next heat, which starts with maximum handling (DM-M-022, DM-M-040)."""
    before = car.loadout.height
    if height != before:
        car.loadout.height = height
        play.update_fit(car)
        play.note("height", "DM-M-022", car, before={"height": before}, after={"height": height})


def _substitute(play: Match, car: CarState, fresh: str) -> None:
    before, car.driver = car.driver, fresh
    play.note(
        "substitution", "DM-M-038", car, crew=fresh, before={"driver": before}, after={"driver": fresh},
        from_heat=play.state.moment.heat + 1,
    )  # fmt: skip


def _heal(play: Match, team: str, crew: str) -> None:
    sheet = play.state.crew[crew]
    play.state.teams[team].kit_uses -= 1
    sheet.wounds, sheet.healed, sheet.kit_uses = sheet.wounds - 1, sheet.healed + 1, sheet.kit_uses + 1
    play.note(
        "healed", "DM-M-127", crew=crew, before={"wounds": sheet.wounds + 1}, after={"wounds": sheet.wounds},
        left=play.state.teams[team].kit_uses,
    )  # fmt: skip


def _outstanding(play: Match, team: str, repair: Repair) -> _Outstanding:
    car = _car_of(play, team, repair.car)
    if car.status in KNOCKED_OUT:
        raise BeyondRepair(f"{car.id} is destroyed and cannot be repaired: leave it out.")
    work = repair_jobs.plan(play, car, repair.job, repair.subject, among=repair_jobs.BETWEEN_HEATS)
    return _Outstanding(repair, car, work)


def _repair(play: Match, team: str, waiting: list[_Outstanding]) -> None:
    """Go through the list again and again while there are attempts (DM-M-131, DM-M-132).

    A repair that needs a check takes the best skill left, one that needs none the lowest.
    """
    skills = attempts(play, team)
    while waiting and skills:
        for outstanding in list(waiting):
            if not skills or outstanding not in waiting:
                continue
            if _attempt(play, outstanding, skills):
                done = outstanding.repair
                waiting[:] = [other for other in waiting if other.repair != done]


def _attempt(play: Match, outstanding: _Outstanding, skills: list[int]) -> bool:
    """Make one attempt; return whether nothing is left to do."""
    repair, needed, passed = outstanding.repair, 0, True
    if repair.job in repair_jobs.BY_A_CHECK:
        needed = skills.pop(0)
        passed = succeeds(play, play.d6(f"repair of {repair.car}, {repair.job}"), needed=needed)
    else:
        skills.pop()
    why = ""
    if passed:
        try:
            outstanding.work()
        except Refusal as refusal:
            why = refusal.sentence
    play.note(
        "repair", "DM-M-132", outstanding.car, job=repair.job, subject=repair.subject, needed=needed, passed=passed,
        lapsed=why,
    )  # fmt: skip
    return passed
