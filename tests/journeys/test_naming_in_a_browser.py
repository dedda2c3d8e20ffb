"""On a phone, somebody claims a seat, names its franchise, and renames it again where its page says so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.journeys.test_joining_in_a_browser import wrongs
from tests.people.crowd import league_of, now_link, vacate

NAME_BESIDE_A_FIGURE = """name => {
    const line = document.querySelector("main").appendChild(document.createElement("p"));
    const written = line.appendChild(document.createElement("strong"));
    written.textContent = name;
    const figure = line.appendChild(document.createTextNode(" 51 points"));
    const range = document.createRange();
    range.setStart(figure, 1);
    range.setEnd(figure, 3);
    return [written.getBoundingClientRect().left, range.getBoundingClientRect().left];
}"""
"""Where a name and the figure after it begin on a line, from the left."""

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_seat_is_claimed_named_and_renamed_with_a_thumb(visit: Callable[..., Any]) -> None:
    league_of()
    vacate("saints")
    visitor = visit(width=390, touch=True)
    page = visitor.page
    page.goto(now_link(franchise="saints"))
    page.get_by_label("Name of the franchise").fill("RAZORS")
    page.locator("input[name=username]").fill("nora")
    page.locator("input[name=email]").fill("nora@example.com")
    page.locator("input[name=password1]").fill("a pass phrase for tests")
    page.get_by_role("button", name="Sign up and claim Saints").tap()
    page.get_by_text("There is a franchise of this league called").wait_for()
    assert wrongs(page, width=390) == []
    page.get_by_label("Name of the franchise").fill("The Sinners")
    page.locator("input[name=password1]").fill("a pass phrase for tests")
    page.get_by_role("button", name="Sign up and claim Saints").tap()
    page.get_by_text("The Sinners is yours.").wait_for()
    page.goto("/l/rust-belt/f/saints/")
    page.get_by_role("link", name="Rename The Sinners").tap()
    page.get_by_label("Name", exact=True).fill("שלום")
    assert wrongs(page, width=390) == []
    page.get_by_role("button", name="Save the name").tap()
    page.get_by_text("It is called שלום now.").wait_for()
    assert wrongs(page, width=390) == []
    name, figure = page.evaluate(NAME_BESIDE_A_FIGURE, "שלום")
    assert name < figure
    assert [text for text in visitor.complaints if "422" not in text] == []
