"""Run in a checkout that followed the recipe for the smallest match system: a league plays it, log and all."""

from __future__ import annotations

import pytest

from journal.verify import verify_matches
from league.models import MatchLog
from rules.core.dice import Dice, KeyRing
from rules.match.registry import get_ruleset
from rules.match.replay.frames import Film
from rules.match.ruleset import without_warnings
from rules.match.stepwise_play import StepwiseRuleset
from tests.league.resolved_leagues import worked
from tests.league.small_league import signed
from tests.rules.test_every_ruleset import packet, seat

pytestmark = pytest.mark.django_db


def dice() -> Dice:
    return Dice(KeyRing(b"high dice", {"m1": ""}))


def test_a_league_plays_the_smallest_match_system_and_its_log_is_played_again() -> None:
    table = signed(franchises=("razors", "saints"))
    planned = {"match": "m1", "event": "high dice", "franchises": ["razors", "saints"], "ruleset": "highdice"}
    table.give("announce_round", round="r1", matches=[planned])
    for franchise in table.franchises:
        seats = [{"car": f"{franchise}.car1", "driver": f"{franchise}.d1"}]
        table.give("name_line_up", by=franchise, franchise=franchise, match="m1", seats=seats)
    table.give("lock_line_ups", match="m1")
    worked()
    stored = MatchLog.objects.get(season=table.season)
    assert (stored.ruleset, stored.edition) == ("highdice", 1)
    assert sum(line_up.points or 0 for line_up in table.state.line_ups.values()) in (3, 6)
    found = verify_matches(table.season)
    assert (found.played, found.findings) == (1, [])


def test_its_log_has_digests_and_comes_back_byte_for_byte_and_tells_a_story() -> None:
    ruleset = get_ruleset("highdice")
    assert isinstance(ruleset, StepwiseRuleset)
    design = {"dice": 2}
    locked = packet(ruleset, (seat(ruleset, "a1", design=design),), (seat(ruleset, "b1", design=design),))
    match = ruleset.start(locked, dice())
    while not ruleset.is_over(match):
        asked = ruleset.legal_orders(match)
        ruleset.step(match, None if asked is None else {"dice": 1})
    resolution = ruleset.final_resolution(match)
    assert (
        ruleset.replay(locked, resolution.log, None) == ruleset.replay(locked, resolution.log, dice()) == resolution
    )
    assert len(match.play.log.digests) == 3
    story = ruleset.story(resolution.log)
    assert [line for line in story if line.startswith("Turn")] == [f"Turn {turn} of heat 1" for turn in (1, 2, 3)]
    assert story[1].startswith("  a1: throw (")
    assert story[1].endswith(" [HD-001]")
    assert ruleset.film(resolution.log) == Film()
    assert max(team.points for team in resolution.report.teams) == 3


def test_its_designs_and_matches_are_checked() -> None:
    ruleset = get_ruleset("highdice")
    terms = {"dp": 60, "gunner_station": False, "gearing": 0, "switches": {}}
    assert ruleset.design_errors({"dice": 3}, **terms) == []
    assert [error.rule for error in ruleset.design_errors({"dice": 4}, **terms)] == ["HD-001"]
    assert [error.code for error in ruleset.design_errors({"wheels": 4}, **terms)] == ["unreadable"]
    proposal = ruleset.propose_fixture(number=1, teams=2, vehicles_per_team=1)
    assert (proposal.event, without_warnings(ruleset.fixture_errors(proposal))) == ("high dice", [])
