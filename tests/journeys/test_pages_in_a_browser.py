"""Every page in a real browser: desktop and phone, light and dark, without a complaint of any kind."""

from __future__ import annotations

from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.core.management import call_command

FOLDER = Path(__file__).parents[2] / "examples" / "first-laps"
PAGES = (
    "/",
    "/l/scrapyard/",
    "/l/scrapyard/s1/",
    "/l/scrapyard/s1/drivers/",
    "/l/scrapyard/s1/rules/",
    "/l/scrapyard/s1/draft/",
    "/l/scrapyard/s1/pool/",
    "/l/scrapyard/s1/market/",
    "/l/scrapyard/s1/m1/",
    "/l/scrapyard/f/grannies/",
    "/l/scrapyard/f/grannies/stores/",
    "/l/scrapyard/f/grannies/market/",
    "/l/scrapyard/f/grannies/finances/",
    "/l/scrapyard/f/grannies/sponsors/",
    "/l/scrapyard/f/grannies/history/",
    "/l/scrapyard/d/rust-saints.d7/",
    "/l/scrapyard/s1/journal/",
    "/l/scrapyard/s1/journal/50/",
    "/l/scrapyard/s1/amends/",
    "/l/scrapyard/heads/",
    "/accounts/login/",
    "/accounts/signup/",
)
AXE = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
NARROWEST = 360

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("played")]


@pytest.fixture
def played(transactional_db: None) -> None:
    """The example league, played through the real writer."""
    call_command("play", FOLDER, season_secret="00ff", verbosity=0, stdout=StringIO())


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_every_page_is_without_errors_and_accessible(width: int, theme: str, visit: Callable[..., Any]) -> None:
    visitor = visit(width=width, theme=theme)
    found: list[str] = []
    for address in PAGES:
        visitor.page.goto(address)
        assert visitor.page.get_attribute("html", "data-bs-theme") == theme
        for wrong in Axe().run(visitor.page, options=AXE).response["violations"]:
            found += [f"{address} {wrong['id']}: {node['html'][:120]}" for node in wrong["nodes"][:3]]
    assert found == []
    assert visitor.complaints == []


def test_no_page_scrolls_sideways_on_the_narrowest_phone(visit: Callable[..., Any]) -> None:
    visitor = visit(width=NARROWEST)
    widths = {}
    for address in PAGES:
        visitor.page.goto(address)
        widths[address] = visitor.page.evaluate("document.documentElement.scrollWidth")
    assert widths == dict.fromkeys(PAGES, NARROWEST)


def test_a_chosen_theme_is_kept_from_page_to_page(visit: Callable[..., Any]) -> None:
    page = visit(theme="light").page
    page.goto("/")
    page.get_by_role("button", name="Theme: auto").click()
    page.get_by_role("button", name="Theme: light").click()
    assert page.get_attribute("html", "data-bs-theme") == "dark"
    page.goto("/l/scrapyard/")
    assert page.get_attribute("html", "data-bs-theme") == "dark"
    page.get_by_role("button", name="Theme: dark").click()
    assert page.get_attribute("html", "data-bs-theme") == "light"


@pytest.mark.parametrize("touch", [False, True])
def test_an_explanation_opens_on_focus_and_on_a_tap(touch: bool, visit: Callable[..., Any]) -> None:
    page = visit(width=390 if touch else 1280, touch=touch).page
    page.goto("/l/scrapyard/d/rust-saints.d7/")
    first = page.locator("dd .tip").first
    if touch:
        first.tap()
    else:
        first.focus()
    shown = page.get_by_role("tooltip")
    shown.wait_for()
    assert shown.inner_text().startswith("Base and advances ")
    page.keyboard.press("Escape")
    shown.wait_for(state="detached")


def test_the_keyboard_skips_the_bar_and_the_focus_can_be_seen(visit: Callable[..., Any]) -> None:
    page = visit().page
    page.goto("/l/scrapyard/")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the page"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    page.keyboard.press("Tab")
    assert page.evaluate("getComputedStyle(document.activeElement).outlineWidth") == "3px"


def test_what_is_pressed_on_a_phone_is_large_enough(visit: Callable[..., Any]) -> None:
    page = visit(width=390).page
    page.goto("/l/scrapyard/s1/journal/")
    page.get_by_role("button", name="Menu").click()
    page.locator("#bar-links.show").wait_for()
    pressed = "button.navbar-toggler, .bar .nav-link, .btn, .page-link, input[type=text]"
    small = page.evaluate(
        "(pressed) => [...document.querySelectorAll(pressed)]"
        ".filter(it => it.offsetParent && it.getBoundingClientRect().height < 43.5)"
        ".map(it => it.outerHTML.slice(0, 80))",
        pressed,
    )
    assert small == []
