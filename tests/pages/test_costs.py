"""What a page asks of the database, and sends over the wire, does not grow with the league."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any
from unittest import mock

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.db import connection, transaction
from django.http import StreamingHttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import get_resolver, reverse
from django.utils import timezone

from league.invitations import invite
from league.models import Entry, Job, Membership
from league.pages.command_forms.base import FORMS
from rules.campaign.core.command import Giver
from tests.guards.findings import beyond, report
from tests.guards.permissions import PERMISSIONS
from tests.league.small_league import Table
from tests.pages.crowded_league import AWAITED, RESOLVED, crowded
from tests.pages.large_league import batch, ending, grown, to_step

pytestmark = [pytest.mark.django_db, pytest.mark.statements]

SMALL, LARGE = (8, 10), (64, 100)
"""Franchises and matches of the leagues that are compared."""
MOST = 8
"""Queries of a page, whoever asks for it: the session, the account and the season's own state among them."""
OF_A_FILE = 11
"""Queries of a season's file, which holds all there is of it."""
FOR_AN_OUTSIDER = 1
"""Queries more for who is logged in and no member: their account comes with no membership."""
USERS = {"stranger": "", "owner": "rust-belt-owner", "commissioner": "rust-belt-boss"}
PARTS: dict[str, Any] = {
    "league": "rust-belt",
    "season": "s1",
    "match": RESOLVED,
    "franchise": "f00",
    "driver": "f00.d0",
    "car": "f00.c0",
    "ruleset": "formule",
    "book": "formule",
    "number": 1,
    "table": "standings",
    "ending": "csv",
    "kind": "csv",
}
"""What stands in an address for each of its parts."""
BESIDE = {
    "market": ["/l/rust-belt/s1/market/?match=m0"],
    "match": [f"/l/rust-belt/s1/{match}/" for match in ("m0", "m1", AWAITED)],
    "journal": ["/l/rust-belt/s1/journal/?subject=f00"],
    "search": ["/l/rust-belt/search/?q=f0"],
}
"""More of the same pages, which look otherwise."""
A_FEW_ENTRIES_AT_A_TIME = "/export.json"
"""The file that is read from the database while it is sent: what goes before its entries is counted."""
AT_THE_END = {
    "E5": ("/l/rust-belt/", "/l/rust-belt/s1/", "/l/rust-belt/s1/draft/"),
    "E6": ("/l/rust-belt/", "/l/rust-belt/s1/", "/l/rust-belt/s1/draft/"),
    "E7": ("/l/rust-belt/", "/l/rust-belt/s1/", "/l/rust-belt/s1/pool/"),
    "E8": ("/l/rust-belt/", "/l/rust-belt/s1/", "/l/rust-belt/s1/pool/"),
}
"""The pages of the steps of a season's end."""

Counts = dict[tuple[str, str, str], int]
"""Queries by the name of a page, its address where it is one of those beside the first, and who asked."""


def grown_by(small: Counts, large: Counts) -> Iterator[str]:
    """A sentence for each page that asks more of a large league than of a small one."""
    for (name, which, who), count in large.items():
        if count != small.get((name, which, who)):
            yield (
                f"The page {name} {which} asks {small.get((name, which, who))} queries of a small league and "
                f"{count} of a "
                f"large one for the {who}: fetch at once what it asks row by row in its module of <room>/pages."
            )


def too_many(counts: Counts, *, more: int = 0) -> Iterator[str]:
    """A sentence for each page that asks more queries than any may, or so many more."""
    for (name, which, who), count in counts.items():
        allowed = _allowed((name, which, who)) + more
        if count > allowed:
            yield (
                f"The page {name} {which} asks {count} queries for the {who} and may ask {allowed}: fetch "
                f"less, or at "
                "once, in its module of <room>/pages."
            )


@pytest.mark.long
def test_every_page_asks_as_little_of_a_large_league_as_of_a_small_one() -> None:
    small, large = _of(SMALL), _of(LARGE)
    counted = {name for name, _, _ in large}
    lost = "The page {} is counted for nobody: say in _address of tests/pages/test_costs.py where it answers."
    report([*grown_by(small, large), *too_many(large), *beyond(_shown(), counted, lost)], seen=large, of="pages")


@pytest.mark.long
def test_a_page_asks_little_for_somebody_who_is_logged_in_and_no_member() -> None:
    with _league(SMALL) as table:
        client = Client()
        client.force_login(get_user_model().objects.create_user("outsider"))
        counts = {(name, "", "outsider"): _queries(client, _address(name, table)) for name in _shown()}
    assert len([count for count in counts.values() if count]) > 30
    report(too_many(counts, more=FOR_AN_OUTSIDER), seen=counts, of="pages")


@pytest.mark.long
def test_every_form_of_a_command_asks_as_little_of_a_large_league_as_of_a_small_one() -> None:
    small, large = _forms_of(SMALL), _forms_of(LARGE)
    assert len(large) == len(FORMS)
    report([*grown_by(small, large), *too_many(large)], seen=large, of="forms")


@pytest.mark.long
def test_the_pages_of_a_seasons_end_ask_as_little_of_a_large_league() -> None:
    small, large = _ending(8), _ending(32)
    report([*grown_by(small, large), *too_many(large)], seen=large, of="pages")


def test_a_market_of_many_bargains_asks_as_little_as_one_of_a_few() -> None:
    table = grown(8)
    address = "/l/rust-belt/s1/market/"
    few = _queries(Client(), address)
    teams = ("f00", "f01", "f02", "f03")
    for team in teams:
        bought = [
            {"type": "buy_item", "franchise": team, "item": f"{team}.i{number}", "kind": "caltrops"}
            for number in range(8)
        ]
        declined = [
            {"type": "decline_offer", "franchise": team, "offer": offer.id} for offer in table.state.offers_to(team)
        ]
        batch(table, [*declined, *bought], behalf=team)
    page = Client().get(address).content.decode()
    assert page.count("Caltrops") == 8 * len(teams)
    assert 0 < _queries(Client(), address) <= few


def test_the_standings_of_24_franchises_are_under_60_kb() -> None:
    grown(24)
    page = Client().get("/l/rust-belt/s1/").content
    assert page.count(b'<th scope="row">') == 24
    assert len(page) < 60_000


# ------------------------------------------------------------------------------------------------- counting


def _of(size: tuple[int, int]) -> Counts:
    """What every page asks of a league of that size, by everybody whom it answers."""
    counted: Counts = {}
    with _league(size) as table:
        clients = _clients()
        for name in _shown():
            addresses = [_address(name, table), *BESIDE.get(name, ())]
            for at, address in enumerate(addresses):
                which = address if at else ""
                counts = {(name, which, who): _queries(client, address) for who, client in clients.items()}
                counted |= {page: count for page, count in counts.items() if count}
    return counted


def _forms_of(size: tuple[int, int]) -> Counts:
    """What the form of every command asks, opened by whoever gives it."""
    with _league(size):
        clients = _clients()
        who = {tag: "owner" if form.row_of().by is Giver.OWNER else "commissioner" for tag, form in FORMS.items()}
        return {
            ("command", tag, who[tag]): _queries(clients[who[tag]], f"/l/rust-belt/s1/do/{tag}/")
            for tag in sorted(FORMS)
        }


def _ending(size: int) -> Counts:
    """What the pages of a season's end ask, step by step."""
    counted: Counts = {}
    with transaction.atomic():
        table = ending(grown(size))
        clients = _clients()
        for step, pages in AT_THE_END.items():
            to_step(table, step)
            asked = [(address, who) for address in pages for who in clients]
            counted |= {(step, address, who): _queries(clients[who], address) for address, who in asked}
        transaction.set_rollback(True)
    assert all(counted.values())
    return counted


@contextmanager
def _league(size: tuple[int, int]) -> Iterator[Table]:
    """A league for a while, and nothing of it afterwards."""
    cache.clear()
    with transaction.atomic():
        yield crowded(*size)
        transaction.set_rollback(True)


def _clients() -> dict[str, Client]:
    found = {who: Client() for who in USERS}
    for who, name in USERS.items():
        if name:
            found[who].force_login(get_user_model().objects.get(username=name))
    return found


def _address(name: str, table: Table) -> str:
    """The address of a page in that league."""
    members = Membership.objects.select_related("league")
    made = {
        "amend": lambda: {"number": Entry.objects.get(season=table.season, command="amend").number},
        "join": lambda: {"token": _invitation(members.get(handle=table.handle("boss")))},
        "job": lambda: {"job": Job.objects.filter(kind="season_end").earliest("key").pk},
        "person": lambda: {"member": members.get(handle=table.handle("f00")).pk},
    }
    parts = {**PARTS, **(made[name]() if name in made else {})}
    asked = get_resolver().reverse_dict.getlist(name)[0][0][0][1]
    return reverse(name, kwargs={part: parts[part] for part in asked})


def _invitation(boss: Membership) -> str:
    return invite(league=boss.league, by=boss, role=Membership.Role.SPECTATOR, at=timezone.now(), uses=9)[1]


def _shown() -> list[str]:
    """The names of the pages that answer any of those who ask here."""
    roles = ("anonymous", "owner", "commissioner")
    answers = {name: permission.of("get") for name, permission in PERMISSIONS.items()}
    return [name for name, given in answers.items() if 200 in (given[role] for role in roles)]


def _allowed(page: tuple[str, str, str]) -> int:
    """The most queries a page may ask."""
    name, _, _ = page
    return OF_A_FILE if name == "export" else MOST


def _queries(client: Client, address: str) -> int:
    """How many queries a page asks; 0 where it answers anything else than itself."""
    with CaptureQueriesContext(connection) as asked:
        answer = client.get(address)
        if isinstance(answer, StreamingHttpResponse):
            list(islice(answer, 1 if address.endswith(A_FEW_ENTRIES_AT_A_TIME) else None))
        _close(answer)
    return len(asked) if answer.status_code == 200 else 0


def _close(answer: Any) -> None:
    """End an answer, and not the connection: Django takes one that is amid a transaction for one left behind."""
    with mock.patch.object(connection, "close_if_unusable_or_obsolete"):
        answer.close()
