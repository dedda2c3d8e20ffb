"""One of several processes that turn the clock of one league at the same time: `turn_clock.py found|turn|look`."""

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
    """Turn its clock, and work whatever jobs there are, until the first season is over."""
    league.run()


def look(league: Running) -> None:
    """Print what became of the first season, what it comes to in memory, and what an audit finds."""
    from journal import audit
    from league.models import Job

    seen = {
        "digests": league.digests(seasons=1),
        "in_memory": league.in_memory(),
        "audit": [str(finding) for finding in audit(f"{league.league}/s1")],
        "failures": list(Job.objects.exclude(failure="").values_list("key", "failure")),
    }
    sys.stdout.write(json.dumps(seen))


def main() -> None:
    """Do what is asked."""
    os.environ |= {"DJANGO_SETTINGS_MODULE": "tests.settings", "API_CONFORMANCE": "1"}
    import django

    django.setup()
    from tests.running.leagues import Running

    {"found": found, "turn": turn, "look": look}[sys.argv[1]](Running("busy", 4, b"one", rounds=1))


if __name__ == "__main__":
    main()
