"""`manage.py scaled`: run the whole site on this machine in several programs, with PostgreSQL and Redis."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError, connection

from jobs.dispatch import broker_is_reachable
from league.management.server_address import port_number, public_url, require_free_port
from league.management.stoppable_command import StoppableCommand
from league.management.supervisor import Program, Supervisor
from league.management.var_folder import ensure_var_folder


class Command(StoppableCommand):
    """Migrates, collects static files, and runs web, beat and workers until SIGTERM or Ctrl-C."""

    if_stopped = "Give the same command again to start it."
    help = "Run gunicorn, Celery workers and one beat on this machine; needs DATABASE_URL and REDIS_URL."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the address to listen on, and the numbers of processes."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=port_number, metavar="PORT", default=8000)
        parser.add_argument("--web", type=int, default=2, metavar="N", help="gunicorn processes")
        parser.add_argument("--workers", type=int, default=2, metavar="N", help="processes that work jobs")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check the services, migrate, run all programs, and stop them in order. Raises `CommandError`."""
        if min(options["web"], options["workers"]) < 1:
            raise CommandError("There is at least one of each: give --web and --workers a number from 1 on.")
        _require_services()
        require_free_port(options["host"], options["port"])
        ensure_var_folder()
        self.stdout.write("Migrating and collecting static files …")
        self.stdout.flush()
        call_command("migrate", verbosity=0, interactive=False)
        call_command("collectstatic", verbosity=0, interactive=False)
        connection.close()
        bind = f"{options['host']}:{options['port']}"
        self.stdout.write(
            f"Serving on http://{bind}/ with {options['web']} web and {options['workers']} worker processes — "
            f"Ctrl-C stops them."
        )
        self.stdout.flush()
        Supervisor(_programs(bind, options), _environment(options), self._print_line).run()
        self.stdout.write("Stopped.")

    def _print_line(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()


def _programs(bind: str, options: dict[str, Any]) -> list[Program]:
    """The programs in the order in which they are stopped: first web, then beat, then the workers."""
    celery = (sys.executable, "-m", "celery", "--quiet", "--app", "config.celery")
    worker_options = (
        "--pool",
        "solo",
        "--without-gossip",
        "--without-mingle",
        "--without-heartbeat",
        "--loglevel",
        "INFO",
    )
    web = (sys.executable, "-m", "gunicorn", "--config", "python:config.gunicorn")
    return [
        Program("web", (*web, "--bind", bind, "--workers", str(options["web"]))),
        Program("beat", (*celery, "beat", "--pidfile", "", "--loglevel", "INFO"), patience=10),
        *(
            Program(f"worker {number}", (*celery, "worker", "--hostname", f"worker-{number}@%h", *worker_options))
            for number in range(1, options["workers"] + 1)
        ),
    ]


def _environment(options: dict[str, Any]) -> dict[str, str]:
    return {
        "LOG_FORMAT": "json",
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "SERVED_EMBEDDED": "0",
        "SECRET_KEY": settings.SECRET_KEY,
        "SITE_URL": public_url(options["host"], options["port"]),
        "WEB_PROCESSES": str(options["web"]),
    }


def _require_services() -> None:
    """Raise `CommandError` unless PostgreSQL and Redis are configured and reachable."""
    if connection.vendor != "postgresql":
        raise CommandError("They share PostgreSQL: set DATABASE_URL=postgres://…, or use manage.py serve.")
    if not settings.REDIS_URL:
        raise CommandError("They share Redis: set REDIS_URL=redis://…, or use manage.py serve.")
    try:
        connection.ensure_connection()
    except DatabaseError:
        raise CommandError("PostgreSQL does not answer: start it, or correct DATABASE_URL.") from None
    if not broker_is_reachable():
        raise CommandError("Redis does not answer: start it, or correct REDIS_URL.")
