"""The standalone `verify.py` knows which procedure throws what, and who may give which command when."""

from __future__ import annotations

import json
import lzma
import runpy
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules.campaign.core.dice_paths import PROCEDURES
from tests.journal.forger import Document, rehashed
from tools.verifier import with_tables

CHECKOUT = Path(__file__).parents[2]
PROGRAM = CHECKOUT / "static" / "verify.py"
PLAYED = CHECKOUT / "examples" / "first-laps" / "played.json.xz"
VERIFY = runpy.run_path(str(PROGRAM))


def found(document: Document) -> list[tuple[int, str]]:
    """The findings in an export, as pairs of entry number and sentence."""
    (season,) = VERIFY["checked"](document)
    findings: list[tuple[int, str]] = season.found
    return findings


@cache
def _played() -> str:
    (season,) = json.loads(lzma.decompress(PLAYED.read_bytes()))["seasons"]
    return json.dumps(season)


@pytest.fixture
def forged() -> Document:
    """A finished season to forge in, with nothing wrong yet."""
    document: Document = json.loads(_played())
    return document


def throwing(document: Document, path: str) -> tuple[Document, list[Document]]:
    """The entry that throws on a path, and its rolls on it, including those in the entry's facts."""
    for entry in document["entries"]:
        rolls = list(_rolls(entry["body"], path))
        if rolls:
            return entry, rolls
    raise LookupError(path)


def _rolls(body: Any, path: str) -> Iterator[Document]:
    for holding in (body, *body["facts"]):
        yield from (roll for roll in holding.get("rolls", ()) if roll["path"] == path)


def given(document: Document, command: str) -> Document:
    """The first entry with that command."""
    return next(entry for entry in document["entries"] if entry["command"] == command)


def test_an_untouched_season_has_nothing_wrong(forged: Document) -> None:
    assert found(forged) == []


def test_the_program_has_the_tables_of_the_rules() -> None:
    text = PROGRAM.read_text(encoding="utf-8")
    assert with_tables(text) == text, (
        "Run `python -m tools.verifier`: static/verify.py has other tables than the rules."
    )
    assert [row[0] for row in VERIFY["PROCEDURES"]] == [procedure.path for procedure in PROCEDURES]


def income_of(document: Document) -> str:
    """The path of the first roll for a sponsor's income."""
    paths = (roll["path"] for entry in document["entries"] for roll in entry["body"]["rolls"])
    return next(path for path in paths if path.endswith("/income"))


@pytest.mark.parametrize("path", ["m1/settle/pot.76", "m1/settle/pot/again", "season/pot", "m1/pot"])
def test_a_path_that_no_procedure_has_is_named(forged: Document, path: str) -> None:
    entry, rolls = throwing(forged, "m1/settle/pot")
    for roll in rolls:
        roll["path"] = path
    assert (entry["number"], f"{path}: nothing is thrown there") in found(rehashed(forged))


def test_a_d6_turned_into_a_d20_is_named(forged: Document) -> None:
    entry, rolls = throwing(forged, income_of(forged))
    for roll in rolls:
        roll["sides"] = 20
    sentences = [sentence for number, sentence in found(rehashed(forged)) if number == entry["number"]]
    assert any(found_sentence.endswith("d20 where the rules have nd6") for found_sentence in sentences)


def test_dice_too_many_are_named(forged: Document) -> None:
    entry, rolls = throwing(forged, income_of(forged))
    entry["body"]["rolls"] += [dict(rolls[0]) for _ in range(5)]
    assert any(sentence.endswith("dice where the rules have 5 at most") for _, sentence in found(rehashed(forged)))


def test_a_throw_by_another_command_is_named(forged: Document) -> None:
    entry, _ = throwing(forged, "m1/settle/pot")
    moved = [roll for roll in entry["body"]["rolls"] if roll["path"] == "m1/settle/pot"]
    other_entry = given(forged, "open_settlement")
    other_entry["body"]["rolls"] += moved
    sentence = "m1/settle/pot: is thrown by open_settlement, and belongs to close_settlement"
    assert (other_entry["number"], sentence) in found(rehashed(forged))


def test_a_throw_that_no_fact_tells_of_is_named(forged: Document) -> None:
    entry, _ = throwing(forged, income_of(forged))
    for fact in entry["body"]["facts"]:
        fact.pop("rolls", None)
    assert any(sentence.endswith("no fact tells of that throw") for _, sentence in found(rehashed(forged)))


def test_a_throw_for_somebody_else_than_its_fact_tells_of_is_named(forged: Document) -> None:
    entry, _ = throwing(forged, income_of(forged))
    for fact in entry["body"]["facts"]:
        if fact.get("rolls"):
            fact["sponsor"] = "nobody"
    assert any("no fact tells of that throw for" in sentence for _, sentence in found(rehashed(forged)))


def test_a_throw_for_a_match_that_was_never_announced_is_named(forged: Document) -> None:
    _, rolls = throwing(forged, "m1/settle/pot")
    for roll in rolls:
        roll["path"] = "m9/settle/pot"
    assert any("for a match that was never announced" in sentence for _, sentence in found(rehashed(forged)))


@pytest.mark.parametrize(
    ("command", "actor", "whose"),
    [
        ("roll_pre_match", "somebody", "nobody but the season itself"),
        ("roll_pre_match", "clock", "nobody but the season itself"),
        ("hire_rookie", "season", "an owner"),
        ("hire_rookie", "clock", "an owner"),
        ("accept_report", "steward", "a commissioner"),
    ],
)
def test_a_command_given_by_somebody_who_may_not_is_named(
    forged: Document, command: str, actor: str, whose: str
) -> None:
    entry = given(forged, command)
    entry["actor"] = actor
    assert (entry["number"], f"has {command} given by {actor}, and it is for {whose} to give") in found(
        rehashed(forged)
    )


def on_behalf(entry: Document) -> None:
    """Mark the command as given on behalf of another franchise than its own."""
    entry["on_behalf_of"] = "nobody"


def without_reason(entry: Document) -> None:
    """Mark the command as given on behalf of its own franchise, without a reason."""
    entry |= {"on_behalf_of": entry["body"]["command"]["franchise"], "reason": "", "reason_hash": ""}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (on_behalf, "has hire_rookie given on behalf of nobody, whose it is not to give"),
        (without_reason, "gives hire_rookie without a reason, and it needs one"),
    ],
)
def test_on_whose_behalf_and_why_are_checked(
    forged: Document, change: Callable[[Document], None], sentence: str
) -> None:
    entry = given(forged, "hire_rookie")
    change(entry)
    assert (entry["number"], sentence) in found(rehashed(forged))


def test_a_command_that_nobody_knows_is_named(forged: Document) -> None:
    entry = given(forged, "hire_rookie")
    entry["command"] = entry["body"]["command"]["type"] = "hire_a_star"
    sentence = "gives hire_a_star, which is no command that this program knows: download it anew"
    assert (entry["number"], sentence) in found(rehashed(forged))


def test_an_entry_that_is_dated_before_the_others_is_named(forged: Document) -> None:
    entry = forged["entries"][9]
    entry["at"] = entry["at"].replace("2026", "2020")
    wrong = found(rehashed(forged))
    assert wrong[0][0] == 10
    assert wrong[0][1].startswith("is dated 2020-")


def test_entries_written_at_the_same_moment_may_be_a_little_out_of_order(forged: Document) -> None:
    for entry in forged["entries"]:
        entry["at"] = forged["opened_at"]
    forged["entries"][5]["at"] = forged["opened_at"].replace("T18:00:00", "T17:55:00")
    assert found(rehashed(forged)) == []


def test_a_season_dated_before_it_was_opened_is_named(forged: Document) -> None:
    forged["opened_at"] = forged["opened_at"].replace("2026", "2036")
    assert (1, "is dated 2026-09-07T18:00:00, before the season was opened") in found(forged)


def test_a_first_season_that_begins_with_something_is_named(forged: Document) -> None:
    forged["opening_state"] = {"franchises": {"razors": {"id": "razors", "balance": 1_000_000}}}
    forged["opening"] = VERIFY["sha256"](VERIFY["text_of"](forged["opening_state"]))
    row = {name: forged[name] for name in ("opening", "previous", "season", "secret_hash")}
    forged["genesis"] = VERIFY["sha256"](VERIFY["text_of"](row))
    assert (0, "the opening of a league's first season holds something already") in found(rehashed(forged))
