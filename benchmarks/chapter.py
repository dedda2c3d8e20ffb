"""One chapter of pairs in a program of its own, so that each database has its own settings; prints JSON."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict
from importlib import import_module

CHAPTERS = (
    "memory",
    "matches",
    "books",
    "journal",
    "pages",
    "api",
    "load",
    "jobs",
    "outbox",
    "rollover",
    "handwritten_sql",
)
WITHOUT_DATABASE = frozenset({"memory", "matches", "books"})
"""What needs no database."""


def main(chapter: str, rounds: int) -> None:
    """Migrate where there is a database to migrate, measure, and print the pairs."""
    if chapter not in WITHOUT_DATABASE:
        _set_up_django()
    pairs = import_module(f"benchmarks.{chapter}").workloads(rounds)
    json.dump([asdict(pair) for pair in pairs], sys.stdout)


def _set_up_django() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.settings"
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", run_syncdb=True, verbosity=0)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
