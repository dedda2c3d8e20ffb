"""Acts on the command line that would need approval: nobody is asked there, so they are marked as unapproved."""

from __future__ import annotations

from collections.abc import Sequence

from journal.amends.misread_dice import Misreading
from journal.amends.timeline import Corrections
from journal.state import store
from league.models import Membership, Season
from rules.campaign.core.command import Command
from scheduling.rulings import amend_approval_requirement, approval_requirement


def commands_need_approval(row: Season, commands: Sequence[Command], *, member: Membership) -> bool:
    """Whether these commands would wait for another member's approval if they were given on a page."""
    return not row.forked_from and approval_requirement(row, None, commands, member=member) is not None


def amend_needs_approval(
    row: Season, corrections: Corrections, misread: Sequence[Misreading], *, member: Membership
) -> bool:
    """Whether this amend would wait for another member's approval on a page. Raises the same refusals as `amend`."""
    if row.forked_from or member.role != Membership.Role.COMMISSIONER:
        return False
    season = store.load(row).season
    return amend_approval_requirement(row, season, corrections, member=member, misread=misread) is not None
