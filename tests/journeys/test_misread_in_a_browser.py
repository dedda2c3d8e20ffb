"""A misread die corrected on a phone: the commissioner asks, an owner approves, and everybody can read about it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from journal import audit
from tests.journal.amends import number_of
from tests.journal.misread_league import PARTY, partied
from tests.journeys.browser_people import Person
from tests.journeys.whole_site import logged_in

pytestmark = [pytest.mark.browser, pytest.mark.long, pytest.mark.once, pytest.mark.django_db(transaction=True)]
SEASON = "/l/rust-belt/s1/"
PHONE = {"width": 360, "height": 740, "touch": True}


def somebody(visit: Callable[..., Any], who: str, at: str) -> Person:
    """A member with a phone."""
    visitor = visit(**PHONE)
    visitor.page.context.add_cookies([{**logged_in(f"rust-belt-{who}"), "url": at}])
    return Person(who, visitor)


def test_a_misread_die_is_corrected_by_two_on_their_phones(visit: Callable[..., Any], live_server: Any) -> None:
    table = partied()
    number = number_of(table, "throw_party")
    boss, saints = (somebody(visit, who, live_server.url) for who in ("boss", "saints"))
    boss.goes(f"{SEASON}journal/{number}/")
    boss.presses("Correct this entry")
    boss.ticks("A die was misread: enter the face that fell")
    boss.types("sponsor party, die 1", "2")
    boss.types("Reason", "I read it wrongly.")
    boss.presses("See what would follow")
    boss.sees("nothing was changed")
    boss.sees("1 → 2")
    boss.presses("Save this amend")
    boss.sees("your ruling waits until somebody else confirms it")
    saints.goes(f"{SEASON}rulings/")
    saints.sees(f"die 1 of {PARTY} was entered as 1 and shows 2")
    saints.presses("Confirm it")
    boss.goes(f"{SEASON}journal/{number}/")
    assert "misread: die 1, 1 → 2" in boss.said
    assert "the owner of Saints approved it" in boss.said
    assert audit(table.season) == []
