"""What the autopilot thinks that things are worth, in points of the match. Rules DM-M-141 to DM-M-146."""

from __future__ import annotations

from dataclasses import dataclass

from rules.match.driving.prices import load_prices

PACKAGE = "rules.dethmatch.autopilot"


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """Prices in points of the match, found by self-play.

    A life is a whole car: what it takes from an undamaged car to a wreck.
    """

    road_hex: float
    """A hex of the course in a race, or of the way home with a flag."""
    fetch_hex: float
    """A hex nearer to a flag."""
    hunt_hex: float
    """A hex nearer to the car that is hunted."""
    handling: float
    """A point of handling lost in the first phase of a turn; a third less in each later one."""
    race_handling: float
    """What `handling` is in a race."""
    control: float
    """Losing control."""
    spin: float
    """A spin or rollover, in addition."""
    collision: float
    """The lost speed, place and time of a collision, besides the harm."""
    race_collision: float
    """What `collision` is in a race."""
    blocked: float
    """Ending an activation with the hex ahead blocked."""
    foul: float
    """A hex with oil, caltrops or an obstacle, besides the handling it takes."""
    own_life: float
    """The own car."""
    enemy_life: float
    """An enemy car, where no points are paid for it."""
    shot: float
    """How many times over a shot from the end of a path counts."""
    threat: float
    """How many times over an enemy's shot at the end of a path counts."""
    race_shot: float
    """What `shot` is in a race."""
    race_threat: float
    """What `threat` is in a race."""
    turned_away: float
    """The share of an enemy's shot that counts if they must turn first."""
    tire: float
    """The share of a life that a point of handling lost by tire damage is."""
    shaken: float
    """The share of a life that the driving check of a hit is, for a moving car."""
    round: float
    """A round of ammunition that could be fired later."""
    near: float
    """How near an enemy is, in hexes, when a car that fights slows down to keep its guns on them."""
    near_speed: float
    """The speed that it slows down to."""
    option: float
    """What an option point must gain to be used, besides what it gains in place."""
    prized: float
    """How many times over an enemy car counts that carries a flag or leads a race."""


def prices() -> Prices:
    """The prices in force."""
    learned: Prices = load_prices(PACKAGE, Prices).prices
    return learned
