"""The panel of the draft room that says what a pick would mean for the reader's own franchise."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.conf import settings

from tests.command_forms.desk import Sitter
from tests.command_forms.leagues_at_steps import picking
from tests.league.small_league import Table
from tests.pages.season_pages import said

pytestmark = pytest.mark.django_db
HERE = "/l/rust-belt/s1/draft/"
CHANGE = re.compile(r"([A-Z][^→]*?) (−?[\d.]+k?) → becomes (−?[\d.]+k?)")


def changes(table: Table, who: str, query: str = "") -> dict[str, tuple[str, str]]:
    """The lines of the panel: what each figure is before the pick and after it."""
    panel = said(f"{HERE}{query}", Sitter(table.season, who).client, at="if-picked")
    figures = panel[panel.index("Drivers (") :].split(" You could not pay")[0]
    return {name: (before, after) for name, before, after in CHANGE.findall(figures)}


@pytest.mark.rule("DM-C-062")
@pytest.mark.rule("DM-C-099")
def test_an_owner_sees_what_a_pick_means_for_roster_picks_size_and_money() -> None:
    table = picking()
    season = table.state
    assert [driver.id for driver in season.roster("saints") if season.contracts[driver.id].protected] == [
        "saints.d1",
        "saints.d2",
        "saints.d3",
    ]
    fees = sum(50 + 2 * season.driver(f"saints.d{number}").level for number in (1, 2, 3))
    bank = season.franchise("saints").balance // 1000 - fees
    assert changes(table, "saints") == {
        "Drivers (6 to 10)": ("3", "4"),
        "Picks left": ("4", "3"),
        "Franchise size": ("6", "7"),
        "Fees, 52k more": (f"{fees}k", f"{fees + 52}k"),
        "Bank after fees": (f"{bank}k", f"{bank - 52}k"),
    }
    assert "With saints 1, saints 2, saints 3." in said(HERE, Sitter(table.season, "saints").client, at="if-picked")


def test_another_driver_is_weighed_by_a_form_without_scripts_and_the_first_of_the_queue_unasked() -> None:
    table = picking()
    saints = Sitter(table.season, "saints").client
    for query, name in (("", "razors 4"), ("?pick=razors.d6", "razors 6"), ("?pick=saints.d1", "razors 4")):
        assert said(f"{HERE}{query}", saints, at="if-picked").startswith(f"If you pick {name} ")
    saints.post(HERE, {"franchise": "saints", "do": "add:razors.d5"})
    assert said(HERE, saints, at="if-picked").startswith("If you pick razors 5 ")
    page = saints.get(f"{HERE}?pick=razors.d6&sort=name").content.decode().split('id="if-picked"')[1]
    assert '<form method="get" action="/l/rust-belt/s1/draft/#if-picked">' in page
    assert '<input type="hidden" name="sort" value="name">' in page
    assert "driver=razors.d6" in page.split("</section>")[0], "the button picks the driver who is weighed"


def test_after_a_pick_the_driver_counts_among_those_to_sign() -> None:
    table = picking()
    table.give("pick_driver", by="saints", franchise="saints", driver="razors.d5")
    weighed = changes(table, "saints")
    assert (weighed["Drivers (6 to 10)"], weighed["Picks left"]) == (("4", "5"), ("3", "2"))


def test_whoever_cannot_pay_for_all_is_warned_and_nobody_else_is() -> None:
    table = picking()
    short = '<p class="warned" data-short>'
    saints = Sitter(table.season, "saints").client
    assert short not in saints.get(HERE).content.decode()
    table.give("adjust_balance", franchise="saints", amount=-450_000, reason="A fine.")
    assert short in saints.get(HERE).content.decode()


def test_only_owners_have_the_panel() -> None:
    table = picking()
    for who in ("boss", ""):
        assert 'id="if-picked"' not in Sitter(table.season, who).client.get(HERE).content.decode()


def test_the_drivers_of_the_draft_show_their_form_and_are_sorted_by_it() -> None:
    table = picking()
    page = Sitter(table.season, "saints").client.get(f"{HERE}?sort=-form")
    strengths = [it.row.record.strength for it in page.context["available"]]
    assert strengths == sorted(strengths, reverse=True)
    html = page.content.decode()
    assert re.search(
        r'<th scope="col" role="columnheader" class="c-fo" aria-sort="descending"><a href="\?sort=form', html
    )
    style = (Path(settings.BASE_DIR) / "static/theme/drivers.css").read_text()
    hidden = [rule for rule in re.findall(r"([^{}]*)\{[^{}]*display: none", style) if ".c-fo" in rule]
    assert hidden == []
