"""A bare copy of every table of the league: the same columns, without foreign keys and checks.

Only the season's column is indexed, since both sides read by it. That keeps the floor low.
"""

from __future__ import annotations

from typing import Any

from django.apps import apps
from django.db import models

ROOMS = ("league", "drivers", "franchises")


def bare_copy(model: type[models.Model]) -> type[models.Model]:
    """A copy of a model's table, in which foreign keys become columns of the text or number they hold."""
    columns: dict[str, object] = {
        field.attname: _plain_column(field) if isinstance(field, models.ForeignKey) else field.clone()
        for field in model._meta.concrete_fields
    }
    meta = type("Meta", (), {"app_label": "floor", "db_table": f"floor_{model._meta.db_table}"})
    return type(f"Bare{model.__name__}", (models.Model,), {"__module__": __name__, "Meta": meta, **columns})


def _plain_column(column: Any) -> models.Field[Any, Any]:
    target, indexed = column.target_field, column.name == "season"
    if isinstance(target, models.AutoField | models.BigAutoField):
        return models.BigIntegerField(null=column.null, db_index=indexed)
    return models.CharField(max_length=target.max_length, null=column.null, db_index=indexed)


BARE_COPIES: dict[type[models.Model], type[models.Model]] = {
    model: bare_copy(model) for room in ROOMS for model in apps.all_models[room].values()
}
"""The copy of each table of the league."""


class PageRow(models.Model):
    """A line of the bare page, with the values of a line of the standings."""

    name = models.CharField(max_length=120)
    href = models.CharField(max_length=200)
    played = models.IntegerField()
    wins = models.IntegerField()
    points = models.IntegerField()
    criticals = models.IntegerField()
    form = models.CharField(max_length=20)
    balance = models.BigIntegerField()

    def __str__(self) -> str:
        return self.name


class BareAnswer(models.Model):
    """The answer of a bare endpoint to a key."""

    key = models.CharField(max_length=120, unique=True)
    body = models.JSONField()

    def __str__(self) -> str:
        return self.key


class BareResult(models.Model):
    """A result as a bare endpoint stores it."""

    match = models.CharField(max_length=40)
    document = models.JSONField()

    def __str__(self) -> str:
        return self.match


class BareLine(models.Model):
    """A ledger row caused by a result."""

    result = models.ForeignKey(BareResult, on_delete=models.CASCADE)
    team = models.CharField(max_length=40)
    what = models.CharField(max_length=40)
    amount = models.BigIntegerField()

    def __str__(self) -> str:
        return f"{self.team}: {self.amount}"


class BareTotal(models.Model):
    """The totals of a team."""

    team = models.CharField(max_length=40, unique=True)
    points = models.IntegerField(default=0)
    balance = models.BigIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.team}: {self.points}"
