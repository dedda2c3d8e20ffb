"""Seasons whose dice are committed to by leaves: each throw has its own leaf, shown once its dice have fallen."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from journal import audit, fork_season, open_following_season
from journal.amends.corrections import corrections_to_undo
from journal.dice.fresh_dice import take_fresh_dice
from journal.entry_body import EntryBody, load_body
from journal.season_opening import PathsGiven
from journal.transfer.league_import import import_league
from journal.verify import verify, verify_matches
from league.models import Entry, Match, Membership, Season
from league.packet_statements import dice_commitment
from league.queries.dice_keys import published_keys, published_season_key
from league.queries.season_leaves import Seeds, key_of_match, opened_leaf_at
from rules.core.dice import iter_faces as drawn
from rules.core.dice_leaves import Purpose, key_of
from rules.core.refusals import Malformed
from scheduling.next_season import next_season_dice, open_next_by_commissioner
from tests.journal.amends import amended, number_of
from tests.journal.exported_leagues import emptied
from tests.journal.exported_leagues import exported as whole_league
from tests.journal.forger import exported
from tests.journal.test_amend_approvals import own
from tests.league.resolved_leagues import PAIR, climbing, resolved
from tests.league.small_league import (
    BEGAN,
    SEEDS,
    Table,
    announced,
    closed,
    founded,
    lined_up,
    report,
    settled,
    signed,
)
from tests.verifier.test_findings import found

pytestmark = [pytest.mark.django_db, pytest.mark.rule("DM-C-002")]
WORDS = "5a" * 32
OTHERS = Seeds(leaves=b"\x09" * 32, salts=b"\x0a" * 32)
PARTY = "setup/saints/party"


def bodies(table: Table) -> dict[int, EntryBody]:
    """The bodies of a season's entries, by number."""
    return {
        entry.number: load_body(entry.body) for entry in Entry.objects.filter(season=table.season).order_by("number")
    }


def party(table: Table, **options: Any) -> int:
    """Throw an owner's party, and return the entry's number."""
    return table.give("throw_party", by="saints", franchise="saints", spend_k=10, **options).entries[0].number


def checked(table: Table) -> None:
    """Check that neither the site, nor a replay of its matches, nor the standalone verifier finds anything."""
    assert (audit(table.season), verify(table.season).findings) == ([], [])
    assert verify_matches(table.season).findings == []
    assert found(exported(table.season)) == []
    assert found(exported(table.season, whole=True)) == []


# ------------------------------------------------------------------------------------------------------ entries


def test_each_entry_that_throws_takes_the_next_leaf_and_shows_it() -> None:
    table = settled(1, dice=SEEDS)
    entry_bodies = bodies(table)
    assert [body.leaf is not None for body in entry_bodies.values()] == [
        bool(body.rolls) for body in entry_bodies.values()
    ]
    leaves_taken = [
        index
        for body in entry_bodies.values()
        for index in (body.leaf, *body.match_leaves.values())
        if index is not None
    ]
    assert leaves_taken == list(range(table.row.leaves))
    assert all(
        opened_leaf_at(table.row, index).leaf.hex() == body.opened
        for body in entry_bodies.values()
        if (index := body.leaf)
    )
    checked(table)


def test_anybody_makes_the_key_of_an_entry_from_what_it_shows() -> None:
    table = founded(dice=SEEDS)
    number = party(table, spoken=WORDS)
    body, entry = bodies(table)[number], Entry.objects.get(season=table.season, number=number)
    purpose = Purpose(season=table.season, entry=number, what="entry", head=entry.previous, words=WORDS)
    stream = drawn(key_of(bytes.fromhex(body.opened), purpose), PARTY, 6)
    assert [face for roll in body.rolls for face in roll["faces"]] == [next(stream) for _ in _faces(body)]
    assert body.leaf is not None
    opened_leaf = opened_leaf_at(table.row, body.leaf)
    assert opened_leaf.is_under(bytes.fromhex(table.row.roots[0]))
    assert sum(len(node.hex()) // 2 for node in (*opened_leaf.beside, opened_leaf.leaf)) <= 600
    assert table.row.secret_hash == table.row.roots[0] == bodies(table)[1].command["secret_hash"]


def test_the_words_of_whoever_gives_a_command_choose_other_faces_and_stand_in_its_entry() -> None:
    faces_shown = set()
    for place, words in enumerate(("", WORDS, "5b" * 32)):
        table = founded(dice=SEEDS, league=f"l{place}")
        number = party(table, spoken=words)
        body = bodies(table)[number]
        assert (body.words, body.leaf) == (words, 3)
        faces_shown.add(body.opened)
        checked(table)
    assert len(faces_shown) == 1


def test_what_follows_by_itself_has_no_words_and_its_key_hangs_on_the_head_that_binds_them() -> None:
    table = lined_up(1, dice=SEEDS)
    reported = table.give("accept_report", match="m1", report=report(table), spoken=WORDS)
    entry_bodies = [bodies(table)[entry.number] for entry in reported.entries]
    assert [entry_body.words for entry_body in entry_bodies] == [WORDS, *[""] * (len(entry_bodies) - 1)]
    checked(table)


@pytest.mark.parametrize("words", ["5a", "5A" * 32, "z" * 64, "5a" * 33])
def test_words_that_no_program_makes_are_refused_and_nothing_is_thrown(words: str) -> None:
    table = founded(dice=SEEDS)
    before = table.row
    with pytest.raises(Malformed, match="64 small hex digits"):
        party(table, spoken=words)
    assert (table.row.length, table.row.leaves) == (before.length, before.leaves)


def test_a_season_that_comes_from_a_secret_keeps_no_words_and_takes_no_leaf() -> None:
    table = founded()
    number = party(table, spoken=WORDS)
    body = bodies(table)[number]
    assert (body.words, body.leaf, table.row.leaves) == ("", None, 0)
    checked(table)


# ------------------------------------------------------------------------------------------------------- amends


def test_an_amend_that_throws_takes_a_leaf_and_one_that_throws_nothing_takes_none() -> None:
    table = founded(dice=SEEDS)
    number = party(table)
    corrections = [own(table, number), {"type": "throw_party", "franchise": "widows", "spend_k": 10}]
    amended(table, {number: corrections}, preview=True)
    before = table.row.leaves
    result = amended(table, {number: corrections}, approved_by=table.handle("widows"), words=WORDS)
    body = bodies(table)[result.number]
    assert (body.leaf, body.words, table.row.leaves) == (before, WORDS, before + 1)
    undo = amended(table, corrections_to_undo(table.row, result.number), approved_by=table.handle("widows"))
    assert (bodies(table)[undo.number].leaf, table.row.leaves) == (None, before + 1)
    checked(table)


def test_amend_and_undo_give_the_same_digest_and_done_again_nothing_is_thrown() -> None:
    table = founded(dice=SEEDS)
    number, before = party(table), table.row.digest
    result = amended(table, {number: []}, approved_by=table.handle("widows"))
    undo = amended(table, corrections_to_undo(table.row, result.number), approved_by=table.handle("widows"))
    assert table.row.digest == before
    amended(table, corrections_to_undo(table.row, undo.number), approved_by=table.handle("widows"))
    leaves = table.row.leaves
    amended(table, {number: [own(table, number)]}, approved_by=table.handle("widows"))
    assert (table.row.digest, table.row.leaves) == (before, leaves)
    checked(table)


def test_a_face_that_was_set_aside_falls_again_without_a_leaf() -> None:
    table = founded(dice=SEEDS)
    number = party(table)
    faces = [roll["faces"] for roll in bodies(table)[number].rolls]
    amended(table, {number: []}, approved_by=table.handle("widows"))
    number = party(table)
    again = bodies(table)[number]
    assert ([roll["faces"] for roll in again.rolls], again.leaf, again.again) == (faces, None, [PARTY])
    checked(table)


# ------------------------------------------------------------------------------------------------------ matches


def test_a_match_takes_its_leaf_when_it_is_locked_and_keeps_it_through_amends() -> None:
    table = lined_up(1, dice=SEEDS)
    locked = number_of(table, "lock_line_ups")
    match_leaf = table.row.match_leaves["m1"]
    head = Entry.objects.get(season=table.season, number=locked).previous
    assert (match_leaf["entry"], match_leaf["head"], bodies(table)[locked].match_leaves) == (
        locked,
        head,
        {"m1": match_leaf["leaf"]},
    )
    key = key_of_match(table.row, "m1")
    result = amended(table, {locked: []}, approved_by=table.handle("widows"))
    assert table.state.match("m1").step == "M3"
    table.give("lock_line_ups", match="m1")
    assert (table.row.match_leaves["m1"], key_of_match(table.row, "m1")) == (match_leaf, key)
    checked(table)
    table.give("void_match", match="m1", reason="A flood.")
    amended(table, corrections_to_undo(table.row, result.number), approved_by=table.handle("widows"))
    checked(table)


def test_an_amend_that_locks_a_match_takes_its_leaf() -> None:
    table = announced(1, dice=SEEDS)
    for franchise in table.franchises:
        seats = [{"car": f"{franchise}.car1", "driver": f"{franchise}.d1"}]
        table.give("name_line_up", by=franchise, franchise=franchise, match="m1", seats=seats)
    prize = table.give("adjust_balance", franchise="saints", amount=5, reason="So.").entries[0].number
    lock = {"type": "lock_line_ups", "match": "m1"}
    result = amended(table, {prize: [own(table, prize), lock]}, approved_by=table.handle("widows"))
    assert table.row.match_leaves["m1"]["entry"] == result.number
    checked(table)


def test_the_key_of_a_match_is_shown_with_its_settlement_and_is_the_one_that_was_committed() -> None:
    table = lined_up(1, dice=SEEDS)
    commitment = dice_commitment(table.row, match="m1", words="")
    match = Match.objects.get(pk=f"{table.season}/m1")
    assert published_keys(table.row, match) == []
    assert "opened" not in exported(table.season)["match_leaves"]["m1"]
    assert commitment.secret_hash == table.row.roots[0]
    _reported(table)
    match = Match.objects.get(pk=f"{table.season}/m1")
    (published_key,) = published_keys(table.row, match)
    assert commitment == dice_commitment(table.row, match="m1", words="")
    assert (published_key.name, published_key.key) == ("Match", key_of_match(table.row, "m1").hex())
    assert "opened" in exported(table.season)["match_leaves"]["m1"]
    checked(table)


@pytest.mark.parametrize("ruleset", ["dethmatch", "carcult"])
def test_a_match_that_is_resolved_here_is_played_with_its_leaf_and_played_again_from_its_log(ruleset: str) -> None:
    plan: dict[str, Any] = {
        "dethmatch": {"event": "lap_race", "setting": {"track": "anvil_oval"}},
        "carcult": {"event": "last_cult", "setting": {"table": "crossroads"}},
    }
    table = resolved(climbing(table=signed(franchises=PAIR, dice=SEEDS), ruleset=ruleset, **plan[ruleset]))
    deep = verify_matches(table.season)
    assert (deep.played, deep.findings) == (1, [])
    checked(table)


# ------------------------------------------------------------------------- other seasons, forks and imports


def test_the_season_after_one_takes_leaves_of_its_own_whatever_the_one_before_came_from() -> None:
    table = closed(settled(rounds=1))
    boss = Membership.objects.get(handle=table.handle("boss"))
    row = open_next_by_commissioner(table.row, member=boss, rounds=2, at=BEGAN + timedelta(days=90), key="the next")
    assert (table.row.dice, row.dice, len(row.roots)) == ("", "leaves", 1)
    assert (
        open_next_by_commissioner(table.row, member=boss, rounds=2, at=BEGAN + timedelta(days=90), key="the next").pk
        == row.pk
    )
    assert (audit(row.pk), verify(row.pk).findings, found(exported(row.pk))) == ([], [], [])
    assert row.secret != table.row.secret


def test_where_programs_are_tried_a_given_secret_is_followed_by_one_made_from_it(settings: Any) -> None:
    table = closed(settled(rounds=1))
    assert isinstance(next_season_dice(table.row), Seeds)
    settings.API_CONFORMANCE = True
    assert isinstance(next_season_dice(table.row), bytes)
    assert isinstance(next_season_dice(closed(settled(rounds=1, league="other", dice=SEEDS)).row), Seeds)


def test_no_two_seasons_of_a_league_share_their_leaves() -> None:
    table = closed(settled(rounds=1, dice=SEEDS))
    with pytest.raises(PathsGiven):
        open_following_season(
            table.season, "s2", secret=SEEDS, rounds=2, actor=table.handle("boss"), at=BEGAN, key="again"
        )


def test_all_leaves_are_shown_when_a_season_is_closed_and_no_key_of_a_secret_is() -> None:
    table = closed(settled(rounds=1, dice=SEEDS))
    document = exported(table.season)
    assert document["keys"] == {}
    assert all("opened" in match_leaf for match_leaf in document["match_leaves"].values())
    assert published_season_key(table.row) is None
    checked(table)


def test_a_fork_has_leaves_of_its_own_for_what_has_not_fallen() -> None:
    table = lined_up(1, dice=SEEDS)
    copy = fork_season(table.season, "try", secret=OTHERS, at=BEGAN)
    assert copy.roots != table.row.roots
    assert copy.match_leaves["m1"] == {"entry": 0, "head": copy.genesis, "leaf": 0, "words": ""}
    assert key_of_match(copy, "m1") != key_of_match(table.row, "m1")
    fork = Table(league=table.league, season=copy.pk, given=table.given, franchises=table.franchises)
    fork.give("accept_report", match="m1", report=report(fork))
    assert (audit(copy.pk), verify(copy.pk).findings, found(exported(copy.pk))) == ([], [], [])


def test_a_fork_that_finds_several_matches_locked_takes_their_leaves_by_their_ids() -> None:
    table = signed(franchises=("razors", "saints", "widows", "knights"), dice=SEEDS)
    pairs = {"m1": ["razors", "saints"], "m2": ["widows", "knights"]}
    planned = [{"match": match, "event": "race", "franchises": pair} for match, pair in pairs.items()]
    table.give("announce_round", round="r1", matches=planned)
    for match, pair in reversed(pairs.items()):
        for franchise in pair:
            seats = [{"car": f"{franchise}.car1", "driver": f"{franchise}.d1"}]
            table.give("name_line_up", by=franchise, franchise=franchise, match=match, seats=seats)
        table.give("lock_line_ups", match=match)
    copy = fork_season(table.season, "try", secret=OTHERS, at=BEGAN)
    assert {match: match_leaf["leaf"] for match, match_leaf in copy.match_leaves.items()} == {"m1": 0, "m2": 1}
    fork = Table(league=table.league, season=copy.pk, given=table.given, franchises=table.franchises)
    fork.give("adjust_balance", franchise="razors", amount=1, reason="So.")
    assert (audit(copy.pk), verify(copy.pk).findings, found(exported(copy.pk))) == ([], [], [])


def test_a_match_that_was_never_locked_has_no_key() -> None:
    table = announced(1, dice=SEEDS)
    with pytest.raises(KeyError):
        key_of_match(table.row, "m1")


def test_a_league_that_is_exported_and_restored_goes_on_with_the_same_leaves() -> None:
    table = settled(1, dice=SEEDS)
    text, fields_kept = whole_league(), ("leaves", "match_leaves", "roots", "seeds")
    values = Season.objects.filter(pk=table.season).values(*fields_kept)[0]
    assert "seeds" not in exported(table.season)
    emptied()
    import_league(text)
    assert Season.objects.filter(pk=table.season).values(*fields_kept)[0] == values
    assert whole_league() == text
    settled(2, table)
    checked(table)


def test_a_league_that_was_brought_here_takes_fresh_leaves_and_salts_and_its_past_verifies() -> None:
    table = settled(1, dice=SEEDS)
    take_fresh_dice(table.season, seeds=OTHERS, at=table.at + timedelta(days=9))
    row = table.row
    assert (len(row.roots), row.leaves, row.secret) == (2, 4096, OTHERS.salts.hex())
    table.at += timedelta(days=10)
    settled(2, table)
    leaves_taken = [index for body in bodies(table).values() for index in (body.leaf, *body.match_leaves.values())]
    assert min(index for index in leaves_taken if index is not None and index >= 4096) == 4096
    checked(table)
    text = whole_league()
    emptied()
    import_league(text)
    assert whole_league() == text
    checked(table)


def test_further_leaves_are_published_before_the_last_of_a_root_throws(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("journal.dice.leaf_allocation.LEAST_LEAVES_AHEAD", 4090)
    table = settled(1, dice=SEEDS, league="long")
    commits = Entry.objects.filter(season=table.season, command="commit_leaves")
    assert (commits.count(), len(table.row.roots)) == (1, 2)
    assert load_body(commits[0].body).command["root"] == table.row.roots[1]
    checked(table)


def _faces(body: EntryBody) -> list[int]:
    return [face for roll in body.rolls for face in roll["faces"]]


def _reported(table: Table) -> Table:
    table.give("accept_report", match="m1", report=report(table))
    for franchise in [line_up.franchise for line_up in table.state.line_ups_of("m1") if not line_up.decided]:
        table.give("decide_repairs", by=franchise, franchise=franchise, match="m1")
    assert table.state.match("m1").step == "M5.10"
    return table
