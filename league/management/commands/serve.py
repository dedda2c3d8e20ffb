"""`manage.py serve`: the whole site in one process, with its files in `var/`."""

from __future__ import annotations

import logging
import secrets
import signal
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, NoReturn

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.core.wsgi import get_wsgi_application
from filelock import FileLock, Timeout
from waitress.server import create_server

from league.example import play
from league.jobs.embedded import Embedded
from league.management.listening import address_here, address_in_links, refuse_taken
from league.models import League
from league.on_disk import Plan, plan_of

EXAMPLES = ("rust-belt", "first-laps")
"""The leagues an empty database is given, the largest first."""
THREADS = 8
PATIENCE = 20
"""Seconds a running job is given, at the end, to come to a place where it can be put back."""


class Command(BaseCommand):
    """Migrates, plays the examples into an empty database, prints their log-ins, serves and works until stopped."""

    help = "Serve the site on localhost with waitress, one process, everything it keeps in var/."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to listen, and whether to found the example leagues."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, choices=range(1, 65536), metavar="PORT", default=8000)
        parser.add_argument("--no-example", action="store_true", help="do not found the example leagues")

    def handle(self, *args: Any, **options: Any) -> None:
        """Take the lock, get ready, serve; Ctrl-C and SIGTERM end it cleanly."""
        folder = Path(settings.VAR_DIR)
        folder.mkdir(parents=True, exist_ok=True)
        folder.chmod(0o700)
        try:
            with FileLock(folder / "serve.lock", timeout=0):
                self._serve(folder, options)
        except Timeout:
            raise CommandError(
                f"Another server is using {folder}: stop it first, or set VAR_DIR to a folder of its own."
            ) from None
        except KeyboardInterrupt:
            pass
        self.stdout.write("Stopped.")

    def _serve(self, folder: Path, options: dict[str, Any]) -> None:
        for each in (signal.SIGINT, signal.SIGTERM):
            signal.signal(each, _stop)
        host, port = options["host"], options["port"]
        refuse_taken(host, port)
        settings.SITE_URL = address_in_links(host, port)
        call_command("migrate", verbosity=0, interactive=False)
        if settings.STATIC_ROOT is not None:
            call_command("collectstatic", verbosity=0, interactive=False)
        if not options["no_example"]:
            self._examples(folder)
        logging.getLogger("waitress").setLevel(logging.WARNING)
        server = create_server(get_wsgi_application(), host=host, port=port, threads=THREADS, ident="dethmetal")
        self.stdout.write(f"Serving on {address_here(host, port)}/ — Ctrl-C stops it.")
        self.stdout.flush()
        jobs = Embedded()
        jobs.start()
        try:
            server.run()
        finally:
            server.close()
            if not jobs.stop(patience=PATIENCE):
                self.stderr.write("A job was cut off: it is begun again after the next start.")

    def _examples(self, folder: Path) -> None:
        there = [Path(settings.BASE_DIR) / "examples" / each for each in EXAMPLES]
        plans = {example: plan_of(example) for example in there if example.is_dir()}
        ours = [plan.league for plan in plans.values()]
        kept, secret = folder / "log-ins.txt", folder / "example-secret"
        if not kept.exists() and not League.objects.exclude(pk__in=ours).exists():
            if not secret.exists():
                _keep(secret, secrets.token_hex(32))
            for example, plan in plans.items():
                self.stdout.write(f"Playing {plan.name} into the empty database …")
                self.stdout.flush()
                own = None if plan.secret else bytes.fromhex(secret.read_text())
                for _ in play(example, secret=own):
                    pass
            _keep(kept, _log_ins(list(plans.values())))
        if kept.exists():
            self.stdout.write(f"Log-ins of the example leagues (kept in {kept}):")
            self.stdout.write("".join(f"  {line}" for line in kept.read_text().splitlines(keepends=True)))


def _log_ins(plans: list[Plan]) -> str:
    """A line for each person with a new password, and for each of his places in the leagues."""
    passwords: dict[str, str] = {}
    lines = []
    for plan in plans:
        for member in plan.members:
            if member.user not in passwords:
                passwords[member.user] = _new_password(member.user)
            seat = f"{member.role} of {member.franchise}" if member.franchise else member.role
            lines.append(f"{member.user:<12} {passwords[member.user]:<14} {seat} in {plan.name}\n")
    return "".join(lines)


def _new_password(name: str) -> str:
    password = secrets.token_urlsafe(9)
    user = get_user_model().objects.get(username=name)
    user.set_password(password)
    user.save()
    return password


def _keep(file: Path, text: str) -> None:
    unfinished = file.with_suffix(".part")
    unfinished.touch(mode=0o600)
    unfinished.write_text(text)
    unfinished.replace(file)


def _stop(_signum: int, _frame: object) -> NoReturn:
    raise KeyboardInterrupt
