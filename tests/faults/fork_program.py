"""A program that loads the site once and forks a worker for everything it is asked, one line of JSON each.

A worker turns the clock of a league by times it is given, and may kill itself at a named moment. The one who asks is
told how it ended: what it said, or the signal it died of.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import traceback
from collections.abc import Callable
from datetime import datetime
from io import StringIO
from pathlib import Path
from typing import Any

LEAGUE = "kept"


def main() -> None:
    """Load the site, and then fork for every line until there are no more."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django
    from django.conf import settings

    settings.MIGRATION_MODULES = dict.fromkeys(name.rpartition(".")[2] for name in settings.INSTALLED_APPS)
    settings.API_CONFORMANCE = True  # a season that follows comes out alike, however often its opening dies
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    django.setup()
    from django.urls import reverse

    import league.tasks
    import tests.faults.kill_points
    import tools.unattended_check

    assert all((league.tasks.ROWS_PER_DELIVERY, tests.faults.kill_points, tools.unattended_check))
    reverse("league", args=[LEAGUE])  # the addresses are read once, and not by every worker
    tests.faults.kill_points.places()  # the same
    gc.freeze()
    for line in sys.stdin:
        asked = json.loads(line)
        if (child := os.fork()) == 0:
            _work(asked)
        _, status = os.waitpid(child, 0)
        print(json.dumps(_end(asked, status)), flush=True)


def _end(asked: dict[str, Any], status: int) -> dict[str, Any]:
    if os.WIFSIGNALED(status):
        return {"killed": os.WTERMSIG(status)}
    said = Path(asked["says"]).read_text()
    return {"fault": said} if os.WEXITSTATUS(status) else {"told": json.loads(said)}


def _work(asked: dict[str, Any]) -> None:
    """In the child: do what is asked, write down what came of it, and end without a word to the parent's exits."""
    from django.conf import settings
    from django.db import connections

    connections.settings["default"]["NAME"] = asked["database"]
    settings.EMAIL_FILE_PATH = asked["mail"]
    code = 0
    try:
        said = json.dumps(DOES[asked["do"]](asked))
    except BaseException:  # noqa: BLE001 - whatever it was is told to who asked
        code, said = 1, traceback.format_exc()
    Path(asked["says"]).write_text(said)
    connections.close_all()
    os._exit(code)


def founded(asked: dict[str, Any]) -> None:
    """Make the tables and found the league at signing."""
    from django.core.management import call_command

    from tools.unattended_check import create_unattended_league

    call_command("migrate", run_syncdb=True, verbosity=0)
    create_unattended_league(LEAGUE, franchises=asked["franchises"], rounds=1, at=datetime.fromisoformat(asked["at"]))


def turned(asked: dict[str, Any]) -> dict[str, Any]:
    """Turn the clock at each of the given times, by a worker that may kill itself; what became of the league."""
    from django.db import OperationalError

    from tests.faults import kill_points

    _limit(asked.get("pages"))
    sittings = kill_points.armed(asked.get("strike"))
    full = []
    for each in asked["at"]:
        try:
            _turn(datetime.fromisoformat(each))
        except OperationalError as no:
            full.append(str(no))
    return {**_told(asked), "sittings": sittings, "full": full}


def commanded(asked: dict[str, Any]) -> dict[str, Any]:
    """Run one of our commands on a disk that has so many pages left; what it said, and what it was refused with."""
    from django.core.management import call_command
    from django.core.management.base import CommandError

    _limit(asked.get("pages"))
    said, refused = StringIO(), ""
    try:
        call_command(*asked["arguments"], stdout=said)
    except CommandError as no:
        refused = str(no)
    return {**_told({**asked, "audited": True}), "said": said.getvalue(), "refused": refused}


def _limit(pages: int | None) -> None:
    """Let the database grow by so many pages and no further, over every connection of this program."""
    if pages is None:
        return
    from django.db import connection
    from django.db.backends.signals import connection_created

    with connection.cursor() as cursor:
        cursor.execute("PRAGMA page_count")
        most = cursor.fetchone()[0] + pages
        cursor.execute(f"PRAGMA max_page_count = {most}")

    def limited(connection: Any, **_options: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA max_page_count = {most}")

    connection_created.connect(limited, weak=False)


def _turn(at: datetime) -> None:
    """As a beat, a sweeper and a worker do that all have that time, until whoever is awaited has their window."""
    from jobs.queue import enqueue
    from jobs.sweeper import sweep
    from jobs.worker import run_due_jobs
    from league.models import Season

    for number in range(2):
        season = Season.objects.filter(league=LEAGUE).order_by("-number")[0]
        enqueue("clock_tick", key=f"clock_tick {season.pk} {at} {number}", at=at, season=season.pk)
        sweep(at=at)
        run_due_jobs(clock=lambda: at)
        sweep(at=at)
        run_due_jobs(clock=lambda: at)


def _told(asked: dict[str, Any]) -> dict[str, Any]:
    """What a fault must not change: the digest, the ledger, what members were told and mailed, every job done."""
    from franchises.models import LedgerLine
    from journal import audit
    from league.models import Job, Notice, Outbox, Season

    seasons = Season.objects.filter(league=LEAGUE).order_by("number")
    ledger = LedgerLine.objects.order_by("season", "entry", "pk")
    notices = Notice.objects.select_related("member")
    return {
        "seasons": [[season.name, season.step, season.length, season.digest] for season in seasons],
        "findings": [finding for season in seasons for finding in audit(season.pk)] if asked.get("audited") else [],
        "ledger": [[ledger_line.franchise_id, ledger_line.entry, ledger_line.amount] for ledger_line in ledger],
        "notices": sorted(
            [notice.member.franchise_id or "", notice.about, _said(notice.arguments)] for notice in notices
        ),
        "mails": sorted(name for file in Path(asked["mail"]).glob("*") for name in _message_ids(file)),
        "unsent": Outbox.objects.filter(sent_at=None).count(),
        "undone": list(Job.objects.exclude(state="done").values_list("key", "state", "failure")),
        "steps": sorted(Job.objects.filter(kind="season_end").values_list("key", flat=True)),
    }


def _said(arguments: dict[str, Any]) -> str:
    """What a notice says beside its times, which a worker that died a moment ago changes."""
    return json.dumps({name: value for name, value in arguments.items() if name != "until"}, sort_keys=True)


def _message_ids(file: Path) -> list[str]:
    return [line for line in file.read_text().splitlines() if line.startswith("Message-ID")]


DOES: dict[str, Callable[[dict[str, Any]], Any]] = {"found": founded, "turn": turned, "command": commanded}

if __name__ == "__main__":
    main()
