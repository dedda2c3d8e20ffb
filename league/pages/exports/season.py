"""Export tables of a season and its matches, built from the contexts of their pages so that they reveal no more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils import timezone

from drivers.pages.draft import draft_page
from drivers.pages.driver_table import MAY_SIGN, DriverTableQuery, drivers_page
from explain import links
from explain.names import Segment
from explain.printed_names import as_title, ground_words, ruleset_title
from franchises.pages.season_market import season_market_page
from franchises.pages.sponsor_pool import pool_page
from league.pages.exports.exports import Cell, ExportRequest, ExportTable, Row
from league.pages.matches.match import match_page
from league.queries.results import result_letter
from league.queries.standings import season_table
from league.queries.standings_columns import FILE_COLUMNS, Standing, StandingsColumn
from rules.campaign.core.command import STEP_NAMES

RESULTS = {"W": "won", "D": "drawn", "L": "lost"}
POOL_PARTS = (
    ("safe", "declared safe"),
    ("lost", "lost to the pool"),
    ("taken", "turn by turn"),
    ("gone", "left over"),
)
"""The parts of the sponsor pool's page, each with what it says about its facts."""


def _standings(request: ExportRequest) -> list[Row]:
    return [
        tuple(_standing_cell(column, standing) for column in FILE_COLUMNS)
        for standing in season_table(request.season).standings
    ]


def _standing_cell(column: StandingsColumn, standing: Standing) -> Cell:
    value = column.value(standing)
    if column.kind == "form":
        return " ".join(mark.text for mark in value)
    if column.kind == "flag":
        return column.name if value else ""
    cell: Cell = value
    return cell


def _schedule(request: ExportRequest) -> list[Row]:
    return [
        (
            fixture.round,
            links.short_id(fixture.id),
            as_title(fixture.event),
            ruleset_title(fixture.ruleset) if fixture.ruleset else "",
            ground_words(fixture.setting),
            fixture.surface.replace("_", " "),
            fixture.heats,
            STEP_NAMES.get(fixture.step, fixture.step),
            team.name,
            team.points,
            RESULTS[result_letter(team, fixture.teams)] if fixture.reported else "",
        )
        for fixture in season_table(request.season).fixtures
        for team in fixture.teams
    ]


def _drivers(request: ExportRequest) -> list[Row]:
    page = drivers_page(
        league=request.league,
        season=request.season,
        viewer=request.viewer,
        wanted=DriverTableQuery.from_query(request.query),
    )
    return [
        (
            row.name,
            "" if row.team is None else row.team.name,
            "" if row.team is None else "may sign" if page["contracts_ended"] or MAY_SIGN in row.notes else "signed",
            row.level,
            row.xp,
            ", ".join(term.name for term in row.talents),
            ", ".join(term.name for term in row.quirks),
            row.fatigue,
            row.availability,
            *(cell.line.value for cell in row.traits),
            " ".join(mark.text for mark in row.record.recent_marks),
            row.fee,
        )
        for row in page["table"].rows
    ]


def _offers(request: ExportRequest) -> list[Row] | None:
    page = season_market_page(
        league=request.league, season=request.season, viewer=request.viewer, match=request.match
    )
    if page is None:
        return None
    after = _after(page)
    return [
        (
            after,
            offer.what,
            offer.team.text,
            offer.found_by,
            "" if offer.by is None else offer.by.text,
            offer.listed,
            offer.price,
            offer.became,
        )
        for offer in page["offers"]
    ]


def _trades(request: ExportRequest) -> list[Row] | None:
    page = season_market_page(
        league=request.league, season=request.season, viewer=request.viewer, match=request.match
    )
    if page is None:
        return None
    after = _after(page)
    return [
        (after, trade.id, trade.one.text, _words(trade.gives), trade.other.text, _words(trade.takes), trade.became)
        for trade in page["trades"]
    ]


def _shopping(request: ExportRequest) -> list[Row] | None:
    page = season_market_page(
        league=request.league, season=request.season, viewer=request.viewer, match=request.match
    )
    if page is None:
        return None
    after = _after(page)
    return [(after, fact.sentence, fact.amount, fact.rule, entry.number) for fact, entry in page["bought"]]


def _draft_order(request: ExportRequest) -> list[Row]:
    page = draft_page(league=request.league, season=request.season, viewer=request.viewer, at=timezone.now())
    return [
        (
            line.place,
            line.team.text,
            line.picks,
            line.picks_left,
            ", ".join(driver.text for driver in line.picked),
            line.passed,
        )
        for line in page["order"]
    ]


def _draft_turns(request: ExportRequest) -> list[Row]:
    page = draft_page(league=request.league, season=request.season, viewer=request.viewer, at=timezone.now())
    return [(turn.round, turn.number, turn.team.text, _name(turn.driver), _name(turn.left)) for turn in page["taken"]]


def _pool(request: ExportRequest) -> list[Row]:
    page = pool_page(league=request.league, season=request.season, viewer=request.viewer)
    return [
        (words, fact.sentence, fact.amount, fact.rule, entry.number)
        for part, words in POOL_PARTS
        for fact, entry in page[part]
    ]


def _box(request: ExportRequest) -> list[Row] | None:
    page = match_page(
        league=request.league, season=request.season, viewer=request.viewer, match=request.match, told=False
    )
    if page is None:
        return None
    return [
        (
            driver.team.name,
            driver.line.name,
            driver.line.heats,
            driver.line.criticals,
            driver.line.scores,
            driver.line.kills,
            driver.line.xp_gained,
            driver.line.level,
            driver.fate,
            driver.car.name if driver.car else "",
            driver.place,
        )
        for driver in (page["box"].lines if page["box"] else ())
    ]


def _settlement(request: ExportRequest) -> list[Row] | None:
    page = match_page(
        league=request.league, season=request.season, viewer=request.viewer, match=request.match, told=False
    )
    if page is None:
        return None
    return [
        (
            settlement.team.text,
            settlement.prize,
            settlement.sponsors,
            settlement.faces,
            settlement.cup_bonus,
            settlement.holding_payout,
            settlement.cloning,
            settlement.replacements,
            settlement.repairs,
            settlement.net,
            settlement.size,
            settlement.profit,
        )
        for settlement in page["sums"]
    ]


def _after(page: dict[str, Any]) -> str:
    """The match after which the market was open, "" before any shop has opened."""
    return "" if page["chosen"] is None else page["chosen"].match


def _name(segment: Segment | None) -> str:
    return "" if segment is None else segment.text


def _words(segments: Sequence[Segment]) -> str:
    return "".join(segment.text for segment in segments)


SEASON_TABLES = (
    ExportTable(
        name="standings",
        title="Standings",
        columns=tuple(column.file_heading for column in FILE_COLUMNS),
        rows=_standings,
    ),
    ExportTable(
        name="schedule",
        title="Schedule and results",
        columns=(
            "Round", "Match", "Event", "Played by", "Ground", "Surface", "Heats", "Step", "Franchise", "Points",
            "Result",
        ),
        rows=_schedule,
    ),
    ExportTable(
        name="drivers",
        title="Drivers",
        columns=(
            "Driver", "Franchise", "Contract", "Level", "Experience", "Talents", "Quirks", "Fatigue", "May run",
            "Driving", "Gunnery", "Initiative", "Toughness", "Last results", "Fee, credits",
        ),
        rows=_drivers,
    ),
    ExportTable(
        name="draft",
        title="Draft, order and picks",
        columns=("Place", "Franchise", "Picks", "Left", "Picked", "Passed"),
        rows=_draft_order,
    ),
    ExportTable(
        name="draft-turns",
        title="Draft, turn by turn",
        columns=("Round", "Pick", "Franchise", "Driver", "Was with"),
        rows=_draft_turns,
    ),
    ExportTable(
        name="pool",
        title="Sponsor pool",
        columns=("Part", "What happened", "Credits", "Rule", "Entry"),
        rows=_pool,
    ),
    ExportTable(
        name="box",
        title="Box score",
        of="match",
        columns=(
            "Franchise", "Driver", "Heats", "Criticals", "Scored", "Kills", "XP gained", "Level after", "Fate", "Car",
            "Place",
        ),
        rows=_box,
    ),
    ExportTable(
        name="settlement",
        title="What the match came to",
        of="match",
        columns=(
            "Franchise", "Prize", "Sponsors", "Faces", "Cup bonus", "Holding payout", "Cloning", "Replacements",
            "Repairs", "Net", "Size", "Kept",
        ),
        rows=_settlement,
    ),
    ExportTable(
        name="offers",
        title="Offers",
        of="match",
        columns=("After match", "What", "To", "Found by", "By", "Listed, credits", "Asked, credits", "Became"),
        rows=_offers,
    ),
    ExportTable(
        name="trades",
        title="Trades",
        of="match",
        columns=("After match", "Trade", "One", "Gives", "Other", "Gives for it", "Became"),
        rows=_trades,
    ),
    ExportTable(
        name="shopping",
        title="Shopping",
        of="match",
        columns=("After match", "What happened", "Credits", "Rule", "Entry"),
        rows=_shopping,
    ),
)  # fmt: skip
