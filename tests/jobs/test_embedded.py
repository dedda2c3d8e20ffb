"""`manage.py serve` works jobs while it serves pages, with only its memory and its database."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.jobs.harness import Program, Site, get, wait_for
from tests.sampling import like

pytestmark = pytest.mark.long
NOTHING_OLD = {"JOB_RESEND_SECONDS": "3600"}
"""With this setting only the sweep at the start dispatches a job a second time."""


def serving(site: Site, **environment: str) -> tuple[Program, int]:
    return site.serve("serve", "--no-example", **environment)


def held(site: Site, hold: Path, key: str = "a") -> None:
    """Queue a job of three steps and wait until it is held before the second."""
    hold.mkdir(exist_ok=True)
    site.ask(key, of=3, hold=str(hold))
    wait_for((hold / "reached").exists, "the second step")


def test_the_server_works_jobs_and_says_it_is_ready(site: Site) -> None:
    server, port = serving(site)
    site.ask("a", "b", of=3)
    site.ended("a", "b")
    assert [(site.job(key)["done"], site.job(key)["tries"], site.effects(key)) for key in "ab"] == [(3, 1, 3)] * 2
    assert get(port, "/readyz") == (
        200,
        {"status": "ready", "database": "ok", "migrations": "ok", "jobs": "ok"},
    )
    assert server.stop() == 0
    assert "Traceback" not in server.output


def test_what_was_queued_when_the_memory_was_lost_is_worked_at_the_next_start(migrated_site: Site) -> None:
    site = migrated_site
    server, _ = serving(site, **NOTHING_OLD)
    site.ask("a", of=1)  # dispatched only in the memory of another program, which is gone
    assert server.stop() == 0
    assert site.job("a")["state"] == "queued"
    serving(site, **NOTHING_OLD)
    site.ended("a")


@like("tests/jobs/test_shutdown.py::test_what_was_cut_off_is_taken_up_at_once_and_its_try_is_not_counted")
def test_a_job_that_runs_when_the_server_stops_is_put_back_without_counting_the_try(
    migrated_site: Site, tmp_path: Path
) -> None:
    site = migrated_site
    server, _ = serving(site)
    held(site, tmp_path / "hold")
    assert server.stop() == 0
    job = site.job("a")
    assert (job["state"], job["tries"], site.effects("a")) == ("queued", 0, 1)
    assert job["log"][-1]["line"] == "Put back: the worker was stopped."
    (tmp_path / "hold" / "go").touch()
    serving(site)
    site.ended("a")
    assert (site.job("a")["tries"], site.effects("a")) == (1, 3)


@like("tests/jobs/test_shutdown.py::test_what_was_cut_off_is_taken_up_at_once_and_its_try_is_not_counted")
def test_a_job_that_died_with_the_server_is_taken_up_again(migrated_site: Site, tmp_path: Path) -> None:
    site = migrated_site
    server, _ = serving(site)
    held(site, tmp_path / "hold")
    server.kill()
    (tmp_path / "hold" / "go").touch()
    serving(site)
    site.ended("a")
    assert (site.job("a")["tries"], site.effects("a")) == (2, 3)
