"""Faces of dice thrown at a table: who may enter them, and for which throws (HOUSE-011).

This is checked here and not in forms: every entry point that submits faces goes through `perform` or `amend`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from journal.entry_recorder import TypedFaces
from league.access import may_run
from league.models import Season
from rules.campaign.core import state
from rules.campaign.core.dice_by_hand import DICE_BY_HAND, EVERYBODY, NOBODY
from rules.core.readable_text import is_readable
from rules.core.refusals import Malformed, Refusal

LONGEST_WITNESS = 120


class SiteDiceAlone(Refusal):
    """Faces were entered by hand in a season that throws its own dice."""


class NotYoursToEnter(Refusal):
    """The season does not allow this person to enter the faces of dice by hand."""


class FacesStand(Refusal):
    """The amend would make the season throw its own dice where faces were entered by hand."""


def refuse_undeclared_faces(
    standing: Mapping[int, Sequence[Mapping[str, Any]]], corrected: Mapping[int, Any], undeclared: Sequence[int]
) -> None:
    """Raise `FacesStand` if a correction of the house rule makes hand-entered faces of later entries illegal.

    `standing` are the former commands at the numbers `corrected`, `undeclared` the entries with hand-entered faces at
    which the season would now throw its own dice.
    """
    for number, documents in corrected.items():
        if not any(_sets_hand_entry_rule(document) for document in (*standing[number], *documents)):
            continue
        if entry := next((candidate for candidate in undeclared if candidate > number), 0):
            raise FacesStand(
                f"Faces were entered by hand for entry {entry}, and by this the season would throw its own dice "
                f"then: leave the house rule {DICE_BY_HAND} in entry {number} as it was."
            ).at("corrections", number)


def _sets_hand_entry_rule(document: Mapping[str, Any]) -> bool:
    return document.get("switch") == DICE_BY_HAND or DICE_BY_HAND in (document.get("switches") or {})


def authorize_typed_faces(
    row: Season, season: state.Season, typed: TypedFaces, *, actor: str, amending: bool = False
) -> TypedFaces:
    """The faces as they may be used: a commissioner's for all throws, an owner's only for their own commands.

    Raises `SiteDiceAlone`, `NotYoursToEnter`, or `Malformed` for a witness that cannot be displayed.
    """
    setting = season.setting(DICE_BY_HAND)
    if setting == NOBODY:
        raise SiteDiceAlone(
            f"{row.name} throws its own dice: leave the faces out, or let a commissioner set the house rule "
            f"{DICE_BY_HAND} first, so that everybody knows that dice are thrown at the table."
        ).at("typed")
    if len(typed.witness) > LONGEST_WITNESS or not is_readable(typed.witness):
        raise Malformed(
            f"A witness is named in one line of at most {LONGEST_WITNESS} characters: write it again."
        ).at("typed", "witness")
    if may_run(row, actor=actor):
        return replace(typed, own_alone=False)
    if setting != EVERYBODY or amending:
        raise NotYoursToEnter(
            f"In {row.name} a commissioner enters the faces of dice thrown at the table: leave them out, or ask one."
        ).at("typed")
    return replace(typed, own_alone=True)
