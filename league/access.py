"""Who may do what: the league, season and membership of a request, and who may give which command."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user_model
from django.db.models import Aggregate, CharField, Count, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Cast, Concat
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from league.models import League, Membership, Notice, Sandbox, Season
from league.prepared import prepared
from rules.campaign.command import Command, CommandType, Giver, command_type, tag_of
from rules.refusal import Refusal

LEAGUE_PATH = re.compile(r"^/l/(?P<league>[a-z0-9.\-]+)/(?:(?P<season>[a-z0-9.\-]+)/)?")
SEASON_ITSELF = "season"
"""The actor of what the season does by itself."""
STEWARD = "steward"
"""The actor of what standing orders answered for a franchise."""
CLOCK = "clock"
"""The actor of the commissioner's steps that a league's calendar gives."""
FRANCHISES: ContextVar[tuple[str, ...]] = ContextVar("franchises", default=())
"""The short names of the franchises of the league that is asked for, in the order they joined it."""


class _Joined(Aggregate):
    """What a column holds, each once, as one text with commas between."""

    function = "GROUP_CONCAT"
    template = "%(function)s(DISTINCT %(expressions)s)"

    def as_postgresql(self, compiler: Any, connection: Any) -> Any:
        return self.as_sql(compiler, connection, template="STRING_AGG(DISTINCT %(expressions)s, ',')")


JOINED = (
    League.objects.filter(franchises__seasons__season__forked_from="")
    .values("pk")
    .annotate(
        all=_Joined(
            Concat(Cast("franchises__seasons__first_season", CharField()), Value("/"), "franchises__pk"),
            output_field=CharField(),
        )
    )
)
"""Each franchise of a league's seasons, forks left out, after the number of the season it joined in."""

UNREAD_BY = Notice.objects.filter(read_at=None).values("member__user_id").annotate(times=Count("pk"))
UNREAD = UNREAD_BY.filter(member__user_id=OuterRef("user_id"))
"""How many notices a person has not read, in all his leagues."""
BALANCE = (
    Membership.objects.filter(pk=OuterRef("pk"), franchise__seasons__season__forked_from="")
    .order_by("-franchise__seasons__season__number", "-franchise__seasons__season__opened_at")
    .values("franchise__seasons__balance")
)
"""What a member's franchise has in each season it is in, the newest first; rehearsals are left out."""


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
    def balance(self) -> int | None:
        """What the first of those has in the newest season it is in, in credits; None for whoever owns none."""
        return next((getattr(each, "balance", None) for each in self.memberships if each.franchise_id), None)

    @property
    def handles(self) -> frozenset[str]:
        """The opaque names the person has in this league's journals."""
        return frozenset(each.handle for each in self.memberships)

    def marked(self, mark: Callable[[str], str]) -> tuple[Hashable, Viewer]:
        """For a prepared query: the roles that are looking, and another viewer alike with marks for names."""
        alike = Viewer(tuple(_marked(each, mark) for each in self.memberships))
        return (Viewer, *((each.role, each.franchise is None) for each in self.memberships)), alike


def _marked(member: Membership, mark: Callable[[str], str]) -> Membership:
    like = Membership(role=member.role, handle=mark(member.handle))
    if member.franchise is not None:
        like.franchise = type(member.franchise)(pk="/".join(map(mark, member.franchise.pk.split("/"))))
    return like


def viewer_of(user: Any, league: League) -> Viewer:
    """The person's standing in a league, without what the frame of a page tells him: what is unread, his balance."""
    return Viewer(tuple(_held(league.pk, user.pk))) if user.is_authenticated else Viewer()


def _standing(league: str, user: Any) -> Viewer:
    return Viewer(tuple(_memberships(league, user.pk))) if user.is_authenticated else Viewer()


def _of_person(league: str, user: int) -> QuerySet[Any]:
    """What a person is in a league now, each with the league and his account."""
    found = Membership.objects.filter(league=league, user=user).exclude(role=Membership.Role.FORMER)
    return found.select_related("franchise", "user", "league__calendar").order_by("pk")


@prepared
def _held(league: str, user: int) -> QuerySet[Any]:
    return _of_person(league, user)


@prepared
def _memberships(league: str, user: int) -> QuerySet[Any]:
    """The same with how much he has not read.

    `balance` is what his franchise has in the newest season it is in, rehearsals left out.
    """
    return _of_person(league, user).annotate(
        unread=Subquery(UNREAD.values("times")), balance=Subquery(BALANCE[:1]), joined=_joined("league_id")
    )


@prepared
def _account(person: int) -> QuerySet[Any]:
    """A person's account, with how much he has not read in all his leagues."""
    unread = UNREAD_BY.filter(member__user_id=OuterRef("pk")).values("times")
    return get_user_model()._default_manager.filter(pk=person).annotate(unread=Subquery(unread))


def _looking(request: Any, league: str) -> Viewer:
    """Who is looking, his account and his memberships in one query where he is a member.

    The account is taken for the request's as Django itself takes it: while it may log in, by a way that is open, and
    its password is that of the log-in. In all other cases Django decides.
    """
    session = request.session
    if hasattr(request, "_cached_user") or not str(session.get(SESSION_KEY, "")).isdecimal():
        return _standing(league, request.user)
    person = int(session[SESSION_KEY])
    viewer = Viewer(tuple(_memberships(league, person)))
    account = viewer.memberships[0].user if viewer.is_member else next(iter(_account(person)), None)
    if (
        account is not None
        and account.is_active
        and session.get(BACKEND_SESSION_KEY) in settings.AUTHENTICATION_BACKENDS
        and constant_time_compare(session.get(HASH_SESSION_KEY, ""), account.get_session_auth_hash())
    ):
        request._cached_user = account
        return viewer
    return _standing(league, request.user)


class LeagueMiddleware:
    """Finds league, season and membership once for every address below `/l/<league>/`.

    Sets `request.league`, `request.season` (or None) and `request.viewer`. A league that is not public does not
    exist for whoever is no member of it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        before = FRANCHISES.set(())
        try:
            return self.get_response(request)
        finally:
            FRANCHISES.reset(before)

    def process_view(
        self, request: Any, _view: object, _args: tuple[object, ...], kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        """Look the address up before the view runs; raises `Http404` for what the person may not know of."""
        if not (found := LEAGUE_PATH.match(request.path_info)):
            return None
        name = kwargs.get("season")
        season = next(iter(_seasons(found["league"], name)), None) if name else None
        viewer = _looking(request, found["league"])
        of_member = next((each.league for each in viewer.memberships), None)
        league = season.league if season else of_member or next(iter(_leagues(found["league"])), None)
        if league is None:
            raise Http404("There is no league at this address.")
        request.league = league
        request.viewer = viewer
        if not (league.public or request.viewer.is_member):
            raise Http404("There is no league at this address.")
        request.season = season
        FRANCHISES.set(_in_order(season or next(iter(viewer.memberships), league)))
        if name and (season is None or is_hidden(season, viewer, at=timezone.now())):
            raise Http404("This league has no such season.")
        return None


@prepared
def _leagues(name: str) -> QuerySet[League]:
    return League.objects.select_related("calendar").filter(pk=name).annotate(joined=_joined("pk"))


@prepared
def _seasons(league: str, name: str) -> QuerySet[Season]:
    """A season by its name with its league, in one query."""
    found = Season.objects.select_related("league__calendar").filter(league=league, name=name)
    return found.annotate(joined=_joined("league_id"))


def _joined(league: str) -> Subquery:
    """For whatever has the name of a league in that column: its franchises, as `JOINED` tells them."""
    return Subquery(JOINED.filter(pk=OuterRef(league)).values("all"))


def _in_order(told: Any) -> tuple[str, ...]:
    each = [one.split("/", 1) for one in (told.joined or "").split(",") if one.strip("/")]
    return tuple(name.rpartition("/")[2] for _, name in sorted((int(first), name) for first, name in each))


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


def refuse_unless_may_give_in(
    season: Season, command: Command, *, actor: str, on_behalf_of: str, reason: str
) -> None:
    """Raise a `Refusal` unless that member may give that command in that season.

    In a sandbox who made it is commissioner and every owner at once, needs no reason, and nobody else gives anything.
    """
    maker = sandbox_maker(season)
    if maker is None:
        refuse_unless_may_give(season.league_id, command, actor=actor, on_behalf_of=on_behalf_of, reason=reason)
        return
    if _member(season.league_id, actor).user_id != maker:
        raise NotYours(f"{season.name} is somebody else's sandbox: make one of your own.")
    row = command_type(tag_of(type(command)))
    if row.by is Giver.SEASON or getattr(command, "played", False):
        raise NotYours(f"{row.tag} is not given so: it follows by itself, or belongs to an amend.")


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
    own = box is not None and any(each.user_id == box.user_id for each in viewer.memberships)
    return box is not None and not (own and box.expires_at > at)


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


def refuse_unless_may_amend(season: Season, *, actor: str, reason: str) -> None:
    """Raise a `Refusal` unless that member is a commissioner and says why he amends; in a sandbox, its maker."""
    member = _member(season.league_id, actor)
    if (maker := sandbox_maker(season)) is not None:
        if member.user_id != maker:
            raise NotYours(f"{season.name} is somebody else's sandbox: make one of your own.")
        return
    if member.role != Membership.Role.COMMISSIONER:
        raise NotYours("Amending is for commissioners: ask one to put it right.")
    if not reason.strip():
        raise ReasonMissing("An amend is shown to everyone: give a reason.").at("reason")


def refuse_unless_may_take_back(season: Season, command: Command, *, actor: str) -> None:
    """Raise a `Refusal` unless that member may take a command back: its owner, a commissioner, a sandbox's maker."""
    row = command_type(tag_of(type(command)))
    member = _member(season.league_id, actor)
    if row.by is not Giver.OWNER:
        raise NotYours(f"{row.tag} is no owner's command: a commissioner amends it.")
    if member.user_id == sandbox_maker(season) or member.role == Membership.Role.COMMISSIONER:
        return
    if not owns(member, str(getattr(command, "franchise", ""))):
        raise NotYours(f"That was not done for a franchise of yours: only its owner can take {row.tag} back.")


def _member(league_id: str, actor: str) -> Membership:
    member = next(iter(_called(league_id, actor)), None)
    if member is None or member.role == Membership.Role.FORMER:
        raise NotAMember(f"{actor[:40]!r} is not a member of {league_id}: ask a commissioner for an invitation.")
    return member


@prepared
def _called(league: str, handle: str) -> QuerySet[Membership]:
    return Membership.objects.filter(league_id=league, handle=handle)


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
