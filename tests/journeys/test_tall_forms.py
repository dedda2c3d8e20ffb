"""The designer and the form of standing orders are no taller on a phone than other pages may be."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from rules.match.drawing_board import HasDrawingBoard
from rules.match.registry import get_ruleset
from tests.journeys.page_inspection import too_tall
from tests.journeys.whole_site import BOSS, OWNER, logged_in
from tests.league.small_league import founded, signed

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
GARAGE = "/l/rust-belt/f/razors/garage/razors.car1/design"


def longest_design(ruleset: str) -> str:
    """The printed design with the most to draw."""
    drawn = get_ruleset(ruleset)
    assert isinstance(drawn, HasDrawingBoard)
    return max(drawn.board.printed().items(), key=lambda design: len(json.dumps(design[1])))[0]


def test_the_longest_printed_designs_fit_a_phone_and_so_does_a_sheet(
    visit: Callable[..., Any], live_server: Any
) -> None:
    signed(over=False)
    page = visit().page
    page.context.add_cookies([logged_in(BOSS) | {"url": live_server.url}])
    for ruleset in ("dethmatch", "rhad"):
        design = longest_design(ruleset)
        page.goto(f"{GARAGE}/{ruleset}/?from={quote(f'printed:{design}')}")
        expect(page.locator(".drawn-row").first).to_be_visible()
        assert too_tall(page) == [], design
    page.get_by_role("button", name="Show the car's sheet").click()
    expect(page.locator(".car-sheet table").first).to_be_visible()
    assert too_tall(page) == [], page.url
    page.get_by_role("button", name="Back to the drawing").click()
    expect(page.locator(".drawn-row").first).to_be_visible()


def test_the_orders_of_a_franchise_and_all_that_they_would_do_during_the_setup_fit_a_phone(
    visit: Callable[..., Any], live_server: Any
) -> None:
    founded()
    page = visit().page
    page.context.add_cookies([logged_in(OWNER) | {"url": live_server.url}])
    page.goto("/l/rust-belt/f/razors/orders/change/")
    expect(page.get_by_label("Drivers wanted")).to_be_visible()
    assert too_tall(page) == [], page.url
    page.get_by_role("button", name="See what they would do now").click()
    expect(page.get_by_role("button", name="Set the orders")).to_be_visible()
    expect(page.get_by_text("Hire 8 rookies")).to_be_visible()
    assert too_tall(page) == [], page.url
    page.get_by_role("button", name="Change them").click()
    expect(page.get_by_label("Drivers wanted")).to_be_visible()
