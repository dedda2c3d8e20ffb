"""A league on a phone: offered to a member, archived, deleted with its download, and imported again from that."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from jobs.worker import run_due_jobs
from league.models import League, Membership
from scheduling.league_life import sweep_deletions
from tests.journeys.browser_people import Person
from tests.journeys.test_management_in_a_browser import as_member
from tests.league.small_league import signed
from tests.pages.page_reader import reader

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
FUTURE = "/l/rust-belt/future/"


def person(visit: Callable[..., Any], who: str, base: str) -> Person:
    """Somebody of the league with a phone, logged in."""
    visitor = visit(width=390)
    as_member(visitor, reader(who), base)
    return Person(who, visitor)


def test_a_league_is_deleted_and_lives_on_from_the_file_that_was_downloaded(
    visit: Callable[..., Any], live_server: Any, tmp_path: Path
) -> None:
    signed()
    boss = person(visit, "boss", live_server.url)
    boss.goes(FUTURE)
    boss.presses("Archive the league")
    assert "is archived. You can take it out again here." in boss.said
    boss.presses("Take it out of the archive")
    boss.page.get_by_text("Delete it").click()
    boss.page.get_by_label("Reason", exact=True).fill("We have stopped playing.")
    boss.presses("Delete the league")
    assert "It will be deleted on" in boss.said
    with boss.page.expect_download() as begun:
        boss.page.get_by_role("button", name="The whole league").click()
    file = tmp_path / "league.json"
    begun.value.save_as(file)
    later = timezone.now() + timedelta(days=28)
    sweep_deletions(later)
    later += timedelta(days=4)
    sweep_deletions(later)
    run_due_jobs(clock=lambda: later)
    assert not League.objects.exists()
    response = boss.page.goto(FUTURE)
    assert (response.status, "This league was deleted" in boss.said) == (410, True)
    boss.visitor.complaints.clear()  # the browser complains of the 410 itself
    boss.looks()
    call_command("import_league", str(file), verbosity=0)
    assert League.objects.get().delete_at is None
    boss.goes("/l/rust-belt/s1/")
    assert boss.visitor.complaints == []


def test_a_member_accepts_a_league_on_a_phone(visit: Callable[..., Any], live_server: Any) -> None:
    signed()
    boss = person(visit, "boss", live_server.url)
    boss.goes(FUTURE)
    boss.page.get_by_label("To", exact=True).select_option(label="rust-belt-razors")
    boss.page.get_by_label("I step down").check()
    boss.presses("Offer the league")
    boss.goes("/l/rust-belt/seats/")
    boss.goes("/seats/")
    razors = person(visit, "razors", live_server.url)
    razors.goes("/inbox/")
    assert "asks you to run Rust Belt in their place" in razors.said
    razors.goes(FUTURE)
    razors.presses("Accept")
    assert "You run Rust Belt now." in razors.said
    running = Membership.objects.filter(role="commissioner").values_list("user__username", flat=True)
    assert list(running) == ["rust-belt-razors"]
    assert boss.visitor.complaints == razors.visitor.complaints == []
