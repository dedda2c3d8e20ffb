"""The history page of a franchise: matches, points and seasons. Rules DM-C-091, DM-C-156, DM-C-157."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from explain import links
from explain.printed_names import ground_words, ruleset_title
from franchises.pages.base_context import FranchisePageRequest, load_franchise_page, tab_url
from franchises.queries.franchise import match_line_ups, seasons_of, standings_lines
from league.models import LineUp
from league.pages.base_context import franchise_color
from league.queries.names import match_title, title_at
from league.queries.results import FormMark, form_mark
from rules.campaign.core.command import STEP_NAMES


@dataclass(frozen=True, slots=True)
class Opponent:
    """Another franchise in a match."""

    name: str
    href: str
    color: str
    points: int | None


@dataclass(frozen=True, slots=True)
class FranchiseMatch:
    """A match of the franchise: opponents, step, and the points it made."""

    name: str
    href: str
    round: int
    about: str
    step: str
    points: int | None
    result: FormMark | None
    forfeited: bool
    against: tuple[Opponent, ...]


@dataclass(frozen=True, slots=True)
class PointsLine:
    """Points added to the season, the new totals, and the entry; `match` is empty for a house act."""

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
    """A season of the franchise; `rank` is its place in the final table, 0 before there is one."""

    name: str
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


def history_page(page_request: FranchisePageRequest) -> dict[str, Any] | None:
    """The context of the history page; None if the franchise is not in that season."""
    page = load_franchise_page(page_request, "history")
    if page is None:
        return None
    row = page.row
    return {
        **page.context,
        "meetings": _franchise_matches(match_line_ups(row.pk), own=row.pk),
        "points": [_points(line) for line in standings_lines(row.pk)],
        "seasons": [_season(season, page_request, here=row.pk) for season in seasons_of(row.identity_id)],
    }


def _franchise_matches(line_ups: Iterable[LineUp], *, own: str) -> list[FranchiseMatch]:
    by_match: dict[str, list[LineUp]] = {}
    for line_up in line_ups:
        by_match.setdefault(line_up.match_id, []).append(line_up)
    name_ruleset = len({teams[0].match.ruleset for teams in by_match.values()}) > 1
    return [_franchise_match(teams, own=own, by=name_ruleset) for teams in by_match.values()]


def _franchise_match(teams: list[LineUp], *, own: str, by: bool) -> FranchiseMatch:
    """A match from the view of one team; with `by`, the ruleset is named, since matches differ in it."""
    own_team = next(team for team in teams if team.franchise_id == own)
    match = own_team.match
    rules = ruleset_title(match.ruleset) if by and match.ruleset else ""
    about = (match.event, rules, ground_words(match.setting), match.surface)
    return FranchiseMatch(
        name=match_title(match.round.number, match.place),
        href=links.match_url(match.pk),
        round=match.round.number,
        about=" · ".join(part.replace("_", " ") for part in about if part),
        step=STEP_NAMES[match.step],
        points=own_team.points,
        result=_result(own_team, teams),
        forfeited=own_team.forfeited,
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


def _result(own_team: LineUp, teams: list[LineUp]) -> FormMark | None:
    """What it came to; None before a report and for a void match."""
    if own_team.points is None or own_team.match.step == "void":
        return None
    return form_mark(own_team, teams)


def _points(line: Any) -> PointsLine:
    return PointsLine(
        match="" if line.match_id is None else title_at(line.match_at),
        match_href="" if line.match_id is None else links.match_url(line.match_id),
        points=line.points,
        criticals=line.criticals,
        season_points=line.season_points,
        season_wins=line.season_wins,
        entry=line.entry,
        href=links.entry_url(line.season_id, line.entry),
    )


def _season(row: Any, page_request: FranchisePageRequest, *, here: str) -> SeasonLine:
    season = row.season
    season_request = replace(page_request, season=season.name)
    return SeasonLine(
        name=season.label,
        href=tab_url(season_request),
        points_href=f"{tab_url(season_request, 'history')}#points",
        finances_href=tab_url(season_request, "finances"),
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
