"""Where to go from the end of a match's page or of its replay: the next match of its round, or the season's home."""

from __future__ import annotations

from dataclasses import dataclass

from explain import links
from league.queries.matches import NeighborMatch


@dataclass(frozen=True, slots=True)
class Onward:
    """The next match of the round by its title and address, both empty if there is none, and the season's home."""

    round: int
    season_href: str
    title: str = ""
    href: str = ""


def onward_from(season: str, round: int, after: NeighborMatch | None) -> Onward:
    """What follows a match of a round, by the season's stored id and the match that is played `after` it."""
    home = links.season_url(season)
    if after is None or after.round != round:
        return Onward(round, home)
    return Onward(round, home, after.title, links.match_url(after.match))
