"""The autopilot: it answers every question that a driver or a pit crew is asked. Rules DM-M-141 to DM-M-146."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping
from dataclasses import replace

from rules.dethmatch.autopilot import aim
from rules.dethmatch.autopilot.aim import Marks
from rules.dethmatch.autopilot.crashes import Crashes
from rules.dethmatch.autopilot.gunfire import Battle, Duel, Guns, guns_of, lives_a_point, sight_of
from rules.dethmatch.autopilot.judgment import judgment_of
from rules.dethmatch.autopilot.path_search import PathSearch, control_loss_prices
from rules.dethmatch.autopilot.plans import FETCH, RUN_HOME, WAIT, Planner, Way, has_shots, is_to_ram
from rules.dethmatch.autopilot.point_spending import choose_spending, clean_spending
from rules.dethmatch.autopilot.prices import Prices, prices
from rules.dethmatch.autopilot.race_fuel import spare_fuel, turns_left
from rules.dethmatch.autopilot.speed_choice import (
    arriving_speed,
    fighting_speed,
    speed_order,
    triggers_boosters,
    waiting_speed,
)
from rules.dethmatch.events.event import event_of
from rules.dethmatch.events.heat_limits import can_act, enemies
from rules.dethmatch.first_autopilot import at_rest, drop_choice
from rules.dethmatch.first_autopilot.aim import PathPoint, prized_cars
from rules.dethmatch.first_autopilot.destinations import Destination
from rules.dethmatch.first_autopilot.distance_fields import GoalField
from rules.dethmatch.first_autopilot.interval_choice import interval_order
from rules.dethmatch.first_autopilot.path_search import Search
from rules.dethmatch.first_autopilot.pilot import STANDING_ORDER, _along, forced_first, wants_to_go_first
from rules.dethmatch.first_autopilot.pit_choice import pit_order
from rules.dethmatch.first_autopilot.point_spending import NOTHING_TO_CHOOSE, Spending
from rules.dethmatch.first_autopilot.risk_estimates import Outlook, TrackRisks, ability_of
from rules.dethmatch.first_autopilot.safe_speed import average_halves
from rules.dethmatch.first_autopilot.speed_choice import STRAIGHT_TURNS, Corners, straight_ahead
from rules.dethmatch.first_autopilot.speed_choice import target_speed as speed_to_aim_at
from rules.dethmatch.ground.hexes import SIDES
from rules.dethmatch.ground.track_key import TrackKey
from rules.dethmatch.match.entries import MatchSetup
from rules.dethmatch.match.fitted_car import FittedCar
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.orders import (
    DropOrder,
    FireOrder,
    IntervalOrder,
    PhaseOrder,
    PitOrder,
    SpeedOrder,
    StandingOrder,
)
from rules.dethmatch.match.state import CarState, Control
from rules.dethmatch.movement.shuffle_moves import WAYS
from rules.dethmatch.settings import Settings, settings_of
from rules.dethmatch.weapons.arcs import hexes_apart, quadrant_toward
from rules.dethmatch.weapons.targets import is_target
from rules.dethmatch.weapons.to_hit import FAST_TARGET_SPEED, MODIFIERS
from rules.match.driving.judgment import PROFILES

FIGHTING = frozenset({"hunt", "guard"})
"""The plans by which a car fights."""
HURRIED = frozenset({FETCH, RUN_HOME})
"""The plans by which a car in an arena hurries."""
ON_LOOSE_GROUND = 6
"""The highest speed on hazard ground of a course: a turn still costs one point there (DM-M-065)."""
PHASES = 3
ALL_THERE_IS = 1.5
"""How many times over an enemy car is worth ramming where only that can place a last car standing."""
IN_A_PHASE = 4
"""How many hexes a car may come nearer in a phase."""


class Autopilot:
    """Drives every car of a match by the profile of its team (DM-M-142).

    It keeps only tables that follow from the match, so two autopilots give the same answers at the same moment.
    """

    def __init__(self, setup: MatchSetup, settings: Settings, *, learned: Prices | None = None) -> None:
        self._prices = learned or prices()
        self._profiles = {
            team.id: PROFILES[setup.profiles.get(team.id, settings.autopilot_profile)] for team in setup.teams
        }
        self._planner = Planner(self._prices)
        self._grounds: dict[str, tuple[FittedCar, int, TrackRisks]] = {}
        self._corners: Corners | None = None
        self._known_guns: dict[str, tuple[FittedCar, tuple[object, ...], Guns]] = {}

    def speed(self, play: Match, car: CarState) -> SpeedOrder:
        """The order for the speed of this turn, and the plan (DM-M-142, DM-M-145)."""
        profile = self._profiles[car.team]
        plan = self._planner.plan(play, car, profile)
        way = self._planner.way(play, car, plan)
        destination = Destination(way.field, way.worth, way.stop)
        corners = self._corners_of(play)
        target_speed = speed_to_aim_at(play, car, destination, self._ground(play, car), corners, profile=profile.name)
        if play.track.is_circuit and self._ground(play, car).loose[car.at]:
            target_speed = min(target_speed, ON_LOOSE_GROUND)
        if plan.name in FIGHTING and has_shots(car):
            target_speed = min(target_speed, fighting_speed(play, car, self._prices))
        if isinstance(way.field, GoalField):
            far = way.field.hexes(car.at)
            if plan == WAIT:
                target_speed = min(target_speed, waiting_speed(far))
            elif plan == RUN_HOME:
                target_speed = arriving_speed(target_speed, far)
        straight = straight_ahead(play.track, car, corners)
        is_straight = 2 * straight >= STRAIGHT_TURNS * average_halves(target_speed)
        order = speed_order(
            play,
            car,
            target_speed,
            spare=spare_fuel(play, car),
            hurries=is_straight if play.track.is_circuit else plan in HURRIED,
            boosters=triggers_boosters(play, straight=is_straight, profile=profile.name),
        )
        return replace(order, plan=plan.text, impetuous=wants_to_go_first(play, car))

    def phase(self, play: Match, car: CarState) -> PhaseOrder:
        """The path, the points, the shots and the drops of an activation (DM-M-143, DM-M-144)."""
        driven = play.driver(car) is not None and car.control is not Control.UNCONTROLLED
        places = [PathPoint(0, car.at, car.facing)]
        shuffle, moves = "", NOTHING_TO_CHOOSE
        held = event_of(play).weapons_held(play)
        lives = self._lives(play, car, held=held)
        if driven:
            profile = self._profiles[car.team]
            way = self._planner.way(play, car, self._planner.plan_in_force(play, car, profile))
            if car.speed:
                outlook = Outlook(play, car, self._ground(play, car), ability=ability_of(play, car))
                moves = self._moves(play, car, way, outlook, lives, held=held)
                places += _along(outlook, car, moves.path)
            elif not car.broken and way.stop:
                shuffle = self._shuffle(play, car, way, lives, held=held)
                places = [at_rest.point_after_shuffle(play, car, shuffle)]
        fire: tuple[FireOrder, ...] = ()
        drop: tuple[DropOrder, ...] = ()
        if not held:
            if lives and has_shots(car):
                fire = aim.fire_orders(play, car, places, self._marks(play, car, lives))
            firing = [order.seat for order in fire]
            if not shuffle and not self._may_fire_later(play, car):
                drop = drop_choice.drop_orders(play, car, firing=firing)
        return PhaseOrder(
            path=moves.path,
            remainder=moves.remainder,
            option=moves.option,
            shuffle=shuffle,
            fire=fire,
            drop=drop,
        )

    def pit(self, play: Match, car: CarState) -> PitOrder:
        """The pit job of this turn (DM-M-145)."""
        return pit_order(play, car)

    def interval(self, play: Match, team: str) -> IntervalOrder:
        """Substitutes, healing and repairs (DM-M-145)."""
        return interval_order(play, team)

    def standing(self, play: Match, car: CarState) -> StandingOrder:  # noqa: ARG002 - the same for every car
        """The standing order (DM-M-145)."""
        return STANDING_ORDER

    def _shuffle(self, play: Match, car: CarState, way: Way, lives: dict[str, float], *, held: bool) -> str:
        """What a car at rest does: it turns to where its guns are worth most, or else to its way (DM-M-049)."""
        to_goal = at_rest.shuffle_of(play, car, way.field)
        if held or not way.near_enough or to_goal == "back" or not play.settings.shuffle_at_rest:
            return to_goal
        own_life = self._prices.own_life * self._profiles[car.team].harm_taken
        battle = self._battle(play, car, own_life, lives)
        if battle is None:
            return to_goal
        ways = [to_goal, *(way for way in ("", *WAYS) if way != to_goal)]
        return max(ways, key=lambda way: worth_of_turning(battle, car, way))

    def _may_fire_later(self, play: Match, car: CarState) -> bool:
        """Whether the driver may yet have a shot this turn, which a dropped weapon would cost them (DM-M-094)."""
        if play.state.moment.phase == PHASES or car.gunner:
            return False
        reach = self._guns(play, car).furthest
        return any(
            hexes_apart(play, car.at, enemy.at) <= reach and quadrant_toward(play, car, enemy.at) != "rear"
            for enemy in enemies(play, car)
        )

    def _moves(
        self, play: Match, car: CarState, way: Way, outlook: Outlook, lives: dict[str, float], *, held: bool
    ) -> Spending:
        """The movement of a car that moves, empty if all of it is forced (DM-M-070)."""
        forced = forced_first(play, car)
        if forced is None:
            return NOTHING_TO_CHOOSE
        prices, profile, judgment = self._prices, self._profiles[car.team], judgment_of(play, car)
        own_life = prices.own_life * profile.harm_taken
        battle = None if held else self._battle(play, car, own_life, lives)
        if battle is None and not forced:
            clean = clean_spending(play, car, Search(outlook, way.field, goals=way.worth))
            if clean is not None:
                return clean
        handling, collision = prices.handling, prices.collision
        if play.track.is_circuit:
            handling, collision = prices.race_handling, prices.race_collision
        rammed = harm_by_ramming(play, lives, only_ramming=is_to_ram(play, car))
        search = PathSearch(
            outlook,
            way.field,
            prices=prices,
            dread=control_loss_prices(
                car.speed,
                ability_of(play, car),
                play.settings.natural_one_succeeds,
                prices.control * profile.harm_taken,
                prices.spin * profile.harm_taken,
            ),
            handling=handling * (PHASES + 1 - play.state.moment.phase) / PHASES,
            hex_worth=way.hex_worth * profile.place,
            near_enough=way.near_enough,
            goals=way.worth,
            battle=battle,
            crashes=Crashes(play, car, base=collision, own_life=own_life, enemy_lives=rammed),
            judgment=judgment,
        )
        if forced:
            search.begin(forced)
        return choose_spending(play, car, search, made=len(forced), notices=prices.option)

    def _lives(self, play: Match, car: CarState, *, held: bool) -> dict[str, float]:
        """What each enemy car is worth to a car. One in which nobody can act is no danger any more, and worth no more
        than the points for it.
        """
        prices, profile, paid = self._prices, self._profiles[car.team], kill_points(play)
        prized: Collection[str] = () if held else prized_cars(play)
        lives = {}
        for other in play.state.cars.values():
            if other.team == car.team or not is_target(car, other):
                continue
            life = prices.enemy_life + paid if can_act(play, other) else paid
            lives[other.id] = life * profile.harm_done * (prices.prized if other.id in prized else 1)
        return lives

    def _marks(self, play: Match, car: CarState, lives: dict[str, float]) -> Marks:
        return Marks(
            lives=lives,
            turns=max(int(turns_left(play, car)), 1),
            prices=self._prices,
            spending=self._profiles[car.team].spending,
        )

    def _battle(self, play: Match, car: CarState, own_life: float, lives: dict[str, float]) -> Battle | None:
        prices, duels = self._prices, []
        guns = self._guns(play, car)
        hexes = play.track.hexes
        own_q, own_r = hexes[car.at]
        for id, worth in lives.items():
            enemy = play.state.cars[id]
            theirs = self._guns(play, enemy)
            q, r = hexes[enemy.at]
            far = max(abs(q - own_q), abs(r - own_r), abs(q + r - own_q - own_r))
            if far > max(guns.furthest, theirs.furthest) + IN_A_PHASE:
                continue
            duels.append(
                Duel(
                    at=enemy.at,
                    facing=enemy.facing,
                    q=q,
                    r=r,
                    guns=theirs,
                    armor=enemy.armor,
                    fast=MODIFIERS["fast_target"] if enemy.speed >= FAST_TARGET_SPEED else 0,
                    a_point=lives_a_point(play, enemy),
                    worth=worth,
                )
            )
        if not duels:
            return None
        races = play.track.is_circuit
        return Battle(
            play, car, guns=guns, duels=duels, own_life=own_life, sight=sight_of(TrackKey(play.track)),
            shot=prices.race_shot if races else prices.shot, threat=prices.race_threat if races else prices.threat,
            turned_away=prices.turned_away,
        )  # fmt: skip

    def _guns(self, play: Match, car: CarState) -> Guns:
        """The guns of a car, worked out anew when its fit, its crew or a gun has changed."""
        fit, crew = play.fits[car.id], play.state.crew
        driver, gunner = crew[car.driver], crew.get(car.gunner)
        state = (
            driver.id,
            driver.out or driver.wounds,
            gunner is None or gunner.out or gunner.wounds,
            *[gun.ammunition > 0 and not gun.out and not gun.destroyed for gun in car.guns],
        )
        cached = self._known_guns.get(car.id)
        if cached is None or cached[0] is not fit or cached[1] != state:
            cached = self._known_guns[car.id] = fit, state, guns_of(play, car)
        return cached[2]

    def _ground(self, play: Match, car: CarState) -> TrackRisks:
        """What the track means to a car, worked out anew when its fit or its driver's ability has changed."""
        fit, ability = play.fits[car.id], ability_of(play, car)
        cached = self._grounds.get(f"{car.id} {car.driver}")
        if cached is None or cached[0] is not fit or cached[1] != ability:
            cached = self._grounds[f"{car.id} {car.driver}"] = fit, ability, TrackRisks(play, car, ability)
        return cached[2]

    def _corners_of(self, play: Match) -> Corners | None:
        if self._corners is None and play.track.is_circuit:
            self._corners = Corners(play.track)
        return self._corners


def worth_of_turning(battle: Battle, car: CarState, way: str) -> float:
    """What the guns are worth in the next three phases to a car at rest that turns this way, at one hex-side a phase,
    and stops at the best facing (DM-M-049).
    """
    side, so_far, best = WAYS.get(way, 0), 0.0, -math.inf
    for turned in range(1, PHASES + 1):
        there = battle.worth(car.at, (car.facing + side * turned) % SIDES)
        so_far += there
        best = max(best, so_far + there * (PHASES - turned))
    return best


def harm_by_ramming(play: Match, lives: Mapping[str, float], *, only_ramming: bool) -> Mapping[str, float]:
    """What each enemy car is worth to a car that runs into it: in a race no more than the points for a kill, since
    that is not what a race is about; more if ramming is all that is left, since damage decides the places (DM-M-136,
    DM-M-138).
    """
    if only_ramming:
        return {id: ALL_THERE_IS * life for id, life in lives.items()}
    return dict.fromkeys(lives, float(kill_points(play))) if play.setup.event == "lap_race" else lives


def kill_points(play: Match) -> int:
    """The points that a team gets for an enemy car destroyed (DM-M-136 to DM-M-138)."""
    settings = play.settings
    return {
        "lap_race": settings.race_kill_points,
        "flags": settings.flag_kill_points,
        "last_car": settings.lcs_kill_points,
    }[play.setup.event]


def pilot_for(setup: MatchSetup, learned: Prices) -> Autopilot:
    """An autopilot that drives by other prices than those in force."""
    return Autopilot(setup, settings_of(setup.switches, edition=setup.edition), learned=learned)
