"""The pages of a match of eight franchises with three cars each are no taller on a phone than other pages may be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.journal.amends import number_of
from tests.journeys.conftest import Visitor
from tests.journeys.page_inspection import NOT_READY, too_tall
from tests.journeys.whole_site import logged_in
from tests.pages.big_match import MATCH, locked_match, played_match, reported_match

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


ADDRESS = f"/l/rust-belt/s1/{MATCH}/"
WHO = ("", "rust-belt-owner", "rust-belt-boss")
"""Whose pages have ever more parts: what they may do, and their own card."""


@pytest.fixture
def shown(visit: Callable[..., Visitor], live_server: Any) -> Callable[[str, str], Any]:
    """Open an address as somebody, "" for a visitor."""

    def opened(who: str, address: str) -> Any:
        page = visit().page
        if who:
            page.context.add_cookies([logged_in(who) | {"url": live_server.url}])
        page.goto(address)
        return page

    return opened


@pytest.mark.parametrize("who", WHO)
def test_the_page_of_a_reported_match_fits_a_phone_with_every_part_unfolded(
    shown: Callable[[str, str], Any], who: str
) -> None:
    reported_match()
    page = shown(who, ADDRESS)
    expect(page.locator(".match-places > li")).to_have_count(8)
    expect(page.locator(".box-car")).to_have_count(24)
    assert too_tall(page) == [], page.url


@pytest.mark.parametrize("who", WHO)
def test_the_page_of_a_played_match_fits_a_phone_with_every_part_unfolded(
    shown: Callable[[str, str], Any], who: str
) -> None:
    played_match()
    page = shown(who, ADDRESS)
    expect(page.locator(".match-places > li")).to_have_count(6)
    expect(page.locator(".box-car")).to_have_count(18)
    expect(page.locator(".match-story > li")).to_have_count(10)
    assert too_tall(page) == [], page.url


def test_the_page_of_a_match_with_locked_line_ups_fits_a_phone_and_links_what_came_before(
    shown: Callable[[str, str], Any],
) -> None:
    locked_match()
    page = shown("rust-belt-boss", ADDRESS)
    expect(page.get_by_role("link", name="Line-ups", exact=True)).to_be_visible()
    assert too_tall(page) == [], page.url
    page.get_by_role("link", name="Line-ups", exact=True).click()
    expect(page.get_by_role("heading", name="Step by step")).to_be_visible()
    assert too_tall(page) == [], page.url


def test_the_replay_and_the_box_score_of_a_big_match_fit_a_phone(shown: Callable[[str, str], Any]) -> None:
    played_match()
    page = shown("rust-belt-boss", f"{ADDRESS}replay/")
    expect(page.locator(NOT_READY)).to_have_count(0)
    expect(page.locator("[data-words]")).to_have_count(18)
    assert too_tall(page) == [], page.url
    page.goto(f"{ADDRESS}log/?show=box")
    expect(page.get_by_role("heading", name="Teams and drivers")).to_be_visible()
    assert too_tall(page) == [], page.url
    page.get_by_role("navigation", name="Pages of the box score").get_by_role("link", name="2").click()
    expect(page.get_by_role("heading", name="Dethmatch: Cars")).to_be_visible()
    assert too_tall(page) == [], page.url


def test_the_form_that_amends_the_report_of_a_big_match_fits_a_phone(shown: Callable[[str, str], Any]) -> None:
    table = reported_match()
    number = number_of(table, "accept_report")
    page = shown("rust-belt-boss", f"/l/rust-belt/s1/journal/{number}/amend/")
    expect(page.locator("main form").first).to_be_visible()
    assert too_tall(page) == [], page.url
