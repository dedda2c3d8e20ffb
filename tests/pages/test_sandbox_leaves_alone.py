"""What is done in a sandbox leaves the league as it is: draft queues, the calendar, and what its maker has seen."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from drivers.pages.draft_queue import queue_of
from franchises.models import StandingOrders
from league.models import Calendar, LeagueLog, Season
from league.pages.people.last_visit import NEVER_VISITED, read_cookie, write_cookie
from rules.campaign.season_end.draft import why_not_draftable
from scheduling.calendar import NoCalendar
from scheduling.clock_controls import pause_clock
from tests.command_forms.desk import Sitter
from tests.command_forms.leagues_at_steps import picking, reckoned
from tests.league.small_league import Table, announced
from tests.scheduling.calendar_league import clocked, member

pytestmark = pytest.mark.django_db
SEASON = "/l/rust-belt/s1/"


def browser(who: str) -> Client:
    """A browser in which a member of the league is logged in."""
    return Sitter("rust-belt/s1", who).client


def sandbox(client: Client) -> str:
    """The address of a sandbox of the season as it is."""
    return str(client.post(f"{SEASON}sandboxes/", {"act": "make", "days": "7"})["Location"])


def two_queued() -> tuple[Table, Client, list[str]]:
    """A league at its draft whose first owner has two drivers in their queue, and their browser."""
    table, client = picking(), browser("razors")
    season = table.state
    drivers = [it.id for it in season.all_drivers() if not why_not_draftable(season, "razors", it)][:2]
    for driver in drivers:
        client.post(f"{SEASON}draft/", {"franchise": "razors", "do": f"add:{driver}"})
    assert queue_of("rust-belt", "razors") == drivers
    return table, client, drivers


@pytest.mark.parametrize("change", [{"do": "drop:{0}"}, {"do": "down:{0}"}, {"order": "{1},{0}"}])
def test_a_draft_in_a_sandbox_leaves_the_queue_of_the_season_alone_and_says_so(change: dict[str, str]) -> None:
    _, client, drivers = two_queued()
    draft = f"{sandbox(client)}draft/"
    before = StandingOrders.objects.get(franchise_id="rust-belt/razors").updated_at
    sent = {name: value.format(*drivers) for name, value in change.items()}
    page = client.post(draft, {"franchise": "razors", **sent}, follow=True).content.decode()
    assert "Your draft queue is that of the season itself." in page.split('id="queue"')[1]
    assert queue_of("rust-belt", "razors") == drivers
    assert StandingOrders.objects.get(franchise_id="rust-belt/razors").updated_at == before


def test_a_driver_picked_in_a_sandbox_stays_in_the_queue_of_the_season() -> None:
    _, client, drivers = two_queued()
    home = sandbox(client)
    fork = Table(season=f"rust-belt/{home.strip('/').split('/')[-1]}")
    fork.give("pass_pick", by="razors", franchise="saints")
    fork.give("pick_driver", by="razors", franchise="razors", driver=drivers[0])
    client.post(f"{home}draft/", {"franchise": "razors", "do": f"up:{drivers[1]}"})
    assert queue_of("rust-belt", "razors") == drivers


def test_the_draft_page_of_a_sandbox_shows_the_queue_without_a_way_to_change_it() -> None:
    _, client, drivers = two_queued()
    page = client.get(f"{sandbox(client)}draft/")
    assert [line.row.id for line in page.context["queue"]] == drivers
    html = page.content.decode()
    assert "a sandbox leaves it as it is" in html
    assert "drag to reorder" not in html
    assert 'name="do"' not in html
    assert "data-queue" not in html
    assert "your queue picks" not in html


def test_a_sandbox_shows_and_saves_no_form_of_the_leagues_calendar() -> None:
    clocked(announced())
    boss = browser("boss")
    schedule = f"{sandbox(boss)}schedule/"
    assert 'value="standing"' in boss.get(f"{SEASON}schedule/").content.decode()
    html = boss.get(schedule).content.decode()
    assert 'value="standing"' not in html
    assert 'value="agreed"' not in html
    before, logged = Calendar.objects.values().get(), LeagueLog.objects.count()
    forms: list[dict[str, Any]] = [
        {"act": "standing", "day": "SAT", "clock": "20:00"},
        {"act": "agreed", "hours": "12", "appeals": "24"},
    ]
    for form in forms:
        answer = boss.post(schedule, form, follow=True).content.decode()
        assert "A sandbox leaves the league&#x27;s calendar as it is" in answer
    assert (Calendar.objects.values().get(), LeagueLog.objects.count()) == (before, logged)


@pytest.mark.parametrize("what", ["", "E6"])
def test_the_clock_of_the_league_is_not_paused_from_a_sandbox(what: str) -> None:
    table = clocked(announced())
    name = sandbox(browser("boss")).strip("/").split("/")[-1]
    with pytest.raises(NoCalendar, match="has no clock"):
        pause_clock(f"rust-belt/{name}", what, member=member(table), at=timezone.now(), reason="A try.")
    assert Calendar.objects.get().paused == []


def test_a_visit_to_a_sandbox_does_not_change_what_was_seen_of_the_season() -> None:
    announced()
    client = browser("razors")
    home = sandbox(client)
    seen = write_cookie(NEVER_VISITED.after_visit(Season.objects.get(name="s1"), at=timezone.now()))
    client.cookies["seen"] = seen
    assert "seen" not in client.get(home).cookies
    assert read_cookie(client.cookies["seen"].value).season == "s1"


def test_a_match_settled_in_a_sandbox_leaves_the_last_opened_card_of_the_season() -> None:
    reckoned()
    client = browser("razors")
    client.cookies["card"] = "rust-belt/s1/m0"
    home = sandbox(client)
    fork = Table(season=f"rust-belt/{home.strip('/').split('/')[-1]}")
    fork.give("decide_repairs", by="razors", franchise="saints", match="m1")
    answer = Sitter(fork.season, "razors", client).give("decide_repairs", match="m1", car_1="leave")
    assert answer.status_code == 302
    assert fork.state.matches["m1"].step == "M5.10"
    assert_card_is_an_ordinary_link(client, home)
    assert client.get(f"{home}m1/reward/razors/").status_code == 200
    assert client.cookies["card"].value == "rust-belt/s1/m0"
    assert_card_is_an_ordinary_link(client, home)


def assert_card_is_an_ordinary_link(client: Client, home: str) -> None:
    """A sandbox remembers no card that was opened: it asks nobody to open one, and links it all the same."""
    for address, words in ((home, "The card of Razors, Round 1, match A"), (f"{home}m1/", "The card of Razors")):
        page = client.get(address).content.decode()
        assert "Open your card" not in page
        assert f'<a href="{home}m1/reward/razors/">{words}</a>' in page
