"""Match points: by place, for kills, and what becomes of a flag from the stewards. Rules DM-M-133, DM-M-135 to
DM-M-139.
"""

from __future__ import annotations

from rules.core.refusals import Malformed
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState, TeamState

MOST_POINTS = 1000  # no mutant: no rule prints it
"""The most points one place may be worth by house rule."""


def points_by_place(text: str) -> tuple[int, ...]:
    """Points of each place, the first place first, as a switch writes them: `10 7 5 3 2 1`. Raises `Malformed`."""
    words = text.split()
    if not words or not all(word.isascii() and word.isdigit() and int(word) <= MOST_POINTS for word in words):
        raise Malformed(
            f"{text!r} are no points by place: give whole numbers of at most {MOST_POINTS} with spaces between them, "
            "the first place first, such as 10 7 5 3 2 1."
        )
    return tuple(map(int, words))


def place_points(table: tuple[int, ...], place: int) -> int:
    """What a place is worth, 1 for the first; nothing past the last one of the table (DM-M-136)."""
    return table[place - 1] if place <= len(table) else 0


def shared_points(table: tuple[int, ...], *, first: int, cars: int) -> int:
    """What each of so many cars gets of the places from `first` on that they hold together, rounded up (DM-M-138)."""
    whole = sum(place_points(table, place) for place in range(first, first + cars))
    return -(-whole // cars)


def kills_of(play: Match, team: str) -> int:
    """Enemy cars a team has destroyed in the heat under way, by the credit of its crews (DM-M-139)."""
    return _total_kills(play, team) - play.state.teams[team].kills


def bank_kills(play: Match) -> None:
    """At the end of a heat: the kills of every team so far are those of heats that are over."""
    for team, sheet in play.state.teams.items():
        sheet.kills = _total_kills(play, team)


def score(play: Match, car: CarState, *, rule: str, points: int) -> None:
    """A car's driver has scored for their team (DM-M-135); `points` are what it brings the team."""
    driver = play.state.crew[car.driver]
    driver.scores += 1
    play.note(
        "score", rule, car, crew=driver.id, before={"scores": driver.scores - 1}, after={"scores": driver.scores},
        points=points,
    )  # fmt: skip


def match_points(team: TeamState) -> int:
    """A team's points of every heat together, less what it was flagged for, never below 0 (DM-M-133, DM-M-135)."""
    return max(sum(team.points) - team.penalty, 0)


def _total_kills(play: Match, team: str) -> int:
    return sum(sheet.kills for sheet in play.state.crew.values() if sheet.team == team)
