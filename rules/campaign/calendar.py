"""Closing rounds, and what the season does by itself. Rules DM-C-049, DM-C-101, DM-C-177, DM-C-178."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.announcing import RollPreMatch
from rules.campaign.cloning import change_availability
from rules.campaign.command import Command, Giver, command
from rules.campaign.facts import Fact, fact
from rules.campaign.fatigue import rest_driver
from rules.campaign.season_steps import reach
from rules.campaign.settlement import CloseSettlement, OpenSettlement
from rules.campaign.state import Season
from rules.campaign.traits import as_locked
from rules.dice import Dice
from rules.refusal import Refusal, Unknown
from rules.terms import MatchId, RoundId


class RoundAlreadyClosed(Refusal):
    """The round was closed before."""


class MatchUnsettled(Refusal):
    """A match of the round is not settled (DM-C-177)."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class RoundClosed(Fact):
    """Every match of a round is settled, and who had none has rested (DM-C-177, DM-C-178)."""

    says = "Round {number}, {round}, is closed."
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
            if match.step != "settled":
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
            facts.append(reach(season, "E1"))
        return facts


def _rest_idle(season: Season, round: str, dice: Dice) -> list[Fact]:
    """The round is one idle match for drivers of a franchise that had none in it."""
    playing = {line_up.franchise for match in season.matches_of(round) for line_up in season.line_ups_of(match.id)}
    facts: list[Fact] = []
    for franchise in season.all_franchises():
        if franchise.id in playing:
            continue
        for driver in season.roster(franchise.id):
            facts.extend(
                rest_driver(
                    driver,
                    franchise=franchise.id,
                    locked=as_locked(driver),
                    natural_six_fails=bool(season.setting("check.natural_six_fails")),
                    ardent_recharges=bool(season.setting("talents.ardent_recharges")),
                    stream=dice.open(f"{round}/rest/{driver.id}/fatigue"),
                )
            )
    return facts


def due(season: Season) -> list[Command]:
    """What the season does next by itself, in order; empty while it waits for somebody."""
    named: list[Command] = []
    for round in season.all_rounds():
        if round.step == "closed":
            continue
        matches = season.matches_of(round.id)
        for match in matches:
            id = MatchId(match.id)
            if match.step == "M2":
                named.append(RollPreMatch(match=id))
            elif match.step == "M5.1":
                named.append(OpenSettlement(match=id))
            elif match.step == "M5.4" and all(each.decided for each in season.line_ups_of(match.id)):
                named.append(CloseSettlement(match=id))
        if all(match.step == "settled" for match in matches):
            named.append(CloseRound(round=RoundId(round.id)))
    return named
