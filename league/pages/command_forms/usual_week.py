"""An owner's usual week: the same line-up as last time, armed as before, and all cars repaired.

The three stand together on the forms around a match. One whose time it is leads to its form; the others say when they
come. Rules DM-C-089, DM-C-095, DM-C-104.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from explain import links
from explain.printed_names import quantity
from league.pages.command_forms.context import CommandContext
from league.pages.command_forms.match_risks import CarRisk
from rules.campaign.core.locks_and_shops import open_shopping_line_up
from rules.campaign.core.state import LineUp
from rules.core.terms import in_k

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
