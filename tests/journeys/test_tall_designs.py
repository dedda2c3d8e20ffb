"""The designer is no taller on a phone than other pages may be, whatever design a drawing starts from."""

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
from tests.journeys.whole_site import BOSS, logged_in
from tests.league.small_league import signed

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
