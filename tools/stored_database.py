"""Stores a current database with a tiny league in it, as compressed SQL.

Run `python -m tools.stored_database tests/golden/databases/09-name.sql.gz` before tables change for the first time
after a release. `tests/upgrades` migrates every stored database to the current tables.
"""

from __future__ import annotations

import gzip
import os
import sqlite3
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LEAGUE = ROOT / "tests" / "upgrades" / "league"
STORED_AT = datetime(2026, 9, 27, 18, tzinfo=UTC)


def main(stored: Path) -> None:
    """Create the tables in a new database, play the tiny league in it, and store it in that file."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(
            DJANGO_SETTINGS_MODULE="config.settings",
            VAR_DIR=folder,
            DATABASE_URL=f"sqlite:///{folder}/league.sqlite3",
        )
        import django  # the settings read the environment

        django.setup()
        _play()
        store(Path(folder) / "league.sqlite3", stored)


def store(database: Path, stored: Path) -> None:
    """Write the SQL that recreates that SQLite database, compressed and without a timestamp."""
    with sqlite3.connect(database) as connection:
        statements = "\n".join(connection.iterdump()) + "\n"
    stored.write_bytes(gzip.compress(statements.encode(), mtime=0))


def _play() -> None:
    from django.core.management import call_command  # the applications are loaded by now
    from django.db import connection

    from league.models import Calendar, ReportClaim, Season

    call_command("migrate", verbosity=0)
    call_command("play", str(LEAGUE), verbosity=0)
    season = Season.objects.get()
    Calendar.objects.create(
        league=season.league, hours={"M3": 48}, updated_at=STORED_AT, updated_by="scrapyard.marshal"
    )
    ReportClaim.objects.create(
        season=season,
        match="m2",
        side="rust-saints",
        packet="0" * 64,
        digest="1" * 64,
        document={"teams": []},
        actor="scrapyard.torque",
        at=STORED_AT,
        key="claim",
    )
    connection.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
