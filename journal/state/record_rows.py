"""Record rows, such as ledger lines, standings lines and box scores, each made from one fact."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.db import models

from drivers.models import Appearance
from franchises.models import LedgerLine
from journal.state.tables import IdPrefixes
from league.models import CupAward, DraftPick, FinalLine, ProcedureUse, Report, Settlement, StandingsLine
from rules.campaign.core.facts import BookedFact, Fact, field_types, subjects

RECORD_MODELS: dict[str, type[models.Model]] = {
    "points_scored": StandingsLine,
    "points_awarded": StandingsLine,
    "driver_appeared": Appearance,
    "settlement_reckoned": Settlement,
    "report_accepted": Report,
    "final_rank": FinalLine,
    "cup_awarded": CupAward,
    "driver_drafted": DraftPick,
    "pick_passed": DraftPick,
    "procedure_performed": ProcedureUse,
}
"""The record model of each fact tag. Columns are filled from fields of the same name; others keep their default."""


def lines_of(
    facts: Sequence[Fact], *, entry: int, place: IdPrefixes, command: dict[str, Any], first: int = 0
) -> Iterator[models.Model]:
    """The record rows of a command's facts, in order; `first` is the index of the first fact in its entry."""
    for index, fact in enumerate(facts, start=first):
        stem = {"season_id": place.season, "entry": entry, "fact": index}
        if isinstance(fact, BookedFact):
            others = [id for id in subjects(fact) if id != fact.franchise]
            yield LedgerLine(
                **stem,
                franchise_id=place.row_id(fact.franchise),
                kind=fact.tag,
                rule=fact.rule,
                subject=others[0] if others else "",
                amount=fact.amount,
                balance=fact.balance,
            )
        model = RECORD_MODELS.get(fact.tag)
        if model is not None:
            yield model(**stem, **_columns(model, fact, place, command))


def _columns(model: type[models.Model], stated: Fact, place: IdPrefixes, command: dict[str, Any]) -> dict[str, Any]:
    columns: dict[str, Any] = {}
    types = field_types(type(stated))
    for column in model._meta.concrete_fields:
        if column.name == "document":
            columns[column.attname] = command["report"]
        elif column.name in types:
            value = getattr(stated, column.name)
            columns[column.attname] = (place.row_id(value) if value else None) if column.is_relation else value
    return columns
