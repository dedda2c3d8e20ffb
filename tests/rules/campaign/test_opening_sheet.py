"""Opening from a sheet: either the whole sheet is accepted, or every error in it is named and nothing changes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.campaign.commissioner.balance_and_points import PointsAwarded
from rules.campaign.commissioner.give_or_take import CarEntered
from rules.campaign.core.codec import command_document, command_from_document, parse_json
from rules.campaign.core.state import Car, Contract, Driver, Franchise, Item, Sponsor
from rules.campaign.founding.opening_sheet import (
    CarSheet,
    DriverEntered,
    DriverSheet,
    FranchiseSheet,
    ItemSheet,
    OpenFromSheet,
    Sheet,
    SheetFaulty,
    SheetTaken,
    SheetTooLate,
    SponsorSheet,
    StaffEntered,
)
from rules.campaign.founding.season_start import FoundFranchise, FranchiseFounded, OpenSeason, SeasonNotOpened
from rules.campaign.founding.setup import CloseSetup, OpenSetup
from rules.campaign.match_day.announcing import RoundAnnounced, SeasonFullyPlayed
from rules.campaign.season.invariants import broken_invariants
from rules.campaign.sponsors.kinds import SponsorJoined
from rules.core.canonical_json import json_bytes
from rules.core.switches import Setting
from rules.core.terms import CarId, DriverId, FranchiseId, ItemId, SponsorId, Trait
from tests.rules.campaign.memory_seasons import Table, accept, announce, assert_money_adds_up, locked, settled

VETERAN = DriverSheet(
    driver=DriverId("razors.ace"),
    name="Ace",
    driving=4,
    xp=12,
    level=4,
    talents=["ardent", "face"],
    quirks={"poor_health": 1, "arthritic": 2},
    fatigue=[Trait.GUNNERY, Trait.DRIVING],
    ardent_spent=True,
    fee=58_000,
)
RAZORS = FranchiseSheet(
    franchise=FranchiseId("razors"),
    name="The Razors",
    balance=312_500,
    staff_rating=3,
    points=21,
    wins=2,
    criticals=9,
    party_thrown=True,
    cup_bonus=15_000,
    cup_plus_one=True,
    sponsors=[
        SponsorSheet(sponsor=SponsorId("razors.oil"), kind="oil"),
        SponsorSheet(sponsor=SponsorId("razors.guns"), kind="gun_manufacturer", safe_last_season=True),
    ],
    cars=[
        CarSheet(car=CarId("razors.c1"), name="Nail", dp=63, paid=90_000, gunner_station=True, criticals=1),
        CarSheet(car=CarId("razors.c2"), overhead=True, gearing=-1, paid=150_000),
        CarSheet(car=CarId("razors.c3")),
    ],
    items=[
        ItemSheet(item=ItemId("razors.gun"), kind="machinegun", car=CarId("razors.c1"), paid=15_000),
        ItemSheet(item=ItemId("razors.aim"), kind="targeting_device", weapon=ItemId("razors.gun")),
        ItemSheet(item=ItemId("razors.suit"), kind="fireproof_suit", driver=DriverId("razors.ace")),
        ItemSheet(item=ItemId("razors.kit"), kind="medical_kit", uses=2),
    ],
    drivers=[VETERAN, *(DriverSheet(driver=DriverId(f"razors.d{number}")) for number in range(1, 6))],
)
SAINTS = FranchiseSheet(
    franchise=FranchiseId("saints"),
    sponsors=[SponsorSheet(sponsor=SponsorId("saints.oil"), kind="oil")],
    cars=[CarSheet(car=CarId(f"saints.c{number}")) for number in range(1, 4)],
    drivers=[DriverSheet(driver=DriverId(f"saints.d{number}")) for number in range(1, 7)],
)
SHEET = Sheet(franchises=[RAZORS, SAINTS], rounds_before=2)


def opened(*, rounds: int = 5, switches: dict[str, Setting] | None = None) -> Table:
    """A season that waits for its sheet."""
    table = Table()
    table.give(OpenSeason(rounds=rounds, switches=switches or {}))
    return table


def razors(**changed: Any) -> Sheet:
    """The sheet with some fields of the razors replaced."""
    return replace(SHEET, franchises=[replace(RAZORS, **changed), SAINTS])


def veteran(**changed: Any) -> Sheet:
    """The sheet with some fields of the veteran replaced."""
    return razors(drivers=[replace(VETERAN, **changed), *RAZORS.drivers[1:]])


@pytest.mark.rule("DM-C-180")
def test_a_sheet_is_taken_whole() -> None:
    table = opened()
    table.give(OpenFromSheet(sheet=SHEET))
    season = table.season
    assert season.rounds_before == 2
    assert season.franchise("razors") == Franchise(
        id="razors",
        balance=312_500,
        staff_rating=3,
        points=21,
        wins=2,
        criticals=9,
        party_thrown=True,
        cup_bonus=15_000,
        cup_plus_one=True,
    )
    assert season.sponsors_of("razors") == [
        Sponsor(id="razors.guns", franchise="razors", kind="gun_manufacturer", safe_in=[0]),
        Sponsor(id="razors.oil", franchise="razors", kind="oil"),
    ]
    assert season.garage("razors") == [
        Car(id="razors.c1", franchise="razors", dp=63, paid=90_000, gunner_station=True, criticals=1),
        Car(id="razors.c2", franchise="razors", dp=75, paid=150_000, overhead=True, gearing=-1),
        Car(id="razors.c3", franchise="razors", dp=60, paid=0),
    ]
    assert season.driver("razors.ace") == Driver(
        id="razors.ace",
        driving=4,
        xp=12,
        level=4,
        talents=["ardent", "face"],
        quirks={"poor_health": 1, "arthritic": 2},
        fatigue=["gunnery", "driving"],
        ardent_spent=True,
        availability="barred",
        retiring=True,
    )
    assert season.contracts["razors.ace"] == Contract(
        id="razors.ace", franchise="razors", fee=58_000, origin="veteran"
    )
    assert season.contracts["saints.d1"] == Contract(id="saints.d1", franchise="saints", fee=50_000)
    assert season.item("razors.gun") == Item(
        id="razors.gun", franchise="razors", kind="machinegun", origin="opening", paid=15_000, car="razors.c1"
    )
    assert season.item("razors.aim").weapon == "razors.gun"
    assert season.item("razors.suit").driver == "razors.ace"
    assert season.item("razors.kit").uses == 2
    assert broken_invariants(season) == []


@pytest.mark.rule("DM-M-010")
def test_a_car_of_which_a_sheet_says_nothing_is_whole_and_cost_nothing() -> None:
    table = opened()
    table.give(OpenFromSheet(sheet=razors()))
    cars = table.season.cars
    assert [(car, cars[CarId(car)].paid, cars[CarId(car)].criticals) for car in ("razors.c2", "razors.c3")] == [
        ("razors.c2", 150_000, 0),
        ("razors.c3", 0, 0),
    ]


@pytest.mark.rule("DM-C-180")
def test_the_facts_of_a_sheet_hold_the_names_and_the_money() -> None:
    table = opened()
    table.give(OpenFromSheet(sheet=SHEET))
    assert_money_adds_up(table)
    assert [(fact.franchises, fact.rounds_before) for fact in table.said(SheetTaken)] == [(2, 2)]
    assert [(fact.franchise, fact.name, fact.amount) for fact in table.said(FranchiseFounded)] == [
        ("razors", "The Razors", 312_500),
        ("saints", "", 0),
    ]
    (points,) = table.said(PointsAwarded)
    assert (points.points, points.wins, points.criticals) == (21, 2, 9)
    assert (points.season_points, points.season_wins, points.season_criticals) == (21, 2, 9)
    assert [(fact.franchise, fact.rating) for fact in table.said(StaffEntered)] == [("razors", 3)]
    assert [fact.sponsor for fact in table.said(SponsorJoined)] == ["razors.oil", "razors.guns", "saints.oil"]
    assert [(fact.car, fact.name, fact.dp) for fact in table.said(CarEntered)][:2] == [
        ("razors.c1", "Nail", 63),
        ("razors.c2", "", 75),
    ]
    assert [(fact.driver, fact.name, fact.level, fact.xp, fact.fee) for fact in table.said(DriverEntered)][:2] == [
        ("razors.ace", "Ace", 4, 12, 58_000),
        ("razors.d1", "", 1, 0, 50_000),
    ]
    assert {fact.rule for fact in table.facts if isinstance(fact, FranchiseFounded | DriverEntered)} == {"DM-C-180"}


@pytest.mark.rule("DM-C-180")
def test_a_sheet_survives_the_journey_through_json() -> None:
    command = OpenFromSheet(sheet=SHEET)
    assert command_from_document(parse_json(json_bytes(command_document(command)))) == command


@pytest.mark.rule("DM-C-177", "DM-C-180")
def test_rounds_are_counted_on_from_those_played_on_paper() -> None:
    table = opened(rounds=3)
    table.give(OpenFromSheet(sheet=SHEET))
    table.give(OpenSetup())
    table.give(CloseSetup())
    table.season.driver("razors.ace").quirks = {}
    locked(table=table, number=1)
    assert [fact.number for fact in table.said(RoundAnnounced)] == [3]
    accept(table)
    settled(table)
    assert table.season.step == "E1"


@pytest.mark.rule("DM-C-177", "DM-C-180")
def test_no_more_rounds_are_announced_than_were_planned_in_all() -> None:
    table = opened(rounds=3)
    table.give(OpenFromSheet(sheet=SHEET))
    table.give(OpenSetup())
    table.give(CloseSetup())
    announce(table)
    table.season.rounds["r1"].step = "closed"
    with pytest.raises(SeasonFullyPlayed):
        announce(table, 2)


@pytest.mark.rule("DM-C-062", "DM-C-180")
def test_a_driver_whose_fee_is_not_paid_is_reserved() -> None:
    table = opened()
    table.give(OpenFromSheet(sheet=replace(veteran(reserved=True), rounds_before=0)))
    assert table.season.contracts["razors.ace"] == Contract(
        id="razors.ace", franchise="razors", fee=0, origin="veteran", phase="reserved"
    )


@pytest.mark.rule("DM-C-048", "DM-C-180")
@pytest.mark.parametrize(
    ("quirks", "out", "availability", "retiring"),
    [
        ({"stupid": 2}, True, "season_out", False),
        ({"unhinged": 2}, False, "available", False),
        ({"head_injury": 2}, False, "available", True),
        ({"eye_problem": 2, "stupid": 2}, True, "barred", True),
        ({"eye_problem": 1}, False, "available", False),
    ],
)
def test_what_quirks_have_brought_follows_from_them(
    quirks: dict[str, int], out: bool, availability: str, retiring: bool
) -> None:
    table = opened()
    table.give(OpenFromSheet(sheet=veteran(quirks=quirks, season_out=out)))
    driver = table.season.driver("razors.ace")
    assert (driver.availability, driver.retiring) == (availability, retiring)


@pytest.mark.rule("DM-C-048", "DM-C-180")
@pytest.mark.switch("quirks.season_out_becomes_retirement", True)
def test_who_is_out_for_the_season_retires_where_the_house_says_so() -> None:
    table = opened(switches={"quirks.season_out_becomes_retirement": True})
    table.give(OpenFromSheet(sheet=veteran(quirks={"stupid": 2}, season_out=True)))
    assert table.season.driver("razors.ace").retiring is True


@pytest.mark.rule("DM-C-180")
def test_a_sheet_comes_after_opening_and_before_any_founding() -> None:
    Table().refused(OpenFromSheet(sheet=SHEET), SeasonNotOpened)
    table = opened()
    table.give(FoundFranchise(franchise=FranchiseId("widows")))
    table.refused(OpenFromSheet(sheet=SHEET), SheetTooLate)


@pytest.mark.rule("DM-C-180")
@pytest.mark.parametrize(
    ("sheet", "words"),
    [
        (Sheet(franchises=[]), "no franchise"),
        (replace(SHEET, rounds_before=5), "0 to 4"),
        (replace(SHEET, rounds_before=-1), "0 to 4"),
        (razors(franchise=FranchiseId("The Razors")), "cannot be the id of a franchise"),
        (razors(name="x" * 81), "name of the franchise razors"),
        (replace(SHEET, franchises=[RAZORS, RAZORS]), "There is a franchise razors already"),
        (veteran(driver=DriverId("saints.d1")), "There is a driver saints.d1 already"),
        (razors(balance=-1), "The balance of razors is below 0"),
        (razors(points=-1), "The points of razors is below 0"),
        (razors(staff_rating=5), "staff of rating 5"),
        (razors(first_season=2), "founded in season 2"),
        (razors(sponsors=[]), "razors has no sponsor"),
        (razors(sponsors=[SponsorSheet(sponsor=SponsorId("s"), kind="circus")]), "'circus'"),
        (
            razors(sponsors=[SponsorSheet(sponsor=SponsorId(f"s{number}"), kind="oil") for number in range(6)]),
            "6 sponsors",
        ),
        (razors(cars=[*RAZORS.cars, *(CarSheet(car=CarId(f"c{number}")) for number in range(3))]), "6 cars"),
        (razors(cars=[*RAZORS.cars[:2], CarSheet(car=CarId("razors.c3"), dp=64)]), "64 DP"),
        (razors(cars=[*RAZORS.cars[:2], CarSheet(car=CarId("razors.c3"), criticals=-1)]), "criticals"),
        (
            razors(drivers=[*RAZORS.drivers, *(DriverSheet(driver=DriverId(f"d{number}")) for number in range(5))]),
            "11 drivers",
        ),
        (replace(SHEET, franchises=[RAZORS, replace(SAINTS, cup_plus_one=True)]), "hold the Metal Cup"),
        (veteran(level=3), "12 XP make level 4"),
        (veteran(xp=-1, level=1), "-1 XP"),
        (veteran(xp=100_001), "100001 XP"),
        (veteran(driving=5), "4 talents and trait points, and 3 advancement rolls"),
        (veteran(driving=3), "2 talents and trait points, and 3 advancement rolls"),
        (veteran(driving=2), "began with driving 3"),
        (veteran(talents=["ardent", "ardent"]), "talent ardent 2 times"),
        (veteran(talents=["ardent", "juggler"]), "no talent"),
        (veteran(quirks={"lazy": 1}), "no quirk"),
        (veteran(quirks={"stupid": 0}), "stupid 0 times"),
        (veteran(fatigue=[Trait.TOUGHNESS]), "'toughness'"),
        (veteran(talents=["pro", "face"]), "is not Ardent"),
        (veteran(season_out=True), "neither Stupid nor Unhinged"),
        (veteran(season_out=True, quirks={"stupid": 1, "arthritic": 2}), "neither Stupid nor Unhinged"),
        (veteran(fee=60_000), "fee of 60000"),
        (veteran(fee=0), "fee of 0"),
        (razors(items=[ItemSheet(item=ItemId("i"), kind="jetpack")]), "no table"),
        (razors(items=[ItemSheet(item=ItemId("i"), kind="tire_light")]), "tread"),
        (razors(items=[ItemSheet(item=ItemId("i"), kind="medical_kit", uses=4)]), "4 uses"),
        (razors(items=[ItemSheet(item=ItemId("i"), kind="machinegun", ammunition=99)]), "99 shots"),
        (razors(items=[ItemSheet(item=ItemId("i"), kind="machinegun", paid=-1)]), "less than 0"),
        (razors(items=[ItemSheet(item=ItemId("i"), kind="machinegun", car=CarId("saints.c1"))]), "saints.c1"),
        (
            razors(items=[ItemSheet(item=ItemId("i"), kind="machinegun", driver=DriverId("razors.d1"))]),
            "goes on a car",
        ),
        (razors(items=[ItemSheet(item=ItemId("i"), kind="targeting_device", weapon=ItemId("j"))]), "'j'"),
    ],
)
def test_what_a_sheet_breaks_is_named(sheet: Sheet, words: str) -> None:
    opened().refused(OpenFromSheet(sheet=sheet), SheetFaulty, words)


@pytest.mark.rule("DM-C-180", "DM-C-048", "DM-C-062")
@pytest.mark.parametrize(
    "sheet",
    [
        replace(SHEET, rounds_before=0),
        replace(SHEET, rounds_before=4),
        veteran(xp=0, level=1, driving=3, talents=[], ardent_spent=False, fee=50_000),
        veteran(season_out=True, quirks={"unhinged": 2}),
        veteran(season_out=True, quirks={"stupid": 3}),
        veteran(xp=100_000, level=317, driving=317, fee=50_000),
    ],
)
def test_a_sheet_may_stand_at_its_limits(sheet: Sheet) -> None:
    opened().give(OpenFromSheet(sheet=sheet))


@pytest.mark.rule("DM-C-180")
def test_every_fault_is_named_at_once() -> None:
    faulty = replace(veteran(level=3, quirks={"lazy": 1}), rounds_before=9)
    sentence = opened().refused(OpenFromSheet(sheet=faulty), SheetFaulty, "9 of the 5", "12 XP make", "lazy")
    assert "(6)" in sentence


@pytest.mark.rule("DM-C-020", "DM-C-180")
@pytest.mark.parametrize(
    ("switches", "changed"),
    [
        pytest.param(
            {"talents.duplicates": "waste"},
            {"driving": 3},
            marks=pytest.mark.switch("talents.duplicates", "waste"),
        ),
        pytest.param(
            {"talents.duplicates": "stack"},
            {"talents": ["ardent", "ardent"]},
            marks=pytest.mark.switch("talents.duplicates", "stack"),
        ),
        pytest.param(
            {"xp.beyond_table": "cap_9"},
            {"xp": 83, "level": 9, "driving": 9, "fee": 68_000},
            marks=pytest.mark.switch("xp.beyond_table", "cap_9"),
        ),
        pytest.param(
            {"draft.pick_pays_veteran_fee": False},
            {"fee": 0},
            marks=pytest.mark.switch("draft.pick_pays_veteran_fee", False),
        ),
    ],
)
def test_a_sheet_is_held_against_the_house_rules_it_is_played_by(
    switches: dict[str, Setting], changed: dict[str, Any]
) -> None:
    table = opened(switches=switches)
    table.give(OpenFromSheet(sheet=veteran(**changed)))
    assert table.season.driver("razors.ace").talents == changed.get("talents", ["ardent", "face"])


@pytest.mark.rule("DM-C-018", "DM-C-180")
def test_a_trait_point_that_waits_to_be_placed_counts_as_rolled() -> None:
    table = opened()
    table.give(OpenFromSheet(sheet=veteran(driving=3, trait_choices=1)))
    assert table.season.driver("razors.ace").trait_choices == 1


@pytest.mark.rule("DM-C-062", "DM-C-180")
@pytest.mark.parametrize("fee", [50_000, 52_000, 54_000, 56_000, 58_000])
def test_a_fee_is_a_rookies_or_a_veterans_up_to_his_level(fee: int) -> None:
    table = opened()
    table.give(OpenFromSheet(sheet=veteran(fee=fee)))
    contract = table.season.contracts["razors.ace"]
    assert (contract.fee, contract.origin) == (fee, "rookie" if fee == 50_000 else "veteran")
