"""Seasons played in memory by standing orders, for tests that need every kind of fact and every step."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from rules.campaign.core.command import tag_of
from rules.campaign.core.facts import Fact
from rules.campaign.steward.simulation import PerformedCommand, new_league_season, simulate

SECRET = bytes.fromhex("0abc")
FRANCHISES, ROUNDS, SEASONS = 4, 4, 2


def played() -> Iterator[PerformedCommand]:
    """Every command of two seasons of four franchises, each with the season after it."""
    season = new_league_season(franchises=FRANCHISES, rounds=ROUNDS, secret=SECRET)
    return simulate(season, secret=SECRET, seasons=SEASONS)


@cache
def stated() -> tuple[tuple[str, Fact], ...]:
    """Every fact of those seasons, with the tag of the command that caused it."""
    return tuple((tag_of(type(performed.command)), fact) for performed in played() for fact in performed.facts)
