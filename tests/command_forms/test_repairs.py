"""Deciding on cars after a match: the form shows damage, prices and the income kept, and is given once."""

from __future__ import annotations

import re

import pytest

from tests.command_forms.desk import Sitter
from tests.command_forms.leagues_at_steps import TEAMS, reckoned
from tests.league.small_league import lined_up, report

pytestmark = pytest.mark.django_db


@pytest.mark.rule("DM-C-095")
def test_a_destroyed_car_is_replaced_when_nothing_is_changed_and_given_up_when_it_is_asked() -> None:
    table = reckoned()
    saints = Sitter(table.season, "saints")
    page = saints.open("decide_repairs", match="m1").content.decode()
    assert "Replace it for 5k" in page
    answer = saints.give("decide_repairs", match="m1", car_1="give_up")
    assert (answer.status_code, answer["Location"]) == (302, "/l/rust-belt/s1/m1/")
    assert table.state.cars["saints.car2"].phase == "scrapped"


def test_a_damaged_car_is_repaired_or_left_as_it_is() -> None:
    table = reckoned()
    answer = Sitter(table.season, "razors").give("decide_repairs", match="m1", car_1="leave")
    assert answer.status_code == 302
    assert table.state.cars["razors.car1"].criticals == 2


def test_the_form_is_filled_in_with_what_is_done_at_the_deadline_and_tells_what_is_kept() -> None:
    page = Sitter(reckoned().season, "razors").open("decide_repairs", match="m1").content.decode()
    assert re.search(r'value="repair"[^>]* checked', page)
    assert "Repair 2 criticals for 2k" in page
    assert "Balance now" in page
    assert "A size of 9 keeps" in page


def test_giving_up_a_car_the_garage_cannot_spare_is_said_before_it_is_done() -> None:
    table = reckoned()
    saints = Sitter(table.season, "saints")
    sent = saints.filled("decide_repairs", match="m1", car_1="give_up")
    page = saints.send("decide_repairs", sent, act="try").content.decode()
    assert "The garage would hold 2 of the 3 cars it must" in page
    assert table.state.cars["saints.car2"].destroyed


def test_what_is_decided_is_decided_once() -> None:
    table = reckoned()
    razors = Sitter(table.season, "razors")
    razors.give("decide_repairs", match="m1", car_1="repair")
    again = razors.give("decide_repairs", match="m1")
    assert again.status_code == 422
    assert "has decided on its cars" in again.content.decode()


@pytest.mark.rule("DM-C-095")
def test_where_repairs_are_mandatory_only_destroyed_cars_are_asked_about() -> None:
    table = lined_up(franchises=TEAMS, switches={"repairs.mandatory": True})
    match_report = report(table)
    match_report["cars"][0] |= {"criticals": 2}
    match_report["cars"][1] |= {"destroyed": True}
    table.give("accept_report", match="m1", report=match_report)
    razors = Sitter(table.season, "razors")
    page = razors.open("decide_repairs", match="m1").content.decode()
    assert "Repaired for 2k" in page
    assert page.count('type="radio"') == 2
    assert razors.give("decide_repairs", match="m1").status_code == 422
    assert razors.give("decide_repairs", match="m1", car_2="replace").status_code == 302
    cars = table.state.cars
    assert (cars["razors.car1"].criticals, cars["razors.car2"].destroyed) == (0, False)


def test_all_cars_are_repaired_or_left_by_one_link() -> None:
    razors = Sitter(reckoned().season, "razors")
    page = razors.open("decide_repairs", match="m1").content.decode()
    assert "Repair all, 2k" in page
    form = razors.open("decide_repairs", match="m1", all="leave").context["form"]
    assert form["car_1"].value() == "leave"
    assert razors.open("decide_repairs", match="m1").context["form"]["car_1"].value() == "repair"


def test_the_decision_that_settles_a_match_leaves_its_dice_to_the_card() -> None:
    table = reckoned()
    table.give("decide_repairs", by="saints", franchise="saints", match="m1")
    razors = Sitter(table.season, "razors")
    answer = razors.give("decide_repairs", match="m1", car_1="leave")
    assert table.state.matches["m1"].step == "M5.10"
    home = razors.client.get(answer["Location"]).content.decode()
    message = home[home.index("In the journal") - 1500 : home.index("In the journal")]
    assert "razors" in message.lower()
    assert "prize pot" not in message
    assert ">···<" in home


@pytest.mark.rule("DM-C-095")
@pytest.mark.rule("DM-C-098")
def test_one_button_repairs_all_cars_and_names_them_and_the_bill() -> None:
    table = reckoned()
    razors = Sitter(table.season, "razors")
    page = razors.open("decide_repairs", match="m1").content.decode()
    form = page.split('class="usual-now"')[1].split("</form>")[0]
    assert ">Repair all now, 2k</button>" in form
    assert "Car 1: 2 criticals, 2k. It comes off what the match brings in and never off the balance" in form
    sent = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
    assert razors.client.post(razors.at("decide_repairs"), {**sent, "all": "repair"}).status_code == 302
    assert table.state.cars["razors.car1"].criticals == 0
    assert table.state.line_up("m1", "razors").decided


def test_that_button_replaces_destroyed_cars_as_well_and_is_for_owners_who_have_something_to_repair() -> None:
    table = lined_up(franchises=TEAMS)
    match_report = report(table)
    match_report["cars"][0] |= {"criticals": 2}
    match_report["cars"][1] |= {"destroyed": True}
    table.give("accept_report", match="m1", report=match_report)
    razors = Sitter(table.season, "razors")
    for who in ("saints", "boss"):
        page = Sitter(table.season, who).open("decide_repairs", match="m1", franchise="razors").content.decode()
        assert 'class="usual-now"' not in page
    form = razors.open("decide_repairs").content.decode().split('class="usual-now"')[1].split("</form>")[0]
    assert ">Repair and replace all now, 7k</button>" in form
    assert "2 criticals, 2k; Car 2: replaced, 5k." in form
    sent = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))
    razors.client.post(razors.at("decide_repairs"), {**sent, "all": "repair"})
    cars = table.state.cars
    assert (cars["razors.car1"].criticals, cars["razors.car2"].destroyed) == (0, False)
