"""Things for which dice are thrown must have the ID that the site proposes, through every entry point."""

from __future__ import annotations

import io
import json
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from journal import audit, perform
from journal.amends.rederivation import CorrectionRefused
from journal.steward import answer_as_steward
from journal.transfer.permanent_ids import IdStands
from journal.verify import verify
from rules.campaign.core.codec import command_from_document
from rules.campaign.steward.proposed_ids import IdNotProposed
from tests.command_forms.desk import Sitter
from tests.journal.amends import amended, number_of
from tests.league.small_league import Table, announced, founded, signed

pytestmark = pytest.mark.django_db


def hire(table: Table, driver: str, **options: Any) -> None:
    """Have the razors hire a rookie with that ID."""
    table.give("hire_rookie", by="razors", franchise="razors", driver=driver, **options)


@pytest.mark.parametrize(
    ("tag", "fields", "by", "proposed"),
    [
        ("hire_rookie", {"franchise": "razors", "driver": "razors.lucky"}, "razors", "driver is razors.d1"),
        ("hire_rookie", {"franchise": "razors", "driver": "razors.d2"}, "razors", "driver is razors.d1"),
        ("hire_rookie", {"franchise": "razors", "driver": "saints.d1"}, "razors", "driver is razors.d1"),
        ("buy_car", {"franchise": "razors", "car": "razors.c1"}, "razors", "car is razors.car1"),
        ("give_car", {"franchise": "razors", "car": "razors.car1"}, "boss", "car is house.car1"),
        ("give_sponsor", {"franchise": "razors", "sponsor": "razors.s9", "kind": "oil"}, "boss", "house.sponsor1"),
        ("give_item", {"franchise": "razors", "item": "razors.jacks", "kind": "hydraulics"}, "boss", "house.item1"),
    ],
)
def test_another_id_is_refused_and_the_proposed_one_named(
    tag: str, fields: dict[str, str], by: str, proposed: str
) -> None:
    table = founded()
    length, options = table.row.length, {"reason": "A prize."} if by == "boss" else {}
    with pytest.raises(IdNotProposed, match=proposed) as refused:
        table.give(tag, by=by, **fields, **options)
    assert (
        refused.value.pointer == f"/{next(name for name in ('driver', 'car', 'sponsor', 'item') if name in fields)}"
    )
    assert table.row.length == length


@pytest.mark.parametrize(
    ("round", "matches", "proposed", "at"),
    [
        ("first", ["m1"], "round is r1", "/round"),
        ("r1", ["opener"], "match is m1", "/matches/0/match"),
        ("r1", ["m2", "m1"], "match is m1", "/matches/0/match"),
        ("r1", ["m1", "m3"], "match is m2", "/matches/1/match"),
    ],
)
def test_rounds_and_matches_are_numbered(round: str, matches: list[str], proposed: str, at: str) -> None:
    table = signed(franchises=("razors", "saints", "widows", "anvils"))
    sides = [["razors", "saints"], ["widows", "anvils"]]
    plans = [{"match": id, "event": "race", "franchises": side} for id, side in zip(matches, sides, strict=False)]
    with pytest.raises(IdNotProposed, match=proposed) as refused:
        table.give("announce_round", round=round, matches=plans)
    assert refused.value.pointer == at


def test_a_match_run_again_and_one_that_is_added_have_the_next_number() -> None:
    table = announced()
    again = {"match": "m1b", "event": "race", "franchises": ["razors", "saints"]}
    with pytest.raises(IdNotProposed, match="match is m2"):
        table.give("void_match", match="m1", again=again, reason="Rain.")
    table.give("void_match", match="m1", again={**again, "match": "m2"}, reason="Rain.")
    table.give("void_match", match="m2", again={**again, "match": "m3"}, reason="Rain.")
    assert sorted(table.state.matches) == ["m1", "m2", "m3"]


def test_what_no_die_is_thrown_for_is_called_freely() -> None:
    table = founded()
    table.give("buy_item", by="razors", franchise="razors", item="razors.betsy", kind="machinegun")
    table.give("give_item", franchise="razors", item="razors.eye", kind="artificial_eye", reason="A prize.")
    assert {"razors.betsy", "razors.eye"} <= table.state.items.keys()


def test_an_earlier_edition_lets_a_thing_be_called_as_one_likes_until_the_new_one_is_adopted() -> None:
    table = founded(edition="3")
    hire(table, "razors.lucky")
    table.give("adopt_edition", edition="4", reason="So that nobody chooses.")
    with pytest.raises(IdNotProposed, match=r"driver is razors\.d1"):
        hire(table, "razors.star")
    hire(table, "razors.d1")
    assert {"razors.lucky", "razors.d1"} <= table.state.drivers.keys()
    assert (audit(table.season), verify(table.season).findings) == ([], [])


def test_a_form_whose_id_was_tampered_with_is_refused() -> None:
    table = founded()
    razors = Sitter(table.season, "razors")
    answer = razors.send("hire_rookie", razors.filled("hire_rookie", name="Vega") | {"driver": "razors.lucky"})
    assert answer.status_code == 422
    assert "The new driver is razors.d1" in answer.content.decode()
    assert razors.give("hire_rookie", name="Vega").status_code == 302
    assert list(table.state.drivers) == ["razors.d1"]


def test_the_command_line_takes_no_other_id_either(tmp_path: Path) -> None:
    table = founded()
    sheet = tmp_path / "hire.json"
    sheet.write_text(json.dumps([{"type": "hire_rookie", "franchise": "razors", "driver": "razors.lucky"}]))
    with pytest.raises(CommandError, match=r"The new driver is razors\.d1"):
        call_command("do", table.season, str(sheet), "--as", "rust-belt-razors", stdout=io.StringIO())


def test_a_batch_is_numbered_on_and_one_that_throws_before_is_refused_in_the_same_words() -> None:
    table = founded()
    party = {"type": "throw_party", "franchise": "razors", "spend_k": 10}

    def give(*drivers: str, key: str, **first: Any) -> None:
        hires = [{"type": "hire_rookie", "franchise": "razors", "driver": driver} for driver in drivers]
        commands = [command_from_document(document) for document in ([first, *hires] if first else hires)]
        perform(table.season, commands, actor=table.handle("razors"), at=table.at, key=key)

    give("razors.d1", "razors.d2", key="two")
    with pytest.raises(IdNotProposed, match=r"driver is razors\.d4") as refused:
        give("razors.d3", "razors.d5", key="wrong")
    assert refused.value.place == 1
    with pytest.raises(IdNotProposed, match=r"driver is razors\.d3"):
        give("razors.d9", key="thrown", **party)


def test_an_amend_gives_what_it_makes_no_other_id() -> None:
    table = founded()
    hire(table, "razors.d1", name="One")
    hire(table, "razors.d2", name="Two")
    number = number_of(table, "hire_rookie", driver="razors.d1")
    own = {"type": "hire_rookie", "franchise": "razors", "driver": "razors.d1", "name": "One"}
    for preview in (True, False):
        with pytest.raises(IdNotProposed, match=r"driver is razors\.d3") as refused:
            amended(table, {number: [own, {**own, "driver": "razors.lucky"}]}, preview=preview)
        assert refused.value.pointer == f"/corrections/{number}"
    with pytest.raises(IdStands, match=r"made the driver razors\.d1"):
        amended(table, {number: [{**own, "driver": "razors.d3"}]})
    with pytest.raises(CorrectionRefused, match="There is a driver"):
        amended(table, {number: [own, own]})
    amended(table, {number: [{**own, "name": "Another"}, {**own, "driver": "razors.d3"}]})
    assert sorted(table.state.drivers) == ["razors.d1", "razors.d2", "razors.d3"]
    assert (audit(table.season), verify(table.season).findings) == ([], [])


def test_what_takes_the_place_of_something_struck_has_its_id_and_the_next_the_next() -> None:
    table = founded()
    for number in (1, 2):
        hire(table, f"razors.d{number}")
    amended(table, {number_of(table, "hire_rookie", driver="razors.d1"): []})
    with pytest.raises(IdStands, match=r"razors\.d1 was struck"):
        hire(table, "razors.d3")
    hire(table, "razors.d1", name="Somebody else")
    with pytest.raises(IdNotProposed, match=r"driver is razors\.d3"):
        hire(table, "razors.d4")
    assert (audit(table.season), verify(table.season).findings) == ([], [])


def test_the_id_of_what_lapsed_is_proposed_for_nothing_else() -> None:
    table = founded()
    for number in range(1, 4):
        table.give("buy_car", by="razors", franchise="razors", car=f"razors.car{number}")
    balance = table.state.franchise("razors").balance
    table.give("adjust_balance", franchise="razors", amount=-balance, reason="A fine.")
    gift = table.give("adjust_balance", franchise="razors", amount=110_000, reason="A gift.").entries[0].number
    table.give("buy_car", by="razors", franchise="razors", car="razors.car4")
    result = amended(table, {gift: []})
    assert [body.given for body in result.entries_not_standing.values()] == ["buy_car"]
    table.give("adjust_balance", franchise="razors", amount=300_000, reason="Another gift.")
    form = Sitter(table.season, "razors").open("buy_car").context["form"]
    assert form.initial["car"] == "razors.car5"
    with pytest.raises(IdNotProposed, match=r"car is razors\.car5"):
        table.give("buy_car", by="razors", franchise="razors", car="razors.car4")
    table.give("buy_car", by="razors", franchise="razors", car="razors.car5")
    assert (audit(table.season), verify(table.season).findings) == ([], [])


def test_standing_orders_call_what_they_hire_and_buy_like_everybody() -> None:
    table = founded()
    passes = count(1)
    while answer_as_steward(table.season, at=table.at, key=f"s{next(passes)}"):
        pass
    state = table.state
    assert state.drivers.keys() >= {"razors.d1", "saints.d1", "widows.d1"}
    assert state.cars.keys() >= {"razors.car1", "saints.car1", "widows.car1"}


def test_what_a_thing_was_named_is_no_id_that_an_amend_may_give_another() -> None:
    table = founded()
    hire = {"type": "hire_rookie", "franchise": "razors", "driver": "razors.d1", "name": "razors.d77"}
    table.give("hire_rookie", by="razors", franchise="razors", driver="razors.d1", name="razors.d77")
    other = {"type": "hire_rookie", "franchise": "razors", "driver": "razors.d77"}
    with pytest.raises(IdNotProposed, match=r"driver is razors\.d2"):
        amended(table, {number_of(table, "hire_rookie"): [hire, other]})


def test_an_amend_makes_no_device_of_a_thing_that_was_called_as_somebody_liked() -> None:
    table = signed()
    gun = {"type": "give_item", "franchise": "razors", "item": "razors.lucky7", "kind": "machinegun"}
    table.give("give_item", franchise="razors", item="razors.lucky7", kind="machinegun", reason="A prize.")
    number, device = table.row.length, {**gun, "kind": "turbochargers"}
    with pytest.raises(IdNotProposed, match=r"item is house\.item1") as refused:
        amended(table, {number: [device]})
    assert refused.value.pointer.startswith(f"/corrections/{number}")
    amended(table, {number: [{**device, "item": "house.item1"}]})
    assert table.state.items["house.item1"].kind == "turbochargers"
    amended(table, {number: [{**device, "item": "house.item1", "kind": "hydraulics"}]})
    assert table.state.items["house.item1"].kind == "hydraulics"
