"""The export of a league: members by user name, names, orders, crests, calendar, log, documents, and seasons.

Every season is whole. Jobs, windows, notices and the outbox are left out: they belong to the server that runs
the league.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db import models
from django.db.models import Exists, OuterRef, Q

from drivers.models import Driver, Sheet
from franchises.models import ChosenCrest, Franchise, FranchiseSeason, StandingOrders
from journal.transfer.export_columns import columns_of
from journal.transfer.league_documents import export_documents
from journal.transfer.season_export import season_lines, utc_isoformat
from league.models import Calendar, League, LeagueLog, Membership, Season
from rules.core.canonical_json import json_bytes

LEAGUE_EXPORT_FORMAT = "dethmetal league 1"


def league_lines(league: League) -> Iterator[bytes]:
    """The export of a league line by line; only a few entries are in memory at a time."""
    yield b"{\n"
    for name, value in _top(league).items():
        yield json_bytes(name) + b":" + json_bytes(value) + b",\n"
    yield b'"seasons":[\n'
    rows = list(seasons_in_order(league.pk))
    for place, row in enumerate(rows, start=1):
        for line in season_lines(row, whole=True):
            yield b"},\n" if line == b"}\n" and place < len(rows) else line
    yield b"]\n}\n"


def seasons_in_order(league: str) -> models.QuerySet[Season]:
    """The seasons of a league and their rehearsals, without sandboxes, in the order they were opened."""
    return Season.objects.filter(league_id=league, sandbox=None).order_by("number", "opened_at", "pk")


OMITTED_COLUMNS = frozenset({"league"})


def _top(league: League) -> dict[str, Any]:
    orders = StandingOrders.objects.filter(franchise__league=league).order_by("franchise_id")
    crests = ChosenCrest.objects.filter(franchise__league=league).order_by("franchise_id")
    calendar = Calendar.objects.filter(league=league).first()
    return {
        "format": LEAGUE_EXPORT_FORMAT,
        "league": {
            "id": league.pk,
            "name": league.name,
            "public": league.public,
            "founded_at": utc_isoformat(league.founded_at),
            **({"archived_at": utc_isoformat(league.archived_at)} if league.archived_at else {}),
        },
        "members": [
            {
                "handle": membership.handle,
                "user": membership.user.get_username(),
                "role": membership.role,
                "franchise": _short_id(membership.franchise_id or ""),
            }
            for membership in Membership.objects.filter(league=league).select_related("user").order_by("pk")
        ],
        "franchises": _names(Franchise, league),
        "drivers": _names(Driver, league),
        "standing_orders": [
            {**columns_of(order, but=frozenset({"franchise"})), "franchise": _short_id(order.franchise_id)}
            for order in orders
        ],
        **({"crests": {_short_id(crest.franchise_id): crest.blazon for crest in crests}} if crests else {}),
        "calendar": None if calendar is None else columns_of(calendar, but=OMITTED_COLUMNS),
        "log": [
            columns_of(log, but=OMITTED_COLUMNS) for log in LeagueLog.objects.filter(league=league).order_by("pk")
        ],
        "papers": export_documents(league.pk),
    }


def _names(model: type[models.Model], league: League) -> dict[str, str]:
    """The names of a league's drivers or franchises by short id, without those that exist only in sandboxes."""
    in_season, link = (Sheet, "person") if model is Driver else (FranchiseSeason, "identity")
    of: models.QuerySet[Any] = in_season._default_manager.filter(**{link: OuterRef("pk")})
    only_in_sandboxes = Q(Exists(of.exclude(season__sandbox=None))) & ~Q(Exists(of.filter(season__sandbox=None)))
    rows = model._default_manager.filter(league=league).exclude(only_in_sandboxes).values_list("pk", "name")
    return {_short_id(id): name for id, name in rows}


def _short_id(id: str) -> str:
    return id.rsplit("/", 1)[-1]
