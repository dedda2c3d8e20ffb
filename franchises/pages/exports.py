"""Exported tables of a franchise. They use what its pages show, so that they reveal no more."""

from __future__ import annotations

from explain.driver_sheet import level_bar
from explain.fact_rendering import render_fact
from explain.name_lookup import complete_names
from explain.names import Names
from franchises.pages.base_context import FranchisePageRequest as Visit
from franchises.pages.finances import finances_page
from franchises.pages.items import stores_page
from franchises.pages.team import team_page
from franchises.queries.franchise import franchise_in_season, ledger
from journal.entry_body import load_standing_body
from league.pages.exports.exports import ExportRequest, ExportTable, Row, format_moment
from rules.core.terms import Trait


def _page_request(export_request: ExportRequest) -> Visit:
    return Visit(
        league=export_request.league,
        viewer=export_request.viewer,
        franchise=export_request.franchise,
        season=export_request.season.name,
    )


def _ledger(export_request: ExportRequest) -> list[Row] | None:
    """The whole ledger, newest line first."""
    row = franchise_in_season(
        export_request.league.pk, export_request.franchise, export_request.viewer, season=export_request.season.name
    )
    if row is None:
        return None
    lines = list(ledger(row, export_request.viewer))
    facts = [load_standing_body(line.entry_body, line.entry_retold).parsed_facts()[line.fact] for line in lines]
    names = complete_names(Names(row.season_id, franchises={export_request.franchise: row.identity.name}), facts)
    rendered = [render_fact(fact, names) for fact in facts]
    return [
        (format_moment(line.entry_at), fact.sentence, fact.amount, line.balance, fact.rule, line.entry)
        for line, fact in zip(lines, rendered, strict=True)
    ]


def _matches(export_request: ExportRequest) -> list[Row] | None:
    page = finances_page(_page_request(export_request))
    if page is None:
        return None
    return [
        (
            reckoning.match,
            reckoning.prize,
            reckoning.sponsors,
            reckoning.besides,
            reckoning.bills,
            reckoning.net,
            reckoning.size,
            reckoning.profit,
            reckoning.entry,
        )
        for reckoning in page["matches"]
    ]


def _roster(export_request: ExportRequest) -> list[Row] | None:
    page = team_page(_page_request(export_request))
    if page is None:
        return None
    return [
        (
            line.row.name,
            "signed" if line.signed else "may sign",
            line.contract,
            line.row.level,
            bar.done,
            bar.of,
            *(cell.line.value for cell in line.row.traits),
            ", ".join(talent.name for talent in line.row.talents),
            ", ".join(quirk.name for quirk in line.row.quirks),
            f"Fatigue {line.row.fatigue}" if line.row.fatigue else "",
            line.row.availability,
            line.row.xp,
            " ".join(mark.text for mark in line.row.record.recent_marks),
            line.row.fee,
        )
        for line in (*page["roster"]["lines"], *page["reserved"]["lines"])
        for bar in [level_bar(xp=line.row.xp, level=line.row.level)]
    ]


def _garage(export_request: ExportRequest) -> list[Row] | None:
    page = team_page(_page_request(export_request))
    if page is None:
        return None
    return [
        (
            car.name,
            car.about,
            car.paid,
            ", ".join(words for words, _ in car.state),
            ", ".join(item.name for item in car.fitted),
        )
        for car in page["garage"]
    ]


def _stores(export_request: ExportRequest) -> list[Row] | None:
    page = stores_page(_page_request(export_request))
    if page is None:
        return None
    return [
        (shelf.name, line.name, ", ".join(line.state), line.place, line.origin, line.paid, line.rule)
        for shelf in page["shelves"]
        for line in shelf.lines
    ]


FRANCHISE_TABLES = (
    ExportTable(
        name="roster",
        title="Roster",
        of="franchise",
        columns=(
            "Driver", "Contract", "Terms", "Level", "Experience in this level", "Of",
            *(trait.value.capitalize() for trait in Trait), "Talents", "Quirks", "Fatigue", "May run",
            "Experience", "Last results", "Fee, credits",
        ),
        rows=_roster,
    ),
    ExportTable(
        name="garage",
        title="Garage",
        of="franchise",
        columns=("Car", "What it is", "Paid, credits", "State", "Fitted"),
        rows=_garage,
    ),
    ExportTable(
        name="stores",
        title="Stores",
        of="franchise",
        columns=("Group", "Item", "State", "Where", "How it came", "Paid, credits", "Rule"),
        rows=_stores,
    ),
    ExportTable(
        name="matches",
        title="What each match came to",
        of="franchise",
        columns=("Match", "Prize", "Sponsors", "Besides", "Bills", "Net", "Size", "Kept", "Entry"),
        rows=_matches,
    ),
    ExportTable(
        name="ledger",
        title="Ledger",
        of="franchise",
        columns=("At, UTC", "What happened", "Credits", "Balance, credits", "Rule", "Entry"),
        rows=_ledger,
    ),
)  # fmt: skip
