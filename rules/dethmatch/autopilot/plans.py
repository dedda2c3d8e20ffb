"""Choosing a plan for a car, and where the plan takes it. Rules DM-M-129, DM-M-142, DM-M-145, DM-M-146."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from rules.dethmatch.autopilot.gunfire import criticals_left
from rules.dethmatch.autopilot.prices import Prices
from rules.dethmatch.autopilot.race_fuel import WORTH_A_STOP, hexes_to_go, race_pace, turns_left, worth_of_stopping
from rules.dethmatch.combat.shooting import NON_SHOOTING_KINDS
from rules.dethmatch.designs.ratings import tire_penalty
from rules.dethmatch.driving.handling import turn_toll
from rules.dethmatch.events.closing_ground import closes, hexes_inside, is_outside
from rules.dethmatch.events.flags import base_of
from rules.dethmatch.events.heat_limits import enemies, is_driven
from rules.dethmatch.first_autopilot.destinations import (
    LEAST_TOLL,
    NO_STOP,
    PIT_IN_SIGHT,
    WORN_TIRES,
    Destinations,
    halves_to_stop,
    is_out_of_ammunition,
    middle_of,
    spare_tires,
)
from rules.dethmatch.first_autopilot.distance_fields import CircuitField, GoalField, circuit_field
from rules.dethmatch.first_autopilot.pit_road import pit_field, pit_road
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import NOWHERE, CarState, Flag
from rules.dethmatch.pits.pit_stops import rating
from rules.dethmatch.weapons.arcs import hexes_apart
from rules.match.driving.judgment import Profile
from rules.match.driving.plan import Plan, WeighedPlan, choose_plan, read_plan

PACE, PIT, FETCH, WAIT, RUN_HOME, EVADE, DRAW_IN = (
    Plan(name) for name in ("pace", "pit", "fetch", "wait", "run_home", "evade", "draw_in")
)
FOR_A_FLAG = frozenset({FETCH, WAIT, RUN_HOME})
"""The plans that are about a flag."""
HUNT, GUARD = "hunt", "guard"
NEAR_ENOUGH = 2
"""The distance to a car that is hunted at which no nearer one is better, in hexes."""
EVADING = 20.0
"""The worth of keeping away, for a car that cannot shoot."""
GUARDING = 50.0
"""The worth of fighting off who comes near a teammate with a flag."""
RELOADING = 30.0
"""The worth of a pit to a car without ammunition."""
STILL_RELOADING = 45.0
"""The same for a car that is on its way there, or waits for its crew."""
HEXES_TO_THE_PIT = 4
"""The hexes a turn that a car covers on the way to a pit in an arena."""
TO_FIRE = 2
"""The turns of shooting for which a stop in an arena is worth the way."""
SIXTHS = 6
LAST_CAR = "last_car"
IN_GOOD_TIME = 3
"""How many turns ahead a car looks when the ground closes in."""
WAITING = 40.0
"""The worth of being where a flag will come back."""
SURE = 100.0
"""The worth of a plan that a car must follow."""
ENDANGERED, STILL_ENDANGERED = 6, 9
"""How near to a teammate with a flag an enemy is a danger, in hexes, and how near for a car that guards already."""
ON_THE_WAY = 3
"""How much nearer to a flag another car must be to take over from one that goes for it, in hexes."""
PATIENCE = 0.6
"""How much more another plan must be worth, in points of the match."""


class Way(NamedTuple):
    """Where a plan takes a car: the field to it, what a hex of progress is worth, the distance that is near enough,
    the hexes worth entering, and the distance to the pit if it is going there.
    """

    field: CircuitField | GoalField
    hex_worth: float
    near_enough: int = 0
    worth: Collection[int] = ()
    stop: int = NO_STOP


class Planner:
    """Chooses plans and finds their ways. It keeps only distance fields."""

    __slots__ = ("_goals", "_prices")

    def __init__(self, prices: Prices) -> None:
        self._goals, self._prices = Destinations(), prices

    def plan(self, play: Match, car: CarState, profile: Profile) -> Plan:
        """The plan of a car for this turn (DM-M-145, DM-M-146)."""
        current = read_plan(play.plans.get(car.id, ""))
        return choose_plan(current, self._weigh(play, car), patience=PATIENCE * profile.patience)

    def plan_in_force(self, play: Match, car: CarState, profile: Profile) -> Plan:
        """The plan that the car's orders of this turn stated, or a new one if it cannot be followed any more."""
        current = read_plan(play.plans.get(car.id, ""))
        if current is None or not _can_follow(play, car, current):
            return self.plan(play, car, profile)
        return current

    def _weigh(self, play: Match, car: CarState) -> list[WeighedPlan]:
        if play.track.is_circuit:
            pits = self._goals.pits(play, car.team)
            choices = [WeighedPlan(plan=PACE, worth=0)]
            if pits and can_stop(play, car, pits) and has_work(play, car):
                choices.append(WeighedPlan(plan=PIT, worth=self._worth_of_stop(play, car, pits)))
            return choices
        if car.flag:
            return [WeighedPlan(plan=RUN_HOME, worth=SURE)]
        if closes(play) and is_outside(play, car.at, play.state.moment.turn + IN_GOOD_TIME):
            return [WeighedPlan(plan=DRAW_IN, worth=SURE)]
        armed = has_shots(car)
        choices = []
        if any(is_to_fetch(play, car, flag) for flag in play.state.flags):
            choices.append(WeighedPlan(plan=FETCH, worth=SURE))
        if any(is_to_wait_for(play, car, flag, armed=armed) for flag in play.state.flags):
            choices.append(WeighedPlan(plan=WAIT, worth=WAITING))
        if self._can_reload(play, car):
            on_the_way = play.plans.get(car.id) == PIT.text
            choices.append(WeighedPlan(plan=PIT, worth=STILL_RELOADING if on_the_way else RELOADING))
        if armed and (mate := _mate_to_guard(play, car)):
            choices.append(WeighedPlan(plan=Plan(GUARD, mate), worth=GUARDING))
        if not armed and not is_to_ram(play, car):
            choices.append(WeighedPlan(plan=EVADE, worth=EVADING))
        carriers = {flag.carrier for flag in play.state.flags if flag.carrier}
        for enemy in enemies(play, car):
            worth = self._prices.enemy_life / criticals_left(enemy) * (1 + 4 * (enemy.id in carriers))
            worth -= 4 * self._prices.hunt_hex * hexes_apart(play, car.at, enemy.at)
            choices.append(WeighedPlan(plan=Plan(HUNT, enemy.id), worth=worth))
        return choices or [WeighedPlan(plan=PACE, worth=0)]

    def _can_reload(self, play: Match, car: CarState) -> bool:
        """Whether a car in an arena that is out of ammunition can expect to be back from its pit with a full magazine
        while there is time to fire it: the way there, and a pit check that succeeds (DM-M-129, DM-M-130).

        The last car standing has nothing better to do: its pit is out of the way, as long as it is inside the ground.
        """
        pits = self._goals.pits(play, car.team)
        if not pits or not is_out_of_ammunition(car):
            return False
        if play.setup.event == LAST_CAR:
            return not (closes(play) and is_outside(play, pits[0], play.state.moment.turn + IN_GOOD_TIME))
        way = self._goals.approach(play, pits, LEAST_TOLL).hexes(car.at)
        waiting = SIXTHS / min(max(rating(play, car.team), 1), SIXTHS)
        return way / HEXES_TO_THE_PIT + waiting + TO_FIRE <= turns_left(play, car)

    def _worth_of_stop(self, play: Match, car: CarState, pits: tuple[int, ...]) -> float:
        """The worth of stopping at a pit in a race: for worn tires, or for fuel (DM-M-145)."""
        if needs_tires(play, car):
            return SURE
        turns = worth_of_stopping(play, car, far=pit_road(play.track, pits).far[car.at])
        return turns * race_pace(play, car) * self._prices.road_hex

    def way(self, play: Match, car: CarState, plan: Plan) -> Way:
        """Where the plan takes the car."""
        toll = max(turn_toll(play, car.speed), LEAST_TOLL) if play.model_handling is None else LEAST_TOLL
        pits, worth = self._goals.pits(play, car.team), self._prices.road_hex
        if play.track.is_circuit:
            if plan == PIT:
                return Way(pit_field(play.track, pits, toll), worth, stop=pit_road(play.track, pits).far[car.at])
            return Way(circuit_field(play.track, toll), worth)
        if plan == PIT or (plan == EVADE and pits and not closes(play)):
            field = self._goals.approach(play, pits, toll)
            return Way(field, worth, stop=field.hexes(car.at))
        if plan in FOR_A_FLAG:
            return self._way_for_flag(play, car, plan, toll)
        if plan == DRAW_IN:
            inside = hexes_inside(play, play.state.moment.turn + IN_GOOD_TIME)
            return Way(self._goals.approach(play, inside, toll), worth)
        return self._way_to_enemy(play, car, plan, toll)

    def _way_for_flag(self, play: Match, car: CarState, plan: Plan, toll: int) -> Way:
        """The way home with a flag, to where one will come back, or to the one that the car goes for."""
        goals, prices = self._goals, self._prices
        if plan == RUN_HOME:
            home = tuple(sorted(base_of(play, car.team)))
            return Way(goals.approach(play, home, toll), prices.road_hex, worth=home)
        if plan == WAIT:
            back = next(flag.home for flag in play.state.flags if flag.team != car.team)
            return Way(goals.approach(play, (back,), toll), prices.fetch_hex, near_enough=NEAR_ENOUGH)
        flag = next(flag for flag in play.state.flags if is_to_fetch(play, car, flag))
        worth = () if play.in_hex(flag.at, but=car.id) else (flag.at,)
        return Way(goals.approach(play, (flag.at,), toll), prices.fetch_hex, worth=worth)

    def _way_to_enemy(self, play: Match, car: CarState, plan: Plan, toll: int) -> Way:
        """The way to the enemy that is hunted, or who is nearest to the car that is guarded; to the middle without
        one.
        """
        at = middle_of(play)
        if plan.about:
            target = play.state.cars[plan.about]
            if plan.name == GUARD:
                target = min(
                    enemies(play, car), key=lambda enemy: hexes_apart(play, enemy.at, target.at), default=target
                )
            at = target.at
        near_enough = NEAR_ENOUGH if has_shots(car) else 0
        return Way(self._goals.approach(play, (at,), toll), self._prices.hunt_hex, near_enough=near_enough)


def can_stop(play: Match, car: CarState, pits: tuple[int, ...]) -> bool:
    """Whether a car in a race has a pit in sight at which it can stop if it slows by 1 a turn (DM-M-142)."""
    road = pit_road(play.track, pits)
    far = road.far[car.at]
    return far <= PIT_IN_SIGHT and halves_to_stop(play, car, there=not far) <= 2 * road.room[car.at]


def needs_tires(play: Match, car: CarState) -> bool:
    """Whether worn tires are worth a stop in a race: there is a spare set, and more than a lap to go (DM-M-145)."""
    penalty = tire_penalty(damage=car.tire_damage, toughness=play.fits[car.id].tire_toughness)
    if penalty < WORN_TIRES or hexes_to_go(play, car) <= len(play.track.guide):
        return False
    return bool(spare_tires(play, car.team))


def has_work(play: Match, car: CarState) -> bool:
    """Whether a pit crew has something to do for a car in a race: worn tires, or fuel that is worth a stop."""
    return car.fuel + WORTH_A_STOP <= play.fits[car.id].fuel or needs_tires(play, car)


def is_to_fetch(play: Match, car: CarState, flag: Flag) -> bool:
    """Whether a car is the one of its team that goes for a flag: one that lies on the map, and is not its own
    (DM-M-137).
    """
    is_there = flag.team != car.team and not flag.carrier and flag.at != NOWHERE
    return is_there and fetcher_of(play, car.team, flag.at) == car.id


def is_to_wait_for(play: Match, car: CarState, flag: Flag, *, armed: bool) -> bool:
    """Whether a car waits where a flag will come back to: a team-mate's or one that is out of play; without a shot
    any, since there is nothing better to do (DM-M-137).
    """
    if flag.team == car.team:
        return False
    if flag.carrier:
        return not armed or play.state.cars[flag.carrier].team == car.team
    return flag.at == NOWHERE or not armed


def fetcher_of(play: Match, team: str, at: int) -> str:
    """The car of a team that goes for a flag in a hex: the nearest driven one without a flag, the first of equally
    near ones; empty without any (DM-M-146).

    Who is on the way already goes on, unless another is nearer by more than `ON_THE_WAY`.
    """
    free = [car for car in play.state.cars.values() if car.team == team and not car.flag and is_driven(play, car)]

    def far(car: CarState) -> int:
        return hexes_apart(play, car.at, at) - ON_THE_WAY * (play.plans.get(car.id) == FETCH.text)

    return min(free, key=far).id if free else ""


def _mate_to_guard(play: Match, car: CarState) -> str:
    """The teammate with a flag whom an enemy is near, empty for none."""
    for flag in play.state.flags:
        mate = play.state.cars[flag.carrier] if flag.carrier else None
        if mate is None or mate.team != car.team or mate is car:
            continue
        near = STILL_ENDANGERED if play.plans.get(car.id) == Plan(GUARD, mate.id).text else ENDANGERED
        if any(hexes_apart(play, enemy.at, mate.at) <= near for enemy in enemies(play, car)):
            return mate.id
    return ""


def has_shots(car: CarState) -> bool:
    """Whether a car has a weapon that works and shoots, with a round left."""
    return any(
        gun.ammunition and not gun.out and not gun.destroyed for gun in car.guns if gun.kind not in NON_SHOOTING_KINDS
    )


def is_to_ram(play: Match, car: CarState) -> bool:
    """Whether all that is left to a last car standing is to ram: neither it nor an enemy can shoot any more, and who
    only hides comes last (DM-M-138).
    """
    return play.setup.event == LAST_CAR and not any(has_shots(other) for other in (car, *enemies(play, car)))


def _can_follow(play: Match, car: CarState, plan: Plan) -> bool:
    """Whether a plan still makes sense in the middle of a turn."""
    if play.track.is_circuit:
        return plan in (PACE, PIT)
    if car.flag or plan == RUN_HOME:
        return bool(car.flag) and plan == RUN_HOME
    if plan == FETCH:
        return any(is_to_fetch(play, car, flag) for flag in play.state.flags)
    if plan == WAIT:
        return not any(is_to_fetch(play, car, flag) for flag in play.state.flags)
    if plan.name == GUARD:
        return bool(play.state.cars[plan.about].flag) and bool(enemies(play, car))
    if plan.about:
        return is_driven(play, play.state.cars[plan.about])
    return True
