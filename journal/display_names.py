"""Writes what cars and seasons are called into the journal's tables. No state, digest or entry has it."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction

from franchises.models import Car
from journal.gate import open_gate
from league.models import Season


def write_car_name(cars: Collection[str], name: str) -> None:
    """Name the cars of these stored ids: one car in every season it is in."""
    with transaction.atomic(), open_gate():
        Car.objects.filter(pk__in=cars).update(name=name)


def write_season_title(season: str, title: str) -> None:
    """Give a season of that stored id a title, or none."""
    with transaction.atomic(), open_gate():
        Season.objects.filter(pk=season).update(title=title)
