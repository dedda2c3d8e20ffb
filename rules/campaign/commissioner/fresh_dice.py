"""Fresh dice: a season replaces a secret or leaves that others may know. Rules DM-C-002, HOUSE-010.

A league that was played elsewhere is imported with its secret, and anybody who has the file can compute every die to
come. So that secret is published, and a new one is taken of which only the hash is known. Dice that have fallen stay;
the others are thrown with the new secret. A season whose dice are committed by leaves takes fresh leaves in the same
way. It also takes further leaves before it has thrown with the last of those it published.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rules.campaign.core.command import SEASON_STEPS, Command, Giver, command
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.state import Season
from rules.core.dice import Dice
from rules.core.refusals import Malformed, Refusal

DIGEST, SECRET_PATTERN = re.compile("[0-9a-f]{64}"), re.compile("([0-9a-f]{2}){1,64}")


class RoundUnderWay(Refusal):
    """A match is announced and not over, and its dice belong to the secret it was announced under."""


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class SecretRenewed(Fact):
    """From here on the season throws with a fresh secret; everybody can check with the old one (HOUSE-010)."""

    says = "The season goes on with fresh dice, and the secret of those before is anybody's to see."
    secret_hash: str
    earlier_secret: str


@command(steps=SEASON_STEPS, by=Giver.SEASON)
@dataclass(frozen=True, slots=True, kw_only=True)
class RenewSecret(Command):
    """Throw dice that have not fallen with a fresh secret, and show everybody the old one (HOUSE-010)."""

    secret_hash: str
    """The SHA-256 of the fresh secret, in hex digits."""
    earlier_secret: str
    """The secret it replaces, in hex digits."""

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `Malformed`."""
        if not DIGEST.fullmatch(self.secret_hash):
            raise Malformed("The hash of a secret is 64 hex digits, SHA-256 of it.").at("secret_hash")
        if not SECRET_PATTERN.fullmatch(self.earlier_secret):
            raise Malformed("A secret is 1 to 64 bytes in hex digits, such as 00ff.").at("earlier_secret")
        return [SecretRenewed(rule="HOUSE-010", secret_hash=self.secret_hash, earlier_secret=self.earlier_secret)]


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class LeavesCommitted(Fact):
    """The root over 4,096 further leaves is published, before the first of them throws (DM-C-002).

    `fresh` ones are of another seed than those before, which others may know (HOUSE-010).
    """

    says = "The leaves of further dice are committed by the root {root}."
    root: str
    fresh: bool = False


@command(steps=SEASON_STEPS, by=Giver.SEASON)
@dataclass(frozen=True, slots=True, kw_only=True)
class CommitLeaves(Command):
    """Publish the root over further leaves that the season throws with from then on (DM-C-002, HOUSE-010)."""

    root: str
    """The root of their Merkle tree, 64 hex digits."""
    fresh: bool = False
    """Whether they are made from a new seed, because others may know the old one."""

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `Malformed`."""
        if not DIGEST.fullmatch(self.root):
            raise Malformed("The root of leaves is 64 hex digits: publish that of their Merkle tree.").at("root")
        return [LeavesCommitted(rule="HOUSE-010" if self.fresh else "DM-C-002", root=self.root, fresh=self.fresh)]


def refuse_under_way(season: Season) -> None:
    """Raise `RoundUnderWay` while an announced match is neither settled nor void."""
    for match in season.matches.values():
        if match.step not in ("settled", "void"):
            raise RoundUnderWay(f"{match.id} is under way: let its round be closed before fresh dice are taken.")
