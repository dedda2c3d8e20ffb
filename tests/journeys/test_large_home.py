"""The home of a large league stays short enough for a phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.journeys.page_inspection import too_tall
from tests.pages.large_league import ending, grown, to_step

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
FRANCHISES = 48
"""More than leagues have that people play in; with all of them in its table, the home would be too tall."""
SLOW_MS = 120_000
"""The first page of so large a league takes long on a busy machine."""


def test_the_home_of_a_large_league_at_its_seasons_end_is_no_taller_than_another_page(
    visit: Callable[..., Any],
) -> None:
    table = ending(grown(FRANCHISES))
    page = visit().page
    page.set_default_navigation_timeout(SLOW_MS)
    for step in ("E5", "E6"):
        to_step(table, step)
        page.goto(f"/l/{table.season}/")
        assert too_tall(page) == [], step
