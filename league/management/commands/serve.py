"""`manage.py serve`: run the whole site in one process, with its files in `var/`."""

from __future__ import annotations

import logging
import sys
from argparse import ArgumentParser
from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.core.wsgi import get_wsgi_application
from django.db import DatabaseError
from django.urls import reverse
from django.utils import timezone
from filelock import FileLock, Timeout
from waitress.server import create_server

from jobs.embedded_worker import EmbeddedWorker, resumption_sentences
from league.example_archives.loading import ask_for_examples, give_examples_up
from league.management.cli_actor import DatabaseCommand
from league.management.example_progress import ExampleProgress
from league.management.server_address import (
    EVERY_INTERFACE,
    LOCALHOST_ALIASES,
    local_url,
    port_number,
    print_qr_code,
    public_url,
    require_free_port,
    shared_address,
    shared_hosts,
)
from league.management.server_shutdown import RequestDispatcher, exit_now, stop_on_signals
from league.management.var_folder import ensure_var_folder
from league.models import Job

THREADS = 8
SHARED = "Others on your network open {url}/ — the connection is not encrypted, so share it with people you trust."
STOP_SECONDS = 1.5
"""How many seconds a running job has at shutdown to reach a point from which it can be resumed."""


class Command(DatabaseCommand):
    """Migrates, serves and runs jobs until stopped; meanwhile it loads the examples into an empty database."""

    if_stopped = "Give the same command again to start it."
    help = "Serve the site on localhost with waitress, one process, everything it keeps in var/."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the address to listen on, and whether to load the example leagues."""
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=port_number, metavar="PORT", default=8000)
        parser.add_argument(
            "--share",
            action="store_true",
            help="let others on the local network in, at an address that is printed; --host names another",
        )
        parser.add_argument("--no-example", action="store_true", help="do not load the example leagues")

    def handle(self, *args: Any, **options: Any) -> None:
        """Take the lock, migrate, and serve. Ctrl-C and SIGTERM end it cleanly at any time."""
        stop_on_signals()
        folder = ensure_var_folder()
        folder.chmod(0o700)
        try:
            with FileLock(folder / "serve.lock", timeout=0):
                self._serve(options)
        except Timeout:
            raise CommandError(
                f"Another server is using {folder}: stop it first, or set VAR_DIR to a folder of its own."
            ) from None
        except KeyboardInterrupt:
            pass
        self._print_line("Stopped.")
        exit_now(0)

    def _serve(self, options: dict[str, Any]) -> None:
        host, port = options["host"], options["port"]
        address = shared_address(host) if options["share"] else host
        if options["share"] and host in LOCALHOST_ALIASES:
            host = EVERY_INTERFACE
        require_free_port(host, port)
        settings.SITE_URL = public_url(address, port)
        if options["share"]:
            settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, *shared_hosts(address, url=settings.SITE_URL)]
        self._prepare()
        wanted = settings.EXAMPLES and not options["no_example"]
        jobs, example_jobs = EmbeddedWorker(), self._enqueue_examples(wanted=wanted)
        logging.getLogger("waitress").setLevel(logging.WARNING)
        dispatcher = RequestDispatcher()
        dispatcher.set_thread_count(THREADS)
        server = create_server(
            get_wsgi_application(),
            host=host,
            port=port,
            ident="dethmetal",
            # Waitress removes the headers of proxies by default. Behind a proxy Django must get them.
            clear_untrusted_proxy_headers=not (settings.PROXIES or settings.SECURE_PROXY_SSL_HEADER),
            _dispatcher=dispatcher,
        )
        reverse("leagues")  # imports every page, so that the first request is as fast as the next ones
        self._print_line(f"Serving on {local_url(host, port)}/ — Ctrl-C stops it.")
        if options["share"]:
            self._print_line(SHARED.format(url=settings.SITE_URL.rstrip("/")))
            print_qr_code(settings.SITE_URL, sys.stdout)
        progress = None
        try:
            jobs.start()
            progress = ExampleProgress(sys.stdout, example_jobs) if wanted else None
            server.run()
        finally:
            if progress is not None:
                progress.stop()
            server.close()
            jobs.stop(patience=STOP_SECONDS)
            with suppress(DatabaseError):
                for sentence in resumption_sentences():
                    self._print_line(sentence)

    def _prepare(self) -> None:
        """Migrate the database and collect static files."""
        try:
            call_command("migrate", verbosity=0, interactive=False)
            if settings.STATIC_ROOT is not None:
                call_command("collectstatic", verbosity=0, interactive=False)
        except KeyboardInterrupt:
            self._print_line("Migrating goes on at the next start.")
            raise

    def _enqueue_examples(self, *, wanted: bool) -> list[Job]:
        """Queue the jobs that load examples and return them, or cancel those left over if examples are not wanted."""
        if wanted:
            return ask_for_examples(at=timezone.now())
        give_examples_up(at=timezone.now())
        return []

    def _print_line(self, line: str) -> None:
        self.stdout.write(line)
        self.stdout.flush()
