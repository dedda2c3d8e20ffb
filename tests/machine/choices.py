"""What of the season a field may name: of the franchise and match drawn before it where there are any."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from rules.campaign.core.command import COMMAND_TYPES
from rules.campaign.core.state import Driver
from rules.campaign.core.turns import Turn
from rules.campaign.garage.catalog import CATALOG
from rules.campaign.market.offers import NEW_CONTRACT
from rules.campaign.match_day.repairs import damaged_cars, destroyed_cars
from rules.campaign.people.medical_devices import CURES
from rules.campaign.season_end.draft import draft_turn, draftable_drivers
from rules.campaign.season_end.sponsor_pool import pool_turn
from rules.campaign.sponsors.holding_companies import HOLDING_COMPANY
from rules.campaign.sponsors.kinds import SPONSOR_KINDS
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
    """Whatever stands on a shelf."""

    id: str


# ------------------------------------------------------------------------------------------------ by type


def franchise(scene: Scene) -> Ids:
    """One that is in the match drawn, or any; of a shopping command one that shops."""
    everybody = sorted(scene.season.franchises)
    if scene.match is not None:
        return among((line_up.franchise for line_up in scene.season.line_ups_of(scene.match.id)), everybody)
    return among(everybody)


def match(scene: Scene) -> Ids:
    """A match at the command's own step, or any."""
    steps, matches = COMMAND_TYPES[scene.tag].steps, scene.season.matches
    fits = (
        (each.id for each in matches.values() if each.step in steps)
        if asks_of_a_match(COMMAND_TYPES[scene.tag])
        else ()
    )
    return among(fits, (each.id for each in playing(scene.season)), matches)


def driver(scene: Scene) -> Ids:
    """One of the franchise's roster, or anybody."""
    return among(_ids(scene.season.roster(scene.franchise)), scene.season.drivers)


def car(scene: Scene) -> Ids:
    """One of the franchise's garage, or any."""
    return among(_ids(scene.season.garage(scene.franchise)), scene.season.cars)


def item(scene: Scene) -> Ids:
    """One of the franchise's stores, or any."""
    return among(_ids(scene.season.stores(scene.franchise)), scene.season.items)


def sponsor(scene: Scene) -> Ids:
    """One of the franchise's, or any."""
    return among(_ids(scene.season.sponsors_of(scene.franchise)), scene.season.sponsors)


def offer(scene: Scene) -> Ids:
    """One to the franchise, or any."""
    return among(_ids(scene.season.offers_to(scene.franchise)), scene.season.offers)


def trade(scene: Scene) -> Ids:
    """One the franchise is a side of, or any."""
    mine = (each.id for each in scene.season.all_trades() if scene.franchise in (each.franchise, each.partner))
    return among(mine, scene.season.trades)


# ------------------------------------------------------------------------------------------- franchises


def to_be_founded(scene: Scene) -> Ids:
    """A new one, until there are enough for a small league."""
    crowded = len(scene.season.franchises) >= MOST_FRANCHISES
    return among(scene.season.franchises if crowded else [scene.new("f")])


def folded(scene: Scene) -> Ids:
    """One that folded, or any."""
    return _whose((each.id for each in scene.season.all_franchises() if each.folded), scene)


def unfolded(scene: Scene) -> Ids:
    """One that did not fold, or any."""
    return _whose((each.id for each in scene.season.all_franchises() if not each.folded), scene)


def bargaining(scene: Scene) -> Ids:
    """One that may trade now, or any."""
    return _whose(bargainers(scene.season), scene)


def partner(scene: Scene) -> Ids:
    """Another that may trade now, or any, itself included."""
    return _whose((bargainer for bargainer in bargainers(scene.season) if bargainer != scene.franchise), scene)


def asked_to_trade(scene: Scene) -> Ids:
    """One that was proposed a trade, or any."""
    return _whose((each.partner for each in scene.season.all_trades()), scene)


def offered_something(scene: Scene) -> Ids:
    """One that has an offer, or any."""
    return _whose((each.franchise for each in scene.season.offers.values()), scene)


def with_sponsor_waiting(scene: Scene) -> Ids:
    """One for which a sponsor waits, or any."""
    return _whose((each.id for each in scene.season.all_franchises() if each.waiting_sponsors), scene)


def with_holding(scene: Scene) -> Ids:
    """One with a holding company, or any."""
    return _whose((each.franchise for each in scene.season.sponsors.values() if each.kind == HOLDING_COMPANY), scene)


def with_choice(scene: Scene) -> Ids:
    """One with a trait point to place, or any."""
    choosing = (each.id for each in scene.season.drivers.values() if each.trait_choices)
    return _whose((contract.franchise for id in choosing if (contract := scene.season.contracts.get(id))), scene)


def with_cure(scene: Scene) -> Ids:
    """One with a medical device for one of its drivers, or with any, or any."""
    season = scene.season
    healing = {season.item(item).franchise for item, _, _ in cures(season)}
    return _whose(healing or {each.franchise for each in season.items.values() if each.kind in CURES}, scene)


def on_turn_to_draft(scene: Scene) -> Ids:
    """Whose turn it is in the draft, or any."""
    return _turn(draft_turn(scene.season), scene)


def on_turn_at_pool(scene: Scene) -> Ids:
    """Whose turn it is at the pool, or any."""
    return _turn(pool_turn(scene.season), scene)


# ---------------------------------------------------------------------------------------------- drivers


def reserved(scene: Scene) -> Ids:
    """One only the franchise may hire, or anybody."""
    return among(_ids(scene.season.reserved_drivers(scene.franchise)), scene.season.drivers)


def contracted(scene: Scene) -> Ids:
    """One of the franchise's, signed or reserved, or anybody."""
    season = scene.season
    return among(
        [*_ids(season.roster(scene.franchise)), *_ids(season.reserved_drivers(scene.franchise))], season.drivers
    )


def draftable(scene: Scene) -> Ids:
    """One the franchise may pick, or anybody."""
    return among(_ids(draftable_drivers(scene.season, scene.franchise)), scene.season.drivers)


def anybody(scene: Scene) -> Ids:
    """One whose franchise has a medical device, or anybody."""
    season = scene.season
    held = {each.franchise for each in season.items.values() if each.kind in CURES}
    return among((each.id for id in held for each in season.roster(id)), season.drivers) | among(season.drivers)


def driver_with_choice(scene: Scene) -> Ids:
    """One of the franchise's with a trait point to place, or any of its roster."""
    roster = scene.season.roster(scene.franchise)
    return among((each.id for each in roster if each.trait_choices), _ids(roster), scene.season.drivers)


def patient(scene: Scene) -> Ids:
    """One of the franchise's whom the item cures, or any of its roster."""
    ill = (driver for item, driver, _ in cures(scene.season) if item == scene.drawn["item"])
    return among(ill, _ids(scene.season.roster(scene.franchise)), scene.season.drivers)


def curable(scene: Scene) -> Ids:
    """A quirk of the driver's that the item cures, or any that is cured."""
    named = scene.drawn["item"], scene.drawn["driver"]
    has = (quirk for item, driver, quirk in cures(scene.season) if (item, driver) == named)
    return among(has, ("eye_problem", "arthritic", "stupid"))


def talents_held(scene: Scene) -> SearchStrategy[list[str]]:
    """At most one of the driver's."""
    found = _driver(scene)
    return some(set(found.talents) if found else (), most=1)


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
    """One that can be spared, or any."""
    return among(spare_cars(scene.season), scene.season.cars)


def item_in_place(scene: Scene) -> Ids:
    """One of the franchise's that is on something, or any of its stores."""
    stores = scene.season.stores(scene.franchise)
    return among((store.id for store in stores if store.car or store.driver or store.weapon), _ids(stores))


def car_to_fit(scene: Scene) -> Ids:
    """A car of the franchise's where the item goes on a car."""
    return car(scene) if _goes_on(scene) == "car" else st.just("")


def driver_to_fit(scene: Scene) -> Ids:
    """A driver of the franchise's where the item is worn."""
    return driver(scene) if _goes_on(scene) == "driver" else st.just("")


def weapon_to_fit(scene: Scene) -> Ids:
    """A weapon of the franchise's where the item goes on one."""
    guns = (store.id for store in scene.season.stores(scene.franchise) if CATALOG[store.kind].group == "weapon")
    return among(guns) if _goes_on(scene) == "weapon" else st.just("")


def cure(scene: Scene) -> Ids:
    """A medical device of the franchise's for one of its drivers, or any of its stores."""
    stores = set(_ids(scene.season.stores(scene.franchise)))
    return among(stores & {item for item, _, _ in cures(scene.season)}, stores, scene.season.items)


def kind_to_give(scene: Scene) -> Ids:
    """What cures one of the franchise's drivers, or anybody, or anything of any table."""
    ill = {quirk for driver in scene.season.roster(scene.franchise) for quirk in driver.quirks}
    curing = (kind for kind, cured in CURES.items() if ill & set(cured))
    return among(curing, CURES) | st.sampled_from(sorted(CATALOG))


def with_ill_driver(scene: Scene) -> Ids:
    """One with a driver who can be cured, or any."""
    cured = {quirk for quirks in CURES.values() for quirk in quirks}
    return _whose((each.id for each in scene.season.all_franchises() if _suffers(scene, each.id, cured)), scene)


def _suffers(scene: Scene, franchise: str, quirks: set[str]) -> bool:
    return any(quirks & each.quirks.keys() for each in scene.season.roster(franchise))


def selling(scene: Scene) -> Ids:
    """One that may sell a car now, or any."""
    return _whose(sellers(scene.season), scene)


def car_to_sell(scene: Scene) -> Ids:
    """One the franchise can spare, or any of its garage."""
    return among((spare_car for spare_car in spare_cars(scene.season) if spare_car in _garage(scene)), _garage(scene))


def _garage(scene: Scene) -> list[str]:
    return _ids(scene.season.garage(scene.franchise))


def kind_of_sponsor(_: Scene) -> Ids:
    """A holding company, which can be cashed, or any kind."""
    return st.just(HOLDING_COMPANY) | st.sampled_from(sorted(SPONSOR_KINDS))


def holding(scene: Scene) -> Ids:
    """A holding company of the franchise's, or any sponsor of it."""
    held = scene.season.sponsors_of(scene.franchise)
    return among((each.id for each in held if each.kind == HOLDING_COMPANY), _ids(held), scene.season.sponsors)


def is_contract(scene: Scene) -> bool:
    """Whether the offer drawn is a sponsor's contract and no item."""
    found = scene.season.offers.get(scene.drawn["offer"])
    return found is not None and found.kind == NEW_CONTRACT


def sponsor_to_leave(scene: Scene) -> Ids:
    """Where the offer is a contract and there is no room for it, who has to leave."""
    held = scene.season.sponsors_of(scene.franchise)
    full = len(held) >= scene.season.number_setting("sponsors.max")
    return among(_ids(held)) if full and is_contract(scene) else st.just("")


def open_round(scene: Scene) -> Ids:
    """The round that is open, or any."""
    return among(_ids(open_rounds_of(scene.season)), scene.season.rounds)


def trade_to_answer(scene: Scene) -> Ids:
    """One that was proposed to the franchise, or any."""
    asked = (each.id for each in scene.season.all_trades() if each.partner == scene.franchise)
    return among(asked, scene.season.trades)


def trade_to_approve(scene: Scene) -> Ids:
    """One both sides want, or any."""
    return among((each.id for each in scene.season.all_trades() if each.accepted), scene.season.trades)


def _goes_on(scene: Scene) -> str:
    found = scene.season.items.get(scene.drawn["item"])
    return CATALOG[found.kind].where if found else "car"


def _driver(scene: Scene) -> Driver | None:
    return scene.season.drivers.get(str(scene.drawn.get("driver", "")))


def _turn(turn: Turn | None, scene: Scene) -> Ids:
    return _whose([turn.franchise] if turn else [], scene)


def _whose(franchises: Iterable[str], scene: Scene) -> Ids:
    """One of those, now and then anybody else."""
    those, everybody = set(franchises), sorted(scene.season.franchises)
    return among(those) | among(those) | among(those) | among(everybody) if those else among(everybody)


def _ids(things: Iterable[Identified]) -> list[str]:
    return [thing.id for thing in things]
