"""A program that loads the site once and forks a worker for each request, which is one line of JSON.

A worker turns a league's clock at the times it is given, and may kill itself at a named moment. The answer is another
line of JSON: the worker's result, its traceback, or the signal that killed it.
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
    """Load the site, then fork a worker for every line of standard input."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django
    from django.conf import settings

    settings.MIGRATION_MODULES = dict.fromkeys(name.rpartition(".")[2] for name in settings.INSTALLED_APPS)
    settings.API_CONFORMANCE = True  # the next season's secret is fixed, however often its opening is killed
    settings.EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    django.setup()
    from django.urls import reverse

    import league.tasks
    import tests.faults.kill_points
    import tools.unattended_check

    assert all((league.tasks.ROWS_PER_DELIVERY, tests.faults.kill_points, tools.unattended_check))
    reverse("league", args=[LEAGUE])  # read the URL configuration once, not in every worker
    tests.faults.kill_points.places()  # likewise
    gc.freeze()
    for line in sys.stdin:
        request = json.loads(line)
        if (child := os.fork()) == 0:
            _work(request)
        _, status = os.waitpid(child, 0)
        print(json.dumps(_end(request, status)), flush=True)


def _end(request: dict[str, Any], status: int) -> dict[str, Any]:
    if os.WIFSIGNALED(status):
        return {"killed": os.WTERMSIG(status)}
    text = Path(request["says"]).read_text()
    return {"fault": text} if os.WEXITSTATUS(status) else {"told": json.loads(text)}


def _work(request: dict[str, Any]) -> None:
    """In the child: perform the request, write its result to a file, and exit without the parent's exit handlers."""
    from django.conf import settings
    from django.db import connections

    connections.settings["default"]["NAME"] = request["database"]
    settings.EMAIL_FILE_PATH = request["mail"]
    code = 0
    try:
        text = json.dumps(DOES[request["do"]](request))
    except BaseException:  # noqa: BLE001 - any exception is the answer
        code, text = 1, traceback.format_exc()
    Path(request["says"]).write_text(text)
    connections.close_all()
    os._exit(code)


def founded(request: dict[str, Any]) -> None:
    """Create the tables, and the league at signing."""
    from django.core.management import call_command

    from tools.unattended_check import create_unattended_league

    call_command("migrate", run_syncdb=True, verbosity=0)
    create_unattended_league(
        LEAGUE, franchises=request["franchises"], rounds=1, at=datetime.fromisoformat(request["at"])
    )


def turned(request: dict[str, Any]) -> dict[str, Any]:
    """Turn the clock at each time, in a worker that may kill itself; return the state of the league."""
    from django.db import OperationalError

    from tests.faults import kill_points

    _limit(request.get("pages"))
    sittings = kill_points.armed(request.get("strike"))
    errors = []
    for moment in request["at"]:
        try:
            _turn(datetime.fromisoformat(moment))
        except OperationalError as error:
            errors.append(str(error))
    return {**_told(request), "sittings": sittings, "full": errors}


def commanded(request: dict[str, Any]) -> dict[str, Any]:
    """Run a management command with few pages left on the disk; return output, refusal, and the league's state."""
    from django.core.management import call_command
    from django.core.management.base import CommandError

    _limit(request.get("pages"))
    output, refusal = StringIO(), ""
    try:
        call_command(*request["arguments"], stdout=output)
    except CommandError as error:
        refusal = str(error)
    return {**_told({**request, "audited": True}), "said": output.getvalue(), "refused": refusal}


def _limit(pages: int | None) -> None:
    """Limit the growth of the database to this many pages, on every connection of this program."""
    if pages is None:
        return
    from django.db import connection
    from django.db.backends.signals import connection_created

    with connection.cursor() as cursor:
        cursor.execute("PRAGMA page_count")
        most = cursor.fetchone()[0] + pages
        cursor.execute(f"PRAGMA max_page_count = {most}")

    def limit_new_connection(connection: Any, **_options: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA max_page_count = {most}")

    connection_created.connect(limit_new_connection, weak=False)


def _turn(at: datetime) -> None:
    """Act as beat, sweeper and worker at one time, until there is a window for everybody who is awaited."""
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


def _told(request: dict[str, Any]) -> dict[str, Any]:
    """What no fault may change: digests, ledger, notices, mails and jobs."""
    from franchises.models import LedgerLine
    from journal import audit
    from league.models import Job, Notice, Outbox, Season

    seasons = Season.objects.filter(league=LEAGUE).order_by("number")
    ledger = LedgerLine.objects.order_by("season", "entry", "pk")
    notices = Notice.objects.select_related("member")
    return {
        "seasons": [[season.name, season.step, season.length, season.digest] for season in seasons],
        "findings": [finding for season in seasons for finding in audit(season.pk)] if request.get("audited") else [],
        "ledger": [[ledger_line.franchise_id, ledger_line.entry, ledger_line.amount] for ledger_line in ledger],
        "notices": sorted(
            [notice.member.franchise_id or "", notice.about, _said(notice.arguments)] for notice in notices
        ),
        "mails": sorted(name for file in Path(request["mail"]).glob("*") for name in _message_ids(file)),
        "unsent": Outbox.objects.filter(sent_at=None).count(),
        "undone": list(Job.objects.exclude(state="done").values_list("key", "state", "failure")),
        "steps": sorted(Job.objects.filter(kind="season_end").values_list("key", flat=True)),
    }


def _said(arguments: dict[str, Any]) -> str:
    """The arguments of a notice without its times, which change when a worker dies."""
    kept = {name: value for name, value in arguments.items() if name not in {"until", "until_at"}}
    return json.dumps(kept, sort_keys=True)


def _message_ids(file: Path) -> list[str]:
    return [line for line in file.read_text().splitlines() if line.startswith("Message-ID")]


DOES: dict[str, Callable[[dict[str, Any]], Any]] = {"found": founded, "turn": turned, "command": commanded}

if __name__ == "__main__":
    main()
