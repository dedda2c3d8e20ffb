"""What the autopilot goes by, at the very edge."""

from __future__ import annotations

import pytest

from rules.carcult.autopilot.chances import is_behind
from rules.carcult.autopilot.wants import allocation
from tests.rules.carcult.boards import Put, board, car


@pytest.mark.rule("CC-095")
@pytest.mark.parametrize(("across", "behind"), [(10, True), (11, True), (12, False)])
def test_what_lies_the_least_bit_back_is_behind(across: int, *, behind: bool) -> None:
    """On a heading of 2 degrees 11 to the right and 315 up is 11 * 9994 - 315 * 349 = -1 ten-thousandth ahead."""
    play = board(Put(at=(2000, 2400), heading=2), Put(id="b1", at=(2000 + across, 2400 - 315)))
    assert is_behind(car(play), car(play, "b1")) is behind


@pytest.mark.rule("CC-095")
@pytest.mark.parametrize(("held", "gunner"), [("..", True), (".D", False)])
def test_tokens_on_the_driver_are_no_dice_for_the_gunner(held: str, *, gunner: bool) -> None:
    cards = ("dangerous_driver", "gutsy_gunner", "cannon")
    play = board(
        Put(at=(800, 2400), engine="hauler", cards=cards, tracks={"engine": "SSSS..", "cannon": held}),
        Put(id="b1", at=(2800, 2400), heading=180, engine="buzzbox", cards=("rifle",)),
    )
    tokens = allocation(play, car(play)).tokens
    assert tokens["dangerous_driver"] == 2
    assert ("gutsy_gunner" in tokens) is gunner


@pytest.mark.rule("CC-095")
def test_what_is_left_goes_on_the_second_gun() -> None:
    play = board(
        Put(at=(800, 2400), engine="hauler", cards=("dangerous_driver", "rifle", "machine_gun"),
            tracks={"engine": "SSSS.."}),
        Put(id="b1", at=(2800, 2400), heading=180, engine="buzzbox"),
    )  # fmt: skip
    assert allocation(play, car(play)).tokens == {"machine_gun": 2, "rifle": 2}
