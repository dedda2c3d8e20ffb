"""Opening a season and founding its franchises.

Rules DM-C-058, DM-C-068, DM-C-167, DM-C-172, DM-C-177, annex (a) S0.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rules.campaign.core.command import Command, Giver, command
from rules.campaign.core.dice_paths import FOUNDING
from rules.campaign.core.editions import FIRST_EDITION, clean_edition, refuse_switch_of_later_edition
from rules.campaign.core.facts import BookedFact, Fact, fact
from rules.campaign.core.names import IdTaken, clean_legible_name, clean_new_id
from rules.campaign.core.state import Franchise, Season
from rules.campaign.core.switches import clean_setting, default_setting
from rules.campaign.money.account import book_amount
from rules.campaign.season.house_rules import SwitchSet, settings_contradiction
from rules.campaign.sponsors import kinds
from rules.core.dice import Dice
from rules.core.refusals import Malformed, Refusal
from rules.core.switches import Setting
from rules.core.terms import FranchiseId, K

MOST_ROUNDS = 60
DIGEST = re.compile(r"[0-9a-f]{64}")


class SeasonAlreadyOpened(Refusal):
    """The season has already been opened."""


class SeasonNotOpened(Refusal):
    """The season has not been opened with its rounds and house rules yet."""


class FranchiseAlreadyFounded(Refusal):
    """The franchise is already in the season, and seed money is paid once in its life (DM-C-058)."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonOpened(Fact):
    """The season was opened, with its length and the hash of the secret that its dice come from."""

    says = "The season was opened for {rounds} rounds."
    rounds: int
    secret_hash: str


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class FranchiseFounded(BookedFact):
    """A new franchise with its seed money (DM-C-058)."""

    says = "{franchise} was founded with {amount}."
    name: str


@command(steps=("S0",), by=Giver.COMMISSIONER)
@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSeason(Command):
    """Open the season: its number of rounds, its house rules and the hash of its secret.

    It is given once, before any franchise is founded. `switches` names the house rules that change from the printed
    game or from the season before. What it does not name is carried over, and the printed setting takes a house rule
    back. Every die is checked against `secret_hash`. An amend can change neither that nor the edition, and cannot
    strike the entry.
    """

    rounds: int
    switches: dict[str, Setting] = field(default_factory=dict)
    edition: str = FIRST_EDITION
    secret_hash: str = ""

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `SeasonAlreadyOpened`, `SwitchOfLaterEdition`, `Malformed` or `Unknown`."""
        if season.rounds_planned:
            raise SeasonAlreadyOpened("This season is open already: go on with founding its franchises.")
        if not 1 <= self.rounds <= MOST_ROUNDS:
            raise Malformed(f"A season has 1 to {MOST_ROUNDS} rounds: {self.rounds} cannot be played.")
        clean_edition(self.edition)
        if self.secret_hash and not DIGEST.fullmatch(self.secret_hash):
            raise Malformed("The secret's hash is a SHA-256 in 64 small hex digits: publish that, or leave it out.")
        set_to = {name: clean_setting(name, value) for name, value in sorted(self.switches.items())}
        played = {**season.switches, **set_to}
        if contradiction := settings_contradiction(played):
            raise Malformed(contradiction)
        for name in set_to:
            refuse_switch_of_later_edition(name, edition=self.edition)
        season.rounds_planned, season.edition = self.rounds, self.edition
        changed = {name: value for name, value in set_to.items() if value != season.setting(name)}
        season.switches = {
            name: value
            for name, value in sorted(played.items())
            if name not in set_to or value != default_setting(name)
        }
        opened = SeasonOpened(rule="DM-C-177", rounds=self.rounds, secret_hash=self.secret_hash)
        return [
            opened,
            *(
                SwitchSet(rule="HOUSE-008", switch=name, setting=str(value).lower())
                for name, value in changed.items()
            ),
        ]


@command(steps=("S0",), by=Giver.COMMISSIONER)
@dataclass(frozen=True, slots=True, kw_only=True)
class FoundFranchise(Command):
    """Found a franchise: its seed money and its three starting sponsors (DM-C-058, DM-C-068).

    In a season after the league's first it is an expansion team (DM-C-167).
    """

    franchise: FranchiseId
    name: str = ""

    def perform(self, season: Season, dice: Dice) -> list[Fact]:
        """Raises `SeasonNotOpened`, `FranchiseAlreadyFounded`, `IdTaken` or `Malformed`."""
        if not season.rounds_planned:
            raise SeasonNotOpened("The season is not open: open it with its rounds and house rules first.")
        if self.franchise in season.franchises:
            raise FranchiseAlreadyFounded(
                f"{self.franchise} is founded already and has had its seed money: found one with another id."
            )
        ids = [f"{self.franchise}.founding{number}" for number in range(1, kinds.FOUNDING_SPONSORS + 1)]
        clean_new_id(self.franchise, among=season.franchises, thing="franchise")
        clean_legible_name(self.name, thing="name of the franchise")
        if taken := [id for id in ids if id in season.sponsors]:
            raise IdTaken(f"The sponsors {', '.join(taken)} are in the league: found the franchise with another id.")
        stream = FOUNDING.open(dice, franchise=self.franchise)
        won: list[kinds.RolledSponsor] = []
        for _ in ids:
            unique = season.setting("sponsors.start_unique")
            but = frozenset(rolled_sponsor.kind for rolled_sponsor in won) if unique else frozenset()
            won.append(kinds.roll_sponsor(but=but, stream=stream))
        franchise = Franchise(id=self.franchise, first_season=season.number)
        season.franchises[self.franchise] = franchise
        moved = book_amount(franchise, amount=season.number_setting("franchise.seed_money_k") * K)
        founded = FranchiseFounded(rule="DM-C-058", **moved, name=self.name)
        return [
            founded,
            *(
                kinds.sign_sponsor(season, franchise, sponsor=id, won=rolled_sponsor, rule="DM-C-068")
                for id, rolled_sponsor in zip(ids, won, strict=True)
            ),
        ]
