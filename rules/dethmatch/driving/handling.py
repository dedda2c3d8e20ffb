"""Handling: its maximum, the turn mode, what a turn costs, and how it is lost and regained. Rules DM-M-032, DM-M-064
to DM-M-067, DM-M-112.
"""

from __future__ import annotations

from rules.dethmatch.designs.ratings import tire_penalty
from rules.dethmatch.driving import loss_of_control
from rules.dethmatch.ground.surfaces import ice_turn_mode
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState

SPEED_PER_POINT = {
    "ceil(speed/6)": 6,
    "ceil(speed/5)": 5,
    "ceil(speed/4)": 4,
    "ceil(speed/3)": 3,
}
"""How much speed costs a turn one point of handling, by the house's table (DM-M-065)."""
MOST_TURN_TOLL = 5
"""No hex-side turn costs more than this (DM-M-065)."""
DRIFT_TOLL = 1
"""What a drift costs at any speed (DM-M-065)."""
MANEUVER_RULE = "DM-M-065"
"""The rule by which a maneuver is paid for, unless another book's model says by which of its own (DM-M-068)."""
ICE = "ice"


def maximum_handling(play: Match, car: CarState) -> int:
    """The maximum handling: the car's rating less the penalty for its tires; it may be below 0 (DM-M-032)."""
    fit = play.fits[car.id]
    return fit.handling - tire_penalty(damage=car.tire_damage, toughness=fit.tire_toughness)


def turn_mode(play: Match, car: CarState) -> int:
    """The hexes a car must have gone straight before it may maneuver without a hazard, as it is now (DM-C-023,
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
    """The turn mode in hexes: speed by maximum handling rounded up, 1 more for a raised suspension, then the ice.

    A maximum of 0 or less counts as 1 (DM-M-004, DM-M-064).
    """
    hexes = -(-speed // max(maximum, 1)) + raised
    return ice_turn_mode(hexes, dog_sledder=dog_sledder) if on_ice else hexes


def turn_toll(play: Match, speed: int) -> int:
    """What one hex-side turn costs in handling at a speed: 1 up to 6, 2 up to 12, and so on to 5 (DM-M-065).

    Another book's model says so itself (DM-M-068).
    """
    if play.model_handling is not None:
        return play.model_handling.model.turn_toll
    return min(-(-speed // SPEED_PER_POINT[play.settings.turn_cost_table]), MOST_TURN_TOLL)


def drift_toll(play: Match) -> int:
    """What a drift costs in handling (DM-M-065, DM-M-068)."""
    return DRIFT_TOLL if play.model_handling is None else play.model_handling.model.drift_toll


def maneuver_rule(play: Match) -> str:
    """The rule that a maneuver's price is told by."""
    return MANEUVER_RULE if play.model_handling is None else play.model_handling.model.cites.maneuver


def lose_handling(play: Match, car: CarState, amount: int, *, rule: str, why: str) -> None:
    """Take handling off, and see whether the driver keeps control; nothing happens for 0 or less (DM-M-068)."""
    if amount <= 0:
        return
    before = car.handling
    car.handling -= amount
    play.note("handling", rule, car, before={"handling": before}, after={"handling": car.handling}, why=why)
    loss_of_control.keep_control(play, car)


def recover_handling(play: Match, car: CarState) -> None:
    """What a car regains at the end of a turn: its maximum, at least 1, or all of it when it stands (DM-M-067).

    A broken suspension never recovers.
    """
    most = maximum_handling(play, car)
    if car.broken or car.handling == most:
        return
    before = car.handling
    car.handling = min(before + max(most, 1), most) if car.speed else most
    play.note("handling", "DM-M-067", car, before={"handling": before}, after={"handling": car.handling})


def apply_tire_change(play: Match, car: CarState, before: int) -> None:
    """Carry a change of the maximum into the current handling at once (DM-M-032, DM-M-112).

    `before` is what `maximum_handling` said while the tires were as they had been.
    """
    apply_maximum_change(play, car, before, rule="DM-M-112", why="tires")


def apply_maximum_change(play: Match, car: CarState, before: int, *, rule: str, why: str) -> None:
    """Carry a change of the maximum by a rule into the current handling; `before` is what it was (DM-M-032)."""
    most = maximum_handling(play, car)
    lose_handling(play, car, before - most, rule=rule, why=why)
    if most > before and not car.broken:
        held = car.handling
        car.handling += most - before
        after = {"handling": car.handling}
        play.note("handling", rule, car, before={"handling": held}, after=after, why=why)
