"""Mechanical staff: one rating, hired for the season or for one match. Rules DM-C-064, DM-C-160."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.command import Command, Giver, command
from rules.campaign.core.facts import BookedFact, Fact, fact
from rules.campaign.core.state import Franchise, LineUp, Season
from rules.campaign.money.account import book_amount, refuse_unpayable
from rules.campaign.money.prices import MATCH_MECHANIC_K, STAFF_K
from rules.campaign.people.hiring import refuse_hiring_closed
from rules.campaign.sponsors.kinds import may_hire_rating_4
from rules.core.dice import Dice
from rules.core.refusals import Malformed, Refusal
from rules.core.terms import FranchiseId, K, MatchId

BEST_RATING = 4


class StaffNotBetter(Refusal):
    """The franchise already has staff of that rating or a better one."""


class StaffNotSupplied(Refusal):
    """Rating 4 is only available through a Tire company, a Mechanic shop or a Car dealership."""


class MatchMechanicAlreadyHired(Refusal):
    """The franchise already has rating 4 staff for that match."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class StaffHired(BookedFact):
    """Staff was hired for the season."""

    says = "{franchise} hired mechanical staff of rating {rating}."
    rating: int


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class MatchMechanicHired(BookedFact):
    """Staff of rating 4 was hired for one match."""

    says = "{franchise} hired mechanical staff of rating {rating} for {match}."
    match: MatchId
    rating: int


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class StaffLeft(Fact):
    """A franchise's staff left because nobody paid for it; it has rating 1 again (DM-C-160)."""

    says = "The mechanical staff of {franchise}, of rating {rating}, left."
    franchise: FranchiseId
    rating: int


def match_staff_rating(franchise: Franchise, line_up: LineUp) -> int:
    """The staff rating of a franchise in a match: a hire for that match replaces the season's staff."""
    return BEST_RATING if line_up.match_mechanic else franchise.staff_rating


def _refuse_unsupplied(season: Season, franchise: Franchise) -> None:
    if not may_hire_rating_4(season, franchise.id):
        raise StaffNotSupplied(
            f"{franchise.id} has no Tire company, Mechanic shop or Car dealership as a sponsor, and only they "
            f"supply rating 4: hire at most rating 3 for the season."
        )


def let_staff_go(franchise: Franchise) -> list[Fact]:
    """End the claim to kept staff whose hire-on price was not paid in time (DM-C-160)."""
    rating, franchise.staff_held = franchise.staff_held, 0
    return [StaffLeft(rule="DM-C-160", franchise=FranchiseId(franchise.id), rating=rating)] if rating else []


@command(steps=("S1", "M"), by=Giver.OWNER)
@dataclass(frozen=True, slots=True, kw_only=True)
class HireStaff(Command):
    """Hire better mechanical staff for the season, at the rating's full price (DM-C-064).

    Rating 4 that was kept and whose hire-on price is still to be paid needs no sponsor that supplies it (DM-C-160).
    """

    franchise: FranchiseId
    rating: int

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `HiringClosed`, `Malformed`, `StaffNotBetter`, `StaffNotSupplied` or `BalanceTooLow`."""
        franchise = season.franchise(self.franchise)
        refuse_hiring_closed(season, franchise.id, switch="staff.midseason_hire")
        if self.rating not in STAFF_K:
            raise Malformed(f"Staff is rated 1 to {BEST_RATING}: {self.rating} is no rating.")
        if self.rating <= franchise.staff_rating:
            raise StaffNotBetter(
                f"{franchise.id} has rating {franchise.staff_rating} already: hire a higher one or none."
            )
        if self.rating == BEST_RATING and franchise.staff_held != BEST_RATING:
            _refuse_unsupplied(season, franchise)
        price = STAFF_K[self.rating] * K
        refuse_unpayable(franchise, price=price, what=f"staff of rating {self.rating}")
        franchise.staff_rating = self.rating
        if self.rating >= franchise.staff_held:
            franchise.staff_held = 0
        return [StaffHired(rule="DM-C-064", **book_amount(franchise, amount=-price), rating=self.rating)]


@command(steps=("M3",), by=Giver.OWNER)
@dataclass(frozen=True, slots=True, kw_only=True)
class HireMatchMechanic(Command):
    """Hire staff of rating 4 for this match only, at 50k, before line-ups lock (DM-C-064)."""

    franchise: FranchiseId
    match: MatchId

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `MatchMechanicAlreadyHired`, `StaffNotBetter`, `StaffNotSupplied` or `BalanceTooLow`."""
        franchise = season.franchise(self.franchise)
        line_up = season.line_up(self.match, self.franchise)
        if line_up.match_mechanic:
            raise MatchMechanicAlreadyHired(f"{franchise.id} has rating 4 staff for {self.match} already: go on.")
        if franchise.staff_rating >= BEST_RATING:
            raise StaffNotBetter(f"{franchise.id} has rating {BEST_RATING} for the season: save the money.")
        _refuse_unsupplied(season, franchise)
        price = MATCH_MECHANIC_K * K
        refuse_unpayable(franchise, price=price, what="rating 4 staff for one match")
        line_up.match_mechanic = True
        moved = book_amount(franchise, amount=-price)
        return [MatchMechanicHired(rule="DM-C-064", **moved, match=self.match, rating=BEST_RATING)]
