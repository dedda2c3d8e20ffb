"""What an owner sees on a rival's pages about trading with it. Rules DM-C-104, DM-C-107."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from explain import links
from franchises.queries.trading import trading_states
from league.access import Viewer
from league.pages.command_forms.page import command_form_url


@dataclass(frozen=True, slots=True)
class TradeInvitation:
    """Links to the form of a trade with the rival, each with its words; without one, why no trade is possible."""

    links: tuple[tuple[str, str], ...] = ()
    reason: str = ""


NO_TRADE = TradeInvitation()
"""Nothing is shown: the viewer owns no other franchise there, or nobody is shopping."""


def trade_invitation(row: Any, viewer: Viewer) -> TradeInvitation:
    """How the viewer can propose a trade to the franchise, with each of theirs that can trade now (DM-C-107)."""
    own = {franchise.pk for franchise in viewer.franchises}
    season = row.season
    if not own or row.identity_id in own or season.step != "M" or row.folded or row.newest_number > season.number:
        return NO_TRADE
    states = trading_states(season.pk, (row.identity_id, *sorted(own)))
    rival = next(state for state in states if state.identity_id == row.identity_id)
    ready = [state for state in states if state.identity_id in own and state.shopping]
    able = [state for state in ready if not state.tinkered]
    name = row.identity.name
    if not rival.shopping:
        return (
            TradeInvitation(reason=f"You cannot trade with {name} now: its shops are closed.") if ready else NO_TRADE
        )
    if not ready:
        return TradeInvitation(
            reason=f"You can trade with {name} once you both shop: your shops open when your next match is settled."
        )
    if not able:
        return TradeInvitation(
            reason=f"You can trade with {name} once you have bought or declined what was tinkered for you."
        )
    if rival.tinkered:
        return TradeInvitation(
            reason=f"You can trade with {name} once it has bought or declined what was tinkered for it."
        )
    return TradeInvitation(
        tuple(
            (
                f"Propose a trade as {state.identity.name}" if len(own) > 1 else "Propose a trade",
                command_form_url(
                    season.pk,
                    "propose_trade",
                    franchise=links.short_id(state.pk),
                    partner=links.short_id(row.pk),
                ),
            )
            for state in able
        )
    )
