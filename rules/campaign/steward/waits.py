"""What a season waits for, and for whom. The calendar gives each wait a window of time.

Rules DM-C-060, DM-C-065, DM-C-069, DM-C-104, DM-C-160 to DM-C-171, annex (a).
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.state import Match, Season
from rules.campaign.core.turns import Turn, Turns
from rules.campaign.season_end.draft import draft_turn
from rules.campaign.season_end.sponsor_pool import pool_turn
from rules.campaign.steward.awaited_franchises import franchises_awaited, is_line_up_awaited

SETUP_STEPS = frozenset({"S1", "S2", "S3"})
SIMULTANEOUS_STEPS = frozenset({"E4", "E5", "E7"})
"""Steps of the season's end at which every franchise answers, in any order."""
TURN_STEPS = frozenset({"E6", "E8"})
"""Steps at which franchises answer in turn, and each turn is a wait of its own."""
ANSWER_STEPS = frozenset({"M3", "M5.4", "M5.10"})
"""Steps of a match at which its franchises answer."""
REPORT_STEP = "M4"
"""The step of a match at which the commissioner is awaited, and no owner."""


@dataclass(frozen=True, slots=True)
class Wait:
    """One thing a season waits for: `S1`, `M3/m4`, `M4/m4`, `E4`, `E6/7` for the seventh turn of the draft.

    `franchises` are those awaited, by id; none at `M4`, where the commissioner is awaited. A wait that is kept open
    `to_the_end` has all its time even if nobody is awaited any more, since owners may go on shopping.
    """

    what: str
    step: str
    franchises: tuple[str, ...]
    to_the_end: bool = False
    match: str = ""


def current_waits(season: Season) -> list[Wait]:
    """What a season waits for, matches in order; empty if only the commissioner has to advance it.

    If hiring, garage and party are open together, they are one wait, `S1`.
    """
    step = season.step
    if step in SETUP_STEPS:
        return [Wait(step, step, tuple(franchises_awaited(season)), to_the_end=True)]
    if step == "M":
        matches = (match for round in season.open_rounds() for match in season.matches_of(round.id))
        return [wait for match in matches if (wait := _match_wait(season, match))]
    if step in TURN_STEPS:
        return _turn_waits(season)
    if step in SIMULTANEOUS_STEPS and (awaited := franchises_awaited(season)):
        return [Wait(step, step, tuple(awaited))]
    return []


def _match_wait(season: Season, match: Match) -> Wait | None:
    name = f"{match.step}/{match.id}"
    if match.step == REPORT_STEP:
        return Wait(name, match.step, (), match=match.id)
    if match.step not in ANSWER_STEPS:
        return None
    awaited = [line_up.franchise for line_up in season.line_ups_of(match.id) if is_line_up_awaited(season, line_up)]
    return Wait(name, match.step, tuple(awaited), match=match.id) if awaited else None


def _turn_waits(season: Season) -> list[Wait]:
    turns, turn = (season.draft, draft_turn(season)) if season.step == "E6" else (season.pool, pool_turn(season))
    if turns is None or turn is None:
        return []
    return [Wait(f"{season.step}/{_number(turns, turn)}", season.step, (turn.franchise,))]


def _number(turns: Turns, turn: Turn) -> int:
    """The number of a turn, from 1. Skipped places count too, so that no number comes twice."""
    return (turn.round - 1) * len(turns.order) + turn.at + 1
