"""Leagues in which nothing was done for a year come last on the front page, and wake by being acted in."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from league.membership import add_league_log
from league.models import League
from league.pages.leagues import FrontPageQuery, leagues_page
from tests.league.small_league import BEGAN, founded
from tests.people.test_league_archive import boss, league_of

pytestmark = pytest.mark.django_db
YEAR = timedelta(days=366)


def tiles(*, at: datetime, text: str = "") -> list[tuple[str, bool, bool]]:
    """The tiles of the front page at a time: the league's address, whether it is archived, and whether asleep."""
    page: dict[str, Any] = leagues_page(AnonymousUser(), FrontPageQuery(text=text), at=at)
    return [(tile.href, tile.archived, tile.asleep) for tile in page["leagues"]]


def test_a_league_falls_asleep_after_a_year_and_wakes_by_anything_that_is_done() -> None:
    founded(league="dust-bowl")
    other = founded(league="wastes")
    awake = [("/l/dust-bowl/", False, False), ("/l/wastes/", False, False)]
    assert sorted(tiles(at=BEGAN + timedelta(days=300))) == sorted(awake)
    add_league_log("wastes", actor=boss(other).handle, what="shown", subject="", at=BEGAN + timedelta(days=200))
    later = BEGAN + YEAR
    assert tiles(at=later) == [("/l/wastes/", False, False), ("/l/dust-bowl/", False, True)]
    assert ("/l/dust-bowl/", False, True) in tiles(at=later, text="Rust")


def test_an_example_league_never_sleeps() -> None:
    founded()
    assert tiles(at=BEGAN + YEAR) == [("/l/rust-belt/", False, False)]


def test_an_archived_league_comes_after_the_others_and_a_deleted_one_not_at_all() -> None:
    table, _ = founded(), founded(league="slag-cup")
    League.objects.filter(pk="rust-belt").update(archived_at=BEGAN)
    assert tiles(at=BEGAN) == [("/l/slag-cup/", False, False), ("/l/rust-belt/", True, False)]
    League.objects.filter(pk=league_of(table).pk).update(gone_at=BEGAN)
    assert tiles(at=BEGAN) == [("/l/slag-cup/", False, False)]
