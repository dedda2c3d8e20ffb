"""On a phone, a stranger signs up on the page of an invitation and has its franchise with one tap."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone

from tests.journeys.test_pages_in_a_browser import AXE
from tests.people.crowd import league_of, link, vacate

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def wrongs(page: Any, *, width: int) -> list[str]:
    """What is wrong with the current page: its width, and accessibility with all its parts unfolded."""
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true; })")
    faults = [
        f"{node['html'][:120]}"
        for violation in Axe().run(page, options=AXE).response["violations"]
        for node in violation["nodes"]
    ]
    scrolled = page.evaluate("document.documentElement.scrollWidth")
    return faults + ([f"{page.url} is {scrolled} wide"] if scrolled != width else [])


def test_a_stranger_signs_up_from_a_link_and_claims_its_franchise_with_one_tap(visit: Callable[..., Any]) -> None:
    league_of()
    vacate("saints")
    visitor = visit(width=390, theme="dark", touch=True)
    page = visitor.page
    page.goto(link(franchise="saints", at=timezone.now()))
    assert wrongs(page, width=390) == []
    page.locator("input[name=username]").fill("nora")
    page.locator("input[name=email]").fill("nora@example.com")
    page.locator("input[name=password1]").fill("a pass phrase for tests")
    page.get_by_role("button", name="Sign up and claim Saints").tap()
    page.wait_for_url("**/l/rust-belt/f/saints/founding/")
    page.get_by_text("Saints is yours.").wait_for()
    assert visitor.complaints == []
