"""Handling: its maximum, the turn mode, what maneuvers cost, and its recovery. Rules DM-M-032, DM-M-064 to
DM-M-067.
"""

from __future__ import annotations

from rules.dethmatch.designs.ratings import tire_penalty
from rules.dethmatch.ground.surfaces import ice_turn_mode
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState

SPEED_PER_POINT = {
    "ceil(speed/6)": 6,
    "ceil(speed/5)": 5,
    "ceil(speed/4)": 4,
    "ceil(speed/3)": 3,
}
"""The speed for each point of handling that a turn costs, by house rule setting (DM-M-065)."""
MOST_TURN_TOLL = 5
"""The most handling that one hex-side turn costs (DM-M-065)."""
DRIFT_TOLL = 1
"""The handling a drift costs at any speed (DM-M-065)."""
MANEUVER_RULE = "DM-M-065"
"""The rule that sets what a maneuver costs, unless another book's handling model does (DM-M-068)."""
ICE = "ice"


def maximum_handling(play: Match, car: CarState) -> int:
    """Return the maximum handling: the car's rating less its tire penalty. It may be below 0 (DM-M-032)."""
    fit = play.fits[car.id]
    return fit.handling - tire_penalty(damage=car.tire_damage, toughness=fit.tire_toughness)


def turn_mode(play: Match, car: CarState) -> int:
    """Return the hexes a car in its present state must go straight before it may maneuver without a hazard (DM-C-023,
    DM-M-064).
    """
    return straight_hexes(
        speed=car.speed,
        maximum=maximum_handling(play, car),
        raised=play.fits[car.id].height == "raised",
        on_ice=play.track.surface[car.at] == ICE,
        dog_sledder=play.talent_count(car.driver, "dog_sledder"),
    )


def straight_hexes(
    *, speed: int, maximum: int, raised: bool = False, on_ice: bool = False, dog_sledder: int = 0
) -> int:
    """Return the turn mode in hexes: speed divided by maximum handling, rounded up, 1 more for a raised suspension,
    and more on ice.

    A maximum of 0 or less counts as 1 (DM-M-004, DM-M-064).
    """
    hexes = -(-speed // max(maximum, 1)) + raised
    return ice_turn_mode(hexes, dog_sledder=dog_sledder) if on_ice else hexes


def turn_toll(play: Match, speed: int) -> int:
    """Return the handling one hex-side turn costs at a speed: as printed 1 up to speed 6, 2 up to 12, and so on to 5
    (DM-M-065).

    Another book's handling model has its own figure (DM-M-068).
    """
    if play.model_handling is not None:
        return play.model_handling.model.turn_toll
    return min(-(-speed // SPEED_PER_POINT[play.settings.turn_cost_table]), MOST_TURN_TOLL)


def drift_toll(play: Match) -> int:
    """Return the handling a drift costs (DM-M-065, DM-M-068)."""
    return DRIFT_TOLL if play.model_handling is None else play.model_handling.model.drift_toll


def maneuver_rule(play: Match) -> str:
    """Return the rule that log entries cite for what a maneuver costs."""
    return MANEUVER_RULE if play.model_handling is None else play.model_handling.model.cites.maneuver


def recover_handling(play: Match, car: CarState) -> None:
    """Recover a car's handling at the end of a turn: by its maximum, at least 1, or completely at speed 0 (DM-M-067).

    A broken suspension never recovers.
    """
    maximum = maximum_handling(play, car)
    if car.broken or car.handling == maximum:
        return
    before = car.handling
    car.handling = min(before + max(maximum, 1), maximum) if car.speed else maximum
    play.note("handling", "DM-M-067", car, before={"handling": before}, after={"handling": car.handling})
