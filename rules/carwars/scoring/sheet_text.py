"""A score sheet in text: who is where and why, what is up to the referee, and what happened phase by phase."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from rules.carwars.scoring.duel import Duel
from rules.carwars.scoring.endings import REASON_RULES, DuelEnd
from rules.carwars.scoring.league_points import has_teams, scorers, team_scores, winners
from rules.carwars.scoring.score import ScoreSheet
from rules.match.text_tables import EMPTY_CELL, Cell, Column, Table, make_table

HEAD = (
    Column("place"),
    Column("vehicle"),
    Column("total", "all points together"),
    Column("kills", "points for kills, less those lost by being killed"),
    Column("bonuses"),
    Column("penalties"),
    Column("threshold", "what is compared with the two thresholds that end a duel"),
    Column("held since", "the phase since which it has the lower threshold"),
    Column("condition"),
)
TEAM_HEAD = (
    Column("team"),
    Column("vehicles"),
    Column("total", "the sum of its vehicles"),
    Column("standings", "what counts in the standings"),
    Column("whole", "that as a match of the campaign counts it, halves up"),
    Column("share of the pot", "its points of all points, none below 0"),
)
END_REASONS = {
    "instant": "{winner} reached {instant} points in control",
    "held": "{winner} held {held} points for {phases} phases",
    "last_vehicle": "one vehicle was left at most",
    "turn_limit": "the last turn was over",
    "time_called": "time was called",
}
"""Why a duel ended, in words."""


def sheet_table(duel: Duel, sheet: ScoreSheet) -> Table:
    """The scores, the best place first; points are exact fractions."""
    settings = duel.settings

    def row(id: str) -> list[Cell]:
        score = sheet.scores[id]
        return [
            sheet.places[id],
            duel.name_of(id),
            str(score.total),
            str(score.kill_points),
            str(score.bonus_points),
            str(score.penalty_points),
            str(score.threshold_score(settings)),
            EMPTY_CELL if score.held_since is None else settings.moment(score.held_since),
            _condition(sheet, id),
        ]

    order = sorted(sheet.scores, key=lambda id: sheet.places[id])
    return make_table("Scores", HEAD, map(row, order))


def sheet_tables(duel: Duel, sheet: ScoreSheet) -> list[Table]:
    """The scores, and those of teams where there are any (CW-S-055)."""
    return [sheet_table(duel, sheet), *([_team_table(duel, sheet)] if has_teams(duel) else [])]


def _team_table(duel: Duel, sheet: ScoreSheet) -> Table:
    """The teams, the highest total first; points are exact fractions (CW-S-055, CW-S-056)."""
    rows: list[list[Cell]] = [
        [
            score.team,
            _names(duel, score.vehicles),
            str(score.total),
            str(score.standings_points),
            score.whole_points,
            str(score.prize_share),
        ]
        for score in team_scores(duel, sheet)
    ]
    return make_table("Teams", TEAM_HEAD, rows)


def _names(duel: Duel, ids: Iterable[str]) -> str:
    """The names of vehicles: "Jane, Otto"."""
    return ", ".join(map(duel.name_of, ids))


def result_sentences(duel: Duel, sheet: ScoreSheet) -> Iterator[str]:
    """Who won, and who scored for their team where there are teams, once the duel is over (CW-S-057)."""
    if sheet.end is None:
        return
    first = winners(sheet)
    shared = " share the first place" if len(first) > 1 else " won"
    yield f"{_names(duel, first)}{shared} [CW-S-057]."
    if has_teams(duel):
        yield f"Scored for their team: {_names(duel, scorers(sheet)) or 'nobody'} [CW-S-057]."


def _condition(sheet: ScoreSheet, id: str) -> str:
    score = sheet.scores[id]
    if score.complete_kill is not None:
        return "complete kill"
    if score.left_arena:
        return "left the arena"
    if score.mobility_kill is not None:
        return "mobility kill"
    return score.control if score.able else "nobody can drive"


def end_sentence(duel: Duel, end: DuelEnd) -> str:
    """How a duel ended: when, why and by which rule."""
    settings = duel.settings
    why = END_REASONS[end.reason].format(
        winner=duel.name_of(end.winner),
        instant=settings.instant_win_threshold,
        held=settings.held_win_threshold,
        phases=settings.held_phases,
    )
    return f"The duel ended at the close of {settings.moment(end.phase)}: {why} [{REASON_RULES[end.reason]}]."


def story_lines(duel: Duel, sheet: ScoreSheet) -> Iterator[str]:
    """Every change of a score, phase by phase, with its rule."""
    for phase, lines in groupby(sheet.lines, key=lambda line: line.phase):
        moment = duel.settings.moment(phase)
        yield moment[0].upper() + moment[1:]
        for line in lines:
            points = f"+{line.points}" if line.points > 0 else str(line.points)
            yield f"  {duel.name_of(line.duelist)} {points}: {line.reason} [{line.rule}]"


def sheet_lines(duel: Duel, sheet: ScoreSheet) -> Iterator[str]:
    """What the referee has to decide, how the duel ended and who won, and the story."""
    for proposal in sheet.proposals:
        yield f"For the referee: {proposal.sentence} [{proposal.rule}]"
    if sheet.end is not None:
        yield end_sentence(duel, sheet.end)
        yield from result_sentences(duel, sheet)
    else:
        yield f"The duel goes on after {len(sheet.phases)} phase{'s' * (len(sheet.phases) != 1)}."
    yield ""
    yield from story_lines(duel, sheet)
