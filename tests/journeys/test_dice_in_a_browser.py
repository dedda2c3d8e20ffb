"""In a browser, a form sends words that nobody typed, and the receipt it gets back is stored and compared."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from journal.entry_body import load_body
from league.models import Entry
from league.pages.dice.words import WORDS_FIELD
from tests.journeys.test_joining_in_a_browser import wrongs
from tests.journeys.whole_site import logged_in
from tests.league.small_league import SEEDS, settled, signed
from tests.sampling import crossed

pytestmark = [pytest.mark.browser, pytest.mark.once, pytest.mark.django_db(transaction=True)]
FAIR = "/l/rust-belt/s1/fair/"
HEX = frozenset("0123456789abcdef")
CHANGED = """() => {
  const kept = JSON.parse(localStorage.getItem("receipts"));
  kept[0].statement = JSON.stringify({ ...JSON.parse(kept[0].statement), head: "0".repeat(64) });
  localStorage.setItem("receipts", JSON.stringify(kept));
}"""


def with_words(season: str) -> list[Entry]:
    """The entries of a season that have words of whoever gave the command."""
    entries = Entry.objects.filter(season=season).order_by("number")
    return [entry for entry in entries if load_body(entry.body).words]


@pytest.mark.parametrize(("width", "theme"), crossed([390, 1280], ["dark", "light"], every=2))
def test_words_are_sent_and_receipts_kept_without_a_click(
    visit: Callable[..., Any], live_server: Any, width: int, theme: str, tmp_path: Path
) -> None:
    table = signed(dice=SEEDS)
    page = visit(width=width, theme=theme).page
    page.context.add_cookies([logged_in("rust-belt-razors") | {"url": live_server.url}])
    page.goto(FAIR)
    expect(page.get_by_text("This browser has kept no receipt of this season.")).to_be_visible()
    assert wrongs(page, width=width) == []
    for driver in ("razors.d6", "razors.d5"):
        page.goto(f"/l/rust-belt/s1/do/release_driver/?driver={driver}")
        expect(page.locator(f"[name={WORDS_FIELD}]")).to_have_count(0)
        with page.expect_navigation():
            page.locator("main button[value=give]").click()
    first, second = with_words(table.season)
    words = [load_body(entry.body).words for entry in (first, second)]
    assert words[0] != words[1]
    assert all(len(word) == 64 and HEX.issuperset(word) for word in words)
    assert "receipt" not in {cookie["name"] for cookie in page.context.cookies()}
    page.goto(FAIR)
    expect(page.locator("[data-receipts-list] .chip.good")).to_have_count(2)
    expect(page.get_by_text("2 receipts kept, and all fit the journal as it is now.")).to_be_visible()
    assert wrongs(page, width=width) == []
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save them as a file").click()
    saved.value.save_as(tmp_path / "receipts")
    lines = [json.loads(line) for line in (tmp_path / "receipts").read_text().splitlines()]
    assert [sorted(line) for line in lines] == [["algorithm", "key", "signature", "statement"]] * 2
    heads = {json.loads(line["statement"])["head"] for line in lines}
    assert heads <= set(Entry.objects.filter(season=table.season).values_list("hash", flat=True))
    page.evaluate(CHANGED)
    page.reload()
    expect(page.locator("[data-receipts-list] .chip.bad")).to_have_text("differs")
    expect(page.get_by_text("1 receipt of 2 does not fit the journal")).to_be_visible()
    assert wrongs(page, width=width) == []


@pytest.mark.parametrize(("dice", "look"), crossed([SEEDS, b"\x01\xff"], [(1280, "dark"), (390, "light")]))
def test_the_pages_of_fairness_entries_and_matches_are_whole(
    visit: Callable[..., Any], look: tuple[int, str], dice: Any
) -> None:
    width, theme = look
    table = settled(1, dice=dice)
    throwing_entry = next(
        entry.number
        for entry in Entry.objects.filter(season=table.season).order_by("-number")
        if load_body(entry.body).rolls
    )
    page = visit(width=width, theme=theme).page
    for address in (FAIR, f"/l/rust-belt/s1/journal/{throwing_entry}/", "/l/rust-belt/s1/m1/"):
        page.goto(address)
        for summary in page.locator("#leaf summary").all():
            summary.click()
        assert wrongs(page, width=width) == []
