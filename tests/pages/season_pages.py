"""The season's pages as tests read them: the text on one line, or that of one section."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from typing import Any

from django.test import Client

from journal import fork_season
from journal.gate import open_gate
from league.models import Season
from tests.league.league_cache import built_once
from tests.league.small_league import Table, settled
from tests.pages import page_reader

HOME = "/l/rust-belt/s1/"


def main_of(address: str, client: Client | None = None) -> str:
    """The HTML of the page's main part, for a stranger unless a client is given."""
    return page_reader.main_of(client or Client(), address)


def said(address: str, client: Client | None = None, *, at: str = "") -> str:
    """The text of a page on one line, or of its section with that ID."""
    page = main_of(address, client)
    if at:
        section = re.search(rf'<section class="[^"]*" id="{at}"[^>]*>(.*?)</section>', page, flags=re.DOTALL)
        assert section is not None, f"{address} has no section {at}"
        page = section[1]
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page)).split())


def owner(name: str) -> Client:
    """The browser of a franchise's owner."""
    return page_reader.reader(name)


@built_once
def ended(**options: Any) -> Table:
    """A league that has played its two rounds."""
    return settled(2, settled(rounds=2, **options))


def played_again(table: Table, *, rehearsal: bool = False) -> Table:
    """The first season played on from where it stands to its final table, as season 2 or as a rehearsal of one."""
    fork_season(table.season, "s2", secret=b"other", at=table.now)
    following = replace(table, season=f"{table.league}/s2")
    settled(2, following).give("rank_table")
    with open_gate():
        Season.objects.filter(pk=following.season).update(number=2, forked_from=table.season if rehearsal else "")
    return following
