"""Shopping, the last step of a match: it lasts until every franchise has finished.

Rules DM-C-060, DM-C-065, DM-C-069, DM-C-093, DM-C-104, HOUSE-006, annex (a).
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.command import Command, Giver, command
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.state import LineUp, Season
from rules.campaign.garage.cars import GarageFull
from rules.campaign.market.offers import decline_offer
from rules.campaign.market.tinkering import tinker
from rules.campaign.market.trades import withdraw_all
from rules.campaign.match_day.announcing import MatchStepReached
from rules.campaign.match_day.settlement import accepted_outcome
from rules.campaign.people.hiring import RosterFull
from rules.campaign.sponsors.kinds import SponsorsFull
from rules.core.dice import Dice
from rules.core.refusals import Refusal
from rules.core.terms import FranchiseId, MatchId


class ShoppingAlreadyClosed(Refusal):
    """The shopping step after that match is already closed."""


class ShoppingStillOpen(Refusal):
    """A franchise is still shopping after the match."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class ShoppingOpened(Fact):
    """The shops opened to everybody who was in a match; `hours` is how long, 0 until all are done (DM-C-104)."""

    says = "The shops opened after {match}; they close {closing}."
    match: MatchId
    hours: int
    closing: str


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class ShoppingClosed(Fact):
    """A franchise's shopping after a match is over: its open offers are gone (DM-C-104)."""

    says = "{franchise} finished shopping after {match}."
    match: MatchId
    franchise: FranchiseId


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class GarageShort(Fact):
    """A garage is below its minimum, so its next line-up needs a waiver (DM-C-065)."""

    says = "{franchise} has {cars} of the {needed} cars a garage must hold: its next line-up needs a waiver."
    franchise: FranchiseId
    cars: int
    needed: int


@command(steps=("M5.9",), by=Giver.SEASON)
@dataclass(frozen=True, slots=True, kw_only=True)
class OpenShopping(Command):
    """Make every tinkering roll of a match and open the shops to its franchises (annex a, M5 step 10)."""

    match: MatchId

    def perform(self, season: Season, dice: Dice) -> list[Fact]:
        """What only the settlement needed is removed from the state; points, wins and the dice words stay."""
        match = season.match(self.match)
        out_of_action = frozenset(claim.driver for claim in accepted_outcome(match).drivers if claim.out)
        facts = tinker(season, match.id, out=out_of_action, dice=dice)
        for line_up in season.line_ups_of(match.id):
            for seat in season.seats_of(line_up.id):
                del season.seats[seat.id]
            line_up.locked, line_up.bills, line_up.shopping = {}, [], "open"
        match.outcome, match.step = None, "M5.10"
        hours = season.number_setting("shop.deadline_hours")
        return [
            *facts,
            ShoppingOpened(
                rule="DM-C-104",
                match=self.match,
                hours=hours,
                closing=f"after {hours} hours" if hours else "when everybody is done",
            ),
            MatchStepReached(rule="DM-C-093", match=self.match, step="M5.10"),
        ]


@command(steps=("M5.10",), by=Giver.OWNER)
@dataclass(frozen=True, slots=True, kw_only=True)
class FinishShopping(Command):
    """Finish shopping after a match: open offers are declined and open trades are off (DM-C-104)."""

    franchise: FranchiseId
    match: MatchId

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `ShoppingAlreadyClosed`, `RosterFull`, `GarageFull` or `SponsorsFull`."""
        line_up = season.line_up(self.match, self.franchise)
        if line_up.shopping != "open":
            raise ShoppingAlreadyClosed(f"{self.franchise} has finished shopping after {self.match}: go on.")
        _refuse_too_large(season, self.franchise)
        return _close(season, line_up)


@command(steps=("M5.10",), by=Giver.COMMISSIONER, reasoned=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class EndShopping(Command):
    """Close the shops after a match to everybody who has not finished (HOUSE-006)."""

    match: MatchId

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `ShoppingAlreadyClosed`."""
        shopping = [line_up for line_up in season.line_ups_of(self.match) if line_up.shopping == "open"]
        if not shopping:
            raise ShoppingAlreadyClosed(f"Everybody has finished shopping after {self.match}: go on.")
        return [fact for line_up in shopping for fact in _close(season, line_up, rule="HOUSE-006")]


def _refuse_too_large(season: Season, franchise: str) -> None:
    """Raise `RosterFull`, `GarageFull` or `SponsorsFull` for a franchise above a limit (annex a, M5 step 11).

    It can be above one only because a house rule lowered the limit.
    """
    drivers, most = len(season.roster(franchise)), season.number_setting("roster.max")
    if drivers > most:
        raise RosterFull(f"{franchise} has {drivers} drivers and may have {most}: trade or release some first.")
    cars, most = len(season.garage(franchise)), season.number_setting("garage.max")
    if cars > most:
        raise GarageFull(f"{franchise} has {cars} cars and may have {most}: trade or sell some first.")
    sponsors, most = len(season.sponsors_of(franchise)), season.number_setting("sponsors.max")
    if sponsors > most:
        raise SponsorsFull(
            f"{franchise} has {sponsors} sponsors and may have {most}: have a commissioner take some away first."
        )


def _close(season: Season, line_up: LineUp, *, rule: str = "DM-C-104") -> list[Fact]:
    franchise = FranchiseId(line_up.franchise)
    facts = [decline_offer(season, offer) for offer in season.offers_to(franchise)]
    facts.extend(withdraw_all(season, franchise))
    line_up.shopping = "closed"
    facts.append(ShoppingClosed(rule=rule, match=MatchId(line_up.match), franchise=franchise))
    cars, needed = len(season.garage(franchise)), season.number_setting("garage.min")
    if cars < needed:
        facts.append(GarageShort(rule="DM-C-065", franchise=franchise, cars=cars, needed=needed))
    return facts


@command(steps=("M5.10",), by=Giver.SEASON)
@dataclass(frozen=True, slots=True, kw_only=True)
class SettleMatch(Command):
    """Settle a match when all have finished shopping; cars and devices that failed before it work again (annex a)."""

    match: MatchId

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `ShoppingStillOpen`, naming the franchises that are still shopping."""
        line_ups = season.line_ups_of(self.match)
        shopping = [line_up.franchise for line_up in line_ups if line_up.shopping != "closed"]
        if shopping:
            raise ShoppingStillOpen(f"{' and '.join(shopping)} did not finish shopping after {self.match}: wait.")
        for line_up in line_ups:
            for car in season.garage(line_up.franchise):
                car.broken = False
            for item in season.stores(line_up.franchise):
                item.backwards = False
        match = season.match(self.match)
        match.step, match.pre_match = "settled", {}
        return [MatchStepReached(rule="DM-C-093", match=self.match, step="settled")]
