"""What standing orders would answer, to fill a form in with. Annex a, DM-C-179."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from journal.steward import standing_orders_of
from league.pages.command_forms.context import CommandContext
from rules.campaign.core.command import Command
from rules.campaign.steward import DEFAULT_ORDERS, Orders
from rules.campaign.steward.answer_builder import AnswerBuilder as StewardsDesk
from rules.core.refusals import Refusal

CommandT = TypeVar("CommandT", bound=Command)


def suggested_command(
    desk: CommandContext, answer: Callable[[StewardsDesk], None], kind: type[CommandT]
) -> CommandT | None:
    """The command of that kind that a steward's answer gives for the desk's franchise; None where it gives none.

    The standing orders are the owner's own secret, so that whoever acts for them is told what those of the house say.
    """
    stewards = StewardsDesk(desk.season, desk.franchise, _orders(desk))
    answer(stewards)
    return next((command for command in reversed(stewards.commands) if isinstance(command, kind)), None)


def _orders(desk: CommandContext) -> Orders:
    if not desk.is_own:
        return DEFAULT_ORDERS
    try:
        return standing_orders_of(desk.row.league_id, desk.franchise)
    except Refusal:
        return DEFAULT_ORDERS
