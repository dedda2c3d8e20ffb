"""Awaited dice: a command is recorded first, and its dice fall when nobody could have known them. Rule DM-C-002.

A season may let dice fall by a round of a public beacon that is made only after the command is in its journal, or by
words that members reveal only then. `AwaitDice` records the command. Once its dice are known, the same command
becomes an ordinary entry with those rolls.

Awaited dice belong to the journal: none of these commands changes the season.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from rules.campaign.core.command import SEASON_STEPS, Command, Giver, command
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.state import Season
from rules.core.dice import Dice
from rules.core.refusals import Malformed
from rules.core.terms import FranchiseId, MatchId

DIGEST = re.compile("[0-9a-f]{64}")


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class DiceAwaited(Fact):
    """A command that throws dice was written down before they fall (DM-C-002).

    They fall with that `round` of the beacon, or in a season that has none once words were revealed.
    """

    says = "Dice are awaited ({what}[, {franchise}])[: they fall with round {round} of the beacon]."
    what: str
    franchise: FranchiseId = FranchiseId("")
    match: MatchId = MatchId("")
    round: int = 0


@command(steps=SEASON_STEPS, by=Giver.SEASON)
@dataclass(frozen=True, slots=True, kw_only=True)
class AwaitDice(Command):
    """Write down a command that throws dice, before anybody can know how they fall (DM-C-002)."""

    given: dict[str, Any] | None = None
    """The document of the command or amend that awaits its dice; None for the dice of a match."""
    match: MatchId = MatchId("")
    """The locked match that awaits its dice; empty for a command's dice."""
    round: int = 0
    """The beacon round that decides the dice; 0 in a season whose members reveal words."""

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `Malformed` unless exactly one of `given` and `match` is set."""
        if (self.given is None) == (not self.match):
            raise Malformed("Dice are awaited for a command or for a match: name one of them.").at("given")
        document = self.given or {}
        what = "the match" if self.given is None else str(document.get("type", "")).replace("_", " ")
        franchise = FranchiseId(str(document.get("franchise", "")))
        return [DiceAwaited(rule="DM-C-002", what=what, franchise=franchise, match=self.match, round=self.round)]


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class MatchDiceReady(Fact):
    """The dice of a locked match have what they waited for, and it can be played (DM-C-002)."""

    says = "The dice of {match} wait for nothing any more: it can be played."
    match: MatchId
    entry: int


@command(steps=SEASON_STEPS, by=Giver.SEASON)
@dataclass(frozen=True, slots=True, kw_only=True)
class ReadyMatchDice(Command):
    """Write down what the dice of a locked match waited for (DM-C-002)."""

    match: MatchId
    entry: int
    """The number of the entry that recorded them as awaited."""

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Refuses nothing: the journal knows what was awaited."""
        return [MatchDiceReady(rule="DM-C-002", match=self.match, entry=self.entry)]


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class AwaitedDropped(Fact):
    """A command that awaited its dice is no longer legal, and they do not fall."""

    says = "What entry {entry} awaited dice for is refused now, and they do not fall, because of this: {because}."
    entry: int
    because: str


@command(steps=SEASON_STEPS, by=Giver.SEASON)
@dataclass(frozen=True, slots=True, kw_only=True)
class DropAwaited(Command):
    """Give up a command that awaited its dice, because something later made it illegal (DM-C-002)."""

    entry: int
    """The number of the entry that recorded them as awaited."""
    because: str
    """Why it is refused, without the final period."""

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Refuses nothing: the journal has already tried the command."""
        return [AwaitedDropped(rule="DM-C-002", entry=self.entry, because=self.because)]


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class HashesClosed(Fact):
    """No further hashes of words are taken for awaited dice, and no words were revealed yet (DM-C-002)."""

    says = "Hashes of words for the dice of entry {entry} are closed; members who gave one: {count}."
    entry: int
    count: int


@command(steps=SEASON_STEPS, by=Giver.SEASON)
@dataclass(frozen=True, slots=True, kw_only=True)
class CloseHashes(Command):
    """Close the hashes of members' words for awaited dice, before any words can be read (DM-C-002)."""

    entry: int
    """The number of the entry that awaits its dice."""
    hashes: dict[str, str]
    """The SHA-256 of each member's words, by the member's opaque name."""

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `Malformed` for a hash that is not 64 hex digits."""
        for name, hashed in self.hashes.items():
            if not DIGEST.fullmatch(hashed):
                raise Malformed("The hash of words is 64 hex digits, SHA-256 of them.").at("hashes", name)
        return [HashesClosed(rule="DM-C-002", entry=self.entry, count=len(self.hashes))]


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class BeaconWaived(Fact):
    """An owner agrees that awaited dice fall without the beacon, which has not come for a week (DM-C-002)."""

    says = "The dice of entry {entry} may fall without the beacon[, says {franchise}]."
    franchise: FranchiseId
    entry: int


@command(steps=SEASON_STEPS, by=Giver.SEASON)
@dataclass(frozen=True, slots=True, kw_only=True)
class WaiveBeacon(Command):
    """Agree that dice fall without the beacon, which has not come for a week (DM-C-002).

    An owner signs it. The journal gives it, because the journal knows when the beacon was due.
    """

    franchise: FranchiseId
    """The franchise whose owner agrees; empty for the commissioner of a season without owners."""
    entry: int
    """The number of the entry that awaits its dice."""

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `Unknown` for an unknown franchise.

        The journal refuses it for an entry that waits for no beacon, or has not waited for a week yet.
        """
        if self.franchise:
            season.franchise(self.franchise)
        return [BeaconWaived(rule="DM-C-002", franchise=self.franchise, entry=self.entry)]
