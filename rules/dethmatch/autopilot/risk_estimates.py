"""What a driver must reckon with on a move: failed checks, handling lost, losing control. Rules DM-C-023, DM-M-002,
DM-M-057 to DM-M-061, DM-M-064, DM-M-065, DM-M-068, DM-M-069, DM-M-102, DM-M-142, DM-M-143.

Chances are in sixths; the points of a path are in 216ths, so that every product of three chances is a whole number.
"""

from __future__ import annotations

from functools import cache

from rules.dethmatch.autopilot import handling_model_estimates
from rules.dethmatch.crew.checks import effective_trait
from rules.dethmatch.driving import hazards
from rules.dethmatch.driving.handling import DRIFT_TOLL, ICE, drift_toll, maximum_handling, straight_hexes, turn_toll
from rules.dethmatch.driving.hazards import WHEEL_GUARD_PENALTY, printed_rating
from rules.dethmatch.ground.surfaces import HARD, OIL, hazard_here, maneuver_rating, obstacle_loss, obstacle_rating
from rules.dethmatch.match.match import Match, ModelHandling
from rules.dethmatch.match.state import NOWHERE, CarState, CarStatus

SIXTHS = 6
POINT = SIXTHS**3
"""A point of the score of DM-M-143."""
HANDLING, LOSING_CONTROL, ROLLING, COLLISION, BLOCKED, FOUL = 2, 6, 8, 4, 3, 1
"""What each weighs in the score: a point of handling, the chance of a failed check to keep control, the chance of a
spin or rollover, a collision, ending where the hex ahead is blocked, and a hex of oil, caltrops or obstacles
(DM-M-143)."""
SPIN_FROM = 8
"""From this roll on the table is a spin or a rollover (DM-M-069)."""
MOST_SHORTFALL = 12  # no mutant: any figure by which every check fails
"""Hexes short of a turn mode, and points below -1, that are told apart: from here on every check has failed."""
NO_CHECK = -1  # no mutant: any figure that is no chance
LOOSE = 1
"""The rating from which on the ground counts as hazard ground (DM-M-142)."""
STRAIGHT_ENOUGH = 1000  # no mutant: any figure above all turn modes
"""The straight counter of a car whose turn mode counts as met (DM-M-056)."""


def failing_faces(needed: int, *, natural_one: bool = False) -> int:
    """How many faces of a d6 fail a check that needs that number or less (DM-M-002)."""
    return SIXTHS - min(max(needed, int(natural_one)), SIXTHS)


@cache
def control_loss_penalty(speed: int, ability: int, natural_one: bool) -> tuple[int, ...]:
    """What a check to keep control takes off the score, for each sixth of the chance that it is called for.

    By points below -1; the check may fail, and the table may then say spin or worse (DM-M-068, DM-M-069, DM-M-143).
    """
    told = []
    for below in range(MOST_SHORTFALL + 1):  # no mutant: the last is asked for as min(…, LONGEST)
        fails = failing_faces(ability - below, natural_one=natural_one)
        spins = SIXTHS - min(max(SPIN_FROM - 1 - speed - below + ability, 0), SIXTHS)
        told.append(LOSING_CONTROL * SIXTHS * fails + ROLLING * fails * spins)
    return tuple(told)


class TrackRisks:
    """What every hex of a track means to one car and driver.

    `maneuver` is the sixths of failing the road check of a maneuver there, -1 where there is none; `obstacles` the
    sure loss and the sixths of losing one more; `oiled` is `maneuver` for a hex with oil on it; `loose` says where
    the ground has a rating of 1 or more. `early` is the sixths of failing a maneuver hazard, by hexes short less one
    and one more for a recent hazard; `fails` those of a check without a penalty.
    """

    __slots__ = ("early", "fails", "ice", "loose", "maneuver", "obstacles", "oiled")

    def __init__(self, play: Match, car: CarState, ability: int) -> None:
        track, ride = play.track, hazards.ride(play, car)
        natural = play.settings.natural_one_succeeds
        penalised = play.settings.obstacle_check_penalised
        maneuver, oiled = [], []
        self.obstacles: dict[int, tuple[int, int]] = {}
        met: dict[tuple[str, int | None, int | None], tuple[int, int, bool]] = {}
        loose = []
        for at in range(track.size):
            surface, printed, obstacle = track.surface[at], printed_rating(play, at), track.obstacle[at]
            here = (surface, printed, obstacle)
            if here not in met:
                rated = [
                    hazard_here(ride, surface=surface, printed=printed, obstacle=obstacle, oil=oil, maneuvering=True)
                    for oil in (False, True)
                ]
                dry, wet = (
                    NO_CHECK if rating is None else failing_faces(ability - rating, natural_one=natural)
                    for rating in rated
                )
                met[here] = dry, wet, rated[0] is not None and rated[0] >= LOOSE
            dry, wet, is_loose = met[here]
            maneuver.append(dry)
            oiled.append(wet)
            loose.append(is_loose)
            if obstacle is not None:
                rating = obstacle_rating(ride, obstacle)
                fails = failing_faces(ability - rating if penalised else ability, natural_one=natural)
                self.obstacles[at] = obstacle_loss(rating) - 1, fails
        self.maneuver, self.oiled, self.loose = tuple(maneuver), tuple(oiled), tuple(loose)
        self.ice = tuple(surface == ICE for surface in track.surface)
        guards = WHEEL_GUARD_PENALTY if play.fits[car.id].wheel_guards else 0
        shortfalls = range(MOST_SHORTFALL + 1)  # no mutant: as in `control_loss_penalty`
        ratings = [maneuver_rating(ride, short) for short in shortfalls]
        self.early = tuple(
            NO_CHECK if rating is None else failing_faces(ability - rating - guards, natural_one=natural)
            for rating in ratings
        )
        self.fails = failing_faces(ability, natural_one=natural)


class Outlook:
    """A car at the start of its activation, as the search of its path sees it.

    `taken` are the other cars and wrecks by hex, `oil` says of oily hexes whether they call for a check on entry, and
    `foul` are the hexes with oil, caltrops or mines; the tables are those of the `TrackRisks`. `point` is what a
    point of handling takes off the score for each sixth of its chance; `turn_gain` and `drift_gain` are the hexes by
    which the way counts more before a maneuver that it asks for than after it.
    """

    __slots__ = (
        "car", "dread", "drift_gain", "drift_toll", "early", "fails", "foul", "ground", "handling", "mode",
        "mode_on_ice", "oil", "point", "run_off", "speed", "taken", "track", "turn_gain", "turn_toll", "wanted",
    )  # fmt: skip

    def __init__(self, play: Match, car: CarState, ground: TrackRisks, *, ability: int) -> None:
        natural = play.settings.natural_one_succeeds
        speed, most, raised = car.speed, maximum_handling(play, car), play.fits[car.id].height == "raised"
        self.car, self.track, self.ground = car, play.track, ground
        self.speed, self.handling = speed, car.handling
        self.turn_toll, self.drift_toll = turn_toll(play, speed), drift_toll(play)
        self.turn_gain, self.drift_gain = HANDLING * self.turn_toll, HANDLING * self.drift_toll
        self.point = HANDLING * (POINT // SIXTHS)
        self.mode = straight_hexes(speed=speed, maximum=most, raised=raised)
        self.mode_on_ice = straight_hexes(
            speed=speed,
            maximum=most,
            raised=raised,
            on_ice=True,
            dog_sledder=play.talent_count(car.driver, "dog_sledder"),
        )
        self.early, self.fails = ground.early, ground.fails
        self.dread = control_loss_penalty(speed, ability, natural)
        if play.model_handling is not None:
            self._by_model(play.model_handling)
        self.run_off = play.track.edge == "run_off"
        self.taken = {
            other.at: other for other in play.state.cars.values() if other.at != NOWHERE and other is not car
        }
        self.oil: dict[int, bool] = {}
        self.foul: set[int] = set()
        for marker in play.state.markers:
            if marker.kind == OIL:
                self.oil[marker.at] = play.track.surface[marker.at] in HARD
                self.foul.add(marker.at)
            elif marker.kind != "smoke":
                self.foul.add(marker.at)
        self.wanted: frozenset[int] = frozenset()
        """The hexes of cars that are to be rammed, so that a collision there costs nothing."""

    def _by_model(self, held: ModelHandling) -> None:
        """See it as another book's model does: what may be spent is what keeps control when the turn is over, and the
        way counts a maneuver as the cheapest of this book (DM-M-068, DM-M-143).
        """
        model = held.model
        pace = held.paces.get(self.car.id, self.speed)
        self.handling = handling_model_estimates.spendable_handling(model, speed=pace, handling=self.handling)
        self.dread = handling_model_estimates.failed_check_penalty(model, MOST_SHORTFALL)
        self.turn_gain = self.drift_gain = HANDLING * DRIFT_TOLL
        self.point //= handling_model_estimates.POINTS_FOR_ONE


def ability_of(play: Match, car: CarState) -> int:
    """The driving ability at the wheel, 0 where nobody is (DM-M-069)."""
    driver = play.driver(car)
    return 0 if driver is None else effective_trait(play, driver, "driving")  # no mutant: only the driven are asked


def estimated_collision_speed(mine: int, facing: int, other: CarState | None, *, drifting: bool) -> int:
    """How fast a move would hit a car or wreck, or scenery where there is none of them (DM-M-081, DM-M-082)."""
    if other is None or other.status is CarStatus.WRECK:
        return max(mine, 1)
    apart = (other.facing - facing) % SIXTHS
    if apart == 0:
        return max(abs(mine - other.speed) if drifting else mine - other.speed, 1)
    head_on = apart == SIXTHS // 2 and not drifting
    return max(mine + other.speed if head_on else mine, 1)
