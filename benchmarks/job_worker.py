"""The worker measured by the chapter on jobs: it has an empty kind of job, and a bare task."""

from __future__ import annotations

import os

ALONE = ("--pool", "solo", "--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel", "ERROR")


def main() -> None:
    """Work until the process is terminated."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.settings"
    import django

    django.setup()
    import redis
    from django.conf import settings

    from benchmarks.jobs import BARE_TASK, EMPTY_KIND
    from config.celery import app
    from jobs.kinds import JobRun, job_kind

    broker = redis.from_url(settings.REDIS_URL)

    @job_kind(EMPTY_KIND, title="Nothing")
    def empty(_run: JobRun) -> None:
        """Nothing is done."""

    @app.task(name=BARE_TASK, ignore_result=True)
    def bare(*, key: str) -> None:
        """Say that it ran."""
        broker.lpush(key, "ran")

    app.worker_main(["--quiet", "worker", *ALONE])


if __name__ == "__main__":
    main()
