"""In a browser, an owner makes a token, a program uses it, and the owner revokes it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.api.api_callers import Program, at
from tests.journeys.test_joining_in_a_browser import wrongs
from tests.league.small_league import Table, founded
from tests.sampling import crossed

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TOKENS = "/l/rust-belt/tokens/"


@pytest.mark.parametrize(("width", "theme"), crossed([1280, 390], ["light", "dark"], every=2))
def test_in_a_browser_a_token_is_made_used_and_taken_back(visit: Callable[..., Any], width: int, theme: str) -> None:
    table: Table = founded()
    page = visit(width=width, theme=theme).page
    page.goto("/accounts/login/")
    page.locator("input[name=login]").fill("rust-belt-razors")
    page.locator("input[name=password]").fill("razors")
    page.locator("main button[type=submit]").first.click()
    page.goto(TOKENS)
    assert wrongs(page, width=width) == []
    page.get_by_label("What uses it").fill("our scoring app")
    page.get_by_label("Run Razors").check()
    page.get_by_role("button", name="Make a token").click()
    text = page.get_by_label("Token", exact=True).input_value()
    assert Program(text).get(at(table)).status_code == 200
    assert wrongs(page, width=width) == []
    page.get_by_role("button", name="Copy").click()
    page.get_by_text("Copied.").wait_for(state="attached")
    page.goto(TOKENS)
    page.get_by_text("Take it back").click()
    page.get_by_role("button", name="Take back our scoring app").click()
    page.get_by_text("no longer works").wait_for()
    assert Program(text).get(at(table)).status_code == 401
    assert wrongs(page, width=width) == []
