"""How whoever runs the server can influence a season's dice, case by case: prevented, shown, or left, as claimed.

The claims are those of ADR 29 and of the page on fairness: *words* for seasons with leaves, *one secret* for others.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from journal import audit, fork_season, open_season
from journal.amends.corrections import corrections_to_undo
from journal.dice.fresh_dice import take_fresh_dice
from journal.entry_body import load_body
from journal.season_opening import SeasonStands
from journal.verify import verify
from league.models import Entry
from league.queries.season_leaves import Seeds, key_of_match
from rules.core.dice import KeyRing
from rules.core.dice import iter_faces as drawn
from rules.core.dice_leaves import Leaves, Purpose, key_of
from rules.core.refusals import Malformed
from tests.journal.amends import amended
from tests.journal.exported_leagues import emptied
from tests.journal.exported_leagues import exported as whole_league
from tests.journal.forger import exported
from tests.journal.test_amend_approvals import own
from tests.league.small_league import BEGAN, SEEDS, Table, founded, lined_up, report
from tests.verifier.test_findings import found

pytestmark = [pytest.mark.django_db, pytest.mark.rule("DM-C-002")]
PARTY, WORDS, OTHER_WORDS = "setup/saints/party", "5a" * 32, "5b" * 32
OTHERS = Seeds(leaves=b"\x09" * 32, salts=b"\x0a" * 32)


def thrown(table: Table, path: str = PARTY) -> list[int]:
    """The faces that fell on a path."""
    bodies = (load_body(entry.body) for entry in Entry.objects.filter(season=table.season).order_by("number"))
    return [face for body in bodies for roll in body.new_rolls() if roll.path == path for face in roll.faces]


def party(table: Table, *, words: str = "") -> list[int]:
    """Throw an owner's party, and return its faces."""
    table.give("throw_party", by="saints", franchise="saints", spend_k=10, spoken=words)
    return thrown(table)


def foretold(table: Table, *, words: str) -> list[int]:
    """What a party given next with those words would throw, computed as the server does."""
    row = table.row
    purpose = Purpose(season=row.pk, entry=row.length + 1, what="entry", head=row.head, words=words)
    stream = drawn(_key(row.leaves, purpose), PARTY, 6)
    return [next(stream) for _ in range(8)]


def _key(index: int, purpose: Purpose) -> bytes:
    return key_of(Leaves(SEEDS.leaves).leaf(index), purpose)


def starts(faces: list[int], with_these: list[int]) -> bool:
    """Whether the first of the faces are `with_these`."""
    return faces[: len(with_these)] == with_these


# ------------------------------------------------------------------------------------------------------ one secret


def test_one_secret_whoever_has_it_knows_every_die_to_come_whatever_anybody_says() -> None:
    table = founded()
    stream = drawn(KeyRing(bytes.fromhex(table.row.secret)).season(PARTY), PARTY, 6)
    foreseen = [next(stream) for _ in range(8)]
    assert starts(foreseen, party(table, words=WORDS))


def test_one_secret_it_is_known_when_the_season_opens_so_that_whoever_founds_it_can_try_many() -> None:
    founding = set()
    for number in range(3):
        ring = KeyRing(bytes([number]))
        stream = drawn(ring.season("setup/razors/founding"), "setup/razors/founding", 6)
        founding.add(tuple(next(stream) for _ in range(6)))
    assert len(founding) == 3


# ----------------------------------------------------------------------------------------------- words: prevented


def test_words_nobody_foresees_an_owners_dice_before_their_words() -> None:
    table = founded(dice=SEEDS)
    without = foretold(table, words="")
    with_theirs = foretold(table, words=WORDS)
    faces = party(table, words=WORDS)
    assert starts(with_theirs, faces)
    assert without != with_theirs


def test_words_a_root_is_published_before_anything_falls_and_is_never_replaced() -> None:
    table = founded(dice=SEEDS)
    arguments: dict[str, Any] = {"rounds": 3, "actor": table.handle("boss"), "at": BEGAN}
    with pytest.raises(SeasonStands):
        open_season(table.league, "s1", secret=OTHERS, key="another", **arguments)
    assert table.row.roots == [Leaves(SEEDS.leaves).root(0).hex()]


def test_words_the_order_and_the_time_of_entries_move_no_leaf_and_every_leaf_is_taken_in_turn() -> None:
    leaves_taken = []
    for order in (("saints", "widows"), ("widows", "saints")):
        emptied()
        table = founded(dice=SEEDS)
        for command in order:
            table.give("throw_party", by=command, franchise=command, spend_k=10)
        bodies = [load_body(entry.body) for entry in Entry.objects.filter(season=table.season).order_by("number")]
        leaves_taken.append([body.leaf for body in bodies if body.leaf is not None])
    assert leaves_taken[0] == leaves_taken[1] == [0, 1, 2, 3, 4]


def test_words_the_proposed_id_is_the_only_one_so_that_nobody_tries_others() -> None:
    table = founded(dice=SEEDS)
    with pytest.raises(Malformed):
        table.give("hire_veteran", by="saints", franchise="saints", driver="saints.lucky", name="Lucky")


def test_words_a_match_keeps_its_leaf_and_its_hearts_though_it_is_locked_again() -> None:
    table = lined_up(1, dice=SEEDS)
    key, (lock,) = key_of_match(table.row, "m1"), Entry.objects.filter(command="lock_line_ups")
    amended(table, {lock.number: []}, approved_by=table.handle("widows"))
    table.give("lock_line_ups", match="m1", spoken=OTHER_WORDS)
    assert key_of_match(table.row, "m1") == key


def test_words_amend_and_undo_throw_nothing_anew() -> None:
    table = founded(dice=SEEDS)
    faces, number = party(table), table.row.length
    result = amended(table, {number: []}, approved_by=table.handle("widows"))
    amended(table, corrections_to_undo(table.row, result.number), approved_by=table.handle("widows"))
    assert thrown(table) == faces
    assert table.row.leaves == 4


def test_words_a_fork_shows_no_die_of_the_season_it_was_taken_from() -> None:
    table = founded(dice=SEEDS)
    copy = fork_season(table.season, "try", secret=OTHERS, at=BEGAN)
    fork = Table(league=table.league, season=copy.pk, given=table.given, franchises=table.franchises)
    faces = party(fork, words=WORDS)
    assert not starts(foretold(table, words=WORDS), faces)
    assert starts(foretold(table, words=WORDS), party(table, words=WORDS))
    assert (audit(copy.pk), verify(copy.pk).findings) == ([], [])


# --------------------------------------------------------------------------------------------------- words: shown


def test_words_an_amend_that_throws_alone_is_marked_for_good() -> None:
    table = founded(dice=SEEDS)
    party(table)
    number = table.row.length
    more = [own(table, number), {"type": "throw_party", "franchise": "widows", "spend_k": 10}]
    assert amended(table, {number: more}).amended.unapproved


def test_words_calling_off_a_locked_match_alone_is_marked_for_good() -> None:
    table = lined_up(1, dice=SEEDS)
    (lock,) = Entry.objects.filter(command="lock_line_ups")
    void = {"type": "void_match", "match": "m1"}
    assert amended(table, {lock.number: [own(table, lock.number), void]}).amended.unapproved


def test_words_entries_are_in_the_order_of_their_dates_so_that_none_is_dated_back() -> None:
    table = founded(dice=SEEDS)
    table.at -= timedelta(days=30)
    party(table)
    dates = list(Entry.objects.filter(season=table.season).order_by("number").values_list("at", flat=True))
    assert dates == sorted(dates)


def test_words_a_backup_that_was_put_back_and_played_otherwise_is_found_with_a_head_or_a_receipt() -> None:
    table = founded(dice=SEEDS)
    result = table.give("throw_party", by="saints", franchise="saints", spend_k=10, spoken=WORDS)
    receipt = (result.entries[-1].number, result.entries[-1].entry.hash)
    emptied()  # restores the backup from before that party
    again = founded(dice=SEEDS)
    again.give("throw_party", by="widows", franchise="widows", spend_k=10)
    again.give("throw_party", by="saints", franchise="saints", spend_k=10, spoken=WORDS)
    assert found(exported(again.season)) == []
    assert found(exported(again.season), receipt) != []


def test_words_an_act_that_is_held_back_until_others_have_acted_is_shown_by_its_receipt_only() -> None:
    table = founded(dice=SEEDS)
    first = table.give("throw_party", by="saints", franchise="saints", spend_k=10, spoken=WORDS).entries[-1].entry
    assert found(exported(table.season), (first.number, first.hash)) == []


def test_words_a_league_brought_elsewhere_throws_with_leaves_that_nobody_there_knows() -> None:
    table = founded(dice=SEEDS)
    party(table)
    before = whole_league()
    take_fresh_dice(table.season, seeds=OTHERS, at=table.at + timedelta(days=9))
    assert OTHERS.leaves.hex().encode() not in before
    assert len(table.row.roots) == 2
    table.at += timedelta(days=10)
    table.give("throw_party", by="widows", franchise="widows", spend_k=10)
    last = load_body(Entry.objects.get(season=table.season, number=table.row.length).body)
    assert (last.leaf, last.opened) == (4096, Leaves(OTHERS.leaves).leaf(4096).hex())
    assert found(exported(table.season)) == []


# ---------------------------------------------------------------------------------------------------- words: left


def test_words_whoever_runs_the_server_and_acts_last_can_choose_among_their_own_acts_and_it_says_so() -> None:
    table = founded(dice=SEEDS)
    choices = {words: tuple(foretold(table, words=words)) for words in (WORDS, OTHER_WORDS)}
    liked = max(choices, key=lambda words: choices[words])
    faces = party(table, words=liked)
    assert starts(list(choices[liked]), faces)
    assert load_body(Entry.objects.get(season=table.season, number=table.row.length).body).words == liked


def test_words_a_dummy_entry_before_it_changes_the_dice_of_an_act_and_stands_in_the_chain() -> None:
    table = founded(dice=SEEDS)
    before = foretold(table, words=WORDS)
    table.give("adjust_balance", franchise="widows", amount=1, reason="A dummy.")
    assert foretold(table, words=WORDS) != before
    faces = party(table, words=WORDS)
    assert starts(foretold_at(table, WORDS), faces)
    assert Entry.objects.filter(season=table.season, command="adjust_balance").exists()


def foretold_at(table: Table, words: str) -> list[int]:
    """What the last entry had to throw with those words, computed from what it shows."""
    entry = Entry.objects.get(season=table.season, number=table.row.length)
    body = load_body(entry.body)
    assert body.leaf is not None
    purpose = Purpose(season=table.season, entry=entry.number, what="entry", head=entry.previous, words=words)
    stream = drawn(_key(body.leaf, purpose), PARTY, 6)
    return [next(stream) for _ in range(8)]


def test_words_a_played_match_is_voided_by_nobody_alone() -> None:
    table = lined_up(1, dice=SEEDS)
    table.give("accept_report", match="m1", report=report(table))
    (lock,) = Entry.objects.filter(command="lock_line_ups")
    preview = amended(table, {lock.number: []}, preview=True).amended
    assert preview.obstacles
