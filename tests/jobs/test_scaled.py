"""`manage.py scaled` runs web, beat and workers as separate programs and survives the death of each."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from tests.jobs.harness import Program, Redis, Site, get, wait_for
from tests.sampling import like

pytestmark = [pytest.mark.postgres, pytest.mark.redis]


def held(site: Site, hold: Path, key: str = "a") -> int:
    """Queue a job of three steps and wait until it is held before the second; return its worker's process id."""
    hold.mkdir(exist_ok=True)
    site.ask(key, of=3, hold=str(hold))
    return int(wait_for(lambda: (hold / "reached").exists() and (hold / "reached").read_text(), "the second step"))


def scaled(site: Site) -> tuple[Program, int]:
    program, port = site.serve("scaled")
    wait_for(lambda: get(port, "/readyz")[0] == 200, "readiness")
    return program, port


def test_the_whole_site_survives_the_death_of_its_parts_and_stops_in_order(
    shared_site: Site, redis_server: Redis, tmp_path: Path
) -> None:
    site = shared_site
    program, port = scaled(site)
    assert get(port, "/readyz")[1] == {
        "status": "ready",
        "database": "ok",
        "migrations": "ok",
        "broker": "ok",
        "jobs": "ok",
    }
    assert get(port, "/healthz") == (200, {"status": "ok"})
    [example, *_] = get(port, "/api/v1/webhook-events")[1]["events"]
    assert example["message"]["data"]["page"].startswith(f"http://localhost:{port}/l/")

    os.kill(held(site, tmp_path / "killed", "killed"), signal.SIGKILL)
    (tmp_path / "killed" / "go").touch()
    site.ended("killed")
    assert (site.job("killed")["tries"], site.effects("killed")) == (2, 3)
    wait_for(lambda: "was killed by signal 9" in program.output, "a word about it")

    os.kill(held(site, tmp_path / "killed-too", "killed-too"), signal.SIGKILL)
    (tmp_path / "killed-too" / "go").touch()
    site.ended("killed-too")

    redis_server.stop()
    assert get(port, "/healthz")[0] == 200
    assert get(port, "/readyz")[1]["broker"] == "missing"
    site.ask("while-down", of=2)
    assert site.job("while-down")["state"] == "queued"
    redis_server.start()
    site.ended("while-down")
    wait_for(lambda: get(port, "/readyz")[0] == 200, "readiness")

    held(site, tmp_path / "stopped", "stopped")
    assert program.stop() == 0
    job = site.job("stopped")
    assert (job["state"], job["tries"], site.effects("stopped")) == ("queued", 0, 1)
    stopped = [line for line in program.output.splitlines() if line.endswith("stopped.")]
    assert stopped == ["web stopped.", "beat stopped.", "worker 1 stopped.", "worker 2 stopped."]
    assert get(port, "/healthz")[0] == 0


def test_every_line_of_its_log_is_json_and_holds_no_query(shared_site: Site) -> None:
    program, port = scaled(shared_site)
    get(port, "/healthz?token=hunter2")
    shared_site.ask("a", of=1)
    shared_site.ended("a")
    program.stop()
    lines = [json.loads(line) for line in program.output.splitlines() if line.startswith("{")]
    requests = [
        line for line in lines if line.get("request") == "GET /healthz" and line["event"] == "request_finished"
    ]
    assert {line["code"] for line in requests} == {200}
    assert all(line["request_id"] for line in requests)
    events = [line["event"] for line in lines if line.get("job") == str(shared_site.job("a")["id"])]
    assert events == ["Job begun, try 1.", "Job ended: done."]
    assert "hunter2" not in program.output
    assert "Traceback" not in program.output


def test_a_job_told_of_many_times_to_two_workers_under_two_beats_runs_once(shared_site: Site) -> None:
    site = shared_site
    site.ask("a", "b", "c", of=3)
    site.do(
        "from league.models import Job\nfrom jobs.dispatch import send_task\n"
        "ids = list(Job.objects.order_by('-key').values_list('pk', flat=True))\n"
        "for id in ids * 5: send_task('league.tasks.run', job=str(id))"
    )
    site.worker("one")
    site.worker("two")
    site.beat()
    site.beat()
    site.ended("a", "b", "c")
    wait_for(lambda: _queued(site) == 0, "an empty queue")
    assert [(site.job(key)["tries"], site.effects(key)) for key in "abc"] == [(1, 3)] * 3


def test_a_flushed_broker_costs_time_only(shared_site: Site, redis_server: Redis) -> None:
    site = shared_site
    keys = [f"j{number}" for number in range(20)]
    site.ask(*keys, of=2)
    redis_server.flush()
    site.worker()
    site.beat()
    site.ended(*keys)
    redis_server.flush()
    site.ask("after", of=2)
    site.ended("after")
    assert [site.effects(key) for key in keys] == [2] * 20


@like("tests/jobs/test_scaled.py::test_a_job_told_of_many_times_to_two_workers_under_two_beats_runs_once")
def test_a_job_longer_than_the_visibility_timeout_runs_once(shared_site: Site, tmp_path: Path) -> None:
    site = shared_site
    site.settings["JOB_VISIBILITY_SECONDS"] = "1"
    site.worker("one")
    held(site, tmp_path / "hold")
    two = site.worker("two")  # soon after its start a worker looks for unacknowledged messages
    wait_for(lambda: f"Nothing to claim of job {site.job('a')['id']}" in two.output, "the message a second time")
    (tmp_path / "hold" / "go").touch()
    site.ended("a")
    assert (site.job("a")["tries"], site.effects("a")) == (1, 3)


def test_the_programs_die_between_the_commit_and_the_word_to_the_broker(shared_site: Site, tmp_path: Path) -> None:
    site = shared_site
    mark = tmp_path / "struck"
    with pytest.raises(AssertionError):
        site.do(
            "enqueue('stepped', key='a', at=timezone.now(), arguments={'of': 2})",
            FAULT="jobs.dispatch:send_task",
            FAULT_MARK=str(mark),
        )
    assert mark.exists()
    assert site.job("a")["state"] == "queued"
    site.worker()
    site.beat()
    site.ended("a")


def test_a_worker_killed_before_it_could_write_the_end_down_leaves_each_effect_once(
    shared_site: Site, tmp_path: Path
) -> None:
    site = shared_site
    site.ask("a", of=3)
    first = site.worker(FAULT="jobs.worker:finish_job", FAULT_MARK=str(tmp_path / "struck"))
    assert first.running.wait(60) == -signal.SIGKILL
    assert (site.job("a")["state"], site.effects("a")) == ("running", 3)
    site.worker("another")
    site.beat()
    site.ended("a")
    assert (site.job("a")["tries"], site.effects("a")) == (2, 3)


def test_a_job_whose_database_connections_are_cut_is_tried_again(shared_site: Site, tmp_path: Path) -> None:
    site = shared_site
    site.worker()
    site.beat()
    held(site, tmp_path / "hold")
    site.rows(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
        "WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    (tmp_path / "hold" / "go").touch()
    site.ended("a")
    assert (site.job("a")["tries"], site.effects("a")) == (2, 3)


@like("tests/jobs/test_scaled.py::test_a_worker_killed_before_it_could_write_the_end_down_leaves_each_effect_once")
def test_a_job_whose_worker_dies_three_times_fails_and_says_so(shared_site: Site, tmp_path: Path) -> None:
    site = shared_site
    site.ask("a", of=1)
    site.beat()
    for number in (1, 2, 3):
        fault = {"FAULT": "jobs.worker:finish_job", "FAULT_MARK": str(tmp_path / f"struck-{number}")}
        assert site.worker(f"w{number}", **fault).running.wait(60) == -signal.SIGKILL
    site.worker("last")
    site.ended("a", state="failed")
    assert "tried 3 times" in site.job("a")["failure"]
    listed = site.manage("jobs")
    assert str(site.job("a")["id"]) in listed
    assert "ask for it once more" in listed
    site.manage("jobs", "--again", str(site.job("a")["id"]))
    site.ended("a")


def test_scaled_refuses_what_it_cannot_do_without(tmp_path: Path, postgres_url: str, redis_server: Redis) -> None:
    site = Site(tmp_path, database=postgres_url, redis=redis_server.url)
    errors = [
        site.refused("scaled", **environment).splitlines()[-1]
        for environment in (
            {"REDIS_URL": ""},
            {"REDIS_URL": "redis://127.0.0.1:1/0"},
            {"DATABASE_URL": "postgres://nobody@127.0.0.1:1/none"},
            {"DATABASE_URL": ""},
        )
    ]
    assert errors == [
        "CommandError: They share Redis: set REDIS_URL=redis://…, or use manage.py serve.",
        "CommandError: Redis does not answer: start it, or correct REDIS_URL.",
        "CommandError: PostgreSQL does not answer: start it, or correct DATABASE_URL.",
        "CommandError: They share PostgreSQL: set DATABASE_URL=postgres://…, or use manage.py serve.",
    ]


def _queued(site: Site) -> Any:
    import redis

    with redis.from_url(site.redis) as server:
        return server.llen("dethmetal") + server.hlen("unacked")
