"""House acts: their forms, the page that offers them, and the record that everybody can read."""

from __future__ import annotations

import pytest
from django.test import Client

from explain.printed_names import ITEM_WORDS
from league.models import Entry
from league.pages.season.house_acts import ACT_GROUPS, HOUSE_ACTS
from rules.match.catalog import CATALOG
from tests.command_forms.desk import Sitter
from tests.league.small_league import Table, founded, lined_up, report, shopping, signed
from tests.pages.season_pages import said

pytestmark = pytest.mark.django_db
ACTS = "/l/rust-belt/s1/acts/"


def boss(table: Table) -> Sitter:
    """The commissioner at the desk of the season."""
    return Sitter(table.season, "boss")


def test_every_house_act_stands_in_one_group() -> None:
    offered = [tag for _, _, tags in ACT_GROUPS for tag in tags]
    assert sorted(offered) == sorted(HOUSE_ACTS)


@pytest.mark.rule("HOUSE-001")
def test_a_balance_is_adjusted_in_k_with_a_reason() -> None:
    table = signed()
    before = table.state.franchises["razors"].balance
    page = boss(table).open("adjust_balance").content.decode()
    assert f"Razors · balance {before // 1000}k" in page
    refused = boss(table).give("adjust_balance", franchise="razors", amount="12.5")
    assert refused.status_code == 422
    answer = boss(table).give("adjust_balance", franchise="razors", amount="-12.5", reason="A fine.")
    assert answer["Location"] == ACTS
    assert table.state.franchises["razors"].balance == before - 12_500
    text = said(ACTS, at="acts")
    assert "Reason: A fine." in text
    assert "The balance of Razors was adjusted by −12.5k." in text


def test_more_than_a_franchise_has_is_refused_with_what_was_typed() -> None:
    table = signed()
    answer = boss(table).give("adjust_balance", franchise="razors", amount="-99999", reason="A fine.")
    assert answer.status_code == 422
    assert 'value="-99999"' in answer.content.decode()


@pytest.mark.rule("HOUSE-004")
def test_points_are_awarded_and_never_docked_below_none() -> None:
    table = signed()
    boss(table).give("award_points", franchise="saints", points="3", reason="Fair play.")
    assert table.state.franchises["saints"].points == 3
    refused = boss(table).give("award_points", franchise="saints", points="-4", reason="Foul play.")
    assert refused.status_code == 422
    assert "dock no more than those" in refused.content.decode()


@pytest.mark.rule("HOUSE-003")
def test_a_car_is_given_to_whoever_has_room_for_it_and_taken_again() -> None:
    table = signed(cars=3)
    assert "Razors · 3 of 5 cars" in boss(table).open("give_car").content.decode()
    boss(table).give("give_car", franchise="razors", name="The Gift", overhead="on", gearing="1", reason="A prize.")
    car = table.state.cars["house.car1"]
    assert (car.franchise, car.dp, car.overhead, car.gearing, car.paid) == ("razors", 75, True, 1, 0)
    page = boss(table).open("take_car").content.decode()
    assert '<optgroup label="Razors">' in page
    assert "The Gift" in page
    boss(table).give("take_car", car="house.car1", reason="A mistake.")
    assert table.state.cars["house.car1"].phase == "scrapped"
    smallest = boss(table).give("take_car", car="razors.car1", reason="A mistake.")
    assert smallest.status_code == 422
    assert "a garage keeps 3" in smallest.content.decode()


def test_an_item_is_asked_for_what_its_kind_needs_and_then_given() -> None:
    table = signed()
    kind = next(tag for tag, row in CATALOG.items() if row.group == "tires" and tag != "rare_tires")
    refused = boss(table).give("give_item", franchise="razors", kind=kind, reason="A prize.")
    assert refused.status_code == 422
    assert 'name="tread"' in refused.content.decode()
    boss(table).give("give_item", franchise="razors", kind=kind, tread="street", reason="A prize.")
    item = table.state.items["house.item1"]
    assert (item.kind, item.tread, item.origin) == (kind, "street", "house")
    assert ITEM_WORDS[kind] in boss(table).open("take_item").content.decode()
    boss(table).give("take_item", item="house.item1", reason="A mistake.")
    assert "house.item1" not in table.state.items


def test_an_invented_item_is_given_with_what_would_have_been_rolled() -> None:
    table = signed()
    page = boss(table).open("give_item", kind="heat_seeking_rockets").content.decode()
    assert 'name="variant"' in page
    rare = boss(table).give(
        "give_item", franchise="razors", kind="rare_tires", carcass="heavy", tread="spiked", reason="A prize."
    )
    assert rare.status_code in {302, 422}
    assert 'name="carcass"' in boss(table).open("give_item", kind="rare_tires").content.decode()


@pytest.mark.rule("HOUSE-003")
def test_a_sponsor_is_given_and_taken_and_the_last_stays() -> None:
    table = signed()
    boss(table).give("give_sponsor", franchise="razors", kind="oil", reason="A prize.")
    assert table.state.sponsors["house.sponsor1"].kind == "oil"
    for sponsor in sorted(sponsor.id for sponsor in table.state.sponsors_of("razors"))[:-1]:
        boss(table).give("take_sponsor", sponsor=sponsor, reason="Gone bankrupt.")
    (last,) = table.state.sponsors_of("razors")
    refused = boss(table).give("take_sponsor", sponsor=last.id, reason="Gone bankrupt.")
    assert refused.status_code == 422
    assert "leave it" in refused.content.decode()


@pytest.mark.rule("HOUSE-002")
def test_a_driver_is_corrected_by_what_is_filled_in_alone() -> None:
    table = signed()
    page = boss(table).open("adjust_driver", driver="razors.d1").content.decode()
    assert "Is 3." in page
    assert "Is not marked to retire." in page
    answer = boss(table).give(
        "adjust_driver",
        driver="razors.d1",
        driving="1",
        quirk="stupid",
        quirk_change="1",
        fatigue="gunnery driving",
        retiring="yes",
        talents_added=["mechanic"],
        reason="Taken over from paper.",
    )
    assert answer["Location"] == "/l/rust-belt/d/razors.d1/"
    driver = table.state.drivers["razors.d1"]
    assert (driver.driving, driver.gunnery, driver.quirks) == (4, 3, {"stupid": 1})
    assert (driver.fatigue, driver.retiring, driver.talents) == (["gunnery", "driving"], True, ["mechanic"])
    boss(table).give("adjust_driver", driver="razors.d1", fatigue="none", reason="He slept.")
    assert table.state.drivers["razors.d1"].fatigue == []


@pytest.mark.parametrize(
    ("fields", "words"),
    [({}, "name what to correct"), ({"fatigue": "luck"}, "is not a trait"), ({"driving": "-9"}, "keep it from 0")],
)
def test_a_correction_that_cannot_be_is_refused_in_words(fields: dict[str, str], words: str) -> None:
    table = signed()
    answer = boss(table).give("adjust_driver", driver="razors.d1", reason="So.", **fields)
    assert answer.status_code == 422
    assert words in answer.content.decode()


@pytest.mark.rule("HOUSE-006")
def test_decisions_and_shops_are_closed_to_whoever_has_not_answered() -> None:
    table = lined_up()
    table.give("accept_report", match="m1", report=report(table))
    assert "m1 · waits for" in boss(table).open("end_decisions").content.decode()
    boss(table).give("end_decisions", match="m1", reason="The week is over.")
    assert table.state.matches["m1"].step == "M5.10"
    assert "m1 · waits for Razors, Saints, Widows" in boss(table).open("end_shopping").content.decode()
    answer = boss(table).give("end_shopping", match="m1", reason="The week is over.")
    assert answer["Location"] == "/l/rust-belt/s1/m1/"
    assert table.state.matches["m1"].step == "settled"
    assert boss(table).give("end_shopping", match="m1", reason="Again.").status_code == 422


def test_an_owner_gives_no_house_act_and_reads_them_all() -> None:
    table = shopping()
    table.give("adjust_balance", franchise="razors", amount=1000, reason="A gift.")
    razors = Sitter(table.season, "razors")
    assert razors.open("adjust_balance").status_code == 403
    page = razors.client.get(ACTS).content.decode()
    assert "Reason: A gift." in page or "A gift." in page
    assert "Give a car" not in page


def test_the_page_of_acts_says_when_an_act_may_be_given_and_leads_back_to_itself() -> None:
    table = founded()
    page = boss(table).client.get(ACTS).content.decode()
    assert "E1, the final table" in page
    assert "/do/adjust_balance/?back=/l/rust-belt/s1/acts/" in page
    boss(table).give("adjust_balance", franchise="razors", amount="1", reason="A gift.", back=ACTS)
    assert Entry.objects.get(season=table.season, number=table.row.length).reason == "A gift."


def test_older_acts_follow_on_further_pages_and_nonsense_is_harmless() -> None:
    table = founded()
    for number in range(14):
        table.give("adjust_balance", franchise="razors", amount=1000, reason=f"Gift {number}.")
    first = Client().get(ACTS).content.decode()
    assert "Gift 13." in first
    assert "Gift 1." not in first
    assert 'rel="next"' in first
    assert Client().get(f"{ACTS}?before=x").status_code == 200


def test_the_page_of_acts_is_made_of_few_queries(django_assert_max_num_queries: object) -> None:
    founded()
    client = Sitter("rust-belt/s1", "boss").client
    client.get(ACTS)
    with django_assert_max_num_queries(8):  # type: ignore[operator]
        client.get(ACTS)
