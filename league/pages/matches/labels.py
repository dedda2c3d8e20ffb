"""Labels of matches in choices."""

from __future__ import annotations

from collections.abc import Collection

from explain.printed_names import as_title
from explain.season_names import SeasonNames
from league.queries.names import title_in_season
from rules.campaign.core import state


def fixture_label(season: state.Season, names: SeasonNames, match: str) -> str:
    """A match with its event and teams, such as "Round 2, match A: Race, Razors v Saints"."""
    teams = " v ".join(names.franchise(line_up.franchise) for line_up in season.line_ups_of(match))
    return f"{title_in_season(season, match)}: {as_title(season.match(match).event)}, {teams}"


def matches_at_steps(season: state.Season, steps: Collection[str]) -> list[state.Match]:
    """The matches of a season at one of these steps, in playing order."""
    return [match for round in season.all_rounds() for match in season.matches_of(round.id) if match.step in steps]
