"""The places of teams in a duel, which do not always follow from their points. Rules CW-S-035, CW-S-036, CW-S-055.

A team that met a condition of winning is first, whatever the points say, and a tie at the top may be broken by who
could move last. Points are rounded to whole ones in a report, so teams with the same points may have different
places. Teams that forfeited come after all others.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from rules.match.report import TeamReport


class RankFault(NamedTuple):
    """Something wrong with the place of a team: the line of the report, and a sentence that says what to do."""

    place: int
    sentence: str


def ranks_by_points(points: Mapping[str, int], *, forfeited: Collection[str]) -> dict[str, int]:
    """The place of every team by its points alone, those that forfeited last."""
    appeared = {team: scored for team, scored in points.items() if team not in forfeited}
    return {
        team: 1 + sum(other > scored for other in appeared.values()) if team in appeared else 1 + len(appeared)
        for team, scored in points.items()
    }


def duel_rank_faults(teams: list[TeamReport], *, forfeited: Collection[str]) -> Iterator[RankFault]:
    """Everything wrong with the places in a report of a duel, whose teams are those of the match."""
    appeared = [team for team in teams if team.franchise not in forfeited]
    firsts = [team for team in appeared if team.rank == 1]
    best = max((team.points for team in appeared), default=0)  # no mutant: nobody appeared to compare with
    for place, team in enumerate(teams):
        if team.franchise in forfeited:
            if team.rank not in _places_of_forfeits(appeared):
                yield RankFault(
                    place,
                    f"{team.franchise} forfeited and is reported at rank {team.rank}: give it rank "
                    f"{1 + len(appeared)}, after all others.",
                )
            continue
        ahead = sum(other.rank < team.rank for other in appeared)
        if team.rank != 1 + ahead:
            yield RankFault(
                place,
                f"{team.franchise} is reported at rank {team.rank} and {ahead} teams are ahead of it: give it rank "
                f"{1 + ahead}, or mend the others.",
            )
        elif team.rank == 1 and len(firsts) > 1 and team.points < best:
            yield RankFault(
                place,
                f"{team.franchise} shares rank 1 with {team.points} points, and another team has {best}: only one "
                "team wins a duel with fewer points.",
            )
        elif team.rank > 1 and (behind := _behind_wrongly(team, appeared)):
            yield RankFault(
                place,
                f"{team.franchise} has {team.points} points and is reported at rank {team.rank}, not ahead of "
                f"{behind.franchise} with {behind.points}: only the team that won the duel is ahead of more points.",
            )


def _places_of_forfeits(appeared: list[TeamReport]) -> set[int]:
    """The places that teams which forfeited may have: the last one, or level with those who have no points either."""
    places = {1 + len(appeared)}
    if all(team.points >= 0 for team in appeared):
        places.add(1 + sum(team.points > 0 for team in appeared))
    return places


def _behind_wrongly(team: TeamReport, appeared: list[TeamReport]) -> TeamReport | None:
    """A team with fewer points that a team is not ahead of, the winners left out."""
    return next(
        (other for other in appeared if 1 < other.rank <= team.rank and other.points < team.points),
        None,
    )
