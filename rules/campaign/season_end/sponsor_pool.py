"""The common pool: franchises take turns picking sponsors that others lost. Rules DM-C-069, DM-C-171, DM-C-179."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.command import Command, Giver, command
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.season_steps import reach_step
from rules.campaign.core.state import Season
from rules.campaign.core.turns import Turn, Turns, refuse_off_turn
from rules.campaign.season_end.franchise_contracts import refuse_folded
from rules.campaign.sponsors.kinds import SponsorJoined
from rules.core.dice import Dice
from rules.core.refusals import Refusal, Unknown
from rules.core.terms import FranchiseId, SponsorId


class PoolNotOver(Refusal):
    """A franchise still has a turn at the sponsor pool (DM-C-171)."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class SponsorPassed(Fact):
    """A franchise passed its turn at the common pool (DM-C-171)."""

    says = "{franchise} passed in round {round} at the sponsor pool."
    franchise: FranchiseId
    round: int


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class SponsorVanished(Fact):
    """Nobody took a sponsor from the common pool, and it is gone (DM-C-171)."""

    says = "Nobody took {sponsor} ({sponsor_kind}) from the common pool."
    sponsor: SponsorId
    sponsor_kind: str


def pool_turn(season: Season) -> Turn | None:
    """Whose turn it is at the pool; None if it is empty or all passed in one round (DM-C-171).

    Franchises that have the most sponsors allowed, or have folded, are skipped.
    """
    if season.pool is None or not season.pool_sponsors():
        return None
    most = season.number_setting("sponsors.max")
    able = {id for id in season.pool.order if len(season.sponsors_of(id)) < most and not season.franchise(id).folded}
    return season.pool.next_turn(able=able)


@command(steps=("E8",), by=Giver.OWNER)
@dataclass(frozen=True, slots=True, kw_only=True)
class PickSponsor(Command):
    """Take a sponsor from the common pool, possibly one that the franchise lost to it (DM-C-171)."""

    franchise: FranchiseId
    sponsor: SponsorId

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `NotOnTurn`, `FoldedStoodAside` or `Unknown`."""
        pool, turn = _refuse_no_turn(season, self.franchise)
        pooled = {sponsor.id: sponsor for sponsor in season.pool_sponsors()}
        sponsor = pooled.get(self.sponsor)
        if sponsor is None:
            raise Unknown(f"{self.sponsor[:80]} is not in the pool: take one of {', '.join(pooled)}, or pass.")
        sponsor.franchise, sponsor.joined = self.franchise, season.number
        pool.take(turn, passed=False)
        return [
            SponsorJoined(rule="DM-C-171", franchise=self.franchise, sponsor=self.sponsor, sponsor_kind=sponsor.kind)
        ]


@command(steps=("E8",), by=Giver.OWNER)
@dataclass(frozen=True, slots=True, kw_only=True)
class PassSponsor(Command):
    """Pass this turn at the common pool; when all pass in one round it ends (DM-C-171)."""

    franchise: FranchiseId

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `NotOnTurn` or `FoldedStoodAside`."""
        pool, turn = _refuse_no_turn(season, self.franchise)
        pool.take(turn, passed=True)
        return [SponsorPassed(rule="DM-C-171", franchise=self.franchise, round=turn.round)]


@command(steps=("E8",), by=Giver.SEASON)
@dataclass(frozen=True, slots=True, kw_only=True)
class ClosePool(Command):
    """Close the common pool; sponsors that nobody took are gone (DM-C-171)."""

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `PoolNotOver`."""
        turn = pool_turn(season)
        if turn is not None:
            raise PoolNotOver(f"It is the turn of {turn.franchise} at the pool: let it pick or pass.")
        facts: list[Fact] = []
        for sponsor in season.pool_sponsors():
            del season.sponsors[sponsor.id]
            facts.append(SponsorVanished(rule="DM-C-171", sponsor=SponsorId(sponsor.id), sponsor_kind=sponsor.kind))
        season.pool = None
        return [*facts, reach_step(season, "E9")]


def _refuse_no_turn(season: Season, id: str) -> tuple[Turns, Turn]:
    franchise = season.franchise(id)
    refuse_folded(franchise)
    turn = refuse_off_turn(pool_turn(season), franchise=franchise.id)
    assert season.pool is not None  # noqa: S101 - nobody is on turn without a pool
    return season.pool, turn
