"""How whoever runs the server, or takes part, can influence awaited dice: prevented, shown, or left.

The claims are those of ADR 29 and of the page on fairness for the levels *beacon* and *reveal*.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest

from journal import amend, audit, fork_season
from journal.amends.corrections import corrections_to_undo
from journal.dice.throw_awaited import close_hashes, throw_by_round, throw_by_words, waive_beacon
from journal.entry_body import load_body
from journal.verify import verify
from league.models import AwaitedWords, Entry, Membership
from league.queries.season_leaves import BEACON, LEAVES, REVEAL, DiceAwaited, Seeds, leaf_at
from rules.core.dice import iter_faces as drawn
from rules.core.dice_leaves import Purpose, key_of
from tests.beacon.chain import own_chain, signature_of
from tests.journal.amends import amended, number_of
from tests.journal.awaited_seasons import AWAITING, all_fall, let_fall, words_of
from tests.journal.exported_leagues import emptied
from tests.journal.forger import exported
from tests.journal.test_amend_approvals import own
from tests.league.small_league import Table, founded, lined_up, report, settled
from tests.verifier.test_findings import VERIFY, found

pytestmark = [pytest.mark.django_db, pytest.mark.rule("DM-C-002")]
PARTY, WORDS = "setup/saints/party", "5a" * 32


@pytest.fixture(autouse=True)
def _own_chain() -> Iterator[None]:
    with own_chain():
        yield


def partying(dice: str) -> Table:
    """A league in which the dice of the saints' party are awaited."""
    table = founded(dice=AWAITING[dice])
    table.holds = True
    table.give("throw_party", by="saints", franchise="saints", spend_k=10, spoken=WORDS)
    return table


def thrown(table: Table) -> list[int]:
    """The faces of the party."""
    bodies = (load_body(entry.body) for entry in Entry.objects.filter(season=table.season).order_by("number"))
    return [face for body in bodies for roll in body.new_rolls() if roll.path == PARTY for face in roll.faces]


def foretold(table: Table, *, beacon: str) -> list[int]:
    """What the party will throw if the awaited value is `beacon`, computed as the server does."""
    row, item = table.row, table.row.awaited[0]
    purpose = Purpose(
        season=row.pk, entry=item["entry"], what="entry", head=item["head"], words=item["words"], beacon=beacon
    )
    stream = drawn(key_of(leaf_at(row, item["leaf"]), purpose), PARTY, 6)
    return [next(stream) for _ in range(8)]


def starts(faces: list[int], with_these: list[int]) -> bool:
    """Whether the first of the faces are `with_these`."""
    return faces[: len(with_these)] == with_these


def randomness(number: int) -> str:
    """The randomness of a beacon round."""
    return hashlib.sha256(bytes.fromhex(signature_of(number))).hexdigest()


# ------------------------------------------------------------------------------------------------ beacon: prevented


def test_beacon_whoever_has_the_leaves_foresees_nothing_before_the_round() -> None:
    table = partying(BEACON)
    number = table.row.awaited[0]["round"]
    without, with_it = foretold(table, beacon=""), foretold(table, beacon=randomness(number))
    all_fall(table)
    assert starts(with_it, thrown(table))
    assert without != with_it


def test_beacon_the_round_follows_from_the_moment_and_is_nobodys_choice() -> None:
    table = partying(BEACON)
    item = table.row.awaited[0]
    for wrong_round in (item["round"] - 1, item["round"] + 1):
        with pytest.raises(DiceAwaited):
            throw_by_round(
                table.season,
                item["entry"],
                signature=signature_of(wrong_round),
                at=datetime.fromisoformat(item["due"]) - timedelta(seconds=1),
            )
    throw_by_round(
        table.season,
        item["entry"],
        signature=signature_of(item["round"] + 1),
        at=datetime.fromisoformat(item["due"]),
    )
    assert any("signature" in finding.sentence for finding in verify(table.season).findings)


def test_beacon_entries_put_between_change_no_die() -> None:
    faces = []
    for dummies in (0, 3):
        emptied()
        table = partying(BEACON)
        for number in range(dummies):
            table.give("adjust_balance", franchise="razors", amount=number + 1, reason="A dummy.")
        all_fall(table)
        faces.append(thrown(table))
        assert (audit(table.season), found(exported(table.season))) == ([], [])
    assert faces[0] == faces[1]


def test_beacon_a_throw_asked_for_between_moves_no_leaf() -> None:
    faces = []
    for between in (False, True):
        emptied()
        table = partying(BEACON)
        if between:
            table.give("throw_party", by="razors", franchise="razors", spend_k=10)
        all_fall(table)
        faces.append(thrown(table))
    assert faces[0] == faces[1]


def test_beacon_it_falls_alike_whenever_it_is_let_fall() -> None:
    faces = []
    for late in (timedelta(0), timedelta(days=3)):
        emptied()
        table = partying(BEACON)
        item = table.row.awaited[0]
        at = datetime.fromisoformat(item["due"]) + late
        let_fall(table.season, item["entry"], at=at)
        faces.append(thrown(table))
    assert faces[0] == faces[1]


def test_beacon_the_same_thing_is_not_asked_twice() -> None:
    table = partying(BEACON)
    with pytest.raises(DiceAwaited):
        table.give("throw_party", by="saints", franchise="saints", spend_k=20)
    again = table.give("adjust_balance", franchise="razors", amount=1, reason="Another matter.")
    assert again.entries[0].command["type"] == "adjust_balance"


@pytest.mark.parametrize("dice", [BEACON, REVEAL])
def test_awaited_an_amend_that_throws_is_awaited_and_undone_it_is_as_before(dice: str) -> None:
    table = settled(1, dice=AWAITING[dice])
    before = table.row.digest
    number = number_of(table, "accept_report")
    changed = report(table)
    changed["drivers"][-2] |= {"out": True, "heats": [1]}
    changed["teams"][0]["points"] = 12
    arguments: dict[str, Any] = {"actor": table.handle("boss"), "reason": "It was another one.", "at": table.now}
    corrections = {number: [{"type": "accept_report", "match": "m1", "report": changed}]}
    assert amend(table.season, corrections, key="amend", **arguments).awaited is True
    assert table.row.digest == before
    all_fall(table)
    assert table.row.digest != before
    amend_number = Entry.objects.filter(season=table.season, command="amend").latest("number").number
    amend(table.season, corrections_to_undo(table.row, amend_number), key="undo", **arguments)
    all_fall(table)
    assert table.row.digest == before
    assert (audit(table.season), verify(table.season).findings) == ([], [])
    assert found(exported(table.season)) == []


def test_beacon_a_rehearsal_has_leaves_of_its_own_and_throws_none_of_the_seasons() -> None:
    table = partying(BEACON)
    copy = fork_season(table.season, "rehearsal", secret=Seeds(leaves=b"\x09" * 32, salts=b"\x0a" * 32), at=table.now)
    assert (copy.dice, copy.awaited) == (LEAVES, [])


# ------------------------------------------------------------------------------------------------- beacon: shown


def test_beacon_going_on_without_it_is_marked_for_good() -> None:
    table = partying(BEACON)
    item = table.row.awaited[0]
    for franchise in table.franchises:
        member = Membership.objects.get(handle=table.handle(franchise))
        late = datetime.fromisoformat(item["due"]) + timedelta(days=7)
        waive_beacon(table.season, item["entry"], member=member, at=late)
    (season,) = VERIFY["checked"](exported(table.season))
    assert season.found == []
    assert any("fell without the beacon" in sentence for _, sentence in season.notes)


def test_beacon_what_nobody_holds_a_head_of_is_not_witnessed_and_a_receipt_witnesses() -> None:
    table = partying(BEACON)
    awaiting = Entry.objects.get(season=table.season, number=table.row.awaited[0]["entry"])
    all_fall(table)
    (alone,) = VERIFY["checked"](exported(table.season))
    assert alone.counts["witnessed"] == 0
    (checked_season,) = VERIFY["checked"](exported(table.season), [("", awaiting.number, awaiting.hash)])
    assert checked_season.counts["witnessed"] == 1


def test_beacon_an_entry_written_anew_once_the_round_is_known_is_found_with_a_receipt() -> None:
    table = partying(BEACON)
    awaiting = Entry.objects.get(season=table.season, number=table.row.awaited[0]["entry"])
    emptied()
    again = founded(dice=AWAITING[BEACON])
    again.holds = True
    again.give("throw_party", by="saints", franchise="saints", spend_k=20, spoken=WORDS)
    all_fall(again)
    other_export = exported(again.season)
    assert found(other_export) == []
    assert found(other_export, (awaiting.number, awaiting.hash)) != []


@pytest.mark.parametrize("dice", [BEACON, REVEAL])
def test_awaited_a_backup_that_was_put_back_and_played_otherwise_is_found_with_a_head_or_a_receipt(dice: str) -> None:
    table = partying(dice)
    awaiting = Entry.objects.get(season=table.season, number=table.row.awaited[0]["entry"])
    all_fall(table)
    emptied()  # restores the backup from before that party
    again = founded(dice=AWAITING[dice])
    again.give("throw_party", by="widows", franchise="widows", spend_k=10)
    again.give("throw_party", by="saints", franchise="saints", spend_k=10, spoken=WORDS)
    assert found(exported(again.season)) == []
    assert found(exported(again.season), (awaiting.number, awaiting.hash)) != []


@pytest.mark.parametrize("dice", [BEACON, REVEAL])
def test_awaited_an_entry_dated_back_has_the_date_of_the_one_before_it_and_waits_from_then_on(dice: str) -> None:
    table = founded(dice=AWAITING[dice])
    newest = Entry.objects.filter(season=table.season).latest("number").at
    table.at -= timedelta(days=30)
    table.holds = True
    table.give("throw_party", by="saints", franchise="saints", spend_k=10, spoken=WORDS)
    item = table.row.awaited[0]
    assert Entry.objects.get(season=table.season, number=item["entry"]).at == newest
    assert datetime.fromisoformat(item["due"]) > newest


@pytest.mark.parametrize("dice", [BEACON, REVEAL])
def test_awaited_calling_off_a_locked_match_alone_is_marked_for_good(dice: str) -> None:
    table = lined_up(1, dice=AWAITING[dice])
    (lock,) = Entry.objects.filter(command="lock_line_ups")
    void = {"type": "void_match", "match": "m1"}
    assert amended(table, {lock.number: [own(table, lock.number), void]}).amended.unapproved


# -------------------------------------------------------------------------------------------- reveal: prevented


def hashed(table: Table, *who: str) -> int:
    """Record and close those members' hashes of their words; returns the number of the waiting entry."""
    number = int(table.row.awaited[0]["entry"])
    for member in who:
        words = words_of(table.handle(member), number)
        AwaitedWords.objects.create(
            season=table.row,
            entry=number,
            handle=table.handle(member),
            hash=hashlib.sha256(words.encode()).hexdigest(),
        )
    close_hashes(table.season, number, at=table.now)
    return number


def revealed(table: Table, number: int, *who: str) -> None:
    """Reveal those members' words, and let the dice fall."""
    for member in who:
        words_given = AwaitedWords.objects.filter(season=table.season, entry=number, handle=table.handle(member))
        words_given.update(words=words_of(table.handle(member), number))
    throw_by_words(table.season, number, at=table.now)


def test_reveal_one_honest_member_is_enough() -> None:
    table = partying(REVEAL)
    number = hashed(table, "razors", "saints")
    known = {table.handle("razors"): words_of(table.handle("razors"), number)}
    guess = hashlib.sha256(VERIFY["text_of"](known)).hexdigest()
    foreseen = foretold(table, beacon=guess)
    everybody = {table.handle(member): words_of(table.handle(member), number) for member in ("razors", "saints")}
    with_all = foretold(table, beacon=hashlib.sha256(VERIFY["text_of"](everybody)).hexdigest())
    revealed(table, number, "razors", "saints")
    assert foreseen != with_all
    assert starts(with_all, thrown(table))
    assert found(exported(table.season)) == []


def test_reveal_no_hash_is_taken_once_words_may_be_read() -> None:
    table = partying(REVEAL)
    number = hashed(table, "razors")
    late = words_of(table.handle("widows"), number)
    AwaitedWords.objects.create(
        season=table.row,
        entry=number,
        handle=table.handle("widows"),
        hash=hashlib.sha256(late.encode()).hexdigest(),
        words=late,
    )
    assert close_hashes(table.season, number, at=table.now) is False
    revealed(table, number, "razors")
    last = Entry.objects.filter(season=table.season).order_by("-number")[0]
    source = load_body(last.body).source
    assert source is not None
    assert list(source.revealed or {}) == [table.handle("razors")]


# ------------------------------------------------------------------------------------------------ reveal: shown, left


def test_reveal_whoever_reveals_last_may_choose_between_two_throws_and_is_named() -> None:
    table = partying(REVEAL)
    number = hashed(table, "razors", "saints")
    revealed(table, number, "saints")
    (season,) = VERIFY["checked"](exported(table.season))
    assert season.found == []
    assert any(f"without the words of {table.handle('razors')}" in sentence for _, sentence in season.notes)
