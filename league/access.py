"""Who may do what: what a person is in a league, and who may give which command."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest

from league.models import DeletedLeague, League, Membership, Sandbox, Season
from league.times import DAY, current_zones, write_time
from rules.campaign.core.command import Command, CommandType, Giver, command_type, tag_of
from rules.core.refusals import Refusal
from sql.cached_sql import cached_sql

DEMO_SESSION_KEY = "demo"
"""The session key of a visitor's demo: the id of its sandbox comes first."""
SEASON_ITSELF = "season"
"""The actor of what the season does by itself."""
STEWARD = "steward"
"""The actor of what standing orders answered for a franchise."""
CLOCK = "clock"
"""The actor of the commissioner's steps that a league's calendar gives."""


class NotAMember(Refusal):
    """The person is not a member of the league."""


class NotYours(Refusal):
    """The person's role or franchise does not allow this."""


class ApprovedByThemselves(Refusal):
    """The approval was given by the person who made the request, and has to come from another member."""


class ReasonMissing(Refusal):
    """An amend, a commissioner's act or acting for an owner needs a reason that everyone can read (HOUSE-007)."""


class LeagueReadOnly(Refusal):
    """The league was archived, or is going to be deleted: it can be read, and nothing in it can be changed."""


class LeagueGone(Refusal):
    """The league was deleted."""


def refuse_read_only(league: League) -> None:
    """Raise `LeagueReadOnly` for a league that is archived or waits to be deleted, `LeagueGone` for a deleted one."""
    if league.gone_at is not None:
        raise league_gone(league.gone_at)
    if league.delete_at is not None:
        day = write_time(league.delete_at, current_zones(), DAY)
        raise LeagueReadOnly(
            f"{league.name} will be deleted on {day} and can only be read until then: ask a commissioner to keep it "
            "if you want to go on."
        )
    if league.archived_at is not None:
        raise LeagueReadOnly(
            f"{league.name} is archived and can only be read: ask a commissioner to take it out of the archive."
        )


def league_gone(since: datetime) -> LeagueGone:
    """The refusal for a league that was deleted then."""
    return LeagueGone(
        f"The league at this address was deleted on {write_time(since, current_zones(), DAY)}: look for another one."
    )


def find_deleted_league(league: str, *, hidden_too: bool = False) -> LeagueGone | None:
    """The refusal for the id of a league that was deleted; None if there was none.

    Of a league for members only nobody is told that it ever was, but for its members with `hidden_too`.
    """
    row = DeletedLeague.objects.filter(pk=league).first()
    return None if row is None or not (row.public or hidden_too) else league_gone(row.deleted_at)


def repeat_lookups(league: str, *, came_with_season: bool) -> None:
    """Make the queries that the address of an unknown league takes, so that time does not tell a closed one apart.

    `came_with_season` says that the league was read in the query for its season, and has to be read by itself too.
    """
    if came_with_season:
        League.objects.filter(pk=league).first()
    find_deleted_league(league)


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who is looking at a league: the memberships of a person there, none for a stranger."""

    memberships: tuple[Membership, ...] = ()

    @property
    def is_member(self) -> bool:
        """Whether the person belongs to the league in any role."""
        return bool(self.memberships)

    @property
    def is_commissioner(self) -> bool:
        """Whether the person runs the league."""
        return any(member.role == Membership.Role.COMMISSIONER for member in self.memberships)

    @property
    def franchises(self) -> tuple[Any, ...]:
        """The franchises the person owns here, in the order they came by them (DM-C-059)."""
        return tuple(member.franchise for member in self.memberships if member.franchise_id)

    @property
    def franchise(self) -> Any:
        """The first of the franchises the person owns here, or None."""
        return next(iter(self.franchises), None)

    @property
    def unread(self) -> int | None:
        """How many notices the person has not read, in all their leagues; None for people who are no members."""
        return next((getattr(member, "unread", None) or 0 for member in self.memberships), None)

    @property
    def balance(self) -> int | None:
        """What the first of those has in the newest season it is in, in credits; None for people who own none."""
        return next((getattr(member, "balance", None) for member in self.memberships if member.franchise_id), None)

    @property
    def handles(self) -> frozenset[str]:
        """The opaque names the person has in this league's journals."""
        return frozenset(member.handle for member in self.memberships)

    def to_placeholders(self, mark: Callable[[str], str]) -> tuple[Hashable, Viewer]:
        """For a prepared query: the roles that are looking, and another viewer alike with marks for names."""
        alike = Viewer(tuple(_placeholder_membership(member, mark) for member in self.memberships))
        return (Viewer, *((member.role, member.franchise is None) for member in self.memberships)), alike


def _placeholder_membership(member: Membership, mark: Callable[[str], str]) -> Membership:
    placeholder = Membership(role=member.role, handle=mark(member.handle))
    if member.franchise is not None:
        placeholder.franchise = type(member.franchise)(pk="/".join(map(mark, member.franchise.pk.split("/"))))
    return placeholder


def viewer_of(user: Any, league: League) -> Viewer:
    """The person's standing in a league, without what the frame of a page shows: what is unread, their balance."""
    return Viewer(tuple(_held(league.pk, user.pk))) if user.is_authenticated else Viewer()


def viewer_of_demo(season: Season) -> Viewer:
    """The standing of the account that made a sandbox, for a visitor whose session says that it is theirs."""
    return Viewer(tuple(memberships_of_user(season.league_id, sandbox_maker(season) or 0)))


def viewer_of_actor(league_id: str, handle: str) -> Viewer:
    """The standing of the person behind a handle, who is a member now; nobody's for the season, clock and steward."""
    member = next(iter(_memberships_of_actor(league_id, handle)), None)
    return Viewer() if member is None else Viewer(tuple(_held(league_id, member.user_id)))


def memberships_of_user(league: str, user: int) -> QuerySet[Any]:
    """What a person is in a league now, each with the league and their account."""
    found = Membership.objects.filter(league=league, user=user).exclude(role=Membership.Role.FORMER)
    return found.select_related("franchise", "user", "league__calendar").order_by("pk")


@cached_sql
def _held(league: str, user: int) -> QuerySet[Any]:
    return memberships_of_user(league, user)


class LeagueBackend:
    """Answers `user.has_perm(permission, league)` from memberships."""

    def authenticate(self, _request: HttpRequest | None, **_credentials: object) -> None:
        """Logs nobody in."""
        return

    def has_perm(self, user: Any, perm: str, obj: object = None) -> bool:
        """`league.read` for members and, when it is public, all; `league.commission` for its commissioners."""
        if not isinstance(obj, League):
            return False
        viewer = viewer_of(user, obj)
        if perm == "league.read":
            return obj.public or viewer.is_member
        return perm == "league.commission" and viewer.is_commissioner


def refuse_unless_may_give(league_id: str, command: Command, *, actor: str, on_behalf_of: str, reason: str) -> None:
    """Raise a `Refusal` unless that member may give that command.

    Owners give those of their own franchises; commissioners give theirs, house acts with a reason, and an owner's
    with `on_behalf_of` naming the franchise and a reason (HOUSE-007). What the season does by itself nobody may give.
    """
    row = command_type(tag_of(type(command)))
    if row.by is Giver.SEASON:
        raise NotYours(
            f"{row.tag} is a step of the season itself: it follows automatically. Give the command before it."
        )
    member = _require_member(league_id, actor)
    if text := _amend_only_statement(command):
        raise NotYours(f"Only an amend says of {row.tag} that it {text}: leave that out.")
    if row.by is Giver.COMMISSIONER:
        _refuse_non_commissioner(row, member, on_behalf_of=on_behalf_of)
    else:
        _refuse_non_owner(command, member, on_behalf_of=on_behalf_of, reason=reason)
    if row.reasoned and not reason.strip():
        raise ReasonMissing(f"{row.tag} is a house act and shown to everyone: give a reason.")


def refuse_unless_may_give_in_season(
    season: Season, command: Command, *, actor: str, on_behalf_of: str, reason: str
) -> None:
    """Raise a `Refusal` unless that member may give that command in that season.

    In a sandbox who made it is commissioner and every owner at once, needs no reason, and nobody else gives anything.
    """
    maker = sandbox_maker(season)
    if maker is None:
        refuse_unless_may_give(season.league_id, command, actor=actor, on_behalf_of=on_behalf_of, reason=reason)
        return
    if _require_member(season.league_id, actor).user_id != maker:
        raise NotYours(f"{season.name} is somebody else's sandbox: make one of your own.")
    row = command_type(tag_of(type(command)))
    if row.by is Giver.SEASON or _amend_only_statement(command):
        raise NotYours(f"{row.tag} cannot be given this way: it follows automatically, or belongs to an amend.")


def _amend_only_statement(command: Command) -> str:
    """What a command says of itself that amends alone say; empty where it says nothing of the kind."""
    phrases = {"played": "was played", "fallen": "fell"}
    return next((words for name, words in phrases.items() if getattr(command, name, False)), "")


def sandbox_maker(season: Season) -> int | None:
    """The number of the account that made a season as its sandbox; None for one that is none."""
    if not season.forked_from:
        return None
    return Sandbox.objects.filter(season=season.pk).values_list("user_id", flat=True).first()


def is_hidden(season: Season, viewer: Viewer, *, at: datetime) -> bool:
    """Whether a season is a sandbox that is over, or somebody else's: then there is nothing there for the viewer."""
    if not season.forked_from:
        return False
    box = Sandbox.objects.filter(season=season.pk).first()
    own = box is not None and any(member.user_id == box.user_id for member in viewer.memberships)
    return box is not None and not (own and box.expires_at > at)


def refuse_unless_steward_may_give(command: Command, *, franchise: str) -> None:
    """Raise `NotYours` unless standing orders may give that command for that franchise: its owner's own."""
    row = command_type(tag_of(type(command)))
    if row.by is not Giver.OWNER or str(getattr(command, "franchise", "")) != franchise:
        raise NotYours(f"{row.tag} is not for the owner of {franchise} to give: standing orders give only those.")


def refuse_unless_clock_may_give(command: Command) -> None:
    """Raise `NotYours` unless the calendar may give that command: a commissioner's own."""
    row = command_type(tag_of(type(command)))
    if row.by is not Giver.COMMISSIONER:
        raise NotYours(
            f"{row.tag} is not for a commissioner to give: the calendar gives only a commissioner's steps."
        )


def refuse_unless_may_amend(season: Season, *, actor: str, reason: str) -> None:
    """Raise a `Refusal` unless that member is a commissioner and says why they amend; in a sandbox, its maker."""
    member = _require_member(season.league_id, actor)
    if (maker := sandbox_maker(season)) is not None:
        if member.user_id != maker:
            raise NotYours(f"{season.name} is somebody else's sandbox: make one of your own.")
        return
    if member.role != Membership.Role.COMMISSIONER:
        raise NotYours("Amending is for commissioners: ask one to correct it.")
    if not reason.strip():
        raise ReasonMissing("An amend is shown to everyone: give a reason.").at("reason")


def refuse_own_approval(season: Season, *, actor: str, approved_by: str) -> None:
    """Raise `ApprovedByThemselves` if the person who acts approved it, under the same handle or another."""
    if _require_member(season.league_id, approved_by).user_id == _require_member(season.league_id, actor).user_id:
        raise ApprovedByThemselves("Nobody can approve their own request: let another member do that.")


def refuse_unless_may_take_back(season: Season, command: Command, *, actor: str) -> None:
    """Raise a `Refusal` unless that member may take a command back: its owner, a commissioner, a sandbox's maker."""
    row = command_type(tag_of(type(command)))
    member = _require_member(season.league_id, actor)
    if row.by is not Giver.OWNER:
        raise NotYours(f"{row.tag} is not an owner's command: ask a commissioner to amend it.")
    if member.user_id == sandbox_maker(season) or member.role == Membership.Role.COMMISSIONER:
        return
    if not owns(member, str(getattr(command, "franchise", ""))):
        raise NotYours(f"That was not done for a franchise of yours: only its owner can take {row.tag} back.")


def may_run(season: Season, *, actor: str) -> bool:
    """Whether a member runs that season: a commissioner, or in a sandbox who made it. Raises `NotAMember`."""
    member = _require_member(season.league_id, actor)
    maker = sandbox_maker(season)
    return member.role == Membership.Role.COMMISSIONER if maker is None else member.user_id == maker


def _require_member(league_id: str, actor: str) -> Membership:
    member = next(iter(_memberships_of_actor(league_id, actor)), None)
    if member is None or member.role == Membership.Role.FORMER:
        raise NotAMember(f"{actor[:40]!r} is not a member of {league_id}: ask a commissioner for an invitation.")
    return member


@cached_sql
def _memberships_of_actor(league: str, handle: str) -> QuerySet[Membership]:
    return Membership.objects.filter(league_id=league, handle=handle)


def _refuse_non_commissioner(row: CommandType, member: Membership, *, on_behalf_of: str) -> None:
    if member.role != Membership.Role.COMMISSIONER:
        raise NotYours(f"{row.tag} is for commissioners: ask one to give it.")
    if on_behalf_of:
        raise NotYours(f"{row.tag} is the commissioner's own: leave out on whose behalf it is given.")


def _refuse_non_owner(command: Command, member: Membership, *, on_behalf_of: str, reason: str) -> None:
    franchise = str(getattr(command, "franchise", ""))
    if member.role == Membership.Role.OWNER and owns(member, franchise):
        if on_behalf_of:
            raise NotYours(f"{franchise} is your own franchise: leave out on whose behalf you act.")
        return
    if member.role != Membership.Role.COMMISSIONER:
        raise NotYours(f"{franchise} is not yours: only its owner, or a commissioner on their behalf, may do that.")
    if on_behalf_of != franchise:
        raise NotYours(f"That is for the owner of {franchise}: act on behalf of {franchise} and of nobody else.")
    if not reason.strip():
        raise ReasonMissing(f"Acting on behalf of {franchise} is shown to everyone: give a reason.")


def owns(member: Membership, franchise: str) -> bool:
    """Whether the person behind a membership owns a franchise of the league, by this membership or another."""
    id = f"{member.league_id}/{franchise}"
    if member.franchise_id == id:
        return True
    owners = Membership.objects.filter(league_id=member.league_id, user_id=member.user_id, franchise_id=id)
    return owners.filter(role=Membership.Role.OWNER).exists()
