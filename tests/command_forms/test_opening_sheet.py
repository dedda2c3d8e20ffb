"""The form that brings in a league played on paper, from pasted JSON or a table with a row for each driver."""

from __future__ import annotations

import io
import json
from datetime import date
from html import unescape
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook

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
        "Row 2: 'six' under xp is not a whole number.",
        "Row 2: there is no quirk 'Lazy'.",
        "Row 3: balance_k of Razors is 13 here and 12.5 above.",
        "Row 3: Ann drives for Razors already, in a row above.",
        "Row 3: '3.5' under driving is not a whole number.",
        "Row 4: it names no franchise.",
    ]


@pytest.mark.parametrize(
    ("column", "cell", "fault"),
    [
        ("points", "1,000", "1,000 under points may be 1000 or 1: write one of them."),
        ("points", "1.250", "1.250 under points may be 1250 or 1.25: write one of them."),
        ("balance_k", "1,250", "1,250 under balance_k may be 1250k or 1.25k: write one of them."),
        ("balance_k", "1.000", "1.000 under balance_k may be 1000k or 1k: write one of them."),
        ("balance_k", "1.125", "1.125 under balance_k may be 1125k or 1.1250k: write one of them."),
        ("balance_k", "−12,500", "−12,500 under balance_k may be −12500k or −12.5k: write one of them."),
    ],
)
def test_a_figure_that_may_be_thousands_or_a_fraction_is_asked_about(column: str, cell: str, fault: str) -> None:
    with pytest.raises(SheetUnreadable) as refused:
        sheet_of_rows([["franchise", "driver", column], ["Razors", "Ann", cell]])
    assert list(refused.value.faults) == [f"Row 2: {fault}"]


@pytest.mark.parametrize(
    ("cell", "credits"),
    [
        ("1.1250", 1_125),
        ("0,125", 125),
        ("1.000.000", 10**9),
        ("1 250,5", 1_250_500),
        ("12,5", 12_500),
        ("1250", 1_250_000),
        ("100.5k", 100_500),
    ],
)
def test_a_figure_that_can_be_read_in_one_way_alone_is_taken(cell: str, credits: int) -> None:
    drawn = sheet_of_rows([["franchise", "driver", "balance_k"], ["Razors", "Ann", cell]])
    assert drawn.sheet["franchises"][0]["balance"] == credits


def franchises_of(*names: str) -> dict[str, str]:
    """The id of each franchise that a table with a row for each of these names has, by name."""
    rows = [[name, f"Driver {number}"] for number, name in enumerate(names)]
    drawn = sheet_of_rows([["franchise", "driver"], *rows])
    return {sheet["name"]: sheet["franchise"] for sheet in drawn.sheet["franchises"]}


def test_names_that_would_have_the_same_id_are_franchises_with_ids_of_their_own() -> None:
    assert franchises_of("The Öx", "The Öx", "The Ox", "Ox", "The Öx") == {
        "The Öx": "ox",
        "The Ox": "ox-2",
        "Ox": "ox-3",
    }


def test_a_name_written_with_composed_or_with_combining_characters_is_one_franchise() -> None:
    assert franchises_of("\u00d6x", "O\u0308x", " \u00d6x ") == {"\u00d6x": "ox"}


def test_a_name_without_latin_letters_is_a_franchise_with_an_id_of_its_own() -> None:
    assert franchises_of("Ракета", "東京", "大阪") == {"Ракета": "raketa", "東京": "franchise", "大阪": "franchise-2"}


def test_an_id_that_another_name_has_in_the_league_is_not_given_again() -> None:
    rows = [["franchise", "driver"], ["The Ox", "Ann"], ["Elk", "Bob"]]
    drawn = sheet_of_rows(rows, known={"ox": "The Öx", "elk": "Elk"})
    assert [sheet["franchise"] for sheet in drawn.sheet["franchises"]] == ["ox-2", "elk"]


@pytest.mark.parametrize(
    ("rows", "faults"),
    [
        (
            [["franchise", "driver", "points", "Points"], ["A", "B", "1", "2"]],
            ["Row 1: 'points' is the heading of columns 3 and 4: leave one of them out."],
        ),
        ([["franchise", "driver"], ["A", "B", "", "late"]], ["Row 2: 'late' is in column 4, which has no heading."]),
        (
            [["franchise", "", "driver"], ["A", "x", "B"], ["", "y", ""]],
            ["Row 2: 'x' is in column 2, which has no heading.", "Row 3: 'y' is in column 2, which has no heading."],
        ),
        (
            [["franchise", "driver", "очки"], ["A", "B", "1"]],
            [f"Row 1: there is no column 'очки': use {', '.join(COLUMNS)}."],
        ),
        (
            [["franchise", "driver"], ["Ox", "B"], ["OX", "C"]],
            ["Row 3: OX is spelled Ox in row 2: spell both the same way."],
        ),
        (
            [["franchise", "driver", "xp", "season_out"], ["A", "", "5", "yes"], ["A", "B", "", ""]],
            ["Row 2: it names no driver, and has xp, season_out."],
        ),
        (
            [["franchise", "driver", "season_out"], ["A", "B", "perhaps"]],
            ["Row 2: 'perhaps' under season_out is neither yes nor no."],
        ),
        (
            [["franchise", "driver", "cars"], ["A", "B", "Nail; Widow (overheat)"]],
            ["Row 2: 'Widow (overheat)' under cars has (overheat) after its name: there is only (overhead)."],
        ),
    ],
)
def test_what_would_be_lost_of_a_table_is_a_fault_that_names_it(rows: list[list[str]], faults: list[str]) -> None:
    with pytest.raises(SheetUnreadable) as refused:
        sheet_of_rows(rows)
    assert list(refused.value.faults) == faults


def workbook(*rows: list[Any]) -> bytes:
    """A workbook with these rows."""
    book = Workbook()
    for row in rows:
        book.active.append(row)  # type: ignore[union-attr]
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def test_a_number_of_a_workbook_has_one_meaning() -> None:
    rows = rows_of_file(
        "a.xlsx", workbook(["franchise", "driver", "balance_k"], ["A", "B", 1.125], ["C", "D", 1000.0])
    )
    drawn = sheet_of_rows(rows)
    assert [sheet["balance"] for sheet in drawn.sheet["franchises"]] == [1_125, 1_000_000]


@pytest.mark.parametrize(
    ("cell", "words"),
    [
        ("=1+1", "Row 2: the result of =1\\+1 is not in the file"),
        (date(2026, 5, 1), "A cell holds the date 2026-05-01"),
    ],
)
def test_a_cell_of_a_workbook_that_would_be_lost_or_changed_is_refused(cell: Any, words: str) -> None:
    with pytest.raises(Malformed, match=words):
        rows_of_file("a.xlsx", workbook(["franchise", "driver", "points"], ["A", "B", cell]))


def test_a_cell_far_beside_the_table_is_not_dropped() -> None:
    with pytest.raises(SheetUnreadable, match="'far' is in column 60, which has no heading"):
        sheet_of_rows(rows_of_file("a.xlsx", workbook(["franchise", "driver"], ["A", "B", *[None] * 57, "far"])))


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ([], "the column 'franchise' is missing"),
        ([["franchise", "driver", "luck"], ["A", "B", "1"]], "there is no column 'luck'"),
        ([["franchise", "driver"]], "The table has no franchise"),
        ([["franchise", "driver"], *[["A", f"D{n}"] for n in range(MOST_ROWS + 1)]], f"send {MOST_ROWS} at most"),
        ([["franchise", "driver", "balance_k"], ["A", "B", "ten"]], "not an amount in k"),
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
    assert "What would happen" in page
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
    assert "Row 2: &#x27;much&#x27; under balance_k is not an amount in k." in answer.content.decode()
    assert 'value="–"' not in answer.content.decode()
    assert "not a number of rounds" in sent(table, "a.csv", table_of(), rounds_before="few").content.decode()
    without_file = Sitter(table.season, "boss").client.post(READ, {})
    assert "No file was sent" in without_file.content.decode()


@pytest.mark.django_db
@pytest.mark.rule("DM-C-180")
def test_a_pasted_sheet_or_a_json_file_is_taken_up_whole_or_told_what_it_breaks() -> None:
    table = unfounded()
    boss = Sitter(table.season, "boss")
    sheet = {"franchises": [franchise("razors"), franchise("saints")]}
    assert '"razors.gun"' in sent(
        table, "a.json", json.dumps(sheet).encode(), rounds_before="0"
    ).content.decode().replace("&quot;", '"')
    faulty = {"franchises": [franchise("razors", staff_rating=9), franchise("saints", cars=[])]}
    refused = boss.give("open_from_sheet", sheet=json.dumps(faulty), reason="On paper.")
    assert refused.status_code == 422
    assert "saints has 0 cars" in refused.content.decode()
    assert "is not JSON" in boss.give("open_from_sheet", sheet="{", reason="On paper.").content.decode()
    assert "begin it with {" in boss.give("open_from_sheet", sheet="[]", reason="On paper.").content.decode()
    assert boss.give("open_from_sheet", sheet=json.dumps({"sheet": sheet}), reason="On paper.").status_code == 302
    assert table.state.items["razors.gun"].car == "razors.c1"


@pytest.mark.django_db
def test_nothing_beside_a_sheet_of_json_is_dropped() -> None:
    table = unfounded(number=3)
    sheet = {"franchises": [franchise("razors"), franchise("saints")]}
    beside = json.dumps({"sheet": sheet, "rounds_before": 2})
    answer = Sitter(table.season, "boss").give("open_from_sheet", sheet=beside, reason="On paper.")
    assert "Beside the sheet the JSON has" in answer.content.decode()
    page = sent(table, "a.json", json.dumps(sheet).encode(), rounds_before="1").content.decode()
    assert "The field says that 1 rounds were played on paper, and the file says 0" in page
    assert sent(table, "a.json", json.dumps({**sheet, "rounds_before": 2}).encode()).status_code == 200
    assert sent(table, "a.json", json.dumps(sheet).encode(), rounds_before="0").status_code == 200


@pytest.mark.django_db
def test_the_sheets_of_a_league_give_two_franchises_or_a_fault_and_never_one_of_both() -> None:
    table = unfounded(number=3)
    page = sent(table, "league.csv", table_of(*team("The Öx"), *team("The Ox"), *team("Ракета"))).content.decode()
    sheet = json.loads(unescape(page.split("</textarea>")[0].rpartition(">")[2]))
    assert [(part["franchise"], part["name"], len(part["drivers"])) for part in sheet["franchises"]] == [
        ("ox", "The Öx", 6),
        ("ox-2", "The Ox", 6),
        ("raketa", "Ракета", 6),
    ]


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
