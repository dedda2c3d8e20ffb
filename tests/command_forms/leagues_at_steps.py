"""Leagues of two franchises at the steps of a match week and of a season's end, for an owner at the desk."""

from __future__ import annotations

from rules.core.switches import Setting
from tests.league.league_cache import built_once
from tests.league.small_league import Table, drafting, lined_up, report, settled, shopping

TEAMS = ("razors", "saints")


@built_once
def reckoned() -> Table:
    """A match whose report is in: razors' first car has a critical, saints' second is destroyed, and both decide."""
    table = lined_up(franchises=TEAMS)
    told = report(table)
    told["cars"][0] |= {"criticals": 2}
    table.give("accept_report", match="m1", report=told)
    return table


@built_once
def at_the_shops(**switches: Setting) -> Table:
    """Shops open after the first match, and what was tinkered for it declined."""
    table = shopping(franchises=TEAMS, switches=switches or None)
    for offer in list(table.state.offers.values()):
        table.give("decline_offer", by=offer.franchise, franchise=offer.franchise, offer=offer.id)
    return table


@built_once
def ranked() -> Table:
    """A season whose one round is over, at the franchise contracts."""
    table = settled(franchises=TEAMS, rounds=1)
    for tag in ("rank_table", "award_cup", "retire_drivers", "close_staff_keep"):
        table.give(tag)
    return table


@built_once
def picking() -> Table:
    """The same season at its draft."""
    return drafting(settled(franchises=TEAMS, rounds=1))
