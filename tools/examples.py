"""The archives of the example leagues, played anew from their folders.

    .venv/bin/python -m tools.examples            every example
    .venv/bin/python -m tools.examples --check    writes nothing; ends with 1 when an archive is not what is played

Each folder in `examples/` that is loaded by `make run` is played into a database that is thrown away, and the league
is exported to the archive beside it. An archive that holds that league already is left as it is, to the byte.
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
"""The secret of an example that names none: its archive shows every die to everybody, and it says so itself."""


def main(arguments: Sequence[str]) -> int:
    """Play them, write what came of them, and say so."""
    reader = argparse.ArgumentParser(prog="python -m tools.examples", description="Play the example leagues anew.")
    reader.add_argument("folders", nargs="*", help="the names of their folders; all when left out")
    reader.add_argument("--check", action="store_true", help="write nothing; end with 1 where something is stale")
    options = reader.parse_args(arguments)
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
    """Set Django up with a database of its own in that folder."""
    os.environ |= {"VAR_DIR": str(folder), "DATABASE_URL": "", "DJANGO_SETTINGS_MODULE": "config.settings"}
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0, interactive=False)


def play_and_export(folder: Path) -> bytes:
    """Play the league of a folder into the database, and give its export. Raises a `Refusal` as playing does."""
    from journal.transfer.league_export import league_lines
    from league.folder_import import play_folder
    from league.league_folder import read_plan
    from league.models import League

    plan = read_plan(folder)
    for _ in play_folder(folder, secret=None if plan.secret else PUBLIC_SECRET):
        pass
    return b"".join(league_lines(League.objects.get(pk=plan.league)))


def _refresh_archive(folder: Path, *, check: bool) -> bool:
    """Play a folder and write its archive, unless `check`; whether that was not the league it held."""
    from league.example_archives.archive import holds, write_archive
    from league.example_archives.catalog import ARCHIVE

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
