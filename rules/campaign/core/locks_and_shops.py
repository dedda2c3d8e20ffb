"""Whether a franchise is locked for a match, and whether its shops are open.

Rules DM-C-063, DM-C-067, DM-C-104, DM-C-107, DM-C-178.
"""

from __future__ import annotations

from rules.campaign.core.command import open_steps
from rules.campaign.core.state import LineUp, Match, Season
from rules.core.refusals import Refusal

LOCKED_STEPS = frozenset({"M4", "M5.1", "M5.4", "M5.9"})
"""The match steps from the lock to the end of the settlement, in which nothing locked may change."""
FINISHED_MATCH_STEPS = frozenset({"settled", "void"})


class ShopsClosed(Refusal):
    """The franchise has no shopping step open (DM-C-104)."""


class TinkeringWaits(Refusal):
    """A tinkered device must be bought or declined before anything else is done (DM-C-104)."""


class LockedForMatch(Refusal):
    """The franchise is locked for a match under way, and what is locked cannot change."""


def match_under_way(season: Season, franchise: str) -> Match | None:
    """The franchise's match whose line-ups are locked and whose settlement is not finished; None if there is none."""
    for line_up in season.line_ups.values():
        match = season.matches[line_up.match]
        if line_up.franchise == franchise and match.step in LOCKED_STEPS:
            return match
    return None


def refuse_locked(season: Season, franchise: str) -> None:
    """Raise `LockedForMatch` while the franchise has a match that is locked and whose settlement is not finished."""
    match = match_under_way(season, franchise)
    if match is not None:
        raise LockedForMatch(f"{franchise} is locked for {match.id}: wait until it is settled.")


def open_shopping_line_up(season: Season, franchise: str) -> LineUp | None:
    """The franchise's line-up whose shopping step is open; None if there is none (DM-C-104)."""
    open_line_ups = (
        line_up
        for line_up in season.line_ups.values()
        if line_up.franchise == franchise and line_up.shopping == "open"
    )
    return next(open_line_ups, None)


def refuse_no_shopping(season: Season, franchise: str) -> LineUp:
    """The line-up whose shopping is open and not held up by tinkering. Raises `ShopsClosed` or `TinkeringWaits`."""
    line_up = open_shopping_line_up(season, franchise)
    if line_up is None:
        raise ShopsClosed(f"{franchise} has no shopping step open: it opens when a match is settled.")
    waiting = [offer.id for offer in season.offers_to(franchise) if offer.source == "tinkering"]
    if waiting:
        raise TinkeringWaits(f"{franchise} must first buy or decline what was tinkered: {', '.join(waiting)}.")
    return line_up


def refuse_shops_closed(season: Season, franchise: str) -> None:
    """Raise `ShopsClosed` or `TinkeringWaits` unless list goods may be bought and sold now (DM-C-104).

    They may be in the garage step and while shopping. With `round.idle_may_shop` a franchise without a match in the
    open round may shop too (DM-C-178).
    """
    if "S2" in open_steps(season) or _shops_idle(season, franchise):
        return
    refuse_no_shopping(season, franchise)


def _shops_idle(season: Season, franchise: str) -> bool:
    if not season.setting("round.idle_may_shop"):
        return False
    for round in season.open_rounds():
        return franchise not in {
            line_up.franchise
            for match in season.matches_of(round.id)
            if match.step != "void"
            for line_up in season.line_ups_of(match.id)
        }
    return False
