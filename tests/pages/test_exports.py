"""Tables as files: the columns of the page, nothing sealed, and nothing a spreadsheet would run as a formula."""

from __future__ import annotations

import csv
import re
from io import BytesIO, StringIO
from urllib.parse import urlencode

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from openpyxl import load_workbook

from franchises.models import Franchise
from league.models import League
from league.pages.exports import page as exports_page
from league.pages.exports.exports import ExportTable, as_csv, as_xlsx, csv_cell
from league.pages.exports.page import TABLES_BY_NAME, table_file_url
from tests.command_forms.leagues_at_steps import picking
from tests.league.small_league import Table, announced, assert_reconciled, founded, settled, shopping, signed
from tests.pages.large_league import grown
from tests.pages.page_reader import reader, words

pytestmark = pytest.mark.django_db
SEASON = "rust-belt/s1"
TABLES = "/l/rust-belt/s1/tables/"
QUERIES = {
    "standings": 2,
    "schedule": 2,
    "drivers": 3,
    "draft": 2,
    "draft-turns": 2,
    "pool": 2,
    "champions": 6,
    "records": 6,
    "franchise-records": 6,
    "driver-records": 6,
    "car-records": 6,
    "box": 6,
    "settlement": 6,
    "offers": 5,
    "trades": 5,
    "shopping": 5,
    "roster": 6,
    "garage": 6,
    "stores": 3,
    "matches": 5,
    "ledger": 4,
}
"""The queries of each table for a stranger, whatever the size of the league."""


def rows(name: str, client: Client | None = None, **query: str) -> list[dict[str, str]]:
    """The lines of a table's file, by column name."""
    answer = (client or Client()).get(table_file_url(SEASON, name, "csv", **query))
    assert answer.status_code == 200, name
    return list(csv.DictReader(StringIO(answer.content.decode("utf-8-sig"), newline="")))


def columns(name: str, *which: str, **query: str) -> list[tuple[str, ...]]:
    return [tuple(row[name] for name in which) for row in rows(name, **query)]


def which_of(kind: ExportTable) -> dict[str, str]:
    return {"": {}, "league": {}, "match": {"match": "m1"}, "franchise": {"franchise": "razors"}}[kind.of]


def test_every_table_is_a_csv_and_a_workbook_with_the_same_cells() -> None:
    settled()
    assert len(TABLES_BY_NAME) > 10
    for name, kind in TABLES_BY_NAME.items():
        read = rows(name, **which_of(kind))
        answer = Client().get(table_file_url(SEASON, name, "xlsx", **which_of(kind)))
        sheet = load_workbook(BytesIO(answer.content)).active
        assert sheet is not None
        head, *lines = sheet.iter_rows(values_only=True)
        assert head == kind.columns
        assert [["" if cell is None else str(cell) for cell in line] for line in lines] == [
            list(row.values()) for row in read
        ], name


def test_the_standings_are_those_of_the_page_with_money_in_whole_credits() -> None:
    table = settled()
    lines = columns("standings", "Rank", "Franchise", "Points", "Balance, credits")
    page = Client().get("/l/rust-belt/s1/").context["table"]
    assert [line[1] for line in lines] == [line.standing.name for line in page]
    balances = {f"{franchise.id}": str(franchise.balance) for franchise in table.state.all_franchises()}
    assert sorted(line[3] for line in lines) == sorted(balances.values())


def test_the_ledger_is_whole_and_adds_up_to_the_balance() -> None:
    table = settled()
    assert_reconciled(table.season)
    lines = columns("ledger", "Credits", "Balance, credits", franchise="razors")
    assert int(lines[0][1]) == table.state.franchises["razors"].balance
    assert sum(int(amount) for amount, _ in lines) == table.state.franchises["razors"].balance


def test_a_ledger_longer_than_its_page_is_written_to_the_end() -> None:
    table = signed()
    for number in range(25):
        table.give("adjust_balance", franchise="razors", amount=1000, reason=f"Bet {number}.")
    lines = columns("ledger", "What happened", franchise="razors")
    assert len(lines) > 25
    assert rows("ledger", franchise="razors")[-1]["Credits"] == "1000000"


def test_the_schedule_has_a_line_for_each_team_of_a_match() -> None:
    settled()
    lines = columns("schedule", "Match", "Franchise", "Result")
    assert sorted(lines) == sorted({*lines})
    assert {line[0] for line in lines} == {"m1"}
    assert sorted(line[2] for line in lines) == ["lost", "lost", "won"]


def test_drivers_are_written_as_their_page_was_asked_for_them() -> None:
    signed()
    assert {column[0] for column in columns("drivers", "Franchise", q="Saints")} == {
        row["Franchise"] for row in rows("drivers") if "Saints" in row["Franchise"]
    }
    assert columns("drivers", "Driver", sort="name")[0] == ("razors 1",)


def test_the_market_is_written_after_the_match_that_is_asked_for() -> None:
    shopping()
    assert {column[0] for column in columns("shopping", "After match", match="m1")} <= {"m1"}
    assert Client().get(table_file_url(SEASON, "offers", "csv", match="m9")).status_code == 404


@pytest.mark.parametrize("ending", ["csv", "xlsx"])
@pytest.mark.parametrize(
    "address",
    [
        "nothing.{}",
        "ledger.{}",
        "ledger.{}?franchise=nobody",
        "box.{}",
        "box.{}?match=m9",
        "box.{}?match=%00",
        "roster.{}?franchise=%27",
    ],
)
def test_a_table_of_nothing_is_not_found(address: str, ending: str) -> None:
    settled()
    assert Client().get(f"/l/rust-belt/s1/tables/{address.format(ending)}").status_code == 404


def test_a_table_is_written_in_no_other_way() -> None:
    founded()
    assert Client().get("/l/rust-belt/s1/tables/standings.pdf").status_code == 404


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@A1", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠A1"])
def test_a_text_that_a_spreadsheet_would_run_is_text_behind_an_apostrophe_in_csv_alone(text: str) -> None:
    assert csv_cell(text) == f"'{text}"
    kind = ExportTable(name="names", title="Names", columns=("Name",), rows=lambda _: [])
    written = StringIO(as_csv(kind, [(text,)]).decode("utf-8-sig"), newline="")
    assert list(csv.reader(written)) == [["Name"], [f"'{text}"]]
    sheet = load_workbook(BytesIO(as_xlsx(kind, [(text,)]))).active
    assert sheet is not None
    as_xml_reads_it = text.replace("\r", "\n")
    assert (sheet["A2"].data_type, sheet["A2"].value, sheet["A2"].quotePrefix) == ("s", as_xml_reads_it, True)


def test_figures_stay_figures_and_signs_no_workbook_holds_are_left_out() -> None:
    assert (csv_cell(-5), csv_cell(None), csv_cell("a\x00b")) == (-5, None, "a b")


def test_a_franchise_named_like_a_formula_is_harmless_in_its_files_and_keeps_its_name_in_a_workbook() -> None:
    signed()
    name = '=HYPERLINK("http://a")'
    Franchise.objects.filter(pk="rust-belt/razors").update(name=name)
    assert f"'{name}" in [row["Franchise"] for row in rows("standings")]
    content = Client().get(table_file_url(SEASON, "standings", "xlsx")).content
    cells = [cell for row in load_workbook(BytesIO(content)).active.iter_rows() for cell in row]  # type: ignore[union-attr]
    assert [cell.data_type for cell in cells if cell.value == name] == ["s"]


@pytest.mark.parametrize("who", ["stranger", "saints"])
def test_no_table_tells_what_is_sealed(who: str) -> None:
    table = announced()
    seats = [{"car": "razors.car3", "driver": "razors.d4"}]
    table.give("name_line_up", by="razors", franchise="razors", match="m1", seats=seats, words="only the rain knows")
    client = reader(who)
    for name, kind in TABLES_BY_NAME.items():
        csv_text = client.get(table_file_url(SEASON, name, "csv", **which_of(kind))).content.decode("utf-8-sig")
        assert "rain" not in csv_text
        assert "Name a line-up" not in csv_text


def test_a_leagues_tables_do_not_exist_for_strangers_when_only_members_read_it() -> None:
    table: Table = settled()
    League.objects.filter(pk=table.league).update(public=False)
    for name, kind in TABLES_BY_NAME.items():
        assert Client().get(table_file_url(SEASON, name, "csv", **which_of(kind))).status_code == 404
    assert rows("standings", reader("razors"))


def test_the_list_of_tables_leads_to_each_of_them() -> None:
    settled()
    contents = Client().get(TABLES).content.decode()
    for name, kind in TABLES_BY_NAME.items():
        query = urlencode(which_of(kind))
        page = contents
        if kind.of in ("franchise", "match"):
            assert f'href="{TABLES}?{query}"' in contents
            page = Client().get(f"{TABLES}?{query}").content.decode()
        assert table_file_url(SEASON, name, "csv", **which_of(kind)) in page, name
    assert "No match is settled yet" not in words(Client(), TABLES)


@pytest.mark.parametrize("query", ["franchise=nobody", "match=m99", "match=%22"])
def test_there_is_no_list_of_the_tables_of_a_franchise_or_match_that_the_season_has_not(query: str) -> None:
    settled()
    assert Client().get(f"{TABLES}?{query}").status_code == 404


def test_a_season_of_many_matches_lists_each_on_one_page(monkeypatch: pytest.MonkeyPatch) -> None:
    settled(2, settled(rounds=2))
    monkeypatch.setattr(exports_page, "MATCHES_A_PAGE", 1)
    pages = [Client().get(f"{TABLES}?page={number}").content.decode() for number in (1, 2, 3)]
    listed = [re.findall(rf'href="{re.escape(TABLES)}\?match=([^"]+)"', page) for page in pages]
    assert listed == [["m2"], ["m1"], ["m1"]]
    assert all(f'href="{TABLES}?page=2#matches"' in page for page in pages)


def test_every_page_with_a_table_leads_to_its_file() -> None:
    settled()
    for page, names in {
        "s1/": ("standings", "schedule"),
        "s1/drivers/": ("drivers",),
        "s1/standings/": ("standings",),
        "records/": ("champions", "records", "franchise-records", "driver-records", "car-records"),
        "s1/schedule/": ("schedule",),
        "s1/m1/": ("box", "settlement"),
        "s1/market/": ("offers", "trades", "shopping"),
        "f/razors/": ("roster", "garage"),
        "f/razors/finances/": ("ledger", "matches"),
    }.items():
        html = Client().get(f"/l/rust-belt/{page}").content.decode()
        for name in names:
            assert f"/tables/{name}.csv" in html, (page, name)


@pytest.mark.statements
@pytest.mark.parametrize("size", [8, 24])
def test_a_table_asks_as_little_of_a_large_league_as_of_a_small_one(size: int) -> None:
    grown(size)
    of = {"": {}, "league": {}, "match": {"match": "m0"}, "franchise": {"franchise": "f00"}}
    query_counts = {}
    for name, kind in TABLES_BY_NAME.items():
        with CaptureQueriesContext(connection) as queries:
            rows(name, **of[kind.of])
        query_counts[name] = len(queries)
    assert query_counts == QUERIES


def test_a_draft_that_has_begun_has_its_order_and_what_is_picked() -> None:
    picking()
    for name in ("draft", "draft-turns"):
        answer = Client().get(f"/l/rust-belt/s1/tables/{name}.csv")
        assert answer.status_code == 200
    order = rows("draft")
    assert [row["Place"] for row in order] == [str(place) for place in range(1, len(order) + 1)]
    assert all(row["Left"].isdecimal() for row in order)
