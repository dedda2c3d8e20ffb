"""A franchise's answers to everything it is asked now, by its standing orders: on drivers and staff, cars, sponsors
and the market, around a match, and at the season's end.

Rules DM-C-012, DM-C-018, DM-C-057, DM-C-060 to DM-C-067, DM-C-069, DM-C-070, DM-C-079, DM-C-080, DM-C-084, DM-C-089,
DM-C-095, DM-C-101, DM-C-104 to DM-C-108, DM-C-131, DM-C-159 to DM-C-168, DM-C-171, DM-C-179, HOUSE-007.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypedDict

from rules.campaign.core.command import Command
from rules.campaign.core.locks_and_shops import open_shopping_line_up, refuse_shops_closed
from rules.campaign.core.state import Car, Driver, Item, LineUp, Offer, Season, Sponsor
from rules.campaign.garage.cars import BuyCar, SellCar, new_car_price
from rules.campaign.garage.item_placement import FitItem
from rules.campaign.garage.purchases import BuyItem
from rules.campaign.garage.stores import item_price
from rules.campaign.market.offers import NEW_CONTRACT, BuyOffer, DeclineOffer
from rules.campaign.market.shopping import FinishShopping
from rules.campaign.market.trades import WithdrawTrade
from rules.campaign.market.world_trade import RollWorldTrade
from rules.campaign.match_day.duel_checks import first_who_may_enter, may_have_gunner
from rules.campaign.match_day.line_ups import NameLineUp, SeatPlan
from rules.campaign.match_day.repairs import DecideRepairs, damaged_cars, destroyed_cars
from rules.campaign.money.prices import (
    MATCH_MECHANIC_K,
    PARTY_K,
    ROOKIE_K,
    STAFF_K,
    list_price,
    repair_price,
    replacement_price,
)
from rules.campaign.people.experience import ChooseTrait
from rules.campaign.people.hiring import AcknowledgeShortRoster, HireRookie
from rules.campaign.people.medical_devices import CURES, UseMedicalDevice
from rules.campaign.people.quirks import LOWERED_TRAITS, penalty
from rules.campaign.people.staff import HireMatchMechanic, HireStaff
from rules.campaign.people.traits import base_trait
from rules.campaign.people.veterans import HireVeteran, rehire_fee
from rules.campaign.season_end.draft import PassPick, PickDriver, draftable_drivers
from rules.campaign.season_end.franchise_contracts import ProtectDrivers, contract_limit, takes_part_in_draft
from rules.campaign.season_end.sponsor_pool import DeclareSafe, PassSponsor, PickSponsor
from rules.campaign.season_end.staff_retention import KeepStaff, keep_fee
from rules.campaign.sponsors.holding_companies import HOLDING_COMPANY, CashHolding
from rules.campaign.sponsors.kinds import (
    SPONSOR_KINDS,
    effect_count,
    has_sponsor_room,
    repair_amount,
    replacement_amount,
)
from rules.campaign.sponsors.party import PlaceSponsor, ThrowParty
from rules.campaign.steward.answer_builder import AnswerBuilder
from rules.campaign.steward.necessities import cars_short, credits_needed, drivers_short
from rules.campaign.steward.standing_orders import Orders
from rules.campaign.steward.waits import is_awaited, is_line_up_awaited, line_ups_of_franchise
from rules.core.refusals import Refusal
from rules.core.terms import CarId, DriverId, ItemId, K, MatchId, OfferId, SponsorId, TradeId, Trait
from rules.match.catalog import item_type

ROOKIE_WORTH = 12
"""The worth of a rookie, who has four traits of 3."""


def driver_worth(driver: Driver) -> int:
    """A driver's lasting worth: traits less what quirks take off, plus talents. Fatigue passes and is left out."""
    traits = driver.driving + driver.gunnery + driver.initiative + driver.toughness
    lost = sum(penalty(quirk, count) for quirk, count in driver.quirks.items() if count and quirk in LOWERED_TRAITS)
    return traits - lost + len(driver.talents)


def drivers_by_worth(drivers: Iterable[Driver]) -> list[Driver]:
    """Drivers by worth, best first, then by experience, then by id."""
    return sorted(drivers, key=lambda driver: (-driver_worth(driver), -driver.xp, driver.id))


def hire_drivers(desk: AnswerBuilder) -> None:
    """Sign veterans who are at least worth a rookie, then rookies, up to the wanted roster."""
    season = desk.season
    for veteran in drivers_by_worth(season.reserved_drivers(desk.id)):
        fee = rehire_fee(season, season.contracts[veteran.id], level=veteran.level)
        if driver_worth(veteran) >= ROOKIE_WORTH:
            _sign(desk, HireVeteran(franchise=desk.id, driver=DriverId(veteran.id)), fee=fee)
    while _sign(desk, HireRookie(franchise=desk.id, driver=DriverId(desk.new_id("d"))), fee=ROOKIE_K * K):
        pass


def _sign(desk: AnswerBuilder, command: Command, *, fee: int) -> bool:
    """Hire a driver: one that is lacking whatever the caps say, another if it is wanted and affordable.

    Lacking drivers come before cars, since cars can be bought after every match too.
    """
    if drivers_short(desk.season, desk.id):
        return desk.try_command(command)
    wanted = len(desk.season.roster(desk.id)) < desk.orders.roster
    affordable = fee <= min(desk.orders.driver_k * K, desk.spendable())
    return wanted and affordable and desk.try_command(command)


def hire_staff(desk: AnswerBuilder) -> None:
    """Hire the best staff, up to the wanted rating, that can be hired and paid."""
    for rating in range(desk.orders.staff_rating, desk.franchise.staff_rating, -1):
        price_k = STAFF_K[rating]
        affordable = price_k <= desk.orders.staff_k and price_k * K <= desk.spendable()
        if affordable and desk.try_command(HireStaff(franchise=desk.id, rating=rating)):
            return


def acknowledge_short_roster(desk: AnswerBuilder) -> None:
    """Acknowledge a short roster, unless that has been done."""
    season = desk.season
    least = season.number_setting("roster.min")
    is_short = len(season.roster(desk.id)) < least  # no mutant: the command is refused otherwise
    if is_short and not desk.franchise.short_roster_known:
        desk.try_command(AcknowledgeShortRoster(franchise=desk.id))


def choose_traits(desk: AnswerBuilder) -> None:
    """Spend every trait point to choose: on the lowest of the wanted traits, the first of them if level."""
    traits = desk.orders.traits or list(Trait)
    for driver in desk.season.roster(desk.id):
        for _ in range(driver.trait_choices):
            lowest = min(traits, key=lambda trait: base_trait(driver, trait))
            desk.try_command(ChooseTrait(franchise=desk.id, driver=DriverId(driver.id), trait=lowest))


def use_medical_devices(desk: AnswerBuilder) -> None:
    """Use every artificial part on the driver who needs it most: second occurrences first, then better drivers."""
    if not desk.orders.medical:
        return
    for item in desk.season.stores(desk.id):
        for driver, quirk in curable_quirks(desk, item.kind):
            if desk.try_command(
                UseMedicalDevice(franchise=desk.id, item=ItemId(item.id), driver=DriverId(driver.id), quirk=quirk)
            ):
                break


def curable_quirks(desk: AnswerBuilder, kind: str) -> list[tuple[Driver, str]]:
    """Drivers with a quirk that the kind of device corrects, the most afflicted first, each with the quirk."""
    pairs = [
        (driver, quirk)
        for driver in desk.season.roster(desk.id)
        for quirk in CURES.get(kind, ())
        if driver.quirks.get(quirk)
    ]
    return sorted(pairs, key=lambda pair: (-pair[0].quirks[pair[1]], -driver_worth(pair[0]), pair[0].id))


GUNS_A_CAR = 2
"""The most weapons that a car is given."""


def cars_by_preference(desk: AnswerBuilder) -> list[Car]:
    """The garage by preference: cars that the orders name, then the least damaged."""
    named = {id: place for place, id in enumerate(desk.orders.cars)}
    return sorted(desk.season.garage(desk.id), key=lambda car: (named.get(car.id, len(named)), car.criticals, car.id))


def buy_cars(desk: AnswerBuilder) -> None:
    """Buy cars: up to the smallest garage whatever the caps say, then as many as wanted while money allows."""
    season, orders = desk.season, desk.orders
    while True:
        garage = season.garage(desk.id)
        needed = cars_short(season, desk.id) > 0
        if not needed and len(garage) >= orders.garage:
            return
        overhead = sum(car.overhead for car in garage) < orders.overhead_cars and _within_caps(desk, overhead=True)
        if not (needed or overhead or _within_caps(desk, overhead=False)) or not _buy_car(desk, overhead=overhead):
            return


def _within_caps(desk: AnswerBuilder, *, overhead: bool) -> bool:
    amount = new_car_price(desk.season, desk.id, overhead=overhead)
    held_for_it = new_car_price(desk.season, desk.id) if cars_short(desk.season, desk.id) else 0
    return amount <= desk.orders.car_k * K and amount <= desk.spare() + held_for_it


def _buy_car(desk: AnswerBuilder, *, overhead: bool) -> bool:
    return desk.try_command(
        BuyCar(
            franchise=desk.id,
            car=CarId(desk.new_id("c", round=shop_round(desk))),
            overhead=overhead,
            gunner_station=desk.orders.gunner_stations,
            gearing=desk.orders.gearing,
        )
    )


def sell_surplus(desk: AnswerBuilder) -> None:
    """Sell the least preferred cars that exceed the garage limit of the season (DM-C-065)."""
    for car in cars_by_preference(desk)[desk.season.number_setting("garage.max") :]:
        desk.try_command(SellCar(franchise=desk.id, car=CarId(car.id)))


def fit_out(desk: AnswerBuilder) -> None:
    """Fit loose items where they are useful. Call it only while items may be moved."""
    for item in desk.season.stores(desk.id):
        if item.car or item.driver or item.weapon:
            continue
        for place in places_for(desk, item.kind):
            if desk.try_command(FitItem(franchise=desk.id, item=ItemId(item.id), **place)):
                break


def is_useful(desk: AnswerBuilder, kind: str) -> bool:
    """Whether another item of a kind would be used: none is loose in the stores, and there is a place for it."""
    loose = any(
        item.kind == kind and not (item.car or item.driver or item.weapon) for item in desk.season.stores(desk.id)
    )
    return not loose and (not item_type(kind).where or bool(places_for(desk, kind)))


class ItemPlace(TypedDict, total=False):
    """Where an item goes, by the field of `FitItem`."""

    car: CarId
    driver: DriverId
    weapon: ItemId


def places_for(desk: AnswerBuilder, kind: str) -> list[ItemPlace]:
    """Where an item of a kind would be useful, best first. The rules may still refuse a place."""
    row = item_type(kind)
    if row.group == "gears":
        return []  # every car has the gear-set it was built with
    if row.where == "driver":
        bare = [
            driver
            for driver in desk.season.roster(desk.id)
            if kind not in _kinds(desk.season.equipment_of(driver.id))
        ]
        return [ItemPlace(driver=DriverId(driver.id)) for driver in drivers_by_worth(bare)]
    cars = cars_by_preference(desk)
    if row.where == "weapon":
        return [ItemPlace(weapon=ItemId(item.id)) for car in cars for item in _guns_without(desk, car, kind)]
    if row.where == "car":
        most = GUNS_A_CAR if row.group == "weapon" else 1
        carried = {car.id: _similar_item_count(desk, car, kind) for car in cars}
        cars.sort(key=lambda car: carried[car.id])
        return [ItemPlace(car=CarId(car.id)) for car in cars if carried[car.id] < most]
    return []


def _guns_without(desk: AnswerBuilder, car: Car, kind: str) -> list[Item]:
    fitted = desk.season.items_on_car(car.id)
    equipped = {item.weapon for item in fitted if item.kind == kind}
    return [item for item in fitted if item_type(item.kind).group == "weapon" and item.id not in equipped]


def _similar_item_count(desk: AnswerBuilder, car: Car, kind: str) -> int:
    """How many items on a car do the same as that kind: any weapon, any tires, or the same device."""
    group = item_type(kind).group
    alike = {"weapon", "tires"}
    return sum(
        item_type(item.kind).group == group if group in alike else item.kind == kind
        for item in desk.season.items_on_car(car.id)
    )


def _kinds(items: list[Item]) -> set[str]:
    return {item.kind for item in items}


def stock_up(desk: AnswerBuilder) -> None:
    """Fit loose items, and buy tires for bare cars and a weapon for unarmed ones."""
    fit_out(desk)
    for car in cars_by_preference(desk):
        for kind in (f"tire_{desk.orders.tires}", *desk.orders.weapons):
            if not _similar_item_count(desk, car, kind):
                _buy_for(desk, car, kind)


def shop_round(desk: AnswerBuilder) -> int:
    """The number of the round whose shops are open to the franchise, else of the last round; 0 in setup."""
    line_up = open_shopping_line_up(desk.season, desk.id)
    if line_up is not None:
        return desk.season.rounds[desk.season.match(line_up.match).round].number
    rounds = desk.season.all_rounds()
    return rounds[-1].number if rounds else 0


def _buy_for(desk: AnswerBuilder, car: Car, kind: str) -> None:
    price = item_price(desk.season, desk.id, kind=kind, listed=list_price(kind))
    if price > min(desk.orders.item_k * K, desk.spendable()):
        return
    item = ItemId(desk.new_id("i", round=shop_round(desk)))
    tread = desk.orders.tread if item_type(kind).group == "tires" else ""
    if desk.try_command(BuyItem(franchise=desk.id, item=item, kind=kind, tread=tread)):
        desk.try_command(FitItem(franchise=desk.id, item=item, car=CarId(car.id)))


def sponsor_sort_key(orders: Orders, kind: str) -> tuple[int, int, str]:
    """The sort key of a kind of sponsor, best first: by the owner's preference, then by average income."""
    named = orders.sponsors.index(kind) if kind in orders.sponsors else len(orders.sponsors)
    return named, -SPONSOR_KINDS[kind].dice * SPONSOR_KINDS[kind].each_k, kind


def sponsors_by_preference(desk: AnswerBuilder, sponsors: list[Sponsor]) -> list[Sponsor]:
    """Sponsors sorted by preference, the most wanted first."""
    return sorted(sponsors, key=lambda sponsor: (sponsor_sort_key(desk.orders, sponsor.kind), sponsor.id))


def least_wanted_sponsor(desk: AnswerBuilder) -> Sponsor:
    """The sponsor to give up first. Every franchise has one (DM-C-069)."""
    return sponsors_by_preference(desk, desk.season.sponsors_of(desk.id))[-1]


def is_preferred(desk: AnswerBuilder, kind: str, than: str) -> bool:
    """Whether a kind of sponsor is wanted more than another."""
    return sponsor_sort_key(desk.orders, kind) < sponsor_sort_key(desk.orders, than)


def throw_party(desk: AnswerBuilder) -> None:
    """Throw the largest party that the orders and the balance allow."""
    payable = [price for price in PARTY_K if price <= desk.orders.party_k and price * K <= desk.spendable()]
    if payable and not desk.franchise.party_thrown:
        desk.try_command(ThrowParty(franchise=desk.id, spend_k=max(payable)))


def place_waiting_sponsors(desk: AnswerBuilder) -> None:
    """Let each waiting sponsor replace a less wanted one. Decline it otherwise, unless it must replace one."""
    for kind in list(desk.franchise.waiting_sponsors):
        least = least_wanted_sponsor(desk)
        new = SponsorId(desk.new_id("sponsor"))
        if is_preferred(desk, kind, least.kind) or not desk.try_command(PlaceSponsor(franchise=desk.id, sponsor=new)):
            desk.try_command(PlaceSponsor(franchise=desk.id, sponsor=new, replaces=SponsorId(least.id)))


def cash_to_survive(desk: AnswerBuilder) -> None:
    """Bankrupt a holding company if there is no money for what the season cannot go on without."""
    waits = desk.season.setting("sponsors.holding_payout_subject_to_overhead")
    if desk.orders.holding == "never" or waits or desk.franchise.balance >= credits_needed(desk.season, desk.id):
        return
    for sponsor in desk.season.sponsors_of(desk.id):
        if sponsor.kind == HOLDING_COMPANY:
            desk.try_command(CashHolding(franchise=desk.id, sponsor=SponsorId(sponsor.id)))


def declare_safe(desk: AnswerBuilder) -> None:
    """Declare the most wanted sponsor safe that may be declared, or none."""
    named = {id: place for place, id in enumerate(desk.orders.safe)}
    held = sponsors_by_preference(desk, desk.season.sponsors_of(desk.id))
    for sponsor in sorted(held, key=lambda sponsor: named.get(sponsor.id, len(named))):
        if desk.try_command(DeclareSafe(franchise=desk.id, sponsor=SponsorId(sponsor.id))):
            return
    desk.try_command(DeclareSafe(franchise=desk.id))


def pick_from_pool(desk: AnswerBuilder) -> None:
    """Take the most wanted sponsor of the pool, or pass when there is no room."""
    for sponsor in sponsors_by_preference(desk, desk.season.pool_sponsors()):
        if desk.try_command(PickSponsor(franchise=desk.id, sponsor=SponsorId(sponsor.id))):
            return
    desk.try_command(PassSponsor(franchise=desk.id))


def answer_shopping(desk: AnswerBuilder, line_up: LineUp) -> None:
    """Answer every offer, try the world market, decline trades, use devices, replenish, and finish shopping."""
    answer_offers(desk)
    try_world_market(desk, line_up)
    decline_trades(desk)
    use_medical_devices(desk)
    replenish(desk)
    desk.try_command(FinishShopping(franchise=desk.id, match=MatchId(line_up.match)))


def replenish(desk: AnswerBuilder) -> None:
    """Buy what is lacking from the price list, and hire people if they may be hired between matches."""
    cash_to_survive(desk)
    sell_surplus(desk)
    buy_cars(desk)
    if desk.season.setting("hire.midseason"):
        hire_drivers(desk)
    if desk.season.setting("staff.midseason_hire"):
        hire_staff(desk)
    stock_up(desk)


def answer_offers(desk: AnswerBuilder) -> None:
    """Buy or decline what is offered, tinkering first, since it bars everything else."""
    for offer in sorted(desk.season.offers_to(desk.id), key=lambda offer: (offer.source != "tinkering", offer.id)):
        if not (_wants(desk, offer) and _take_offer(desk, offer)):
            desk.try_command(DeclineOffer(franchise=desk.id, offer=OfferId(offer.id)))


def try_world_market(desk: AnswerBuilder, line_up: LineUp) -> None:
    """Make a world-trade roll, if the orders allow it and there is money for what it may offer."""
    if desk.orders.world_trade and desk.spendable() > 0:
        desk.try_command(RollWorldTrade(franchise=desk.id, match=MatchId(line_up.match)))


def decline_trades(desk: AnswerBuilder) -> None:
    """Decline trades that others propose, unless the orders leave them to the owner."""
    for trade in desk.season.all_trades():
        if desk.orders.trades == "decline" and trade.partner == desk.id:
            desk.try_command(WithdrawTrade(franchise=desk.id, trade=TradeId(trade.id)))


def _wants(desk: AnswerBuilder, offer: Offer) -> bool:
    most = desk.orders.offers.get(offer.kind, desk.orders.offer_k) * K
    brings_income = offer.kind == NEW_CONTRACT
    if offer.price > min(most, desk.spendable() if brings_income else desk.spare()):
        return False
    if brings_income:
        return has_sponsor_room(desk.season, desk.id) or is_preferred(
            desk, offer.sponsor_kind, least_wanted_sponsor(desk).kind
        )
    return bool(curable_quirks(desk, offer.kind)) if offer.kind in CURES else is_useful(desk, offer.kind)


def _take_offer(desk: AnswerBuilder, offer: Offer) -> bool:
    id = OfferId(offer.id)
    if offer.kind != NEW_CONTRACT:
        item = ItemId(desk.new_id("i", round=shop_round(desk)))
        return desk.try_command(BuyOffer(franchise=desk.id, offer=id, item=item))
    replaces = "" if has_sponsor_room(desk.season, desk.id) else least_wanted_sponsor(desk).id
    sponsor = SponsorId(desk.new_id("sponsor", round=shop_round(desk)))
    return desk.try_command(BuyOffer(franchise=desk.id, offer=id, sponsor=sponsor, replaces=SponsorId(replaces)))


def name_line_up(desk: AnswerBuilder, line_up: LineUp) -> None:
    """Line up the preferred cars with the preferred drivers, tired ones last, and spare drivers as gunners."""
    fit_out(desk)
    match = desk.season.match(line_up.match)
    id = MatchId(match.id)
    if desk.orders.match_mechanic and desk.spare() >= MATCH_MECHANIC_K * K:
        desk.try_command(HireMatchMechanic(franchise=desk.id, match=id))
    drivers = _available_drivers(desk)
    cars = [car for car in cars_by_preference(desk) if not (car.destroyed or car.broken)]
    waiting, seats = [driver.id for driver in drivers], list[tuple[Car, str]]()
    for car in cars:
        if len(seats) < match.vehicles_per_team and (
            driver := first_who_may_enter(desk.season, line_up, car, waiting)
        ):
            waiting.remove(driver)
            seats.append((car, driver))
    spare = [driver.id for driver in drivers if driver.id in waiting and not _is_tired(desk, driver)]
    plans = []
    for car, driver in seats:
        gunner = spare[0] if desk.orders.gunners and spare and car.gunner_station else ""
        if gunner and may_have_gunner(desk.season, line_up, car, driver=driver, gunner=gunner):
            spare.remove(gunner)
        else:
            gunner = ""
        plans.append(SeatPlan(car=CarId(car.id), driver=DriverId(driver), gunner=DriverId(gunner)))
    desk.try_command(NameLineUp(franchise=desk.id, match=id, seats=plans))


def _available_drivers(desk: AnswerBuilder) -> list[Driver]:
    named = {id: place for place, id in enumerate(desk.orders.drivers)}
    return sorted(
        (driver for driver in desk.season.roster(desk.id) if driver.availability == "available"),
        key=lambda driver: (
            _is_tired(desk, driver),
            named.get(driver.id, len(named)),
            len(driver.fatigue) - driver_worth(driver),
            driver.id,
        ),
    )


def _is_tired(desk: AnswerBuilder, driver: Driver) -> bool:
    return 0 < desk.orders.rest_at <= len(driver.fatigue)


def decide_repairs(desk: AnswerBuilder, line_up: LineUp) -> None:
    """Give up destroyed cars that are too expensive to replace, as far as the garage stays large enough.

    Damaged cars are repaired if that is not too expensive.
    """
    season = desk.season
    spare = len(season.garage(desk.id)) - season.number_setting("garage.min")
    expensive = [
        car for car in destroyed_cars(season, desk.id) if _replacement_bill(desk, car) > desk.orders.replace_k * K
    ]
    repaired = [car for car in damaged_cars(season, desk.id) if _repair_bill(desk, car) <= desk.orders.repair_k * K]
    desk.try_command(
        DecideRepairs(
            franchise=desk.id,
            match=MatchId(line_up.match),
            give_up=[CarId(car.id) for car in expensive[: max(0, spare)]],
            repair=[CarId(car.id) for car in repaired],
        )
    )


def _replacement_bill(desk: AnswerBuilder, car: Car) -> int:
    return replacement_amount(
        listed=replacement_price(overhead=car.overhead), insured=effect_count(desk.season, desk.id, "insurance")
    )


def _repair_bill(desk: AnswerBuilder, car: Car) -> int:
    return repair_amount(
        listed=repair_price(criticals=car.criticals, overhead=car.overhead),
        overhead=car.overhead,
        mechanic_shop=effect_count(desk.season, desk.id, "mechanic_shop"),
    )


def keep_staff(desk: AnswerBuilder) -> None:
    """Keep the staff if it is wanted and can be paid, else let it go. A folded franchise keeps nobody."""
    rating = desk.franchise.staff_rating
    payable = keep_fee(desk.season, rating=rating) <= min(desk.orders.staff_k * K, desk.spendable())
    wanted = desk.orders.keep_staff and rating >= desk.orders.staff_rating and not desk.franchise.folded
    desk.try_command(KeepStaff(franchise=desk.id, keep=wanted and payable))


def protect_drivers(desk: AnswerBuilder) -> None:
    """Protect the drivers that the orders name, then the best."""
    named = {id: place for place, id in enumerate(desk.orders.protect)}
    staying = drivers_by_worth(driver for driver in desk.season.roster(desk.id) if not driver.retiring)
    drivers = sorted(staying, key=lambda driver: named.get(driver.id, len(named)))
    kept = drivers[: contract_limit(desk.season, desk.franchise)]
    desk.try_command(ProtectDrivers(franchise=desk.id, drivers=[DriverId(driver.id) for driver in kept]))


def pick_driver(desk: AnswerBuilder) -> None:
    """Pick the first driver left in the queue, else one the orders name, else the best above a rookie; or pass.

    Once the roster is full, drivers are picked only from the queue.
    """
    if _pick_from_queue(desk):
        return
    if desk.orders.pick and _kept_driver_count(desk) < desk.orders.roster:
        named = {id: place for place, id in enumerate(desk.orders.draft)}
        draftable = drivers_by_worth(draftable_drivers(desk.season, desk.id))
        for driver in sorted(draftable, key=lambda driver: named.get(driver.id, len(named))):
            wanted = driver.id in named or driver_worth(driver) > ROOKIE_WORTH
            if wanted and desk.try_command(PickDriver(franchise=desk.id, driver=DriverId(driver.id))):
                return
    desk.try_command(PassPick(franchise=desk.id))


def _pick_from_queue(desk: AnswerBuilder) -> bool:
    if not desk.orders.draft_queue:
        return False
    draftable = {driver.id for driver in draftable_drivers(desk.season, desk.id)}
    queued = (id for id in desk.orders.draft_queue if id in draftable)
    return any(desk.try_command(PickDriver(franchise=desk.id, driver=DriverId(id))) for id in queued)


def _kept_driver_count(desk: AnswerBuilder) -> int:
    """How many drivers will be reserved for the franchise after the draft."""
    theirs = [contract for contract in desk.season.contracts.values() if contract.franchise == desk.id]
    if not takes_part_in_draft(desk.season, desk.franchise):
        return len(theirs)
    return sum(contract.protected or contract.phase == "reserved" for contract in theirs)


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
