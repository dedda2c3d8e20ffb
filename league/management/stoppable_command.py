"""A command that Ctrl-C ends with a sentence: what stands, and how to go on."""

from __future__ import annotations

import sys

from django.conf import settings
from django.core.management.base import BaseCommand

INTERRUPTED_EXIT_CODE = 130
"""What a shell makes of a program that Ctrl-C ended."""


class StoppableCommand(BaseCommand):
    """A command that says what stands when it is stopped, and ends with 130.

    It does so where it was called from a command line; whoever else calls it is told by `KeyboardInterrupt`.
    """

    if_stopped = "Nothing was changed: give the same command again."
    """What stands when it was stopped, and how to go on. Each command has its own."""

    def get_version(self) -> str:
        """The version of this release, not Django's."""
        return str(settings.VERSION)

    def run_from_argv(self, argv: list[str]) -> None:
        """Run it with the words of a command line."""
        try:
            super().run_from_argv(argv)
        except KeyboardInterrupt:
            sys.stderr.write(f"Stopped. {self.if_stopped}\n")
            sys.exit(INTERRUPTED_EXIT_CODE)
