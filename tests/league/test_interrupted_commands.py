"""Ctrl-C in a separate program: it exits with a sentence and 130, and leaves complete batches behind."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from league.management.commands.play import Command
from tests.league.programs import on_sqlite

pytestmark = [pytest.mark.long, pytest.mark.once]
CHECKOUT = Path(__file__).parents[2]
FIRST_LAPS = str(CHECKOUT / "examples" / "first-laps")
PLAY = ("play", FIRST_LAPS, "--season-secret", "00ff")


def ran(environment: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    """The result of a command that runs without interruption."""
    program = [sys.executable, "manage.py", *words]
    return subprocess.run(program, cwd=CHECKOUT, env=environment, capture_output=True, text=True, check=False)


def test_a_league_that_is_being_played_stands_batch_by_batch_and_goes_on_at_the_next_time(tmp_path: Path) -> None:
    environment = {**on_sqlite(tmp_path), "PYTHONUNBUFFERED": "1"}
    program = [sys.executable, "manage.py", *PLAY]
    with subprocess.Popen(
        program, cwd=CHECKOUT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as playing:
        assert playing.stdout is not None
        playing.stdout.readline()
        playing.send_signal(signal.SIGINT)
        _, wrong = playing.communicate()
    assert (playing.returncode, wrong) == (130, f"Stopped. {Command.if_stopped}\n")
    assert ran(environment, "audit").returncode == 0
    assert ran(environment, *PLAY).returncode == 0
    assert ran(environment, "audit").returncode == 0
