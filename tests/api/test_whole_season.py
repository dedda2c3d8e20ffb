"""A league played over HTTP ends with the same facts and the same state as one played on the command line."""

from __future__ import annotations

from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from dethmetal_client import Player
from django.core.management import call_command
from django.utils import timezone

from jobs.outbox_delivery import deliver_outbox
from jobs.worker import run_job
from league.management.commands.api_conformance import prepare_league
from league.models import Job
from tests.clients.conftest import server
from tests.league.small_league import assert_reconciled
from tests.sampling import like

__all__ = ["server"]
EXAMPLES = Path(__file__).parents[2] / "examples"
pytestmark = pytest.mark.django_db(transaction=True)


def test_first_laps_is_played_over_http_to_the_same_facts_and_state(server: str, tmp_path: Path) -> None:
    over_http = played(server, EXAMPLES / "first-laps", secret=b"\x00\xff")
    assert over_http == on_the_command_line(EXAMPLES / "first-laps", "--season-secret", "00ff")
    assert_reconciled("by-program/s1")


@like("tests/api/test_whole_season.py::test_first_laps_is_played_over_http_to_the_same_facts_and_state")
@pytest.mark.long
@pytest.mark.once
def test_a_season_of_every_rule_system_is_played_over_http(server: str, tmp_path: Path) -> None:
    assert_alike_over_http(server, tmp_path, example="five-ways", seasons=1)


def assert_alike_over_http(server: str, folder: Path, *, example: str, seasons: int) -> None:
    """Check that an example ends alike over HTTP and on the command line, and that its seasons are reconciled."""
    call_command("api_conformance", "--write-out", EXAMPLES / example, folder, stdout=StringIO())
    over_http = played(server, folder)
    assert over_http == on_the_command_line(EXAMPLES / example)
    for number in range(1, seasons + 1):
        assert_reconciled(f"by-program/s{number}")


def played(server: str, folder: Path, *, secret: bytes | None = None) -> tuple[str, str]:
    """Play a folder over HTTP, running jobs while it waits; return the digests of its facts and its last state."""
    player = Player(
        folder,
        server,
        prepare_league("by-program"),
        league="by-program",
        secret=secret,
        told=lambda _: None,
        resting=a_job_runs,
    )
    done = player.play()
    return done.facts, done.digest


def a_job_runs() -> None:
    """Do the workers' share, one job at a time, so that facts come in the order in which `play` makes them."""
    deliver_outbox(at=timezone.now())
    waiting = Job.objects.filter(state=Job.State.QUEUED).order_by("queued_at").first()
    if waiting is not None:
        run_job(waiting.pk, clock=timezone.now)


def on_the_command_line(folder: Path, *words: Any) -> tuple[str, str]:
    """The digests of facts and last state that `manage.py play` prints."""
    output = StringIO()
    call_command("play", folder, *words, verbosity=0, stdout=output)
    *_, facts, digest = output.getvalue().split("\n")[:-1]
    return facts.removeprefix("facts "), digest
