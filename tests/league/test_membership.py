"""Members of a league: how many franchises a player may run, and that they give each one's commands."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from league.access import NotYours, viewer_of
from league.membership import SeatTaken, join
from league.models import League, Membership
from league.queries.entries import visible_entries
from league.queries.matches import seats
from tests.journal.snapshot import everything
from tests.league.small_league import BEGAN, Table, announced, signed

pytestmark = pytest.mark.django_db
LEAGUES = (f"league-{number}" for number in count(1))
"""IDs of leagues: a test of a switch runs twice in one database, and needs a new league each time."""


def ownerless(**options: Any) -> Table:
    """A league in which nobody owns the widows, so that the razors' owner may take them."""
    table = signed(league=next(LEAGUES), **options)
    Membership.objects.filter(league=table.league, franchise=f"{table.league}/widows").delete()
    return table


def take_widows(table: Table) -> Membership:
    """Make the razors' owner the widows' owner as well."""
    league = League.objects.get(pk=table.league)
    razor = get_user_model().objects.get(username=f"{table.league}-razors")
    return join(
        league=league,
        user=razor,
        role="owner",
        franchise="widows",
        actor="",
        at=BEGAN,
        handle=f"{table.league}.second",
    )


@pytest.mark.rule("DM-C-059")
def test_a_player_runs_one_franchise_in_the_printed_game() -> None:
    table = ownerless()
    before = everything()
    with pytest.raises(SeatTaken, match="a player may run 1 franchise here"):
        take_widows(table)
    assert everything() == before


@pytest.mark.rule("DM-C-059")
@pytest.mark.switch("league.franchises_per_player", 2)
def test_a_player_runs_as_many_franchises_as_the_house_says() -> None:
    table = ownerless(switches={"league.franchises_per_player": 2})
    assert take_widows(table).franchise_id == f"{table.league}/widows"


def test_he_may_run_no_more_than_that() -> None:
    table = ownerless(switches={"league.franchises_per_player": 2})
    take_widows(table)
    Membership.objects.filter(league=table.league, franchise=f"{table.league}/saints").delete()
    league = League.objects.get(pk=table.league)
    razor = get_user_model().objects.get(username=f"{table.league}-razors")
    with pytest.raises(SeatTaken, match="a player may run 2 franchises here"):
        join(league=league, user=razor, role="owner", franchise="saints", actor="", at=BEGAN)


def two_franchises() -> Table:
    """A league whose razors and widows have the same owner, at its first line-ups."""
    table = ownerless(switches={"league.franchises_per_player": 2})
    take_widows(table)
    return announced(table=table)


def name_line_up(table: Table, franchise: str, *, by: str) -> None:
    """Name one car of a franchise."""
    seat = {"car": f"{franchise}.car1", "driver": f"{franchise}.d1"}
    table.give("name_line_up", by=by, franchise=franchise, match="m1", seats=[seat])


def test_an_owner_of_two_gives_the_commands_of_both_and_of_no_other() -> None:
    table = two_franchises()
    name_line_up(table, "razors", by="razors")
    name_line_up(table, "widows", by="razors")
    name_line_up(table, "razors", by="second")
    with pytest.raises(NotYours, match="saints is not yours"):
        name_line_up(table, "saints", by="second")


def test_an_owner_of_two_sees_what_is_sealed_of_both_and_of_no_other() -> None:
    table = two_franchises()
    for franchise in ("razors", "widows"):
        name_line_up(table, franchise, by="razors")
    name_line_up(table, "saints", by="saints")
    razor = get_user_model().objects.get(username=f"{table.league}-razors")
    viewer = viewer_of(razor, League.objects.get(pk=table.league))
    assert [franchise.pk for franchise in viewer.franchises] == [f"{table.league}/razors", f"{table.league}/widows"]
    assert {seat.line_up.franchise_id for seat in seats(f"{table.season}/m1", viewer)} == {
        f"{table.season}/razors",
        f"{table.season}/widows",
    }
    visible = visible_entries(table.season, viewer).filter(command="name_line_up")
    assert visible.count() == 2
