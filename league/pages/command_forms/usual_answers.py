"""What an owner would usually answer: a line-up as last time, the week as always, or what standing orders say.

The steps of a week stand together on the forms around a match. One whose time it is leads to its form; the others say
when they come. Rules DM-C-089, DM-C-095, DM-C-104, annex a, DM-C-179.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar
from urllib.parse import urlencode

from explain import links
from explain.printed_names import quantity
from journal.entry_body import load_body
from journal.steward import standing_orders_of
from league.models import Entry
from league.pages.command_forms.base import franchise_matches
from league.pages.command_forms.context import CommandContext
from league.pages.command_forms.match_risks import CarRisk
from rules.campaign.core.command import Command
from rules.campaign.core.locks_and_shops import open_shopping_line_up
from rules.campaign.core.state import LineUp
from rules.campaign.steward import DEFAULT_ORDERS, Orders
from rules.campaign.steward.answer_builder import AnswerBuilder as StewardsDesk
from rules.core.refusals import Refusal
from rules.core.terms import in_k


def seats_of_last_match(desk: CommandContext, match: str) -> list[tuple[str, str, str]]:
    """The car, driver and gunner of each seat that the franchise had named for its match before this one.

    Seats leave the season's state when shopping opens, so that they are read from the journal, where the lock opened
    them to everybody.
    """
    own_matches = franchise_matches(desk)
    place = own_matches.index(match) if match in own_matches else 0
    if not place:
        return []
    namings = Entry.objects.filter(
        season=desk.row, command="name_line_up", seal=f"{own_matches[place - 1]}:M4", opened_by__isnull=False
    ).order_by("-number")
    for subjects, body in namings.values_list("subjects", "body"):
        if desk.franchise in subjects:
            command = load_body(body).command or {}
            return [(seat["car"], seat["driver"], seat.get("gunner", "")) for seat in command.get("seats", ())]
    return []


LINE_UP, SHOPS, REPAIRS = "name_line_up", "finish_shopping", "decide_repairs"
STEPS = {LINE_UP: "M3", REPAIRS: "M5.4"}
"""The step of a match at which each of these commands is given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UsualAct:
    """Something an owner usually does around a match: `href` leads to its form, `when` says when that is open.

    One of the two is "".
    """

    tag: str
    label: str
    href: str
    when: str


def usual_week(desk: CommandContext, cars: Sequence[CarRisk]) -> tuple[UsualAct, ...]:
    """The three acts for the franchise acted for, whose garage `cars` is."""
    price = sum(car.repair for car in damaged_cars(cars))
    return (
        _act(desk, LINE_UP, "As last time", "for the next match", last="1"),
        _act(desk, SHOPS, "Arm as before", "when you shop"),
        _act(desk, REPAIRS, f"Repair all, {in_k(price)}" if price else "Repair all", "after the match"),
    )


def damaged_cars(cars: Sequence[CarRisk]) -> list[CarRisk]:
    """The cars that can be repaired."""
    return [car for car in cars if car.criticals and not car.destroyed]


def damage_words(cars: Sequence[CarRisk]) -> str:
    """What is to be repaired, and for how much, such as "Rust Bucket: 2 criticals, 2k"; "" for nothing."""
    damaged = damaged_cars(cars)
    return "; ".join(f"{car.name}: {quantity(car.criticals, 'critical')}, {in_k(car.repair)}" for car in damaged)


def _act(desk: CommandContext, tag: str, label: str, when: str, **query: str) -> UsualAct:
    line_up = _open_line_up(desk, tag)
    if line_up is None:
        return UsualAct(tag=tag, label=label, href="", when=when)
    asked = urlencode({"franchise": desk.franchise, "match": line_up.match, **query})
    return UsualAct(tag=tag, label=label, href=f"{links.command_url(desk.row.pk, tag)}?{asked}", when="")


def _open_line_up(desk: CommandContext, tag: str) -> LineUp | None:
    """The franchise's line-up for whose match that command can be given now; None if there is none."""
    season = desk.season
    if tag == SHOPS:
        return open_shopping_line_up(season, desk.franchise)
    for line_up in season.line_ups.values():
        if line_up.franchise == desk.franchise and season.match(line_up.match).step == STEPS[tag]:
            return None if tag == REPAIRS and line_up.decided else line_up
    return None


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
