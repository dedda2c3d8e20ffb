"""The commands that a season gives itself when they are due. Rules DM-C-104, DM-C-166, DM-C-171, DM-C-177."""

from __future__ import annotations

from collections.abc import Callable

from rules.campaign.core.command import Command
from rules.campaign.core.locks_and_shops import FINISHED_MATCH_STEPS
from rules.campaign.core.state import Season
from rules.campaign.market.shopping import OpenShopping, SettleMatch
from rules.campaign.match_day.announcing import RollPreMatch, blocking_match
from rules.campaign.match_day.round_end import CloseRound
from rules.campaign.match_day.settlement import CloseSettlement, OpenSettlement
from rules.campaign.play.perform import perform
from rules.campaign.season_end.draft import CloseDraft, draft_turn
from rules.campaign.season_end.sponsor_pool import ClosePool, pool_turn
from rules.core.dice import Dice
from rules.core.terms import MatchId, RoundId


def due_commands(season: Season) -> list[Command]:
    """The commands that are due, in order; empty while the season waits for people."""
    due: list[Command] = []
    for round in season.open_rounds():
        matches = season.matches_of(round.id)
        for match in matches:
            id = MatchId(match.id)
            if match.step == "M2" and blocking_match(season, match) is None:
                due.append(RollPreMatch(match=id))
            elif match.step == "M5.1":
                due.append(OpenSettlement(match=id))
            elif match.step == "M5.4" and all(line_up.decided for line_up in season.line_ups_of(match.id)):
                due.append(CloseSettlement(match=id))
            elif match.step == "M5.9":
                due.append(OpenShopping(match=id))
            elif match.step == "M5.10" and all(
                line_up.shopping == "closed" for line_up in season.line_ups_of(match.id)
            ):
                due.append(SettleMatch(match=id))
        if all(match.step in FINISHED_MATCH_STEPS for match in matches):
            due.append(CloseRound(round=RoundId(round.id)))
    if season.step == "E6" and draft_turn(season) is None:
        due.append(CloseDraft())
    if season.step == "E8" and pool_turn(season) is None:
        due.append(ClosePool())
    return due


def perform_due_commands(season: Season, dice: Callable[[], Dice]) -> None:
    """Perform what is due, each command with fresh dice, until the season waits for people."""
    while due := due_commands(season):
        perform(season, due[0], dice())
