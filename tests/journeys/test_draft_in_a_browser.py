"""The draft room in Chromium: the panel follows the driver who is looked at, and nothing is wrong on a phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from drivers.pages import draft
from tests.command_forms.desk import Sitter
from tests.command_forms.leagues_at_steps import picking, reckoned
from tests.journeys.page_inspection import TALLEST, wrongs_here
from tests.journeys.thumb import thumb_of

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.once, pytest.mark.django_db(transaction=True)]
HERE = "/l/rust-belt/s1/draft/"


def test_the_panel_of_a_pick_follows_the_row_that_is_pressed(visit: Callable[..., Any], live_server: Any) -> None:
    table = picking()
    table.give("adjust_driver", driver="razors.d6", xp=12, reason="They were underrated.")
    fee = f"{50 + 2 * table.state.driver('razors.d6').level}k"
    assert fee != "52k"
    page = thumb_of(visit, table.season, "saints", url=live_server.url).page
    page.goto(HERE)
    panel = page.locator("#if-picked")
    for driver, price in (("razors 6", fee), ("razors 5", "52k")):
        page.locator("#available tbody tr", has_text=driver).locator(".c-lv").click()
        expect(panel.get_by_role("heading")).to_have_text(f"If you pick {driver}")
        expect(panel.locator("[data-more]")).to_have_text(price)
        expect(panel.locator("select option:checked")).to_have_text(driver)
    panel.locator("select").select_option(label="razors 6")
    expect(panel.locator("[data-more]")).to_have_text(fee)
    panel.get_by_role("link", name="Pick").click()
    expect(page.locator("#if-picked-name")).to_have_text("If you pick razors 6")


def test_the_panel_of_a_pick_is_refreshed_and_keeps_the_driver_who_was_chosen(
    visit: Callable[..., Any], live_server: Any
) -> None:
    table = picking()
    page = thumb_of(visit, table.season, "saints", url=live_server.url).page
    page.goto(f"{HERE}?pick=razors.d5")
    panel = page.locator("#if-picked")
    for chosen, fine in (("razors 6", -7_000), ("razors 4", -9_000)):
        page.locator("#available tbody tr", has_text=chosen).locator(".c-lv").click()
        table.give("adjust_balance", franchise="saints", amount=fine, reason="A fine.")
        bank = page.locator("[data-bank-before]")
        before = int(bank.get_attribute("data-bank-before"))
        expect(bank).to_have_attribute("data-bank-before", str(before + fine), timeout=15_000)
        expect(panel.get_by_role("heading")).to_have_text(f"If you pick {chosen}")
        expect(panel.locator("select option:checked")).to_have_text(chosen)
        after = f"{(before + fine - 52_000) // 1000}k"
        expect(panel.locator("[data-bank]")).to_have_text(after)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_draft_with_a_long_queue_has_no_faults_on_a_phone(
    visit: Callable[..., Any], live_server: Any, theme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = picking()
    monkeypatch.setattr(draft, "MOST_QUEUED", 2)
    owner = Sitter(table.season, "saints").client
    for number in (4, 5, 6):
        owner.post(HERE, {"franchise": "saints", "do": f"add:razors.d{number}"})
    thumb = thumb_of(visit, table.season, "saints", url=live_server.url, theme=theme)
    thumb.page.context.add_init_script(script=Axe().axe_script)
    thumb.opens(f"{HERE}?queue=2")
    assert thumb.longest < TALLEST
    assert list(wrongs_here(thumb.page)) == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_button_that_repairs_all_has_no_faults_on_a_phone(
    visit: Callable[..., Any], live_server: Any, theme: str
) -> None:
    table = reckoned()
    thumb = thumb_of(visit, table.season, "razors", url=live_server.url, theme=theme)
    thumb.page.context.add_init_script(script=Axe().axe_script)
    thumb.opens("/l/rust-belt/s1/do/decide_repairs/?match=m1")
    assert list(wrongs_here(thumb.page)) == []
    thumb.opens("/l/rust-belt/s1/do/decide_repairs/?match=m1")
    thumb.follows(thumb.page.get_by_role("button", name="Repair all now, 2k"))
    assert table.state.cars["razors.car1"].criticals == 0


@pytest.mark.parametrize("width", [1280, 1600])
def test_the_order_of_the_draft_follows_a_short_list_at_once(
    visit: Callable[..., Any], live_server: Any, width: int
) -> None:
    table = picking()
    page = thumb_of(visit, table.season, "saints", url=live_server.url, width=width).page
    page.goto(HERE)
    boxes = {name: page.locator(f"#{name}").bounding_box() for name in ("available", "queue", "if-picked", "order")}
    bottom = boxes["available"]["y"] + boxes["available"]["height"]
    assert 0 < boxes["order"]["y"] - bottom <= 20
    assert boxes["order"]["x"] == boxes["available"]["x"]
    assert boxes["queue"]["y"] == boxes["available"]["y"]
    assert boxes["if-picked"]["x"] == boxes["queue"]["x"] > boxes["order"]["x"] + boxes["order"]["width"]
