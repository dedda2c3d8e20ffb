"""What the autopilot thinks that things are worth, in points of a race whose winner gets ten.

Rules FW-140 to FW-143.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.match.driving.prices import load_prices


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """The learned prices of a race.

    `turn` is a turn of the own car on its way to the finish. `out` is a car of one's own that goes out, `out_rival`
    the share of a rival's points that its going out is worth. `damage_a_turn` is the damage a car is expected to take
    in a turn, `damage_ahead` what it expects besides.

    `offense` weighs the damage that the car may do next turn from where its move ends, `exposure` what it may suffer
    there; damage now has a weight of 1. `reserve` is a point of tires or brakes lost to a marker. `contact` weighs
    the collision checks of a place right by another car. `single_shot` is what a shot must be worth, against the best
    of its weapon, while shots are scarce.
    `charge` weighs a charge dropped, `smoke` the shots that smoke spoils.

    `pace` and `run_home` are what these plans are worth, the latter divided by the turns to go. `hunt_harm` is how
    much more damage to the hunted rival weighs, `hunt_turn` what a turn then counts; `evade_harm` is how much more
    damage to the own car weighs for one that evades; `home_turn` what a turn counts for one that runs home.
    """

    turn: float
    out: float
    out_rival: float
    damage_a_turn: float
    damage_ahead: float
    offense: float
    exposure: float
    reserve: float
    contact: float
    single_shot: float
    charge: float
    smoke: float
    pace: float
    run_home: float
    hunt_harm: float
    hunt_turn: float
    evade_harm: float
    home_turn: float


PRICES = load_prices("rules.formule.autopilot", Prices).prices
"""The prices in force."""
