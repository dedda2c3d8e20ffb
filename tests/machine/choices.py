"""Which things of the season a field may name, usually of the franchise and match drawn before it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from rules.campaign.core.command import COMMAND_TYPES
from rules.campaign.core.state import Driver
from rules.campaign.core.turns import Turn
from rules.campaign.market.offers import NEW_CONTRACT
from rules.campaign.match_day.repairs import damaged_cars, destroyed_cars
from rules.campaign.people.medical_devices import CURES
from rules.campaign.season_end.draft import draft_turn, draftable_drivers
from rules.campaign.season_end.sponsor_pool import pool_turn
from rules.campaign.sponsors.holding_companies import HOLDING_COMPANY
from rules.campaign.sponsors.kinds import SPONSOR_KINDS
from rules.match.catalog import CATALOG
from tests.machine.scene import (
    Scene,
    among,
    asks_of_a_match,
    bargainers,
    cures,
    open_rounds_of,
    playing,
    sellers,
    some,
    spare_cars,
)

Ids = SearchStrategy[str]
MOST_FRANCHISES = 5


class Identified(Protocol):
    """Anything with an ID."""

    id: str


# ------------------------------------------------------------------------------------------------ by type


def franchise(scene: Scene) -> Ids:
    """A franchise in the match drawn, or any franchise if there is no match."""
    everybody = sorted(scene.season.franchises)
    if scene.match is not None:
        return among((line_up.franchise for line_up in scene.season.line_ups_of(scene.match.id)), everybody)
    return among(everybody)


def match(scene: Scene) -> Ids:
    """A match at the command's own step, else any match."""
    steps, matches = COMMAND_TYPES[scene.tag].steps, scene.season.matches
    fits = (
        (match.id for match in matches.values() if match.step in steps)
        if asks_of_a_match(COMMAND_TYPES[scene.tag])
        else ()
    )
    return among(fits, (match.id for match in playing(scene.season)), matches)


def driver(scene: Scene) -> Ids:
    """A driver on the franchise's roster, or any driver."""
    return among(_ids(scene.season.roster(scene.franchise)), scene.season.drivers)


def car(scene: Scene) -> Ids:
    """A car in the franchise's garage, or any car."""
    return among(_ids(scene.season.garage(scene.franchise)), scene.season.cars)


def item(scene: Scene) -> Ids:
    """An item in the franchise's stores, or any item."""
    return among(_ids(scene.season.stores(scene.franchise)), scene.season.items)


def sponsor(scene: Scene) -> Ids:
    """A sponsor of the franchise, or any sponsor."""
    return among(_ids(scene.season.sponsors_of(scene.franchise)), scene.season.sponsors)


def offer(scene: Scene) -> Ids:
    """An offer to the franchise, or any offer."""
    return among(_ids(scene.season.offers_to(scene.franchise)), scene.season.offers)


def trade(scene: Scene) -> Ids:
    """A trade in which the franchise takes part, or any trade."""
    mine = (trade.id for trade in scene.season.all_trades() if scene.franchise in (trade.franchise, trade.partner))
    return among(mine, scene.season.trades)


# ------------------------------------------------------------------------------------------- franchises


def to_be_founded(scene: Scene) -> Ids:
    """A new franchise, or an existing one when there are enough for a small league."""
    crowded = len(scene.season.franchises) >= MOST_FRANCHISES
    return among(scene.season.franchises if crowded else [scene.new("f")])


def folded(scene: Scene) -> Ids:
    """A folded franchise, or any."""
    return _whose((franchise.id for franchise in scene.season.all_franchises() if franchise.folded), scene)


def unfolded(scene: Scene) -> Ids:
    """A franchise that has not folded, or any."""
    return _whose((franchise.id for franchise in scene.season.all_franchises() if not franchise.folded), scene)


def bargaining(scene: Scene) -> Ids:
    """A franchise that may trade now, or any."""
    return _whose(bargainers(scene.season), scene)


def partner(scene: Scene) -> Ids:
    """Another franchise that may trade now, or any, including the proposer itself."""
    return _whose((bargainer for bargainer in bargainers(scene.season) if bargainer != scene.franchise), scene)


def asked_to_trade(scene: Scene) -> Ids:
    """A franchise to which a trade was proposed, or any."""
    return _whose((trade.partner for trade in scene.season.all_trades()), scene)


def offered_something(scene: Scene) -> Ids:
    """A franchise that has an offer, or any."""
    return _whose((offer.franchise for offer in scene.season.offers.values()), scene)


def with_sponsor_waiting(scene: Scene) -> Ids:
    """A franchise with a waiting sponsor, or any."""
    return _whose((franchise.id for franchise in scene.season.all_franchises() if franchise.waiting_sponsors), scene)


def with_holding(scene: Scene) -> Ids:
    """A franchise with a holding company, or any."""
    return _whose(
        (sponsor.franchise for sponsor in scene.season.sponsors.values() if sponsor.kind == HOLDING_COMPANY), scene
    )


def with_choice(scene: Scene) -> Ids:
    """A franchise with a trait point to place, or any."""
    choosing = (driver.id for driver in scene.season.drivers.values() if driver.trait_choices)
    return _whose((contract.franchise for id in choosing if (contract := scene.season.contracts.get(id))), scene)


def with_cure(scene: Scene) -> Ids:
    """A franchise with a medical device for one of its drivers, else one with any such device, or any franchise."""
    season = scene.season
    healing = {season.item(item).franchise for item, _, _ in cures(season)}
    return _whose(healing or {item.franchise for item in season.items.values() if item.kind in CURES}, scene)


def on_turn_to_draft(scene: Scene) -> Ids:
    """The franchise whose turn it is in the draft, or any."""
    return _turn(draft_turn(scene.season), scene)


def on_turn_at_pool(scene: Scene) -> Ids:
    """The franchise whose turn it is at the sponsor pool, or any."""
    return _turn(pool_turn(scene.season), scene)


# ---------------------------------------------------------------------------------------------- drivers


def reserved(scene: Scene) -> Ids:
    """A driver whom only the franchise may hire, or any driver."""
    return among(_ids(scene.season.reserved_drivers(scene.franchise)), scene.season.drivers)


def contracted(scene: Scene) -> Ids:
    """A driver signed by or reserved for the franchise, or any driver."""
    season = scene.season
    return among(
        [*_ids(season.roster(scene.franchise)), *_ids(season.reserved_drivers(scene.franchise))], season.drivers
    )


def draftable(scene: Scene) -> Ids:
    """A driver the franchise may draft, or any driver."""
    return among(_ids(draftable_drivers(scene.season, scene.franchise)), scene.season.drivers)


def anybody(scene: Scene) -> Ids:
    """A driver whose franchise has a medical device, or any driver."""
    season = scene.season
    owners = {item.franchise for item in season.items.values() if item.kind in CURES}
    return among((driver.id for id in owners for driver in season.roster(id)), season.drivers) | among(season.drivers)


def driver_with_choice(scene: Scene) -> Ids:
    """A driver of the franchise with a trait point to place, else one of its roster."""
    roster = scene.season.roster(scene.franchise)
    return among((driver.id for driver in roster if driver.trait_choices), _ids(roster), scene.season.drivers)


def patient(scene: Scene) -> Ids:
    """A driver of the franchise whom the drawn item cures, else one of its roster."""
    ill = (driver for item, driver, _ in cures(scene.season) if item == scene.drawn["item"])
    return among(ill, _ids(scene.season.roster(scene.franchise)), scene.season.drivers)


def curable(scene: Scene) -> Ids:
    """A quirk of the drawn driver that the drawn item cures, or another curable one."""
    item_and_driver = scene.drawn["item"], scene.drawn["driver"]
    has = (quirk for item, driver, quirk in cures(scene.season) if (item, driver) == item_and_driver)
    return among(has, ("eye_problem", "arthritic", "stupid"))


def talents_held(scene: Scene) -> SearchStrategy[list[str]]:
    """At most one of the driver's talents."""
    drawn_driver = _driver(scene)
    return some(set(drawn_driver.talents) if drawn_driver else (), most=1)


def to_protect(scene: Scene) -> SearchStrategy[list[str]]:
    """Up to four of the franchise's roster."""
    return some(_ids(scene.season.roster(scene.franchise)), most=4)


# --------------------------------------------------------------------------- cars, items, sponsors, the market


def wrecks(scene: Scene) -> SearchStrategy[list[str]]:
    """Some of the franchise's destroyed cars."""
    return some(_ids(destroyed_cars(scene.season, scene.franchise)), most=3)


def damaged(scene: Scene) -> SearchStrategy[list[str]]:
    """Some of the franchise's damaged cars."""
    return some(_ids(damaged_cars(scene.season, scene.franchise)), most=3)


def car_to_take(scene: Scene) -> Ids:
    """A car that its garage can spare, or any car."""
    return among(spare_cars(scene.season), scene.season.cars)


def item_in_place(scene: Scene) -> Ids:
    """An item of the franchise that is fitted to something, or any of its items."""
    stores = scene.season.stores(scene.franchise)
    return among((store.id for store in stores if store.car or store.driver or store.weapon), _ids(stores))


def car_to_fit(scene: Scene) -> Ids:
    """A car of the franchise if the item goes on a car."""
    return car(scene) if _goes_on(scene) == "car" else st.just("")


def driver_to_fit(scene: Scene) -> Ids:
    """A driver of the franchise if the item is worn."""
    return driver(scene) if _goes_on(scene) == "driver" else st.just("")


def weapon_to_fit(scene: Scene) -> Ids:
    """A weapon of the franchise if the item goes on a weapon."""
    guns = (store.id for store in scene.season.stores(scene.franchise) if CATALOG[store.kind].group == "weapon")
    return among(guns) if _goes_on(scene) == "weapon" else st.just("")


def cure(scene: Scene) -> Ids:
    """A medical device that cures one of the franchise's drivers, or any of its items."""
    stores = set(_ids(scene.season.stores(scene.franchise)))
    return among(stores & {item for item, _, _ in cures(scene.season)}, stores, scene.season.items)


def kind_to_give(scene: Scene) -> Ids:
    """A kind of item that cures one of the franchise's drivers, or any kind."""
    ill = {quirk for driver in scene.season.roster(scene.franchise) for quirk in driver.quirks}
    curing = (kind for kind, cured in CURES.items() if ill & set(cured))
    return among(curing, CURES) | st.sampled_from(sorted(CATALOG))


def with_ill_driver(scene: Scene) -> Ids:
    """A franchise with a driver who can be cured, or any."""
    cured = {quirk for quirks in CURES.values() for quirk in quirks}
    return _whose(
        (franchise.id for franchise in scene.season.all_franchises() if _suffers(scene, franchise.id, cured)), scene
    )


def _suffers(scene: Scene, franchise: str, quirks: set[str]) -> bool:
    return any(quirks & driver.quirks.keys() for driver in scene.season.roster(franchise))


def selling(scene: Scene) -> Ids:
    """A franchise that may sell a car now, or any."""
    return _whose(sellers(scene.season), scene)


def car_to_sell(scene: Scene) -> Ids:
    """A car that the franchise can spare, or any in its garage."""
    return among((spare_car for spare_car in spare_cars(scene.season) if spare_car in _garage(scene)), _garage(scene))


def _garage(scene: Scene) -> list[str]:
    return _ids(scene.season.garage(scene.franchise))


def kind_of_sponsor(_: Scene) -> Ids:
    """A holding company, which can be cashed, or any kind."""
    return st.just(HOLDING_COMPANY) | st.sampled_from(sorted(SPONSOR_KINDS))


def holding(scene: Scene) -> Ids:
    """A holding company of the franchise, or any of its sponsors."""
    sponsors = scene.season.sponsors_of(scene.franchise)
    return among(
        (sponsor.id for sponsor in sponsors if sponsor.kind == HOLDING_COMPANY), _ids(sponsors), scene.season.sponsors
    )


def is_contract(scene: Scene) -> bool:
    """Whether the offer drawn is a sponsor's contract rather than an item."""
    drawn_offer = scene.season.offers.get(scene.drawn["offer"])
    return drawn_offer is not None and drawn_offer.kind == NEW_CONTRACT


def sponsor_to_leave(scene: Scene) -> Ids:
    """The sponsor that has to leave, if the offer is a contract and there is no room for it."""
    sponsors = scene.season.sponsors_of(scene.franchise)
    full = len(sponsors) >= scene.season.number_setting("sponsors.max")
    return among(_ids(sponsors)) if full and is_contract(scene) else st.just("")


def open_round(scene: Scene) -> Ids:
    """The round that is open, or any round."""
    return among(_ids(open_rounds_of(scene.season)), scene.season.rounds)


def trade_to_answer(scene: Scene) -> Ids:
    """A trade that was proposed to the franchise, or any trade."""
    proposed = (trade.id for trade in scene.season.all_trades() if trade.partner == scene.franchise)
    return among(proposed, scene.season.trades)


def trade_to_approve(scene: Scene) -> Ids:
    """A trade that both sides want, or any trade."""
    return among((trade.id for trade in scene.season.all_trades() if trade.accepted), scene.season.trades)


def _goes_on(scene: Scene) -> str:
    drawn_item = scene.season.items.get(scene.drawn["item"])
    return CATALOG[drawn_item.kind].where if drawn_item else "car"


def _driver(scene: Scene) -> Driver | None:
    return scene.season.drivers.get(str(scene.drawn.get("driver", "")))


def _turn(turn: Turn | None, scene: Scene) -> Ids:
    return _whose([turn.franchise] if turn else [], scene)


def _whose(franchises: Iterable[str], scene: Scene) -> Ids:
    """Usually one of these franchises, occasionally any other."""
    those, everybody = set(franchises), sorted(scene.season.franchises)
    return among(those) | among(those) | among(those) | among(everybody) if those else among(everybody)


def _ids(things: Iterable[Identified]) -> list[str]:
    return [thing.id for thing in things]
