"""One of several processes that run one league's clock at the same time: `turn_clock.py found|turn|look`."""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.running.leagues import Running


def found(league: Running) -> None:
    """Found the league."""
    league.found()


def turn(league: Running) -> None:
    """Let the clock tick, and run all jobs, until the first season is closed."""
    league.run()


def look(league: Running) -> None:
    """Print the first season's digests, those of its run in memory, the audit's findings and the failed jobs."""
    from journal import audit
    from league.models import Job

    report = {
        "digests": league.digests(seasons=1),
        "in_memory": league.in_memory(),
        "audit": [str(finding) for finding in audit(f"{league.league}/s1")],
        "failures": list(Job.objects.exclude(failure="").values_list("key", "failure")),
    }
    sys.stdout.write(json.dumps(report))


def main() -> None:
    """Run the action that the command line names."""
    os.environ |= {"DJANGO_SETTINGS_MODULE": "tests.settings", "API_CONFORMANCE": "1"}
    import django

    django.setup()
    from tests.running.leagues import Running

    {"found": found, "turn": turn, "look": look}[sys.argv[1]](Running("busy", 4, b"one", rounds=1))


if __name__ == "__main__":
    main()
