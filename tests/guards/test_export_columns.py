"""Every column of a table on a page is also in the CSV file and the workbook linked there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from drivers.pages.driver_table import COLUMNS
from league.pages.exports.page import TABLES_BY_NAME
from league.pages.records.records import CAR_TABLE, DRIVER_TABLE, FRANCHISE_TABLE
from league.queries.standings_columns import PAGE_COLUMNS
from tests.guards.findings import beyond, report
from tests.guards.test_packages import CHECKOUT

TEMPLATES = CHECKOUT / "templates"
OFFERED = re.compile(r'\{% download_links "([a-z-]+)"')
SECTION = re.compile(r"</?section\b")
TABLE = re.compile(r"<table\b.*?<thead[^>]*>(.*?)</thead>", re.DOTALL)
HEADING = re.compile(r"<th\b[^>]*>(.*?)</th>", re.DOTALL)
TRANSLATED = re.compile(r"""\{% translate ['"]([^'"]*)['"] %\}""")
MARKUP = re.compile(r"<[^>]*>|\{%.*?%\}")
BUILT: Mapping[str, Sequence[str]] = {
    "standings": [column.file_heading or column.heading for column in PAGE_COLUMNS],
    "drivers": [column.name for column in COLUMNS],
    "roster": [column.short or column.name for column in COLUMNS if column.column != "franchise"],
    "franchise-records": [column.short or column.name for column in FRANCHISE_TABLE.columns],
    "driver-records": [column.short or column.name for column in DRIVER_TABLE.columns],
    "car-records": [column.short or column.name for column in CAR_TABLE.columns],
}
"""The headings of columns that are defined in Python; of the standings, as their files name them."""
NAMED_OTHERWISE = {
    "standings: #": "Rank",
    "draft: #": "Place",
    "offers: Listed": "Listed, credits",
    "offers: Asked": "Asked, credits",
    "settlement: Cup": "Cup bonus",
    "settlement: Holding": "Holding payout",
    "settlement: Replaced": "Replacements",
    "box: #": "Place",
    "box: Team": "Franchise",
    "box: Crit": "Criticals",
    "box: XP": "XP gained",
    "box: Lv": "Level after",
    "drivers: Form": "Last results",
    "drivers: Fee": "Fee, credits",
    "roster: Lv": "Level",
    "roster: XP": "Experience",
    "roster: Fat": "Fatigue",
    "roster: Form": "Last results",
    "roster: Fee": "Fee, credits",
    "roster: D": "Driving",
    "roster: G": "Gunnery",
    "roster: I": "Initiative",
    "roster: T": "Toughness",
    "matches: Why": "Entry",
    "champions: Pts": "Points",
    "champions: W": "Won",
    "champions: Metal Cup": "Cup bonus, credits",
    "records: Held by, and set in": "Held by",
    "franchise-records: Titles": "Championships",
    "franchise-records: Cups": "Metal Cups",
    "franchise-records: M": "Matches",
    "franchise-records: W": "Won",
    "franchise-records: Pts": "Points",
    "franchise-records: Crit": "Criticals",
    "franchise-records: Run": "Longest run of wins",
    "franchise-records: Prizes": "Prizes, credits",
    "franchise-records: Richest": "Most at a season's end, credits",
    "franchise-records: Out": "Out of action",
    "driver-records: M": "Matches",
    "driver-records: Crit": "Criticals",
    "driver-records: XP": "Experience",
    "driver-records: Lv": "Level",
    "driver-records: Out": "Out of action",
    "car-records: M": "Matches",
    "car-records: Crit": "Criticals",
    "car-records: Lost": "Destroyed",
}
"""Headings on pages whose column in the files has another name, with that name."""
ON_THE_PAGE_ALONE = {
    "standings: Move": "the difference of two standings, and each file has one",
    "standings: Trend": "the ranks of several standings, and each file has one",
}
"""Headings on pages that the files leave out, with the reason."""


def shown_headings() -> Iterator[str]:
    """Each column of a table with links to files, as `table: heading`."""
    for path in sorted(TEMPLATES.rglob("*.html")):
        _, *parts = OFFERED.split(path.read_text(encoding="utf-8"))
        for name, text in zip(parts[::2], parts[1::2], strict=True):
            table = TABLE.search(SECTION.split(text)[0])
            yield from (f"{name}: {heading}" for heading in BUILT.get(name, ()))
            if table:
                headings = (MARKUP.sub("", TRANSLATED.sub(r"\1", cell)).strip() for cell in HEADING.findall(table[1]))
                yield from (f"{name}: {heading}" for heading in headings if heading and "{{" not in heading)


def has_column(shown: str) -> bool:
    """Whether the files have the column of a heading."""
    name, _, heading = shown.partition(": ")
    return NAMED_OTHERWISE.get(shown, heading) in TABLES_BY_NAME[name].columns


def test_each_column_of_a_page_is_in_its_files() -> None:
    shown = set(shown_headings())
    says = (
        "The page has the column {} and its CSV has none: add it at the end of its table in league/pages/exports or "
        "franchises/pages/exports.py, give a column of the standings its file_heading, or list it in NAMED_OTHERWISE "
        "or ON_THE_PAGE_ALONE of tests/guards/test_export_columns.py."
    )
    gone = "No page lacks {} in its files any more: remove it from tests/guards/test_export_columns.py."
    lacking = {heading for heading in shown if not has_column(heading)}
    needless = {heading for heading in NAMED_OTHERWISE if heading not in shown or same_name(heading)}
    report(
        [*beyond(lacking, ON_THE_PAGE_ALONE, says), *beyond({*ON_THE_PAGE_ALONE} - lacking | needless, (), gone)],
        seen=shown,
        of="columns",
    )


def same_name(shown: str) -> bool:
    """Whether the files name the column as the page does."""
    name, _, heading = shown.partition(": ")
    return heading in TABLES_BY_NAME[name].columns
