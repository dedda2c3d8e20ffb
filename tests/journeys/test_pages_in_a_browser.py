"""What all pages share, in a real browser: the theme, explanations, and controls large enough for a finger."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.league.small_league import settled

AXE = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
NARROWEST = 360

pytestmark = [
    pytest.mark.browser,
    pytest.mark.long,
    pytest.mark.once,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("played"),
]


@pytest.fixture
def played(transactional_db: None) -> None:
    """A league that has played a round."""
    settled()


def test_a_chosen_theme_is_kept_from_page_to_page(visit: Callable[..., Any]) -> None:
    page = visit(theme="light").page
    page.goto("/")
    page.get_by_role("button", name="Theme: auto").click()
    page.get_by_role("button", name="Theme: light").click()
    assert page.get_attribute("html", "data-bs-theme") == "dark"
    page.goto("/l/rust-belt/")
    assert page.get_attribute("html", "data-bs-theme") == "dark"
    page.get_by_role("button", name="Theme: dark").click()
    assert page.get_attribute("html", "data-bs-theme") == "light"


@pytest.mark.parametrize("touch", [False, True])
def test_an_explanation_opens_on_focus_and_on_a_tap(touch: bool, visit: Callable[..., Any]) -> None:
    page = visit(width=390 if touch else 1280, touch=touch).page
    page.goto("/l/rust-belt/d/razors.d1/")
    first = page.locator("dd .tip").first
    if touch:
        first.tap()
    else:
        first.focus()
    tooltip = page.get_by_role("tooltip")
    tooltip.wait_for()
    assert tooltip.inner_text().startswith("Base and advances ")
    page.keyboard.press("Escape")
    tooltip.wait_for(state="detached")


def test_what_is_pressed_on_a_phone_is_large_enough(visit: Callable[..., Any]) -> None:
    page = visit(width=390).page
    page.goto("/l/rust-belt/s1/journal/")
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
