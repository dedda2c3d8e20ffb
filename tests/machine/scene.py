"""What a command's fields are drawn from: the current season, and the fields drawn before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from rules.campaign.core.command import COMMAND_TYPES, MATCH_STEPS, CommandType, open_steps
from rules.campaign.core.locks_and_shops import FINISHED_MATCH_STEPS
from rules.campaign.core.state import LineUp, Match, Round, Season
from rules.campaign.market.offers import TINKERING
from rules.campaign.match_day.announcing import LEAST_TEAMS
from rules.campaign.people.medical_devices import CURES
from rules.campaign.sponsors.holding_companies import HOLDING_COMPANY

ANSWERS, PROPOSALS = frozenset({"accept_trade", "withdraw_trade", "approve_trade", "refuse_trade"}), {"propose_trade"}
"""Commands about a trade, which is cancelled as soon as one of its sides finishes shopping."""
NOBODY = "nobody-there"
"""An ID that nothing has."""


@dataclass(frozen=True, kw_only=True)
class Scene:
    """A season, the command being drawn, its fields so far, and a number that no other command has."""

    season: Season
    tag: str
    serial: int
    drawn: Mapping[str, Any]

    @property
    def franchise(self) -> str:
        """The ID of the franchise drawn, or an empty text."""
        return str(self.drawn.get("franchise", ""))

    @property
    def match(self) -> Match | None:
        """The match drawn, or None."""
        return self.season.matches.get(str(self.drawn.get("match", "")))

    def new(self, letter: str) -> str:
        """An ID that was never used before in the league."""
        return f"{letter}{self.serial}"


def among(ids: Iterable[str], *others: Iterable[str]) -> SearchStrategy[str]:
    """One of these IDs; if there are none, one of the next group that has any, or else an ID that nothing has."""
    for other in (ids, *others):
        choices = sorted(other)
        if choices:
            return st.sampled_from(choices)
    return st.just(NOBODY)


def some(ids: Iterable[str], *, most: int) -> SearchStrategy[list[str]]:
    """Up to `most` of these IDs, each once, possibly none."""
    choices = sorted(ids)
    return st.lists(st.sampled_from(choices), max_size=most, unique=True) if choices else st.just([])


def asks_of_a_match(row: CommandType) -> bool:
    """Whether the steps of a command are those of a match."""
    return not set(MATCH_STEPS).isdisjoint(row.steps)


def in_step(season: Season) -> set[str]:
    """The tags of the commands that belong to the current steps of the season and its matches."""
    steps = set(open_steps(season))
    if season.step == "M":
        steps |= {match.step for match in season.matches.values()}
    return {tag for tag, row in COMMAND_TYPES.items() if not steps.isdisjoint(row.steps)}


def standing(season: Season) -> dict[tuple[str, ...], bool]:
    """For commands that need something to act on, such as an offer, a trade or a wreck, whether it exists."""
    trades, franchises, open_rounds = season.all_trades(), season.all_franchises(), open_rounds_of(season)
    undecided = any(
        not line_up.decided and season.match(line_up.match).step == "M5.4" for line_up in season.line_ups.values()
    )
    in_place = any(item.car or item.driver or item.weapon for item in season.items.values())
    return {
        ("accept_trade",): any(not trade.accepted for trade in trades),
        ("withdraw_trade",): bool(trades),
        ("approve_trade", "refuse_trade"): any(trade.accepted for trade in trades),
        ("propose_trade",): len(bargainers(season)) > 1,
        ("buy_offer", "decline_offer"): bool(season.offers),
        ("use_medical_device",): bool(cures(season)),
        ("choose_trait",): any(driver.trait_choices for driver in season.drivers.values()),
        ("place_sponsor",): any(franchise.waiting_sponsors for franchise in franchises),
        ("refill_franchise",): any(franchise.folded for franchise in franchises),
        ("end_decisions", "decide_repairs"): undecided,
        ("end_shopping", "finish_shopping"): bool(shoppers(season)),
        ("sell_car",): bool(sellers(season)),
        ("add_match",): bool(open_rounds) and len(idle(season)) >= LEAST_TEAMS,
        ("announce_round",): not open_rounds,
        ("take_car",): bool(spare_cars(season)),
        ("cash_holding",): any(
            sponsor.kind == HOLDING_COMPANY and sponsor.franchise for sponsor in season.sponsors.values()
        ),
        ("fit_item", "take_item"): bool(season.items),
        ("stow_item",): in_place,
        ("open_season",): not season.rounds_planned,
        ("open_from_sheet",): bool(season.rounds_planned) and not franchises,
        ("found_franchise",): bool(season.rounds_planned),
    }


def fitting(season: Season) -> set[str]:
    """The tags of the commands that belong to the current steps and have something to act on."""
    vain = {tag for tags, stands in standing(season).items() if not stands for tag in tags}
    return in_step(season) - vain


def awaited(season: Season) -> set[str]:
    """The tags of the commands for which something they act on exists now."""
    return in_step(season) & {tag for tags, stands in standing(season).items() if stands for tag in tags}


def bargains(season: Season) -> list[str]:
    """The tags of answers to an open trade, else of a proposal if two franchises may trade, else none."""
    tags = awaited(season)
    return sorted(tags & ANSWERS) or sorted(tags & PROPOSALS)


def open_rounds_of(season: Season) -> list[Round]:
    """The round that is not closed, if there is one."""
    return [season_round for season_round in season.all_rounds() if season_round.step != "closed"]


def bargainers(season: Season) -> list[str]:
    """The franchises that may trade now: their shopping is open, and they have answered their tinkering offer."""
    undecided = {offer.franchise for offer in season.offers.values() if offer.source == TINKERING}
    return sorted({shopper.franchise for shopper in shoppers(season)} - undecided)


def sellers(season: Season) -> list[str]:
    """The franchises that may sell a car now."""
    shops = set(bargainers(season)) if season.step == "M" else season.franchises.keys()
    return sorted({season.car(spare_car).franchise for spare_car in spare_cars(season)} & shops)


def spare_cars(season: Season) -> list[str]:
    """The cars of garages that stay large enough without one."""
    least = season.number_setting("garage.min")
    garages = [season.garage(franchise) for franchise in sorted(season.franchises)]
    return [car.id for garage in garages if len(garage) > least for car in garage if not car.destroyed]


def cures(season: Season) -> list[tuple[str, str, str]]:
    """Medical devices, with the drivers of the same franchise and the quirks of theirs that the device cures."""
    return [
        (item.id, driver.id, quirk)
        for _, item in sorted(season.items.items())
        for driver in season.roster(item.franchise)
        for quirk in CURES.get(item.kind, ())
        if quirk in driver.quirks
    ]


def playing(season: Season) -> list[Match]:
    """The matches that are not over."""
    return [match for _, match in sorted(season.matches.items()) if match.step not in FINISHED_MATCH_STEPS]


def shoppers(season: Season) -> list[LineUp]:
    """The line-ups whose franchises have their shopping open."""
    return [line_up for _, line_up in sorted(season.line_ups.items()) if line_up.shopping == "open"]


def idle(season: Season) -> list[str]:
    """The franchises that are in no unfinished match."""
    busy = {line_up.franchise for match in playing(season) for line_up in season.line_ups_of(match.id)}
    return sorted(season.franchises.keys() - busy)
