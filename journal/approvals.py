"""Approvals: another member approves what nobody does alone, or its entry is marked as unapproved for good.

The journal itself requires approval to call off a locked match, by a command or an amend, through any entry point,
since that discards dice that fell for the match. If a commissioner rules on what is their own, the caller must say
so.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.commissioner.void_matches import VoidMatch
from rules.campaign.core import state
from rules.campaign.core.command import MATCH_STEPS, Command

LOCKED_STEP = "M4"
"""The step of a match that is locked and not yet reported."""
LOCKED_AND_LATER_STEPS = frozenset(MATCH_STEPS[MATCH_STEPS.index(LOCKED_STEP) : MATCH_STEPS.index("void")])


@dataclass(frozen=True, slots=True)
class Approval:
    """The approval of a batch: the handle of the approver, or `alone` if a member did alone what nobody may.

    A fork is `exempt`.
    """

    approved_by: str = ""
    alone: bool = False
    exempt: bool = False

    def is_missing(self, season: state.Season, command: Command) -> bool:
        """Whether a command that is about to be performed needs an approval that it does not have."""
        if self.exempt or self.approved_by:
            return False
        return self.alone or voids_locked_match(season, command)


def voids_locked_match(season: state.Season, command: Command) -> bool:
    """Whether a command voids a match whose line-ups are locked."""
    if not isinstance(command, VoidMatch) or command.match not in season.matches:
        return False
    return season.matches[command.match].step == LOCKED_STEP


def unlocked_matches(was: state.Season, now: state.Season) -> list[str]:
    """The matches that were locked or further on, and are void, gone or not yet locked `now`."""
    still_locked = {id for id, match in now.matches.items() if match.step in LOCKED_AND_LATER_STEPS}
    return [
        id
        for id, match in sorted(was.matches.items())
        if match.step in LOCKED_AND_LATER_STEPS and id not in still_locked
    ]


NO_APPROVAL = Approval()
