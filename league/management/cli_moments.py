"""Moments that are typed on the command line."""

from __future__ import annotations

from datetime import datetime

from django.core.management.base import CommandError
from django.utils.dateparse import parse_datetime

from league.models import Calendar
from scheduling.calendar import zone_of

EARLIEST_YEAR, LATEST_YEAR = 1970, 2999
"""The range of years that the options accept."""


def parse_moment(calendar: Calendar, text: str) -> datetime:
    """A typed time, in the league's time zone unless it names one. Raises `CommandError`."""
    try:
        moment = parse_datetime(text)
    except ValueError:
        moment = None
    if moment is None or not EARLIEST_YEAR <= moment.year <= LATEST_YEAR:
        raise CommandError(f"{text!r} is no moment: write it as 2026-11-24T20:00.")
    return moment if moment.tzinfo else moment.replace(tzinfo=zone_of(calendar))
