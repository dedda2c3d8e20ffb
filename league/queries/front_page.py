"""The leagues of the front page: a page of them in one query, and what its tiles show in a constant number more."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Case, Exists, F, IntegerField, Max, Min, OuterRef, Q, Subquery, Value, When
from django.db.models.functions import Coalesce

from franchises.models import FranchiseSeason
from league.middleware import franchises_subquery
from league.models import (
    Entry,
    Invitation,
    League,
    LeagueLog,
    MatchLog,
    Membership,
    Reveal,
    Round,
    Season,
    Window,
    Wording,
)
from league.queries.notices import leagues_with_unread
from league.queries.seasons import visible_leagues
from league.queries.standings import give_ranks, tiebreak_figures
from league.queries.standings_columns import Standing
from league.secret_digest import secret_digest

JOIN_LINK = re.compile(r"/join/([\w-]{20,80})/")
SETTLED = "settled"
SLEEP = timedelta(days=365)
"""A league in which nothing was done for so long is asleep, until something is."""


def find_leagues_by_name(user: Any, text: str) -> list[str]:
    """The ids of the leagues a person may read whose names contain the text, whatever its case and accents."""
    sought = _plain(text)
    rows = visible_leagues(user).order_by("pk").values_list("pk", "name")
    return [id for id, name in rows if sought in _plain(name)]


def front_page_leagues(
    user: Any, *, ids: Sequence[str] | None, start: int, most: int, at: datetime, awake: Sequence[str] = ()
) -> list[Any]:
    """The leagues from place `start` on, at most `most`: the person's own, then live ones, the latest acted in first.

    Those that are archived, or asleep for a year, come last; those in `awake` never sleep.

    `ids` are those to choose from, or None for all that the person may read. Each has its current season's id,
    number, step, rounds, switches, and its last round that is announced; the earliest deadline of its open windows
    and whether any is paused; its next reveal after `at`; the newest match to watch; its franchises and their
    crests as `crests_in_join_order` reads them; and the person's unread notices.
    """
    found = visible_leagues(user)
    if ids is not None:
        found = found.filter(pk__in=ids)
    current = Season.objects.filter(league_id=OuterRef("pk"), forked_from="").order_by("-number", "-opened_at", "-pk")
    acted = Entry.objects.filter(season_id=OuterRef("current_id"), number=OuterRef("current_length")).values("at")
    order = ["-awake", "-live", "-acted_at", "name", "id"]
    placed = found.annotate(
        current_id=Subquery(current.values("pk")[:1]),
        current_length=Subquery(current.values("length")[:1]),
        live=Case(
            When(Q(current_step=None) | Q(current_step="closed"), then=Value(0)),
            default=Value(1),
            output_field=IntegerField(),
        ),
        acted_at=Coalesce(Subquery(acted[:1]), Subquery(current.values("opened_at")[:1]), F("founded_at")),
    ).annotate(
        awake=Case(
            When(Q(archived_at=None, delete_at=None) & (_acted_since(at - SLEEP) | Q(pk__in=awake)), then=Value(1)),
            default=Value(0),
            output_field=IntegerField(),
        )
    )
    if user.is_authenticated:
        own = Membership.objects.filter(user=user, league_id=OuterRef("pk")).exclude(role=Membership.Role.FORMER)
        placed, order = placed.annotate(own=Exists(own)), ["-own", *order]
    page = list(placed.order_by(*order).values_list("pk", "current_id")[start : start + most])
    rows = {league.pk: league for league in _with_details(user, dict(page), at=at)}
    return [rows[id] for id, _ in page]


def is_asleep(league: Any, *, at: datetime) -> bool:
    """Whether nothing has happened for a year in a league of `front_page_leagues`."""
    return max(filter(None, (league.acted_at, league.noted_at, league.founded_at))) <= at - SLEEP


def _acted_since(moment: datetime) -> Q:
    """Whether something was done in a league since then, in its season or outside of it."""
    noted = LeagueLog.objects.filter(league_id=OuterRef("pk"), at__gt=moment)
    return Q(acted_at__gt=moment) | Q(founded_at__gt=moment) | Q(Exists(noted))


def _with_details(user: Any, seasons: dict[str, str | None], *, at: datetime) -> Iterable[Any]:
    """The leagues of one page with everything their tiles show; `seasons` are their current ones."""
    own_seasons = [season for season in seasons.values() if season]
    of_season = {"season__in": own_seasons, "season__league_id": OuterRef("pk")}
    current = Season.objects.filter(pk__in=own_seasons, league_id=OuterRef("pk"))
    windows = Window.objects.filter(**of_season, closed_at=None).order_by().values("season__league_id")
    rounds = Round.objects.filter(**of_season).order_by().values("season__league_id")
    reveals = Reveal.objects.filter(**of_season, at__gt=at).order_by("at", "pk")
    acted = Entry.objects.filter(season_id=OuterRef("current_id")).order_by("-number").values("at")
    noted = LeagueLog.objects.filter(league_id=OuterRef("pk")).order_by("-pk").values("at")
    logs = MatchLog.objects.filter(season__league_id=OuterRef("pk"), season__forked_from="", match__step=SETTLED)
    logs = logs.order_by("-season__number", "-match__round__number", "match_id")
    leagues = League.objects.filter(pk__in=list(seasons)).annotate(
        current_id=Subquery(current.values("pk")[:1]),
        current_number=Subquery(current.values("number")[:1]),
        current_title=Subquery(current.values("title")[:1]),
        current_step=Subquery(current.values("step")[:1]),
        current_rounds=Subquery(current.values("rounds_planned")[:1]),
        current_switches=Subquery(current.values("switches")[:1]),
        current_round=Subquery(rounds.annotate(last=Max("number")).values("last")),
        closes_at=Subquery(windows.annotate(first=Min("closes_at")).values("first")),
        reveal_at=Subquery(reveals.values("at")[:1]),
        reveal_round=Subquery(reveals.values("number")[:1]),
        watch=Subquery(logs.values("match_id")[:1]),
        joined=franchises_subquery("pk"),
        paused=Exists(Window.objects.filter(**of_season, closed_at=None, closes_at=None)),
        acted_at=Subquery(acted[:1]),
        noted_at=Subquery(noted[:1]),
    )
    return leagues_with_unread(leagues.select_related("calendar"), user)


def own_seasons(user: Any, leagues: Iterable[Any]) -> list[tuple[Season, set[str]]]:
    """The current seasons of those leagues, each with the short ids of the franchises that the person owns in it."""
    seasons = {league.current_id: league.pk for league in leagues}
    owned: dict[str, set[str]] = {}
    for member in Membership.objects.filter(user=user, league__in=seasons.values()).exclude(franchise=None):
        owned.setdefault(member.league_id, set()).add(str(member.franchise_id).rpartition("/")[2])
    rows = Season.objects.filter(pk__in=[id for id, league in seasons.items() if league in owned]).order_by("pk")
    return [(row, owned[row.league_id]) for row in rows]


def season_leaders(switches: dict[str, Any]) -> dict[str, tuple[list[Standing], int]]:
    """The standings of several seasons, the best first, and how many of their seats nobody owns: in one query.

    `switches` are those of each season, by its id. Franchises that have folded are left out.
    """
    rows = (
        FranchiseSeason.objects.filter(season__in=sorted(switches), folded=False)
        .annotate(owned=Exists(Membership.objects.filter(franchise=OuterRef("identity"))))
        .order_by("identity__name", "id")
        .values("season_id", "id", "identity__name", "balance", "points", "wins", "criticals", "rank", "owned")
    )
    tables: dict[str, list[Standing]] = {season: [] for season in switches}
    free = dict.fromkeys(switches, 0)
    for row in rows:
        standing = Standing(
            franchise=row["id"],
            name=row["identity__name"],
            balance=row["balance"],
            points=row["points"],
            wins=row["wins"],
            criticals=row["criticals"],
            final_rank=row["rank"],
        )
        tables[row["season_id"]].append(standing)
        free[row["season_id"]] += not row["owned"]
    for season, table in tables.items():
        figures = tiebreak_figures(switches[season])
        final = bool(table) and all(standing.final_rank for standing in table)
        table.sort(key=lambda standing: (standing.final_rank, *(-part for part in standing.merit(figures))))
        give_ranks(table, figures, final=final)
    return {season: (table, free[season]) for season, table in tables.items()}


def leagues_with_a_seat_to_take(*, at: datetime, among: Iterable[str] | None = None) -> dict[str, str]:
    """The public leagues in which anybody may take a seat, each with the token: two queries at most.

    They are those whose commissioners pinned an announcement with the link of an owner's invitation that is open.
    """
    pinned = Wording.objects.filter(
        announcement__pinned=True,
        announcement__league__public=True,
        announcement__league__archived_at=None,
        announcement__league__delete_at=None,
        number=F("announcement__wordings"),
        text__contains="/join/",
    )
    if among is not None:
        pinned = pinned.filter(announcement__league__in=list(among))
    links = [
        (league, token, secret_digest(token))
        for league, text in pinned.order_by("announcement__number").values_list("announcement__league_id", "text")
        for token in JOIN_LINK.findall(text)
    ]
    if not links:
        return {}
    still_open = Invitation.objects.filter(
        digest__in=sorted({digest for _, _, digest in links}),
        role=Membership.Role.OWNER,
        revoked_at=None,
        expires_at__gt=at,
        used__lt=F("uses"),
    )
    invites_to = dict(still_open.values_list("digest", "league_id"))
    return {league: token for league, token, digest in links if invites_to.get(digest) == league}


def _plain(text: str) -> str:
    """Text to compare: without case, accents and doubled spaces."""
    marked = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(mark for mark in marked if not unicodedata.combining(mark)).split())
