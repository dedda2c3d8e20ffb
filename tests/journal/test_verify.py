"""`manage.py verify` finds what a forger changed in the database, even with every hash repaired, by a replay."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from journal import amend, audit, preview_amend
from journal import entry_body as bodies
from journal.gate import open_gate
from journal.transfer.season_export import season_document
from journal.verify import fact_differences, verify
from league.models import Checkpoint, Entry, Season
from tests.journal.forger import Document, exported, forge, rehashed, relink
from tests.league.small_league import Table, announced, closed, founded, reopened, settled
from tests.verifier.test_findings import checked, found

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def said(*arguments: str, **options: Any) -> str:
    """What the command prints."""
    output = StringIO()
    call_command("verify", *arguments, stdout=output, **options)
    return output.getvalue()


def sentences(season: str) -> list[tuple[int, str]]:
    """The findings about a season, by entry."""
    return [(finding.entry, finding.sentence) for finding in verify(season).findings]


def number_of(table: Table, command: str) -> int:
    """The number of the first entry with that command."""
    return Entry.objects.filter(season=table.season, command=command).order_by("number")[0].number


def test_a_season_as_it_was_played_verifies_and_says_what_was_checked() -> None:
    table = settled()
    verified = verify(table.season)
    read = [bodies.load_body(entry.body) for entry in Entry.objects.filter(season=table.season)]
    assert verified.findings == []
    assert (verified.entries, verified.replayed) == (table.row.length, True)
    assert (verified.facts, verified.rolls) == (
        sum(len(entry_body.facts) for entry_body in read),
        sum(len(entry_body.rolls) for entry_body in read),
    )
    assert (verified.attested, verified.sealed, verified.retold) == (0, 0, 0)
    assert verified.checkpoints == Checkpoint.objects.filter(season=table.season).count()
    output = said(table.season)
    assert output.startswith("rust-belt/s1: as its journal says; replayed\n")
    assert (
        f"{verified.entries} entries, {verified.facts} facts, {verified.rolls} rolls (0 attested), 0 sealed" in output
    )


def test_typed_faces_and_sealed_entries_are_counted() -> None:
    table = founded(faces={"ones wherever no face is named": []})
    rolls = [bodies.load_body(entry.body).rolls for entry in Entry.objects.filter(season=table.season)]
    assert verify(table.season).attested == sum(map(len, rolls)) == 9
    table = announced(league="other")
    seats = [{"car": "razors.car1", "driver": "razors.d1"}]
    table.give("name_line_up", by="razors", franchise="razors", match="m1", seats=seats)
    assert verify(table.season).sealed == 1


def test_an_edited_fact_that_has_no_dice_is_named_though_the_forger_repaired_every_hash() -> None:
    table = settled()
    number = number_of(table, "buy_car")

    def dearer(body: Document) -> None:
        body["facts"][0]["dp"] = 99

    fact = json.loads(bodies.decompress(Entry.objects.get(season=table.season, number=number).body))["facts"][0]
    assert not fact.get("rolls")
    head = table.row.head
    forge(table.season, number, dearer)
    assert table.row.head != head
    dearer_told = f"fact 0, car_bought, says dp 99 where its command makes {fact.get('dp')!r}"
    assert sentences(table.season) == [
        (
            number,
            f"its facts come out otherwise when performed again: {dearer_told}",
        )
    ]
    with pytest.raises(CommandError, match="1 finding"):
        said(table.season)


def test_an_edited_fact_of_a_closed_season_is_named_too() -> None:
    table = closed(settled(rounds=1))
    number = number_of(table, "rank_table")

    def promoted(body: Document) -> None:
        body["facts"][0]["points"] = 99

    forge(table.season, number, promoted)
    assert [entry for entry, _ in sentences(table.season)] == [number]


def test_a_closed_season_of_an_edition_that_is_kept_no_more_is_held_to_chain_faces_and_checkpoints() -> None:
    table = closed(settled(rounds=1))
    with open_gate():
        Season.objects.filter(pk=table.season).update(edition="0")
    verified = verify(table.season)
    assert (verified.findings, verified.replayed) == ([], False)
    assert "by chain, faces and checkpoints alone: its edition is not kept" in said(table.season)
    number = number_of(table, "close_settlement")

    def flipped(body: Document) -> None:
        body["rolls"][0]["faces"][0] = body["rolls"][0]["faces"][0] % 6 + 1

    forge(table.season, number, flipped)
    assert [entry for entry, _ in sentences(table.season)] == [number]


def test_a_fact_put_in_and_a_fact_left_out_are_told() -> None:
    assert list(fact_differences([], [{"kind": "a"}])) == ["it tells 0 facts and its command makes 1"]
    assert list(fact_differences([{"kind": "a", "n": 1}], [{"kind": "a", "n": 2}])) == [
        "fact 0, a, says n 1 where its command makes 2"
    ]


def test_a_flipped_face_is_named_by_its_key_and_by_the_replay() -> None:
    table = settled()
    number = number_of(table, "close_settlement")

    def flipped(body: Document) -> None:
        body["rolls"][0]["faces"][0] = body["rolls"][0]["faces"][0] % 6 + 1

    forge(table.season, number, flipped)
    sentences_of_entry = [sentence for entry, sentence in sentences(table.season) if entry == number]
    assert any("and its key throws" in sentence for sentence in sentences_of_entry)
    assert "its dice fall otherwise when thrown again" in sentences_of_entry


def test_a_removed_entry_is_named_though_the_rest_was_numbered_and_linked_anew() -> None:
    table = settled()
    number = number_of(table, "buy_car")
    with open_gate():
        Entry.objects.filter(season=table.season, number=number).delete()
        for entry in Entry.objects.filter(season=table.season, number__gt=number).order_by("number"):
            opened = entry.opened_by - 1 if entry.opened_by else None
            Entry.objects.filter(pk=entry.pk).update(number=entry.number - 1, opened_by=opened)
        Season.objects.filter(pk=table.season).update(length=table.row.length - 1)
        relink(table.row)
    findings = dict(reversed(sentences(table.season)))
    assert findings[number] == "its salt was not made from the secret for that number"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"genesis": "0" * 64}, "its genesis does not fit"),
        ({"secret": "beef"}, "its secret is not the one whose hash was published"),
        ({"length": 5}, "the journal ends here and should end at entry 5"),
    ],
)
def test_a_changed_row_of_the_season_is_named(change: Document, told: str) -> None:
    table = settled()
    with open_gate():
        Season.objects.filter(pk=table.season).update(**change)
    assert any(told in sentence for _, sentence in sentences(table.season))


@pytest.mark.parametrize("change", [{"state": True}, {"digest": "0" * 64}, {"state": True, "digest": True}])
def test_a_changed_checkpoint_is_named(change: Document) -> None:
    table = settled()
    checkpoint = Checkpoint.objects.get(season=table.season, number=40)
    opening = Checkpoint.objects.get(season=table.season, number=0)
    if "state" in change:
        change = {**change, "state": opening.state}
    if change.get("digest") is True:
        change = {**change, "digest": opening.digest}
    with open_gate():
        Checkpoint.objects.filter(pk=checkpoint.pk).update(**change)
    assert [entry for entry, _ in sentences(table.season)] == [40]


def test_a_league_is_verified_season_by_season_and_what_is_nowhere_is_said() -> None:
    table = closed(settled(rounds=1))
    reopened(table)
    founded(league="other")
    output = said("rust-belt")
    assert [line.split(":")[0] for line in output.splitlines() if not line.startswith(" ")] == [
        "rust-belt/s1",
        "rust-belt/s2",
    ]
    assert "other/s1" in said()
    with pytest.raises(CommandError, match="is no season, league or file"):
        said("nowhere")
    assert "matches played again from their logs: 0; passed over: 0" in said("rust-belt/s1", deep=True)


def test_the_file_of_an_export_is_verified_without_the_rules(tmp_path: Path) -> None:
    table = settled()
    file = tmp_path / "rust-belt.s1.json"
    file.write_bytes(season_document(table.row))
    output = said(str(file), head=[table.row.head])
    assert "1 you noted are in the chain" in output
    assert output.endswith("name it to have it replayed.\n")
    with pytest.raises(CommandError, match="1 finding"):
        said(str(file), head=["0" * 64])
    file.write_text("{}", encoding="utf-8")
    with pytest.raises(CommandError, match="cannot be checked as an export"):
        said(str(file))


def amended() -> Table:
    """A league whose first match was amended after a preview, and which went on afterwards."""
    table = settled(2, settled())
    number = number_of(table, "accept_report")
    report = bodies.load_body(Entry.objects.get(season=table.season, number=number).body).command
    report["report"]["drivers"][0]["criticals"] = 0
    arguments: dict[str, Any] = {
        "actor": table.handle("boss"),
        "at": table.at,
        "reason": "The marshal miscounted.",
    }
    preview_amend(table.season, {number: [report]}, key="preview", **arguments)
    amend(table.season, {number: [report]}, key="amend", **arguments)
    third = {"match": "m3", "event": "race", "franchises": ["razors", "saints"]}
    table.give("announce_round", round="r3", matches=[third], uneven=True)
    return table


def test_an_amended_season_verifies_and_an_edit_of_what_it_retells_is_named() -> None:
    table = amended()
    verified = verify(table.season)
    assert (verified.findings, verified.retold > 1) == ([], True)
    assert audit(table.season) == []
    number = Entry.objects.get(season=table.season, command="amend").number

    def kinder(body: Document) -> None:
        amended_body = next(
            amended_body for amended_body in body["amended"]["retold"].values() if amended_body["facts"]
        )
        amended_body["facts"][0]["rule"] = "DM-C-001"

    forge(table.season, number, kinder)
    assert number in [entry for entry, _ in sentences(table.season)]


def test_the_export_of_an_amended_season_verifies_by_what_stands_now() -> None:
    table = amended()
    document = exported(table.season)
    season = checked(document)
    assert season.found == []
    assert season.counts["rolls"] > sum(len(entry["body"]["rolls"]) for entry in document["entries"])
    amends = next(entry for entry in document["entries"] if entry["command"] == "amend")
    rolled = next(
        amended_body for amended_body in amends["body"]["amended"]["retold"].values() if amended_body["rolls"]
    )
    rolled["rolls"][0]["faces"][0] = rolled["rolls"][0]["faces"][0] % 6 + 1
    for fact in rolled["facts"]:
        for roll in fact.get("rolls", ()):
            if roll["path"] == rolled["rolls"][0]["path"]:
                roll["faces"] = rolled["rolls"][0]["faces"]
    assert {entry for entry, _ in found(rehashed(document))} == {amends["number"]}


def test_the_dice_of_a_match_voided_by_an_amend_can_still_be_checked() -> None:
    table = settled(rounds=3)
    keys = exported(table.season)["keys"]
    number = number_of(table, "accept_report")
    void = {"type": "void_match", "match": "m1"}
    arguments: dict[str, Any] = {"actor": table.handle("boss"), "at": table.at, "reason": "The report was made up."}
    amend(table.season, {number: [void]}, key="amend", **arguments)
    document = exported(table.season)
    assert table.state.matches["m1"].step == "void"
    assert keys.items() <= document["keys"].items()
    season = checked(document)
    assert season.found == []
    assert sorted(season.waiting) == ["season"]
    assert sentences(table.season) == []
