"""How often each command was performed and refused, and the other milestones of a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from rules.campaign.core.command import COMMAND_TYPES, Command, tag_of
from rules.campaign.core.facts import Fact
from rules.campaign.season_end.draft import DriverDrafted
from rules.core.refusals import Refusal

LIMITS = ("RosterFull", "GarageFull", "SponsorsFull", "BalanceTooLow", "NotOnTurn")
"""Refusals that enforce a limit; a run in which one never occurred has not reached that limit."""


REFUSES_NOTHING = frozenset({"drop_awaited", "ready_match_dice"})
"""Commands of the season itself, for which the journal has checked everything before it gives them."""


@dataclass(slots=True)
class Counts:
    """Counts over all machines of one run."""

    steps: int = 0
    performed: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    refusals: Counter[str] = field(default_factory=Counter)
    """Refusals by name."""
    leagues: int = 0
    rollovers: int = 0
    drafted: int = 0
    """Drivers who changed franchises in drafts."""
    longest: int = 0
    """The number of the latest season reached in any league."""

    def perform(self, given: Command, facts: Sequence[Fact]) -> None:
        """Count a performed command."""
        self.performed[tag_of(type(given))] += 1
        self.drafted += sum(isinstance(fact, DriverDrafted) for fact in facts)

    def refuse(self, given: Command, refusal: Refusal) -> None:
        """Count a refused command."""
        self.refused[tag_of(type(given))] += 1
        self.refusals[refusal.code] += 1

    @property
    def commands(self) -> int:
        """The number of commands given."""
        return self.performed.total() + self.refused.total()

    def zeros(self) -> list[str]:
        """What never occurred, one sentence each; none if every command was performed and refused."""
        sentences = [f"{tag} was never performed." for tag in sorted(COMMAND_TYPES) if not self.performed[tag]]
        for tag in sorted(COMMAND_TYPES):
            if tag in REFUSES_NOTHING and self.refused[tag]:
                sentences.append(f"{tag} was refused: take it out of REFUSES_NOTHING in tests/machine/counts.py.")
            elif tag not in REFUSES_NOTHING and not self.refused[tag]:
                sentences.append(f"{tag} was never refused.")
        sentences += [f"No limit was ever held by {code}." for code in LIMITS if not self.refusals[code]]
        if not self.rollovers:
            sentences.append("No season was followed by another.")
        if not self.drafted:
            sentences.append("Nobody was drafted.")
        return sentences

    def lines(self) -> list[str]:
        """The lines of the table to print: one for each command, then the totals."""
        table = [f"{'command':<26}{'performed':>10}{'refused':>10}"]
        table += [f"{tag:<26}{self.performed[tag]:>10}{self.refused[tag]:>10}" for tag in sorted(COMMAND_TYPES)]
        table.append(f"{'all':<26}{self.performed.total():>10}{self.refused.total():>10}")
        table.append(
            f"{self.steps} steps and {self.commands} commands in {self.leagues} leagues; {self.rollovers} rollovers, "
            f"the longest league reached season {self.longest}; {self.drafted} drivers drafted; "
            f"{len(self.refusals)} kinds of refusal."
        )
        table.append(", ".join(f"{code} {times}" for code, times in sorted(self.refusals.items())))
        return table
