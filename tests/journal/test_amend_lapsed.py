"""What an amend made lapse stays out until it is given again; no other amend brings it back."""

from __future__ import annotations

import copy
import io
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from journal.amends.corrections import corrections_to_undo
from journal.amends.derivation import state_before
from tests.command_forms.test_amend_form import words
from tests.journal.amends import amended, barring, number_of
from tests.journal.test_amend_approvals import own, sound
from tests.journal.test_amend_followups import reckoned
from tests.league.small_league import Table, announced, founded, lined_up, report, settled, shopping

pytestmark = pytest.mark.django_db
OFFER = "m1.saints.founding2"
GUN = {"franchise": "saints", "item": "saints.gun1", "kind": "machinegun"}


def bought() -> tuple[Table, int]:
    """A league whose owner declined a tinkering offer and bought a gun, and the number of the first entry."""
    table = shopping(1)
    declined = table.give("decline_offer", by="saints", franchise="saints", offer=OFFER).entries[0].number
    table.give("buy_item", by="saints", **GUN)
    return table, declined


def idle(table: Table) -> None:
    """Amend and undo something unrelated, and check that the season is unchanged."""
    prize = table.give("adjust_balance", franchise="widows", amount=5, reason="So.").entries[0].number
    digest = table.row.digest
    amended(table, {prize: []})
    sound(table)
    amended(table, {prize: [own(table, prize)]})
    assert table.row.digest == digest
    sound(table)


def test_what_lapsed_while_shops_were_open_stays_out_once_they_are_over() -> None:
    table, declined = bought()
    result = amended(table, {declined: []})
    assert [body.standing for body in result.entries_not_standing.values()] == ["lapsed"]
    table.give("end_shopping", match="m1", reason="The week is over.")
    sound(table)
    idle(table)
    assert "saints.gun1" not in table.state.items


@pytest.mark.parametrize("by_amend", [False, True])
def test_a_purchase_in_shops_that_are_over_stands_whatever_ended_them(by_amend: bool) -> None:
    table, declined = bought()
    if by_amend:
        number = table.give("adjust_balance", franchise="razors", amount=5, reason="So.").entries[0].number
        amended(table, {number: [own(table, number), {"type": "end_shopping", "match": "m1"}]})
    else:
        table.give("end_shopping", match="m1", reason="The week is over.")
    amended(table, {declined: []})
    assert (table.state.match("m1").step, "saints.gun1" in table.state.items) == ("settled", True)
    sound(table)


@pytest.mark.parametrize("who", ["standing orders", "the owner"])
def test_a_decision_that_lapsed_is_not_made_up_for_once_another_was_given(who: str) -> None:
    table = lined_up()
    document = copy.deepcopy(report(table))
    document["cars"][0] |= {"destroyed": True}
    table.give("accept_report", match="m1", report=document)
    table.give("decide_repairs", by="widows", franchise="widows", match="m1", give_up=["widows.car2"])
    other_report = copy.deepcopy(document)
    other_report["cars"][-2] |= {"destroyed": True, "criticals": 3}
    other_report["cars"][-1] = {"car": "widows.car2"}
    number = number_of(table, "accept_report")
    result = amended(table, {number: [{"type": "accept_report", "match": "m1", "report": other_report}]})
    assert [body.standing for body in result.entries_not_standing.values()] == ["lapsed"]
    if who == "the owner":
        table.give("decide_repairs", by="widows", franchise="widows", match="m1")
    else:
        call_command("steward", table.season, "--franchise", "widows", stdout=io.StringIO())
    table.give("decide_repairs", by="razors", franchise="razors", match="m1")
    assert table.state.match("m1").step == "M5.10"
    idle(table)


def test_a_line_up_that_was_named_again_is_not_the_one_that_was_driven() -> None:
    table = announced(cars=4)
    prize = table.give("adjust_balance", franchise="razors", amount=5, reason="So.").entries[0].number
    for franchise in table.franchises:
        seats = [{"car": f"{franchise}.car{number}", "driver": f"{franchise}.d{number}"} for number in (1, 2)]
        table.give("name_line_up", by=franchise, franchise=franchise, match="m1", seats=seats)
    release = {"type": "release_driver", "franchise": "razors", "driver": "razors.d1"}
    amended(table, {prize: [own(table, prize), release]})
    seats = [{"car": "razors.car1", "driver": "razors.d4"}, {"car": "razors.car2", "driver": "razors.d2"}]
    table.give("name_line_up", by="razors", franchise="razors", match="m1", seats=seats)
    table.give("lock_line_ups", match="m1")
    document = report(table)
    document["drivers"][0]["driver"] = "razors.d4"
    table.give("accept_report", match="m1", report=document)
    gift = table.give("adjust_balance", franchise="widows", amount=5, reason="So.").entries[0].number
    assert amended(table, {gift: []}).amended.warnings == []
    sound(table)


def test_an_amend_of_what_had_lapsed_can_be_undone() -> None:
    table = founded()
    poor = -table.state.franchise("razors").balance
    table.give("adjust_balance", franchise="razors", amount=poor, reason="A fine.")
    gift = table.give("adjust_balance", franchise="razors", amount=120_000, reason="A gift.").entries[0].number
    prize = table.give("adjust_balance", franchise="saints", amount=5, reason="So.").entries[0].number
    car = {"type": "buy_car", "franchise": "razors", "car": "razors.car1", "name": "One"}
    amended(table, {prize: [own(table, prize), car]})
    amended(table, {gift: []})
    digest = table.row.digest
    result = amended(table, {prize: [{**own(table, prize), "amount": 7}]})
    amended(table, corrections_to_undo(table.row, result.number))
    assert table.row.digest == digest
    sound(table)


# -------------------------------------------------------------------------------------- the season before an entry


def way_another(number: int) -> str:
    """The text of the form that replaces an entry by another command, as a commissioner reads it."""
    page = Client()
    assert page.login(username="rust-belt-boss", password="boss")
    return words(page.get(f"/l/rust-belt/s1/journal/{number}/amend/?way=another"))


def test_a_report_is_put_right_by_its_form_though_a_driver_of_it_is_barred_now() -> None:
    table = settled(2, settled(1))
    number = number_of(table, "accept_report", match="m2")
    amended(table, barring(table, "razors.d1"))
    assert state_before(table.row, number).match("m2").step == "M4"
    assert "No match awaits a report" not in way_another(number)


def test_what_a_purchase_binds_stands_before_it() -> None:
    table, number, _ = reckoned()
    purchase: dict[str, Any] = {"by": "razors", "franchise": "razors", "item": "razors.gun1", "kind": "machinegun"}
    bought_at = table.give("buy_item", **purchase).entries[0].number
    amended(table, corrections_to_undo(table.row, number))
    assert state_before(table.row, bought_at).match("m1").step == "M5.10"
    assert state_before(table.row, table.row.length + 1) == table.state
