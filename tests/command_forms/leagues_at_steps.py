"""Leagues of two franchises at steps of a round and of a season's end, for owners at the desk."""

from __future__ import annotations

from rules.core.switches import Setting
from tests.league.league_cache import built_once
from tests.league.small_league import Table, drafting, lined_up, report, settled, shopping

TEAMS = ("razors", "saints")


@built_once
def reckoned() -> Table:
    """A match with an accepted report: the razors' first car has two criticals, the saints' second is destroyed.

    Both owners have repairs to decide.
    """
    table = lined_up(franchises=TEAMS)
    match_report = report(table)
    match_report["cars"][0] |= {"criticals": 2}
    table.give("accept_report", match="m1", report=match_report)
    return table


@built_once
def at_the_shops(**switches: Setting) -> Table:
    """A league whose shops are open after its first match, with all offers declined."""
    table = shopping(franchises=TEAMS, switches=switches or None)
    for offer in list(table.state.offers.values()):
        table.give("decline_offer", by=offer.franchise, franchise=offer.franchise, offer=offer.id)
    return table


@built_once
def ranked() -> Table:
    """A season of one round at its franchise contracts."""
    table = settled(franchises=TEAMS, rounds=1)
    for tag in ("rank_table", "award_cup", "retire_drivers", "close_staff_keep"):
        table.give(tag)
    return table


@built_once
def picking() -> Table:
    """A season of one round at its draft."""
    return drafting(settled(franchises=TEAMS, rounds=1))
