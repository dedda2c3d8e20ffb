"""Unattended leagues, played by the site itself and each compared with its run in memory.

    .venv/bin/python -m tools.unattended [--leagues 4]

With DATABASE_URL and REDIS_URL, `manage.py scaled` plays them; without, `manage.py serve` does, on SQLite in a
temporary folder. The database must not hold a league. Owners never answer, so every deadline passes, `--speed` times
faster than in real time. Each league goes from step S1 to the first round of its second season. The exit code
is 1 if any of them differs.
"""

from __future__ import annotations

import argparse
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
POLL_SECONDS = 0.5
"""Seconds between two checks of the leagues' progress."""
STOP_SECONDS = 60


class DatabaseNotEmpty(SystemExit):
    """The database already holds leagues."""


def main(arguments: Sequence[str]) -> int:
    """Found the leagues, let the site play them, compare, and print the results; 1 if anything is wrong."""
    options = _parse_arguments(arguments)
    scaled = bool(os.environ.get("REDIS_URL"))
    with tempfile.TemporaryDirectory(prefix="unattended-") as folder:
        _prepare(Path(folder), speed=options.speed)
        from tools import unattended_check  # Django is set up only now

        leagues = [f"alone-{number}" for number in range(1, options.leagues + 1)]
        _require_empty_database()
        for league in leagues:
            unattended_check.create_unattended_league(
                league, franchises=options.franchises, rounds=options.rounds, at=datetime.now(UTC)
            )
        shape = (
            f"scaled, {options.web} web and {options.workers} worker processes" if scaled else "serve, one process"
        )
        print(
            f"{len(leagues)} leagues of {options.franchises} franchises, {options.rounds} rounds; {shape}", flush=True
        )
        began = time.monotonic()
        with _run_site(options, scaled=scaled) as program:
            stalled = _wait_for_leagues(leagues, program, until=began + options.within, began=began)
        took = time.monotonic() - began
        print(f"{took:.0f} seconds; the site ended with {program.returncode}")
        wrong = len(stalled) + (program.returncode != 0)
        for league in leagues:
            verdict = unattended_check.judge_league(league, mail=Path(folder) / "mail")
            wrong += bool(verdict.wrong)
            text = "; ".join(verdict.wrong) or "as in memory, audited, nobody told twice"
            print(f"{league}: {verdict.entries} entries, {verdict.digest[:16]} {text}")
        print(f"{len(stalled)} did not arrive, {wrong} wrong" if wrong else f"all {len(leagues)} as in memory")
    return int(bool(wrong))


def _parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.unattended", description="Leagues that play themselves.")
    parser.add_argument("--leagues", type=int, default=4)
    parser.add_argument("--franchises", type=int, default=4, help="in each")
    parser.add_argument("--rounds", type=int, default=2, help="of each season")
    parser.add_argument("--web", type=int, default=2, help="web processes where it is scaled")
    parser.add_argument("--workers", type=int, default=2, help="worker processes where it is scaled")
    parser.add_argument("--speed", type=float, default=1e6, help="CLOCK_SPEED")
    parser.add_argument("--within", type=float, default=1200, metavar="SECONDS", help="give up after so long")
    return parser.parse_args(arguments)


def _prepare(folder: Path, *, speed: float) -> None:
    """Set up the environment for this program and those it starts, and migrate."""
    os.environ |= {
        "VAR_DIR": str(folder),
        "CLOCK_SPEED": str(speed),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "API_CONFORMANCE": "1",  # the next season must come from a secret that is known beforehand
    }
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0, interactive=False)


def _require_empty_database() -> None:
    from league.models import League

    if League.objects.exists():
        raise DatabaseNotEmpty("There are leagues in that database: name an empty one in DATABASE_URL.")


@contextmanager
def _run_site(options: argparse.Namespace, *, scaled: bool) -> Iterator[subprocess.Popen[bytes]]:
    """The running site, which is ended with SIGTERM."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    command = (
        ("scaled", "--web", str(options.web), "--workers", str(options.workers))
        if scaled
        else ("serve", "--no-example")
    )
    output = Path(os.environ["VAR_DIR"]) / "said.txt"
    with output.open("wb") as file:
        program = subprocess.Popen(
            [sys.executable, "manage.py", *command, "--port", port], cwd=ROOT, stdout=file, stderr=subprocess.STDOUT
        )
    try:
        yield program
    finally:
        program.send_signal(signal.SIGTERM)
        try:
            program.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            program.kill()
            program.wait()
        if program.returncode:
            print("".join(output.read_text(errors="replace").splitlines(keepends=True)[-30:]))


def _wait_for_leagues(
    leagues: Sequence[str], program: subprocess.Popen[bytes], *, until: float, began: float
) -> list[str]:
    """Wait until all leagues have announced a round of their second season; return those that have not."""
    from tools.unattended_check import leagues_with_rounds

    last = -1
    while time.monotonic() < until and program.poll() is None:
        arrived = leagues_with_rounds(leagues)
        if len(arrived) != last:
            last = len(arrived)
            print(f"{time.monotonic() - began:5.0f} s: {last} of {len(leagues)} in their second season", flush=True)
        if last == len(leagues):
            return []
        time.sleep(POLL_SECONDS)
    arrived = leagues_with_rounds(leagues)
    return [league for league in leagues if league not in arrived]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
