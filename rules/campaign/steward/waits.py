"""What a season waits for, and for whom. The calendar gives each wait a window of time.

Rules DM-C-060, DM-C-065, DM-C-069, DM-C-104, DM-C-160 to DM-C-171, annex (a).
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.command import open_steps
from rules.campaign.core.state import Franchise, LineUp, Match, Season
from rules.campaign.core.turns import Turn, Turns
from rules.campaign.match_day.line_ups import may_be_entered
from rules.campaign.money.prices import ROOKIE_K
from rules.campaign.season_end.draft import draft_turn
from rules.campaign.season_end.franchise_contracts import takes_part_in_draft
from rules.campaign.season_end.sponsor_pool import pool_turn
from rules.campaign.steward.necessities import cars_short, may_buy_missing_car, may_hire
from rules.core.terms import K


def franchises_awaited(season: Season) -> list[str]:
    """The ids of the franchises whose answer the season waits for."""
    return [franchise.id for franchise in season.all_franchises() if is_awaited(season, franchise)]


def is_awaited(season: Season, franchise: Franchise) -> bool:
    """Whether the season waits for that franchise. In setup it does not wait for what the franchise cannot pay."""
    match season.step:
        case "S1" | "S2" | "S3":
            return _setup_awaits(season, franchise)
        case "M":
            return any(is_line_up_awaited(season, line_up) for line_up in line_ups_of_franchise(season, franchise.id))
        case "E4":
            return franchise.staff_rating > 1 and not franchise.staff_decided
        case "E5":
            named = franchise.contracts_named or franchise.folded
            return takes_part_in_draft(season, franchise) and not named
        case "E6":
            return _is_on(draft_turn(season), franchise)
        case "E7":
            return not (franchise.safe_declared or franchise.folded)
        case "E8":
            return _is_on(pool_turn(season), franchise)
    return False


def line_ups_of_franchise(season: Season, franchise: str) -> list[LineUp]:
    """Every line-up of a franchise, ordered by match id."""
    theirs = (line_up for line_up in season.line_ups.values() if line_up.franchise == franchise)
    return sorted(theirs, key=lambda line_up: line_up.match)


def is_line_up_awaited(season: Season, line_up: LineUp) -> bool:
    """Whether a match waits for the franchise: to name its line-up, to decide on its cars, or to finish shopping."""
    match season.match(line_up.match).step:
        case "M3":
            return is_line_up_missing(season, line_up) and not needs_waiver(season, line_up)
        case "M5.4":
            return not line_up.decided
        case "M5.10":
            return line_up.shopping == "open"
    return False


def is_line_up_missing(season: Season, line_up: LineUp) -> bool:
    """Whether a line-up is not named yet, or names a driver or car that may not be fielded any more."""
    return not (line_up.named and may_be_entered(season, line_up))


def needs_waiver(season: Season, line_up: LineUp) -> bool:
    """Whether the garage is too small for the match and not waived; it is too late to buy cars (DM-C-065)."""
    return cars_short(season, line_up.franchise) > 0 and not line_up.garage_waived


def _setup_awaits(season: Season, franchise: Franchise) -> bool:
    if may_buy_missing_car(season, franchise.id):
        return True
    steps = open_steps(season)
    if "S1" in steps and len(season.roster(franchise.id)) < season.number_setting("roster.min"):
        if season.setting("roster.min_enforced"):
            return may_hire(season) and franchise.balance >= ROOKIE_K * K
        return not franchise.short_roster_known
    return "S3" in steps and bool(franchise.waiting_sponsors) and not season.setting("sponsors.may_decline")


def _is_on(turn: Turn | None, franchise: Franchise) -> bool:
    return turn is not None and turn.franchise == franchise.id


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
