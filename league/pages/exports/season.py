"""The tables of a season and of its matches, made of what their pages show, so that they hold no secret more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils import timezone

from drivers.pages.draft import draft_page
from drivers.pages.season_drivers import DriverTableQuery, drivers_page
from explain import links
from explain.names import Segment
from explain.printed_names import as_title, ground_words, ruleset_title
from franchises.pages.season_market import season_market_page
from franchises.pages.sponsor_pool import pool_page
from league.pages.exports.exports import ExportRequest, ExportTable, Row
from league.pages.matches.match import match_page
from league.pages.season.standings import lines_of
from league.queries.standings import result_letter, season_table
from rules.campaign.core.command import STEP_NAMES

RESULTS = {"W": "won", "D": "drawn", "L": "lost"}
POOL_PARTS = (
    ("safe", "declared safe"),
    ("lost", "lost to the pool"),
    ("taken", "turn by turn"),
    ("gone", "left over"),
)
"""The parts of the sponsor pool's page, and what each says of its facts."""


def _standings(asked: ExportRequest) -> list[Row]:
    return [
        (
            line.rank,
            line.name,
            line.played,
            line.wins,
            line.points,
            line.criticals,
            line.form,
            line.balance,
            "folded" if line.folded else "",
            line.tie,
        )
        for line in lines_of(season_table(asked.season), own=())
    ]


def _schedule(asked: ExportRequest) -> list[Row]:
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
        for fixture in season_table(asked.season).fixtures
        for team in fixture.teams
    ]


def _drivers(asked: ExportRequest) -> list[Row]:
    page = drivers_page(
        league=asked.league, season=asked.season, viewer=asked.viewer, wanted=DriverTableQuery.from_query(asked.query)
    )
    return [
        (
            line.name,
            line.franchise,
            "may sign" if line.reserved else "signed" if line.franchise else "",
            line.level,
            line.xp,
            line.talents,
            line.quirks,
            line.fatigue,
            line.availability,
        )
        for line in page["drivers"]
    ]


def _offers(asked: ExportRequest) -> list[Row] | None:
    page = season_market_page(league=asked.league, season=asked.season, viewer=asked.viewer, match=asked.match)
    if page is None:
        return None
    after = _after(page)
    return [
        (
            after,
            it.what,
            it.team.text,
            it.found_by,
            "" if it.by is None else it.by.text,
            it.listed,
            it.price,
            it.became,
        )
        for it in page["offers"]
    ]


def _trades(asked: ExportRequest) -> list[Row] | None:
    page = season_market_page(league=asked.league, season=asked.season, viewer=asked.viewer, match=asked.match)
    if page is None:
        return None
    after = _after(page)
    return [
        (after, it.id, it.one.text, _words(it.gives), it.other.text, _words(it.takes), it.became)
        for it in page["trades"]
    ]


def _shopping(asked: ExportRequest) -> list[Row] | None:
    page = season_market_page(league=asked.league, season=asked.season, viewer=asked.viewer, match=asked.match)
    if page is None:
        return None
    after = _after(page)
    return [(after, fact.sentence, fact.amount, fact.rule, entry.number) for fact, entry in page["bought"]]


def _draft_order(asked: ExportRequest) -> list[Row]:
    page = draft_page(league=asked.league, season=asked.season, viewer=asked.viewer, at=timezone.now())
    return [
        (it.place, it.team.text, it.picks, it.left, ", ".join(each.text for each in it.picked), it.passed)
        for it in page["order"]
    ]


def _draft_turns(asked: ExportRequest) -> list[Row]:
    page = draft_page(league=asked.league, season=asked.season, viewer=asked.viewer, at=timezone.now())
    return [(it.round, it.number, it.team.text, _name(it.driver), _name(it.left)) for it in page["taken"]]


def _pool(asked: ExportRequest) -> list[Row]:
    page = pool_page(league=asked.league, season=asked.season, viewer=asked.viewer)
    return [
        (words, fact.sentence, fact.amount, fact.rule, entry.number)
        for part, words in POOL_PARTS
        for fact, entry in page[part]
    ]


def _box(asked: ExportRequest) -> list[Row] | None:
    page = match_page(league=asked.league, season=asked.season, viewer=asked.viewer, match=asked.match)
    if page is None:
        return None
    return [
        (
            part.team.name,
            it.line.name,
            it.line.heats,
            it.line.criticals,
            it.line.scores,
            it.line.kills,
            it.line.xp_gained,
            it.line.level,
            it.fate,
        )
        for part in page["box"]
        for it in part.lines
    ]


def _settlement(asked: ExportRequest) -> list[Row] | None:
    page = match_page(league=asked.league, season=asked.season, viewer=asked.viewer, match=asked.match)
    if page is None:
        return None
    return [
        (
            each.team.text,
            each.prize,
            each.sponsors,
            each.faces,
            each.cup_bonus,
            each.holding_payout,
            each.cloning,
            each.replacements,
            each.repairs,
            each.net,
            each.size,
            each.profit,
        )
        for each in page["sums"]
    ]


def _after(page: dict[str, Any]) -> str:
    """The match after which a market's page was, empty before any shop has opened."""
    return "" if page["chosen"] is None else page["chosen"].match


def _name(piece: Segment | None) -> str:
    return "" if piece is None else piece.text


def _words(pieces: Sequence[Segment]) -> str:
    return "".join(piece.text for piece in pieces)


SEASON_TABLES = (
    ExportTable(
        name="standings",
        title="Standings",
        columns=(
            "Rank", "Franchise", "Played", "Won", "Points", "Criticals", "Last results", "Balance, credits", "Folded",
            "Tie",
        ),
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
            "Franchise", "Driver", "Heats", "Criticals", "Scored", "Kills", "XP gained", "Level after", "Fate",
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
