"""Seasons with awaited dice: a throwing command is recorded first; its dice fall by beacon or revealed words."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest

from beacon.quicknet import DrandRound, round_time
from journal import amend, audit, perform
from journal.amends.amendable_entries import NotToBeAmended
from journal.dice.awaited import BeaconNotMissing, refuse_while_dice_awaited
from journal.dice.beacon_rounds import store_round
from journal.dice.throw_awaited import close_hashes, throw_by_round, throw_by_words, waive_beacon
from journal.entry_body import load_body
from journal.transfer.league_import import import_league
from journal.verify import verify, verify_matches
from league.access import NotYours
from league.models import Entry, Membership
from league.queries.season_leaves import BEACON, REVEAL, DiceAwaited, export_leaves
from rules.campaign.core.codec import command_from_document
from rules.campaign.core.command import OutOfStep
from rules.campaign.core.facts import fact_sentence
from rules.campaign.season_end.off_season import CloseSeason
from rules.campaign.sponsors.party import ThrowParty
from scheduling.awaited_dice import WordsDiffer, WordsTooLate, let_due_dice_fall, reveal_words, submit_words_hash
from tests.beacon.chain import own_chain, signature_of
from tests.journal.amends import number_of
from tests.journal.awaited_seasons import AWAITING, all_fall, let_fall, words_of
from tests.journal.exported_leagues import emptied
from tests.journal.exported_leagues import exported as whole_league
from tests.journal.forger import exported
from tests.league.small_league import Table, founded, lined_up, report, settled, signed
from tests.verifier.test_findings import VERIFY, found

pytestmark = [pytest.mark.django_db, pytest.mark.rule("DM-C-002")]


@pytest.fixture(autouse=True)
def _own_chain() -> Iterator[None]:
    with own_chain():
        yield


def checked(table: Table) -> None:
    """Check that neither the site, nor a replay of its matches, nor the standalone verifier finds anything."""
    assert (audit(table.season), verify(table.season).findings) == ([], [])
    assert verify_matches(table.season).findings == []
    assert found(exported(table.season)) == []
    assert found(exported(table.season, whole=True)) == []


@pytest.mark.parametrize("dice", sorted(AWAITING))
def test_a_league_is_played_with_awaited_dice(dice: str) -> None:
    checked(settled(1, dice=AWAITING[dice]))


@pytest.mark.parametrize("dice", sorted(AWAITING))
def test_it_is_the_same_once_it_was_exported_and_restored(dice: str) -> None:
    table = lined_up(1, dice=AWAITING[dice])
    table.holds = True
    table.give("accept_report", match="m1", report=report(table))
    before = table.row
    assert len(before.awaited) == 1
    document = whole_league(table.league)
    emptied()
    import_league(document)
    after = table.row
    assert (after.awaited, after.awaited_at, after.match_leaves) == (
        before.awaited,
        before.awaited_at,
        before.match_leaves,
    )
    checked(table)
    all_fall(table)
    checked(table)
    assert table.state.match("m1").step == "M5.4"


def test_what_awaits_its_dice_is_not_asked_again_and_nothing_follows() -> None:
    table = founded(dice=AWAITING[BEACON])
    table.holds = True
    first = table.give("throw_party", by="saints", franchise="saints", spend_k=10)
    (awaited_fact,) = first.facts
    assert fact_sentence(awaited_fact) == (
        f"Dice are awaited (throw party, saints): they fall with round {awaited_fact.round} of the beacon."
    )
    with pytest.raises(
        DiceAwaited, match=f"they fall with round {awaited_fact.round} of the beacon, which is made at"
    ):
        table.give("hire_rookie", by="saints", franchise="saints", driver="saints.d1", name="One")
    other = table.give("hire_rookie", by="razors", franchise="razors", driver="razors.d1", name="One")
    assert other.entries[0].command["type"] == "hire_rookie"
    checked(table)


def test_an_owner_waits_six_seconds_and_a_commissioner_as_long_as_the_season_says() -> None:
    table = founded(dice=AWAITING[BEACON])
    table.holds = True
    table.give("throw_party", by="saints", franchise="saints", spend_k=10)
    table.give("throw_party", behalf="razors", reason="They asked me to.", franchise="razors", spend_k=10)
    waited = [
        datetime.fromisoformat(wait["due"]) - Entry.objects.get(season=table.season, number=wait["entry"]).at
        for wait in table.row.awaited
    ]
    assert timedelta(seconds=6) <= waited[0] < timedelta(seconds=9)
    assert timedelta(minutes=10) <= waited[1] < timedelta(minutes=10, seconds=3)


def test_dice_do_not_fall_before_their_round_is_made() -> None:
    table = founded(dice=AWAITING[BEACON])
    table.holds = True
    table.give("throw_party", by="saints", franchise="saints", spend_k=10)
    (item,) = table.row.awaited
    made_at = round_time(item["round"])
    with pytest.raises(DiceAwaited):
        throw_by_round(
            table.season, item["entry"], signature=signature_of(item["round"]), at=made_at - timedelta(seconds=1)
        )
    assert throw_by_round(table.season, item["entry"], signature=signature_of(item["round"]), at=made_at) is not None
    assert throw_by_round(table.season, item["entry"], signature=signature_of(item["round"]), at=made_at) is None
    checked(table)


def test_nobody_makes_illegal_what_awaits_its_dice() -> None:
    table = signed(dice=AWAITING[BEACON], over=False)
    table.holds = True
    table.give("throw_party", behalf="razors", reason="They asked me to.", franchise="razors", spend_k=10)
    table.give("adjust_balance", franchise="saints", amount=-1, reason="A fine.")
    with pytest.raises(DiceAwaited):
        table.give("adjust_balance", franchise="razors", amount=-1, reason="A fine.")
    with pytest.raises(DiceAwaited):
        table.give("close_setup")
    checked(table)
    all_fall(table)
    table.give("close_setup")
    checked(table)


def test_what_is_refused_when_its_dice_fall_is_dropped_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    table = founded(dice=AWAITING[BEACON])
    table.holds = True
    table.give("throw_party", by="razors", franchise="razors", spend_k=10)
    (item,) = table.row.awaited

    def refused(*_: object) -> None:
        raise OutOfStep("It is too late for it.")

    with monkeypatch.context() as patched:
        patched.setattr(ThrowParty, "perform", refused)
        let_fall(table.season, item["entry"], at=table.now)
        checked(table)
    last = Entry.objects.filter(season=table.season).order_by("-number")[0]
    assert last.command == "drop_awaited"
    assert table.row.awaited == []
    assert [finding.sentence for finding in audit(table.season)] == [
        "gives up what awaited its dice, though nothing refuses it"
    ]
    (season,) = VERIFY["checked"](exported(table.season))
    assert [sentence for _, sentence in season.notes] == [
        f"gave up what entry {item['entry']} awaited: It is too late for it"
    ]


def test_without_the_beacon_for_a_week_the_owners_may_all_go_on() -> None:
    table = founded(dice=AWAITING[BEACON])
    table.holds = True
    table.give("throw_party", by="saints", franchise="saints", spend_k=10)
    (item,) = table.row.awaited
    late = round_time(item["round"]) + timedelta(days=7)
    member = {
        franchise: Membership.objects.get(handle=table.handle(franchise)) for franchise in (*table.franchises, "boss")
    }
    with pytest.raises(BeaconNotMissing):
        waive_beacon(table.season, item["entry"], member=member["saints"], at=late - timedelta(seconds=1))
    with pytest.raises(NotYours):
        waive_beacon(table.season, item["entry"], member=member["boss"], at=late)
    for franchise in table.franchises:
        assert len(table.row.awaited) == 1
        waive_beacon(table.season, item["entry"], member=member[franchise], at=late)
    assert table.row.awaited == []
    checked(table)


def test_who_reveals_no_words_is_left_out_and_named() -> None:
    table = founded(dice=AWAITING[REVEAL])
    table.holds = True
    table.give("throw_party", by="saints", franchise="saints", spend_k=10)
    (item,) = table.row.awaited
    boss, razors = (Membership.objects.get(handle=table.handle(who)) for who in ("boss", "razors"))
    at = table.now
    for member in (boss, razors):
        hashed = hashlib.sha256(words_of(member.handle, item["entry"]).encode()).hexdigest()
        submit_words_hash(table.season, item["entry"], hashed, member=member, at=at)
    with pytest.raises(WordsTooLate):
        reveal_words(table.season, item["entry"], words_of(boss.handle, item["entry"]), member=boss, at=at)
    let_due_dice_fall(table.season, at=at + timedelta(seconds=30))
    with pytest.raises(WordsDiffer):
        reveal_words(table.season, item["entry"], "00" * 32, member=boss, at=at)
    reveal_words(table.season, item["entry"], words_of(boss.handle, item["entry"]), member=boss, at=at)
    let_due_dice_fall(table.season, at=at + timedelta(seconds=59))
    assert len(table.row.awaited) == 1
    let_due_dice_fall(table.season, at=at + timedelta(seconds=60))
    assert table.row.awaited == []
    checked(table)
    (season,) = VERIFY["checked"](exported(table.season))
    assert [sentence for _, sentence in season.notes] == [
        f"fell without the words of {razors.handle}, who revealed none"
    ]


def test_an_amend_that_throws_awaits_its_dice_as_well() -> None:
    table = settled(1, dice=AWAITING[BEACON])
    number = number_of(table, "accept_report")
    changed = report(table)
    changed["drivers"][-2] |= {"out": True, "heats": [1]}
    corrections = {number: [{"type": "accept_report", "match": "m1", "report": changed}]}
    arguments = {"actor": table.handle("boss"), "reason": "It was another one.", "at": table.now, "key": "amend"}
    result = amend(table.season, corrections, **arguments)
    assert result.awaited is True
    with pytest.raises(DiceAwaited):
        table.give("adjust_balance", franchise="saints", amount=-1, reason="A fine.")
    checked(table)
    all_fall(table)
    last = Entry.objects.filter(season=table.season, command="amend").order_by("-number")[0]
    assert load_body(last.body).source is not None
    checked(table)


def test_nothing_is_done_from_the_moment_on_in_which_the_dice_could_be_known() -> None:
    table = founded(dice=AWAITING[BEACON])
    table.holds = True
    table.give("throw_party", behalf="razors", reason="They asked me to.", franchise="razors", spend_k=10)
    table.give("adjust_balance", franchise="saints", amount=1, reason="Before the round.")
    table.at += timedelta(minutes=60)
    for tag, fields in (
        ("adjust_balance", {"franchise": "saints", "amount": 1}),
        ("change_switch", {"switch": "cloning.clears_fatigue", "setting": True}),
    ):
        with pytest.raises(DiceAwaited, match="Ask again once they have fallen"):
            table.give(tag, reason="After it.", **fields)
    all_fall(table)
    table.give("adjust_balance", franchise="saints", amount=1, reason="After they fell.")
    checked(table)


def test_words_that_are_revealed_stop_everything_until_the_dice_have_fallen() -> None:
    table = founded(dice=AWAITING[REVEAL])
    table.holds = True
    table.give("throw_party", by="saints", franchise="saints", spend_k=10)
    (item,) = table.row.awaited
    close_hashes(table.season, item["entry"], at=table.now + timedelta(seconds=30))
    with pytest.raises(DiceAwaited, match="once members have revealed their words"):
        table.give("hire_rookie", by="razors", franchise="razors", driver="razors.d1", name="One")
    throw_by_words(table.season, item["entry"], at=table.now + timedelta(seconds=60))
    (season,) = VERIFY["checked"](exported(table.season))
    assert season.found == []
    assert any("fell by nobody's words" in sentence for _, sentence in season.notes)


def test_a_round_that_is_here_is_not_gone_on_without() -> None:
    table = founded(dice=AWAITING[BEACON])
    table.holds = True
    table.give("throw_party", by="saints", franchise="saints", spend_k=10)
    (item,) = table.row.awaited
    late = round_time(item["round"]) + timedelta(days=8)
    store_round(DrandRound(item["round"], bytes.fromhex(signature_of(item["round"]))), at=late)
    saints = Membership.objects.get(handle=table.handle("saints"))
    with pytest.raises(BeaconNotMissing, match="let its dice fall by it"):
        waive_beacon(table.season, item["entry"], member=saints, at=late)


def test_an_owner_who_leaves_after_the_others_agreed_holds_nothing_up() -> None:
    table = founded(dice=AWAITING[BEACON])
    table.holds = True
    table.give("throw_party", by="saints", franchise="saints", spend_k=10)
    (item,) = table.row.awaited
    late = round_time(item["round"]) + timedelta(days=7)
    member = {franchise: Membership.objects.get(handle=table.handle(franchise)) for franchise in table.franchises}
    for franchise in ("saints", "widows"):
        waive_beacon(table.season, item["entry"], member=member[franchise], at=late)
    Membership.objects.filter(pk=member["razors"].pk).update(role=Membership.Role.FORMER, franchise=None)
    waive_beacon(table.season, item["entry"], member=member["saints"], at=late)
    assert table.row.awaited == []
    checked(table)


def test_a_season_does_not_close_while_dice_are_awaited() -> None:
    table = founded(dice=AWAITING[BEACON])
    table.holds = True
    table.give("throw_party", behalf="razors", reason="They asked me to.", franchise="razors", spend_k=10)
    with pytest.raises(DiceAwaited):
        refuse_while_dice_awaited(table.row, CloseSeason(), at=table.now, since=table.row.length + 1)


def test_what_comes_behind_a_throw_in_one_batch_is_told_to_come_later() -> None:
    table = founded(dice=AWAITING[BEACON])
    table.holds = True
    commands = [
        {"type": "throw_party", "franchise": "saints", "spend_k": 10},
        {"type": "hire_rookie", "franchise": "saints", "driver": "saints.d1", "name": "One"},
    ]
    with pytest.raises(DiceAwaited, match="throw party comes before it in what you sent"):
        perform(
            table.season,
            [*map(command_from_document, commands)],
            actor=table.handle("saints"),
            at=table.now,
            key="both",
        )
    assert table.row.awaited == []


def test_what_was_done_alone_says_so_once_its_dice_have_fallen() -> None:
    table = founded(dice=AWAITING[BEACON])
    table.holds = True
    command = command_from_document({"type": "throw_party", "franchise": "saints", "spend_k": 10})
    boss = table.handle("boss")
    perform(table.season, [command], actor=boss, on_behalf_of="saints", reason="r", at=table.now, key="k", alone=True)
    all_fall(table)
    throwing_entry = Entry.objects.filter(season=table.season).latest("number")
    assert (throwing_entry.command, load_body(throwing_entry.body).unapproved) == ("throw_party", True)
    checked(table)


def test_an_amend_is_not_about_what_only_says_how_awaited_dice_stand() -> None:
    table = settled(1, dice=AWAITING[BEACON])
    arguments = {"actor": table.handle("boss"), "reason": "A try.", "at": table.now}
    for command in ("await_dice", "ready_match_dice"):
        number = Entry.objects.filter(season=table.season, command=command).latest("number").number
        with pytest.raises(NotToBeAmended, match="only says how awaited dice stand"):
            amend(table.season, {number: []}, key=command, **arguments)


def test_the_leaf_of_a_match_is_not_shown_while_its_dice_are_awaited() -> None:
    table = lined_up(1, dice=AWAITING[BEACON])
    assert "opened" not in exported(table.season)["match_leaves"]["m1"]
    row = table.row
    row.match_leaves["m1"].pop("beacon")
    row.step = "closed"
    assert "opened" not in export_leaves(row)["match_leaves"]["m1"]
