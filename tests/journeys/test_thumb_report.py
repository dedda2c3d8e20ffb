"""A report and its confirmation with one thumb, in Chromium: taps and lengths are counted. Rule DM-C-090."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from league.models import ReportClaim
from tests.journeys.page_inspection import wrongs_here
from tests.journeys.thumb import Thumb, thumb_of
from tests.league.small_league import Table, signed

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.once, pytest.mark.django_db(transaction=True)]
TEAMS = ("razors", "saints", "widows", "wrongs")
HERE = "/l/rust-belt/s1/m1/report/"
POINTS = (7, 5, 9, 3)
CRITICALS = ((2, 3, 1), (1, 0, 2), (3, 2, 1), (0, 1, 1))
"""Criticals of the drivers of each team."""
KILLS = ("razors.d1", "saints.d3", "widows.d1")
OUT = ("razors.d2", "saints.d2", "wrongs.d1")
LOST = ("saints.car2", "wrongs.car1")
MOST_TAPS, LONGEST = 20, 2500


def twelve_cars() -> Table:
    """A league whose match of four teams with three cars each awaits its report."""
    table = signed(franchises=TEAMS, drivers=6, cars=3)
    match = {"match": "m1", "event": "race", "heats": 1, "franchises": list(TEAMS)}
    table.give("announce_round", round="r1", matches=[match])
    for franchise in TEAMS:
        seats = [{"car": f"{franchise}.car{number}", "driver": f"{franchise}.d{number}"} for number in (1, 2, 3)]
        table.give("name_line_up", by=franchise, franchise=franchise, match="m1", seats=seats)
    table.give("lock_line_ups", match="m1")
    return table


def fills_in(thumb: Thumb) -> None:
    """Fills in a match in which ten of twelve cars scored, three drivers were hurt and two cars were lost."""
    page = thumb.page
    for place, team in enumerate(TEAMS):
        section = page.locator(f".report-team:has([name='t:{team}'])")
        if section.locator(".team-rows[open]").count() == 0:
            thumb.taps_on(section.locator(".team-rows > summary"))
        thumb.taps_on(page.locator(f"[name='t:{team}']"))
        thumb.types(str(POINTS[place]))
        figures = []
        for driver, criticals in enumerate(CRITICALS[place], start=1):
            kills = "1" if f"{team}.d{driver}" in KILLS else ""
            figures += [str(criticals or ""), kills, "", "", "", ""]
        page.keyboard.press("Tab")  # to the fold of the team, and on to its first figure
        page.keyboard.press("Tab")
        thumb.types(*figures[:-4])
    for driver in OUT:
        thumb.taps_on(page.locator(f"[name='d:{driver}:fate']"))
    for car in LOST:
        thumb.taps_on(page.locator(f"[name='c:{car}:destroyed']"))


def test_a_report_of_twelve_cars_takes_few_taps_on_a_short_page(visit: Callable[..., Any], live_server: Any) -> None:
    table = twelve_cars()
    thumb = thumb_of(visit, table.season, "razors", url=live_server.url)
    thumb.opens(HERE)
    fills_in(thumb)
    totals = thumb.page.locator(".match-sums").inner_text().split()
    assert totals == ["Points", "24", "Crits", "17", "Kills", "3", "Out", "3", "Lost", "2"]
    thumb.follows(thumb.page.get_by_role("button", name="Review and send"))
    thumb.follows(thumb.page.get_by_role("button", name="Send the report"))
    claim = ReportClaim.objects.get()
    assert [team["points"] for team in claim.document["teams"]] == list(POINTS)
    assert sum(driver.get("criticals", 0) for driver in claim.document["drivers"]) == 17
    print(f"report: {thumb.taps} taps, {thumb.longest} px")
    assert thumb.taps <= MOST_TAPS
    assert thumb.longest <= LONGEST


def test_the_table_of_a_confirmation_fits_one_screen_and_one_tap_confirms(
    visit: Callable[..., Any], live_server: Any
) -> None:
    table = twelve_cars()
    razors = thumb_of(visit, table.season, "razors", url=live_server.url)
    razors.opens(HERE)
    razors.page.locator("[name='t:razors']").fill("7")
    razors.follows(razors.page.get_by_role("button", name="Review and send"))
    razors.follows(razors.page.get_by_role("button", name="Send the report"))
    saints = thumb_of(visit, table.season, "saints", url=live_server.url)
    saints.opens(HERE)
    confirm = saints.page.get_by_role("button", name="Confirm what Razors says")
    table_box, button_box = saints.page.locator(".claimed").bounding_box(), confirm.bounding_box()
    assert table_box is not None
    assert button_box is not None
    expect(saints.page.locator(".claimed tbody tr")).to_have_count(len(TEAMS) * 4)
    assert table_box["y"] + table_box["height"] <= button_box["y"]
    assert button_box["y"] + button_box["height"] <= saints.page.viewport_size["height"]
    saints.follows(confirm)
    assert saints.taps == 2
    assert len({claim.digest for claim in ReportClaim.objects.all()}) == 1


def test_a_claim_that_differs_is_sent_back_with_the_figures_that_were_chosen(
    visit: Callable[..., Any], live_server: Any
) -> None:
    table = twelve_cars()
    for who, points in (("razors", 7), ("saints", 6)):
        thumb = thumb_of(visit, table.season, who, url=live_server.url)
        thumb.opens(HERE)
        if who == "saints":
            thumb.taps_on(thumb.page.get_by_text("Enter what you saw"))
        thumb.page.locator("[name='t:razors']").fill(str(points))
        expect(thumb.page.locator(".differs")).to_have_count(int(who == "saints"))
        thumb.follows(thumb.page.get_by_role("button", name="Review and send"))
        thumb.follows(thumb.page.get_by_role("button", name="Send the report"))
    saints = thumb_of(visit, table.season, "saints", url=live_server.url)
    saints.opens(HERE)
    assert saints.page.get_by_role("heading", level=1).inner_text() == "One figure differs"
    assert saints.page.locator("td.differs").inner_text().split() == ["differs:", "7", "you", "6"]
    saints.taps_on(saints.page.get_by_label("Saints 6"))
    saints.page.get_by_role("button", name="Send back with 1 correction").wait_for()
    saints.taps_on(saints.page.get_by_label("Razors 7"))
    saints.follows(saints.page.get_by_role("button", name="Confirm what is claimed"))
    last = ReportClaim.objects.order_by("-pk")[0]
    assert (last.side, last.document["teams"][0]["points"]) == ("saints", 7)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_report_and_confirmation_have_no_faults_on_a_phone(
    visit: Callable[..., Any], live_server: Any, theme: str
) -> None:
    table = twelve_cars()
    thumb = thumb_of(visit, table.season, "razors", url=live_server.url, theme=theme)
    thumb.page.context.add_init_script(script=Axe().axe_script)
    thumb.opens(HERE)
    wrongs = list(wrongs_here(thumb.page))
    thumb.page.locator("[name='t:razors']").fill("4")
    thumb.follows(thumb.page.get_by_role("button", name="Review and send"))
    wrongs += wrongs_here(thumb.page)
    thumb.follows(thumb.page.get_by_role("button", name="Send the report"))
    thumb.opens(f"{HERE}?side=")
    wrongs += wrongs_here(thumb.page)
    assert wrongs == []


def test_on_a_wide_screen_a_report_with_errors_opens_only_the_team_that_has_one(
    visit: Callable[..., Any], live_server: Any
) -> None:
    table = twelve_cars()
    razors = thumb_of(visit, table.season, "razors", url=live_server.url, width=1280)
    razors.opens(HERE)
    expect(razors.page.locator(".team-rows[open]")).to_have_count(len(TEAMS))
    razors.page.locator("[name='d:widows.d2:kills']").fill("-1")
    razors.follows(razors.page.get_by_role("button", name="Review and send"))
    expect(razors.page.locator(".team-rows[open]")).to_have_count(1)
    wrong = razors.page.locator("[name='d:widows.d2:kills']")
    expect(wrong).to_be_focused()
    razors.page.evaluate("document.activeElement.blur()")
    razors.page.get_by_role("link", name="Go to the error").click()
    expect(wrong).to_be_in_viewport()
