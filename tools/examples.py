"""Plays the example leagues again from their folders and writes their archives.

    .venv/bin/python -m tools.examples            every example
    .venv/bin/python -m tools.examples --check    writes nothing; exits with 1 if an archive is stale

Each folder in `examples/` that `make run` loads is played into a temporary database, and the league
is exported to the archive in the folder. An archive that already holds that league stays untouched, to the byte.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PUBLIC_SECRET = b"anybody may know this secret"
"""The secret of an example that names none. Its archive shows everybody every die, and the secret's text says so."""


def main(arguments: Sequence[str]) -> int:
    """Play the examples and write or check their archives; 1 for an unknown name, or a stale archive with --check."""
    parser = argparse.ArgumentParser(prog="python -m tools.examples", description="Play the example leagues anew.")
    parser.add_argument("folders", nargs="*", help="the names of their folders; all when left out")
    parser.add_argument("--check", action="store_true", help="write nothing; end with 1 where something is stale")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="examples-") as folder:
        _set_up_django(Path(folder))
        from league.example_archives.catalog import FOLDERS  # Django is set up only now

        if unknown := sorted(set(options.folders) - set(FOLDERS)):
            print(f"No example is called {', '.join(unknown)}: there are {', '.join(FOLDERS)}.", file=sys.stderr)
            return 1
        stale = [
            name
            for name in options.folders or FOLDERS
            if _refresh_archive(ROOT / "examples" / name, check=options.check)
        ]
    if stale and options.check:
        print(f"Not what is played: {', '.join(stale)}. Run `make examples`.", file=sys.stderr)
    return int(bool(stale) and options.check)


def _set_up_django(folder: Path) -> None:
    """Set Django up with a new database in that folder."""
    os.environ |= {"VAR_DIR": str(folder), "DATABASE_URL": "", "DJANGO_SETTINGS_MODULE": "config.settings"}
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0, interactive=False)


def play_and_export(folder: Path) -> bytes:
    """Play the league of a folder into the database and export it. Raises a `Refusal` as playing does."""
    from journal.transfer.league_export import league_lines
    from league.folder_import import play_folder
    from league.league_folder import read_plan
    from league.models import League

    plan = read_plan(folder)
    for _ in play_folder(folder, secret=None if plan.secret else PUBLIC_SECRET):
        pass
    return b"".join(league_lines(League.objects.get(pk=plan.league)))


def _refresh_archive(folder: Path, *, check: bool) -> bool:
    """Play a folder and write its archive if it was stale, unless `check`; whether it was stale."""
    from league.example_archives.catalog import ARCHIVE, holds, write_archive

    export = play_and_export(folder)
    archive = folder / ARCHIVE
    stale = not holds(archive, export)
    if stale and not check:
        write_archive(archive, export)
    size = archive.stat().st_size // 1024 if archive.exists() else 0
    text = "as it was" if not stale else "stale" if check else "written"
    print(f"{folder.name}: {text}, {size} KB", flush=True)
    return stale


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
