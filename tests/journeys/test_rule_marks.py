"""The mark of a rule opens the rule where it is named, and leads to its chapter without a script."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from explain.rulebook_links import rule_url
from tests.league.small_league import settled

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.once, pytest.mark.django_db(transaction=True)]
STANDINGS = "/l/rust-belt/s1/standings/"


def test_a_tap_on_a_mark_shows_the_rule_and_the_page_stays(visit: Callable[..., Any]) -> None:
    settled()
    page = visit(width=390, touch=True).page
    page.goto(STANDINGS)
    mark = page.locator("a.rule:visible").first
    rule = mark.inner_text()
    expect(mark).to_have_accessible_name(rule)
    mark.tap()
    dialog = page.get_by_role("dialog", name="Rule")
    expect(dialog).to_contain_text(rule)
    expect(dialog.get_by_role("link", name="Read the chapter")).to_have_attribute(
        "href", f"{page.url.partition('/l/')[0]}{rule_url(rule, 'rust-belt/s1')}"
    )
    dialog.get_by_role("button", name="Close").tap()
    expect(dialog).to_be_hidden()
    expect(page).to_have_url(re.compile(rf"{STANDINGS}$"))


def test_an_old_address_of_a_rule_goes_on_to_its_chapter(visit: Callable[..., Any]) -> None:
    page = visit().page
    page.goto("/rulebook/campaign/#DM-C-100")
    expect(page).to_have_url(f"{page.url.partition('/rulebook/')[0]}{rule_url('DM-C-100')}")
