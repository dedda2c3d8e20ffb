"""Where a league is founded, the button of each choice stands at the left of its name, with its description below."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.journeys.test_management_in_a_browser import as_member
from tests.league.small_league import founded
from tests.pages.page_reader import reader

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LEAST_CHOICES = 9
"""The kinds of season and who may read the league; where dice come from is folded."""


@pytest.mark.parametrize("width", [390, 1280])
def test_the_button_of_each_choice_is_beside_its_name_and_above_its_description(
    visit: Callable[..., Any], live_server: Any, width: int
) -> None:
    founded()
    page = as_member(visit(width=width), reader("razors"), live_server.url)
    page.goto("/new/")
    choices = page.locator("fieldset label").filter(visible=True).all()
    assert len(choices) >= LEAST_CHOICES
    for choice in choices:
        button, name, text = (choice.locator(part).bounding_box() for part in ("input", "strong", ".faint"))
        assert button["x"] + button["width"] <= name["x"]
        assert name["y"] <= button["y"] + button["height"] / 2 <= name["y"] + name["height"]
        assert text["y"] >= name["y"] + name["height"] - 2
