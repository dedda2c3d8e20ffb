"""What a driver expects of a move: failed checks, handling lost, losing control. Rules DM-C-023, DM-M-002, DM-M-057
to DM-M-061, DM-M-064, DM-M-065, DM-M-068, DM-M-069, DM-M-102, DM-M-142, DM-M-143.

Chances are in sixths. The score of a path is in 216ths, so that every product of three chances is a whole number.
"""

from __future__ import annotations

from functools import cache

from rules.dethmatch.crew.checks import effective_trait
from rules.dethmatch.driving import hazards
from rules.dethmatch.driving.handling import DRIFT_TOLL, ICE, drift_toll, maximum_handling, straight_hexes, turn_toll
from rules.dethmatch.driving.hazards import WHEEL_GUARD_PENALTY, printed_rating
from rules.dethmatch.first_autopilot import handling_model_estimates
from rules.dethmatch.ground.surfaces import HARD, OIL, hazard_here, maneuver_rating, obstacle_loss, obstacle_rating
from rules.dethmatch.match.match import Match, ModelHandling
from rules.dethmatch.match.state import NOWHERE, CarState, CarStatus

SIXTHS = 6
POINT = SIXTHS**3
"""One point of the score of DM-M-143."""
HANDLING, LOSING_CONTROL, ROLLING, COLLISION, BLOCKED, FOUL = 2, 6, 8, 4, 3, 1
"""The weights in the score: a point of handling, the chance of failing to keep control, the chance of a spin or
rollover, a collision, ending with the hex ahead blocked, and a hex with oil, caltrops or an obstacle (DM-M-143).
"""
SPIN_FROM = 8
"""The lowest total of the loss of control table that is a spin or rollover (DM-M-069)."""
MOST_SHORTFALL = 12  # no mutant: any figure by which every check fails
"""The most hexes short of a turn mode, and points below -1, that are told apart. With more, every check fails as
well.
"""
NO_CHECK = -1  # no mutant: any figure that is no chance
LOOSE = 1
"""The lowest rating of hazard ground (DM-M-142)."""
STRAIGHT_ENOUGH = 1000  # no mutant: any figure above all turn modes
"""The straight counter of a car whose turn mode counts as met (DM-M-056)."""


def failing_faces(needed: int, *, natural_one: bool = False) -> int:
    """Return how many faces of a d6 fail a check that needs that number or less (DM-M-002)."""
    return SIXTHS - min(max(needed, int(natural_one)), SIXTHS)


@cache
def control_loss_penalty(speed: int, ability: int, natural_one: bool) -> tuple[int, ...]:
    """Return what a check to keep control takes off the score, for each sixth of the chance that it is made.

    The penalties are listed by points below -1. The check may fail, and the table may then give a spin or worse
    (DM-M-068, DM-M-069, DM-M-143).
    """
    penalties = []
    for below in range(MOST_SHORTFALL + 1):  # no mutant: the last is asked for as min(…, MOST_SHORTFALL)
        fails = failing_faces(ability - below, natural_one=natural_one)
        spins = SIXTHS - min(max(SPIN_FROM - 1 - speed - below + ability, 0), SIXTHS)
        penalties.append(LOSING_CONTROL * SIXTHS * fails + ROLLING * fails * spins)
    return tuple(penalties)


class TrackRisks:
    """What every hex of a track means to one car and driver. Chances are in sixths.

    - `maneuver` is the chance to fail the road check of a maneuver there, -1 if there is no check.
    - `oiled` is the same for a hex with oil on it.
    - `obstacles` has the certain handling loss of an obstacle, and the chance to lose one more.
    - `loose` says where the ground has a rating of 1 or more, `ice` where it is ice.
    - `early` is the chance to fail the check of a maneuver hazard, by the hexes short less 1, plus 1 for a recent
      hazard.
    - `fails` is the chance to fail a check without a penalty.
    """

    __slots__ = ("early", "fails", "ice", "loose", "maneuver", "obstacles", "oiled")

    def __init__(self, play: Match, car: CarState, ability: int) -> None:
        track, ride = play.track, hazards.ride(play, car)
        natural_one = play.settings.natural_one_succeeds
        penalised = play.settings.obstacle_check_penalised
        maneuver, oiled = [], []
        self.obstacles: dict[int, tuple[int, int]] = {}
        by_ground: dict[tuple[str, int | None, int | None], tuple[int, int, bool]] = {}
        loose = []
        for at in range(track.size):
            surface, printed, obstacle = track.surface[at], printed_rating(play, at), track.obstacle[at]
            ground = (surface, printed, obstacle)
            if ground not in by_ground:
                dry_and_oiled = [
                    hazard_here(ride, surface=surface, printed=printed, obstacle=obstacle, oil=oil, maneuvering=True)
                    for oil in (False, True)
                ]
                dry, with_oil = (
                    NO_CHECK if rating is None else failing_faces(ability - rating, natural_one=natural_one)
                    for rating in dry_and_oiled
                )
                by_ground[ground] = dry, with_oil, dry_and_oiled[0] is not None and dry_and_oiled[0] >= LOOSE
            dry, with_oil, is_loose = by_ground[ground]
            maneuver.append(dry)
            oiled.append(with_oil)
            loose.append(is_loose)
            if obstacle is not None:
                rating = obstacle_rating(ride, obstacle)
                fails = failing_faces(ability - rating if penalised else ability, natural_one=natural_one)
                self.obstacles[at] = obstacle_loss(rating) - 1, fails
        self.maneuver, self.oiled, self.loose = tuple(maneuver), tuple(oiled), tuple(loose)
        self.ice = tuple(surface == ICE for surface in track.surface)
        guards = WHEEL_GUARD_PENALTY if play.fits[car.id].wheel_guards else 0
        shortfalls = range(MOST_SHORTFALL + 1)  # no mutant: as in `control_loss_penalty`
        ratings = [maneuver_rating(ride, short) for short in shortfalls]
        self.early = tuple(
            NO_CHECK if rating is None else failing_faces(ability - rating - guards, natural_one=natural_one)
            for rating in ratings
        )
        self.fails = failing_faces(ability, natural_one=natural_one)


class Outlook:
    """A car at the start of its activation, as the path search sees it.

    - `taken` are the other cars and wrecks by hex.
    - `oil` says of hexes with oil whether they call for a check on entry.
    - `foul` are the hexes with oil, caltrops, mines or bombs.
    - `ground`, `early` and `fails` are those of `TrackRisks`.
    - `point` is what a point of handling takes off the score, for each sixth of its chance.
    - `turn_gain` and `drift_gain` are the hexes that a distance field adds for a maneuver on the way.
    """

    __slots__ = (
        "car", "dread", "drift_gain", "drift_toll", "early", "fails", "foul", "ground", "handling", "mode",
        "mode_on_ice", "oil", "point", "run_off", "speed", "taken", "track", "turn_gain", "turn_toll", "wanted",
    )  # fmt: skip

    def __init__(self, play: Match, car: CarState, ground: TrackRisks, *, ability: int) -> None:
        natural_one = play.settings.natural_one_succeeds
        speed, maximum, raised = car.speed, maximum_handling(play, car), play.fits[car.id].height == "raised"
        self.car, self.track, self.ground = car, play.track, ground
        self.speed, self.handling = speed, car.handling
        self.turn_toll, self.drift_toll = turn_toll(play, speed), drift_toll(play)
        self.turn_gain, self.drift_gain = HANDLING * self.turn_toll, HANDLING * self.drift_toll
        self.point = HANDLING * (POINT // SIXTHS)
        self.mode = straight_hexes(speed=speed, maximum=maximum, raised=raised)
        self.mode_on_ice = straight_hexes(
            speed=speed,
            maximum=maximum,
            raised=raised,
            on_ice=True,
            dog_sledder=play.talent_count(car.driver, "dog_sledder"),
        )
        self.early, self.fails = ground.early, ground.fails
        self.dread = control_loss_penalty(speed, ability, natural_one)
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
        """The hexes of cars that are to be rammed, so that a collision there costs no score."""

    def _by_model(self, model_handling: ModelHandling) -> None:
        """Use another book's handling model (DM-M-068, DM-M-143).

        The handling is then what can be spent while the model still keeps control at the end of the turn. Every
        maneuver on the way adds what a drift adds in this book.
        """
        model = model_handling.model
        pace = model_handling.paces.get(self.car.id, self.speed)
        self.handling = handling_model_estimates.spendable_handling(model, speed=pace, handling=self.handling)
        self.dread = handling_model_estimates.failed_check_penalty(model, MOST_SHORTFALL)
        self.turn_gain = self.drift_gain = HANDLING * DRIFT_TOLL
        self.point //= handling_model_estimates.POINTS_FOR_ONE


def ability_of(play: Match, car: CarState) -> int:
    """Return the driving of the driver at the wheel, 0 if there is none (DM-M-069)."""
    driver = play.driver(car)
    return 0 if driver is None else effective_trait(play, driver, "driving")  # no mutant: only the driven are asked


def estimated_collision_speed(mine: int, facing: int, other: CarState | None, *, drifting: bool) -> int:
    """Return how fast a move would hit a car or wreck, or scenery where `other` is None (DM-M-081, DM-M-082)."""
    if other is None or other.status is CarStatus.WRECK:
        return max(mine, 1)
    apart = (other.facing - facing) % SIXTHS
    if apart == 0:
        return max(abs(mine - other.speed) if drifting else mine - other.speed, 1)
    head_on = apart == SIXTHS // 2 and not drifting
    return max(mine + other.speed if head_on else mine, 1)
