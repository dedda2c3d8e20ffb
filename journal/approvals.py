"""What nobody does alone: another member approves it, or its entry is marked as not approved for good.

The journal itself asks it of a match that is called off once its line-ups are locked, by a command or by an amend,
whichever entry point it came through: dice that fell for the match are thrown away by it. That a commissioner rules
on what is their own, whoever performs the command has to say.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.commissioner.void_matches import VoidMatch
from rules.campaign.core import state
from rules.campaign.core.command import MATCH_STEPS, Command

LOCKED_STEP = "M4"
"""The step of a match whose line-ups are locked and that is not reported."""
LOCKED_AND_LATER_STEPS = frozenset(MATCH_STEPS[MATCH_STEPS.index(LOCKED_STEP) : MATCH_STEPS.index("void")])


@dataclass(frozen=True, slots=True)
class Approval:
    """Who else had a say in a batch: the handle of whoever approved it, or that a member did `alone` what nobody may.

    In a fork nobody is asked: it is `exempt`.
    """

    approved_by: str = ""
    alone: bool = False
    exempt: bool = False

    def is_missing(self, season: state.Season, command: Command) -> bool:
        """Whether a command that is about to be performed on the season should have been approved and was not."""
        if self.exempt or self.approved_by:
            return False
        return self.alone or voids_locked_match(season, command)


def voids_locked_match(season: state.Season, command: Command) -> bool:
    """Whether a command calls off a match whose line-ups are locked."""
    if not isinstance(command, VoidMatch) or command.match not in season.matches:
        return False
    return season.matches[command.match].step == LOCKED_STEP


def unlocked_matches(was: state.Season, now: state.Season) -> list[str]:
    """The matches whose line-ups were locked and that are void, gone, or before their lock `now`."""
    held = {id for id, match in now.matches.items() if match.step in LOCKED_AND_LATER_STEPS}
    return [
        id for id, match in sorted(was.matches.items()) if match.step in LOCKED_AND_LATER_STEPS and id not in held
    ]


NO_APPROVAL = Approval()
