"""The common pool: each franchise declares one sponsor safe and loses another to it, and all take turns picking from
it.

Rules DM-C-069, DM-C-086, DM-C-168 to DM-C-171, DM-C-179.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.command import Command, Giver, command
from rules.campaign.core.dice_paths import FAREWELL, SPONSOR_LOST
from rules.campaign.core.facts import BookedFact, Fact, fact
from rules.campaign.core.season_steps import reach_step
from rules.campaign.core.state import Franchise, Season, Sponsor
from rules.campaign.core.turns import Turn, Turns, refuse_off_turn
from rules.campaign.money.account import book_amount
from rules.campaign.season_end.franchise_contracts import refuse_folded
from rules.campaign.sponsors.kinds import SponsorJoined, roll_income
from rules.core.dice import Dice, Roll
from rules.core.refusals import Refusal, Unknown
from rules.core.terms import FranchiseId, SponsorId


class SafeLastSeason(Refusal):
    """A sponsor cannot be declared safe in two consecutive seasons (DM-C-168)."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class SponsorDeclaredSafe(Fact):
    """A sponsor cannot be lost at this season's end (DM-C-168)."""

    says = "{franchise} declared {sponsor} safe."
    franchise: FranchiseId
    sponsor: SponsorId


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class NoSponsorSafe(Fact):
    """A franchise declared none of its sponsors safe (DM-C-168)."""

    says = "{franchise} declared no sponsor safe."
    franchise: FranchiseId


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class SponsorPooled(Fact):
    """A sponsor left for the common pool, drawn at random or because its franchise folded (DM-C-169, DM-C-179)."""

    says = "{sponsor} ({sponsor_kind}) left {franchise} for the common pool."
    franchise: FranchiseId
    sponsor: SponsorId
    sponsor_kind: str


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class FarewellPaid(BookedFact):
    """What a drawn sponsor paid once more, not through overhead; `war` says that there was one (DM-C-170)."""

    says = "{sponsor} ({sponsor_kind}) paid {franchise} {amount} when it left."
    sponsor: SponsorId
    sponsor_kind: str
    war: bool


@command(steps=("E7",), by=Giver.OWNER)
@dataclass(frozen=True, slots=True, kw_only=True)
class DeclareSafe(Command):
    """Declare one sponsor safe, or none, in place of what was declared before (DM-C-168)."""

    franchise: FranchiseId
    sponsor: SponsorId = SponsorId("")

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `FoldedStoodAside`, `SafeLastSeason` or `Unknown`."""
        franchise = season.franchise(self.franchise)
        refuse_folded(franchise)
        held = season.sponsors_of(franchise.id)
        if self.sponsor:
            self._refuse_sponsor(season, held)
        for sponsor in held:
            sponsor.safe_in = [number for number in sponsor.safe_in if number != season.number]
            if sponsor.id == self.sponsor:
                sponsor.safe_in.append(season.number)
        franchise.safe_declared = True
        if not self.sponsor:
            return [NoSponsorSafe(rule="DM-C-168", franchise=self.franchise)]
        return [SponsorDeclaredSafe(rule="DM-C-168", franchise=self.franchise, sponsor=self.sponsor)]

    def _refuse_sponsor(self, season: Season, held: list[Sponsor]) -> None:
        sponsor = next((sponsor for sponsor in held if sponsor.id == self.sponsor), None)
        if sponsor is None:
            known = ", ".join(sponsor.id for sponsor in held)
            raise Unknown(f"{self.sponsor[:80]} is no sponsor of {self.franchise}: name one of {known}, or none.")
        if season.number - 1 in sponsor.safe_in:
            raise SafeLastSeason(f"{sponsor.id} was safe in the season before: declare another safe, or none.")


@command(steps=("E7",), by=Giver.COMMISSIONER)
@dataclass(frozen=True, slots=True, kw_only=True)
class DrawSponsors(Command):
    """Draw the sponsor that each franchise loses, pay its farewell, and open the common pool (DM-C-169, DM-C-170)."""

    def perform(self, season: Season, dice: Dice) -> list[Fact]:
        """Raises nothing. A franchise that declared no sponsor has none safe."""
        facts: list[Fact] = []
        for franchise in season.all_franchises():
            if franchise.folded:
                held = season.sponsors_of(franchise.id)
                facts += [_move_to_pool(franchise, sponsor, rule="DM-C-179", rolls=()) for sponsor in held]
            elif season.setting("sponsors.season_end_loss"):
                facts += _draw_lost_sponsor(season, franchise, dice)
        season.pool = Turns(order=[franchise.id for franchise in season.final_order() if not franchise.folded])
        return [*facts, reach_step(season, "E8")]


def _draw_lost_sponsor(season: Season, franchise: Franchise, dice: Dice) -> list[Fact]:
    held = season.sponsors_of(franchise.id)
    if len(held) == 1:
        return []
    eligible = [sponsor for sponsor in held if season.number not in sponsor.safe_in]
    rolls: tuple[Roll, ...] = ()
    if len(eligible) > 1:
        rolls = (SPONSOR_LOST.open(dice, franchise=franchise.id).roll(1, "sponsor lost", sides=len(eligible)),)
    lost = eligible[rolls[0].total - 1] if rolls else eligible[0]
    paid = roll_income(
        kind=lost.kind,
        separate_war_die=season.setting("sponsors.munitions_war_die") == "separate_die",
        stream=FAREWELL.open(dice, franchise=franchise.id),
    )
    pooled = _move_to_pool(franchise, lost, rule="DM-C-169", rolls=rolls)
    moved = book_amount(franchise, amount=paid.amount)
    farewell = FarewellPaid(
        rule="DM-C-170",
        rolls=paid.rolls,
        **moved,
        sponsor=SponsorId(lost.id),
        sponsor_kind=lost.kind,
        war=paid.war,
    )
    return [pooled, farewell]


def _move_to_pool(franchise: Franchise, sponsor: Sponsor, *, rule: str, rolls: tuple[Roll, ...]) -> Fact:
    """Put a sponsor into the common pool, and clear the seasons in which it was safe."""
    sponsor.franchise, sponsor.safe_in = "", []
    return SponsorPooled(
        rule=rule,
        rolls=rolls,
        franchise=FranchiseId(franchise.id),
        sponsor=SponsorId(sponsor.id),
        sponsor_kind=sponsor.kind,
    )


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
