"""Line-ups at the desk: a suggestion is named in one tap, sealed from others, and refused beside the seat."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from franchises.standing_orders import set_standing_orders
from league.membership import join
from league.models import League, Membership
from rules.campaign.sponsors.kinds import SUPPLIES_RATING_4
from scheduling.clock_tick import tick
from tests.command_forms.desk import Sitter
from tests.command_forms.leagues_at_steps import TEAMS, reckoned
from tests.league.small_league import BEGAN, Table, announced
from tests.scheduling.calendar_league import clocked, window

pytestmark = pytest.mark.django_db


def at_line_ups() -> Table:
    """A league of two franchises that may name the line-ups of their first match."""
    return announced(franchises=TEAMS)


def selected(page: str, name: str) -> str:
    """The selected value of a select of the page, or an empty string."""
    (field,) = re.findall(rf'<select name="{name}".*?</select>', page, flags=re.DOTALL)
    found = re.findall(r'<option value="([^"]*)" selected', field)
    return found[0] if found else ""


def as_shown(page: str) -> dict[str, str]:
    """The seats that the page suggests, by field name."""
    names = re.findall(r'<select name="((?:car|driver|gunner)_\d)"', page)
    return {name: selected(page, name) for name in names}


@pytest.mark.rule("DM-C-089")
def test_the_line_up_that_is_filled_in_is_named_as_it_stands_and_leads_to_the_match() -> None:
    table = at_line_ups()
    razors = Sitter(table.season, "razors")
    page = razors.open("name_line_up", match="m1").content.decode()
    seats = as_shown(page)
    answer = razors.give("name_line_up", match="m1", words="chrome", **seats)
    assert (answer.status_code, answer["Location"]) == (302, "/l/rust-belt/s1/m1/")
    state = table.state
    assert state.line_up("m1", "razors").words == "chrome"
    assert [(seat.car, seat.driver) for seat in state.seats_of("m1.razors")] == [
        ("razors.car1", "razors.d1"),
        ("razors.car2", "razors.d2"),
        ("razors.car3", "razors.d3"),
    ]


def test_an_armed_car_that_is_free_is_filled_in_for_one_without_a_weapon() -> None:
    table = announced(franchises=TEAMS, cars=4)
    item = {"franchise": "razors", "item": "razors.gun"}
    table.give("give_item", **item, kind="machinegun", reason="A prize.")
    table.give("fit_item", by="razors", **item, car="razors.car4")
    page = Sitter(table.season, "razors").open("name_line_up", match="m1").content.decode()
    assert "razors.car4" in as_shown(page).values()
    assert "with an armed car for each that has no weapon" in page
    assert "No weapon: it cannot shoot." in page


def test_standing_orders_say_who_is_filled_in_and_are_told_to_their_owner_alone() -> None:
    table = at_line_ups()
    owner = Membership.objects.get(handle=table.handle("razors"))
    set_standing_orders(franchise="razors", document={"drivers": ["razors.d6"]}, member=owner, at=BEGAN)
    own = Sitter(table.season, "razors").open("name_line_up").content.decode()
    boss = Sitter(table.season, "boss").open("name_line_up", franchise="razors", match="m1").content.decode()
    assert (selected(own, "driver_1"), selected(boss, "driver_1")) == ("razors.d6", "razors.d1")


def test_what_was_named_is_shown_again_to_its_owner_and_to_nobody_who_acts_for_him() -> None:
    table = at_line_ups()
    seats = [{"car": "razors.car2", "driver": "razors.d5"}]
    table.give("name_line_up", by="razors", franchise="razors", match="m1", seats=seats, words="hush")
    own = Sitter(table.season, "razors").open("name_line_up").content.decode()
    boss = Sitter(table.season, "boss").open("name_line_up", franchise="razors", match="m1").content.decode()
    assert (selected(own, "car_1"), selected(own, "driver_1"), selected(own, "car_2")) == (
        "razors.car2",
        "razors.d5",
        "",
    )
    assert 'value="hush"' in own
    assert selected(boss, "driver_1") == "razors.d1"
    assert "hush" not in boss
    assert "sealed from you too" in boss


def test_a_driver_in_two_cars_is_refused_beside_his_seat_and_the_rest_stays_as_it_was_typed() -> None:
    table = at_line_ups()
    seats = {"car_1": "razors.car1", "driver_1": "razors.d4", "car_2": "razors.car2", "driver_2": "razors.d4"}
    answer = Sitter(table.season, "razors").give("name_line_up", match="m1", words="chrome", **seats)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "is seated 2 times in the line-up" in page
    assert (selected(page, "car_2"), selected(page, "driver_2")) == ("razors.car2", "razors.d4")
    assert 'value="chrome"' in page
    assert not table.state.line_up("m1", "razors").named


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        ({"car_1": "razors.car1"}, "Put somebody at the wheel"),
        ({"driver_1": "razors.d1"}, "Choose a car"),
    ],
)
def test_a_seat_is_a_car_with_its_driver(seats: dict[str, str], said: str) -> None:
    table = at_line_ups()
    answer = Sitter(table.season, "razors").give("name_line_up", match="m1", **seats)
    assert answer.status_code == 422
    assert said in answer.content.decode()


@pytest.mark.rule("DM-C-046")
def test_each_driver_is_told_with_the_bill_and_the_chance_of_a_quirk_were_he_put_out_of_action() -> None:
    page = Sitter(at_line_ups().season, "razors").open("name_line_up").content.decode()
    assert "Out of action: 5k for the clone; a quirk on 4, 5, 6 of a die." in page
    assert "Destroyed: 5k to replace it" in page


def test_a_spectator_is_not_let_near_it() -> None:
    table = at_line_ups()
    user = get_user_model().objects.create_user("rust-belt-guest")
    league = League.objects.get(pk=table.league)
    actor, handle = table.handle("boss"), table.handle("guest")
    join(league=league, user=user, role=Membership.Role.SPECTATOR, actor=actor, at=BEGAN, handle=handle)
    assert Sitter(table.season, "guest").open("name_line_up", match="m1").status_code == 403


@pytest.mark.rule("DM-C-064")
@pytest.mark.parametrize("supplied", [True, False])
def test_rating_4_staff_is_hired_for_the_match_where_a_sponsor_supplies_it(supplied: bool) -> None:
    table = at_line_ups()
    for sponsor in table.state.sponsors_of("razors"):
        if sponsor.kind in SUPPLIES_RATING_4:
            table.give("take_sponsor", sponsor=sponsor.id, reason="To see.")
    if supplied:
        table.give(
            "give_sponsor", franchise="razors", sponsor="house.sponsor1", kind="mechanic_shop", reason="To see."
        )
    before = table.state.franchise("razors").balance
    answer = Sitter(table.season, "razors").give("hire_match_mechanic", match="m1")
    state = table.state
    assert answer.status_code == (302 if supplied else 422)
    assert state.line_up("m1", "razors").match_mechanic is supplied
    assert before - state.franchise("razors").balance == (50_000 if supplied else 0)


@pytest.mark.rule("DM-C-089")
def test_a_gunner_is_asked_for_where_a_car_has_a_station_and_refused_beside_the_seat_where_it_has_none() -> None:
    table = at_line_ups()
    razors = Sitter(table.season, "razors")
    assert 'name="gunner_1"' not in razors.open("name_line_up").content.decode()
    gift = {"franchise": "razors", "car": "house.car1", "name": "Van", "gunner_station": True}
    table.give("give_car", reason="A prize.", **gift)
    seat = {"driver_1": "razors.d1", "gunner_1": "razors.d2"}
    refused = razors.give("name_line_up", match="m1", car_1="razors.car1", **seat)
    assert refused.status_code == 422
    assert "has no gunner station" in refused.content.decode()
    assert razors.give("name_line_up", match="m1", car_1="house.car1", **seat).status_code == 302
    (named_seat,) = table.state.seats_of("m1.razors")
    assert (named_seat.car, named_seat.driver, named_seat.gunner) == ("house.car1", "razors.d1", "razors.d2")


def test_an_owner_may_have_what_he_named_filled_in_anew_from_his_standing_orders() -> None:
    table = at_line_ups()
    seats = [{"car": "razors.car2", "driver": "razors.d5"}]
    table.give("name_line_up", by="razors", franchise="razors", match="m1", seats=seats)
    razors = Sitter(table.season, "razors")
    assert "afresh=1" in razors.open("name_line_up").content.decode()
    assert selected(razors.open("name_line_up", match="m1", afresh="1").content.decode(), "driver_1") == "razors.d1"


@pytest.mark.rule("DM-C-065")
def test_a_garage_below_its_minimum_says_that_a_commissioner_may_waive_it() -> None:
    table = reckoned()
    table.give("decide_repairs", by="saints", franchise="saints", match="m1", give_up=["saints.car2"])
    table.give("decide_repairs", by="razors", franchise="razors", match="m1")
    table.give("end_shopping", match="m1", reason="The week is over.")
    table.announce_next()
    page = Sitter(table.season, "saints").open("name_line_up").content.decode()
    assert "ask a commissioner to waive it" in page


def test_beside_each_car_stands_what_those_chosen_for_it_risk_and_the_sum_above_the_button() -> None:
    page = Sitter(at_line_ups().season, "razors").open("name_line_up").content.decode()
    form = page.split("<form class=")[1].split("</form>")[0]
    assert form.count("data-seat-risk") == form.count('class="seat-row"') > 0
    assert "rested; out of action 5k for the clone" in form
    assert form.index("data-most-billed") < form.index('value="give"')


def test_the_heading_has_the_deadline_in_the_readers_own_time_and_says_that_it_is_sealed_until_then() -> None:
    table = clocked(at_line_ups(), hours={"M3": 24})
    page = Sitter(table.season, "razors").open("name_line_up", match="m1").content.decode()
    assert 'class="until"' not in page, "before the clock has looked"
    tick(table.season, at=BEGAN)
    page = Sitter(table.season, "razors").open("name_line_up", match="m1").content.decode()
    heading = page.split('class="until"')[1].split("</p>")[0]
    closes_at = window(table, "M3/m1").closes_at
    assert closes_at is not None
    assert f'<time datetime="{closes_at.isoformat()}" data-local="deadline"' in heading
    assert "sealed until then" in heading


def test_a_line_up_with_its_deadline_and_its_preview_takes_eight_queries(
    django_assert_max_num_queries: Any,
) -> None:
    table = clocked(at_line_ups(), hours={"M3": 24})
    tick(table.season, at=BEGAN)
    razors = Sitter(table.season, "razors")
    with django_assert_max_num_queries(8):
        assert 'class="until"' in razors.open("name_line_up", match="m1").content.decode()


def test_a_form_whose_time_is_over_has_no_deadline() -> None:
    table = clocked(reckoned(), hours={"M3": 24, "M5.4": 24})
    tick(table.season, at=BEGAN)
    razors = Sitter(table.season, "razors")
    assert 'class="until"' in razors.open("decide_repairs", match="m1").content.decode()
    assert 'class="until"' not in razors.open("name_line_up", match="m1").content.decode()


@pytest.mark.rule("DM-C-095")
def test_the_usual_week_stands_together_and_says_when_cars_are_repaired_and_armed() -> None:
    table = reckoned()
    razors = Sitter(table.season, "razors")
    for team, repaired in (("razors", []), ("saints", [])):
        table.give("decide_repairs", by=team, franchise=team, match="m1", repair=repaired)
    shops = razors.open("finish_shopping", match="m1").content.decode().split('class="plain usual"')[1]
    assert '<span class="later">Repair all, 2k</span> <span class="faint">after the match</span>' in shops
    for team in TEAMS:
        for offer in [offer.id for offer in table.state.offers_to(team)]:
            table.give("decline_offer", by=team, franchise=team, offer=offer)
        table.give("finish_shopping", by=team, franchise=team, match="m1")
    table.announce_next()
    page = razors.open("name_line_up", match="m2").content.decode()
    assert ">As last time</a>" in page
    usual = page.split('class="plain usual"')[1].split("</ul>")[0]
    assert "Arm as before</span>" in usual
    assert '<span class="later">Repair all, 2k</span>' in usual
    assert "2 criticals, 2k. They run as they are" in page


def test_a_form_that_is_sent_changed_after_going_back_is_refused_in_plain_words() -> None:
    razors = Sitter(at_line_ups().season, "razors")
    page = razors.open("name_line_up", match="m1").content.decode()
    sent = razors.filled("name_line_up", match="m1", **as_shown(page))
    assert razors.send("name_line_up", sent).status_code == 302
    refused = razors.send("name_line_up", sent | {"words": "rust"})
    page = refused.content.decode()
    assert refused.status_code == 422
    assert "This form was sent before with other values" in page
    assert "make up a new key" not in page
    renewed = dict(re.findall(r'name="(key|seen)" value="([^"]+)"', page))
    assert razors.send("name_line_up", sent | {"words": "rust"} | renewed).status_code == 302
