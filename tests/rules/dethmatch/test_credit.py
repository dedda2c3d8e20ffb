"""Credit for criticals and kills."""

from __future__ import annotations

import pytest

from rules.dethmatch.crew.credit import credit
from tests.rules.dethmatch.gunnery import duel


@pytest.mark.rule("DM-M-139")
@pytest.mark.parametrize(("kill", "criticals", "kills"), [(False, 1, 0), (True, 0, 1)])
def test_a_critical_and_a_kill_of_an_enemy_are_counted_apart(kill: bool, criticals: int, kills: int) -> None:
    play = duel()
    credit(play, "a.driver", play.car("b"), kill=kill)
    assert (play.crew().criticals, play.crew().kills, play.crew().friendly) == (criticals, kills, 0)


@pytest.mark.rule("DM-M-139")
@pytest.mark.parametrize(("kill", "friendly"), [(False, 1), (True, 0)])
def test_against_a_team_mate_there_is_nothing_but_a_friendly_critical(kill: bool, friendly: int) -> None:
    play = duel(shooter={"team": "reds"}, target={"team": "reds"})
    credit(play, "a.driver", play.car("b"), kill=kill)
    assert (play.crew().criticals, play.crew().kills, play.crew().friendly) == (0, 0, friendly)
    assert [entry.crew for entry in play.entries_of("friendly")] == ["a.driver"]


@pytest.mark.rule("DM-M-139")
def test_what_nobody_did_is_nobodys() -> None:
    play = duel()
    credit(play, "", play.car("b"))
    assert play.log.entries == []
