"""The printed edition of a questionnaire: a section at a time on a screen, all of it on paper."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.journeys.page_inspection import TALLEST
from tests.league.small_league import founded

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.once, pytest.mark.django_db(transaction=True)]


def test_a_phone_shows_each_section_by_itself_and_paper_has_every_question(visit: Callable[..., Any]) -> None:
    founded()
    page = visit(width=390, touch=True).page
    page.goto("/l/rust-belt/s1/questionnaires/carwars/booklet/")
    links = page.get_by_role("navigation", name="Sections").get_by_role("link")
    sections, questions = page.locator(".booklet > section"), page.locator(".booklet dt")
    titles = links.all_inner_texts()
    assert len(titles) > 10
    expect(sections).to_have_count(len(titles))
    expect(sections.first).to_be_visible()
    heights = {}
    for number, title in enumerate(titles):
        links.nth(number).tap()
        expect(sections.nth(number)).to_be_visible()
        expect(sections.filter(visible=True)).to_have_count(1)
        heights[title] = page.evaluate("document.documentElement.scrollHeight")
    assert {title: height for title, height in heights.items() if height > TALLEST} == {}
    page.emulate_media(media="print")
    every = len(questions.all())
    assert every >= 169
    expect(questions.filter(visible=True)).to_have_count(every)
    expect(links.first).to_be_hidden()
