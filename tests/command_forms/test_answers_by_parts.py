"""Questionnaires whose answers have parts: the referee's, and the one that a league asks itself."""

from __future__ import annotations

from typing import Any

from django.test import Client

from league.models import AnswerVersion
from tests.command_forms.desk import Sitter
from tests.league.small_league import Table

LIST = "/l/rust-belt/s1/questionnaires/"
HOME, OWN = f"{LIST}carwars/", f"{LIST}own/"
DRAFT = f"{HOME}draft/"
POINTS, FIRE = "q:duel.points:mobility_kill", "q:fire.sustained_los:phases_out_of_sight"


def boss(table: Table) -> Client:
    """A browser of the commissioner."""
    return Sitter(table.season, "boss").client


def revision(questionnaire: str = "carwars") -> int:
    """The revision of the draft, or 0 without one."""
    drafts = AnswerVersion.objects.filter(published_at=None, questionnaire=questionnaire)
    return next(iter(drafts.values_list("revision", flat=True)), 0)


def answered(client: Client, fields: dict[str, Any], *, home: str = HOME, act: str = "save") -> Any:
    """Save answers in the draft, by the names of their fields."""
    return client.post(home, {**fields, "revision": revision(home.split("/")[-2]), "act": act})


def published(client: Client, *, step: str = "", home: str = HOME, act: str = "publish") -> Any:
    """Publish the draft."""
    sent = {"revision": revision(home.split("/")[-2]), "note": "We agreed on it.", "step": step, "act": act}
    return client.post(f"{home}draft/", sent)
