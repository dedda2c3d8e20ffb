"""Validates a requested amend: who may request it, in which season, and whether its corrections can be stored."""

from __future__ import annotations

from typing import Any

from journal.amends.amendable_entries import NotToBeAmended
from journal.amends.timeline import Corrections
from journal.input_validation import refuse_unwritable
from league.access import refuse_own_approval, refuse_unless_may_amend
from league.models import Season
from rules.campaign.core.codec import command_document, command_from_document
from rules.campaign.core.command import Giver, command_type, tag_of
from rules.core.refusals import Malformed, Refusal

MOST_CORRECTIONS = 100


class SeasonClosed(Refusal):
    """A closed season cannot be amended; a commissioner's act in the next one corrects it (journal: amend)."""


def refuse_forbidden_amend(row: Season, *, actor: str, reason: str, back: bool, approved_by: str) -> None:
    """Raise a `Refusal` if the season is closed, the member may not amend or approve, or the reason is missing."""
    if row.step == "closed":
        raise SeasonClosed(
            f"{row.pk} is closed and what came of it was carried over: correct a mistake in it by a house act "
            f"in the season after it."
        )
    if not back:
        refuse_unless_may_amend(row, actor=actor, reason=reason)
    if approved_by:
        refuse_own_approval(row, actor=actor, approved_by=approved_by)


def validate_corrections(corrections: Corrections, *, fewest: int) -> dict[int, list[dict[str, Any]]]:
    """The corrections as they will be journaled. Raises `Malformed` or `Unknown`."""
    if not fewest <= len(corrections) <= MOST_CORRECTIONS:
        raise Malformed(f"An amend corrects 1 to {MOST_CORRECTIONS} entries: name as many.").at("corrections")
    validated: dict[int, list[dict[str, Any]]] = {}
    for number, documents in corrections.items():
        validated[number] = []
        for place, document in enumerate(documents):
            try:
                validated[number].append(_proper_one(document))
            except Refusal as refusal:
                raise refusal.below(f"/corrections/{number}/{place}") from None
    return validated


def _proper_one(document: Any) -> dict[str, Any]:
    read = command_from_document(document)
    refuse_unwritable([read])
    row = command_type(tag_of(type(read)))
    if row.by is Giver.SEASON:
        raise NotToBeAmended(f"{row.tag} is the season's own step: it follows by itself, correct its cause.")
    return command_document(read)
