"""Commissioner's acts on money, points and deadlines, which no rule of the book covers. Rules HOUSE-001, HOUSE-004,
HOUSE-006.

Each is public and has a reason.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.command import STEPS_BEFORE_CLOSED, Command, Giver, command
from rules.campaign.core.facts import BookedFact, Fact, fact
from rules.campaign.core.figure_limits import LARGEST_AMOUNT, LARGEST_POINTS, refuse_too_large
from rules.campaign.core.state import Season
from rules.campaign.match_day.repairs import default_repair_decision
from rules.campaign.money.account import book_amount, refuse_unpayable
from rules.core.dice import Dice
from rules.core.refusals import Refusal
from rules.core.terms import FranchiseId, MatchId


class NothingToChange(Refusal):
    """The act would change nothing."""


class PointsTooLow(Refusal):
    """A franchise's season points cannot fall below 0 (HOUSE-004)."""


class EverybodyDecided(Refusal):
    """Every franchise of the match has already decided on its cars."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class BalanceAdjusted(BookedFact):
    """A commissioner adjusted a balance (HOUSE-001)."""

    says = "The balance of {franchise} was adjusted by {amount}."
    signed = True


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class PointsAwarded(Fact):
    """Season points outside a match: awarded or taken away by a commissioner, or scored on paper before the season.

    Rules HOUSE-004, DM-C-180. `season_points`, `season_wins` and `season_criticals` are the totals after it.
    """

    says = "{franchise} was given {points} points: {season_points} in the season."
    franchise: FranchiseId
    points: int
    season_points: int
    season_wins: int
    season_criticals: int
    wins: int = 0
    criticals: int = 0


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionsEnded(Fact):
    """A commissioner decided for the owners past their deadline: all replaced, all repaired (HOUSE-006)."""

    says = "Decisions on cars after {match} were closed for {franchises}."
    match: MatchId
    franchises: str


@command(steps=STEPS_BEFORE_CLOSED, by=Giver.COMMISSIONER, reasoned=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class AdjustBalance(Command):
    """Add to a franchise's balance, or take up to all of it, in credits (HOUSE-001)."""

    franchise: FranchiseId
    amount: int

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `NothingToChange`, `FigureTooLarge` or `BalanceTooLow`."""
        franchise = season.franchise(self.franchise)
        if not self.amount:
            raise NothingToChange(f"0 changes nothing in the account of {franchise.id}: give an amount.")
        refuse_too_large(self.amount, most=LARGEST_AMOUNT, what="An adjustment in credits")
        refuse_too_large(franchise.balance + self.amount, most=LARGEST_AMOUNT, what=f"The balance of {franchise.id}")
        refuse_unpayable(franchise, price=-self.amount, what="what is to be taken")
        return [BalanceAdjusted(rule="HOUSE-001", **book_amount(franchise, amount=self.amount))]


@command(steps=("M", "E1"), by=Giver.COMMISSIONER, reasoned=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class AwardPoints(Command):
    """Award season points, or take them away with a number below 0, until the final table is made (HOUSE-004)."""

    franchise: FranchiseId
    points: int

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `NothingToChange`, `FigureTooLarge` or `PointsTooLow`."""
        franchise = season.franchise(self.franchise)
        if not self.points:
            raise NothingToChange(f"0 points change nothing for {franchise.id}: give a number of points.")
        refuse_too_large(franchise.points + self.points, most=LARGEST_POINTS, what=f"The points of {franchise.id}")
        if self.points < 0 and franchise.points + self.points < 0:
            least = "dock no more than those" if franchise.points > 0 else "nobody is docked below 0"
            raise PointsTooLow(f"{franchise.id} has {franchise.points} points: {least}.")
        franchise.points += self.points
        return [
            PointsAwarded(
                rule="HOUSE-004",
                franchise=self.franchise,
                points=self.points,
                season_points=franchise.points,
                season_wins=franchise.wins,
                season_criticals=franchise.criticals,
            )
        ]


@command(steps=("M5.4",), by=Giver.COMMISSIONER, reasoned=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class EndDecisions(Command):
    """Close the decisions on cars after a match: owners who have not decided replace and repair all (HOUSE-006)."""

    match: MatchId

    def perform(self, season: Season, dice: Dice) -> list[Fact]:
        """Raises `EverybodyDecided`."""
        waiting = [
            FranchiseId(line_up.franchise) for line_up in season.line_ups_of(self.match) if not line_up.decided
        ]
        if not waiting:
            raise EverybodyDecided(f"Every franchise of {self.match} has decided: there is nothing to close.")
        facts: list[Fact] = [DecisionsEnded(rule="HOUSE-006", match=self.match, franchises=" and ".join(waiting))]
        for franchise in waiting:
            facts.extend(default_repair_decision(season, match=self.match, franchise=franchise).perform(season, dice))
        return facts
