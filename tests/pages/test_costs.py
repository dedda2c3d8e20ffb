"""The queries of a page and the bytes it sends do not grow with the league."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any
from unittest import mock

import pytest
from django.contrib.auth import get_user_model
from django.db import connection, transaction
from django.http import StreamingHttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import get_resolver, reverse
from django.utils import timezone

from league.invitations import invite
from league.models import Entry, Job, Membership
from league.pages.command_forms.base import FORMS
from league.pages.matches.turning_points import forget_stories
from league.tokens import COMMISSION_SCOPE, READ_SCOPE, create_token
from rules.campaign.core.command import Giver
from scheduling.notices.letters import MailList, sign_mail_list
from tests.api.api_callers import Program
from tests.guards.findings import beyond, report
from tests.guards.permissions import PERMISSIONS
from tests.league.sample_template import sample_template
from tests.league.small_league import Table
from tests.own_cache import empty_cache
from tests.pages.crowded_league import AWAITED, RESOLVED, crowded
from tests.pages.large_league import batch, ending, grown, to_step

pytestmark = [pytest.mark.django_db, pytest.mark.statements]

SMALL, LARGE = (8, 10), (64, 100)
"""Franchises and matches of the leagues that are compared."""
MOST = 8
"""The most queries of a page for any visitor, including the session, the account and the season's state."""
OF_A_FILE = 11
"""The most queries of a season's export, which contains everything about it."""
MORE = {"league": 2, "season": 2, "seats": 1, "season_template": 6}
"""Additional queries of pages: for the former names of league and season, for leagues the reader is not in, and for
all that a template holds of a season.
"""
FOR_AN_OUTSIDER = 2
"""Additional queries for a logged-in person who is no member: neither account nor league comes with a membership."""
FOR_A_TOKEN = 2
"""Additional queries of a program: that of its token, and the league's, which no page's context has loaded."""
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
    "chapter": "the-race",
    "number": 1,
    "table": "standings",
    "ending": "csv",
    "kind": "csv",
    "tag": "choose_who_is_hit",
    "noun": "events",
    "questionnaire": "house-rules",
    "section": "money",
    "group": "collisions",
    "thing": "franchise",
    "subject": "f00",
    "rest": "",
}
"""The value of each argument in URLs."""
BESIDE = {
    "market": ["/l/rust-belt/s1/market/?match=m0"],
    "match": [f"/l/rust-belt/s1/{match}/" for match in ("m0", "m1", AWAITED)],
    "match_time": [f"/l/rust-belt/s1/{AWAITED}/time/"],
    "journal": ["/l/rust-belt/s1/journal/?subject=f00"],
    "search": ["/l/rust-belt/search/?q=f0"],
    "questionnaire": ["/l/rust-belt/s1/questionnaires/carwars/"],
    "questionnaire-section": ["/l/rust-belt/s1/questionnaires/carwars/sections/scoring-and-the-arena/"],
    "questionnaire-booklet": ["/l/rust-belt/s1/questionnaires/carwars/booklet/"],
    "questionnaire-differences": ["/l/rust-belt/s1/questionnaires/carwars/differences/"],
    "questionnaire-comparison": ["/l/rust-belt/s1/questionnaires/carwars/comparison/"],
}
"""More URLs of the same pages, with different content."""
READS = (
    "/seats", "/me/time-zone", "/leagues/rust-belt/future", "/leagues/rust-belt/seat-requests",
    "/leagues/rust-belt/people", "/leagues/rust-belt/log", "/leagues/rust-belt/names",
    "/leagues/rust-belt/inbox", "/leagues/rust-belt/invitations", "/leagues/rust-belt/calendar",
    "/leagues/rust-belt/notice-settings", "/leagues/rust-belt/home-nights", "/leagues/rust-belt/announcements",
    "/leagues/rust-belt/seasons/s1/awaited", f"/leagues/rust-belt/seasons/s1/matches/{AWAITED}/time",
    "/leagues/rust-belt/seasons/s1/drivers", "/leagues/rust-belt/seasons/s1/drivers/f00.d0",
    "/leagues/rust-belt/seasons/s1/franchises", "/leagues/rust-belt/seasons/s1/franchises/f00/garage",
)  # fmt: skip
"""What programs read about people, names and times, and about things that have former names."""
FOR_COMMISSIONERS = ("/leagues/rust-belt/seat-requests", "/leagues/rust-belt/invitations")
A_FEW_ENTRIES_AT_A_TIME = "/export.json"
"""The file that is streamed from the database: only the queries before its entries are counted."""
AT_THE_END = {
    "E5": ("/l/rust-belt/", "/l/rust-belt/s1/", "/l/rust-belt/s1/end/", "/l/rust-belt/s1/draft/"),
    "E6": ("/l/rust-belt/", "/l/rust-belt/s1/", "/l/rust-belt/s1/end/", "/l/rust-belt/s1/draft/"),
    "E7": ("/l/rust-belt/", "/l/rust-belt/s1/", "/l/rust-belt/s1/end/", "/l/rust-belt/s1/pool/"),
    "E8": ("/l/rust-belt/", "/l/rust-belt/s1/", "/l/rust-belt/s1/end/", "/l/rust-belt/s1/pool/"),
}
"""The pages of the steps at a season's end."""

Counts = dict[tuple[str, str, str], int]
"""Queries by URL name, path (empty for the first path of a name), and visitor."""


def grown_by(small: Counts, large: Counts) -> Iterator[str]:
    """A sentence for each page that needs more queries for a large league than for a small one."""
    for (name, which, who), count in large.items():
        if count != small.get((name, which, who)):
            yield (
                f"The page {name} {which} asks {small.get((name, which, who))} queries of a small league and "
                f"{count} of a "
                f"large one for the {who}: fetch at once what it asks row by row in its module of <room>/pages."
            )


def too_many(counts: Counts, *, more: int = 0) -> Iterator[str]:
    """A sentence for each page that needs more queries than allowed; `more` raises the limit."""
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
def test_programs_read_of_people_names_and_times_at_the_same_cost_in_a_large_league() -> None:
    small, large = _reads_of(SMALL), _reads_of(LARGE)
    assert all(large.values()), [read for read, count in large.items() if not count]
    report([*grown_by(small, large), *too_many(large, more=FOR_A_TOKEN)], seen=large, of="reads")


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
        purchases = [
            {"type": "buy_item", "franchise": team, "item": f"{team}.i{number}", "kind": "caltrops"}
            for number in range(8)
        ]
        declined = [
            {"type": "decline_offer", "franchise": team, "offer": offer.id} for offer in table.state.offers_to(team)
        ]
        batch(table, [*declined, *purchases], behalf=team)
    bought = Client().get(address).context["bought"]
    assert bought.how_many == 8 * len(teams)
    pages = [Client().get(address + it.href.partition("#")[0]).content.decode() for it in bought.links]
    assert sum(page.count("Caltrops") for page in pages) == 8 * len(teams)
    assert 0 < _queries(Client(), address) <= few


def test_the_standings_of_24_franchises_are_under_60_kb() -> None:
    grown(24)
    page = Client().get("/l/rust-belt/s1/standings/").content
    assert page.count(b'<th scope="row">') == 24
    assert len(page) < 60_000


# ------------------------------------------------------------------------------------------------- counting


def _of(size: tuple[int, int]) -> Counts:
    """The queries of every page of a league of that size, for every visitor who gets it."""
    counts_by_page: Counts = {}
    with _league(size) as table:
        clients = _clients()
        for name in _shown():
            addresses = [_address(name, table), *BESIDE.get(name, ())]
            for index, address in enumerate(addresses):
                which = address if index else ""
                counts = {(name, which, who): _queries(client, address) for who, client in clients.items()}
                counts_by_page |= {page: count for page, count in counts.items() if count}
    return counts_by_page


def _reads_of(size: tuple[int, int]) -> Counts:
    """The queries of what programs read about a league's people, names and times, for the roles that may."""
    with _league(size):
        programs = {
            "owner": _program("f00", READ_SCOPE),
            "commissioner": _program("boss", READ_SCOPE, COMMISSION_SCOPE),
        }
        return {
            (path, "", who): _reads(program, path)
            for who, program in programs.items()
            for path in READS
            if who == "commissioner" or path not in FOR_COMMISSIONERS
        }


def _program(who: str, *scopes: str) -> Program:
    """A program of that member."""
    member = Membership.objects.select_related("league", "user").get(handle=f"rust-belt.{who}")
    fields = {"name": "costs", "scopes": scopes, "at": timezone.now()}
    return Program(create_token(league=member.league, user=member.user, **fields)[1])


def _reads(program: Program, path: str) -> int:
    """The number of queries of a read; 0 if it answers anything else than status 200."""
    with CaptureQueriesContext(connection) as queries:
        answer = program.get(path)
    return len(queries) if answer.status_code == 200 else 0


def _forms_of(size: tuple[int, int]) -> Counts:
    """The queries of every command's form, opened by whoever gives the command."""
    with _league(size):
        clients = _clients()
        giver_of = {
            tag: "owner" if form.row_of().by is Giver.OWNER else "commissioner" for tag, form in FORMS.items()
        }
        return {
            ("command", tag, giver_of[tag]): _queries(clients[giver_of[tag]], f"/l/rust-belt/s1/do/{tag}/")
            for tag in sorted(FORMS)
        }


def _ending(size: int) -> Counts:
    """The queries of the pages at a season's end, step by step."""
    counts_by_page: Counts = {}
    with transaction.atomic():
        table = ending(grown(size))
        clients = _clients()
        for step, pages in AT_THE_END.items():
            to_step(table, step)
            visits = [(address, who) for address in pages for who in clients]
            counts_by_page |= {(step, address, who): _queries(clients[who], address) for address, who in visits}
        transaction.set_rollback(True)
    assert all(counts_by_page.values())
    return counts_by_page


@contextmanager
def _league(size: tuple[int, int]) -> Iterator[Table]:
    """A league that exists only within the block."""
    empty_cache()
    forget_stories()
    with transaction.atomic():
        yield crowded(*size)
        transaction.set_rollback(True)


def _clients() -> dict[str, Client]:
    clients = {who: Client() for who in USERS}
    for who, name in USERS.items():
        if name:
            clients[who].force_login(get_user_model().objects.get(username=name))
    return clients


def _address(name: str, table: Table) -> str:
    """The path of a page in that league."""
    members = Membership.objects.select_related("league")
    arguments_of = {
        "amend": lambda: {"number": Entry.objects.get(season=table.season, command="amend").number},
        "join": lambda: {"token": _invitation(members.get(handle=table.handle("boss")))},
        "unsubscribe": lambda: {
            "token": sign_mail_list(
                MailList(members.get(handle=table.handle("boss")).user_id, "results", table.league)
            )
        },
        "job": lambda: {"job": Job.objects.filter(kind="season_end").earliest("key").pk},
        "reward": lambda: {"match": "m0"},
        "person": lambda: {"member": members.get(handle=table.handle("f00")).pk},
        **dict.fromkeys(("template", "template_file"), lambda: {"key": sample_template().key}),
    }
    parts = {**PARTS, **(arguments_of[name]() if name in arguments_of else {})}
    names = get_resolver().reverse_dict.getlist(name)[0][0][0][1]
    return reverse(name, kwargs={part: parts[part] for part in names})


def _invitation(boss: Membership) -> str:
    return invite(league=boss.league, by=boss, role=Membership.Role.SPECTATOR, at=timezone.now(), uses=9)[1]


def _shown() -> list[str]:
    """The URL names of the pages that at least one of the visitors gets."""
    roles = ("anonymous", "owner", "commissioner")
    answers = {name: permission.of("get") for name, permission in PERMISSIONS.items()}
    return [name for name, statuses in answers.items() if 200 in (statuses[role] for role in roles)]


def _allowed(page: tuple[str, str, str]) -> int:
    """The most queries that a page may need."""
    name, _, _ = page
    return OF_A_FILE if name == "export" else MOST + MORE.get(name, 0)


def _queries(client: Client, address: str) -> int:
    """The number of queries a page needs; 0 if it answers anything else than status 200."""
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(address)
        if isinstance(answer, StreamingHttpResponse):
            list(islice(answer, 1 if address.endswith(A_FEW_ENTRIES_AT_A_TIME) else None))
        _close(answer)
    return len(queries) if answer.status_code == 200 else 0


def _close(answer: Any) -> None:
    """Close a response, but not the connection, which Django would close because it is inside a transaction."""
    with mock.patch.object(connection, "close_if_unusable_or_obsolete"):
        answer.close()
