"""Keeping mechanical staff for the next season, or letting it go. Rules DM-C-064, DM-C-160."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.command import Command, Giver, command
from rules.campaign.core.facts import BookedFact, Fact, fact
from rules.campaign.core.season_steps import reach_step
from rules.campaign.core.state import Franchise, Season
from rules.campaign.money.account import book_amount, refuse_unpayable
from rules.campaign.people.staff import BEST_RATING, StaffLeft
from rules.core.dice import Dice
from rules.core.refusals import Refusal
from rules.core.terms import Credits, FranchiseId, K

KEEP_FEE_K = {1: 0, 2: 12, 3: 50}
"""The printed fees for keeping staff by rating, in k; that of rating 4 is a house rule, printed as 75 (DM-C-064)."""


class NoStaffToKeep(Refusal):
    """Staff of rating 1 stays for free, so there is nothing to decide (DM-C-064)."""


class StaffAlreadyDecided(Refusal):
    """The franchise has already decided whether to keep its staff (DM-C-160)."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class StaffKept(BookedFact):
    """A franchise paid to keep its staff; `covered` says that it includes next season's hire-on price (DM-C-160)."""

    says = "{franchise} paid {amount} to keep its mechanical staff of rating {rating}."
    rating: int
    covered: bool


def keep_fee(season: Season, *, rating: int) -> Credits:
    """The fee for keeping staff of that rating, in credits (DM-C-064, DM-C-160)."""
    fee_k = season.number_setting("staff.keep_fee_r4_k") if rating == BEST_RATING else KEEP_FEE_K[rating]
    return Credits(fee_k * K)


@command(steps=("E4",), by=Giver.OWNER)
@dataclass(frozen=True, slots=True, kw_only=True)
class KeepStaff(Command):
    """Pay to keep the mechanical staff for the next season, or let it go (DM-C-160)."""

    franchise: FranchiseId
    keep: bool

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `NoStaffToKeep`, `StaffAlreadyDecided` or `BalanceTooLow`."""
        franchise = season.franchise(self.franchise)
        if franchise.staff_decided:
            raise StaffAlreadyDecided(f"{franchise.id} has decided about its staff already: go on.")
        if franchise.staff_rating == 1:
            raise NoStaffToKeep(f"{franchise.id} has staff of rating 1, which stays for nothing: go on.")
        if self.keep:
            fee = keep_fee(season, rating=franchise.staff_rating)
            refuse_unpayable(franchise, price=fee, what=f"keeping staff of rating {franchise.staff_rating}")
        return [_decide(season, franchise, keep=self.keep)]


@command(steps=("E4",), by=Giver.COMMISSIONER)
@dataclass(frozen=True, slots=True, kw_only=True)
class CloseStaffKeep(Command):
    """Close the keeping of staff: owners who have not decided keep it if their balance allows it (DM-C-160)."""

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises nothing."""
        facts: list[Fact] = []
        for franchise in season.all_franchises():
            if franchise.staff_rating > 1 and not franchise.staff_decided:
                payable = franchise.balance >= keep_fee(season, rating=franchise.staff_rating)
                facts.append(_decide(season, franchise, keep=payable))
        return [*facts, reach_step(season, "E5")]


def _decide(season: Season, franchise: Franchise, *, keep: bool) -> Fact:
    rating, covered = franchise.staff_rating, bool(season.setting("staff.keep_fee_covers_next_season"))
    franchise.staff_decided = True
    if not (keep and covered):
        franchise.staff_rating = 1
    if not keep:
        return StaffLeft(rule="DM-C-160", franchise=FranchiseId(franchise.id), rating=rating)
    if not covered:
        franchise.staff_held = rating
    moved = book_amount(franchise, amount=-keep_fee(season, rating=rating))
    return StaffKept(rule="DM-C-160", **moved, rating=rating, covered=covered)
