"""Run in a checkout that followed the recipe for a match system: it resolves a league's match on the site."""

from __future__ import annotations

import pytest

from league.models import MatchLog
from tests.league.resolved_leagues import worked
from tests.league.small_league import signed

pytestmark = pytest.mark.django_db


def test_the_match_system_resolves_a_match_of_a_league() -> None:
    table = signed(franchises=("razors", "saints"))
    planned = {"match": "m1", "event": "drag race", "franchises": ["razors", "saints"], "ruleset": "drag"}
    table.give("announce_round", round="r1", matches=[planned])
    for franchise in table.franchises:
        seats = [{"car": f"{franchise}.car1", "driver": f"{franchise}.d1"}]
        table.give("name_line_up", by=franchise, franchise=franchise, match="m1", seats=seats)
    table.give("lock_line_ups", match="m1")
    worked()
    log = MatchLog.objects.get(season=table.season)
    assert (log.ruleset, log.edition) == ("drag", 1)
    assert sum(line_up.points or 0 for line_up in table.state.line_ups.values()) in (3, 6)
