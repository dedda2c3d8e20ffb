"""How often each command was performed and refused, and what a run reached besides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from rules.campaign.core.command import COMMAND_TYPES, Command, tag_of
from rules.campaign.core.facts import Fact
from rules.campaign.season_end.draft import DriverDrafted
from rules.core.refusals import Refusal

LIMITS = ("RosterFull", "GarageFull", "SponsorsFull", "BalanceTooLow", "NotOnTurn")
"""Refusals that hold a limit; a run in which one never fell has not come up against it."""


REFUSES_NOTHING = frozenset({"drop_awaited", "ready_match_dice"})
"""Commands of the season itself, for which the journal has checked everything before it gives them."""


@dataclass(slots=True)
class Counts:
    """What the machines of one run did between them."""

    steps: int = 0
    performed: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    """By the name of the refusal."""
    leagues: int = 0
    rollovers: int = 0
    drafted: int = 0
    """Drivers who changed hands in drafts."""
    longest: int = 0
    """The number of the latest season that was opened in any league."""

    def perform(self, given: Command, facts: Sequence[Fact]) -> None:
        """Count a command that was performed."""
        self.performed[tag_of(type(given))] += 1
        self.drafted += sum(isinstance(fact, DriverDrafted) for fact in facts)

    def refuse(self, given: Command, no: Refusal) -> None:
        """Count a command that was refused."""
        self.refused[tag_of(type(given))] += 1
        self.refusals[no.code] += 1

    @property
    def commands(self) -> int:
        """How many commands were given."""
        return self.performed.total() + self.refused.total()

    def zeros(self) -> list[str]:
        """What never came to pass, each a sentence; a run that leaves none has met every command both ways."""
        found = [f"{tag} was never performed." for tag in sorted(COMMAND_TYPES) if not self.performed[tag]]
        for tag in sorted(COMMAND_TYPES):
            if tag in REFUSES_NOTHING and self.refused[tag]:
                found.append(f"{tag} was refused: take it out of REFUSES_NOTHING in tests/machine/counts.py.")
            elif tag not in REFUSES_NOTHING and not self.refused[tag]:
                found.append(f"{tag} was never refused.")
        found += [f"No limit was ever held by {code}." for code in LIMITS if not self.refusals[code]]
        if not self.rollovers:
            found.append("No season was followed by another.")
        if not self.drafted:
            found.append("Nobody was drafted.")
        return found

    def lines(self) -> list[str]:
        """The table that is printed: a line for each command, and the sums."""
        told = [f"{'command':<26}{'performed':>10}{'refused':>10}"]
        told += [f"{tag:<26}{self.performed[tag]:>10}{self.refused[tag]:>10}" for tag in sorted(COMMAND_TYPES)]
        told.append(f"{'all':<26}{self.performed.total():>10}{self.refused.total():>10}")
        told.append(
            f"{self.steps} steps and {self.commands} commands in {self.leagues} leagues; {self.rollovers} rollovers, "
            f"the longest league reached season {self.longest}; {self.drafted} drivers drafted; "
            f"{len(self.refusals)} kinds of refusal."
        )
        told.append(", ".join(f"{code} {times}" for code, times in sorted(self.refusals.items())))
        return told
