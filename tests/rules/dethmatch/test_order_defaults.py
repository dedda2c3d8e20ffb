"""The defaults of orders: speed is held, weapons are used before the first step, a quick draw needs four in six."""

from __future__ import annotations

import pytest

from rules.dethmatch.match.orders import DropOrder, FireOrder, SpeedOrder, StandingOrder


@pytest.mark.rule("DM-M-044", "DM-M-047")
def test_a_speed_order_of_which_nothing_is_said_holds_without_a_check() -> None:
    order = SpeedOrder()
    assert (order.intent, order.to, order.checks, order.second_roll) == ("hold", 0, 0, "never")


@pytest.mark.rule("DM-M-093", "DM-M-101", "DM-M-104", "DM-M-121")
def test_a_shot_or_a_drop_of_which_nothing_is_said_comes_before_the_first_step() -> None:
    assert FireOrder(mount="front", target="b").after == 0
    drop = DropOrder(mount="rear")
    assert (drop.after, drop.direction, drop.fuse) == (0, 0, 1)


@pytest.mark.rule("DM-M-115", "DM-M-147")
def test_a_quick_draw_of_which_nothing_is_said_waits_for_four_in_six() -> None:
    assert StandingOrder().quick_draw == 4
