"""Who may do what: the league, season and membership of a request, and who may give which command."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, OuterRef, Subquery
from django.http import Http404, HttpRequest, HttpResponse

from league.models import League, Membership, Notice, Season
from rules.campaign.command import Command, CommandType, Giver, command_type, tag_of
from rules.refusal import Refusal

LEAGUE_PATH = re.compile(r"^/l/(?P<league>[a-z0-9.\-]+)/(?:(?P<season>[a-z0-9.\-]+)/)?")
SEASON_ITSELF = "season"
"""The actor of what the season does by itself."""
STEWARD = "steward"
"""The actor of what standing orders answered for a franchise."""
CLOCK = "clock"
"""The actor of the commissioner's steps that a league's calendar gives."""

UNREAD = (
    Notice.objects.filter(member__user_id=OuterRef("user_id"), read_at=None)
    .values("member__user_id")
    .annotate(times=Count("pk"))
)
"""How many notices a person has not read, in all his leagues."""


class NotAMember(Refusal):
    """The actor has no membership in the league."""


class NotYours(Refusal):
    """The actor's role, or franchise, may not give that command."""


class ReasonMissing(Refusal):
    """Acting on an owner's behalf, and every house act, needs a reason that everyone can read (HOUSE-007)."""


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
        return any(each.role == Membership.Role.COMMISSIONER for each in self.memberships)

    @property
    def franchises(self) -> tuple[Any, ...]:
        """The franchises the person owns here, in the order he came by them (DM-C-059)."""
        return tuple(each.franchise for each in self.memberships if each.franchise_id)

    @property
    def franchise(self) -> Any:
        """The first of the franchises the person owns here, or None."""
        return next(iter(self.franchises), None)

    @property
    def unread(self) -> int | None:
        """How many notices the person has not read, in all his leagues; None for whoever is no member here."""
        return next((getattr(each, "unread", None) or 0 for each in self.memberships), None)

    @property
    def handles(self) -> frozenset[str]:
        """The opaque names the person has in this league's journals."""
        return frozenset(each.handle for each in self.memberships)


def viewer_of(user: Any, league: League) -> Viewer:
    """The person's standing in a league."""
    if not user.is_authenticated:
        return Viewer()
    found = Membership.objects.filter(league=league, user=user).select_related("franchise").order_by("pk")
    found = found.annotate(unread=Subquery(UNREAD.values("times")))
    return Viewer(tuple(found))


class LeagueMiddleware:
    """Finds league, season and membership once for every address below `/l/<league>/`.

    Sets `request.league`, `request.season` (or None) and `request.viewer`. A league that is not public does not
    exist for whoever is no member of it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: Any, _view: object, _args: tuple[object, ...], kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        """Look the address up before the view runs; raises `Http404` for what the person may not know of."""
        if not (found := LEAGUE_PATH.match(request.path_info)):
            return None
        league = League.objects.select_related("calendar").filter(pk=found["league"]).first()
        if league is None:
            raise Http404("There is no league at this address.")
        request.league = league
        request.viewer = viewer_of(request.user, league)
        if not (league.public or request.viewer.is_member):
            raise Http404("There is no league at this address.")
        request.season = None
        if name := kwargs.get("season"):
            request.season = Season.objects.filter(league=league, name=name).first()
            if request.season is None:
                raise Http404("This league has no such season.")
        return None


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
        raise NotYours(f"{row.tag} is the season's own step: it follows by itself, give the command before it.")
    member = _member(league_id, actor)
    if getattr(command, "played", False):
        raise NotYours(f"Only an amend says of {row.tag} that it was played: leave that out.")
    if row.by is Giver.COMMISSIONER:
        _refuse_uncommissioned(row, member, on_behalf_of=on_behalf_of)
    else:
        _refuse_unowned(command, member, on_behalf_of=on_behalf_of, reason=reason)
    if row.reasoned and not reason.strip():
        raise ReasonMissing(f"{row.tag} is a house act and shown to everyone: give a reason.")


def refuse_unless_stewarded(command: Command, *, franchise: str) -> None:
    """Raise `NotYours` unless standing orders may give that command for that franchise: its owner's own."""
    row = command_type(tag_of(type(command)))
    if row.by is not Giver.OWNER or str(getattr(command, "franchise", "")) != franchise:
        raise NotYours(f"{row.tag} is not for the owner of {franchise} to give: standing orders give only those.")


def refuse_unless_clockwork(command: Command) -> None:
    """Raise `NotYours` unless the calendar may give that command: a commissioner's own."""
    row = command_type(tag_of(type(command)))
    if row.by is not Giver.COMMISSIONER:
        raise NotYours(f"{row.tag} is not for a commissioner to give: the calendar gives only his steps.")


def refuse_unless_may_amend(league_id: str, *, actor: str, reason: str) -> None:
    """Raise a `Refusal` unless that member is a commissioner and says why he amends."""
    member = _member(league_id, actor)
    if member.role != Membership.Role.COMMISSIONER:
        raise NotYours("Amending is for commissioners: ask one to put it right.")
    if not reason.strip():
        raise ReasonMissing("An amend is shown to everyone: give a reason.")


def refuse_unless_may_take_back(league_id: str, command: Command, *, actor: str) -> None:
    """Raise a `Refusal` unless that member may take such a command back: the franchise's owner, or a commissioner."""
    row = command_type(tag_of(type(command)))
    member = _member(league_id, actor)
    if row.by is not Giver.OWNER:
        raise NotYours(f"{row.tag} is no owner's command: a commissioner amends it.")
    if member.role != Membership.Role.COMMISSIONER and not owns(member, str(getattr(command, "franchise", ""))):
        raise NotYours(f"That was not done for a franchise of yours: only its owner can take {row.tag} back.")


def _member(league_id: str, actor: str) -> Membership:
    member = Membership.objects.filter(league_id=league_id, handle=actor).first()
    if member is None:
        raise NotAMember(f"{actor[:40]!r} is not a member of {league_id}: ask a commissioner for an invitation.")
    return member


def _refuse_uncommissioned(row: CommandType, member: Membership, *, on_behalf_of: str) -> None:
    if member.role != Membership.Role.COMMISSIONER:
        raise NotYours(f"{row.tag} is for commissioners: ask one to give it.")
    if on_behalf_of:
        raise NotYours(f"{row.tag} is the commissioner's own: leave out on whose behalf it is given.")


def _refuse_unowned(command: Command, member: Membership, *, on_behalf_of: str, reason: str) -> None:
    franchise = str(getattr(command, "franchise", ""))
    if member.role == Membership.Role.OWNER and owns(member, franchise):
        if on_behalf_of:
            raise NotYours(f"{franchise} is your own franchise: leave out on whose behalf you act.")
        return
    if member.role != Membership.Role.COMMISSIONER:
        raise NotYours(f"{franchise} is not yours: only its owner, or a commissioner on his behalf, may do that.")
    if on_behalf_of != franchise:
        raise NotYours(f"{franchise} has an owner: a commissioner names it as on whose behalf he acts.")
    if not reason.strip():
        raise ReasonMissing(f"Acting on behalf of {franchise} is shown to everyone: give a reason.")


def owns(member: Membership, franchise: str) -> bool:
    """Whether the person behind a membership owns a franchise of the league, by this membership or another."""
    id = f"{member.league_id}/{franchise}"
    if member.franchise_id == id:
        return True
    owners = Membership.objects.filter(league_id=member.league_id, user_id=member.user_id, franchise_id=id)
    return owners.filter(role=Membership.Role.OWNER).exists()
