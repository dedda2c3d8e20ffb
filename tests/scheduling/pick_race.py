"""A draft pick that comes in just as its clock runs out: `pick_race.py owner|clock` names who locks the season.

The first has performed but not committed when the other begins. The first commits only once the database shows the
other one waiting.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any


def main() -> None:
    """Run the race and print the second one's result and the entries that were written."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection, transaction

    from league.models import Entry
    from rules.campaign.season_end.draft import draft_turn, why_not_draftable
    from rules.core.refusals import Refusal
    from scheduling.automatic_steps import run_automatic_steps
    from scheduling.windows import sync_windows
    from tests.league.small_league import BEGAN, drafting, settled
    from tests.scheduling.calendar_league import clocked

    table = clocked(drafting(settled(rounds=1)), hours={"E6": 12})
    sync_windows(table.season, at=BEGAN)
    state = table.state
    turn = draft_turn(state)
    assert turn is not None
    franchise = turn.franchise
    pick = next(driver.id for driver in state.all_drivers() if not why_not_draftable(state, franchise, driver))
    length = table.row.length

    def owner() -> Any:
        answer = table.give("pick_driver", by=franchise, franchise=franchise, driver=pick)
        return [entry.number for entry in answer.entries]

    def clock() -> Any:
        return [
            entry.number
            for result in run_automatic_steps(table.season, at=BEGAN + timedelta(hours=12))
            for entry in result.entries
        ]

    actions: dict[str, Callable[[], Any]] = {"owner": owner, "clock": clock}
    first = sys.argv[1]
    (second,) = actions.keys() - {first}
    answered: list[Any] = []

    def late() -> None:
        try:
            answered.append(actions[second]())
        except Refusal as refusal:
            answered.append(refusal.code)
        finally:
            connection.close()

    other = threading.Thread(target=late)
    with transaction.atomic():
        actions[first]()
        other.start()
        _seen_waiting(connection)
    other.join()
    turns = Entry.objects.filter(season_id=table.season, number__gt=length).order_by("number")
    results = {"second": answered[0], "turns": list(turns.values_list("command", "actor"))}
    call_command("audit", table.season, stdout=sys.stderr)
    sys.stdout.write(json.dumps(results))


def _seen_waiting(connection: Any) -> None:
    """Return as soon as another connection to the database waits for a lock."""
    with connection.cursor() as cursor:
        while True:
            cursor.execute(
                "SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid) "
                "WHERE NOT granted AND datname = current_database() AND pid <> pg_backend_pid()"
            )
            if cursor.fetchone()[0]:
                return


if __name__ == "__main__":
    main()
