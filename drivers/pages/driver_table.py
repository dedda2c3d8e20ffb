"""Tables of drivers: the row that all share, the columns by which they are sorted, and the table of a season."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import urlencode

from drivers.models import Sheet
from drivers.queries import DriverRun, driver_runs, season_sheets
from explain import links
from explain.driver_sheet import (
    AVAILABILITY_DETAILS,
    Term,
    TraitLine,
    fatigue_words,
    quirk_terms,
    season_rules_state,
    talent_terms,
    trait_lines,
    trait_lines_of_state,
)
from explain.printed_names import AVAILABILITY_WORDS
from league.access import Viewer
from league.models import League, Season
from league.pages.base_context import Breadcrumb, base_context, franchise_color, own_franchise_ids
from league.pages.line_drawing import line_through
from league.queries.results import FormMark
from league.queries.seasons import own_balance
from rules.campaign.core import state
from rules.campaign.people.veterans import rehire_fee

MARKS_SHOWN = 5
"""How many of the last results form shows."""
MAY_SIGN = ("may sign", "warn")
"""The note on a driver whom only their franchise may hire (DM-C-062)."""
AVERAGE_TRAIT = 3
"""Every trait of a rookie, which stays quiet (DM-C-009)."""
MOST_BEST = 3
"""A trait is marked as the best of the table if no more drivers than this share it."""


@dataclass(frozen=True, slots=True)
class TraitCell:
    """A trait in effect: its initial letter, its sum in words, and `up`, `down` or `best` if it stands out."""

    letter: str
    line: TraitLine
    kind: str


@dataclass(frozen=True, slots=True)
class DriverRecord:
    """A driver's season so far: results, oldest first, and experience before the first match and after each."""

    marks: tuple[FormMark, ...] = ()
    xp: tuple[int, ...] = ()

    @property
    def recent_marks(self) -> tuple[FormMark, ...]:
        """The last results, oldest first."""
        return self.marks[-MARKS_SHOWN:]

    @property
    def strength(self) -> float:
        """The mean share of rivals they finished before in the results shown, −1 without a result."""
        rated = [mark for mark in self.recent_marks if mark.teams > 1]
        return sum((mark.teams - mark.place) / (mark.teams - 1) for mark in rated) / len(rated) if rated else -1.0


@dataclass(frozen=True, slots=True)
class DriverTeam:
    """A franchise in a row; `own` if the viewer owns it."""

    name: str
    href: str
    color: str
    own: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DriverRow:
    """A driver in a table. `fee` is what their contract is over, in credits, None without one (DM-C-062).

    `notes` are short words beside the name, each with a severity. `climb` has the points of a line that shows their
    experience, "" before their first match.
    """

    id: str
    name: str
    href: str
    team: DriverTeam | None
    level: int
    xp: int
    traits: tuple[TraitCell, ...]
    talents: tuple[Term, ...]
    quirks: tuple[Term, ...]
    fatigue: int
    fatigue_words: str
    availability: str
    record: DriverRecord
    fee: int | None
    origin: str = ""
    """How their contract came, where the table says so."""
    notes: tuple[tuple[str, str], ...] = ()
    climb: str = ""
    climb_end: str = ""
    own: bool = field(default=False)

    @property
    def retired(self) -> bool:
        """Whether they have left the sport, so that nobody may hire them."""
        return self.availability == AVAILABILITY_WORDS["retired"]

    def trait(self, place: int) -> int:
        """The value in effect of a trait, by its place in the book's order."""
        return self.traits[place].line.value


def driver_records(runs: Iterable[DriverRun]) -> dict[str, DriverRecord]:
    """The records of drivers by their short ids, from the matches of a season in order."""
    marks: dict[str, list[FormMark]] = {}
    xp: dict[str, list[int]] = {}
    for run in runs:
        driver = links.short_id(run.driver)
        if run.mark is not None:
            marks.setdefault(driver, []).append(run.mark)
        xp.setdefault(driver, [run.xp - run.xp_gained]).append(run.xp)
    return {driver: DriverRecord(tuple(marks.get(driver, ())), tuple(xp[driver])) for driver in xp}


def row_of_sheet(
    sheet: Sheet, *, house: state.Season, record: DriverRecord | None = None, own: Container[str] = ()
) -> DriverRow:
    """The row of a driver by their sheet with its contract; `own` has the short ids of the viewer's franchises."""
    contract = getattr(sheet, "contract", None)
    if contract is None:
        return row_of_driver(sheet, house=house, team=None, fee=None, record=record, notes=())
    franchise = contract.franchise
    short_name = links.short_id(franchise.pk)
    color = franchise_color(short_name)
    return row_of_driver(
        sheet,
        house=house,
        team=DriverTeam(franchise.identity.name, links.object_url(franchise), color, short_name in own),
        fee=contract_fee(contract, house, level=sheet.level),
        record=record,
        notes=[MAY_SIGN] if contract.phase == "reserved" else (),
    )


def contract_fee(contract: Any, house: state.Season, *, level: int) -> int:
    """What a contract is over, or what its franchise pays to hire the driver again, in credits (DM-C-062)."""
    if contract.phase != "reserved":
        return int(contract.fee)
    reserved = state.Contract(id="", franchise="", fee=contract.fee, origin=contract.origin, phase=contract.phase)
    return rehire_fee(house, reserved, level=level)


def drafted_fee(house: state.Season, *, level: int) -> int:
    """What hiring a drafted driver takes, in credits (DM-C-062)."""
    drafted = state.Contract(id="", franchise="", fee=0, origin="draft", phase="reserved")
    return rehire_fee(house, drafted, level=level)


def row_of_driver(
    sheet: Sheet,
    *,
    house: state.Season,
    team: DriverTeam | None,
    fee: int | None,
    record: DriverRecord | None,
    notes: Sequence[tuple[str, str]],
    origin: str = "",
) -> DriverRow:
    """The row of a driver by their sheet, in a table that knows their franchise and contract."""
    return _row(
        sheet,
        id=links.short_id(sheet.pk),
        name=sheet.person.name,
        href=links.object_url(sheet),
        traits=trait_lines(sheet, house=house),
        team=team,
        fee=fee,
        record=record,
        notes=notes,
        origin=origin,
    )


def row_of_state(
    driver: state.Driver,
    *,
    house: state.Season,
    name: str,
    href: str,
    team: DriverTeam | None = None,
    fee: int | None,
    record: DriverRecord | None = None,
) -> DriverRow:
    """The row of a driver of the state, whose name and address the caller knows."""
    return _row(
        driver,
        id=driver.id,
        name=name,
        href=href,
        traits=trait_lines_of_state(driver, house=house),
        team=team,
        fee=fee,
        record=record,
        notes=(),
    )


def finish_rows(rows: Sequence[DriverRow]) -> list[DriverRow]:
    """The rows of one table, with its best traits marked and the lines of experience drawn to one scale."""
    best = _best_traits(rows)
    top = max((row.xp for row in rows), default=0)
    return [
        replace(
            row,
            traits=tuple(
                replace(cell, kind="best") if (place, cell.line.value) in best else cell
                for place, cell in enumerate(row.traits)
            ),
            climb=climb,
            climb_end=end,
        )
        for row in rows
        for climb, end in [line_through(row.record.xp, low=0, high=max(top, *row.record.xp, 1))]
    ]


def _row(
    driver: Any,
    *,
    id: str,
    name: str,
    href: str,
    traits: Sequence[TraitLine],
    team: DriverTeam | None,
    fee: int | None,
    record: DriverRecord | None,
    notes: Sequence[tuple[str, str]],
    origin: str = "",
) -> DriverRow:
    words, kind, _ = AVAILABILITY_DETAILS[driver.availability]
    away = [] if driver.availability == "available" else [(words, kind)]
    leaving = driver.retiring and driver.availability != "retired"
    retiring = [("retires at the season's end", "bad")] if leaving else []
    return DriverRow(
        id=id,
        name=name,
        href=href,
        team=team,
        level=driver.level,
        xp=driver.xp,
        traits=tuple(TraitCell(line.name[0], line, _trait_kind(line.value)) for line in traits),
        talents=tuple(talent_terms(driver.talents)),
        quirks=tuple(quirk_terms(driver.quirks)),
        fatigue=len(driver.fatigue),
        fatigue_words=fatigue_words(driver.fatigue),
        availability=AVAILABILITY_WORDS[driver.availability],
        record=record or DriverRecord(),
        fee=fee,
        origin=origin,
        notes=(*notes, *away, *retiring),
        own=team is not None and team.own,
    )


def _trait_kind(value: int) -> str:
    """Whether a trait is above or below a rookie's."""
    return "up" if value > AVERAGE_TRAIT else "down" if value < AVERAGE_TRAIT else ""


def _best_traits(rows: Sequence[DriverRow]) -> set[tuple[int, int]]:
    """The best values of the table by the traits' places, where they are above a rookie's and few share them."""
    columns = zip(*([cell.line.value for cell in row.traits] for row in rows), strict=True)
    best = [(place, max(values), values) for place, values in enumerate(columns)]
    return {(place, top) for place, top, values in best if top > AVERAGE_TRAIT and values.count(top) <= MOST_BEST}


@dataclass(frozen=True, slots=True)
class DriverColumn:
    """A column: its name in URLs, its heading, a short heading, its CSS classes, and its sort key."""

    column: str
    name: str
    short: str
    kind: str
    key: Callable[[DriverRow], Any]
    highest_first: bool = True


COLUMNS = (
    DriverColumn("name", "Driver", "", "c-n", lambda row: row.name.lower(), highest_first=False),
    DriverColumn(
        "franchise",
        "Franchise",
        "",
        "c-fr",
        lambda row: (row.team is None, "" if row.team is None else row.team.name.lower()),
        highest_first=False,
    ),
    DriverColumn("level", "Level", "Lv", "n c-lv", lambda row: (row.level, row.xp)),
    DriverColumn("xp", "Experience", "XP", "n c-x", lambda row: row.xp),
    DriverColumn("driving", "Driving", "D", "t4", lambda row: row.trait(0)),
    DriverColumn("gunnery", "Gunnery", "G", "t4", lambda row: row.trait(1)),
    DriverColumn("initiative", "Initiative", "I", "t4", lambda row: row.trait(2)),
    DriverColumn("toughness", "Toughness", "T", "t4", lambda row: row.trait(3)),
    DriverColumn("talents", "Talents", "", "c-ta", lambda row: len(row.talents)),
    DriverColumn("quirks", "Quirks", "", "c-q", lambda row: sum(quirk.count for quirk in row.quirks)),
    DriverColumn("fatigue", "Fatigue", "Fat", "n c-fa", lambda row: row.fatigue),
    DriverColumn("form", "Form", "", "c-fo", lambda row: row.record.strength),
    DriverColumn("fee", "Fee", "", "n c-fe", lambda row: -1 if row.fee is None else row.fee),
)
"""The columns of every table of drivers."""
COLUMNS_BY_NAME = {column.column: column for column in COLUMNS}


@dataclass(frozen=True, slots=True)
class DriverColumnHeading:
    """A column heading: the link that sorts by it, "" where the table is not sorted, and the value of `aria-sort`."""

    name: str
    short: str
    href: str
    sorted: str
    kind: str


@dataclass(frozen=True, slots=True)
class DriverSort:
    """The column a table is sorted by, and whether the highest comes first."""

    column: str = "xp"
    down: bool = True

    @classmethod
    def from_text(cls, text: str, default: DriverSort | None = None) -> DriverSort:
        """Parse a column's name; `-` before it means descending. An unknown column is the default."""
        column = text.removeprefix("-")
        return cls(column, text.startswith("-")) if column in COLUMNS_BY_NAME else default or cls()

    @property
    def text(self) -> str:
        """The sort as it stands in a URL."""
        return f"{'-' if self.down else ''}{self.column}"


@dataclass(frozen=True, slots=True)
class DriverTable:
    """A table of drivers: its headings and its rows, in order."""

    headings: tuple[DriverColumnHeading, ...]
    rows: tuple[DriverRow, ...]
    with_teams: bool


def driver_table(
    rows: Iterable[DriverRow],
    *,
    sort: DriverSort | None,
    query: Mapping[str, str] | None = None,
    at: str = "",
    with_teams: bool = True,
) -> DriverTable:
    """A table of drivers; without a `sort` the rows stay in their order and the headings are no links.

    Drivers who are equal stay in the order given. `query` are other parameters of the page, `at` the section of the
    page that the links lead back to.
    """
    ordered = finish_rows(list(rows))
    if sort is not None:
        ordered.sort(key=COLUMNS_BY_NAME[sort.column].key, reverse=sort.down)
    columns = [column for column in COLUMNS if with_teams or column.column != "franchise"]
    headings = tuple(_heading(column, sort, query or {}, at) for column in columns)
    return DriverTable(headings, tuple(ordered), with_teams)


def _heading(column: DriverColumn, sort: DriverSort | None, query: Mapping[str, str], at: str) -> DriverColumnHeading:
    """The heading of a column. Clicking the sorted column reverses the order; numbers begin with the highest."""
    if sort is None:
        return DriverColumnHeading(column.name, column.short, "", "", column.kind)
    here = column.column == sort.column
    wanted = DriverSort(column.column, not sort.down if here else column.highest_first)
    href = f"?{urlencode({'sort': wanted.text, **query})}{f'#{at}' if at else ''}"
    order = ("descending" if sort.down else "ascending") if here else ""
    return DriverColumnHeading(column.name, column.short, href, order, column.kind)


MAX_QUERY_LENGTH = 60
EXPERIENCED_FIRST = DriverSort("xp", down=True)


@dataclass(frozen=True, slots=True)
class DriverTableQuery:
    """The query of the table: its sort, and the words to search for."""

    sort: DriverSort = EXPERIENCED_FIRST
    words: str = ""

    @classmethod
    def from_query(cls, query: Any) -> DriverTableQuery:
        """Parse the query string."""
        words = " ".join(query.get("q", "").split())[:MAX_QUERY_LENGTH]
        return cls(DriverSort.from_text(query.get("sort", "")), words)


def drivers_page(*, league: League, season: Season, viewer: Viewer, wanted: DriverTableQuery) -> dict[str, Any]:
    """The context of the page."""
    house, own = season_rules_state(season), own_franchise_ids(viewer)
    records = driver_records(driver_runs(season.pk))
    rows = [
        row_of_sheet(sheet, house=house, record=records.get(links.short_id(sheet.pk)), own=own)
        for sheet in season_sheets(season.pk)
    ]
    ended = all(MAY_SIGN in row.notes for row in rows if row.team is not None)
    if ended:
        rows = [replace(row, notes=tuple(note for note in row.notes if note != MAY_SIGN)) for row in rows]
    return {
        **base_context(
            league=league,
            season=season,
            viewer=viewer,
            here="Drivers",
            crumbs=[
                Breadcrumb(league.name, links.league_url(league.pk)),
                Breadcrumb(season.label, links.season_url(season.pk)),
                Breadcrumb("Drivers"),
            ],
            balance=own_balance(viewer),
        ),
        "table": driver_table(
            [row for row in rows if _matches_words(row, wanted.words)],
            sort=wanted.sort,
            query={"q": wanted.words} if wanted.words else {},
        ),
        "how_many": len(rows),
        "contracts_ended": ended and any(row.team is not None for row in rows),
        "sought": wanted.words,
        "sort": wanted.sort.text,
        "filters": _filters(rows, wanted),
    }


@dataclass(frozen=True, slots=True)
class DriverFilter:
    """A link that shows only some drivers: its words, how many there are, and whether it is on."""

    name: str
    count: int
    href: str
    here: bool


def _filters(rows: list[DriverRow], wanted: DriverTableQuery) -> list[DriverFilter]:
    """The searches that owners make most; one that would find nobody is left out."""
    counted = [("All", "", len(rows))]
    counted += [
        (name, words, sum(_matches_words(row, words) for row in rows))
        for name, words in (("Yours", "yours"), ("Free", "free"), ("Rested", "rested"), ("No quirk", "no-quirk"))
    ]
    return [
        DriverFilter(
            name,
            count,
            f"?sort={wanted.sort.text}{f'&q={words}' if words else ''}",
            wanted.words.lower() == words,
        )
        for name, words, count in counted
        if count or not words
    ]


def _matches_words(row: DriverRow, words: str) -> bool:
    """Whether a driver has all those words in their name, franchise, talents, quirks or state."""
    terms = [term.name for term in (*row.talents, *row.quirks)]
    team = f"{row.team.name}{' yours' if row.own else ''}" if row.team else "" if row.retired else "free"
    state = [row.availability, "tired" if row.fatigue else "rested", "" if row.quirks else "no-quirk"]
    text = " ".join(
        [row.name, team, f"level {row.level}", *terms, *state, *(words for words, _ in row.notes)]
    ).lower()
    return all(word in text for word in words.lower().split())
