"""What a franchise answers to everything it is asked now, by its standing orders. Rules DM-C-179, HOUSE-007."""

from __future__ import annotations

from rules.campaign.core.command import Command
from rules.campaign.core.locks_and_shops import refuse_shops_closed
from rules.campaign.core.state import LineUp, Season
from rules.campaign.people.medical_devices import CURES
from rules.campaign.steward.answer_builder import Desk
from rules.campaign.steward.awaited_franchises import is_awaited, line_up_awaited, line_ups_of
from rules.campaign.steward.car_answers import buy_cars, sell_surplus, stock_up
from rules.campaign.steward.market_answers import replenish, shop
from rules.campaign.steward.match_answers import decide_repairs, name_line_up
from rules.campaign.steward.people_answers import acknowledge_short_roster, choose_traits, cure, hire, hire_staff
from rules.campaign.steward.season_end_answers import keep_staff, pick_driver, protect_drivers
from rules.campaign.steward.sponsor_answers import (
    cash_to_survive,
    declare_safe,
    pick_from_pool,
    place_waiting,
    throw_party,
)
from rules.campaign.steward.standing_orders import Orders
from rules.core.refusals import Refusal

SEASON_END = {
    "E4": keep_staff,
    "E5": protect_drivers,
    "E6": pick_driver,
    "E7": declare_safe,
    "E8": pick_from_pool,
}
"""The answer to the one question of each of these steps."""
SETUP, PLAYING = ("S1", "S2", "S3"), ("M", "E1", "E2")


def answers(season: Season, franchise: str, orders: Orders) -> list[Command]:
    """The franchise's answers, to be performed in this order before anything else is; none when nothing is asked.

    Each is legal after those before it, and the last may throw dice: ask again when they have fallen. Nothing of
    the season given is changed, and the same season gives the same answers.
    """
    if not _is_asked(season, franchise):
        return []
    desk = Desk(season, franchise, orders)
    match season.step:
        case "S1" | "S2" | "S3":
            _set_up(desk)
        case "M":
            _play(desk)
        case "E1" | "E2":
            choose_traits(desk)
            cure(desk)
        case step:
            SEASON_END[step](desk)
    return desk.commands


def _is_asked(season: Season, franchise: str) -> bool:
    """Whether a desk need be opened at all: a copy of the season for nothing is most of the work otherwise."""
    awaited = is_awaited(season, season.franchise(franchise))
    if season.step in SETUP:
        return True
    if season.step in PLAYING:
        waits = any(each.trait_choices for each in season.roster(franchise))
        cures = any(each.kind in CURES for each in season.stores(franchise))
        return awaited or waits or cures or (season.step == "M" and bool(season.setting("round.idle_may_shop")))
    return awaited and season.step in SEASON_END


def _set_up(desk: Desk) -> None:
    """The party before the cars, which a new sponsor may make cheaper or better; people while the window is open."""
    if desk.within("S3"):
        place_waiting(desk)
    cash_to_survive(desk)
    cure(desk)
    if desk.within("S3"):
        throw_party(desk)
    if desk.within("S1"):
        hire(desk)
        hire_staff(desk)
        acknowledge_short_roster(desk)
    if desk.within("S2"):
        sell_surplus(desk)
        buy_cars(desk)
        stock_up(desk)


def _play(desk: Desk) -> None:
    choose_traits(desk)
    cure(desk)
    for line_up in line_ups_of(desk.season, desk.id):
        if line_up_awaited(desk.season, line_up):
            _answer_match(desk, line_up)
            return
    if _may_shop(desk):
        replenish(desk)


def _may_shop(desk: Desk) -> bool:
    """Whether the price list is open to a franchise without a match in the round, by house rule (DM-C-178)."""
    try:
        refuse_shops_closed(desk.season, desk.id)
    except Refusal:
        return False
    return True


def _answer_match(desk: Desk, line_up: LineUp) -> None:
    match desk.season.match(line_up.match).step:
        case "M3":
            name_line_up(desk, line_up)
        case "M5.4":
            decide_repairs(desk, line_up)
        case "M5.10":
            shop(desk, line_up)
