"""One or many unattended leagues play from signing to their second season's first round, as they do in memory."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.jobs.harness import CHECKOUT, Redis
from tests.sampling import like

pytestmark = pytest.mark.long

OURS = {"DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "SERVED_EMBEDDED", "VAR_DIR", "SECRET_KEY"}


def unattended(*arguments: str, **environment: str) -> list[str]:
    """The output of `python -m tools.unattended`, which fails if a league differs from its run in memory."""
    inherited = {name: value for name, value in os.environ.items() if name not in OURS}
    done = subprocess.run(
        [sys.executable, "-m", "tools.unattended", "--within", "400", *arguments],
        cwd=CHECKOUT,
        env={**inherited, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()


@like(
    "tests/scheduling/test_awaited_clock.py::test_an_unattended_league_plays_a_season_and_opens_the_next_with_the_same_dice"
)
def test_a_league_plays_itself_on_the_embedded_site_and_is_the_one_in_memory() -> None:
    lines = unattended("--leagues", "1", "--rounds", "1", "--franchises", "3")
    assert lines[-1] == "all 1 as in memory"
    assert lines[-2].endswith("as in memory, audited, nobody told twice")


@like("tests/faults/test_services.py::test_workers_killed_in_a_settlement_a_draft_and_between_two_seasons")
@pytest.mark.postgres
@pytest.mark.redis
def test_eight_leagues_play_themselves_on_several_programs_and_are_those_in_memory(
    postgres_url: str, redis_server: Redis
) -> None:
    lines = unattended(
        *("--leagues", "8", "--rounds", "1", "--franchises", "3", "--web", "2", "--workers", "2"),
        DATABASE_URL=postgres_url,
        REDIS_URL=redis_server.url,
    )
    assert lines[-1] == "all 8 as in memory"
