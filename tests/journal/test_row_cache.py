"""A season's rows are always read with their current values, however often and however they were used before."""

from __future__ import annotations

import pytest

from drivers.models import Sheet
from franchises.models import FranchiseSeason
from journal.gate import open_gate
from journal.state import store
from journal.state.integrity import TablesEdited
from journal.state.tables import STATE_TABLES
from league.models import Season
from rules.campaign.core.codec import season_digest
from tests.league.small_league import Table
from tests.pages.large_league import grown

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return grown(8)


def loaded(table: Table) -> store.LoadedSeason:
    return store.load(Season.objects.get(pk=table.season))


def test_a_season_that_is_read_again_is_the_same_and_none_of_its_things_is_shared(table: Table) -> None:
    first = loaded(table)
    digest = season_digest(first.season)
    for franchise in first.season.franchises.values():
        franchise.balance += 1
        franchise.waiting_sponsors.append("nobody")
    second = loaded(table)
    assert season_digest(second.season) == digest != season_digest(first.season)
    assert second.before == first.before


def test_what_is_read_is_what_the_rows_themselves_stand_for(table: Table) -> None:
    season = Season.objects.get(pk=table.season)
    place, loaded_season = store.id_prefixes_of(season), loaded(table)
    for shelf in STATE_TABLES:
        rows = list(shelf.model._default_manager.filter(season=season).values_list(*shelf.columns))
        things = [shelf.thing_from_row(row, place) for row in rows]
        assert sorted(map(repr, things)) == sorted(map(repr, getattr(loaded_season.season, shelf.attribute).values()))
    assert loaded_season.season.drivers
    assert loaded_season.season.line_ups


def test_a_row_that_says_otherwise_means_otherwise_and_the_writer_sees_it(table: Table) -> None:
    loaded(table)
    with open_gate():
        FranchiseSeason.objects.filter(pk=f"{table.season}/f00").update(balance=7, waiting_sponsors=["brewery"])
    current = loaded(table).season
    assert (current.franchises["f00"].balance, current.franchises["f00"].waiting_sponsors) == (7, ["brewery"])
    driver = min(current.drivers)
    with open_gate():
        Sheet.objects.filter(pk=f"{table.season}/{driver}").update(level=9)
    assert loaded(table).season.drivers[driver].level == 9
    with pytest.raises(TablesEdited, match="f00: balance is 7"):
        table.give("lock_line_ups", match="m1")


def test_few_shelves_are_read_as_they_are_among_all_of_them(table: Table) -> None:
    few = [state_table for state_table in STATE_TABLES if state_table.attribute in ("cars", "matches")]
    season = Season.objects.get(pk=table.season)
    partial_season, whole_season = store.load(season, shelves=few).season, loaded(table).season
    assert (partial_season.cars, partial_season.matches, partial_season.franchises) == (
        whole_season.cars,
        whole_season.matches,
        {},
    )
