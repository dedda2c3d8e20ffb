"""The tables of a franchise, made of what its pages show, so that they hold no secret more."""

from __future__ import annotations

from explain.fact_rendering import render_fact
from explain.name_lookup import complete_names
from explain.names import Names
from franchises.pages.base_context import FranchisePageRequest as Visit
from franchises.pages.finances import finances_page
from franchises.pages.stores import stores_page
from franchises.pages.team import team_page
from franchises.queries.franchise import franchise_in_season, ledger
from journal.entry_body import load_standing_body
from league.pages.exports.exports import ExportRequest, ExportTable, Row, format_moment
from rules.core.terms import Trait


def _page_request(asked: ExportRequest) -> Visit:
    return Visit(league=asked.league, viewer=asked.viewer, franchise=asked.franchise, season=asked.season.name)


def _ledger(asked: ExportRequest) -> list[Row] | None:
    """The whole ledger, newest line first; its page shows it in parts."""
    row = franchise_in_season(asked.league.pk, asked.franchise, asked.viewer, season=asked.season.name)
    if row is None:
        return None
    lines = list(ledger(row, asked.viewer))
    stated = [load_standing_body(line.entry_body, line.entry_retold).parsed_facts()[line.fact] for line in lines]
    names = complete_names(Names(row.season_id, franchises={asked.franchise: row.identity.name}), stated)
    facts = [render_fact(fact, names) for fact in stated]
    return [
        (format_moment(line.entry_at), fact.sentence, fact.amount, line.balance, fact.rule, line.entry)
        for line, fact in zip(lines, facts, strict=True)
    ]


def _matches(asked: ExportRequest) -> list[Row] | None:
    page = finances_page(_page_request(asked))
    if page is None:
        return None
    return [
        (
            each.match,
            each.prize,
            each.sponsors,
            each.besides,
            each.bills,
            each.net,
            each.size,
            each.profit,
            each.entry,
        )
        for each in page["matches"]
    ]


def _roster(asked: ExportRequest) -> list[Row] | None:
    page = team_page(_page_request(asked))
    if page is None:
        return None
    return [
        (
            line.name,
            "signed" if line.signed else "may sign",
            line.contract,
            line.level,
            line.bar.done,
            line.bar.of,
            *(trait.value for trait in line.traits),
            ", ".join(talent.name for talent in line.talents),
            ", ".join(quirk.name for quirk in line.quirks),
            line.fatigue_said if line.fatigue else "",
            line.availability,
        )
        for line in (*page["roster"], *page["reserved"])
    ]


def _garage(asked: ExportRequest) -> list[Row] | None:
    page = team_page(_page_request(asked))
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


def _stores(asked: ExportRequest) -> list[Row] | None:
    page = stores_page(_page_request(asked))
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
