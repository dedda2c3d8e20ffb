"""Brokers, databases and workers that die do not change the leagues that are played meanwhile.

Celery workers play two leagues, whose owners never act, from signing to the first round of their second season. After
each fault, every digest on the way must equal that of a run in memory, the audit must find nothing, and no job may
have failed and no notice or mail have come twice.
"""

from __future__ import annotations

import http.client
import json
import os
import signal
import urllib.parse
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import missing
from tests.faults.postgres import Cluster, own_cluster
from tests.faults.unattended_leagues import arrived, nothing, reached, site_of, wrong
from tests.jobs.harness import Redis, Site, free_port, get, wait_for
from tests.migrated import migrate
from tests.sampling import like

pytestmark = [pytest.mark.postgres, pytest.mark.redis, pytest.mark.long]


@pytest.fixture(autouse=True)
def _known_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the next season's secret known in advance, in all programs started here."""
    monkeypatch.setenv("API_CONFORMANCE", "1")


@pytest.fixture
def alone(tmp_path: Path, postgres_url: str, redis_server: Redis) -> Iterator[Site]:
    """A site with the leagues at signing, on PostgreSQL and Redis."""
    site = site_of(tmp_path, database=postgres_url, redis=redis_server.url)
    yield site
    site.close()


@like("tests/jobs/test_scaled.py::test_a_flushed_broker_costs_time_only")
def test_redis_flushed_and_restarted_with_jobs_queued(alone: Site, redis_server: Redis) -> None:
    workers = [alone.worker("one"), alone.worker("two")]
    alone.beat()
    reached(alone, "close_setup")
    for worker in workers:
        os.kill(worker.running.pid, signal.SIGSTOP)
    alone.ask("flushed", of=2)
    redis_server.flush()
    for worker in workers:
        os.kill(worker.running.pid, signal.SIGCONT)
    reached(alone, "close_settlement")
    redis_server.stop()
    alone.ask("while-down", of=2)
    assert alone.job("while-down")["state"] == "queued"
    redis_server.start()
    reached(alone, "open_draft")
    redis_server.stop()
    redis_server.start()
    arrived(alone)
    alone.ended("flushed", "while-down")
    assert [alone.effects(key) for key in ("flushed", "while-down")] == [2, 2]
    assert wrong(alone) == nothing()


def test_a_worker_that_no_longer_hears_its_broker_connects_anew(alone: Site) -> None:
    worker = alone.worker("one", DEAFENED_AFTER="1")
    alone.ask("heard", of=2)
    alone.ended("heard")
    alone.ask("asked-after", of=2)
    alone.ended("asked-after")
    assert "The broker has said nothing for" in worker.output
    assert [alone.effects(key) for key in ("heard", "asked-after")] == [2, 2]


@like("tests/jobs/test_scaled.py::test_a_job_told_of_many_times_to_two_workers_under_two_beats_runs_once")
def test_two_beats_two_workers_and_everything_told_twice_and_out_of_order(alone: Site) -> None:
    for name in ("one", "two"):
        alone.worker(name)
        alone.beat()
    for command in ("close_setup", "close_round", "award_cup", "close_draft", "draw_sponsors"):
        reached(alone, command)
        alone.do(
            "from league.models import Job\nfrom jobs.dispatch import send_task\n"
            "ids = list(Job.objects.order_by('-queued_at').values_list('pk', flat=True)[:20])\n"
            "for id in [*ids, *ids]: send_task('league.tasks.run', job=str(id))\n"
            "for each in ('sweep', 'tick', 'deliver'): send_task(f'league.tasks.{each}')"
        )
    arrived(alone)
    assert wrong(alone) == nothing()


def test_workers_killed_in_a_settlement_a_draft_and_between_two_seasons(alone: Site) -> None:
    alone.beat()
    for tag in ("close_settlement", "pass_pick", "open_season"):
        dying = alone.worker(tag, STRIKE=json.dumps({"when": "written", "tag": tag}))
        assert dying.running.wait(120) == -signal.SIGKILL
    alone.worker("last")
    arrived(alone)
    assert wrong(alone) == nothing()


@like("tests/jobs/test_scaled.py::test_a_job_longer_than_the_visibility_timeout_runs_once")
def test_a_step_that_takes_longer_than_the_visibility_timeout_is_done_once(alone: Site, tmp_path: Path) -> None:
    alone.settings["JOB_VISIBILITY_SECONDS"] = "1"
    hold = {"HOLD": "scheduling.season_end:perform_moves", "HOLD_AT": str(tmp_path)}
    alone.worker("one", **hold)
    alone.beat()
    wait_for((tmp_path / "reached").exists, "a step of the season's end")
    [[running]] = alone.rows("SELECT id FROM league_job WHERE kind = 'season_end' AND state = 'running'")
    late = alone.worker("late")  # at its start it asks the broker for messages without an answer in time
    line = f"Nothing to claim of job {running}"
    wait_for(lambda: line in late.output, "the message a second time")
    (tmp_path / "go").touch()
    arrived(alone)
    [[tries]] = alone.rows(f"SELECT tries FROM league_job WHERE id = '{running}'")  # noqa: S608 - ours
    assert (tries, wrong(alone)) == (1, nothing())


@pytest.fixture
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A PostgreSQL server for this test."""
    with own_cluster() as own:
        if own is None:
            missing("PostgreSQL's own programs")
            return
        yield own


@like("tests/jobs/test_scaled.py::test_a_job_whose_database_connections_are_cut_is_tried_again")
def test_postgresql_restarted_in_the_middle_of_a_job(tmp_path: Path, redis_server: Redis, cluster: Cluster) -> None:
    migrate(cluster.url)
    site = site_of(tmp_path, database=cluster.url, redis=redis_server.url)
    try:
        hold = {"HOLD": "journal.unattended_moves:save_recorded", "HOLD_AT": str(tmp_path)}
        workers = [site.worker("one", **hold), site.worker("two", **hold)]
        site.beat()
        wait_for((tmp_path / "reached").exists, "a sitting that is about to be written down")
        cluster.restart()
        (tmp_path / "go").touch()
        reached(site, "rank_table")
        cluster.restart()
        arrived(site)
        assert [worker.running.poll() for worker in workers] == [None, None]
        assert wrong(site) == nothing()
    finally:
        site.close()


@like("tests/jobs/test_scaled.py::test_the_programs_die_between_the_commit_and_the_word_to_the_broker")
def test_a_web_process_killed_between_commit_and_the_word_to_the_broker(alone: Site, tmp_path: Path) -> None:
    alone.do("enqueue('go_on', key='asked', season='one/s1', at=timezone.now(), asked_by='a commissioner')")
    id = str(alone.job("asked")["id"])
    alone.manage("jobs", "--cancel", id)
    port, fault = free_port(), {"FAULT": "jobs.dispatch:send_task", "FAULT_MARK": str(tmp_path / "struck")}
    web = ("--config", "python:config.gunicorn", "--bind", f"127.0.0.1:{port}")
    site = alone.start("-c", WEB, *web, SERVED_EMBEDDED="1", **fault)
    wait_for(lambda: get(port, "/healthz")[0] == 200 or site.running.poll() is not None, "the site")
    with pytest.raises((ConnectionError, http.client.RemoteDisconnected)):
        post(port, f"/l/one/jobs/{id}/", session=alone.do(LOG_IN).splitlines()[-1], act="again")
    assert (tmp_path / "struck").exists()
    assert alone.job("asked")["state"] == "queued"
    wait_for(lambda: get(port, "/healthz")[0] == 200, "the site once more")
    alone.worker("one")
    alone.beat()
    alone.ended("asked")
    arrived(alone)
    assert alone.job("asked")["tries"] == 1
    assert wrong(alone) == nothing()


WEB = (
    "import django; django.setup()\nimport league.tasks\nfrom gunicorn.app.wsgiapp import run\n"
    "import sys; sys.argv[0] = 'gunicorn'; run()"
)
"""A program that loads the tasks, which arms faults, and runs the web server."""
LOG_IN = (
    "from django.contrib import auth\nfrom django.contrib.sessions.backends.db import SessionStore\n"
    "boss, session = auth.get_user_model().objects.get(username='one-boss'), SessionStore()\n"
    "session[auth.SESSION_KEY] = str(boss.pk)\n"
    "session[auth.BACKEND_SESSION_KEY] = 'django.contrib.auth.backends.ModelBackend'\n"
    "session[auth.HASH_SESSION_KEY] = boss.get_session_auth_hash()\n"
    "session.create()\nprint(session.session_key)"
)


def post(port: int, path: str, *, session: str, **form: str) -> int:
    """Post a form in a logged-in session; return the status of the answer."""
    token = "a" * 32
    body = urllib.parse.urlencode({**form, "csrfmiddlewaretoken": token})
    web = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        cookies = f"sessionid={session}; csrftoken={token}"
        web.request("POST", path, body, {"Cookie": cookies, "Content-Type": "application/x-www-form-urlencoded"})
        return web.getresponse().status
    finally:
        web.close()
