"""A league template on a phone: made of a league, published, and a league founded from it by somebody else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from league.models import League, LeagueTemplate
from tests.journeys.test_league_end_in_a_browser import person
from tests.league.small_league import founded

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_template_is_made_published_and_founded_from_on_a_phone(
    visit: Callable[..., Any], live_server: Any
) -> None:
    founded(switches={"roster.max": 12})
    boss = person(visit, "boss", live_server.url)
    boss.goes("/l/rust-belt/s1/rules/")
    boss.page.get_by_role("link", name="Make a template").click()
    assert "How large may a roster be?" in boss.said
    boss.page.get_by_label("Title").fill("Sunday racers")
    boss.presses("Save and publish")
    assert "Everybody can read it" in boss.said
    razors = person(visit, "razors", live_server.url)
    razors.goes("/templates/")
    razors.page.get_by_role("link", name="Found a league from this template, Sunday racers").click()
    razors.page.get_by_label("Name of the league").fill("The Copycats")
    razors.presses("Found the league")
    league = League.objects.get(name="The Copycats")
    razors.goes(f"/l/{league.pk}/s1/rules/")
    assert "Founded from the template Sunday racers, version 1." in razors.said
    razors.looks()
    assert LeagueTemplate.objects.get().uses == 1
    assert boss.visitor.complaints + razors.visitor.complaints == []
