"""Rows edited directly in the database: `verify` and `audit` name the entry in a sentence, whatever they contain."""

from __future__ import annotations

import io
import json
import zlib
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from journal import entry_body as bodies
from journal.gate import open_gate
from journal.transfer.league_import import ExportDoesNotVerify, import_league
from league.models import Checkpoint, Entry, Season
from tests.journal.exported_leagues import compact, emptied, exported
from tests.journal.forger import Document, forge, rehashed
from tests.journal.snapshot import everything
from tests.league.small_league import Table, founded, settled
from tests.odd_files import bent_in, improper, odd_files
from tests.sampling import crossed, one_in, only

pytestmark = [pytest.mark.django_db, pytest.mark.long]
TABLES = [
    "league_entry",
    "league_checkpoint",
    "league_season",
    "franchises_franchiseseason",
    "drivers_sheet",
    "franchises_ledgerline",
]
ODD_VALUES = ["", "x", "\x00", "-1", "2.5", "[]", "{", "9" * 30, None, zlib.compress(b"{}")]
UNSAID = "typed missing"
"""The one change that leaves the meaning: a body without `typed` has nothing typed, as before."""
CHECKERS = ("verify", "audit")


def said(checker: str, *options: str) -> tuple[int, str]:
    """The exit code and output of a checker for the season."""
    output = io.StringIO()
    try:
        call_command(checker, "rust-belt/s1", *options, stdout=output)
    except CommandError as error:
        return error.returncode, f"{output.getvalue()}{error}"
    return 0, output.getvalue()


def number_of(command: str) -> int:
    """The number of the first entry with that command."""
    return Entry.objects.filter(season="rust-belt/s1", command=command).order_by("number")[0].number


def both(*named: str) -> None:
    """Check that both checkers find something, and that their output contains these texts."""
    for checker in CHECKERS:
        code, output = said(checker)
        assert list(improper(checker, code, output)) == []
        assert all(text in output for text in named), output
    assert list(improper("verify --deep", *said("verify", "--deep"))) == []


def typed(on: Any, **by: Any) -> Callable[[Document], None]:
    """A change that marks an entry's dice path as typed, with those faces."""

    def change(body: Document) -> None:
        path = body["rolls"][0]["path"]
        body["typed"] = {"faces": {path: on}, "typist": "the marshal", "witness": "", **by}

    return change


@pytest.mark.parametrize(
    "change",
    [
        typed([]),
        typed([1]),
        typed([1] * 50),
        typed([0] * 9),
        typed([7] * 9),
        typed([-1] * 9),
        typed([10**17] * 9),
        typed("111"),
        typed(None),
        typed([None]),
        typed([1.5]),
        typed({"1": 1}),
        typed([1], typist=None),
        typed([1], faces=[]),
        typed([1], faces={"no path at all": [1]}),
        typed([1], faces={"m9/of/another": [1, 2]}),
        lambda body: body.update(typed={"typist": "the marshal"}),
        lambda body: body.update(typed=[1]),
        lambda body: body["rolls"][0].update(path="no path"),
        lambda body: body["rolls"][0].update(sides=0),
        lambda body: body["rolls"][0].update(sides="six"),
        lambda body: body["rolls"][0].update(faces=[]),
        lambda body: body["rolls"][0].update(faces=None),
        lambda body: body["rolls"].append({}),
        lambda body: body["facts"].append({"kind": "match_announced"}),
        lambda body: body["facts"].append({"kind": "something_new"}),
        lambda body: body["facts"].append({}),
        lambda body: body["facts"].append("a fact"),
        lambda body: body.update(command={"type": "make_me_rich"}),
        lambda body: body.update(command={"type": "amend"}),
        lambda body: body.update(command={"type": "renew_secret"}),
        lambda body: body.update(command={}),
        lambda body: body.update(command=None),
        lambda body: body["command"].update(match=7),
        lambda body: body.update(amended={"retold": {"first": {}}}),
        lambda body: body.update(amended={"retold": {"-1": {"standing": "struck", "since": 1}}}),
        lambda body: body.clear(),
    ],
)
@pytest.mark.parametrize("command", ["close_settlement"])
def test_an_entry_that_nobody_wrote_is_named(command: str, change: Callable[[Document], None]) -> None:
    settled()
    number = number_of(command)
    assert bodies.load_body(Entry.objects.get(season="rust-belt/s1", number=number).body).rolls
    forge("rust-belt/s1", number, change)
    before = everything()
    both(f"entry {number}: ")
    assert everything() == before


def test_one_path_marked_as_typed_is_named_by_an_import_too() -> None:
    settled()
    document = json.loads(exported())
    entry = next(entry for entry in document["seasons"][0]["entries"] if entry["command"] == "close_settlement")
    typed([1])(entry["body"])
    rehashed(document["seasons"][0])
    emptied()
    before = everything()
    with pytest.raises(ExportDoesNotVerify, match=rf"entry {entry['number']}: .*typed in"):
        import_league(compact(document))
    assert everything() == before


@pytest.mark.parametrize("name", one_in(6, sorted(odd_files())))
def test_a_body_and_a_state_that_hold_an_odd_file_are_named(name: str) -> None:
    founded()
    text = odd_files()[name]
    for stored in (text, bodies.compress(text)):
        with transaction.atomic(), open_gate():
            Entry.objects.filter(season="rust-belt/s1", number=3).update(body=stored)
            both("entry 3: ")
            transaction.set_rollback(True)
        for number in (0, Checkpoint.objects.latest("number").number):
            with transaction.atomic(), open_gate():
                Checkpoint.objects.filter(season="rust-belt/s1", number=number).update(state=stored)
                assert list(improper("verify", *said("verify"))) == []
                # an empty object is the state before any command, so only its digest differs
                assert list(improper("audit", *said("audit"), fine=True)) == []
                transaction.set_rollback(True)


PARTS = 8
"""CI tries one in this many of the bodies with one part wrong, starting with the first."""


@pytest.mark.parametrize("part", only([0], range(PARTS)))
def test_every_part_of_a_body_may_be_missing_null_or_of_another_kind(part: int) -> None:
    settled()
    number = number_of("close_settlement")
    body = json.loads(bodies.decompress(Entry.objects.get(season="rust-belt/s1", number=number).body))
    problems: list[str] = []
    for description, text in islice(bent_in(body), part, None, PARTS):
        with transaction.atomic(), open_gate():
            forge("rust-belt/s1", number, lambda told, text=text: (told.clear(), told.update(json.loads(text))))  # type: ignore[misc]
            for checker in CHECKERS:
                problems += improper(f"{checker}, {description}", *said(checker), fine=description == UNSAID)
            transaction.set_rollback(True)
    assert problems == []


@pytest.fixture
def unchecked(db: None) -> Iterator[None]:
    """Turn off SQLite's check constraints, and turn them on again for later tests on the same connection."""
    if connection.vendor != "sqlite":
        pytest.skip("PostgreSQL keeps what is no value of a column out")
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA ignore_check_constraints = ON")
        yield
        cursor.execute("PRAGMA ignore_check_constraints = OFF")


@pytest.mark.parametrize(("table", "value"), crossed(TABLES, ODD_VALUES))
@pytest.mark.once
@pytest.mark.usefixtures("unchecked")
def test_a_column_may_hold_anything(table: str, value: Any) -> None:
    settled()
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA table_info({table})")
        columns = [column[1] for column in cursor.fetchall() if not column[5]]
    problems: list[str] = []
    for column in columns:
        with transaction.atomic(), open_gate(), connection.cursor() as cursor:
            cursor.execute("PRAGMA defer_foreign_keys = ON")
            try:
                with transaction.atomic():
                    changes = f"UPDATE {table} SET {column} = %s WHERE rowid = 3 OR %s"  # noqa: S608 - our own tables
                    cursor.execute(changes, [value, table == "league_season"])
            except Exception:  # noqa: BLE001 - the column may refuse the value
                transaction.set_rollback(True)
                continue
            for checker in CHECKERS:
                problems += improper(f"{checker}, {column} of {table}", *said(checker), fine=True)
            transaction.set_rollback(True)
    assert problems == []


def test_a_season_without_its_opening_or_with_another_secret_is_told() -> None:
    founded()
    with open_gate():
        for change in ({"secret": "no hex"}, {"secret": ""}, {"edition": "99"}, {"length": 0}, {"head": ""}):
            with transaction.atomic():
                Season.objects.filter(pk="rust-belt/s1").update(**change)
                both("NOT as it should be")
                transaction.set_rollback(True)
        Checkpoint.objects.filter(season="rust-belt/s1", number=0).delete()
    both("it has no opening to be replayed from")


def _gap(number: int) -> Callable[[Table], None]:
    def made(table: Table) -> None:
        last = Entry.objects.filter(season=table.season).latest("number")
        Entry.objects.filter(pk=last.pk).update(number=number)

    return made


@pytest.mark.parametrize("number", [10_000, 2_000_000_000])
def test_a_gap_in_the_numbers_is_told(number: int) -> None:
    table = founded()
    with open_gate():
        _gap(number)(table)
    both("is missing")
