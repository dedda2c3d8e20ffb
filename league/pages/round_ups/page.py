"""The round-ups of a season: what happened in a round or in the whole season, told in sentences made from facts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from explain import links
from explain.round_ups import ToldEvent, tell
from league.access import Viewer
from league.models import League, Season
from league.pages.base_context import Breadcrumb, base_context
from league.pages.round_ups.events import (
    SeasonSources,
    complete_rounds,
    is_settled,
    result_events,
    round_events,
    season_events,
)
from league.pages.round_ups.honors import awards, league_records
from league.pages.season.season_end import season_climax
from league.queries.round_ups import season_results
from league.queries.seasons import own_balance
from league.queries.standings import SeasonTable

SECTIONS = (
    ("Results", ("win", "level", "upset", "points_record")),
    ("The table", ("top", "stays", "rise", "fall", "streak", "rivalry")),
    ("The drivers", ("kills", "level_up", "first_casualty", "first_out", "toll", "unhurt")),
    ("The season", ("champion", "runner_up", "season_wins", "season_climb", "season_score")),
    ("The drivers of the season", ("season_kills", "season_level", "season_toll")),
)
"""The sections of a round-up, each with the kinds of events it holds; every kind is in one of them."""
ON_HOME = 3
"""The most sentences of a round-up that the season's home shows."""


@dataclass(frozen=True, slots=True)
class RoundUpSection:
    """A section of a round-up with its sentences."""

    title: str
    told: tuple[ToldEvent, ...]


@dataclass(frozen=True, slots=True)
class RoundUpLink:
    """A link to a round-up of the season."""

    name: str
    href: str
    here: bool


def season_sources(season: Season) -> SeasonSources:
    """What the round-ups of a season are made from, in one query."""
    results = season_results(season)
    return SeasonSources(season.pk, results.table, results.changes, results.drivers)


def tell_round(sources: SeasonSources, round: int) -> list[ToldEvent]:
    """The round-up of a complete round."""
    return tell(round_events(sources, round), season=sources.season, round=round)


def tell_season(sources: SeasonSources, number: int) -> list[ToldEvent]:
    """The round-up of a season; empty before its final table."""
    return tell(season_events(sources, number), season=sources.season, round=0)


def sections_of(told: Sequence[ToldEvent]) -> list[RoundUpSection]:
    """The sentences in their sections; empty sections are left out."""
    sections = [
        RoundUpSection(title, tuple(it for it in told if it.event.kind in kinds)) for title, kinds in SECTIONS
    ]
    return [section for section in sections if section.told]


def latest_results(season: Season, table: SeasonTable) -> tuple[int, str, list[ToldEvent]] | None:
    """The number, address and first sentences of the newest round-up; None before the first. It takes no query."""
    rounds = complete_rounds(table)
    if not rounds:
        return None
    fixtures = [fixture for fixture in table.fixtures if fixture.round == rounds[-1] and is_settled(fixture)]
    told = tell(result_events(season.pk, fixtures, rounds[-1]), season=season.pk, round=rounds[-1])
    return rounds[-1], links.round_up_url(season.pk, rounds[-1]), told[:ON_HOME]


def round_up_page(
    *, league: League, season: Season, viewer: Viewer, round: int | None = None
) -> dict[str, Any] | None:
    """The context of the round-up of a round, or of the season if `round` is None.

    None if the round has no round-up: it is not complete, or does not exist.
    """
    sources = season_sources(season)
    rounds = complete_rounds(sources.table)
    if round is not None and round not in rounds:
        return None
    told = tell_season(sources, season.number) if round is None else tell_round(sources, round)
    honors = league_records(season, viewer) if round is None and sources.table.final else None
    climax = season_climax(season, sources.table, ()) if honors else None
    title = f"Round {round}" if round is not None else season.label
    crumbs = [
        Breadcrumb(league.name, links.league_url(league.pk)),
        Breadcrumb(season.label, links.season_url(season.pk)),
        Breadcrumb("Round-ups", "" if round is None else links.season_round_up_url(season.pk)),
        *([] if round is None else [Breadcrumb(title)]),
    ]
    return {
        **base_context(
            league=league,
            season=season,
            viewer=viewer,
            here="League",
            crumbs=crumbs,
            balance=honors.balance if honors and honors.balance is not None else own_balance(viewer),
        ),
        "title": title,
        "round": round,
        "sections": sections_of(told),
        "round_ups": [
            RoundUpLink(f"Round {number}", links.round_up_url(season.pk, number), number == round)
            for number in rounds
        ]
        + [RoundUpLink("The season", links.season_round_up_url(season.pk), round is None)],
        "climax": climax,
        "cup_bonus": honors and honors.cup_bonus,
        "awards": awards(season_events(sources, season.number)) if honors else [],
        "broken": honors.broken if honors else (),
        "final": sources.table.final,
        "standings_href": links.standings_url(season.pk, round)
        if round is not None
        else links.standings_url(season.pk),
    }
