"""The speed to aim at, and what is spent on it. Rules DM-M-142, DM-M-145, DM-M-146."""

from __future__ import annotations

from rules.dethmatch.autopilot.gunfire import sight_of
from rules.dethmatch.autopilot.prices import Prices
from rules.dethmatch.driving.acceleration import needed_to_accelerate
from rules.dethmatch.events.heat_limits import enemies
from rules.dethmatch.first_autopilot.safe_speed import average_halves
from rules.dethmatch.first_autopilot.speed_choice import BOLD, IN_THE_ARENA
from rules.dethmatch.ground.track_key import TrackKey
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.orders import SpeedOrder
from rules.dethmatch.match.state import CarState
from rules.dethmatch.movement.speed_step import NITROUS, NITROUS_A_HEAT, creep_speed, most_braking_checks
from rules.dethmatch.weapons.arcs import hexes_apart

SELDOM = 2
"""The highest face that gains speed up to which a boost helps more than a second roll (DM-M-046)."""
AT_HAND, NEARLY_THERE, SLOW = 2, 5, 2
"""How near to what it waits for a car stands, and how near it drives at the speed `SLOW`, in hexes."""
TO_BE_SURE = 1
"""The hexes by which a turn's drive should be more than the way home."""
STANDING_START = 2
"""The turns of a race in which all cars speed up from rest."""
FOR_A_BOOST = 2
"""The spare fuel with which a car may be boosted, or roll twice for two points of speed: it may spend two."""


def fighting_speed(play: Match, car: CarState, prices: Prices) -> int:
    """The highest speed of a car that fights in an arena: it slows down near an enemy that it sees, since a car at
    rest turns freely and keeps its guns on them (DM-M-049).
    """
    sight = sight_of(TrackKey(play.track))
    for enemy in enemies(play, car):
        if hexes_apart(play, car.at, enemy.at) <= prices.near and not sight.is_blocked(play, car.at, enemy.at):
            return round(prices.near_speed)
    return IN_THE_ARENA


def waiting_speed(far: int) -> int:
    """The highest speed of a car that waits for something so many hexes away: it stands when it is near, since a car
    at rest turns freely (DM-M-049, DM-M-146).
    """
    if far <= AT_HAND:
        return 0
    return SLOW if far <= NEARLY_THERE else IN_THE_ARENA


def arriving_speed(speed: int, far: int) -> int:
    """The least speed up to this one at which a car still arrives in this turn, so that it has room behind; the speed
    itself if it does not arrive (DM-M-142).
    """
    while speed > 1 and average_halves(speed - 1) >= 2 * (far + TO_BE_SURE):
        speed -= 1
    return speed


def speed_order(play: Match, car: CarState, to: int, *, spare: int, hurries: bool, boosters: bool) -> SpeedOrder:
    """The order to reach a speed, with no more than the spare fuel (DM-C-144, DM-M-046, DM-M-047, DM-M-145).

    A second roll after a failure is the first thing to spend fuel on: it is paid for only where it is needed. A car
    that hurries also rolls again after a success. `boosters` says whether they may be triggered.
    """
    if to < car.speed:
        checks = min(car.speed - to - 1, most_braking_checks(play, car))
        return SpeedOrder(intent="down", to=to, checks=checks)
    needed = needed_to_accelerate(play, car)
    if to == car.speed or needed is None or (not car.fuel and car.speed >= creep_speed(play)):
        return SpeedOrder()
    further = to > car.speed + 1
    second_roll = "never"
    if spare > 0 and needed > 0:
        second_roll = "always" if hurries and further and spare >= FOR_A_BOOST else "on_fail"
    nitrous = further and spare > 0 and NITROUS in play.fits[car.id].devices and car.nitrous < NITROUS_A_HEAT
    return SpeedOrder(
        intent="up",
        to=to,
        boost=spare >= FOR_A_BOOST and needed < SELDOM and not car.boosted,
        second_roll=second_roll,
        nitrous=nitrous,
        boosters=ready_boosters(car) if boosters else (),
    )


def triggers_boosters(play: Match, *, straight: bool, profile: str) -> bool:
    """Whether booster rockets are worth the risk that they explode: at a standing start, where the speed lasts; for a
    bold driver also on a straight (DM-M-121, DM-M-145).
    """
    if profile == BOLD:
        return straight
    return play.track.is_circuit and play.state.moment.turn <= STANDING_START


def ready_boosters(car: CarState) -> tuple[str, ...]:
    """The mounts of the booster rockets that a car can trigger (DM-M-121)."""
    return tuple(
        gun.mount
        for gun in car.guns
        if gun.kind == "booster_rockets" and gun.ammunition and not gun.burning and not gun.destroyed
    )
