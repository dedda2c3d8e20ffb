"""Names of the maximum length without spaces do not make any page scroll sideways, on a phone or a desktop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from journal import open_season
from league.membership import found_league, join
from league.models import League, Membership
from scheduling.announcements import post_announcement
from tests.journeys.whole_site import logged_in
from tests.league.small_league import BEGAN, SECRET, Table, announced
from tests.sampling import only

pytestmark = [
    pytest.mark.browser,
    pytest.mark.long,
    pytest.mark.once,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("long_names"),
]

LONG = 60
PAGES = (
    "/",
    "/me/",
    "/inbox/",
    "/l/rust-belt/",
    "/l/rust-belt/announcements/",
    "/l/rust-belt/announcements/1/",
    "/l/rust-belt/people/",
    "/l/rust-belt/records/",
    "/l/rust-belt/s1/schedule/",
    "/l/rust-belt/s1/standings/",
    "/l/rust-belt/s1/drivers/",
    "/l/rust-belt/s1/board/",
    "/l/rust-belt/s1/m1/",
    "/l/rust-belt/s1/journal/",
    "/l/rust-belt/s1/do/name_line_up/?match=m1&franchise=razors",
    "/l/rust-belt/f/razors/",
    "/l/rust-belt/f/razors/stores/",
    "/l/rust-belt/d/razors.d1/",
)
PUSHED = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def unbroken(begins: str) -> str:
    """A name of 60 characters with no place to break it."""
    return begins + "w" * (LONG - len(begins))


@pytest.fixture
def long_names(transactional_db: None) -> None:
    """A league at its first line-ups in which every name is such a name, including the commissioner's."""
    people = get_user_model().objects
    boss = people.create_user(
        "rust-belt-boss", password="boss", first_name=unbroken("Boss"), email=f"{'m' * 50}@a.org"
    )
    league = found_league(
        id="rust-belt", name=unbroken("League"), public=True, commissioner=boss, at=BEGAN, handle="rust-belt.boss"
    )
    table = Table(franchises=("razors", "saints"))
    open_season(
        "rust-belt", "s1", secret=SECRET, rounds=3, switches=None, actor="rust-belt.boss", at=BEGAN, key="open"
    )
    for franchise in table.franchises:
        table.give("found_franchise", franchise=franchise, name=unbroken(franchise.title()))
        owner = people.create_user(f"rust-belt-{franchise}", first_name=unbroken(franchise))
        role = Membership.Role.OWNER
        join(
            league=league,
            user=owner,
            role=role,
            franchise=franchise,
            actor="",
            at=BEGAN,
            handle=table.handle(franchise),
        )
    table.give("open_setup")
    for franchise in table.franchises:
        for number in range(1, 7):
            name = unbroken(f"{franchise}{number}")
            table.give("hire_rookie", by=franchise, franchise=franchise, driver=f"{franchise}.d{number}", name=name)
        for number in range(1, 4):
            table.give(
                "buy_car",
                by=franchise,
                franchise=franchise,
                car=f"{franchise}.car{number}",
                name=unbroken(f"Car{number}"),
            )
    table.give("close_setup")
    announced(1, table)
    by = Membership.objects.get(handle="rust-belt.boss")
    announcement = {"title": unbroken("Title"), "text": unbroken("Text"), "pinned": True, "key": "a"}
    post_announcement(league=League.objects.get(pk="rust-belt"), by=by, at=BEGAN, **announcement)


@pytest.mark.parametrize("width", only([360], [360, 1280]))
def test_no_page_is_pushed_sideways_by_long_names(width: int, visit: Callable[..., Any], live_server: Any) -> None:
    page = visit(width=width).page
    page.context.add_cookies([logged_in("rust-belt-boss") | {"url": live_server.url}])
    pushed = {}
    for address in PAGES:
        answer = page.goto(address)
        assert answer.status == 200, address
        if (by := page.evaluate(PUSHED)) > 0:
            pushed[address] = by
    assert pushed == {}
