"""What the autopilot thinks that things are worth, in duel points. Rules RH-086 to RH-088.

The values are learned: `prices.json` holds them with the run of self-play that found them.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """The prices; worth is in duel points (RH-090)."""

    taken: float
    """The weight of harm to the own car, where harm to an enemy weighs 1."""
    next_rounds: float
    """The weight of a shot that can be fired in the next round, where one of this round weighs 1."""
    one_turn: float
    """The weight of a shot for which the car must turn by one side first."""
    two_turns: float
    """The same for two sides."""
    three_turns: float
    """The same for three sides."""
    distance: float
    """What each hex of range to the enemy that is hunted costs beyond `reach`."""
    reach: float
    """The range in hexes that is near enough."""
    shun: float
    """What each hex of range to the nearest enemy is worth to a car that keeps out of reach. Set and not learned."""
    tire: float
    """The weight of a kill by lost tires: how much of one each point of them is worth (RH-067)."""
    skid: float
    """What each roll of a skid costs at 40 mph; more the faster the car is."""
    spin: float
    """What a spin costs."""
    roll: float
    """What leaving the wheels costs."""
    cramped: float
    """The weight of what it costs to come around before a wall."""
    slowing: float
    """What every 10 mph cost that a car must brake to come around before a wall."""
    wall: float
    """The weight of the harm that a wall does."""
    ram: float
    """The weight of the harm that a ram does to an enemy, against that of a shot. Set and not learned: self-play rams
    more, but a franchise pays for its cars and crews.
    """
    own_ram: float
    """The weight of the harm that it does to the own car and crew, against that of a shot. Set and not learned: a ram
    in which both cars die is not worth it.
    """
    ahead: float
    """The weight of running into a car that hardly moves and is in the way of this round. Set and not learned."""
    disarmed: float
    """What it costs at the start of a duel to lose every gun by a ram; less the fewer rounds are left. Set and not
    learned.
    """
    halt: float
    """What it costs a car that a ram stops it. Set and not learned."""
    chase: float
    """The weight of a ram that is in reach but not yet there."""
    focus: float
    """The weight of harm to a car that is hunted, where harm to others weighs 1."""
    constancy: float
    """How much more another plan must be worth before a steady driver changes theirs."""
    evade: float
    """The weight of the danger a car is in, when its team is ahead, against what hunting is worth."""
    toll: float
    """What each point of handling costs that a maneuver takes, if the car stays in control."""
    shot: float
    """What a shot costs of a weapon whose shots are not enough for all rounds that are left."""
    patience: float
    """The share of a better shot expected in a later phase for which a shot is not fired now."""
