"""The season's pages as tests look at them: words in one line, or those of one section."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

from django.test import Client

from tests.league.league_cache import built_once
from tests.league.small_league import Table, settled
from tests.pages import page_reader

HOME = "/l/rust-belt/s1/"


def main_of(address: str, client: Client | None = None) -> str:
    """The page itself, to a stranger where nobody else looks."""
    return page_reader.main_of(client or Client(), address)


def said(address: str, client: Client | None = None, *, at: str = "") -> str:
    """The words of a page in one line, or those of its section of that name."""
    page = main_of(address, client)
    if at:
        found = re.search(rf'<section class="[^"]*" id="{at}"[^>]*>(.*?)</section>', page, flags=re.DOTALL)
        assert found is not None, f"{address} has no section {at}"
        page = found[1]
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page)).split())


def owner(name: str) -> Client:
    """The browser of a franchise's owner."""
    return page_reader.reader(name)


@built_once
def ended(**options: Any) -> Table:
    """A league whose two rounds are played."""
    return settled(2, settled(rounds=2, **options))
