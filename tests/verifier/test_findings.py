"""The standalone `verify.py` finds forgeries in an export, even where the forger has repaired the hashes."""

from __future__ import annotations

import ast
import json
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from journal.transfer.season_export import season_document
from league.models import Entry
from tests.journal.forger import Document, entry_of, exported, rehashed
from tests.league.small_league import (
    SECRET,
    Table,
    announced,
    closed,
    founded,
    reopened,
    settled,
    shopping,
    signed,
)

pytestmark = [pytest.mark.django_db, pytest.mark.long]

PROGRAM = Path(__file__).parents[2] / "static" / "verify.py"
VERIFY = runpy.run_path(str(PROGRAM))
Findings = list[tuple[int, str]]


def found(document: Document, *heads: tuple[int | None, str]) -> Findings:
    """The findings in an export, as pairs of entry number and sentence."""
    (season,) = VERIFY["checked"](document, [("", *head) for head in heads])
    findings: Findings = season.found
    return findings


def checked(document: Document) -> Any:
    """The checked season of an export."""
    (season,) = VERIFY["checked"](document)
    return season


def number_of(table: Table, command: str, **about: Any) -> int:
    """The number of the first entry with that command."""
    return Entry.objects.filter(season=table.season, command=command, **about).order_by("number")[0].number


def thrown_in(document: Document, path: str) -> tuple[Document, Document]:
    """The entry that throws on a path, and its first roll on it."""
    for entry in document["entries"]:
        for roll in entry.get("body", {}).get("rolls", ()):
            if roll["path"] == path:
                return entry, roll
    raise LookupError(path)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the program in isolated mode without site packages, as a visitor does."""
    return subprocess.run(
        [sys.executable, "-I", "-S", str(PROGRAM), *arguments], capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("whole", [False, True])
def test_an_untouched_season_has_nothing_wrong(whole: bool) -> None:
    table = closed(settled(rounds=1))
    season = checked(exported(table.season, whole=whole))
    assert season.found == []
    assert season.counts["entries"] == table.row.length
    assert season.counts["fit"] == season.counts["rolls"] > 30
    assert season.waiting == {}


def test_what_is_being_played_has_nothing_wrong_at_any_step() -> None:
    for league, build in {"hiring": founded, "cars": signed, "line-ups": announced, "shops": shopping}.items():
        assert found(exported(build(league=league).season)) == [], league


def test_rolls_wait_for_the_key_of_their_step() -> None:
    table = shopping()
    season = checked(exported(table.season))
    assert sorted(season.waiting) == ["season", "shop|m1"]
    table.give("end_shopping", match="m1", reason="The week is over.")
    assert sorted(checked(exported(table.season)).waiting) == ["season"]


def test_the_next_season_hangs_on_the_head_of_the_one_before() -> None:
    table = closed(settled(rounds=1))
    following = exported(reopened(table).season)
    assert following["previous"] == table.row.head
    assert found(following) == []
    following["previous"] = "0" * 64
    assert found(following) == [
        (0, "the genesis does not fit the opening, the secret's hash and the head before it"),
    ]


def test_a_flipped_face_with_every_hash_repaired_is_named() -> None:
    document = exported(settled().season)
    entry, roll = thrown_in(document, "m1/settle/pot")
    true, head_before = roll["faces"][0], document["head"]
    roll["faces"][0] = true % 6 + 1
    for fact in entry["body"]["facts"]:
        for fact_roll in fact.get("rolls", ()):
            if fact_roll["path"] == roll["path"]:
                fact_roll["faces"][0] = roll["faces"][0]
    assert rehashed(document)["head"] != head_before
    assert found(document) == [
        (
            entry["number"],
            f"m1/settle/pot ({roll['why']}): face 1 is {roll['faces'][0]} and the published key throws {true}",
        )
    ]


@pytest.mark.parametrize("sides", [0, 1, 257, "6", None])
def test_a_die_that_cannot_be_thrown_is_named(sides: Any) -> None:
    document = exported(settled().season)
    entry, roll = thrown_in(document, "m1/settle/pot")
    roll["sides"] = sides
    entry["body"]["facts"] = []
    assert f"m1/settle/pot: no die has {sides!r} sides" in [sentence for _, sentence in found(rehashed(document))]


def test_a_fact_that_shows_other_faces_than_were_thrown_is_named() -> None:
    document = exported(settled().season)
    entry, _ = thrown_in(document, "m1/settle/pot")
    rolls_shown = next(fact["rolls"] for fact in entry["body"]["facts"] if fact.get("rolls"))
    rolls_shown[0]["faces"][0] = rolls_shown[0]["faces"][0] % 6 + 1
    assert [number for number, _ in found(rehashed(document))] == [entry["number"]]


def without(document: Document, number: int) -> Document:
    """An export without one of its entries, the others renumbered and linked again."""
    del document["entries"][number - 1]
    for entry in document["entries"]:
        if (entry.get("opened_by") or 0) > number:
            entry["opened_by"] -= 1
    return rehashed(document)


def test_a_removed_entry_with_every_hash_repaired_is_named_by_the_published_heads() -> None:
    table = settled()
    document, removed = exported(table.season), number_of(table, "close_setup")
    heads = [(entry["number"], entry["hash"]) for entry in document["entries"]]
    head = (None, document["head"])
    noted_hash = f"{heads[removed - 1][1][:12]}…"
    # The entry throws no dice and books no money: without the rules, only a head reveals that it is missing.
    without(document, removed)
    assert found(document) == []
    assert found(document, *heads) == [
        (
            removed,
            f"is not the one whose hash was published as {noted_hash}: it was changed, removed or put in",
        )
    ]
    last = len(document["entries"])
    assert [number for number, _ in found(document, head)] == [last]
    assert found(document, heads[removed - 2], heads[-1]) == [
        (last + 1, f"is missing: its hash was published as {heads[-1][1][:12]}…")
    ]
    assert found(document, heads[removed - 2], heads[-3])[0][1].endswith(
        f"one of the entries {removed} to {heads[-3][0]} was changed, removed or put in"
    )


def test_a_rehashed_entry_is_named_by_the_published_head() -> None:
    table = settled()
    document = exported(table.season)
    number = number_of(table, "hire_rookie")
    heads = [(entry["number"], entry["hash"]) for entry in document["entries"]]
    entry_of(document, number)["at"] = "2026-09-01T18:00:01+00:00"
    rehashed(document)
    assert found(document) == []
    assert found(document, heads[number - 2]) == []
    sentence = f"is not the one whose hash was published as {heads[number - 1][1][:12]}…"
    assert found(document, *heads) == [(number, f"{sentence}: it was changed, removed or put in")]
    assert [entry for entry, _ in found(document, (None, heads[-1][1]))] == [len(heads)]


def test_a_head_noted_long_ago_is_checked_as_a_prefix() -> None:
    table = announced()
    noted_head, length = table.row.head, table.row.length
    table.give("void_match", match="m1", reason="The arena flooded.")
    document = exported(table.season)
    assert found(document, (length, noted_head)) == []
    season = VERIFY["checked"](document, [("", None, noted_head)])[0]
    assert season.found == []
    assert (length, f"has the head you noted, and {table.row.length - length} entries follow it") in season.notes


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"actor": "someone"}, "its hash does not fit what it says"),
        ({"reason_hash": "0" * 64}, "its hash does not fit what it says"),
        ({"digest": "0" * 64}, "its command, facts or rolls were changed"),
        ({"reason": "another"}, "its reason was changed"),
        ({"body": None}, "does not show what it says and is not sealed"),
        ({"previous": "0" * 64}, "does not follow the entry before it"),
    ],
)
def test_an_entry_changed_without_repair_is_named(change: Document, told: str) -> None:
    document = exported(settled().season)
    entry_of(document, 20).update(change)
    assert (20, told) in found(document)


def test_a_salt_left_out_without_a_sealed_entry_is_named() -> None:
    document = exported(settled().season)
    del entry_of(document, 20)["salt"]
    assert found(document) == [(20, "has no salt, so that its content cannot be checked")]
    document["shut_from"] = 20
    for entry in document["entries"][19:]:
        entry.pop("salt", None)
    assert found(document) == [(20, "is open, so the digests after it were left out without a reason")]


def test_money_from_nowhere_is_named_by_the_books() -> None:
    table = settled()
    document = exported(table.season)
    entry = entry_of(document, number_of(table, "buy_car"))
    (booked,) = (fact for fact in entry["body"]["facts"] if "amount" in fact)
    booked["amount"] += 5_000
    booked["balance"] += 5_000
    rehashed(document)
    wrong = found(document)
    assert len(wrong) == 1
    assert wrong[0][0] > entry["number"]
    assert "and should leave" in wrong[0][1]
    document = exported(table.season)
    document["balances"]["saints"] += 1
    ends = document["balances"]["saints"]
    assert found(document) == [(0, f"saints has {ends} credits and its ledger comes to {ends - 1}")]


def test_a_path_thrown_by_two_entries_is_named() -> None:
    table = settled()
    document = exported(table.season)
    first, roll = thrown_in(document, "m1/settle/pot")
    second = entry_of(document, first["number"] + 1)
    second["body"]["rolls"].append(roll)
    wrong = found(rehashed(document))
    assert (second["number"], f"throws m1/settle/pot, which entry {first['number']} had thrown") in wrong
    assert {number for number, _ in wrong} == {second["number"]}


def test_typed_faces_are_named_with_their_typist_and_held_against_the_rolls() -> None:
    table = founded(faces={"ones wherever no face is named": []})
    number = number_of(table, "found_franchise")
    document = exported(table.season)
    season = checked(document)
    assert season.found == []
    notes = [sentence for entry, sentence in season.notes if entry == number]
    assert notes
    assert all(note.endswith("attested by the marshal") for note in notes)
    assert season.counts["attested"] == sum(
        len(entry["body"]["rolls"]) for entry in document["entries"] if entry["body"]["typed"]
    )
    entry_of(document, number)["body"]["rolls"][0]["faces"][0] = 6
    assert {entry for entry, _ in found(rehashed(document))} == {number}


def test_a_whole_export_is_held_against_its_secret() -> None:
    document = exported(settled().season, whole=True)
    document["secret"] = "beef"
    sentences = {sentence for _, sentence in found(document)}
    assert "the secret is not the one whose hash was published" in sentences
    assert "its salt was not made from the secret for that number" in sentences
    document = exported(settled(league="other").season, whole=True)
    document["keys"]["pre|m1"] = "0" * 64
    assert found(document) == [(0, "the key pre|m1 was not made from the secret")]


@pytest.mark.parametrize(
    ("key", "command", "told"),
    [
        ("pre|m1", "lock_line_ups", "published the pre key of m1, which is not here"),
        ("match|m1", "close_settlement", "published the match key of m1, which is not here"),
        ("shop|m1", "settle_match", "published the shop key of m1, which is not here"),
        ("season", "close_season", "published the season's own key, which is not here"),
    ],
)
def test_a_key_left_out_so_that_dice_go_unchecked_is_named(key: str, command: str, told: str) -> None:
    table = closed(settled(rounds=1))
    document = exported(table.season)
    document["keys"] = {name: value for name, value in document["keys"].items() if not name.startswith(key)}
    assert found(document) == []  # the secret is published, and the key can be derived from it
    del document["secret"]
    assert found(document) == [(number_of(table, command), told)]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"command": "buy_item"}, "is filed under buy_item and is hire_rookie"),
        ({"opened_by": 30}, "says entry 30 opened it, which cannot be"),
    ],
)
def test_what_no_hash_covers_is_held_against_what_one_does(change: Document, told: str) -> None:
    table = settled()
    document, number = exported(table.season), number_of(table, "hire_rookie")
    entry_of(document, number).update(change)
    assert found(document) == [(number, told)]


def test_another_secret_than_the_one_published_is_named() -> None:
    document = exported(settled().season)
    document["secret_hash"] = "0" * 64
    assert [number for number, _ in found(document)] == [0, 1]


def test_the_program_says_what_it_found_and_ends_with_it(tmp_path: Path) -> None:
    table = settled()
    export_file = tmp_path / "rust-belt.s1.json"
    export_file.write_bytes(season_document(table.row))
    document = json.loads(export_file.read_text(encoding="utf-8"))
    heads_file = tmp_path / "noted.txt"
    heads_file.write_text(f"copied from the site: {20}:{entry_of(document, 20)['hash']}\n", encoding="utf-8")
    fine = run(str(export_file), "--heads", str(heads_file), "--head", f"{table.row.length}:{table.row.head}")
    assert (fine.returncode, fine.stderr) == (0, "")
    assert fine.stdout.startswith(f"rust-belt/s1: {table.row.length} entries, ")
    assert fine.stdout.endswith("Nothing is wrong.\n")
    assert run(str(export_file), "--head", table.row.head).returncode == 0
    entry_of(document, 20)["at"] = entry_of(document, 19)["at"].replace(":00+", ":01+")
    forged = tmp_path / "forged.json"
    forged.write_text(json.dumps(rehashed(document), ensure_ascii=False), encoding="utf-8")
    assert run(str(forged)).returncode == 0
    for options in (["--heads", str(heads_file)], ["--heads", str(export_file)], ["--head", f"20:{'0' * 64}"]):
        against = run(str(forged), *options)
        assert against.returncode == 1
        assert "WRONG: entry 20: is not the one whose hash was published as" in against.stdout


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "something else"}', "nothing like JSON"])
def test_what_is_no_export_is_said_to_be_none(tmp_path: Path, text: str) -> None:
    file = tmp_path / "export.json"
    file.write_text(text, encoding="utf-8")
    answer = run(str(file))
    assert (answer.returncode, answer.stderr) == (1, "")
    assert answer.stdout.startswith(f"{file} cannot be checked as an export: ")


def test_a_head_that_is_none_and_a_file_that_is_not_there_are_said(tmp_path: Path) -> None:
    file = tmp_path / "export.json"
    file.write_bytes(season_document(founded().row))
    assert "is no head: give HASH or NUMBER:HASH" in run(str(file), "--head", "abc").stdout
    assert "cannot be read: No such file" in run(str(tmp_path / "nothing.json")).stdout


def test_the_keys_in_an_export_are_the_published_ones_and_no_other() -> None:
    table = settled()
    document = exported(table.season)
    words = "|".join(f"{franchise}={franchise} first" for franchise in table.franchises)
    assert sorted(document["keys"]) == [f"match|m1|{words}", "pre|m1", "shop|m1"]
    assert SECRET.hex() not in [document.get("secret"), *document["keys"].values()]
    assert "season" in exported(closed(settled(rounds=1, league="other")).season)["keys"]


def test_it_needs_no_newer_python_than_it_says() -> None:
    ast.parse(PROGRAM.read_text(encoding="utf-8"), feature_version=(3, 9))
