"""The context of a command form: the season, the person, and the franchise they act for."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from explain import links
from explain.season_names import SeasonNames
from journal.state.visible import load_visible_state
from journal.transfer.permanent_ids import reserved_ids
from league.access import Viewer
from league.models import Membership, Season
from rules.campaign.core import state
from rules.campaign.core.command import CommandType, Giver, Reader
from rules.core.refusals import Refusal


class NobodyHere(Refusal):
    """The person has no role in the league that allows that command."""


@dataclass(frozen=True, slots=True)
class CommandContext:
    """A season as a person may see it now, and the franchise for which they give a command; "" for none.

    `season` is a copy without what is sealed from the person; changes to it are not saved.
    """

    row: Season
    season: state.Season
    viewer: Viewer
    called: SeasonNames
    reader: Reader
    franchise: str = ""
    read_once: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """What was read from the database for one form and serves the others of the same page, by name."""

    @property
    def own(self) -> tuple[str, ...]:
        """The short ids of the franchises the person owns (DM-C-059)."""
        return tuple(links.short_id(franchise.pk) for franchise in self.viewer.franchises)

    @property
    def is_own(self) -> bool:
        """Whether the person owns the franchise they act for."""
        return self.franchise in self.own

    @property
    def is_forbidden(self) -> bool:
        """Whether the person may not act for the requested franchise, and so may not see its choices."""
        return bool(self.franchise) and self.franchise not in self.may_act_for()

    def may_act_for(self) -> tuple[str, ...]:
        """The franchises the person may act for: their own first, then for a commissioner all others (HOUSE-007)."""
        if not self.viewer.is_commissioner:
            return self.own
        return (*self.own, *(id for id in sorted(self.season.franchises) if id not in self.own))

    @property
    def reserved_ids(self) -> frozenset[str]:
        """The ids of things whose commands lapsed by an amend; nothing else gets them, in case those stand again."""
        return reserved_ids(self.row)

    def unavailable_ids(self, shelf: str) -> Collection[str]:
        """The ids that cannot be given to anything new on a shelf of the season."""
        return {*getattr(self.season, shelf), *self.reserved_ids}

    def franchise_tab_url(self, part: str) -> str:
        """The address of a page of the franchise acted for; `part` is its last part. "" if there is no franchise."""
        return links.franchise_tab_url(self.row.league_id, self.franchise, part) if self.franchise else ""

    def membership_for(self, row: CommandType) -> Membership:
        """The membership with which the person gives that command. Raises `NobodyHere`."""
        role = Membership.Role.COMMISSIONER
        if row.by is Giver.OWNER and self.is_own:
            role = Membership.Role.OWNER
        for member in self.viewer.memberships:
            if member.role == role and (
                role == Membership.Role.COMMISSIONER or links.short_id(member.franchise_id or "") == self.franchise
            ):
                return member
        raise NobodyHere(
            "Only the franchise's owner or a commissioner may do that. Ask a commissioner of the league."
            if row.by is Giver.OWNER
            else "Only the league's commissioners may do that. Ask one of them."
        )

    def on_behalf_of(self, row: CommandType) -> str:
        """The franchise on whose behalf a commissioner gives an owner's command; "" if nobody is acted for."""
        return self.franchise if row.by is Giver.OWNER and not self.is_own else ""

    def needs_reason(self, row: CommandType) -> bool:
        """Whether the command needs a reason, which everyone can read (HOUSE-007)."""
        return row.reasoned or bool(self.on_behalf_of(row))


def command_context(row: Season, viewer: Viewer, *, franchise: str = "") -> CommandContext:
    """The context of a form: for `franchise`, or else for the person's own.

    The franchise is "" if neither is in the season, as for a commissioner without one.
    """
    season, reader = load_visible_state(row, viewer)
    own_ids = [links.short_id(own_franchise.pk) for own_franchise in viewer.franchises]
    acted_for = next((id for id in (franchise, *own_ids) if id in season.franchises), "")
    return CommandContext(row, season, viewer, SeasonNames(row.pk, season), reader, acted_for)


def may_give(viewer: Viewer, row: CommandType) -> bool:
    """Whether the person can give such a command at all, for any franchise."""
    if viewer.is_commissioner:
        return row.by is not Giver.SEASON
    return row.by is Giver.OWNER and bool(viewer.franchises)
