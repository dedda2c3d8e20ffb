"""The former names of the things of a league."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import Max, QuerySet

from league.models import League, NameChange
from sql.cached_sql import cached_sql


def name_changes(league: League, kind: str, subject: str) -> list[NameChange]:
    """Every change of a thing's name, the newest first; `subject` is its short id, empty for the league itself.

    No query in a league in which nothing was ever renamed.
    """
    return list(_name_changes(league.pk, kind, subject)) if league.renamings else []


@cached_sql
def _name_changes(league: str, kind: str, subject: str) -> QuerySet[Any]:
    return NameChange.objects.filter(league_id=league, kind=kind, subject=subject).order_by("-pk")


def last_renamed_at(league: League) -> datetime | None:
    """When anything in the league was renamed last. No query in a league in which nothing ever was."""
    if not league.renamings:
        return None
    newest: datetime | None = NameChange.objects.filter(league=league).aggregate(at=Max("at"))["at"]
    return newest


def former_names(changes: list[NameChange], *, present: str) -> list[str]:
    """The names that a thing had before its present one, the latest first, each once.

    A name that a commissioner took back is left out.
    """
    taken_back = {change.name for change in changes if change.undone}
    names = [change.former for change in changes if change.former not in taken_back]
    return [name for name in dict.fromkeys(names) if name and name != present]


def former_names_of(league: League, kind: str, subject: str, *, present: str) -> tuple[str, ...]:
    """The former names of one thing, the latest first. No query in a league in which nothing was ever renamed."""
    return tuple(former_names(name_changes(league, kind, subject), present=present))


def league_name_changes(league: League, *, kind: str = "", subject: str = "") -> QuerySet[NameChange]:
    """The changes of names in a league, the oldest first; of one kind, or of one thing, where that is named."""
    found = NameChange.objects.filter(league=league).order_by("pk")
    if kind:
        found = found.filter(kind=kind)
    return found.filter(subject=subject) if subject else found
