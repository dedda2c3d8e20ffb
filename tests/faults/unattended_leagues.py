"""Leagues that nobody attends on programs that a test starts, and what became of them."""

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
"""Every hour is over at once, and a season that follows comes from a secret that is known beforehand."""


def site_of(folder: Path, *, database: str = "", redis: str = "", leagues: Sequence[str] = LEAGUES) -> Site:
    """An installation with unattended leagues at signing, whose time runs fast.

    `database` is the address of one on PostgreSQL that is migrated; without one the site has a file of its own.
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
    """Wait until each league was given that command in its season of that number."""
    entries = "league_entry e JOIN league_season s ON s.id = e.season_id"
    where = f"e.command = '{command}' AND s.number = {season}"
    asked = f"SELECT count(DISTINCT s.league_id) FROM {entries} WHERE {where}"  # noqa: S608 - ours
    wait_for(lambda: site.rows(asked) == [(len(leagues),)], f"{command} in season {season}")


def arrived(site: Site, *, leagues: Sequence[str] = LEAGUES) -> None:
    """Wait until each league has announced the first round of its second season."""
    reached(site, "announce_round", season=2, leagues=leagues)


def wrong(site: Site, *, leagues: Sequence[str] = LEAGUES) -> dict[str, Any]:
    """What is wrong with each league, once the programs are stopped, since leagues never end.

    Digests that are not those of its run in memory, ledgers that do not add up, jobs that failed, notices and mails
    that came twice.
    """
    for program in site.programs:
        if program.running.poll() is None:
            program.stop()
    judged = (
        "import json\nfrom pathlib import Path\n"
        "from django.conf import settings\nfrom tools.unattended_check import judge_league\n"
        "mail = Path(settings.EMAIL_FILE_PATH)\n"
        "told = "
        f"{{each: judge_league(each, mail=mail).wrong for each in {tuple(leagues)!r}}}\nprint(json.dumps(told))"
    )
    told: dict[str, Any] = json.loads(site.do(judged).splitlines()[-1])
    return told


def nothing(leagues: Sequence[str] = LEAGUES) -> dict[str, Any]:
    """Nothing is wrong with any."""
    return {league: [] for league in leagues}
