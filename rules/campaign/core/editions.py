"""Editions of these rules: a fix that changes results makes a new one, which a season adopts only by a command.

A season pins the edition it was opened with, so that the same command always has the same result in it. What the book
prints does not change; an edition changes how this project carries it out, or one of the house's own rules.
"""

from __future__ import annotations

from functools import partial

from rules.campaign.core.state import Season
from rules.campaign.core.switches import switches_in
from rules.core.refusals import Malformed, Refusal

FIRST_EDITION = "1"
EDITION_CHANGES = {
    "2": "The fee for a forfeit is paid back when its match is voided (HOUSE-005, HOUSE-009).",
    "3": "A car whose design has no lowered suspension carries no hydraulics (DM-C-150).",
    "4": "Hearts and devices rolled for a voided match are read for the next one (HOUSE-005), and whatever dice are "
    "thrown for has the id that is proposed.",
    "5": "Machine drivers of every match system drive by plans and learned prices, the rulings that came with them "
    "are in force, and standing orders save up for the next season.",
}
"""What each edition after the first does otherwise than the one before it."""
EDITIONS = (FIRST_EDITION, *EDITION_CHANGES)
"""Every edition, in order."""
NEWEST_EDITION = EDITIONS[-1]


class EditionInForce(Refusal):
    """The season is already played by that edition, or by a later one."""


class SwitchOfLaterEdition(Refusal):
    """A house rule came with a later edition of the rules than the one that the season is played by."""


def clean_edition(edition: str) -> str:
    """The edition, if it exists. Raises `Malformed`."""
    if edition not in EDITIONS:
        raise Malformed(f"There is no edition {edition[:20]!r} of the rules: use {', '.join(EDITIONS)}.")
    return edition


def has_edition(season: Season, edition: str) -> bool:
    """Whether a season is played by that edition or a later one."""
    return includes_edition(season.edition, edition)


def includes_edition(played: str, edition: str) -> bool:
    """Whether the edition `played` is `edition` or a later one; both are known ones."""
    return EDITIONS.index(played) >= EDITIONS.index(edition)


def refuse_switch_of_later_edition(name: str, *, edition: str) -> None:
    """Raise `SwitchOfLaterEdition` if the house rule with this name came with a later edition than this one."""
    came_with = next((known for known in EDITIONS if _has_switch(name, known)), NEWEST_EDITION)
    if not includes_edition(edition, came_with):
        raise SwitchOfLaterEdition(
            f"The house rule {name} came with edition {came_with} of the rules, and this season is played by edition "
            f"{edition}: adopt the newer one first."
        )


def _has_switch(name: str, edition: str) -> bool:
    return any(switch.name == name for switch in switches_in(partial(includes_edition, edition)))
