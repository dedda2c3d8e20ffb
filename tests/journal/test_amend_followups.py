"""What followed an amend by itself disappears with its cause, unless a newer decision depends on it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from journal.amends import writer
from journal.amends.corrections import corrections_to_undo
from journal.amends.derivation import AmendBaseline, load_amend_baseline
from journal.amends.timeline import load_folded_amends
from journal.entry_body import load_body
from journal.entry_recorder import TypedFaces
from league.models import Entry
from rules.campaign.core.dice_by_hand import DICE_BY_HAND
from tests.journal.amends import amended, number_of, poor
from tests.journal.forger import exported
from tests.journal.test_amend_approvals import POT, own, sound, undestroyed, waits_for_repairs
from tests.journal.two_matches import both_closed_by_amends, first_closed_by_an_amend
from tests.league.league_cache import built_once
from tests.league.small_league import Table, report, shopping
from tests.verifier.test_findings import found

pytestmark = pytest.mark.django_db


def standing(table: Table, tag: str) -> list[str]:
    """The standing of each entry with that command, in order."""
    amended_entries = load_folded_amends(table.row).retold
    entries = Entry.objects.filter(season=table.season, command=tag).order_by("number")
    return [
        amended_entries[entry.number].standing if entry.number in amended_entries else "stands" for entry in entries
    ]


def decides(table: Table, *, by: str = "widows") -> None:
    """Have the owner of the destroyed car replace it."""
    table.give("decide_repairs", by=by, franchise=by, match="m1")


def checked(table: Table) -> None:
    """Check that neither the site nor the standalone verifier finds anything."""
    sound(table)
    assert found(exported(table.season)) == []


@built_once
def reckoned(**options: Any) -> tuple[Table, int, str]:
    """A league in which an amend closed a match's settlement, the amend's number, and the digest before it."""
    table = waits_for_repairs(**options)
    before = table.row.digest
    result = amended(table, undestroyed(table))
    assert table.state.match("m1").step == "M5.10"
    return table, result.number, before


def test_undoing_an_amend_that_closed_a_settlement_opens_it_again_to_the_same_digest() -> None:
    table, number, before = reckoned()
    after = table.row.digest
    preview = amended(table, corrections_to_undo(table.row, number), preview=True).amended
    undo = amended(table, corrections_to_undo(table.row, number))
    assert (table.row.digest, table.state.match("m1").step) == (before, "M5.4")
    assert preview.differences == undo.amended.differences
    assert preview.retold.keys() == undo.amended.retold.keys()
    assert standing(table, "close_settlement") == ["lapsed"]
    checked(table)
    amended(table, corrections_to_undo(table.row, undo.number))
    assert table.row.digest == after
    checked(table)


def test_the_settlement_closes_by_itself_once_more_with_the_faces_that_fell() -> None:
    table, number, _ = reckoned()
    pot = [roll for roll in _rolls(table) if roll["path"] == POT]
    amended(table, corrections_to_undo(table.row, number))
    decides(table)
    assert table.state.match("m1").step == "M5.10"
    assert standing(table, "close_settlement") == ["lapsed", "stands"]
    assert [roll["faces"] for roll in _rolls(table) if roll["path"] == POT] == [
        roll_before["faces"] for roll_before in pot * 2
    ]
    checked(table)


def test_what_was_decided_since_stays_decided_by_later_amends() -> None:
    table, number, _ = reckoned()
    amended(table, corrections_to_undo(table.row, number))
    decides(table)
    prize = table.give("adjust_balance", franchise="saints", amount=5, reason="So.").entries[0].number
    balance, digest = table.state.franchise("saints").balance, table.row.digest
    amended(table, {prize: [{**own(table, prize), "amount": 7}]})
    assert table.state.franchise("saints").balance == balance + 2
    assert (standing(table, "decide_repairs"), standing(table, "close_settlement")) == (
        ["stands"],
        ["lapsed", "stands"],
    )
    amended(table, {prize: [own(table, prize)]})
    assert table.row.digest == digest
    checked(table)


def test_a_newer_decision_that_hangs_on_it_binds_it() -> None:
    table, number, before = reckoned()
    table.give("buy_item", by="razors", franchise="razors", item="razors.gun1", kind="machinegun")
    undo = amended(table, corrections_to_undo(table.row, number))
    assert ("razors.gun1" in table.state.items, table.state.match("m1").step) == (True, "M5.10")
    assert standing(table, "close_settlement") == ["stood_in"]
    assert table.row.digest != before
    checked(table)
    bought = number_of(table, "buy_item")
    amended(table, {bought: []})
    assert (table.row.digest, undo.amended.law) == (before, 1)
    checked(table)


def test_a_newer_decision_that_hangs_on_nothing_of_it_does_not() -> None:
    table, number, before = reckoned()
    prize = table.give("adjust_balance", franchise="saints", amount=5, reason="So.").entries[0].number
    amended(table, corrections_to_undo(table.row, number))
    assert table.state.match("m1").step == "M5.4"
    amended(table, {prize: []})
    assert table.row.digest == before
    checked(table)


def test_a_purchase_corrected_in_the_same_amend_binds_it_too() -> None:
    table, number, _ = reckoned()
    result = table.give("buy_item", by="razors", franchise="razors", item="razors.gun1", kind="machinegun")
    bought = result.entries[0].number
    other_item = {**own(table, bought), "kind": "oil_jet"}
    amended(table, {**corrections_to_undo(table.row, number), bought: [other_item]})
    assert (table.state.items["razors.gun1"].kind, table.state.match("m1").step) == ("oil_jet", "M5.10")
    checked(table)


def test_another_report_asks_whoever_has_to_decide_by_it() -> None:
    table, _, _ = reckoned()
    document = report(table)
    document["cars"][-1] = {"car": document["cars"][-1]["car"]}
    document["cars"][0] |= {"destroyed": True}
    amended(
        table, {number_of(table, "accept_report"): [{"type": "accept_report", "match": "m1", "report": document}]}
    )
    undecided = [line_up.franchise for line_up in table.state.line_ups_of("m1") if not line_up.decided]
    assert (undecided, table.state.match("m1").step) == (["razors"], "M5.4")
    decides(table, by="razors")
    assert table.state.match("m1").step == "M5.10"
    checked(table)


def test_shops_that_an_amend_closed_are_open_again_when_it_is_undone() -> None:
    table = shopping(1, poor())
    number = table.give("adjust_balance", franchise="saints", amount=5, reason="So.").entries[0].number
    before = table.row.digest
    closing = {"type": "end_shopping", "match": "m1"}
    result = amended(table, {number: [own(table, number), closing]})
    assert table.state.match("m1").step == "settled"
    amended(table, corrections_to_undo(table.row, result.number))
    assert (table.row.digest, table.state.match("m1").step) == (before, "M5.10")
    checked(table)


@pytest.mark.parametrize(("of", "to"), [("razors", "widows"), ("saints", "knights")])
def test_undoing_an_amend_tells_nobody_between_whom_a_sealed_offer_is(of: str, to: str) -> None:
    table, number = first_closed_by_an_amend()
    offer = {"gives": {"drivers": [f"{of}.d3"]}, "takes": {"drivers": [f"{to}.d3"]}}
    table.give("propose_trade", by=of, franchise=of, trade=f"{of}.t1", partner=to, **offer)
    preview = amended(table, corrections_to_undo(table.row, number), preview=True).amended
    result = amended(table, corrections_to_undo(table.row, number)).amended
    assert (preview.differences, table.state.match("m1").step) == (result.differences, "M5.4")
    sound(table)


def test_what_had_gone_with_its_cause_is_bound_by_no_decision_that_hangs_on_something_else() -> None:
    table, first, second = both_closed_by_amends()
    amended(table, corrections_to_undo(table.row, second))
    assert table.state.match("m2").step == "M5.4"
    amended(table, corrections_to_undo(table.row, first))
    assert (table.state.match("m1").step, table.state.match("m2").step) == ("M5.10", "M5.4")
    assert "razors.gun1" in table.state.items
    checked(table)


def test_nor_is_what_goes_later() -> None:
    table, first, second = both_closed_by_amends()
    amended(table, corrections_to_undo(table.row, first))
    amended(table, corrections_to_undo(table.row, second))
    assert (table.state.match("m1").step, table.state.match("m2").step) == ("M5.10", "M5.4")
    checked(table)


@pytest.mark.parametrize("struck", [False, True])
def test_nobody_is_asked_for_faces_of_a_course_that_is_not_taken(struck: bool) -> None:
    table = waits_for_repairs(switches={DICE_BY_HAND: "commissioners"})
    result = amended(table, undestroyed(table))
    amended(table, corrections_to_undo(table.row, result.number))
    prize = table.give("adjust_balance", franchise="saints", amount=5, reason="So.").entries[0].number
    if struck:
        amended(table, {prize: []})
    document = report(table)
    document["drivers"][2] |= {"criticals": 4, "scores": 3}
    document["drivers"][0] = {"driver": "razors.d1", "heats": [1, 2]}
    corrections = {number_of(table, "accept_report"): [{"type": "accept_report", "match": "m1", "report": document}]}
    amended(table, corrections, typed=TypedFaces({}, typist=table.handle("boss")))
    assert table.state.match("m1").step == "M5.4"
    sound(table)


def test_amends_of_earlier_releases_are_worked_out_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    def as_before(*args: Any, **options: Any) -> AmendBaseline:
        return replace(load_amend_baseline(*args, **options), law=0)

    table, number, before = reckoned()
    with monkeypatch.context() as earlier:
        earlier.setattr(writer, "load_amend_baseline", as_before)
        undo = amended(table, corrections_to_undo(table.row, number))
    stored = load_body(Entry.objects.get(season=table.season, number=undo.number).body).amended
    assert stored is not None
    assert (stored.law, table.state.match("m1").step) == (0, "M5.10")
    sound(table)
    prize = table.give("adjust_balance", franchise="saints", amount=5, reason="So.").entries[0].number
    sound(table)
    amended(table, {prize: []})
    assert table.row.digest == before
    sound(table)


def _rolls(table: Table) -> list[dict[str, Any]]:
    bodies = (load_body(entry.body) for entry in Entry.objects.filter(season=table.season).order_by("number"))
    return [roll for body in bodies for roll in body.rolls]
