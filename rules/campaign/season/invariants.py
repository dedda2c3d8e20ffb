"""What is true of every season between two commands. Annex (b); rules DM-C-012, DM-C-060, DM-C-065, DM-C-069,
DM-C-099, DM-C-120, DM-C-135, DM-C-150, DM-C-156, DM-C-164, DM-C-168, DM-C-177.

Limits that a house rule may change are checked at their present setting. What binds only at certain moments, such as
the smallest garage and the shortest roster, is checked by the commands of those moments.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from rules.campaign.core.command import MATCH_STEPS, STEP_ORDER
from rules.campaign.core.locks_and_shops import LOCKED_STEPS
from rules.campaign.core.state import Car, Driver, Franchise, Item, LineUp, Season
from rules.campaign.garage.designs import load_errors
from rules.campaign.garage.item_placement import car_slot
from rules.campaign.people.experience import level_at
from rules.campaign.people.quirks import AVAILABILITY_ORDER, QUIRK_NAMES
from rules.campaign.people.talents import MECHANIC, TALENT_BY_TAG
from rules.campaign.sponsors.kinds import SPONSOR_KINDS
from rules.core.terms import Trait
from rules.match.catalog import CATALOG

FATIGUE_TRAITS = frozenset({Trait.DRIVING.value, Trait.GUNNERY.value, Trait.INITIATIVE.value})
STAFF_RATINGS = (1, 2, 3, 4)
MOST_CUP_HOLDERS = 1


def broken_invariants(season: Season) -> list[str]:
    """A sentence for every invariant that the season breaks; empty if it breaks none."""
    broken: list[str] = []
    for franchise in season.all_franchises():
        broken.extend(_franchise_errors(season, franchise))
        broken.extend(_sponsorship_errors(season, franchise))
    broken.extend(_rank_errors(season))
    for id in sorted(season.drivers):
        broken.extend(_driver_errors(season, season.drivers[id]))
    broken.extend(_contract_errors(season))
    for id in sorted(season.cars):
        broken.extend(_car_errors(season, season.cars[id]))
    for id in sorted(season.items):
        broken.extend(_item_errors(season, season.items[id]))
    broken.extend(_placement_errors(season))
    broken.extend(_load_errors(season))
    broken.extend(_sponsor_errors(season))
    broken.extend(_round_errors(season))
    for id in sorted(season.line_ups):
        broken.extend(_line_up_errors(season, season.line_ups[id]))
    broken.extend(_market_errors(season))
    return broken


def _franchise_errors(season: Season, franchise: Franchise) -> Iterator[str]:
    id = franchise.id
    figures = ("balance", "points", "wins", "criticals", "rank", "picks", "cup_bonus", "holding_payout")
    for name in figures:
        if getattr(franchise, name) < 0:
            yield f"The {name.replace('_', ' ')} of {id} is below 0."
    if franchise.staff_rating not in STAFF_RATINGS:
        yield f"{id} has staff of rating {franchise.staff_rating}: there are 1 to 4."
    if franchise.staff_held not in (0, *STAFF_RATINGS):
        yield f"{id} holds staff of rating {franchise.staff_held}: there are 1 to 4."
    if not 1 <= franchise.first_season <= season.number:
        yield f"{id} was founded in season {franchise.first_season}, and this is season {season.number}."
    signed = [
        contract for contract in season.contracts.values() if contract.franchise == id and contract.phase == "signed"
    ]
    drivers, most = len(signed), season.number_setting("roster.max")
    if drivers > most:
        yield f"{id} has {drivers} drivers, and a roster holds {most}."
    cars, most = len(season.garage(id)), season.number_setting("garage.max")
    if cars > most:
        yield f"{id} has {cars} cars, and a garage holds {most}."
    # The most draft picks (DM-C-164) and protected drivers (DM-C-161) that any franchise may have.
    picks = season.number_setting("draft.picks") + season.number_setting("draft.picks_bottom_two_bonus")
    if franchise.picks > picks:
        yield f"{id} has {franchise.picks} draft picks, and nobody has more than {picks}."
    protected = sum(contract.protected and contract.franchise == id for contract in season.contracts.values())
    allowed = season.number_setting("draft.contracts") + season.number_setting("draft.contracts_top_two_bonus")
    if protected > allowed:
        yield f"{id} protects {protected} drivers, and nobody protects more than {allowed}."


def _sponsorship_errors(season: Season, franchise: Franchise) -> Iterator[str]:
    id, held, most = franchise.id, len(season.sponsors_of(franchise.id)), season.number_setting("sponsors.max")
    if held > most:
        yield f"{id} has {held} sponsors, and nobody has more than {most}."
    if not held and not franchise.folded:
        yield f"{id} has no sponsor: the last one is never lost."
    for kind in franchise.waiting_sponsors:
        if kind not in SPONSOR_KINDS:
            yield f"A sponsor of no known kind, {kind!r}, waits for {id}."


def _rank_errors(season: Season) -> Iterator[str]:
    ranks = sorted(franchise.rank for franchise in season.all_franchises() if franchise.rank)
    if ranks and ranks != list(range(1, len(season.franchises) + 1)):
        yield "The final table does not give each franchise a place of its own."
    holders = [franchise.id for franchise in season.all_franchises() if franchise.cup_plus_one]
    if len(holders) > MOST_CUP_HOLDERS:
        yield f"{' and '.join(holders)} hold the Metal Cup: there is one."


def _driver_errors(season: Season, driver: Driver) -> Iterator[str]:
    id = driver.id
    for name in ("xp", "trait_choices", *(trait.value for trait in Trait)):
        if getattr(driver, name) < 0:
            yield f"The {name.replace('_', ' ')} of {id} is below 0."
    if driver.level < level_at(xp=driver.xp, capped=True):
        yield f"{id} is at level {driver.level}, below what {driver.xp} XP make."
    if driver.availability not in AVAILABILITY_ORDER:
        yield f"{id} is {driver.availability!r}, which nobody can be."
    for talent, times in sorted(Counter(driver.talents).items()):
        if talent not in TALENT_BY_TAG:
            yield f"{id} has {talent!r}, which is no talent."
        # Drivers have a talent once (DM-C-020), except for Mechanic (DM-C-040).
        elif times > 1 and talent != MECHANIC and season.setting("talents.duplicates") != "stack":
            yield f"{id} has the talent {talent} {times} times."
    for quirk, count in sorted(driver.quirks.items()):
        if quirk not in QUIRK_NAMES:
            yield f"{id} has {quirk!r}, which is no quirk."
        if count < 0:
            yield f"{id} has the quirk {quirk} {count} times."
    for trait in sorted(set(driver.fatigue) - FATIGUE_TRAITS):
        yield f"{id} is tired in {trait!r}, which fatigue never lowers."


def _contract_errors(season: Season) -> Iterator[str]:
    for id in sorted(season.contracts):
        contract = season.contracts[id]
        if id not in season.drivers:
            yield f"{contract.franchise} has a contract with {id}, who does not exist."
        elif season.drivers[id].availability == "retired":
            yield f"{contract.franchise} has a contract with {id}, who left the sport."
        if contract.franchise not in season.franchises:
            yield f"{id} is under contract with {contract.franchise!r}, which does not exist."
        if contract.fee < 0:
            yield f"The fee of {id} is below 0."


def _car_errors(season: Season, car: Car) -> Iterator[str]:
    if car.franchise not in season.franchises:
        yield f"{car.id} belongs to {car.franchise!r}, which does not exist."
    for name in ("dp", "paid", "criticals"):
        if getattr(car, name) < 0:
            yield f"The {name} of {car.id} are below 0."
    if car.gearing not in (-1, 0, 1):
        yield f"{car.id} has the gearing {car.gearing}: there are -1, 0 and 1."
    if car.phase == "garage" and car.destroyed and not _awaits_decision(season, car.franchise):
        yield f"{car.id} is destroyed and nobody is asked about it."


def _awaits_decision(season: Season, franchise: str) -> bool:
    return any(
        line_up.franchise == franchise and not line_up.decided and season.match(line_up.match).step == "M5.4"
        for line_up in season.line_ups.values()
    )


def _item_errors(season: Season, item: Item) -> Iterator[str]:
    id, owner = item.id, item.franchise
    if owner not in season.franchises:
        yield f"{id} belongs to {owner!r}, which does not exist."
    if item.kind not in CATALOG:
        yield f"{id} is {item.kind!r}, which no table has."
    if sum(bool(place) for place in (item.car, item.driver, item.weapon)) > 1:
        yield f"{id} is in more than one place."
    if item.uses < 0:
        yield f"{id} has less than 0 uses left."
    car, contract = season.cars.get(item.car), season.contracts.get(item.driver)
    weapon = season.items.get(item.weapon)
    if item.car and (car is None or car.franchise != owner or car.phase != "garage"):
        yield f"{id} is fitted to {item.car}, which does not stand in the garage of {owner}."
    if item.driver and (contract is None or contract.franchise != owner):
        yield f"{id} is worn by {item.driver}, who is not under contract with {owner}."
    if item.bound and item.car not in ("", item.bound):
        yield f"{id} belongs to {item.bound} and is on {item.car}."
    bound = season.cars.get(item.bound)
    if item.bound and (bound is None or bound.franchise != owner or bound.phase != "garage"):
        yield f"{id} belongs to {item.bound}, which does not stand in the garage of {owner}."
    if item.weapon and (weapon is None or weapon.franchise != owner or weapon.weapon):
        yield f"{id} is fixed to {item.weapon}, which is no weapon of {owner}."


def _placement_errors(season: Season) -> Iterator[str]:
    """Find cars, weapons and drivers that have two things where the book allows one."""
    # A house rule lets devices of the same kind stack (DM-C-121).
    stacks = season.setting("devices.same_item_stacks")
    on_cars: list[tuple[str, str]] = []
    elsewhere: list[tuple[str, str]] = []
    for id in sorted(season.items):
        item = season.items[id]
        if item.kind not in CATALOG:
            continue
        place = car_slot(item.kind)
        if item.car and place and not (stacks and CATALOG[item.kind].may_stack):
            on_cars.append((item.car, place))
        if item.driver or item.weapon:
            elsewhere.append((item.driver or item.weapon, item.kind))
    for place, kind in _repeated([*on_cars, *elsewhere]):
        yield f"{place} has more than one {kind.replace('_', ' ')}."


def _load_errors(season: Season) -> Iterator[str]:
    """Find what a car carries although its design forbids it (DM-C-150)."""
    for id in sorted(season.cars):
        car = season.cars[id]
        for error in load_errors(season, car, [item.kind for item in season.items_on_car(id)]):
            yield f"{id} carries what its design forbids: {error.sentence}"


def _repeated(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    return sorted(pair for pair, times in Counter(pairs).items() if times > 1)


def _sponsor_errors(season: Season) -> Iterator[str]:
    for id in sorted(season.sponsors):
        sponsor = season.sponsors[id]
        if sponsor.kind not in SPONSOR_KINDS:
            yield f"{id} is {sponsor.kind!r}, which no sponsor is."
        if sponsor.franchise and sponsor.franchise not in season.franchises:
            yield f"{id} is a sponsor of {sponsor.franchise!r}, which does not exist."
        if not 1 <= sponsor.joined <= season.number:
            yield f"{id} joined in season {sponsor.joined}, and this is season {season.number}."
        if any(number + 1 in sponsor.safe_in for number in sponsor.safe_in):
            yield f"{id} was safe in two seasons running."
    if season.pool_sponsors() and season.step != "E8":
        yield "Sponsors are in the pool, and nobody is picking from it."


def _round_errors(season: Season) -> Iterator[str]:
    rounds = season.all_rounds()
    first = season.rounds_before + 1
    if [round.number for round in rounds] != list(range(first, first + len(rounds))):
        yield "The rounds are not counted one after the other."
    if rounds and rounds[-1].number > season.rounds_planned:
        yield f"There are more rounds than the {season.rounds_planned} planned."
    for round in rounds:
        matches = season.matches_of(round.id)
        steps = {match.step for match in matches}
        over = steps <= {"settled", "void"}
        if round.step == "closed" and not over:
            yield f"Round {round.id} is closed and a match of it is not over."
        if round.step != "closed" and round is not rounds[-1]:
            yield f"Round {round.id} is open and a later one was announced."
        entered = Counter(
            line_up.franchise for match in matches if match.step != "void" for line_up in season.line_ups_of(match.id)
        )
        for franchise, times in sorted(entered.items()):
            if times > 1:
                yield f"{franchise} is in {times} matches of round {round.id}."
    for id in sorted(season.matches):
        match = season.matches[id]
        if match.round not in season.rounds:
            yield f"{id} is in round {match.round!r}, which does not exist."
        if match.step not in MATCH_STEPS:
            yield f"{id} is at {match.step!r}, which is no step of a match."
    if season.step not in STEP_ORDER or season.step in MATCH_STEPS:
        yield f"The season is at {season.step!r}, which is no step of a season."


def _line_up_errors(season: Season, line_up: LineUp) -> Iterator[str]:
    """Check a line-up. Owners are checked from the lock on, since a seat may lose its driver or car before."""
    if line_up.franchise not in season.franchises or line_up.match not in season.matches:
        yield f"The line-up {line_up.id} is of no franchise or no match."
        return
    match = season.match(line_up.match)
    seats = season.seats_of(line_up.id)
    if len(seats) > match.vehicles_per_team:
        yield f"{line_up.id} has {len(seats)} cars, and {match.id} allows {match.vehicles_per_team}."
    if seats and line_up.forfeited:
        yield f"{line_up.id} was forfeited and has cars."
    crew = Counter(id for seat in seats for id in (seat.driver, seat.gunner) if id)
    for id, times in sorted((*crew.items(), *Counter(seat.car for seat in seats).items())):
        if times > 1:
            yield f"{id} stands {times} times in {line_up.id}."
    if match.step not in LOCKED_STEPS:
        return
    for seat in seats:
        if season.car(seat.car).franchise != line_up.franchise:
            yield f"{seat.car} is in {line_up.id} and is no car of {line_up.franchise}."
        if seat.gunner and not season.car(seat.car).gunner_station:
            yield f"{seat.gunner} is a gunner in {seat.car}, which has no station."
    for id in sorted(crew):
        contract = season.contracts.get(id)
        if contract is None or contract.franchise != line_up.franchise:
            yield f"{id} is in {line_up.id} and not under contract with {line_up.franchise}."


def _market_errors(season: Season) -> Iterator[str]:
    # Each world-trade roll makes one offer at most (DM-C-105).
    rolls = season.number_setting("world_trade.rolls_per_match")
    offered = Counter(
        (offer.match, offer.franchise) for offer in season.offers.values() if offer.source == "world_trade"
    )
    for (match, franchise), times in sorted(offered.items()):
        if times > rolls:
            yield f"{franchise} has {times} world-trade offers after {match}, and rolls {rolls} times."
    for id in sorted(season.offers):
        offer = season.offers[id]
        if offer.franchise not in season.franchises or offer.match not in season.matches:
            yield f"The offer {id} is to no franchise or after no match."
    for trade in season.all_trades():
        sides = {trade.franchise, trade.partner}
        if len(sides) < 2 or not sides <= set(season.franchises):
            yield f"The trade {trade.id} is not between two franchises."
