"""A franchise's answers to everything it is asked now, by its standing orders. Rules DM-C-179, HOUSE-007."""

from __future__ import annotations

from rules.campaign.core.command import Command
from rules.campaign.core.locks_and_shops import refuse_shops_closed
from rules.campaign.core.state import LineUp, Season
from rules.campaign.people.medical_devices import CURES
from rules.campaign.steward.answer_builder import AnswerBuilder
from rules.campaign.steward.awaited_franchises import is_awaited, is_line_up_awaited, line_ups_of_franchise
from rules.campaign.steward.car_answers import buy_cars, sell_surplus, stock_up
from rules.campaign.steward.market_answers import answer_shopping, replenish
from rules.campaign.steward.match_answers import decide_repairs, name_line_up
from rules.campaign.steward.people_answers import (
    acknowledge_short_roster,
    choose_traits,
    hire_drivers,
    hire_staff,
    use_medical_devices,
)
from rules.campaign.steward.season_end_answers import keep_staff, pick_driver, protect_drivers
from rules.campaign.steward.sponsor_answers import (
    cash_to_survive,
    declare_safe,
    pick_from_pool,
    place_waiting_sponsors,
    throw_party,
)
from rules.campaign.steward.standing_orders import Orders
from rules.core.refusals import Refusal

SEASON_END_ANSWERS = {
    "E4": keep_staff,
    "E5": protect_drivers,
    "E6": pick_driver,
    "E7": declare_safe,
    "E8": pick_from_pool,
}
"""What answers the one question of each of these steps."""
SETUP_STEPS, PLAYING_STEPS = ("S1", "S2", "S3"), ("M", "E1", "E2")


def answers(season: Season, franchise: str, orders: Orders) -> list[Command]:
    """The franchise's answers, to be performed in this order before anything else; empty if nothing is asked.

    Each is legal after those before it. The last may throw dice: ask again when they have fallen. Does not change the
    given season, and the same season gives the same answers.
    """
    if not _may_have_answers(season, franchise):
        return []
    desk = AnswerBuilder(season, franchise, orders)
    match season.step:
        case "S1" | "S2" | "S3":
            _answer_setup(desk)
        case "M":
            _answer_rounds(desk)
        case "E1" | "E2":
            choose_traits(desk)
            use_medical_devices(desk)
        case step:
            SEASON_END_ANSWERS[step](desk)
    return desk.commands


def _may_have_answers(season: Season, franchise: str) -> bool:
    """Whether there may be answers. If not, the season need not be copied, which is most of the work."""
    awaited = is_awaited(season, season.franchise(franchise))
    if season.step in SETUP_STEPS:
        return True
    if season.step in PLAYING_STEPS:
        choices = any(driver.trait_choices for driver in season.roster(franchise))
        cures = any(item.kind in CURES for item in season.stores(franchise))
        return awaited or choices or cures or (season.step == "M" and bool(season.setting("round.idle_may_shop")))
    return awaited and season.step in SEASON_END_ANSWERS


def _answer_setup(desk: AnswerBuilder) -> None:
    """Answer in setup. The party comes before cars, since a new sponsor may make them cheaper or better."""
    if desk.is_at_step("S3"):
        place_waiting_sponsors(desk)
    cash_to_survive(desk)
    use_medical_devices(desk)
    if desk.is_at_step("S3"):
        throw_party(desk)
    if desk.is_at_step("S1"):
        hire_drivers(desk)
        hire_staff(desk)
        acknowledge_short_roster(desk)
    if desk.is_at_step("S2"):
        sell_surplus(desk)
        buy_cars(desk)
        stock_up(desk)


def _answer_rounds(desk: AnswerBuilder) -> None:
    choose_traits(desk)
    use_medical_devices(desk)
    for line_up in line_ups_of_franchise(desk.season, desk.id):
        if is_line_up_awaited(desk.season, line_up):
            _answer_match(desk, line_up)
            return
    if _may_shop(desk):
        replenish(desk)


def _may_shop(desk: AnswerBuilder) -> bool:
    """Whether the price list is open to a franchise without a match in the round, by house rule (DM-C-178)."""
    try:
        refuse_shops_closed(desk.season, desk.id)
    except Refusal:
        return False
    return True


def _answer_match(desk: AnswerBuilder, line_up: LineUp) -> None:
    match desk.season.match(line_up.match).step:
        case "M3":
            name_line_up(desk, line_up)
        case "M5.4":
            decide_repairs(desk, line_up)
        case "M5.10":
            answer_shopping(desk, line_up)
