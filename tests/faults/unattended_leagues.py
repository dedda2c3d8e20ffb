"""Unattended leagues on programs that a test starts, and checks of their results."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.jobs.harness import QUICK, Site, wait_for
from tests.migrated import copy_to_file

LEAGUES = ("one", "two")
LOADED = ("tests.jobs.bodies", "tests.faults.held_worker", "tests.faults.deaf_worker", "tests.faults.kill_points")
FAST = {**QUICK, "CLOCK_SPEED": "1000000", "API_CONFORMANCE": "1"}
"""Settings with a fast clock, and a next season whose secret is known in advance."""


def site_of(folder: Path, *, database: str = "", redis: str = "", leagues: Sequence[str] = LEAGUES) -> Site:
    """A site with unattended leagues at signing and a fast clock.

    `database` is the URL of a migrated PostgreSQL database. Without it the site has an SQLite file.
    """
    site = Site(folder, database=database, redis=redis, settings=dict(FAST), preload=LOADED)
    if not database:
        copy_to_file(site.folder / "league.sqlite3")
    site.do(
        "from tools.unattended_check import create_unattended_league\n"
        f"for each in {tuple(leagues)!r}: create_unattended_league(each, franchises=3, rounds=1, at=timezone.now())"
    )
    return site


def reached(site: Site, command: str, *, season: int = 1, leagues: Sequence[str] = LEAGUES) -> None:
    """Wait until each league has an entry with a command in its season of this number."""
    entries = "league_entry e JOIN league_season s ON s.id = e.season_id"
    where = f"e.command = '{command}' AND s.number = {season}"
    statement = f"SELECT count(DISTINCT s.league_id) FROM {entries} WHERE {where}"  # noqa: S608 - ours
    wait_for(lambda: site.rows(statement) == [(len(leagues),)], f"{command} in season {season}")


def arrived(site: Site, *, leagues: Sequence[str] = LEAGUES) -> None:
    """Wait until each league has announced the first round of its second season."""
    reached(site, "announce_round", season=2, leagues=leagues)


def wrong(site: Site, *, leagues: Sequence[str] = LEAGUES) -> dict[str, Any]:
    """Stop the programs, since leagues never end, and return what is wrong with each league.

    That is: digests other than in its run in memory, findings of the audit, failed jobs, and notices and mails that
    came twice.
    """
    for program in site.programs:
        if program.running.poll() is None:
            program.stop()
    code = (
        "import json\nfrom pathlib import Path\n"
        "from django.conf import settings\nfrom tools.unattended_check import judge_league\n"
        "mail = Path(settings.EMAIL_FILE_PATH)\n"
        "told = "
        f"{{each: judge_league(each, mail=mail).wrong for each in {tuple(leagues)!r}}}\nprint(json.dumps(told))"
    )
    problems: dict[str, Any] = json.loads(site.do(code).splitlines()[-1])
    return problems


def nothing(leagues: Sequence[str] = LEAGUES) -> dict[str, Any]:
    """The result of `wrong` if nothing is wrong with any league."""
    return {league: [] for league in leagues}
