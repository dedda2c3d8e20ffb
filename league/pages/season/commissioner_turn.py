"""Whether a season waits for its commissioner alone, and what pages say where no owner is awaited."""

from __future__ import annotations

from league.models import League, Season
from league.pages.season.awaited_franchises import LINE_UP_STEP, SETUP_STEPS, AwaitedFranchises
from league.pages.season.deadlines import Deadline, calendar_or_none
from league.queries.names import match_title
from league.queries.standings import Fixture, SeasonTable
from rules.campaign.core.command import SEASON_STEPS
from rules.campaign.core.locks_and_shops import FINISHED_MATCH_STEPS
from rules.campaign.founding.setup import LEAST_FRANCHISES
from rules.campaign.steward.waits import REPORT_STEP
from scheduling.automatic_steps import season_end_is_automatic

TURN_STEPS = ("E6", "E8")
"""Steps that end by themselves with the last franchise's turn."""


def goes_on_by_itself(league: League, season: Season) -> bool:
    """Whether the league's calendar takes the commissioner's steps, so that nobody has to press on.

    Takes a query only at the season's end, which jobs play once a commissioner began it.
    """
    calendar = calendar_or_none(league)
    if calendar is None or season.forked_from:
        return False
    at_end = SEASON_STEPS.index(season.step) > SEASON_STEPS.index("M")
    return season_end_is_automatic(season, calendar) if at_end else calendar.unattended


def commissioner_turn(season: Season, table: SeasonTable, waited_for: AwaitedFranchises) -> str:
    """What the season waits for from its commissioner, in a sentence; "" if it waits for owners, dice or a result.

    It names what the commissioner's next command is for (`rules.campaign.steward`), from what a page has read
    already. Where the calendar takes the commissioner's steps, nobody has to.
    """
    if season.awaited or season.step in ("closed", *TURN_STEPS):
        return ""
    if season.step == "M":
        return _turn_of_rounds(table, waited_for)
    if waited_for.by_wait:
        return ""
    if season.step == "S0":
        stand = len(table.standings) >= LEAST_FRANCHISES and season.rounds_planned
        return "All franchises are founded. You can open the setup." if stand else ""
    if season.step in SETUP_STEPS:
        return "No owner has anything left to do. The setup goes on when you say so."
    return "No owner has anything left to do. The season’s end goes on when you say so."


def idle_window_words(line: Deadline, *, by_itself: bool) -> str:
    """What a page says of a window that awaits no franchise."""
    if line.what.startswith(f"{REPORT_STEP}/"):
        return "The season waits for the commissioner."
    if line.paused:
        return "The season waits for no owner."
    if line.look == "bad":
        who = "the season goes on by itself" if by_itself else "the commissioner goes on"
        return f"Time is up, and no owner has anything left to do: {who}."
    return "No owner has to do anything more. It stays open to all until then" + (
        "." if by_itself else ", or until the commissioner goes on."
    )


def _turn_of_rounds(table: SeasonTable, waited_for: AwaitedFranchises) -> str:
    """The commissioner announces the next round after all matches, and locks line-ups (DM-C-063, DM-C-065)."""
    unfinished = [fixture for fixture in table.fixtures if fixture.step not in FINISHED_MATCH_STEPS]
    if not unfinished:
        return "The next round can be announced." if table.fixtures else "The first round can be announced."
    ready = (fixture for fixture in unfinished if _waits_for_lock(fixture, waited_for))
    fixture = next(ready, None)
    if fixture is None:
        return ""
    name = match_title(fixture.round, fixture.place)
    if all(team.named for team in fixture.teams):
        return f"All line-ups of {name} are in: you can lock them."
    return f"{name} goes on when you say so: a garage in it is too small."


def _waits_for_lock(fixture: Fixture, waited_for: AwaitedFranchises) -> bool:
    wait = f"{LINE_UP_STEP}/{fixture.id.rsplit('/', 1)[-1]}"
    return fixture.step == LINE_UP_STEP and wait not in waited_for.by_wait
