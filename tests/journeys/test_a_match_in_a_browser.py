"""A match that was run here, in a real browser: its story, its rolls, its box score."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from league.models import MatchLog
from tests.journeys.test_pages_in_a_browser import NARROWEST
from tests.running.leagues import Running

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.once, pytest.mark.django_db(transaction=True)]
MATCH = "/l/book/s1/m1/"
LOG = f"{MATCH}log/"


@pytest.fixture
def played(transactional_db: None) -> None:
    """A season of one round that nobody reports, so that the site runs its match."""
    league = Running("book", 3, b"one", rounds=1, switches={"match.ruleset": "dethmatch"}).found(results="reported")
    league.run()
    assert MatchLog.objects.filter(match="book/s1/m1").exists()


@pytest.mark.usefixtures("played")
def test_a_reader_jumps_to_a_turn_and_reads_of_one_car_by_keyboard(visit: Callable[..., Any]) -> None:
    visitor = visit(width=390)
    page = visitor.page
    page.goto(LOG)
    place = page.locator(".jumps a.number").nth(3)
    anchor = "#" + str(place.get_attribute("href")).partition("#")[2]
    place.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{anchor}")
    expect(page.locator(anchor)).to_be_in_viewport()
    top = page.evaluate("(id) => document.getElementById(id).getBoundingClientRect().top", anchor[1:])
    assert 0 <= top < 100
    page.get_by_label("Only what speaks of").select_option(value="f1.car1")
    page.get_by_role("button", name="Show").focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{LOG}?car=f1.car1")
    story_lines = page.locator(".story li").all_inner_texts()
    assert story_lines
    expect(page.get_by_role("heading", name=re.compile("^The story of "))).to_be_visible()
    page.get_by_role("link", name="Every roll").click()
    page.wait_for_url(f"**{LOG}?show=rolls&car=f1.car1")
    expect(page.locator(".face")).not_to_have_count(0)
    assert visitor.complaints == []


@pytest.mark.usefixtures("played")
def test_an_old_link_to_a_line_or_a_turn_leads_to_the_page_that_has_it(visit: Callable[..., Any]) -> None:
    page = visit(width=390).page
    page.goto(LOG)
    last = page.locator(".jumps a.number").last
    turn = str(last.get_attribute("href")).partition("#")[2]
    last.click()
    line = str(page.locator(".story li").first.get_attribute("id"))
    for place in (line, turn):
        page.goto(MATCH)
        page.goto(f"{LOG}#{place}")
        expect(page.locator(f"#{place}")).to_be_in_viewport()


@pytest.mark.usefixtures("played")
def test_what_is_pressed_about_a_match_on_a_phone_is_large_enough(visit: Callable[..., Any]) -> None:
    page = visit(width=NARROWEST).page
    small = []
    for address in (MATCH, LOG):
        page.goto(address)
        small += page.evaluate(
            "() => [...document.querySelectorAll('.ways-in a, .ways a, .ways select, .ways button, .tabs a')]"
            ".filter(it => it.offsetParent && it.getBoundingClientRect().height < 43.5)"
            ".map(it => it.outerHTML.slice(0, 80))"
        )
    assert small == []
