"""Faces of dice that were thrown at a table: who may enter them, and for which throws (HOUSE-011).

It is asked here, and not at the forms: every entry point that brings faces comes through `perform` or `amend`.
"""

from __future__ import annotations

from dataclasses import replace

from league.access import may_run
from league.journal.pen import Typed
from league.models import Season
from rules.campaign import state
from rules.campaign.table_dice import BY_HAND, EVERYBODY, NOBODY
from rules.refusal import Refusal


class SiteDiceAlone(Refusal):
    """Faces were entered by hand in a season that throws its own dice."""


class NotYoursToEnter(Refusal):
    """Faces were entered by somebody whom the season does not let enter any."""


def entered(row: Season, season: state.Season, typed: Typed, *, actor: str, amending: bool = False) -> Typed:
    """The faces as they may be used: a commissioner's for all that is thrown, an owner's for their own commands.

    Raises `SiteDiceAlone` or `NotYoursToEnter`.
    """
    setting = season.setting(BY_HAND)
    if setting == NOBODY:
        raise SiteDiceAlone(
            f"{row.name} throws its own dice: leave the faces out, or let a commissioner set the house rule "
            f"{BY_HAND} first, so that everybody knows that dice are thrown at the table."
        ).at("typed")
    if may_run(row, actor=actor):
        return replace(typed, own_alone=False)
    if setting != EVERYBODY or amending:
        raise NotYoursToEnter(
            f"In {row.name} a commissioner enters the faces of dice thrown at the table: leave them out, or ask one."
        ).at("typed")
    return replace(typed, own_alone=True)
