"""`manage.py record_bounce < report.eml`: record that a mail server returned mail of this site for good."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import CommandError
from django.utils import timezone

from league.mail import LARGEST_REPORT, read_bounces, record_refusal, users_with_address
from league.management.cli_actor import DatabaseCommand


class Command(DatabaseCommand):
    """Reads one delivery report from standard input; a mail server pipes what comes to the sender's address here.

    Each person with an address that failed for good has it recorded; after enough of it they get no more mail, and
    are shown why. Prints a line for each address. Exits with 1 for mail that is no such report.
    """

    if_stopped = "Nothing or everything was recorded: the people page says whom mail does not reach."
    help = "Record from a delivery report on standard input that an address refuses mail for good."

    def handle(self, *args: Any, **options: Any) -> None:
        """Read the report and record it. Raises `CommandError` for other mail."""
        bounces = read_bounces(sys.stdin.buffer.read(LARGEST_REPORT))
        if not bounces:
            raise CommandError("This mail reports no address that failed for good: nothing was recorded.")
        for bounce in bounces:
            people = users_with_address(bounce.address)
            for person in people:
                failure = record_refusal(user=person, said=bounce.said, at=timezone.now())
                state = "no more is mailed" if failure.stopped_at else f"refused {failure.refusals} times"
                self.stdout.write(f"{bounce.address}: {state}.")
            if not people:
                self.stdout.write(f"{bounce.address}: nobody here has that address.")
