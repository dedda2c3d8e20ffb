"""The writer: a batch is written once, completely or not at all, and only by those who may give it."""

from __future__ import annotations

from typing import Any

import pytest

from drivers.models import Sheet
from franchises.models import LedgerLine
from journal import perform
from journal.input_validation import NothingAsked
from journal.writer import KeyReused, OutOfDate
from league.access import NotAMember, NotYours, ReasonMissing
from league.models import Batch, Entry, Outbox
from rules.campaign.core.codec import command_from_document
from rules.core.refusals import Malformed, Refusal, Unknown
from tests.journal.snapshot import everything
from tests.league.small_league import (
    BEGAN,
    Table,
    announced,
    assert_reconciled,
    founded,
    lined_up,
    report,
    shopping,
    signed,
)

pytestmark = pytest.mark.django_db


def test_an_entry_is_written_with_its_batch_its_facts_and_what_leaves_with_it() -> None:
    table = founded()
    answer = table.give("hire_rookie", by="razors", franchise="razors", driver="razors.d1", name="Dee", key="hire")
    entry = Entry.objects.get(season=table.season, number=answer.entries[-1].number)
    assert (entry.command, entry.actor, entry.batch.key) == ("hire_rookie", "rust-belt.razors", "hire")
    assert set(entry.subjects) == {"razors", "razors.d1"}
    assert Outbox.objects.filter(season=table.season, entry=entry.number, sent_at=None).count() == 1
    assert (table.row.length, table.row.head, table.row.digest) == (entry.number, entry.hash, entry.digest)
    assert answer.digest == entry.digest


def test_the_same_key_with_the_same_content_answers_as_it_did_and_does_nothing_again() -> None:
    table = founded()
    ask = {"by": "razors", "franchise": "razors", "driver": "razors.d1", "key": "once"}
    first = table.give("hire_rookie", **ask)
    before = everything()
    second = table.give("hire_rookie", **ask)
    assert second.repeated
    assert (second.facts, second.digest) == (first.facts, first.digest)
    assert everything() == before


@pytest.mark.parametrize(
    ("by", "driver", "why"),
    [
        ("razors", "razors.d2", "another content"),
        ("boss", "razors.d1", "another actor"),
    ],
)
def test_the_same_key_for_something_else_is_refused(by: str, driver: str, why: str) -> None:
    table = founded()
    table.give("hire_rookie", by="razors", franchise="razors", driver="razors.d1", key="once")
    before = everything()
    with pytest.raises(KeyReused, match="make up a new key"):
        table.give("hire_rookie", by=by, franchise="razors", driver=driver, key="once")
    assert everything() == before, why


def test_what_changed_after_it_was_read_refuses_the_command_and_says_what() -> None:
    table = founded()
    read = table.row.length
    table.give("hire_rookie", by="razors", franchise="razors", driver="razors.d1")
    before = everything()
    with pytest.raises(OutOfDate, match=rf"razors changed after you last looked \(entry {read + 1}, hire_rookie\)"):
        table.give("hire_staff", by="razors", franchise="razors", rating=2, seen=read)
    assert everything() == before
    table.give("hire_staff", by="saints", franchise="saints", rating=2, seen=read)


def test_what_another_franchise_decided_about_the_same_match_refuses_nobody() -> None:
    table = shopping()
    read = table.row.length
    table.give("roll_world_trade", by="razors", franchise="razors", match="m1")
    with pytest.raises(OutOfDate, match="razors changed after you last looked"):
        table.give("finish_shopping", by="razors", franchise="razors", match="m1", seen=read)
    table.give("finish_shopping", by="saints", franchise="saints", match="m1", seen=read)


def test_what_a_commissioner_did_about_a_match_refuses_an_owner_who_has_not_seen_it() -> None:
    table = announced()
    read = table.row.length
    table.give("forfeit_match", match="m1", franchise="razors", reason="They did not come.")
    seats = [{"car": "saints.car1", "driver": "saints.d1"}]
    with pytest.raises(OutOfDate, match="m1 changed after you last looked"):
        table.give("name_line_up", by="saints", franchise="saints", match="m1", seats=seats, seen=read)


def test_an_entry_still_sealed_from_the_asker_does_not_refuse_him() -> None:
    table = announced()
    read = table.row.length
    for franchise in ("razors", "saints"):
        seats = [{"car": f"{franchise}.car1", "driver": f"{franchise}.d1"}]
        table.give("name_line_up", by=franchise, franchise=franchise, match="m1", seats=seats, seen=read)


def test_an_entry_that_is_yet_to_come_cannot_have_been_read() -> None:
    table = founded()
    with pytest.raises(OutOfDate, match="does not exist"):
        table.give("hire_staff", by="razors", franchise="razors", rating=2, seen=table.row.length + 1)


@pytest.mark.parametrize(
    ("by", "tag", "fields", "refusal"),
    [
        ("razors", "hire_rookie", {"franchise": "saints", "driver": "saints.d1"}, NotYours),
        ("razors", "close_setup", {}, NotYours),
        ("stranger", "hire_rookie", {"franchise": "razors", "driver": "razors.d1"}, NotAMember),
        ("boss", "hire_rookie", {"franchise": "razors", "driver": "razors.d1"}, NotYours),
        (
            "boss",
            "hire_rookie",
            {"franchise": "razors", "driver": "razors.d1", "behalf": "saints", "reason": "x"},
            NotYours,
        ),
        ("boss", "hire_rookie", {"franchise": "razors", "driver": "razors.d1", "behalf": "razors"}, ReasonMissing),
        ("boss", "close_round", {"round": "r1"}, NotYours),
        ("boss", "close_setup", {"behalf": "razors", "reason": "x"}, NotYours),
        ("boss", "adjust_balance", {"franchise": "razors", "amount": 1000}, ReasonMissing),
        ("razors", "adjust_balance", {"franchise": "razors", "amount": 1000, "reason": "x"}, NotYours),
    ],
)
def test_a_command_from_the_wrong_hand_is_refused_and_nothing_is_written(
    by: str, tag: str, fields: dict[str, Any], refusal: type[Refusal]
) -> None:
    table = founded()
    before = everything()
    with pytest.raises(refusal):
        table.give(tag, by=by, **fields)
    assert everything() == before


@pytest.mark.rule("HOUSE-007")
def test_a_commissioner_acts_for_an_owner_with_a_reason_everyone_reads() -> None:
    table = founded()
    table.give(
        "hire_rookie", franchise="razors", driver="razors.d1", behalf="razors", reason="He asked me to by phone."
    )
    entry = Entry.objects.get(season=table.season, number=table.row.length)
    assert (entry.actor, entry.on_behalf_of, entry.reason) == (
        "rust-belt.boss",
        "razors",
        "He asked me to by phone.",
    )
    assert_reconciled(table.season)


def test_a_batch_is_performed_whole_or_not_at_all() -> None:
    table = founded()
    before = everything()
    hire = command_from_document({"type": "hire_rookie", "franchise": "razors", "driver": "razors.d1"})
    with pytest.raises(Refusal):
        perform(table.season, [hire, hire], actor=table.handle("razors"), at=BEGAN, key="both")
    assert everything() == before


def test_an_empty_batch_an_endless_key_and_an_unknown_season_are_refused() -> None:
    table = founded()
    hire = command_from_document({"type": "hire_rookie", "franchise": "razors", "driver": "razors.d1"})
    with pytest.raises(NothingAsked):
        perform(table.season, [], actor=table.handle("razors"), at=BEGAN, key="k")
    with pytest.raises(Malformed):
        perform(table.season, [hire], actor=table.handle("razors"), at=BEGAN, key="k" * 121)
    with pytest.raises(Unknown):
        perform("rust-belt/s9", [hire], actor=table.handle("razors"), at=BEGAN, key="k")


def test_what_is_due_follows_in_the_same_batch_signed_by_the_season() -> None:
    table = shopping()

    def last_batch() -> list[tuple[str, str]]:
        batch = Batch.objects.get(season=table.season, last=table.row.length)
        return list(Entry.objects.filter(batch=batch).order_by("number").values_list("command", "actor"))

    assert last_batch() == [
        ("decide_repairs", "rust-belt.widows"),
        ("close_settlement", "season"),
        ("open_shopping", "season"),
    ]
    table.give("end_shopping", match="m1", reason="The week is over.")
    assert last_batch() == [
        ("end_shopping", "rust-belt.boss"),
        ("settle_match", "season"),
        ("close_round", "season"),
    ]
    assert_reconciled(table.season)


def test_a_line_up_is_sealed_until_they_all_lock() -> None:
    table = announced()
    for franchise in table.franchises:
        seats = [{"car": f"{franchise}.car1", "driver": f"{franchise}.d1"}]
        table.give("name_line_up", by=franchise, franchise=franchise, match="m1", seats=seats)
    sealed_entries = Entry.objects.filter(season=table.season, seal="m1:M4")
    assert list(sealed_entries.values_list("opened_by", flat=True)) == [None, None, None]
    table.give("lock_line_ups", match="m1")
    assert set(sealed_entries.values_list("opened_by", flat=True)) == {table.row.length}


def _broken(table: Table, where: str, changes: dict[str, object]) -> dict[str, object]:
    document = report(table)
    if where in ("teams", "drivers", "cars"):
        document[where] = [document[where][0] | changes, *document[where][1:]]
    else:
        document |= changes
    return document


@pytest.mark.rule("DM-C-090", "DM-C-091")
@pytest.mark.parametrize(
    ("where", "what", "told"),
    [
        ("drivers", {"driver": "nobody.d9"}, "nobody.d9"),
        ("drivers", {"driver": "razors.d3"}, "razors.d3"),
        ("drivers", {"driver": "razors.d2"}, "razors.d2"),
        ("teams", {"points": -1}, "razors"),
        ("teams", {"points": 2.5}, "points"),
        ("drivers", {"criticals": -2}, "razors.d1"),
        ("drivers", {"heats": []}, "razors.d1"),
        ("drivers", {"heats": [3]}, "razors.d1"),
        ("drivers", {"criticls": 1}, "criticls"),
        ("cars", {"car": "razors.car3"}, "razors.car3"),
        ("teams", {"rank": 3}, "razors"),
    ],
)
def test_a_report_that_cannot_be_is_refused_in_one_sentence_and_nothing_is_written(
    where: str, what: dict[str, object], told: str
) -> None:
    table = lined_up()
    before = everything()
    with pytest.raises(Refusal) as raised:
        table.give("accept_report", match="m1", report=_broken(table, where, what))
    assert told in raised.value.sentence
    assert "\n" not in raised.value.sentence
    assert everything() == before


def test_a_command_out_of_its_step_over_the_balance_or_the_roster_leaves_everything_as_it_was() -> None:
    table = signed()
    before = everything()
    with pytest.raises(Refusal, match="too late"):
        table.give("throw_party", by="razors", franchise="razors", spend_k=10)
    with pytest.raises(Refusal, match="There is no match"):
        table.give("lock_line_ups", match="m1")
    assert everything() == before


@pytest.mark.rule("DM-C-042")
def test_face_income_that_passes_overhead_by_goes_to_the_account_and_the_settlement_adds_up() -> None:
    table = lined_up(table=signed(switches={"face.subject_to_overhead": False}))
    match_report = report(table)
    match_report["cars"][-1] = {"car": "widows.car2"}
    table.throw("accept_report", {"m1/settle/razors.d1/advancement": [1, 1, 4]}, match="m1", report=match_report)
    assert Sheet.objects.get(pk=f"{table.season}/razors.d1").talents == ["face"]
    table.give("end_shopping", match="m1", reason="Nobody buys.")
    lined_up(2, table)
    second = report(table)
    second["cars"][-1] = {"car": "widows.car2"}
    table.throw("accept_report", {"m2/settle/razors.d1/face": [6, 5]}, match="m2", report=second)
    line = LedgerLine.objects.get(season=table.season, kind="face_paid")
    assert (line.franchise_id, line.amount) == (f"{table.season}/razors", 11_000)
    assert table.row.settlements.get(match__pk__endswith="/m2", franchise__pk__endswith="/razors").face_income == 0
    assert_reconciled(table.season)


@pytest.mark.parametrize(
    ("key", "reason"), [("", "r"), ("a\x00b", "r"), ("k", "\x00"), ("k", "\u200b"), ("k", "x" * 1001)]
)
def test_a_key_or_reason_nobody_can_read_is_refused(key: str, reason: str) -> None:
    table = founded()
    hire = command_from_document({"type": "hire_rookie", "franchise": "razors", "driver": "razors.d1"})
    before = everything()
    with pytest.raises(Malformed):
        perform(
            table.season,
            [hire],
            actor=table.handle("boss"),
            at=BEGAN,
            key=key,
            on_behalf_of="razors",
            reason=reason,
        )
    assert everything() == before


@pytest.mark.parametrize("word", ["journal", "drivers", "setup"])
def test_a_match_is_not_called_what_the_site_calls_something_else(word: str) -> None:
    table = signed()
    before = everything()
    with pytest.raises(Malformed, match="keeps for itself"):
        table.give(
            "announce_round",
            round="r1",
            matches=[{"match": word, "event": "race", "franchises": ["razors", "saints"]}],
        )
    assert everything() == before


def test_a_command_that_gives_a_name_of_nothing_but_spaces_is_refused_and_changes_nothing() -> None:
    table = founded()
    before = everything()
    with pytest.raises(Malformed, match="nothing in it that can be seen"):
        table.give("hire_rookie", by="razors", franchise="razors", driver="razors.d1", name="   ")
    assert everything() == before


@pytest.mark.parametrize("text", ["X\x00", "\x1b[31mred", "a\x85b", "\ud800"])
def test_text_that_no_page_can_show_is_refused_wherever_it_stands_in_a_command(text: str) -> None:
    table = founded()
    before = everything()
    with pytest.raises(Malformed, match=r"buy_car holds a control character, in .*: take it out\."):
        table.give(
            "buy_car",
            by="razors",
            franchise="razors",
            car="razors.c1",
            overhead=True,
            designs={"any": {"name": text}},
        )
    assert everything() == before
