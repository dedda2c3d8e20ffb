"""The autopilot: it answers every question that a driver or a pit crew is asked. Rules DM-M-141 to DM-M-146."""

from __future__ import annotations

from rules.dethmatch.driving import out_of_control
from rules.dethmatch.events.event import event_of
from rules.dethmatch.first_autopilot import aim, at_rest, destinations, drop_choice, speed_choice
from rules.dethmatch.first_autopilot.aim import PathPoint
from rules.dethmatch.first_autopilot.destinations import Destination, Destinations
from rules.dethmatch.first_autopilot.interval_choice import interval_order
from rules.dethmatch.first_autopilot.path_search import Search
from rules.dethmatch.first_autopilot.pit_choice import pit_order
from rules.dethmatch.first_autopilot.point_spending import NOTHING_TO_CHOOSE, Spending, choose_spending
from rules.dethmatch.first_autopilot.risk_estimates import Outlook, TrackRisks, ability_of
from rules.dethmatch.first_autopilot.speed_choice import Corners
from rules.dethmatch.ground.hexes import SIDES
from rules.dethmatch.ground.track import OUTSIDE
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
from rules.dethmatch.movement import forced_steps
from rules.dethmatch.settings import Settings

STANDING_ORDER = StandingOrder(marksman="serious")
"""Re-rolls on serious failures, a Marksman's on a hard shot, Quick draw at 4 in 6, and any free hex after a collision
(DM-M-145).
"""
SIDE_OF = {"F": 0, "DL": -1, "DR": 1, "TL": -1, "TR": 1}
TURN_STEPS = frozenset({"TL", "TR"})
ONE_POINT_STATES = frozenset({Control.MINOR_SKID, Control.FISHTAIL})
"""The states that end with the next movement point, so that the driver chooses the points after it (DM-M-071,
DM-M-072).
"""
CLOSE = 2
"""How near ahead an enemy must be for an Impetuous driver to move first, in hexes (DM-M-145)."""


class Autopilot:
    """Drives every car of a match by the profile of its team, `steady` or `bold` (DM-M-142).

    It keeps only tables that follow from the match, so two autopilots give the same answers at the same moment.
    """

    def __init__(self, setup: MatchSetup, settings: Settings) -> None:
        self._profiles = {team.id: setup.profiles.get(team.id, settings.autopilot_profile) for team in setup.teams}
        self._goals = Destinations()
        self._grounds: dict[str, tuple[FittedCar, int, TrackRisks]] = {}
        self._corners: Corners | None = None

    def speed(self, play: Match, car: CarState) -> SpeedOrder:
        """Return the order for the speed of this turn (DM-M-142, DM-M-145)."""
        destination = self._goals.destination(play, car)
        corners = self._corners_of(play)
        profile = self._profiles[car.team]
        target_speed = speed_choice.target_speed(
            play, car, destination, self._ground(play, car), corners, profile=profile
        )
        straight = speed_choice.straight_ahead(play.track, car, corners)
        order = speed_choice.speed_order(play, car, target_speed, straight=straight, profile=profile)
        return speed_choice.with_impetuous(order) if wants_to_go_first(play, car) else order

    def phase(self, play: Match, car: CarState) -> PhaseOrder:
        """Return the path, the points, the shots and the drops of an activation (DM-M-143, DM-M-144)."""
        driven = play.driver(car) is not None and car.control is not Control.UNCONTROLLED
        places = [PathPoint(0, car.at, car.facing)]
        shuffle, moves = "", NOTHING_TO_CHOOSE
        if driven:
            destination = self._goals.destination(play, car)
            outlook = Outlook(play, car, self._ground(play, car), ability=ability_of(play, car))
            if car.speed:
                moves = self._moves(play, car, destination, outlook)
                places += _along(outlook, car, moves.path)
            elif not car.broken and destination.stop:
                shuffle = at_rest.shuffle_of(play, car, destination.field)
                places = [at_rest.point_after_shuffle(play, car, shuffle)]
        fire: tuple[FireOrder, ...] = ()
        drop: tuple[DropOrder, ...] = ()
        if not event_of(play).weapons_held(play):
            fire = aim.fire_orders(play, car, places)
            drop = () if shuffle else drop_choice.drop_orders(play, car, firing=[order.seat for order in fire])
        return PhaseOrder(
            path=moves.path,
            remainder=moves.remainder,
            option=moves.option,
            shuffle=shuffle,
            fire=fire,
            drop=drop,
        )

    def pit(self, play: Match, car: CarState) -> PitOrder:
        """Return the pit job of this turn (DM-M-145)."""
        return pit_order(play, car)

    def interval(self, play: Match, team: str) -> IntervalOrder:
        """Return substitutes, healing and repairs (DM-M-145)."""
        return interval_order(play, team)

    def standing(self, play: Match, car: CarState) -> StandingOrder:  # noqa: ARG002 - the same for every car
        """Return the standing order (DM-M-145)."""
        return STANDING_ORDER

    def _moves(self, play: Match, car: CarState, destination: Destination, outlook: Outlook) -> Spending:
        """Return the movement of a car that moves, empty if all of it is forced (DM-M-070)."""
        forced = forced_first(play, car)
        if forced is None:
            return NOTHING_TO_CHOOSE
        if self._profiles[car.team] == speed_choice.BOLD:
            outlook.wanted = destinations.worth_ramming(play, car)
        guard = destinations.guard_of(play, car)
        search = Search(
            outlook,
            destination.field,
            goals=destination.worth,
            guard=None
            if guard is None
            else lambda at, facing: destinations.exposed_quadrant(play, at, facing, guard[0]) == guard[1],
        )
        if forced:
            search.begin(forced)
        return choose_spending(play, car, search, made=len(forced))

    def _ground(self, play: Match, car: CarState) -> TrackRisks:
        """Return what the track means to a car, recomputed when its fit or its driver's ability has changed."""
        fit, ability = play.fits[car.id], ability_of(play, car)
        cached = self._grounds.get(f"{car.id} {car.driver}")
        if cached is None or cached[0] is not fit or cached[1] != ability:
            cached = self._grounds[f"{car.id} {car.driver}"] = fit, ability, TrackRisks(play, car, ability)
        return cached[2]

    def _corners_of(self, play: Match) -> Corners | None:
        if self._corners is None and play.track.is_circuit:
            self._corners = Corners(play.track)
        return self._corners


def forced_first(play: Match, car: CarState) -> tuple[str, ...] | None:
    """Return the steps a car must make before its driver may choose, or None if every move is forced (DM-M-070).

    Steps that another book's handling model rolls for are assumed to go straight on (DM-M-068).
    """
    if out_of_control.moves_by_model(play, car):
        return None if car.control is Control.SPIN else ("F",) * len(car.owed)
    if car.control not in ONE_POINT_STATES and car.control is not Control.OK:
        return None
    return forced_steps.forced_step(play, car)[:1]


def wants_to_go_first(play: Match, car: CarState) -> bool:
    """Whether an Impetuous driver asks to move first, because an enemy is just ahead (DM-C-038, DM-M-145)."""
    driver = play.driver(car)
    if driver is None or "impetuous" not in play.crews[driver.id].talents or driver.used.get("impetuous"):
        return False
    at = car.at
    for _ in range(CLOSE):
        at = play.track.neighbors[at][car.facing]
        if at == OUTSIDE:
            return False
        other = play.in_hex(at)
        if other is not None:
            return other.team != car.team
    return False


def _along(outlook: Outlook, car: CarState, path: tuple[str, ...]) -> list[PathPoint]:
    """Return the points of a path up to the first hex that is blocked."""
    places, at, facing = [], car.at, car.facing
    for number, step in enumerate(path, start=1):
        direction = (facing + SIDE_OF[step]) % SIDES
        at = outlook.track.neighbors[at][direction]
        if at == OUTSIDE or outlook.track.impassable[at] or at in outlook.taken:
            break
        facing = direction if step in TURN_STEPS else facing
        places.append(PathPoint(number, at, facing))
    return places
