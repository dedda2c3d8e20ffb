"""A match step by step to the end of its settlement, and what that came to for each team. Rules DM-C-087, DM-C-093.

The sums follow rules DM-C-098 to DM-C-100.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from explain import links
from explain.fact_rendering import RenderedEntry
from explain.names import Names, Segment
from league.access import Viewer
from league.models import League, Season
from league.pages.base_context import match_base_context
from league.pages.matches.match_entries import fact_sections, match_entry_rows, match_in_origin, render_match_entries
from league.pages.step_pages import step_page
from league.queries.matches import line_ups
from league.queries.names import match_title


def settlement_page(
    *, league: League, season: Season, viewer: Viewer, match: str, page: int
) -> dict[str, Any] | None:
    """The context of a page of a match's steps, None if there is no such match.

    A page after the last is the last.
    """
    id = f"{season.pk}/{match}"
    teams = line_ups(id, viewer)
    if not teams:
        return None
    match_row = teams[0].match
    franchises = {links.short_id(team.franchise_id): team.franchise.identity.name for team in teams}
    name = match_title(match_row.round.number, match_row.place)
    names = Names(season.pk, franchises=franchises, matches={match: name})
    entries = render_match_entries(match_entry_rows(season.pk, viewer, match), names, frozenset(franchises))
    before, settlement = fact_sections(entries, match)
    return {
        **match_base_context(
            league, season, viewer, match=match, name=name, part="Step by step", balance=teams[0].own_balance
        ),
        "match_name": name,
        "match_href": links.match_url(id),
        "in_origin": match_in_origin(season, match),
        **step_page(links.settlement_url(id), [*before, *settlement], page=page),
    }


@dataclass(frozen=True, slots=True)
class SettlementSums:
    """A team's settlement in credits: income, bills (negative), and the `profit` it keeps."""

    franchise: str
    """Its short id."""
    team: Segment
    prize: int
    sponsors: int
    faces: int
    cup_bonus: int
    holding_payout: int
    cloning: int
    replacements: int
    repairs: int
    net: int
    size: int
    profit: int


def settlement_sums(entries: Sequence[RenderedEntry], teams: Sequence[str]) -> list[SettlementSums]:
    """Each team's settlement sums, from the facts of the settlement, in the order of `teams`, their short names."""
    sums_by_team = {
        fact.franchise: _team_sums(fact.stated, fact.franchise, fact.pieces[0])
        for entry in entries
        if entry.tag == "close_settlement"
        for fact in entry.facts
        if fact.stated.tag == "settlement_reckoned"
    }
    return [sums_by_team[team] for team in teams if team in sums_by_team]


def columns_of(sums: Sequence[SettlementSums]) -> dict[str, bool]:
    """Which of the mostly empty columns a table of those sums needs."""
    return {
        "any_faces": any(line.faces for line in sums),
        "any_cup": any(line.cup_bonus for line in sums),
        "any_holding": any(line.holding_payout for line in sums),
    }


def _team_sums(stated: Any, franchise: str, team: Segment) -> SettlementSums:
    return SettlementSums(
        franchise=franchise,
        team=team,
        prize=stated.prize,
        sponsors=stated.sponsor_income,
        faces=stated.face_income,
        cup_bonus=stated.cup_bonus,
        holding_payout=stated.holding_payout,
        cloning=-stated.cloning,
        replacements=-stated.replacements,
        repairs=-stated.repairs,
        net=stated.net_income,
        size=stated.size,
        profit=stated.profit,
    )
