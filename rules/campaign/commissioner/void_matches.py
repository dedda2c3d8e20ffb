"""Voiding a match before it is settled, and adding a match to the open round. Rules DM-C-012, DM-C-177, HOUSE-005."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.command import Command, Giver, command
from rules.campaign.core.facts import BookedFact, Fact, fact
from rules.campaign.core.state import LineUp, Season
from rules.campaign.match_day.announcing import MatchPlan, enter_match, refuse_improper_plans
from rules.campaign.money.account import book_amount
from rules.campaign.money.prices import MATCH_MECHANIC_K
from rules.campaign.people.cloning import change_availability
from rules.core.dice import Dice
from rules.core.refusals import Refusal, Unknown
from rules.core.terms import K, MatchId, RoundId


class RoundClosedAlready(Refusal):
    """The round is closed and cannot take another match."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class MatchVoided(Fact):
    """A match counts as never made; its round goes on (HOUSE-005). Its sealed line-ups become visible."""

    says = "{match} was voided."
    match: MatchId

    def opens(self) -> tuple[str, ...]:
        """The seal of the line-ups of the match."""
        return (f"{self.match}:M4",)


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class MatchMechanicRefunded(BookedFact):
    """The fee for staff of rating 4 came back with a voided match (DM-C-064, HOUSE-005)."""

    says = "{franchise} was paid back {amount} for the staff it had hired for {match}."
    match: MatchId


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class ForfeitRefunded(BookedFact):
    """The fee for a forfeit came back with the match it was paid for (HOUSE-005, HOUSE-009; edition 2)."""

    says = "{franchise} was paid back {amount} for its forfeit of {match}."
    match: MatchId


@command(steps=("M2", "M3", "M4"), by=Giver.COMMISSIONER, reasoned=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class VoidMatch(Command):
    """Void a match that is not reported yet; `again` puts another match into its round at once (HOUSE-005).

    A match that is run again is a new one with its own dice. Hearts and devices that were rolled for the voided match
    are not rolled again, but read from it (from edition 4 on). A round closes by itself when its matches are over, so
    a match to be run again in it must be given here.
    """

    match: MatchId
    again: MatchPlan | None = None

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises what `AnnounceRound` raises for an improper plan."""
        match = season.match(self.match)
        round = RoundId(match.round)
        if self.again is not None:
            refuse_improper_plans(
                season, round, [self.again], entered=_franchises_in_round(season, round, but=match.id)
            )
        match.step = "void"
        facts: list[Fact] = [MatchVoided(rule="HOUSE-005", match=self.match)]
        for line_up in season.line_ups_of(match.id):
            facts.extend(_undo(season, line_up))
        if self.again is not None:
            facts.extend(enter_match(season, round, self.again))
        return facts


def _undo(season: Season, line_up: LineUp) -> list[Fact]:
    """Undo what was done for the match: seats, locks, failed hearts, breakdowns, hired staff, the forfeit's fee."""
    match, team = MatchId(line_up.match), line_up.franchise
    for seat in season.seats_of(line_up.id):
        del season.seats[seat.id]
    line_up.locked = {}
    facts = [
        change_availability(driver, franchise=team, now="available", rule="HOUSE-005")
        for driver in season.roster(team)
        if driver.availability == "heart_out"
    ]
    for car in season.garage(team):
        car.broken = False
    for item in season.stores(team):
        item.backwards = False
    if line_up.match_mechanic:
        line_up.match_mechanic = False
        moved = book_amount(season.franchise(team), amount=MATCH_MECHANIC_K * K)
        facts.append(MatchMechanicRefunded(rule="HOUSE-005", **moved, match=match))
    if line_up.forfeit_fee:
        paid, line_up.forfeit_fee = line_up.forfeit_fee, 0
        facts.append(
            ForfeitRefunded(rule="HOUSE-005", **book_amount(season.franchise(team), amount=paid), match=match)
        )
    return facts


def _franchises_in_round(season: Season, round: str, *, but: str = "") -> list[str]:
    """The franchises in the matches of a round, without void ones and without the match `but`."""
    return [
        line_up.franchise
        for match in season.matches_of(round)
        if match.step != "void" and match.id != but
        for line_up in season.line_ups_of(match.id)
    ]


@command(steps=("M",), by=Giver.COMMISSIONER, reasoned=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class AddMatch(Command):
    """Put a match into the open round, for franchises that have none in it (HOUSE-005, DM-C-177)."""

    round: RoundId
    plan: MatchPlan

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `Unknown`, `RoundClosedAlready`, or what `AnnounceRound` raises for an improper plan."""
        round = season.rounds.get(self.round)
        if round is None:
            raise Unknown(f"There is no round {self.round[:80]!r} in this season: use the id of one that is.")
        if round.step == "closed":
            raise RoundClosedAlready(f"Round {round.id} is closed: announce a new round for the match.")
        refuse_improper_plans(season, self.round, [self.plan], entered=_franchises_in_round(season, round.id))
        return enter_match(season, self.round, self.plan)
