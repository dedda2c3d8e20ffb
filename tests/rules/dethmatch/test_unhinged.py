"""The Unhinged."""

from __future__ import annotations

import pytest

from rules.dethmatch.combat.unhinged import roll
from rules.dethmatch.designs.design import Mount
from tests.rules.dethmatch.boards import Board, Car
from tests.rules.dethmatch.gunnery import armed, duel, gunner_of, target_at


@pytest.mark.rule("DM-M-118")
@pytest.mark.parametrize(("face", "fires"), [(6, True), (5, False), (1, False)])
def test_on_a_6_he_fires_at_the_closest(face: int, fires: bool) -> None:
    play = duel(faces=[face, *([6] if fires else [])])
    roll(play, play.car(), play.crew())
    assert bool(play.entries_of("fire")) is fires
    assert play.all_thrown()


@pytest.mark.rule("DM-M-118")
def test_the_closest_is_shot_at_friend_or_not_and_nobody_else_where_no_weapon_bears_on_it() -> None:
    play = Board(gunner_of(team="reds"), target_at(3), Car(id="c", at=(2, 0), team="reds"), faces=[6, 6])
    roll(play, play.car(), play.crew())
    assert play.entries_of("fire")[0].more["target"] == "c"
    play = Board(gunner_of(), target_at(3), Car(id="c", at=(-2, 0)), faces=[6])
    roll(play, play.car(), play.crew())
    assert play.kinds() == ["status_roll"]


@pytest.mark.rule("DM-M-118")
def test_of_the_equally_close_one_is_drawn() -> None:
    play = Board(gunner_of(), target_at(3, 0), Car(id="c", at=(3, -1)), Car(id="d", at=(2, 1)), faces=[6, 2, 6])
    roll(play, play.car(), play.crew())
    assert play.entries_of("fire")[0].more["target"] == "c"
    assert play.all_thrown()


@pytest.mark.rule("DM-M-118")
def test_he_uses_the_weapon_with_the_best_chance_that_may_be_fired() -> None:
    shooter = gunner_of()
    shooter.design = armed(Mount(id="m1", type="light"), Mount(id="m2", type="heavy"), Mount(id="m3", type="light"))
    shooter.guns = {"m1": "recoilless_rifle", "m2": "at_rifle", "m3": "machinegun"}
    play = Board(shooter, target_at(7), faces=[6, 6])
    roll(play, play.car(), play.crew())
    assert play.entries_of("fire")[0].more["mount"] == "m2"


@pytest.mark.rule("DM-M-118", "DM-M-094")
def test_he_uses_no_second_weapon_of_the_turn_and_nothing_without_ammunition() -> None:
    play = duel(faces=[6])
    play.gun().ammunition = 0
    roll(play, play.car(), play.crew())
    assert play.kinds() == ["status_roll"]
    play = duel(faces=[6])
    play.crew().turn_used["weapon other"] = 1
    roll(play, play.car(), play.crew())
    assert play.kinds() == ["status_roll"]


@pytest.mark.rule("DM-M-133", "DM-M-118")
def test_while_weapons_are_held_his_shot_is_flagged_and_costs_his_team_2_points() -> None:
    play = duel(event="lap_race", faces=[6, 6])
    roll(play, play.car(), play.crew())
    assert play.kinds() == ["status_roll", "flagged", "fire", "miss"]
    assert {id: team.penalty for id, team in play.state.teams.items()} == {"team-a": 2, "team-b": 0}


@pytest.mark.rule("DM-M-133")
def test_once_weapons_are_free_nothing_is_flagged() -> None:
    play = duel(event="lap_race", faces=[6, 6])
    play.car("b").laps = 1
    roll(play, play.car(), play.crew())
    assert "flagged" not in play.kinds()


@pytest.mark.rule("DM-M-118", "DM-M-023")
def test_an_unhinged_gunner_fires_from_his_own_seat_and_one_who_is_alone_at_nobody() -> None:
    play = duel(shooter={"gunner": {}}, faces=[6, 6])
    roll(play, play.car(), play.crew("a.gunner"))
    assert play.entries_of("fire")[0].more["seat"] == "gunner"
    alone = Board(gunner_of(), faces=[6])
    roll(alone, alone.car(), alone.crew())
    assert alone.kinds() == ["status_roll"]
