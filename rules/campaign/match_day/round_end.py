"""Closing rounds. Rules DM-C-012, DM-C-049, DM-C-101, DM-C-177, DM-C-178."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.command import Command, Giver, command
from rules.campaign.core.dice_paths import REST
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.locks_and_shops import FINISHED_MATCH_STEPS
from rules.campaign.core.season_steps import reach_step
from rules.campaign.core.state import Season
from rules.campaign.people.cloning import change_availability
from rules.campaign.people.fatigue import rest_driver
from rules.campaign.people.traits import take_lock_snapshot
from rules.core.dice import Dice
from rules.core.refusals import Refusal, Unknown
from rules.core.terms import RoundId


class RoundAlreadyClosed(Refusal):
    """The round is already closed."""


class MatchUnsettled(Refusal):
    """A match of the round is neither settled nor void (DM-C-177)."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class RoundClosed(Fact):
    """Every match of a round is settled, and drivers without one have rested (DM-C-177, DM-C-178)."""

    says = "Round {number} is closed."
    round: RoundId
    number: int


@command(steps=("M",), by=Giver.SEASON)
@dataclass(frozen=True, slots=True, kw_only=True)
class CloseRound(Command):
    """Close a round: drivers of franchises without a match rest, failed hearts may drive again (DM-C-178)."""

    round: RoundId

    def perform(self, season: Season, dice: Dice) -> list[Fact]:
        """Raises `RoundAlreadyClosed`, `MatchUnsettled` or `Unknown`."""
        round = season.rounds.get(self.round)
        if round is None:
            raise Unknown(f"There is no round {self.round[:80]!r} in this season: use the id of one that is.")
        if round.step == "closed":
            raise RoundAlreadyClosed(f"Round {round.id} is closed: announce the next one.")
        for match in season.matches_of(round.id):
            if match.step not in FINISHED_MATCH_STEPS:
                raise MatchUnsettled(f"{match.id} of round {round.id} is not settled: settle it first.")
        facts = _rest_idle(season, round.id, dice)
        for franchise in season.all_franchises():
            for driver in season.roster(franchise.id):
                if driver.availability == "heart_out":
                    facts.append(
                        change_availability(driver, franchise=franchise.id, now="available", rule="DM-C-049")
                    )
        round.step = "closed"
        facts.append(RoundClosed(rule="DM-C-177", round=self.round, number=round.number))
        if round.number == season.rounds_planned:
            facts.append(reach_step(season, "E1"))
        return facts


def _rest_idle(season: Season, round: str, dice: Dice) -> list[Fact]:
    """Rest the drivers of franchises without a match in the round, as if they had sat one out."""
    playing = {
        line_up.franchise
        for match in season.matches_of(round)
        if match.step != "void"
        for line_up in season.line_ups_of(match.id)
    }
    facts: list[Fact] = []
    for franchise in season.all_franchises():
        if franchise.id in playing:
            continue
        for driver in season.roster(franchise.id):
            facts.extend(
                rest_driver(
                    season,
                    driver,
                    franchise=franchise.id,
                    locked=take_lock_snapshot(driver),
                    stream=REST.open(dice, round=round, driver=driver.id),
                )
            )
    return facts
