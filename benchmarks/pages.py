"""Pages: how many queries each asks as the league grows, and the standings of 24 franchises against a bare page."""

from __future__ import annotations

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from benchmarks.floor.models import PageRow
from benchmarks.ground import Ground
from benchmarks.measure import Pair, Side, compare, often, shared_out
from league.access import Viewer
from league.models import Entry, League
from league.pages.season import season_page
from rules.terms import K

SIZES = (8, 24, 96)
OF_STANDINGS = 24
DRIVERS, CARS = 3, 1
MOST_QUERIES, MOST_BYTES, AIM = 8, 60_000, 4.0
TIMES = 5


class PageMissing(AssertionError):
    """A page that was to be measured did not answer 200."""


def workloads(rounds: int) -> list[Pair]:
    """The one pair of this chapter; the counts of queries stand in its notes."""
    grounds = {size: played(size) for size in SIZES}
    client = Client()
    queries = {
        size: {name: counted(client, path) for name, path in paths(ground)} for size, ground in grounds.items()
    }
    return [standings(rounds, client, grounds[OF_STANDINGS], queries)]


def played(size: int) -> Ground:
    """A league of that many franchises with a round of matches of two, all reported and settled."""
    ground = Ground(f"pages-{size}", size, DRIVERS, CARS).found().begin()
    matches = {
        f"m{number + 1}": ground.teams[2 * number : 2 * number + 2] for number in range(len(ground.teams) // 2)
    }
    ground.lock("r1", matches=matches, vehicles=CARS)
    for match, teams in matches.items():
        ground.give([ground.report(match, teams, vehicles=CARS, damaged=False)])
    return ground


def paths(ground: Ground) -> list[tuple[str, str]]:
    """Every page a league has, by name."""
    home, season = f"/l/{ground.league}/", f"/l/{ground.season}/"
    last = Entry.objects.filter(season=ground.season).order_by("-number").values_list("number", flat=True)[0]
    return [
        ("leagues", "/"),
        ("league", home),
        ("season", season),
        ("drivers", f"{season}drivers/"),
        ("journal", f"{season}journal/"),
        ("entry", f"{season}journal/{last}/"),
        ("match", f"{season}m1/"),
        ("franchise", f"{home}f/f1/"),
        ("driver", f"{home}d/f1.d1/"),
    ]


def counted(client: Client, path: str) -> int:
    """The queries a page asks. Raises `PageMissing` unless it answers."""
    with CaptureQueriesContext(connection) as asked:
        got(client, path)
    return len(asked)


def got(client: Client, path: str) -> bytes:
    """A page's bytes. Raises `PageMissing` unless it answers 200."""
    answer = client.get(path)
    if answer.status_code != 200:
        raise PageMissing(f"{path} answered {answer.status_code}")
    return answer.content


def standings(rounds: int, client: Client, ground: Ground, queries: dict[int, dict[str, int]]) -> Pair:
    """The league's home against a bare page with a row for each line of its standings, schedule and journal."""
    home = f"/l/{ground.league}/"
    shown = season_page(league=League.objects.get(pk=ground.league), season=None, viewer=Viewer(), at=timezone.now())
    lines = sum(len(shown[name]) for name in ("table", "games", "entries"))
    PageRow._default_manager.bulk_create(
        PageRow(
            name=f"Team f{number}",
            href=f"{home}f/f{number}/",
            played=1,
            wins=number % 2,
            points=3 * number,
            criticals=2,
            form="W",
            balance=number * 12345 * K,
        )
        for number in range(1, lines + 1)
    )
    bare = f"/floor/{lines}/"
    page = got(client, home)
    pair = compare(
        f"league home with {OF_STANDINGS} franchises, {connection.vendor}",
        work=Side(often(TIMES, lambda: got(client, home))),
        floor=Side(often(TIMES, lambda: got(client, bare))),
        rounds=rounds,
        aim=AIM,
        notes={
            "lines": lines,
            "bytes": len(page),
            "bytes allowed": MOST_BYTES,
            "bytes of the bare page": len(got(client, bare)),
            "queries by franchises": {str(size): counts for size, counts in queries.items()},
            "queries allowed": MOST_QUERIES,
            "queries all the same": len({tuple(counts.items()) for counts in queries.values()}) == 1,
        },
    )
    return shared_out(pair, TIMES)
