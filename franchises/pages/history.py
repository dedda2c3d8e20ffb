"""A franchise's schedule and points in a season, and all its seasons. Rules DM-C-091, DM-C-156, DM-C-157."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from explain import links
from explain.printed_names import ground_words, ruleset_title
from franchises.pages.base_context import FranchisePageRequest, load_franchise_page, tab_url
from franchises.queries.franchise import match_line_ups, seasons_of, standings_lines
from league.models import LineUp, StandingsLine
from league.pages.base_context import franchise_color
from league.queries.standings import result_letter
from rules.campaign.core.command import STEP_NAMES


@dataclass(frozen=True, slots=True)
class Opponent:
    """Another franchise in a match."""

    name: str
    href: str
    colour: str
    points: int | None


@dataclass(frozen=True, slots=True)
class FranchiseMatch:
    """A match of the franchise: against whom, where it stands, and the points it made."""

    name: str
    href: str
    round: int
    about: str
    step: str
    points: int | None
    result: str
    forfeited: bool
    against: tuple[Opponent, ...]


@dataclass(frozen=True, slots=True)
class PointsLine:
    """Points that were added, what they come to, and the entry that added them; no match for a house act."""

    match: str
    match_href: str
    points: int
    criticals: int
    season_points: int
    season_wins: int
    entry: int
    href: str


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A season of the franchise: its place in the final table, 0 while it is played, and what it won."""

    number: int
    href: str
    points_href: str
    finances_href: str
    season_href: str
    step: str
    rank: int
    rank_href: str
    points: int
    wins: int
    criticals: int
    balance: int
    cup_won: int | None
    cup_href: str
    folded: bool
    here: bool


def history_page(asked: FranchisePageRequest) -> dict[str, Any] | None:
    """The context of a franchise's seasons and of the schedule of one; None when it is not in that season."""
    page = load_franchise_page(asked, "history")
    if page is None:
        return None
    row = page.row
    return {
        **page.context,
        "meetings": _franchise_matches(match_line_ups(row.pk), own=row.pk),
        "points": [_points(line) for line in standings_lines(row.pk)],
        "seasons": [_season(season, asked, here=row.pk) for season in seasons_of(row.identity_id)],
    }


def _franchise_matches(line_ups: Iterable[LineUp], *, own: str) -> list[FranchiseMatch]:
    by_match: dict[str, list[LineUp]] = {}
    for line_up in line_ups:
        by_match.setdefault(line_up.match_id, []).append(line_up)
    by = len({teams[0].match.ruleset for teams in by_match.values()}) > 1
    return [_franchise_match(teams, own=own, by=by) for teams in by_match.values()]


def _franchise_match(teams: list[LineUp], *, own: str, by: bool) -> FranchiseMatch:
    """A match as one of its teams has it, with the rules it is played `by` where not all are played by the same."""
    mine = next(team for team in teams if team.franchise_id == own)
    match = mine.match
    rules = ruleset_title(match.ruleset) if by and match.ruleset else ""
    about = (match.event, rules, ground_words(match.setting), match.surface)
    return FranchiseMatch(
        name=f"Match {links.short_id(match.pk)}",
        href=links.match_url(match.pk),
        round=match.round.number,
        about=" · ".join(part.replace("_", " ") for part in about if part),
        step=STEP_NAMES[match.step],
        points=mine.points,
        result=_result(mine, teams),
        forfeited=mine.forfeited,
        against=tuple(
            Opponent(
                team.franchise.identity.name,
                links.object_url(team.franchise),
                franchise_color(links.short_id(team.franchise_id)),
                team.points,
            )
            for team in teams
            if team.franchise_id != own
        ),
    )


def _result(mine: LineUp, teams: list[LineUp]) -> str:
    """W, D or L as everywhere; empty while nothing is reported."""
    if mine.points is None or mine.match.step == "void":
        return ""
    return result_letter(mine, teams)


def _points(line: StandingsLine) -> PointsLine:
    return PointsLine(
        match="" if line.match_id is None else f"Match {links.short_id(line.match_id)}",
        match_href="" if line.match_id is None else links.match_url(line.match_id),
        points=line.points,
        criticals=line.criticals,
        season_points=line.season_points,
        season_wins=line.season_wins,
        entry=line.entry,
        href=links.entry_url(line.season_id, line.entry),
    )


def _season(row: Any, asked: FranchisePageRequest, *, here: str) -> SeasonLine:
    season = row.season
    then = replace(asked, season=season.name)
    return SeasonLine(
        number=season.number,
        href=tab_url(then),
        points_href=f"{tab_url(then, 'history')}#points",
        finances_href=tab_url(then, "finances"),
        season_href=links.season_url(season.pk),
        step=STEP_NAMES[season.step],
        rank=row.rank,
        rank_href="" if row.rank_entry is None else links.entry_url(season.pk, row.rank_entry),
        points=row.points,
        wins=row.wins,
        criticals=row.criticals,
        balance=row.balance,
        cup_won=row.cup_won,
        cup_href="" if row.cup_entry is None else links.entry_url(season.pk, row.cup_entry),
        folded=row.folded,
        here=row.pk == here,
    )
