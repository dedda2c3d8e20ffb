"""A season's commitment to its dice is final: no amend strikes its opening, and a forged one is reported."""

from __future__ import annotations

import io
import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from journal import fork_season, perform
from journal.amends.corrections import corrections_to_restore
from journal.dice.secret_hash_checks import CommitmentStands
from journal.replay import state_after
from journal.verify import verify
from league.models import Season
from rules.campaign.founding.season_start import OpenSeason
from tests.journal.amends import amended
from tests.journal.forger import Document, entry_of, exported, forge, rehashed
from tests.journal.snapshot import everything
from tests.league.small_league import BEGAN, Table, assert_reconciled, founded
from tests.verifier.test_findings import found

pytestmark = pytest.mark.django_db
OTHER = "0" * 64


def opening(table: Table, **other: Any) -> Document:
    """The command that opened the season, with some fields changed."""
    ((document,),) = corrections_to_restore(table.row, [1]).values()
    return {**document, **other}


@pytest.mark.parametrize("preview", [False, True])
@pytest.mark.parametrize(
    ("stands", "said", "pointer"),
    [
        (lambda _: [], "Entry 1 opened the season", "/corrections/1"),
        (lambda _: [{"type": "open_setup"}], "Entry 1 opened the season", "/corrections/1"),
        (lambda t: [opening(t, secret_hash=OTHER)], "leave its `secret_hash`", "/corrections/1/0/secret_hash"),
        (lambda t: [opening(t, secret_hash="")], "leave its `secret_hash`", "/corrections/1/0/secret_hash"),
        (lambda t: [opening(t, edition="1")], "take another one up by `adopt_edition`", "/corrections/1/0/edition"),
    ],
)
def test_the_opening_is_neither_struck_nor_given_another_hash_or_edition(
    stands: Any, said: str, pointer: str, preview: bool
) -> None:
    table = founded()
    rows_before = everything()
    with pytest.raises(CommitmentStands, match=said) as refused:
        amended(table, {1: stands(table)}, preview=preview)
    assert refused.value.pointer == pointer
    assert everything() == rows_before


def test_no_other_entry_becomes_an_opening_with_another_hash() -> None:
    table = founded()
    with pytest.raises(CommitmentStands, match="leave its `secret_hash`"):
        amended(table, {2: [opening(table, secret_hash=OTHER)]})


def test_rounds_and_house_rules_of_the_opening_are_amended_as_ever() -> None:
    table = founded()
    amended(table, {1: [opening(table, rounds=4)]})
    assert table.state.rounds_planned == 4
    assert_reconciled(table.season)
    assert verify(table.season).findings == []
    assert found(exported(table.season)) == []


def test_a_fork_that_is_not_open_yet_opens_with_the_hash_of_its_own_secret_alone() -> None:
    table = founded()
    row = fork_season(table.season, "try", secret=b"another", at=BEGAN, opening=state_after(table.row, 0))
    options: Any = {"actor": table.handle("boss"), "at": BEGAN + timedelta(hours=9), "key": "open"}
    with pytest.raises(CommitmentStands, match=f"whose hash is {row.secret_hash}"):
        perform(row.pk, [OpenSeason(rounds=3, secret_hash=table.row.secret_hash)], **options)
    perform(row.pk, [OpenSeason(rounds=3, secret_hash=row.secret_hash)], **options)
    assert Season.objects.get(pk=row.pk).length == 1


def struck(body: Document) -> None:
    """Make an amend say that it struck the opening."""
    body["command"]["corrections"] = {"1": []}
    body["amended"]["retold"]["1"] |= {"standing": "struck", "commands": [], "facts": []}


def swapped(body: Document) -> None:
    """Make an amend say that the opening published another hash."""
    retold = body["amended"]["retold"]["1"]
    for document in (body["command"]["corrections"]["1"][0], retold["commands"][0], retold["facts"][0]):
        document["secret_hash"] = OTHER


def told_otherwise(body: Document) -> None:
    """Make an amend with a permitted correction of the opening report another hash."""
    body["amended"]["retold"]["1"]["commands"][0]["secret_hash"] = OTHER


@pytest.mark.parametrize(
    ("forgery", "named"),
    [
        (struck, ["strikes entry 1, which published the hash", "tells that entry 1 does not publish the hash"]),
        (
            swapped,
            [
                "puts another hash of the secret into entry 1",
                "tells that entry 1 does not publish the hash",
            ],
        ),
        (told_otherwise, ["tells that entry 1 does not publish the hash"]),
    ],
)
def test_a_journal_in_which_an_amend_touched_the_commitment_is_named_by_both_checks(
    forgery: Any, named: list[str]
) -> None:
    table = founded()
    number = amended(table, {1: [opening(table, rounds=4)]}).number
    document = exported(table.season)
    forgery(entry_of(document, number)["body"])
    outside = [sentence for entry, sentence in found(rehashed(document)) if entry == number]
    forge(table.season, number, forgery)
    inside = [finding.sentence for finding in verify(table.season).findings if finding.entry == number]
    for said in named:
        assert [said in sentence for sentence in outside].count(True) == 1, outside
        assert [said in sentence for sentence in inside].count(True) == 1, inside


def test_an_opening_that_was_written_over_is_named_by_both_checks() -> None:
    table = founded()

    def another(body: Document) -> None:
        body["command"]["secret_hash"] = body["facts"][0]["secret_hash"] = OTHER

    document = exported(table.season)
    another(entry_of(document, 1)["body"])
    assert {entry for entry, _ in found(rehashed(document))} == {1}
    forge(table.season, 1, another)
    assert "opened the season with another hash of the secret than the season has" in [
        finding.sentence for finding in verify(table.season).findings
    ]


def test_the_command_line_refuses_it_in_the_same_sentence(tmp_path: Path) -> None:
    table = founded()
    file = tmp_path / "opening.json"
    file.write_text(json.dumps(opening(table, secret_hash=OTHER)))
    for options in (["--strike", "1"], ["--correct", f"1={file}"]):
        for save in ([], ["--save"]):
            with pytest.raises(CommandError, match=r"opened the season|leave its `secret_hash`"):
                call_command("amend", table.season, *options, *save, "--reason", "No.", stdout=io.StringIO())


def test_the_page_offers_nothing_and_says_why() -> None:
    table = founded()
    length, client = table.row.length, Client()
    assert client.login(username="rust-belt-boss", password="boss")
    for answer in (
        client.get("/l/rust-belt/s1/journal/1/amend/"),
        client.post("/l/rust-belt/s1/journal/1/amend/", {"way": "strike", "reason": "No.", "key": "k"}),
    ):
        assert "published the hash that every die is checked against" in answer.content.decode()
    assert answer.status_code == 422
    assert table.row.length == length
