"""The sponsor party, and placing sponsors won above the limit. Rules DM-C-069, DM-C-070."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.command import Command, Giver, command
from rules.campaign.core.dice_paths import PARTY
from rules.campaign.core.facts import BookedFact, Fact, fact
from rules.campaign.core.names import clean_new_id
from rules.campaign.core.state import Franchise, Season, Sponsor
from rules.campaign.money.account import book_amount, refuse_unpayable
from rules.campaign.money.prices import PARTY_K
from rules.campaign.sponsors.kinds import SponsorJoined, has_sponsor_room, roll_sponsor, sign_sponsor
from rules.core.dice import Dice
from rules.core.refusals import Malformed, Refusal, Unknown
from rules.core.tables import grid
from rules.core.terms import FranchiseId, K, SponsorId

SPONSORS_WON = grid(
    rows=6,
    columns=6,
    cells=(
        0, 0, 0, 0, 0, 1,
        0, 0, 0, 0, 1, 1,
        0, 0, 0, 1, 1, 1,
        0, 0, 1, 1, 1, 2,
        0, 1, 1, 1, 2, 2,
        1, 1, 1, 2, 2, 2,
    ),
)  # fmt: skip
"""Sponsors won, by what was spent (10k 20k 40k 80k 150k 300k) and the d6 (DM-C-070)."""


class PartyAlreadyThrown(Refusal):
    """The franchise has already had its party this season (DM-C-070)."""


class NoSponsorWaiting(Refusal):
    """The franchise has no sponsor waiting (DM-C-069)."""


class SponsorUndeclinable(Refusal):
    """This season's house rule does not allow declining a sponsor (DM-C-069)."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class PartyThrown(BookedFact):
    """A franchise threw its party; a die and the amount paid said how many sponsors it won (DM-C-070)."""

    says = "{franchise} threw a sponsor party; sponsors won: {won}."
    won: int


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class SponsorLeft(Fact):
    """A sponsor was replaced: it pays nothing and is gone (DM-C-069)."""

    says = "{sponsor} ({sponsor_kind}) is no sponsor of {franchise} any more."
    franchise: FranchiseId
    sponsor: SponsorId
    sponsor_kind: str


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class SponsorDeclined(Fact):
    """A sponsor that was won above the limit was declined (DM-C-069)."""

    says = "{franchise} declined a new sponsor ({sponsor_kind})."
    franchise: FranchiseId
    sponsor_kind: str


def sponsors_won(*, spent_k: int, die: int) -> int:
    """How many sponsors a party wins (DM-C-070); `spent_k` is one of the six printed amounts."""
    return SPONSORS_WON[PARTY_K.index(spent_k)][die - 1]


def decline_waiting_sponsors(franchise: Franchise) -> list[Fact]:
    """Decline every sponsor that waits for a franchise."""
    kinds, franchise.waiting_sponsors = franchise.waiting_sponsors, []
    return [
        SponsorDeclined(rule="DM-C-069", franchise=FranchiseId(franchise.id), sponsor_kind=kind) for kind in kinds
    ]


@command(steps=("S3",), by=Giver.OWNER)
@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowParty(Command):
    """Throw the season's one sponsor party for 10, 20, 40, 80, 150 or 300k (DM-C-070)."""

    franchise: FranchiseId
    spend_k: int

    def perform(self, season: Season, dice: Dice) -> list[Fact]:
        """Raises `Malformed`, `PartyAlreadyThrown` or `BalanceTooLow`."""
        franchise = season.franchise(self.franchise)
        if self.spend_k not in PARTY_K:
            raise Malformed(f"A party costs one of {', '.join(f'{k}k' for k in PARTY_K)}: spend one of those.")
        if franchise.party_thrown:
            raise PartyAlreadyThrown(f"{franchise.id} has had its party: wait for the next season.")
        price = self.spend_k * K
        refuse_unpayable(franchise, price=price, what="that party")
        stream = PARTY.open(dice, franchise=franchise.id)
        roll = stream.roll(1, "sponsor party")
        won = sponsors_won(spent_k=self.spend_k, die=roll.total)
        attracted = [roll_sponsor(stream=stream) for _ in range(won)]
        franchise.party_thrown = True
        moved = book_amount(franchise, amount=-price)
        thrown = PartyThrown(rule="DM-C-070", rolls=(roll,), **moved, won=won)
        return [
            thrown,
            *(
                sign_sponsor(
                    season,
                    franchise,
                    sponsor=f"{franchise.id}.s{season.number}.party{number}",
                    won=rolled_sponsor,
                    rule="DM-C-071",
                )
                for number, rolled_sponsor in enumerate(attracted, 1)
            ),
        ]


@command(steps=("S3",), by=Giver.OWNER)
@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceSponsor(Command):
    """Let the first waiting sponsor replace one of the five, or decline it by replacing none (DM-C-069).

    If `replaces` is empty and a place has become free since, the sponsor takes that place.
    """

    franchise: FranchiseId
    sponsor: SponsorId
    replaces: SponsorId = SponsorId("")

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `NoSponsorWaiting`, `SponsorUndeclinable`, `Unknown`, `IdTaken` or `Malformed`."""
        franchise = season.franchise(self.franchise)
        clean_new_id(self.sponsor, among=season.sponsors, thing="sponsor")
        if not franchise.waiting_sponsors:
            raise NoSponsorWaiting(f"No sponsor waits for {franchise.id}: there is nothing to place.")
        kind = franchise.waiting_sponsors[0]
        if not self.replaces and has_sponsor_room(season, franchise.id):
            del franchise.waiting_sponsors[0]
            return [self._join(season, kind)]
        if not self.replaces:
            if not season.setting("sponsors.may_decline"):
                raise SponsorUndeclinable(
                    f"No sponsor may be declined in this season: name the one of {franchise.id} it replaces."
                )
            del franchise.waiting_sponsors[0]
            return [SponsorDeclined(rule="DM-C-069", franchise=self.franchise, sponsor_kind=kind)]
        leaving = season.sponsors.get(self.replaces)
        if leaving is None or leaving.franchise != franchise.id:
            held = ", ".join(sponsor.id for sponsor in season.sponsors_of(franchise.id))
            raise Unknown(f"{self.replaces[:80]} is no sponsor of {franchise.id}: replace one of {held}.")
        del franchise.waiting_sponsors[0]
        del season.sponsors[leaving.id]
        return [
            SponsorLeft(rule="DM-C-069", franchise=self.franchise, sponsor=self.replaces, sponsor_kind=leaving.kind),
            self._join(season, kind),
        ]

    def _join(self, season: Season, kind: str) -> Fact:
        season.sponsors[self.sponsor] = Sponsor(
            id=self.sponsor, franchise=self.franchise, kind=kind, joined=season.number
        )
        return SponsorJoined(rule="DM-C-069", franchise=self.franchise, sponsor=self.sponsor, sponsor_kind=kind)
