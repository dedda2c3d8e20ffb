"""The form that brings in a league played on paper, from pasted JSON or a table with a row for each driver."""

from __future__ import annotations

import io
import json
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from league.pages.command_forms.opening_sheet_table import (
    COLUMNS,
    EXAMPLE,
    MOST_ROWS,
    SheetUnreadable,
    prefix_row_number,
    rows_of_file,
    sheet_of_rows,
    template_csv,
    template_xlsx,
)
from rules.core.refusals import Malformed
from tests.command_forms.desk import HIDDEN, Sitter
from tests.command_forms.league_without_franchises import unfounded
from tests.league.small_league import Table, founded
from tests.league.test_opening_sheet import franchise

READ = "/l/rust-belt/s1/do/open_from_sheet/read/"
HEADS = ["franchise", "balance_k", "cars", "driver", "xp", "driving", "quirks", "sponsors"]
CARS = "Hearse; Widow (overhead); Nail"


def table_of(*rows: list[str], heads: list[str] | None = None) -> bytes:
    """A table as CSV: the heads and these rows."""
    text = io.StringIO()
    for row in [heads or HEADS, *rows]:
        text.write(",".join(row) + "\n")
    return text.getvalue().encode()


def team(name: str, drivers: int = 6) -> list[list[str]]:
    """The table rows of a franchise with three cars."""
    return [
        [
            name,
            "250" if number == 1 else "",
            CARS if number == 1 else "",
            f"{name} {number}",
            "",
            "",
            "",
            "Oil company",
        ]
        for number in range(1, drivers + 1)
    ]


def sent(table: Table, name: str, content: bytes, **fields: str) -> Any:
    """Upload a file as the commissioner; return the answer."""
    file = SimpleUploadedFile(name, content)
    return Sitter(table.season, "boss").client.post(READ, {"file": file, "rounds_before": "2", **fields})


@pytest.mark.rule("DM-C-180")
def test_a_table_says_every_franchise_with_a_row_for_each_driver() -> None:
    rows = rows_of_file("a.csv", template_csv().encode())
    drawn = sheet_of_rows(rows, rounds_before=3)
    (only,) = drawn.sheet["franchises"]
    marnie, gus = only["drivers"]
    assert (only["franchise"], only["balance"], only["points"]) == ("dead-reckoners", 250_000, 40)
    assert [sponsor["kind"] for sponsor in only["sponsors"]] == ["oil", "insurance"]
    assert only["cars"][1] == {"car": "dead-reckoners.c2", "name": "Widow", "paid": 150_000, "overhead": True}
    assert (marnie["name"], marnie["driving"], marnie["level"], marnie["fee"]) == ("Mad Marnie", 4, 2, 50_000)
    assert (marnie["quirks"], marnie["fatigue"]) == ({"stupid": 1}, ["driving"])
    threes = dict.fromkeys(("driving", "gunnery", "initiative", "toughness"), 3)
    assert gus == {"driver": "dead-reckoners.d2", "name": "Gunner Gus", "xp": 0, "level": 1, "fee": 50_000, **threes}
    assert drawn.sheet["rounds_before"] == 3
    assert drawn.rows["dead-reckoners.d2"] == 3


def test_the_table_to_fill_in_is_the_same_as_csv_and_as_xlsx() -> None:
    assert rows_of_file("a.csv", template_csv().encode()) == [list(COLUMNS), *map(list, EXAMPLE)]
    assert rows_of_file("A.XLSX", template_xlsx()) == [list(COLUMNS), *map(list, EXAMPLE)]


@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_a_table_may_be_parted_by_semicolons_or_tabs(delimiter: str) -> None:
    rows = rows_of_file(
        "a.csv", delimiter.join(["franchise", "driver"]).encode() + b"\nA" + delimiter.encode() + b"B"
    )
    assert rows == [["franchise", "driver"], ["A", "B"]]


def test_every_fault_of_a_table_is_told_with_its_row() -> None:
    rows = [
        ["Razors", "12.5", CARS, "Ann", "six", "", "Lazy"],
        ["Razors", "13", "", "Ann", "", "3.5", ""],
        ["", "", "", "Bob", "", "", ""],
    ]
    with pytest.raises(SheetUnreadable) as refused:
        sheet_of_rows([HEADS, *rows])
    assert list(refused.value.faults) == [
        "Row 2: 'six' under xp is no whole number.",
        "Row 2: there is no quirk 'Lazy'.",
        "Row 3: balance_k of Razors is 13 here and 12.5 above.",
        "Row 3: Ann drives for Razors already, in a row above.",
        "Row 3: '3.5' under driving is no whole number.",
        "Row 4: it names no franchise.",
    ]


@pytest.mark.parametrize(
    ("column", "cell", "fault"),
    [
        ("points", "1,000", "1,000 under points may be 1000 or 1: write one of them."),
        ("points", "1.250", "1.250 under points may be 1250 or 1.25: write one of them."),
        ("balance_k", "1,250", "1,250 under balance_k may be 1250k or 1.25k: write one of them."),
        ("balance_k", "−12,500", "−12,500 under balance_k may be −12500k or −12.5k: write one of them."),
    ],
)
def test_a_figure_that_may_be_thousands_or_a_fraction_is_asked_about(column: str, cell: str, fault: str) -> None:
    with pytest.raises(SheetUnreadable) as refused:
        sheet_of_rows([["franchise", "driver", column], ["Razors", "Ann", cell]])
    assert list(refused.value.faults) == [f"Row 2: {fault}"]


@pytest.mark.parametrize(
    ("cell", "credits"),
    [("1.125", 1_125), ("0,125", 125), ("12,5", 12_500), ("1250", 1_250_000), ("100.5k", 100_500)],
)
def test_a_figure_that_can_be_read_in_one_way_alone_is_taken(cell: str, credits: int) -> None:
    drawn = sheet_of_rows([["franchise", "driver", "balance_k"], ["Razors", "Ann", cell]])
    assert drawn.sheet["franchises"][0]["balance"] == credits


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([], "the column 'franchise' is missing"),
        ([["franchise", "driver", "luck"], ["A", "B", "1"]], "there is no column 'luck'"),
        ([["franchise", "driver"]], "The table has no franchise"),
        ([["franchise", "driver"], *[["A", f"D{n}"] for n in range(MOST_ROWS + 1)]], f"send {MOST_ROWS} at most"),
        ([["franchise", "driver", "balance_k"], ["A", "B", "ten"]], "no amount in k"),
        ([["franchise", "driver", "sponsors"], ["A", "B", "Bakery"]], "there is no sponsor 'Bakery'"),
    ],
)
def test_a_table_that_is_none_is_refused_in_words(rows: list[list[str]], words: str) -> None:
    with pytest.raises(SheetUnreadable, match=words):
        sheet_of_rows(rows)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.csv", b"\xff\xfe", "not UTF-8"),
        ("a.xlsx", b"no zip", "cannot be read as XLSX"),
        ("a.csv", b"x" * 1_000_001, "more than 1 MB"),
    ],
)
def test_a_file_that_is_no_table_is_refused_in_words(name: str, content: bytes, words: str) -> None:
    with pytest.raises(Malformed, match=words):
        rows_of_file(name, content)


def test_counted_quirks_are_read_with_how_often() -> None:
    row = ["Razors", "", "", "Ann", "", "", "Stupid x2; arthritic"]
    drawn = sheet_of_rows([HEADS, row])
    assert drawn.sheet["franchises"][0]["drivers"][0]["quirks"] == {"stupid": 2, "arthritic": 1}


def test_a_fault_of_the_rules_is_told_with_the_row_of_the_longest_id_in_it() -> None:
    rows = {"razors": 2, "razors.d1": 2, "razors.d12": 13}
    assert prefix_row_number("razors.d12 has 3 talents.", rows) == "Row 13: razors.d12 has 3 talents."
    assert prefix_row_number("razors.d99 is lazy.", rows) == "razors.d99 is lazy."


@pytest.mark.django_db
def test_a_table_that_was_sent_is_shown_as_the_form_and_then_taken_up() -> None:
    table = unfounded(number=3)
    answer = sent(table, "league.csv", table_of(*team("Razors"), *team("Saints")))
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "What it comes to" in page
    assert '<form class="panel pad" method="post" action="/l/rust-belt/s1/do/open_from_sheet/"' in page
    assert table.state.franchises == {}
    form = {"sheet": json.dumps({"franchises": []})}
    refused = Sitter(table.season, "boss").give("open_from_sheet", **form, reason="On paper until now.")
    assert refused.status_code == 422
    hidden = dict(HIDDEN.findall(page.split("<textarea")[0]))
    sheet = unescape(page.split("</textarea>")[0].rpartition(">")[2])
    answer_to_form = Sitter(table.season, "boss").send(
        "open_from_sheet",
        {
            **{name: unescape(value) for name, value in hidden.items()},
            "sheet": sheet,
            "reason": "On paper until now.",
        },
    )
    assert answer_to_form.status_code == 302
    assert sorted(table.state.franchises) == ["razors", "saints"]
    assert (table.state.rounds_before, len(table.state.roster("razors"))) == (2, 6)


@pytest.mark.django_db
def test_what_the_rules_find_wrong_with_a_table_is_told_with_its_row() -> None:
    rows = [*team("Razors"), *team("Saints")]
    rows[8][4] = "12"
    page = sent(unfounded(), "league.csv", table_of(*rows)).content.decode()
    assert "Row 10: saints.d3 has 0 talents and trait points" in page


@pytest.mark.django_db
def test_what_is_wrong_with_a_file_is_told_on_the_form() -> None:
    table = unfounded()
    answer = sent(table, "league.csv", table_of(["Razors", "much", "", "Ann", "", "", ""]))
    assert answer.status_code == 422
    assert "Row 2: &#x27;much&#x27; under balance_k is no amount in k." in answer.content.decode()
    assert 'value="–"' not in answer.content.decode()
    assert "no number of rounds" in sent(table, "a.csv", table_of(), rounds_before="few").content.decode()
    without_file = Sitter(table.season, "boss").client.post(READ, {})
    assert "No file was sent" in without_file.content.decode()


@pytest.mark.django_db
@pytest.mark.rule("DM-C-180")
def test_a_pasted_sheet_or_a_json_file_is_taken_up_whole_or_told_what_it_breaks() -> None:
    table = unfounded()
    boss = Sitter(table.season, "boss")
    sheet = {"franchises": [franchise("razors"), franchise("saints")]}
    assert '"razors.gun"' in sent(table, "a.json", json.dumps(sheet).encode()).content.decode().replace("&quot;", '"')
    faulty = {"franchises": [franchise("razors", staff_rating=9), franchise("saints", cars=[])]}
    refused = boss.give("open_from_sheet", sheet=json.dumps(faulty), reason="On paper.")
    assert refused.status_code == 422
    assert "saints has 0 cars" in refused.content.decode()
    assert "is not JSON" in boss.give("open_from_sheet", sheet="{", reason="On paper.").content.decode()
    assert "begin it with {" in boss.give("open_from_sheet", sheet="[]", reason="On paper.").content.decode()
    assert boss.give("open_from_sheet", sheet=json.dumps({"sheet": sheet}), reason="On paper.").status_code == 302
    assert table.state.items["razors.gun"].car == "razors.c1"


@pytest.mark.django_db
def test_a_sheet_comes_before_all_franchises_and_from_commissioners_alone() -> None:
    table = founded()
    sheet = json.dumps({"franchises": [franchise("crows")]})
    assert Sitter(table.season, "boss").give("open_from_sheet", sheet=sheet, reason="Late.").status_code == 422
    assert Sitter(table.season, "razors").client.post(READ, {}).status_code == 403


@pytest.mark.django_db
@pytest.mark.parametrize(("kind", "status"), [("csv", 200), ("xlsx", 200), ("ods", 404)])
def test_the_table_to_fill_in_may_be_downloaded(kind: str, status: int) -> None:
    unfounded()
    answer = Sitter("rust-belt/s1", "boss").client.get(f"/l/rust-belt/s1/do/open_from_sheet/table.{kind}")
    assert answer.status_code == status
