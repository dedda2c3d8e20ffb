"""An owner's usual week with one thumb, in Chromium: line-up, report, repairs and shopping, every tap counted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from league.models import ReportClaim
from tests.command_forms.leagues_at_steps import TEAMS
from tests.journeys.page_inspection import wrongs_here
from tests.journeys.thumb import Thumb, thumb_of
from tests.league.small_league import Table, settled

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.once, pytest.mark.django_db(transaction=True)]
HOME = "/l/rust-belt/"
LINE_UP = "/l/rust-belt/s1/do/name_line_up/"
MOST_TAPS = 12


def button(thumb: Thumb, name: str) -> Any:
    """The first button or link with that name."""
    role = thumb.page.get_by_role
    return role("button", name=name).or_(role("link", name=name)).locator("visible=true").first


def second_round() -> Table:
    """A league whose second round is announced, after a first one in which everybody named a line-up."""
    table = settled(franchises=TEAMS)
    table.announce_next()
    return table


def test_an_owners_usual_week_takes_few_taps(visit: Callable[..., Any], live_server: Any) -> None:
    table = second_round()
    owner = thumb_of(visit, table.season, "razors", url=live_server.url)
    owner.opens(HOME)
    owner.follows(button(owner, "Name the line-up"))
    owner.follows(button(owner, "Name this line-up"))
    assert len(table.state.seats_of("m2.razors")) == 3

    seats = [{"car": f"saints.car{number}", "driver": f"saints.d{number}"} for number in (1, 3)]
    table.give("name_line_up", by="saints", franchise="saints", match="m2", seats=seats)
    table.give("lock_line_ups", match="m2")
    rival = thumb_of(visit, table.season, "saints", url=live_server.url)
    rival.opens("/l/rust-belt/s1/m2/report/")
    rival.page.locator("[name='t:razors']").fill("9")
    rival.taps_on(rival.page.locator(".report-team:has([name='t:razors']) .team-rows > summary"))
    car = rival.page.locator("[name^='c:razors.'][name$=':destroyed']").first
    car.check()
    rival.follows(button(rival, "Review and send"))
    rival.follows(button(rival, "Send the report"))

    owner.opens("/l/rust-belt/s1/m2/report/")
    owner.follows(button(owner, "Confirm what Saints says"))
    table.give("accept_report", match="m2", report=ReportClaim.objects.order_by("-pk")[0].document)
    if not table.state.line_up("m2", "saints").decided:
        table.give("decide_repairs", by="saints", franchise="saints", match="m2")

    owner.opens(HOME)
    owner.follows(button(owner, "Decide on the cars"))
    owner.follows(button(owner, "Confirm these decisions"))
    owner.follows(button(owner, "Go shopping"))
    owner.follows(button(owner, "Finish shopping"))
    owner.taps_on(owner.page.get_by_label("Arm as before"))
    owner.follows(button(owner, "Finish shopping"))
    assert table.state.line_up("m2", "razors").shopping == "closed"
    print(f"week: {owner.taps} taps, {owner.longest} px")
    assert owner.taps <= MOST_TAPS


def test_a_driver_is_swapped_by_tapping_their_card(visit: Callable[..., Any], live_server: Any) -> None:
    table = second_round()
    owner = thumb_of(visit, table.season, "razors", url=live_server.url)
    owner.opens(LINE_UP)
    owner.follows(button(owner, "As last time"))
    owner.taps_on(owner.page.locator(".half").nth(1))
    owner.taps_on(owner.page.locator(".bench button").filter(has_text="razors 2"))
    values = [owner.page.locator(f"[name=driver_{place}]").input_value() for place in (1, 2)]
    assert values == ["razors.d2", "razors.d1"]
    owner.follows(button(owner, "Name this line-up"))
    assert [seat.driver for seat in table.state.seats_of("m2.razors")] == ["razors.d2", "razors.d1"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_line_up_has_no_faults_on_a_phone(visit: Callable[..., Any], live_server: Any, theme: str) -> None:
    table = second_round()
    owner = thumb_of(visit, table.season, "razors", url=live_server.url, theme=theme)
    owner.page.context.add_init_script(script=Axe().axe_script)
    owner.opens(LINE_UP)
    wrongs = list(wrongs_here(owner.page))
    owner.taps_on(owner.page.locator(".half").nth(1))
    assert wrongs + list(wrongs_here(owner.page)) == []
