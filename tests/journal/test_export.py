"""An export always has the same bytes, and importing it restores the league that was exported."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command

from journal import perform
from journal.gate import open_gate
from journal.transfer.league_import import ExportDoesNotVerify, PersonStands, import_league
from journal.transfer.season_export import previous_link, season_document
from league.membership import LeagueStands
from league.models import (
    Entry,
    League,
    LeagueLog,
    Membership,
    Outbox,
    Season,
)
from rules.campaign.core.codec import command_from_document
from rules.core.refusals import Malformed, Refusal
from scheduling.calendar import set_calendar
from tests.journal.exported_leagues import compact, emptied, exported, half_named, long_played, ours, without_keys
from tests.journal.forger import Document, rehashed
from tests.journal.snapshot import everything
from tests.journal.test_verify import amended
from tests.league.small_league import BEGAN, Table, announced, assert_reconciled, closed, founded, settled
from tests.verifier.test_findings import found

pytestmark = [pytest.mark.django_db, pytest.mark.long]


@pytest.mark.parametrize("build", [long_played, amended, half_named, founded])
def test_a_league_imported_into_an_empty_database_is_exported_again_byte_for_byte(build: Callable[[], Table]) -> None:
    build()
    first, rows = exported(), ours()
    digests = dict(Season.objects.values_list("pk", "digest"))
    emptied()
    restored = import_league(first)
    assert exported() == first
    assert dict(Season.objects.values_list("pk", "digest")) == digests
    assert [season.pk for season in restored.seasons] == [
        document["season"] for document in json.loads(first)["seasons"]
    ]
    assert without_keys(ours()) == without_keys(rows)
    for season in digests:
        assert_reconciled(season)


def test_every_row_comes_back_as_it_was() -> None:
    long_played()
    names = ("league_season", "league_checkpoint", "drivers_sheet", "drivers_driver", "franchises_car")
    names += ("franchises_ledgerline", "league_standingsline", "league_retold", "league_leaguelog", "league_calendar")
    names += ("franchises_standingorders", "league_settlement", "league_finalline", "league_draftpick")
    names += ("league_reportclaim", "league_roundplan", "league_answerversion")
    text, rows = exported(), ours()
    emptied()
    import_league(text)
    again = ours()
    assert {name: again[name] for name in names} == {name: rows[name] for name in names}


def test_a_season_goes_on_where_it_was_exported() -> None:
    table = announced()
    text = exported()
    emptied()
    import_league(text)
    table.give("void_match", match="m1", reason="The arena flooded.")
    assert_reconciled(table.season)
    assert (
        Outbox.objects.filter(season=table.season).count()
        == table.row.length - json.loads(text)["seasons"][0]["length"]
    )


def test_what_is_sealed_is_sealed_still_after_the_import_and_opens_in_its_time() -> None:
    table = half_named()
    text = exported()
    emptied()
    import_league(text)
    sealed_entry = Entry.objects.get(season=table.season, command="name_line_up")
    assert (sealed_entry.seal, sealed_entry.opened_by) == ("m1:M4", None)
    assert "only the rain knows" not in season_document(table.row).decode()
    for franchise in ("saints", "widows"):
        seats = [{"car": f"{franchise}.car1", "driver": f"{franchise}.d1"}]
        table.give("name_line_up", by=franchise, franchise=franchise, match="m1", seats=seats)
    table.give("lock_line_ups", match="m1")
    sealed_entry.refresh_from_db()
    assert sealed_entry.opened_by == table.row.length
    assert_reconciled(table.season)


def test_a_batch_given_before_the_export_answers_as_it_did_after_the_import() -> None:
    table = announced()
    entry = Entry.objects.filter(season=table.season, command="close_setup").select_related("batch")[0]
    text = exported()
    emptied()
    import_league(text)
    answer = perform(
        table.season,
        [command_from_document({"type": "close_setup"})],
        actor=table.handle("boss"),
        at=BEGAN,
        key=entry.batch.key,
    )
    assert answer.repeated


def test_people_are_made_by_user_name_and_cannot_log_in_or_are_those_that_are_here() -> None:
    founded()
    text = exported()
    emptied()
    existing_user = get_user_model().objects.create_user("rust-belt-razors", password="razors")
    import_league(text)
    assert Membership.objects.get(handle="rust-belt.razors").user == existing_user
    assert existing_user.has_usable_password()
    created_user = get_user_model().objects.get(username="rust-belt-saints")
    assert not created_user.has_usable_password()
    assert [membership.handle for membership in Membership.objects.order_by("pk")] == [
        document["handle"] for document in json.loads(text)["members"]
    ]


def test_a_league_is_imported_where_there_is_none_of_its_name() -> None:
    founded()
    before, text = everything(), exported()
    with pytest.raises(LeagueStands):
        import_league(text)
    renamed = json.loads(text)
    renamed["league"]["id"] = "other"
    with pytest.raises(PersonStands):
        import_league(json.dumps(renamed).encode())
    assert everything() == before


def flip(document: Document) -> int:
    """Change a face in an entry and return the entry's number."""
    entry = next(entry for entry in document["entries"] if entry["body"]["rolls"])
    roll = entry["body"]["rolls"][0]
    roll["faces"][0] = roll["faces"][0] % 6 + 1
    return int(entry["number"])


def edit(document: Document) -> int:
    """Change a fact that has no dice."""
    entry = next(entry for entry in document["entries"] if entry["command"] == "buy_car")
    entry["body"]["facts"][0]["dp"] = 99
    return int(entry["number"])


def refile(document: Document) -> int:
    """Change the command named in an entry's header but not in its body."""
    document["entries"][3]["command"] = "open_setup"
    return 4


def renumber(document: Document) -> int:
    """Remove an entry."""
    del document["entries"][6]
    return 7


def unbatch(document: Document) -> int:
    """Remove the batch of an entry."""
    return int(document["batches"].pop()["first"])


@pytest.mark.parametrize("change", [flip, edit, refile, renumber, unbatch])
@pytest.mark.parametrize("repaired", [False, True])
def test_a_document_that_does_not_verify_is_refused_naming_the_entry(
    change: Callable[[Document], int], repaired: bool
) -> None:
    settled()
    document = json.loads(exported())
    number = change(document["seasons"][0])
    if repaired and change is not renumber:
        rehashed(document["seasons"][0])
    emptied()
    rows_before = everything()
    with pytest.raises(ExportDoesNotVerify, match=rf"rust-belt/s1, entry {number}: .* Nothing was imported"):
        import_league(compact(document))
    assert everything() == rows_before
    assert not get_user_model().objects.exists()


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"secret": "beef"}, "its secret is not the one whose hash was published"),
        ({"genesis": "0" * 64}, "its genesis does not fit"),
        ({"digest": "0" * 64}, "rust-belt/s1"),
        ({"batches": []}, "entry 1: it belongs to no batch"),
    ],
)
def test_a_changed_top_of_a_season_is_refused(change: Document, told: str) -> None:
    founded()
    document = json.loads(exported())
    document["seasons"][0].update(change)
    emptied()
    with pytest.raises(ExportDoesNotVerify, match=told):
        import_league(compact(document))


def test_names_that_are_missing_are_refused() -> None:
    settled()
    document = json.loads(exported())
    del document["drivers"]["razors.d1"]
    emptied()
    with pytest.raises(ExportDoesNotVerify, match="Nothing was imported"):
        import_league(compact(document))


@pytest.mark.parametrize(
    "text",
    [b"", b"{}", b"nothing", b'{"format":"dethmetal season 1"}', b"[]", b"\xff"],
)
def test_what_is_no_export_of_a_league_is_refused(text: bytes) -> None:
    with pytest.raises(Malformed):
        import_league(text)


def test_the_export_of_a_season_is_no_league() -> None:
    table = founded()
    with pytest.raises(Malformed):
        import_league(season_document(table.row, whole=True))


def test_members_orders_or_a_log_that_cannot_be_read_are_refused() -> None:
    founded()
    text = json.loads(exported())
    emptied()
    for change in (
        {"members": [{**text["members"][0], "role": "emperor"}]},
        {"standing_orders": [{"document": {}}]},
        {"crests": {"razors": "gear bend hat #d22d3c #ffe58a"}},
        {"crests": {"nobody": "gear bend skull #d22d3c #ffe58a"}},
        {"log": [{"at": None}]},
        {"calendar": {"results": "guessed"}},
    ):
        with pytest.raises(Refusal):
            import_league(compact({**text, **change}))
        assert not League.objects.exists()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"standing_reveal": "SAT 25:99"}, "the calendar's standing reveal 'SAT 25:99' is not a day and a time"),
        ({"standing_reveal": "20:00"}, "the calendar's standing reveal '20:00' is not a day and a time such as SAT"),
        ({"standing_reveal": 7}, "the calendar's standing reveal '7' is not a day and a time such as SAT 20:00"),
        ({"least_evidence": "hearsay"}, "the calendar's least evidence 'hearsay' is not a grade that is known here"),
        ({"least_evidence": ["legal"]}, "the calendar's least evidence"),
        ({"agreed_hours": 10**12}, "the calendar's hours, or what stands still in it, cannot be read"),
        ({"appeal_hours": 10**12}, "the calendar's hours, or what stands still in it, cannot be read"),
        ({"reminder_hours": 10**10}, "the calendar's hours, or what stands still in it, cannot be read"),
    ],
)
def test_a_calendar_with_a_standing_reveal_a_grade_or_hours_that_cannot_be_read_is_refused_and_nothing_is_imported(
    change: Document, sentence: str
) -> None:
    table = founded()
    boss = Membership.objects.get(league=table.league, role=Membership.Role.COMMISSIONER)
    set_calendar(league=table.league, member=boss, at=BEGAN, standing_reveal="SAT 20:00", least_evidence="legal")
    document = json.loads(exported())
    emptied()
    with pytest.raises(Malformed, match=re.escape(sentence)):
        import_league(compact({**document, "calendar": {**document["calendar"], **change}}))
    assert not League.objects.exists()
    assert import_league(compact(document)).league.calendar.standing_reveal == "SAT 20:00"


@pytest.mark.parametrize("whole", [False, True])
def test_an_export_is_always_the_same_bytes(whole: bool) -> None:
    table = closed(settled(rounds=1))
    first = season_document(table.row, whole=whole)
    assert season_document(Season.objects.get(pk=table.season), whole=whole) == first
    assert first.count(b'"number":') >= table.row.length
    lines = first.decode().splitlines()
    assert len(lines) - len(json.loads(first)) == table.row.length + 3


def test_a_redacted_reason_stays_redacted_and_the_export_verifies() -> None:
    table = announced()
    table.give("void_match", match="m1", reason="A word too many.")
    with open_gate():
        Entry.objects.filter(season=table.season).update(reason="")
    document = json.loads(season_document(table.row))
    assert "A word too many." not in json.dumps(document)
    assert found(document) == []


def test_the_public_export_holds_no_secret_no_batch_and_no_name_of_a_person() -> None:
    table = settled()
    text = season_document(table.row)
    assert {"secret", "batches", "digest", "car_names"} & json.loads(text).keys() == set()
    assert b"rust-belt-boss" not in text
    whole_document = json.loads(season_document(table.row, whole=True))
    assert {"secret", "batches", "digest", "car_names"} <= whole_document.keys()


def test_the_head_before_is_found_for_every_kind_of_season() -> None:
    table = long_played()
    first, second = Season.objects.get(pk="rust-belt/s1"), table.row
    assert previous_link(first) == ""
    assert previous_link(second) == first.head
    rehearsal = Season.objects.get(pk="rust-belt/rehearsal")
    previous_hash = previous_link(rehearsal)
    assert Entry.objects.filter(season=second, hash=previous_hash).exists()
    table.give("hire_rookie", by="razors", franchise="razors", driver="razors.s2.d1", name="Ninety-one")
    assert previous_link(rehearsal) == previous_hash


def test_the_commands_write_a_file_only_its_owner_reads_and_take_it_in_again(tmp_path: Path) -> None:
    long_played()
    file, season = tmp_path / "league.json", tmp_path / "season.json"
    call_command("export", "rust-belt", output=str(file))
    call_command("export", "rust-belt/s1", output=str(season))
    assert file.read_bytes() == exported()
    assert season.read_bytes() == season_document(Season.objects.get(pk="rust-belt/s1"))
    assert file.stat().st_mode & 0o777 == 0o600
    logged = LeagueLog.objects.count()
    output = StringIO()
    call_command("verify", str(file), stdout=output)
    assert output.getvalue().endswith("the league is here, name it to have it replayed.\n")
    emptied()
    output = StringIO()
    call_command("verify", str(file), stdout=output)
    replayed = [line for line in output.getvalue().splitlines() if line.endswith("as its journal says; replayed")]
    assert len(replayed) == 3
    assert not League.objects.exists()
    assert not get_user_model().objects.exists()
    output = StringIO()
    call_command("import_league", str(file), stdout=output)
    assert output.getvalue().endswith("entries in all.\n")
    assert LeagueLog.objects.count() == logged
    with pytest.raises(CommandError, match="There is a league rust-belt already"):
        call_command("import_league", str(file))
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import_league", str(tmp_path / "nothing.json"))
    with pytest.raises(CommandError, match="There is no league"):
        call_command("export", "nowhere", output=str(file))
    with pytest.raises(CommandError, match="There is no season"):
        call_command("export", "nowhere/s1", output=str(file))
