"""The menu of rules by keyboard, and an old address of a question."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.league.small_league import founded

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.once, pytest.mark.django_db(transaction=True)]
SEASON = "/l/rust-belt/s1/"
CARWARS = f"{SEASON}questionnaires/carwars/"


def test_the_menu_opens_by_key_and_an_old_address_leads_on_to_its_question(visit: Callable[..., Any]) -> None:
    founded()
    page = visit(width=390).page
    page.goto(f"{CARWARS}#crashroll")
    page.get_by_role("link", name="Go to the question you followed a link to").click()
    expect(page).to_have_url(re.compile(rf"{CARWARS}sections/crash-tables(-2)?/#crashroll$"))
    expect(page.locator("#crashroll")).to_be_in_viewport()
    page.set_viewport_size({"width": 1280, "height": 900})
    menu = page.locator(".nav-menu")
    menu.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(menu.get_by_role("link", name="House acts")).to_be_visible()
    page.keyboard.press("Escape")
    expect(menu.get_by_role("link", name="House acts")).to_be_hidden()
    expect(menu.locator("summary")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(rf"{SEASON}rules/$"))
