"""Match points: for places, for kills, and less the penalty for being flagged. Rules DM-M-133, DM-M-135
to DM-M-139.
"""

from __future__ import annotations

from rules.core.refusals import Malformed
from rules.dethmatch.editions import POINTS_EXPLAINED
from rules.dethmatch.match.match import Match
from rules.dethmatch.match.state import CarState, TeamState

MOST_POINTS = 1000  # no mutant: no rule prints it
"""The most points that a house rule may give for one place."""


def points_by_place(text: str) -> tuple[int, ...]:
    """Return the points of each place, the first place first, from a switch such as `10 7 5 3 2 1`. Raises
    `Malformed`.
    """
    words = text.split()
    if not words or not all(word.isascii() and word.isdigit() and int(word) <= MOST_POINTS for word in words):
        raise Malformed(
            f"{text!r} are no points by place: give whole numbers of at most {MOST_POINTS} with spaces between them, "
            "the first place first, such as 10 7 5 3 2 1."
        )
    return tuple(map(int, words))


def place_points(table: tuple[int, ...], place: int) -> int:
    """Return the points of a place, 1 being the first. Places past the end of the table get none (DM-M-136)."""
    return table[place - 1] if place <= len(table) else 0


def shared_points(table: tuple[int, ...], *, first: int, cars: int) -> int:
    """Return what each of `cars` cars gets that hold the places from `first` on together, rounded up (DM-M-138)."""
    total = sum(place_points(table, place) for place in range(first, first + cars))
    return -(-total // cars)


def kills_of(play: Match, team: str) -> int:
    """Return how many enemy cars a team's crews are credited with destroying in this heat (DM-M-139)."""
    return _total_kills(play, team) - play.state.teams[team].kills


def bank_kills(play: Match) -> None:
    """Store every team's total kills at the end of a heat, so that `kills_of` counts from there."""
    for team, sheet in play.state.teams.items():
        sheet.kills = _total_kills(play, team)


def score(play: Match, car: CarState, *, rule: str, points: int) -> None:
    """Record that a car's driver has scored. `points` is what that brings their team (DM-M-135)."""
    driver = play.state.crew[car.driver]
    driver.scores += 1
    play.note(
        "score", rule, car, crew=driver.id, before={"scores": driver.scores - 1}, after={"scores": driver.scores},
        points=points,
    )  # fmt: skip


def note_kills(play: Match, *, each: int) -> None:
    """Log each team's points for enemy cars destroyed in this heat, from the third edition on (DM-M-139)."""
    if play.setup.edition < POINTS_EXPLAINED or not each:
        return
    for team in play.state.teams:
        if kills := kills_of(play, team):
            play.note("kills", "DM-M-139", team=team, kills=kills, points=each * kills)


def match_points(team: TeamState) -> int:
    """Return a team's points of all heats less its penalty, never below 0 (DM-M-133, DM-M-135)."""
    return max(sum(team.points) - team.penalty, 0)


def _total_kills(play: Match, team: str) -> int:
    return sum(sheet.kills for sheet in play.state.crew.values() if sheet.team == team)
