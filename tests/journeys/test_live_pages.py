"""Journeys open an address again that Chromium has dropped because a page loaded itself anew."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error
from playwright.sync_api import TimeoutError as TakesTooLong

from tests.journeys.live_pages import RETRIES, open_addresses_surely

INTERRUPTED = Error('Navigation to "/a/" is interrupted by another navigation to "/b/"')


class FakePage:
    """A page whose first addresses fail as given."""

    def __init__(self, *failures: Error) -> None:
        self.failures = list(failures)
        self.opened: list[str] = []

    def goto(self, address: str, **options: Any) -> str:
        self.opened.append(address)
        if self.failures:
            raise self.failures.pop(0)
        return address


@pytest.mark.parametrize("failure", [INTERRUPTED, TakesTooLong("Timeout 10000ms exceeded.")])
def test_an_address_that_was_dropped_is_opened_again(failure: Error) -> None:
    page = FakePage(failure)
    assert open_addresses_surely(page).goto("/a/") == "/a/"
    assert page.opened == ["/a/", "/a/"]


@pytest.mark.parametrize("failure", [INTERRUPTED, TakesTooLong("Timeout 10000ms exceeded.")])
def test_an_address_that_is_dropped_every_time_fails(failure: Error) -> None:
    page = FakePage(*[failure] * (RETRIES + 1))
    with pytest.raises(Error, match=re.escape(str(failure))):
        open_addresses_surely(page).goto("/a/")
    assert len(page.opened) == RETRIES + 1


def test_an_address_that_cannot_be_reached_is_not_opened_again() -> None:
    page = FakePage(Error("net::ERR_CONNECTION_REFUSED"))
    with pytest.raises(Error, match="REFUSED"):
        open_addresses_surely(page).goto("/a/")
    assert page.opened == ["/a/"]


def test_every_page_of_a_journey_opens_its_addresses_so() -> None:
    plain = [
        f"{path.name}: {line.strip()}"
        for path in sorted(Path(__file__).parent.glob("*.py"))
        for line in path.read_text().splitlines()
        if ".new_page()" in line and "open_addresses_surely(" not in line and path != Path(__file__)
    ]
    assert plain == [], "give these pages to tests.journeys.live_pages.open_addresses_surely"
