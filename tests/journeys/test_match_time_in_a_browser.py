"""Two owners agree on when they play, with a thumb each: one proposes, both counter, and one accepts."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from django.utils import timezone
from icalendar import Calendar as Ical
from playwright.sync_api import expect

from league.models import Appointment
from tests.journeys.page_inspection import wrongs_here
from tests.journeys.thumb import Thumb, thumb_of
from tests.pages.test_match_time import FEED, HERE, HOME, in_days, league, typed

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.once, pytest.mark.django_db(transaction=True)]
MOST_TAPS = 16


def proposes(thumb: Thumb, button: str, *times: str) -> None:
    """Types times and sends them."""
    for number, time in enumerate(times, start=1):
        thumb.page.locator(f"#time-{number}").fill(time)
    thumb.follows(thumb.page.get_by_role("button", name=button, exact=True))


def test_two_owners_agree_on_a_time_by_two_counters(visit: Callable[..., Any], live_server: Any) -> None:
    table = league()
    last = in_days(2)
    razors, saints = (thumb_of(visit, table.season, who, url=live_server.url) for who in ("razors", "saints"))
    saints.page.context.add_init_script(script=Axe().axe_script)
    razors.opens(HERE)
    proposes(razors, "Propose", typed(in_days(1)), typed(in_days(1) + timedelta(hours=1)))
    saints.opens(HOME)
    saints.follows(saints.page.get_by_role("link", name="Answer"))
    expect(saints.page.get_by_role("radio")).to_have_count(2)
    proposes(saints, "Propose these instead", typed(in_days(1) + timedelta(hours=2)))
    razors.opens(HERE)
    proposes(razors, "Propose these instead", typed(last))
    saints.opens(HERE)
    assert wrongs_here(saints.page) == []
    choice = saints.page.get_by_role("radio")
    card = saints.page.locator(".time-cards label", has=choice).bounding_box()
    assert card is not None
    assert card["height"] >= 44
    saints.taps_on(choice)
    saints.follows(saints.page.get_by_role("button", name="Accept this time"))
    assert Appointment.objects.get().agreed_at == last
    for thumb in (razors, saints):
        thumb.opens(HOME)
        expect(thumb.page.get_by_text("You play Round 1, match A")).to_be_visible()
        expect(thumb.page.locator(f'time[datetime^="{last:%Y-%m-%dT%H:%M}"]').first).to_be_visible()
    saints.opens(HERE)
    assert wrongs_here(saints.page) == []
    events = Ical.from_ical(Client().get(FEED).content).walk("VEVENT")
    assert [event["dtstart"].dt for event in events if str(event["uid"]).startswith("match-m1@")] == [last]
    assert timezone.now() < last
    assert razors.taps + saints.taps <= MOST_TAPS
