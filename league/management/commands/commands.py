"""`manage.py commands [TAG]`: list the command types, or print the JSON Schema of one."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

import rules.campaign.play.perform  # noqa: F401 - brings every chapter, and with it every command
from league.management.stoppable_command import StoppableCommand
from rules.campaign.core.codec import command_schema
from rules.campaign.core.command import COMMAND_TYPES
from rules.core.refusals import Refusal


class Command(StoppableCommand):
    """Prints every command with its steps and giver, or one command's schema."""

    if_stopped = "Nothing was changed: give the same command again."
    help = "List the commands a season knows, or print the JSON Schema of one."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the tag of a command."""
        parser.add_argument("tag", nargs="?", default="")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the list or the schema."""
        if options["tag"]:
            try:
                self.stdout.write(json.dumps(command_schema(options["tag"]), indent=2))
            except Refusal as refusal:
                raise CommandError(refusal.sentence) from None
            return
        for row in sorted(COMMAND_TYPES.values(), key=lambda command: command.tag):
            sealed = ", sealed" if row.sealed else ""
            self.stdout.write(f"{row.tag} ({row.by}; {' '.join(row.steps)}{sealed}): {row.summary}")
