"""The Metal Cup: who wins it, and the bonus that waits for the next season. Rules DM-C-156 to DM-C-158."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.command import Command, Giver, command
from rules.campaign.core.dice_paths import CUP
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.season_steps import reach_step
from rules.campaign.core.state import Season
from rules.core.dice import Dice
from rules.core.terms import Credits, FranchiseId, K

BONUS_EACH_K = 5


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class CupAwarded(Fact):
    """A franchise won the Metal Cup, with the bonus for its next income (DM-C-157)."""

    says = "{franchise} won the Metal Cup, and {bonus} for its next income."
    franchise: FranchiseId
    bonus: Credits


@command(steps=("E2",), by=Giver.COMMISSIONER)
@dataclass(frozen=True, slots=True, kw_only=True)
class AwardCup(Command):
    """Award the Metal Cup to the first of the final table, and roll its bonus of 1d6 times 5k (DM-C-157)."""

    def perform(self, season: Season, dice: Dice) -> list[Fact]:
        """Raises nothing, since the final table has been made."""
        winner = season.final_order()[0]
        roll = CUP.open(dice, franchise=winner.id).roll(1, "Metal Cup bonus")
        bonus = Credits(roll.total * BONUS_EACH_K * K)
        winner.cup_bonus += bonus
        awarded = CupAwarded(rule="DM-C-157", rolls=(roll,), franchise=FranchiseId(winner.id), bonus=bonus)
        return [awarded, reach_step(season, "E3")]
