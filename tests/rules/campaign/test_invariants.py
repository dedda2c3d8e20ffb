"""The invariants of a season: a valid one breaks none, and each violation is named."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from rules.campaign.core.state import (
    Car,
    Contract,
    Driver,
    Franchise,
    Item,
    LineUp,
    Match,
    Offer,
    Round,
    Season,
    Sponsor,
    Trade,
)
from rules.campaign.season.invariants import broken_invariants
from rules.core.switches import Setting
from tests.rules.campaign.memory_seasons import Table, accept, locked, settled, signed

Break = Callable[[Season], object]


def whole() -> Season:
    """A season in its second round, locked, with items on a car, a weapon and a driver."""
    table: Table = locked(gunner_stations=True)
    accept(table)
    settled(table)
    locked(table=table, number=2)
    for car in table.season.garage("saints"):
        car.gunner_station = False
    fit(table.season, "gun", "machinegun", car="razors.c1")
    fit(table.season, "aim", "targeting_device", weapon="gun")
    fit(table.season, "suit", "fireproof_suit", driver="razors.d1")
    return table.season


def fit(season: Season, id: str, kind: str, **where: str) -> None:
    """Put an item of the razors where `where` says."""
    season.items[id] = Item(id=id, franchise="razors", kind=kind, **where)


def put(id: str, **values: Any) -> Break:
    """A change that sets values on the object with that id."""

    def write(season: Season) -> None:
        shelves = (
            season.franchises, season.drivers, season.cars, season.items, season.sponsors, season.rounds,
            season.matches, season.line_ups, season.seats,
        )  # fmt: skip
        thing = next(shelf[id] for shelf in shelves if id in shelf)  # type: ignore[attr-defined]
        for name, value in values.items():
            setattr(thing, name, value)

    return write


def set_contract(id: str, **values: Any) -> Break:
    """A change that sets values on a contract, which has its driver's id."""
    return lambda season: [setattr(season.contracts[id], name, value) for name, value in values.items()]


def add(shelf: str, thing: Any, id: str = "") -> Break:
    """A change that puts an object on a shelf of the season."""
    return lambda season: getattr(season, shelf).__setitem__(id or thing.id, thing)


def drivers_of(franchise: str, number: int) -> Break:
    """A change that signs that many more drivers."""

    def sign(season: Season) -> None:
        for index in range(number):
            id = f"extra.{index}"
            season.drivers[id] = Driver(id=id)
            season.contracts[id] = Contract(id=id, franchise=franchise, fee=0)

    return sign


def many(shelf: str, number: int, make: Callable[[str], Any]) -> Break:
    """A change that puts that many more objects on a shelf."""
    return lambda season: [
        getattr(season, shelf).__setitem__(f"extra.{n}", make(f"extra.{n}")) for n in range(number)
    ]


def car(id: str, **values: Any) -> Car:
    """A car of the razors."""
    return Car(**{"id": id, "franchise": "razors", "dp": 60, "paid": 0, **values})


def offer(id: str, **values: Any) -> Offer:
    """A world-trade offer to the razors after m2."""
    defaults = {
        "match": "m2",
        "franchise": "razors",
        "source": "world_trade",
        "kind": "laser",
        "listed": 1,
        "price": 1,
    }
    return Offer(id=id, **{**defaults, **values})


BROKEN: list[tuple[Break, str]] = [
    (put("razors", balance=-1), "The balance of razors is below 0."),
    (put("razors", points=-1), "The points of razors is below 0."),
    (put("razors", wins=-1), "The wins of razors is below 0."),
    (put("razors", criticals=-1), "The criticals of razors is below 0."),
    (put("razors", cup_bonus=-1), "The cup bonus of razors is below 0."),
    (put("razors", holding_payout=-1), "The holding payout of razors is below 0."),
    (put("razors", staff_rating=0), "razors has staff of rating 0: there are 1 to 4."),
    (put("razors", staff_rating=5), "razors has staff of rating 5: there are 1 to 4."),
    (put("razors", staff_held=5), "razors holds staff of rating 5: there are 1 to 4."),
    (put("razors", first_season=0), "razors was founded in season 0, and this is season 1."),
    (put("razors", first_season=2), "razors was founded in season 2, and this is season 1."),
    (drivers_of("razors", 5), "razors has 11 drivers, and a roster holds 10."),
    (many("cars", 3, car), "razors has 6 cars, and a garage holds 5."),
    (put("razors", picks=-1), "The picks of razors is below 0."),
    (put("razors", picks=5), "razors has 5 draft picks, and nobody has more than 4."),
    (
        lambda season: [setattr(season.contracts[f"razors.d{n}"], "protected", True) for n in range(1, 5)],
        "razors protects 4 drivers, and nobody protects more than 3.",
    ),
    (
        many("sponsors", 3, lambda id: Sponsor(id=id, franchise="razors", kind="oil")),
        "razors has 6 sponsors, and nobody has more than 5.",
    ),
    (
        lambda season: [season.sponsors.pop(sponsor.id) for sponsor in season.sponsors_of("razors")],
        "razors has no sponsor: the last one is never lost.",
    ),
    (put("razors", waiting_sponsors=["circus"]), "A sponsor of no known kind, 'circus', waits for razors."),
    (put("razors", rank=1), "The final table does not give each franchise a place of its own."),
    (
        lambda season: [setattr(franchise, "rank", 1) for franchise in season.all_franchises()],
        "The final table does not give each franchise a place of its own.",
    ),
    (
        lambda season: [setattr(franchise, "cup_plus_one", True) for franchise in season.all_franchises()],
        "razors and saints hold the Metal Cup: there is one.",
    ),
    (put("razors.d1", driving=-1), "The driving of razors.d1 is below 0."),
    (put("razors.d1", gunnery=-1), "The gunnery of razors.d1 is below 0."),
    (put("razors.d1", initiative=-1), "The initiative of razors.d1 is below 0."),
    (put("razors.d1", toughness=-1), "The toughness of razors.d1 is below 0."),
    (put("razors.d1", xp=-1), "The xp of razors.d1 is below 0."),
    (put("razors.d1", trait_choices=-1), "The trait choices of razors.d1 is below 0."),
    (put("razors.d1", level=1, xp=3), "razors.d1 is at level 1, below what 3 XP make."),
    (put("razors.d1", availability="asleep"), "razors.d1 is 'asleep', which nobody can be."),
    (put("razors.d1", talents=["juggler"]), "razors.d1 has 'juggler', which is no talent."),
    (put("razors.d1", talents=["pro", "pro"]), "razors.d1 has the talent pro 2 times."),
    (put("razors.d1", quirks={"lazy": 1}), "razors.d1 has 'lazy', which is no quirk."),
    (put("razors.d1", quirks={"stupid": -1}), "razors.d1 has the quirk stupid -1 times."),
    (put("razors.d1", fatigue=["toughness"]), "razors.d1 is tired in 'toughness', which fatigue never lowers."),
    (
        lambda season: season.drivers.pop("razors.d6"),
        "razors has a contract with razors.d6, who does not exist.",
    ),
    (put("razors.d6", availability="retired"), "razors has a contract with razors.d6, who left the sport."),
    (set_contract("razors.d6", franchise="gone"), "razors.d6 is under contract with 'gone', which does not exist."),
    (set_contract("razors.d6", fee=-1), "The fee of razors.d6 is below 0."),
    (put("razors.c3", franchise="gone"), "razors.c3 belongs to 'gone', which does not exist."),
    (put("razors.c3", dp=-1), "The dp of razors.c3 are below 0."),
    (put("razors.c3", paid=-1), "The paid of razors.c3 are below 0."),
    (put("razors.c3", criticals=-1), "The criticals of razors.c3 are below 0."),
    (put("razors.c3", gearing=2), "razors.c3 has the gearing 2: there are -1, 0 and 1."),
    (put("razors.c3", destroyed=True), "razors.c3 is destroyed and nobody is asked about it."),
    (put("suit", franchise="gone", driver=""), "suit belongs to 'gone', which does not exist."),
    (put("suit", kind="jetpack"), "suit is 'jetpack', which no table has."),
    (put("suit", car="razors.c1"), "suit is in more than one place."),
    (put("suit", uses=-1), "suit has less than 0 uses left."),
    (put("gun", car="saints.c1"), "gun is fitted to saints.c1, which does not stand in the garage of razors."),
    (put("gun", car="gone"), "gun is fitted to gone, which does not stand in the garage of razors."),
    (
        put("razors.c1", phase="scrapped"),
        "gun is fitted to razors.c1, which does not stand in the garage of razors.",
    ),
    (put("suit", driver="saints.d1"), "suit is worn by saints.d1, who is not under contract with razors."),
    (put("gun", bound="razors.c2"), "gun belongs to razors.c2 and is on razors.c1."),
    (
        put("suit", driver="", bound="saints.c1"),
        "suit belongs to saints.c1, which does not stand in the garage of razors.",
    ),
    (put("suit", driver="", bound="gone"), "suit belongs to gone, which does not stand in the garage of razors."),
    (
        lambda season: [
            put("suit", driver="", bound="razors.c3")(season),
            put("razors.c3", phase="scrapped")(season),
        ],
        "suit belongs to razors.c3, which does not stand in the garage of razors.",
    ),
    (put("aim", weapon="gone"), "aim is fixed to gone, which is no weapon of razors."),
    (put("aim", weapon="aim"), "aim is fixed to aim, which is no weapon of razors."),
    (put("aim", franchise="saints"), "aim is fixed to gun, which is no weapon of saints."),
    (
        lambda season: [fit(season, id, "tire_light", car="razors.c1") for id in ("t1", "t2")],
        "razors.c1 has more than one tires.",
    ),
    (
        lambda season: [fit(season, id, "supercharger", car="razors.c1") for id in ("e1", "e2")],
        "razors.c1 has more than one supercharger.",
    ),
    (
        lambda season: fit(season, "suit2", "fireproof_suit", driver="razors.d1"),
        "razors.d1 has more than one fireproof suit.",
    ),
    (lambda season: fit(season, "aim2", "targeting_device", weapon="gun"), "gun has more than one targeting device."),
    (put("razors.s1", kind="circus"), "razors.s1 is 'circus', which no sponsor is."),
    (put("razors.s1", franchise="gone"), "razors.s1 is a sponsor of 'gone', which does not exist."),
    (put("razors.s1", joined=0), "razors.s1 joined in season 0, and this is season 1."),
    (put("razors.s1", joined=2), "razors.s1 joined in season 2, and this is season 1."),
    (put("razors.s1", safe_in=[1, 3, 2]), "razors.s1 was safe in two seasons running."),
    (put("razors.s1", franchise=""), "Sponsors are in the pool, and nobody is picking from it."),
    (put("r2", number=3), "The rounds are not counted one after the other."),
    (lambda season: setattr(season, "rounds_planned", 1), "There are more rounds than the 1 planned."),
    (put("m1", step="M4"), "Round r1 is closed and a match of it is not over."),
    (put("r1", step="announced"), "Round r1 is open and a later one was announced."),
    (put("m2", round="r1", step="settled"), "razors is in 2 matches of round r1."),
    (put("m2", round="r9"), "m2 is in round 'r9', which does not exist."),
    (put("m2", step="M6"), "m2 is at 'M6', which is no step of a match."),
    (lambda season: setattr(season, "step", "M4"), "The season is at 'M4', which is no step of a season."),
    (lambda season: setattr(season, "step", "E10"), "The season is at 'E10', which is no step of a season."),
    (
        add("line_ups", LineUp(id="x", match="m9", franchise="razors")),
        "The line-up x is of no franchise or no match.",
    ),
    (add("line_ups", LineUp(id="x", match="m1", franchise="gone")), "The line-up x is of no franchise or no match."),
    (put("m2", vehicles_per_team=1), "m2.razors has 2 cars, and m2 allows 1."),
    (put("m2.razors", forfeited=True), "m2.razors was forfeited and has cars."),
    (put("m2.razors.razors.c1", gunner="razors.d2"), "razors.d2 stands 2 times in m2.razors."),
    (put("m2.razors.razors.c1", car="razors.c2"), "razors.c2 stands 2 times in m2.razors."),
    (put("m2.razors.razors.c1", car="saints.c3"), "saints.c3 is in m2.razors and is no car of razors."),
    (
        put("m2.saints.saints.c1", gunner="saints.d3"),
        "saints.d3 is a gunner in saints.c1, which has no station.",
    ),
    (
        put("m2.razors.razors.c1", driver="saints.d6"),
        "saints.d6 is in m2.razors and not under contract with razors.",
    ),
    (many("offers", 2, offer), "razors has 2 world-trade offers after m2, and rolls 1 times."),
    (add("offers", offer("o", match="m9")), "The offer o is to no franchise or after no match."),
    (add("offers", offer("o", franchise="gone")), "The offer o is to no franchise or after no match."),
    (
        add("trades", Trade(id="t", franchise="razors", partner="razors")),
        "The trade t is not between two franchises.",
    ),
    (add("trades", Trade(id="t", franchise="razors", partner="gone")), "The trade t is not between two franchises."),
]


@pytest.mark.rule("DM-C-012", "DM-C-015", "DM-C-060", "DM-C-065", "DM-C-069", "DM-C-120", "DM-C-135", "DM-C-177")
@pytest.mark.parametrize(("spoil", "said"), BROKEN, ids=[said for _, said in BROKEN])
def test_what_is_broken_is_named(spoil: Break, said: str) -> None:
    season = whole()
    assert broken_invariants(season) == []
    spoil(season)
    assert said in broken_invariants(season)


AT_ITS_LIMIT: list[tuple[str, Break]] = [
    *((f"staff of rating {rating}", put("razors", staff_rating=rating)) for rating in (1, 2, 3, 4)),
    *((f"staff held at {rating}", put("razors", staff_held=rating)) for rating in (0, 1, 2, 3, 4)),
    *((f"a gearing of {gearing}", put("razors.c3", gearing=gearing)) for gearing in (-1, 0, 1)),
    ("nothing left", put("razors", balance=0, points=0, wins=0, criticals=0, cup_bonus=0, holding_payout=0, picks=0)),
    ("ten drivers", drivers_of("razors", 4)),
    ("five cars", many("cars", 2, car)),
    ("five sponsors", many("sponsors", 2, lambda id: Sponsor(id=id, franchise="razors", kind="oil"))),
    ("four picks", put("razors", picks=4)),
    (
        "three protected",
        lambda season: [setattr(season.contracts[f"razors.d{n}"], "protected", True) for n in (1, 2, 3)],
    ),
    ("a cured quirk", put("razors.d1", quirks={"stupid": 0, "arthritic": 1})),
    ("nothing of a driver", put("razors.d1", driving=0, gunnery=0, initiative=0, toughness=0, xp=0, trait_choices=0)),
    ("a free car", put("razors.c3", paid=0, dp=0, criticals=0)),
    ("a driver for nothing", set_contract("razors.d6", fee=0)),
    ("an empty kit", put("suit", uses=0)),
    ("safe in every other season", put("razors.s1", safe_in=[1, 3, 5])),
    ("a match settled and one void", add("matches", Match(id="m9", round="r1", event="race", step="void"))),
    ("as many cars as the match allows", put("m2", vehicles_per_team=2)),
    ("one world-trade offer", add("offers", offer("o1"))),
    ("a trade of the only two", add("trades", Trade(id="t1", franchise="razors", partner="saints"))),
]


@pytest.mark.rule("DM-C-012", "DM-C-060", "DM-C-065", "DM-C-069", "DM-C-099", "DM-C-164", "DM-C-168", "DM-C-177")
@pytest.mark.parametrize(("name", "stand"), AT_ITS_LIMIT, ids=[name for name, _ in AT_ITS_LIMIT])
def test_what_is_at_its_limit_is_whole(name: str, stand: Break) -> None:
    season = whole()
    stand(season)
    assert (name, broken_invariants(season)) == (name, [])


@pytest.mark.rule("DM-C-020", "DM-C-121")
@pytest.mark.parametrize(
    ("switches", "stand"),
    [
        pytest.param(
            {"talents.duplicates": "stack"},
            put("razors.d1", talents=["pro", "pro"]),
            marks=pytest.mark.switch("talents.duplicates", "stack"),
        ),
        pytest.param(
            {"devices.same_item_stacks": True},
            lambda season: [fit(season, id, "supercharger", car="razors.c1") for id in ("e1", "e2")],
            marks=pytest.mark.switch("devices.same_item_stacks", True),
        ),
    ],
)
def test_the_house_lets_two_of_a_kind_stand(switches: dict[str, Setting], stand: Break) -> None:
    table = signed(switches=switches)
    stand(table.season)
    assert broken_invariants(table.season) == []


@pytest.mark.rule("DM-C-147")
def test_no_house_rule_lets_two_injectors_stand() -> None:
    table = signed(switches={"devices.same_item_stacks": True})
    for id in ("e1", "e2"):
        fit(table.season, id, "efficient_injectors", car="razors.c1")
    assert broken_invariants(table.season) == ["razors.c1 has more than one efficient injectors."]


@pytest.mark.rule("DM-C-015", "DM-C-016", "DM-C-020", "DM-C-179")
def test_what_may_be_is_not_called_broken() -> None:
    season = whole()
    season.driver("razors.d1").talents = ["mechanic", "mechanic"]
    season.driver("razors.d2").level = 5
    season.driver("razors.d3").xp, season.driver("razors.d3").level = 200, 9
    season.franchises["widows"] = Franchise(id="widows", folded=True)
    season.sponsor("razors.s1").safe_in = [1, 3]
    season.rounds["r3"] = Round(id="r3", number=3)
    season.rounds["r2"].step = "closed"
    season.matches["m2"].step = "void"
    season.matches["m3"] = Match(id="m3", round="r3", event="race")
    assert broken_invariants(season) == []


@pytest.mark.rule("DM-C-169")
def test_sponsors_are_in_the_pool_while_it_is_picked_from() -> None:
    season = whole()
    season.sponsor("razors.s1").franchise = ""
    season.step = "E8"
    assert broken_invariants(season) == []


@pytest.mark.rule("DM-C-095")
def test_a_destroyed_car_waits_for_its_owner_to_decide() -> None:
    table = locked()
    accept(table)
    table.season.match("m1").step = "M5.4"
    table.season.car("razors.c1").destroyed = True
    assert broken_invariants(table.season) == []
    table.season.line_up("m1", "razors").decided = True
    assert broken_invariants(table.season) == ["razors.c1 is destroyed and nobody is asked about it."]


@pytest.mark.rule("DM-C-177", "DM-C-180")
def test_rounds_are_counted_from_those_played_on_paper() -> None:
    table = signed()
    table.season.rounds_before = 1
    table.season.rounds["r2"] = Round(id="r2", number=2)
    assert broken_invariants(table.season) == []


@pytest.mark.rule("DM-C-062")
def test_who_is_reserved_is_on_no_roster() -> None:
    table = signed(drivers=10)
    table.season.drivers["old"] = Driver(id="old")
    table.season.contracts["old"] = Contract(id="old", franchise="razors", fee=0, phase="reserved")
    assert broken_invariants(table.season) == []
