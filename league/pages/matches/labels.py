"""What matches are called where one is to be chosen among several."""

from __future__ import annotations

from collections.abc import Collection

from explain.printed_names import as_title
from explain.season_names import SeasonNames
from rules.campaign.core import state


def fixture_label(season: state.Season, called: SeasonNames, match: str) -> str:
    """A match with who meets in it: "m4: Race, Razors v Saints"."""
    teams = " v ".join(called.franchise(line_up.franchise) for line_up in season.line_ups_of(match))
    return f"{match}: {as_title(season.match(match).event)}, {teams}"


def matches_at_steps(season: state.Season, steps: Collection[str]) -> list[state.Match]:
    """The matches of a season at one of these steps, in the order they are played."""
    return [match for round in season.all_rounds() for match in season.matches_of(round.id) if match.step in steps]
