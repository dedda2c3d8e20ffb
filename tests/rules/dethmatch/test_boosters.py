"""Booster rockets."""

from __future__ import annotations

import pytest

from rules.dethmatch.match.entries import ItemEntry
from rules.dethmatch.match.state import CarStatus
from rules.dethmatch.movement.boosters import burn, trigger
from tests.rules.dethmatch.boards import Board, Car
from tests.rules.dethmatch.gunnery import armed, mount_for


def boosted(*faces: int, charges: int = 2, burns: int = 2, speed: int = 4) -> Board:
    rockets = ItemEntry(
        id="a.m1", kind="booster_rockets", mount="m1", rolled={"ammunition": charges, "burn_turns": burns}
    )
    play = Board(Car(id="a", design=armed(mount_for("rockets")), items=[rockets], speed=speed), faces=faces)
    play.gun().ammunition = charges
    return play


@pytest.mark.rule("DM-M-121")
def test_a_triggered_booster_adds_1_speed_each_turn_until_it_is_burned_out() -> None:
    play = boosted(2)
    trigger(play, play.car(), "m1")
    assert (play.gun().ammunition, play.gun().burning, play.car().speed) == (1, 2, 4)
    for speed, burning in ((5, 1), (6, 0), (6, 0)):
        burn(play, play.car())
        assert (play.car().speed, play.gun().burning) == (speed, burning)


@pytest.mark.rule("DM-M-121")
def test_a_booster_of_which_nothing_was_rolled_burns_for_a_turn() -> None:
    play = Board(Car(id="a", design=armed(mount_for("rockets")), guns={"m1": "booster_rockets"}), faces=(2,))
    trigger(play, play.car(), "m1")
    assert play.gun().burning == 1


@pytest.mark.rule("DM-M-121", "DM-M-132")
def test_a_booster_that_was_used_up_and_has_a_charge_again_burns_as_it_was_rolled() -> None:
    play = boosted(2, charges=1)
    play.car().loadout.used.append("a.m1")
    play.update_fit(play.car())
    trigger(play, play.car(), "m1")
    assert (play.gun().ammunition, play.gun().burning) == (0, 2)


@pytest.mark.rule("DM-M-121", "DM-M-045")
def test_a_booster_takes_a_car_beyond_every_chart() -> None:
    play = boosted(2, speed=15)
    trigger(play, play.car(), "m1")
    burn(play, play.car())
    assert play.car().speed == 16


@pytest.mark.rule("DM-M-121")
@pytest.mark.parametrize("charges", [1, 2, 3])
def test_on_a_1_they_explode_for_one_critical_per_charge_left(charges: int) -> None:
    # Each critical is a 3 or less with those before it: drivetrain, drivetrain, drivetrain.
    play = boosted(1, *[1, 1] * charges, charges=charges)
    trigger(play, play.car(), "m1")
    assert len(play.car().criticals) == charges
    assert (play.gun().ammunition, play.gun().destroyed, play.gun().burning) == (0, True, 0)
    assert play.car().loadout.lost == ["a.m1"]
    assert play.all_thrown()


@pytest.mark.rule("DM-M-121")
def test_what_cannot_be_triggered_lapses() -> None:
    play = boosted(2, 2)
    trigger(play, play.car(), "m1")
    trigger(play, play.car(), "m1")
    trigger(play, play.car(), "m9")
    assert play.kinds() == ["booster", "order_lapsed", "order_lapsed"]
    play.gun().burning = 0
    trigger(play, play.car(), "m1")
    assert play.car().loadout.used == ["a.m1"]
    play.gun().burning = 0
    trigger(play, play.car(), "m1")
    assert play.kinds()[-1] == "order_lapsed"
    assert "m1" in play.entries_of("order_lapsed")[-1].more["why"]


@pytest.mark.rule("DM-M-121")
@pytest.mark.parametrize("status", [CarStatus.PARKED, CarStatus.DESTROYED])
def test_a_booster_drives_nobody_who_does_not_drive(status: CarStatus) -> None:
    play = boosted(2)
    trigger(play, play.car(), "m1")
    play.car().status = status
    burn(play, play.car())
    assert play.car().speed == 4
