"""Charts: each comes with a table of its figures, and the library is loaded only where there is a chart."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.league.league_cache import built_once
from tests.league.small_league import Table, closed, reopened, settled
from tests.pages.season_pages import ended, main_of

pytestmark = pytest.mark.django_db
LIBRARY = "vendor/chart.js-4.5.1/chart.umd.min.js"
DRAWN = {
    "s1/standings/": 1,
    "f/razors/finances/?season=s1": 2,
    "f/razors/history/": 1,
}
"""Pages with charts and the number of charts, in a league's second season."""
TIRED = {"f/razors/": 1, "d/razors.d1/": 1}
"""The same for a league with fatigued drivers."""
PLAIN = ("", "s1/", "s1/drivers/", "records/", "f/razors/stores/", "f/razors/", "f/razors/finances/", "d/saints.d6/")
"""Pages without charts: nobody is fatigued when a season opens, and nothing has been paid."""


@built_once
def two_seasons() -> Table:
    """A league whose first season is over and whose second is open."""
    return reopened(closed(ended()))


def test_the_library_is_loaded_where_a_chart_is_and_nowhere_else() -> None:
    two_seasons()
    charts_by_page = {}
    for address in (*DRAWN, *PLAIN):
        page = Client().get(f"/l/rust-belt/{address}").content.decode()
        charts_by_page[address] = (page.count("data-chart="), page.count(LIBRARY))
    assert charts_by_page == {address: (DRAWN.get(address, 0), int(address in DRAWN)) for address in (*DRAWN, *PLAIN)}


@pytest.mark.parametrize("address", TIRED)
def test_fatigue_is_drawn_where_somebody_is_tired(address: str) -> None:
    ended()
    page = Client().get(f"/l/rust-belt/{address}").content.decode()
    assert (page.count("data-chart="), page.count(LIBRARY)) == (1, 1)
    assert 'data-called="Fatigue">Points</th>' in page


@pytest.mark.parametrize("address", DRAWN)
def test_every_chart_has_a_title_and_a_table_of_figures_that_stands_open_without_a_script(address: str) -> None:
    two_seasons()
    page = main_of(f"/l/rust-belt/{address}")
    for chart in page.split("data-chart=")[1:]:
        attributes, inside = chart.split(">", 1)
        assert re.search(r'data-title="[A-Z][^"]+"', attributes)
        table = inside.split("</table>")[0]
        assert "<table" in table
        assert re.search(r"<t[hr][^>]* data-series", table)
        assert "<details" not in table or '<details class="drawn-from" open>' in table
        assert re.search(r'<td class="n[^"]*">(<a[^>]*>)?[−\d]', table)


def test_the_balance_is_that_after_each_entry_that_moved_money() -> None:
    table = settled()
    lines = list(table.row.ledgerlines.filter(franchise_id="rust-belt/s1/razors").order_by("entry", "fact"))  # type: ignore[attr-defined]
    balances = Client().get("/l/rust-belt/f/razors/finances/").context["balances"]
    assert [(entry, balance) for entry, balance, _ in balances] == sorted(
        {line.entry: line.balance for line in lines}.items(), reverse=True
    )
    assert balances[0][1] == table.state.franchise("razors").balance
    assert all(Client().get(href).status_code == 200 for _, _, href in balances[:3])
