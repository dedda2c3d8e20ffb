"""The answers that standing orders would give, as initial values of forms. Annex a, DM-C-179."""

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
    """The command of that kind that the steward would give for the franchise acted for; None if there is none.

    Standing orders are their owner's secret, so anyone else who acts for the franchise gets the default ones.
    """
    commands = trial_of_orders(desk, answer).commands
    return next((command for command in reversed(commands) if isinstance(command, kind)), None)


def trial_of_orders(desk: CommandContext, answer: Callable[[StewardsDesk], None]) -> StewardsDesk:
    """Everything the steward would give for the franchise acted for, and the season as that would leave it.

    Standing orders are kept secret as in `suggested_command`.
    """
    stewards_desk = StewardsDesk(desk.season, desk.franchise, _orders(desk))
    answer(stewards_desk)
    return stewards_desk


def _orders(desk: CommandContext) -> Orders:
    if not desk.is_own:
        return DEFAULT_ORDERS
    try:
        return standing_orders_of(desk.row.league_id, desk.franchise)
    except Refusal:
        return DEFAULT_ORDERS
