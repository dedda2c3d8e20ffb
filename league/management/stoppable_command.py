"""Base of management commands that end with a helpful sentence on Ctrl-C."""

from __future__ import annotations

import sys

from django.conf import settings
from django.core.management.base import BaseCommand

INTERRUPTED_EXIT_CODE = 130
"""The exit code of a program ended by Ctrl-C, as shells report it."""


class StoppableCommand(BaseCommand):
    """A command that on Ctrl-C says what has been done, and exits with 130.

    That is so on the command line. Python code that calls the command gets the `KeyboardInterrupt`.
    """

    if_stopped = "Nothing was changed: give the same command again."
    """What has been done when the command is stopped, and how to go on. Each command has its own text."""

    def get_version(self) -> str:
        """The version of this release, not Django's."""
        return str(settings.VERSION)

    def run_from_argv(self, argv: list[str]) -> None:
        """Run the command with the arguments of a command line."""
        try:
            super().run_from_argv(argv)
        except KeyboardInterrupt:
            sys.stderr.write(f"Stopped. {self.if_stopped}\n")
            sys.exit(INTERRUPTED_EXIT_CODE)
