"""The Unhinged."""

from __future__ import annotations

import pytest

from rules.dethmatch.combat.unhinged import roll
from rules.dethmatch.designs.design import Mount
from tests.rules.dethmatch.boards import Put, board
from tests.rules.dethmatch.gunnery import armed, car, crew, duel, gun, gunner_of, target_at
from tests.rules.dethmatch.motion import all_thrown, entries, kinds


@pytest.mark.rule("DM-M-118")
@pytest.mark.parametrize(("face", "fires"), [(6, True), (5, False), (1, False)])
def test_on_a_6_he_fires_at_the_closest(face: int, fires: bool) -> None:
    play = duel(faces=[face, *([6] if fires else [])])
    roll(play, car(play), crew(play))
    assert bool(entries(play, "fire")) is fires
    assert all_thrown(play)


@pytest.mark.rule("DM-M-118")
def test_the_closest_is_shot_at_friend_or_not_and_nobody_else_where_no_weapon_bears_on_it() -> None:
    play = board(gunner_of(team="reds"), target_at(3), Put(id="c", at=(2, 0), team="reds"), faces=[6, 6])
    roll(play, car(play), crew(play))
    assert entries(play, "fire")[0].more["target"] == "c"
    play = board(gunner_of(), target_at(3), Put(id="c", at=(-2, 0)), faces=[6])
    roll(play, car(play), crew(play))
    assert kinds(play) == ["status_roll"]


@pytest.mark.rule("DM-M-118")
def test_of_the_equally_close_one_is_drawn() -> None:
    play = board(gunner_of(), target_at(3, 0), Put(id="c", at=(3, -1)), Put(id="d", at=(2, 1)), faces=[6, 2, 6])
    roll(play, car(play), crew(play))
    assert entries(play, "fire")[0].more["target"] == "c"
    assert all_thrown(play)


@pytest.mark.rule("DM-M-118")
def test_he_uses_the_weapon_with_the_best_chance_that_may_be_fired() -> None:
    shooter = gunner_of()
    shooter.design = armed(Mount(id="m1", type="light"), Mount(id="m2", type="heavy"), Mount(id="m3", type="light"))
    shooter.guns = {"m1": "recoilless_rifle", "m2": "at_rifle", "m3": "machinegun"}
    play = board(shooter, target_at(7), faces=[6, 6])
    roll(play, car(play), crew(play))
    assert entries(play, "fire")[0].more["mount"] == "m2"


@pytest.mark.rule("DM-M-118", "DM-M-094")
def test_he_uses_no_second_weapon_of_the_turn_and_nothing_without_ammunition() -> None:
    play = duel(faces=[6])
    gun(play).ammunition = 0
    roll(play, car(play), crew(play))
    assert kinds(play) == ["status_roll"]
    play = duel(faces=[6])
    crew(play).turn_used["weapon other"] = 1
    roll(play, car(play), crew(play))
    assert kinds(play) == ["status_roll"]


@pytest.mark.rule("DM-M-133", "DM-M-118")
def test_while_weapons_are_held_his_shot_is_flagged_and_costs_his_team_2_points() -> None:
    play = duel(event="lap_race", faces=[6, 6])
    roll(play, car(play), crew(play))
    assert kinds(play) == ["status_roll", "flagged", "fire", "miss"]
    assert {id: team.penalty for id, team in play.state.teams.items()} == {"team-a": 2, "team-b": 0}


@pytest.mark.rule("DM-M-133")
def test_once_weapons_are_free_nothing_is_flagged() -> None:
    play = duel(event="lap_race", faces=[6, 6])
    car(play, "b").laps = 1
    roll(play, car(play), crew(play))
    assert "flagged" not in kinds(play)


@pytest.mark.rule("DM-M-118", "DM-M-023")
def test_an_unhinged_gunner_fires_from_his_own_seat_and_one_who_is_alone_at_nobody() -> None:
    play = duel(shooter={"gunner": {}}, faces=[6, 6])
    roll(play, car(play), crew(play, "a.gunner"))
    assert entries(play, "fire")[0].more["seat"] == "gunner"
    alone = board(gunner_of(), faces=[6])
    roll(alone, car(alone), crew(alone))
    assert kinds(alone) == ["status_roll"]
