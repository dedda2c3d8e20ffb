"""Measures one chapter in a separate process, so that each database has its own settings, and prints JSON."""

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
    "duels",
    "replays",
    "replay_scripts",
    "journal",
    "pages",
    "api",
    "load",
    "jobs",
    "outbox",
    "rollover",
    "handwritten_sql",
)
WITHOUT_DATABASE = frozenset({"memory", "matches", "books", "duels", "replays"})
"""Chapters that need no database."""


def main(chapter: str, rounds: int) -> None:
    """Migrate the database if the chapter needs one, measure, and print the pairs."""
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
