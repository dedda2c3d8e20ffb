"""The pages of a league of 24 franchises, each compared with a bare page that shows as many lines.

Both are measured warm, as on a server after its first minutes: templates are compiled, the SQL of `sql.cached_sql` is
cached, and small parts such as icons have been rendered before. Whole pages are not cached.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

import scheduling.background_work  # noqa: F401 - registers every kind of job, that which resolves a match among them
from benchmarks.benchmark_league import AT, BenchmarkLeague
from benchmarks.floor.models import PageRow
from benchmarks.measure import Pair, Side, compare, per_single_run, repeat
from jobs import outbox_delivery
from jobs.worker import run_due_jobs
from league.models import Entry
from rules.core.terms import K

FRANCHISES = 24
DRIVERS, CARS = 3, 1
RESOLVED_MATCH = {"event": "last_cult", "ruleset": "carcult", "setting": {"table": "crossroads"}}
"""How the site resolves the last match of the round."""
AIM_OF_STANDINGS, AIM = 3.0, 5.0
TIMES = 3
LINE_PATTERN = re.compile(rb"<(?:tr|li|dt|label)\b")
"""The lines of a page: rows of tables, items of lists, terms of definition lists, and fields of forms."""


class PageMissing(AssertionError):
    """A page that should be measured did not answer with 200."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page: its name, its URL path, and the largest allowed ratio to the bare page."""

    name: str
    path: str
    aim: float = AIM


def workloads(rounds: int) -> list[Pair]:
    """A pair for every page; pages for the league's members are requested by its commissioner."""
    ground = play_league(FRANCHISES)
    boss = Client()
    boss.force_login(get_user_model()._default_manager.get(username=f"{ground.league}-boss"))
    measured = [(Client(), page) for page in public_pages(ground)] + [
        (boss, page) for page in commissioner_pages(ground)
    ]
    lines = {page.path: count_lines(client, page) for client, page in measured}
    _create_bare_rows(max(lines.values()))
    return [_page_pair(client, page, lines[page.path], rounds) for client, page in measured]


def play_league(size: int) -> BenchmarkLeague:
    """A league of that many franchises with a round of matches of two, all reported and settled except the last.

    The last one was resolved by the site and awaits its settlement.
    """
    ground = BenchmarkLeague(f"pages-{size}", size, DRIVERS, CARS).create_with_teams().begin_rounds()
    matches = {
        f"m{number + 1}": ground.teams[2 * number : 2 * number + 2] for number in range(len(ground.teams) // 2)
    }
    last = list(matches)[-1]
    ground.play_to_lock("r1", matches=matches, vehicles=CARS, plans={last: RESOLVED_MATCH})
    for match, teams in matches.items():
        if match != last:
            ground.give([ground.accept_report_document(match, teams, vehicles=CARS, damaged=False)])
    outbox_delivery.deliver_outbox(at=AT)
    run_due_jobs(clock=lambda: AT)
    return ground


def public_pages(ground: BenchmarkLeague) -> Iterator[Page]:
    """The pages that everyone can read."""
    home, season, last_match = (
        f"/l/{ground.league}/",
        f"/l/{ground.season}/",
        f"/l/{ground.season}/m{FRANCHISES // 2}/",
    )
    newest = Entry.objects.filter(season=ground.season).order_by("-number").values_list("number", flat=True)[0]
    yield Page("league's home and standings", home, AIM_OF_STANDINGS)
    yield Page("standings", f"{season}standings/", AIM_OF_STANDINGS)
    yield Page("leagues", "/")
    yield Page("rulebooks", "/rulebook/")
    yield Page("a chapter", "/rulebook/formule/the-race/")
    for name in ("schedule", "drivers", "market", "draft", "pool", "rules", "journal", "amends", "acts", "tables"):
        yield Page(name, f"{season}{name}/")
    yield Page("an entry", f"{season}journal/{newest}/")
    yield Page("a match with its box score", f"{season}m1/")
    yield Page("a match resolved here", last_match)
    yield Page("its story", f"{last_match}log/")
    yield Page("its replay", f"{last_match}replay/")
    yield Page("search", f"{home}search/?q=f1")
    yield Page("records", f"{home}records/")
    yield Page("a franchise", f"{home}f/f1/")
    for name in ("stores", "market", "finances", "sponsors", "history"):
        yield Page(f"a franchise's {name}", f"{home}f/f1/{name}/")
    yield Page("a driver", f"{home}d/f1.d1/")


def commissioner_pages(ground: BenchmarkLeague) -> Iterator[Page]:
    """The pages that only the commissioner sees, or sees with forms."""
    home, season = f"/l/{ground.league}/", f"/l/{ground.season}/"
    yield Page("the board", f"{season}board/")
    yield Page("people", f"{home}people/")
    yield Page("questionnaire", f"{season}questionnaires/carwars/")
    yield Page("a form of the desk", f"{season}do/adjust_balance/")
    yield Page("the designer", f"{home}f/f1/garage/f1.car1/design/formule/")


def count_lines(client: Client, page: Page) -> int:
    """The number of lines on a page. Raises `PageMissing` unless it answers with 200."""
    return len(LINE_PATTERN.findall(get_page(client, page.path)))


def get_page(client: Client, path: str) -> bytes:
    """The bytes of a page. Raises `PageMissing` unless it answers with 200."""
    response = client.get(path)
    if response.status_code != 200:
        raise PageMissing(f"{path} answered {response.status_code}")
    return response.content


def _create_bare_rows(lines: int) -> None:
    """Create the rows of the bare page, as many as the longest page has lines."""
    PageRow._default_manager.bulk_create(
        PageRow(
            name=f"Team f{number}",
            href=f"/l/pages/f/f{number}/",
            played=1,
            wins=number % 2,
            points=3 * number,
            criticals=2,
            form="W",
            balance=number * 12345 * K,
        )
        for number in range(1, lines + 1)
    )


def _page_pair(client: Client, page: Page, lines: int, rounds: int) -> Pair:
    """A page compared with a bare one with the same number of lines."""
    bare = f"/floor/{lines}/"
    with CaptureQueriesContext(connection) as queries:
        content = get_page(client, page.path)
    pair = compare(
        f"{page.name}, {connection.vendor}",
        work=Side(repeat(TIMES, lambda: get_page(client, page.path))),
        floor=Side(repeat(TIMES, lambda: get_page(client, bare))),
        rounds=rounds,
        aim=page.aim,
        notes={"lines": lines, "bytes": len(content), "queries": len(queries)},
    )
    return per_single_run(pair, TIMES)
