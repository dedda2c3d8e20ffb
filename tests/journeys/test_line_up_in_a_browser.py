"""The cards of the line-up form in Chromium: what was swapped on them stays while a page waits for dice."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from league.queries.season_leaves import BEACON
from tests.beacon.chain import own_chain
from tests.journal.awaited_seasons import AWAITING, all_fall
from tests.journeys.whole_site import logged_in
from tests.league.small_league import announced

pytestmark = [pytest.mark.browser, pytest.mark.once, pytest.mark.django_db(transaction=True)]
TEAMS = ("razors", "saints")
LINE_UP = "/l/rust-belt/s1/do/name_line_up/"


def test_what_was_swapped_on_the_cards_stays_when_awaited_dice_fall(
    visit: Callable[..., Any], live_server: Any
) -> None:
    with own_chain():
        table = announced(franchises=TEAMS, dice=AWAITING[BEACON])
        all_fall(table)
    page = visit().page
    page.context.add_cookies([logged_in("rust-belt-razors") | {"url": live_server.url}])
    awaited: list[dict[str, Any]] = [{"entry": 1}]
    page.route(
        "**/fair/dice/now.json*",
        lambda route: route.fulfill(
            content_type="application/json", body=json.dumps({"items": awaited, "length": 1, "mine": False})
        ),
    )
    page.goto(LINE_UP)
    expect(page.locator("[data-awaited]")).to_be_visible()
    card = page.locator(".seat-row .half[data-kind=crew]").first
    seat = card.locator("select")
    before = seat.input_value()
    card.click()
    page.locator(".bench tbody tr").last.click()
    chosen = seat.input_value()
    assert chosen not in {"", before}
    awaited.clear()
    expect(page.locator("[data-awaited-said]")).to_contain_text("open this page again", timeout=15_000)
    assert seat.input_value() == chosen


def test_secret_words_that_were_typed_stay_when_the_cards_are_filled_in_otherwise(
    visit: Callable[..., Any], live_server: Any
) -> None:
    table = announced(franchises=TEAMS)
    seats = [{"car": "razors.car1", "driver": "razors.d1"}]
    table.give("name_line_up", by="razors", franchise="razors", match="m1", seats=seats, words="chrome")
    page = visit().page
    page.context.add_cookies([logged_in("rust-belt-razors") | {"url": live_server.url}])
    page.goto(f"{LINE_UP}?match=m1")
    words = page.get_by_label("Secret words")
    expect(words).to_have_value("chrome")
    words.fill("rust and louder")
    page.get_by_role("link", name="Best and rested").click()
    expect(page.locator(".quick .on")).to_contain_text("Best and rested")
    expect(words).to_be_visible()
    expect(words).to_have_value("rust and louder")
    assert "louder" not in page.url
    page.goto(f"{LINE_UP}?match=m1&afresh=1")
    expect(words).to_have_value("chrome")


def test_the_cards_show_what_the_fields_hold_when_somebody_comes_back(
    visit: Callable[..., Any], live_server: Any
) -> None:
    announced(franchises=TEAMS)
    page = visit().page
    page.context.add_cookies([logged_in("rust-belt-razors") | {"url": live_server.url}])
    page.goto(LINE_UP)
    card = page.locator(".seat-row .half[data-kind=crew]").first
    card.click()
    page.locator(".bench tbody tr").last.click()
    page.goto("/l/rust-belt/s1/")
    page.go_back()
    expect(card.locator("select")).to_have_value("razors.d6")
    expect(card.locator(".face")).to_contain_text("razors 6")
