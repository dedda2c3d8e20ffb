"""The garage says in which match systems each car has its own design, and which designs are not legal any more."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from franchises.models import Car
from franchises.queries.franchise import CarInRuleset, FranchiseCar, car_in_rulesets, holdings
from journal.gate import open_gate
from rules.match.registry import rulesets, temporarily_installed
from tests.league.small_league import Table, signed
from tests.pages.page_reader import main_of, words
from tests.rules.towers import TOWERS

pytestmark = pytest.mark.django_db
RAZORS = "/l/rust-belt/f/razors/"
CAR = f"{RAZORS}garage/razors.car1/"
OTHERS = ", ".join(ruleset.title for ruleset in rulesets() if ruleset.name < "towers")


@pytest.fixture(autouse=True)
def _towers() -> Iterator[None]:
    with temporarily_installed(TOWERS):
        yield


def designed(car: str, **design: object) -> Table:
    """A signed league in which one car of the razors has a design for towers."""
    table = signed()
    table.give("design_car", by="razors", franchise="razors", car=car, ruleset="towers", design=design)
    return table


def of_car(designs: dict[str, dict[str, object]]) -> FranchiseCar:
    """A plain car with those designs."""
    return FranchiseCar(
        id="car1", name="", phase="garage", dp=60, paid=0, overhead=False, gunner_station=False, gearing=0,
        broken=False, criticals=0, destroyed=False, designs=designs,
    )  # fmt: skip


def where(car: FranchiseCar, **switches: bool) -> CarInRuleset:
    settings = {f"towers.{name}": on for name, on in switches.items()}
    (own_design,) = [design for design in car_in_rulesets(car, settings) if design.ruleset == "towers"]
    return own_design


@pytest.mark.rule("DM-M-010", "DM-M-036")
def test_a_car_is_of_its_own_design_or_a_stock_one_by_every_ruleset_there_is() -> None:
    car = of_car({"towers": {"base": 3}})
    assert [(car_in_ruleset.ruleset, car_in_ruleset.own) for car_in_ruleset in car_in_rulesets(car, {})] == [
        (ruleset.name, ruleset.name == "towers") for ruleset in rulesets()
    ]
    assert where(of_car({})) == CarInRuleset(ruleset="towers", title="Towers", own=False)
    assert where(car) == CarInRuleset(ruleset="towers", title="Towers", own=True)
    assert where(of_car({"chess": {}})).own is False


@pytest.mark.rule("DM-M-036")
def test_its_own_design_is_held_against_the_house_rules_of_the_season_and_warnings_are_none() -> None:
    car = of_car({"towers": {"base": 3}})
    assert [fault.code for fault in where(car, rickety=True).faults] == ["rickety"]
    assert where(of_car({"towers": {"base": 60}})).faults == ()
    assert [fault.code for fault in where(of_car({"towers": {"base": 61}})).faults] == ["over_budget"]


def test_the_designs_of_every_car_are_asked_for_with_the_cars() -> None:
    designed("razors.car2", base=3)
    with CaptureQueriesContext(connection) as queries:
        franchise_holdings = holdings("rust-belt/s1/razors")
    assert len(queries) == 1
    assert {car.id: car.designs for car in franchise_holdings.garage if car.designs} == {
        "razors.car2": {"towers": {"base": 3}}
    }


def test_the_garage_says_which_systems_a_car_was_designed_for() -> None:
    designed("razors.car1", base=3)
    text = words(Client(), RAZORS)
    assert f"In matches: own design in Towers; stock in {OTHERS} DM-M-010" in text
    assert text.count("In matches: ") == text.count(" · paid ") > 1
    assert f"In matches: stock in {OTHERS}, Towers DM-M-010" in text
    assert "illegal" not in text


def test_a_design_that_the_house_rules_made_illegal_is_marked_with_the_reason() -> None:
    table = designed("razors.car1", base=3)
    table.give("change_switch", switch="towers.rickety", setting=True, reason="It rained.")
    assert f"In matches: own design in Towers; stock in {OTHERS} illegal in Towers DM-M-010" in words(
        Client(), RAZORS
    )
    assert "The ground bears a base of 2: make it smaller (FW-154)." in main_of(Client(), RAZORS)


def test_each_own_design_has_its_sheet_on_the_page_of_its_car() -> None:
    designed("razors.car1", base=3)
    assert f'<a class="name" href="{CAR}">Car 1</a>' in main_of(Client(), RAZORS)
    page = main_of(Client(), CAR)
    assert page.count('<details class="why car-sheet panel pad" open>') == 1
    text = words(Client(), CAR)
    assert "Towers: its own design of Car 1" in text
    assert "Tower Part Height base 3 3 of 60 DP spent." in text
    assert 'aria-label="Tower, Car 1 razors.car1 in Towers"' in page
    assert 'href="/l/rust-belt/s1/journal/?subject=razors.car1"' in page


def test_the_page_of_a_car_in_an_earlier_season_leads_back_to_that_season_and_one_of_no_garage_is_missing() -> None:
    designed("razors.car1", base=3)
    page = main_of(Client(), f"{CAR}?season=s1")
    assert f'<a href="{RAZORS}?season=s1">Razors</a>' in page
    for address in (f"{RAZORS}garage/razors.car99/", f"{RAZORS}garage/saints.car1/", f"{CAR}?season=s9"):
        assert Client().get(address).status_code == 404


def test_a_design_that_nobody_can_read_has_no_sheet() -> None:
    designed("razors.car1", base=3)
    with open_gate():
        Car.objects.filter(pk__endswith="/razors.car1").update(designs={"towers": {"base": "sand"}})
    assert "car-sheet" not in main_of(Client(), CAR)


@pytest.mark.rule("DM-M-010")
def test_where_a_car_has_none_for_the_season_s_rules_it_says_so_and_shows_what_it_enters_as() -> None:
    table = signed(items=True)
    table.give("change_switch", switch="match.ruleset", setting="towers", reason="Towers it is.")
    text = words(Client(), CAR)
    assert "Towers: a stock design made round what it carries of Car" in text
    assert "base 1 1 of 60 DP spent." in text
    table.give("fit_item", by="razors", franchise="razors", item="razors.gun1", car="razors.car1")
    assert "base 2 2 of 60 DP spent." in words(Client(), CAR)
    assert "base 1 1 of 60 DP spent." in words(Client(), f"{RAZORS}garage/razors.car2/")


@pytest.mark.rule("DM-M-010")
def test_it_shows_what_a_car_enters_as_in_every_ruleset_that_a_round_of_the_season_goes_by() -> None:
    table = signed()
    cars = len(table.state.garage("razors"))
    assert "car-sheet" not in main_of(Client(), CAR)
    plan = {"match": "m1", "franchises": ["razors", "saints"], "event": "duel", "ruleset": "rhad"}
    table.give("announce_round", round="r1", matches=[plan | {"setting": {"arena": "the_pan"}}])
    text = words(Client(), CAR)
    assert text.count("RHAD: a stock design made round what it carries of Car") == text.count("a stock design") == 1
    assert words(Client(), RAZORS).count("In matches: ") == cars > 1


def test_where_people_report_and_nobody_designed_anything_the_garage_says_nothing_of_it() -> None:
    table = signed()
    assert "In matches" not in words(Client(), RAZORS)
    table.give("change_switch", switch="match.ruleset", setting="towers", reason="Towers it is.")
    assert f"In matches: stock in {OTHERS}, Towers DM-M-010" in words(Client(), RAZORS)


def test_the_page_asks_as_little_with_designs_as_without() -> None:
    table = signed()
    with CaptureQueriesContext(connection) as before:
        assert Client().get(RAZORS).status_code == 200
    for car in table.state.garage("razors"):
        table.give("design_car", by="razors", franchise="razors", car=car.id, ruleset="towers", design={"base": 3})
    with CaptureQueriesContext(connection) as after:
        assert Client().get(RAZORS).status_code == 200
    assert len(after) == len(before)
