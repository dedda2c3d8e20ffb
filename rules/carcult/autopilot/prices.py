"""What the autopilot thinks that things are worth, in victory points. Rules CC-090, CC-095, CC-096."""

from __future__ import annotations

from dataclasses import dataclass

from rules.match.driving.prices import LearnedPrices, load_prices

PACKAGE = "rules.carcult.autopilot"


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """Prices in victory points, which are damage tokens on enemies (CC-067, CC-090), and weights of expectations.

    `dealt` weighs a damage token on an enemy, `taken` one by an enemy, and `self_harm` one that the car does to
    itself. `stop` is the price of
    each speed token that a collision takes off the engine, `shut_in` of a place from which no move of the minimum is
    clear, and `edge` of a place that leads off the table. `usual_reach` is the chance that an enemy's weapons will
    reach the car in a later round. `turn` is the worth of an AZ that gives a turn, `clumsy` the price of each
    8 inches of the minimum without a turn in later rounds, and `approach` of an inch nearer to where the best weapon
    reaches.

    `fire_share` is the part of an enemy's tokens that it is expected to attack with, `doubtful` the chance of an
    attack that needs a move first, and `ram_fear` the chance that an enemy in reach rams. `mine_near`, `mine_ahead`
    and `mine_elsewhere` are the chances that a mine goes off under an enemy next to it, before it, and anywhere else;
    `mine_kept` is the worth of one that is kept.

    `focus` is added to the weight of the enemy that a plan is about; `evade_care` weighs danger while evading.

    `symbol_az` is the worth of a + symbol that damage would cover, `engine_az`, `driver_az` and `gunner_az` of an AZ
    of those components, and `weapon_az` of an AZ of a weapon for each token of damage that it may deal. An AZ of the
    engine is worth `used_engine_az` if it holds a speed token, and `last_turn_az` if it is the only one that does
    not.
    """

    dealt: float
    taken: float
    self_harm: float
    stop: float
    shut_in: float
    edge: float
    usual_reach: float
    turn: float
    clumsy: float
    approach: float
    fire_share: float
    doubtful: float
    ram_fear: float
    mine_near: float
    mine_ahead: float
    mine_elsewhere: float
    mine_kept: float
    focus: float
    evade_care: float
    symbol_az: float
    engine_az: float
    used_engine_az: float
    last_turn_az: float
    driver_az: float
    gunner_az: float
    weapon_az: float


def learned_prices() -> Prices:
    """The prices in force."""
    learned: LearnedPrices[Prices] = load_prices(PACKAGE, Prices)
    return learned.prices
