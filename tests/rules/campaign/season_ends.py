"""Seasons brought to their end step by step, for tests of the season's end."""

from __future__ import annotations

from typing import Any

from rules.campaign.core.command import SEASON_STEPS
from rules.campaign.people.veterans import RetireDrivers
from rules.campaign.season_end.draft import OpenDraft, PassPick, draft_turn
from rules.campaign.season_end.metal_cup import AwardCup
from rules.campaign.season_end.off_season import CloseSeason
from rules.campaign.season_end.sponsor_pool import DrawSponsors, PassSponsor, pool_turn
from rules.campaign.season_end.staff_retention import CloseStaffKeep
from rules.campaign.season_end.standings import RankTable
from rules.core.terms import FranchiseId
from tests.rules.campaign.memory_seasons import Table, signed

CLOSING = {
    "E1": RankTable,
    "E2": AwardCup,
    "E3": RetireDrivers,
    "E4": CloseStaffKeep,
    "E5": OpenDraft,
    "E7": DrawSponsors,
    "E9": CloseSeason,
}
"""The command that closes each step. The draft and the pool end by themselves."""


def ended(*franchises: str, step: str = "E1", **options: Any) -> Table:
    """A season at a step of its end without a round played. The franchises are in the order of the final table."""
    table = signed(*franchises, **options)
    ranked = franchises or ("razors", "saints")
    for place, id in enumerate(ranked):
        table.season.franchise(id).points = 10 * (len(ranked) - place)
    table.season.step = "E1"
    go_to(table, step)
    return table


def go_to(table: Table, step: str) -> None:
    """Go on to a step. Owners decide nothing in the steps between and pass every turn."""
    while SEASON_STEPS.index(table.season.step) < SEASON_STEPS.index(step):
        if table.season.step == "E6":
            pass_all_picks(table)
        elif table.season.step == "E8":
            pass_all_sponsors(table)
        else:
            table.give(CLOSING[table.season.step]())
    if step not in ("E6", "E8"):
        table.run()


def pass_all_picks(table: Table) -> None:
    """Everybody passes until the draft is over."""
    while turn := draft_turn(table.season):
        table.give(PassPick(franchise=FranchiseId(turn.franchise)))
    table.run()


def pass_all_sponsors(table: Table) -> None:
    """Everybody passes until the pool is closed."""
    while turn := pool_turn(table.season):
        table.give(PassSponsor(franchise=FranchiseId(turn.franchise)))
    table.run()
