"""Edge cases of the autopilot's figures."""

from __future__ import annotations

import pytest

from rules.carcult.first_autopilot.estimates import is_behind
from rules.carcult.first_autopilot.move_choice import _attacks, _ground_risk, _mine_damage, _ways
from rules.carcult.first_autopilot.move_samples import path_of
from rules.carcult.first_autopilot.surroundings import survey_surroundings
from rules.carcult.first_autopilot.token_allocation import choose_allocation
from rules.carcult.match.orders import Leg
from tests.rules.carcult.boards import Board, Car, mine


@pytest.mark.rule("CC-095")
@pytest.mark.parametrize(("across", "behind"), [(10, True), (11, True), (12, False)])
def test_what_lies_the_least_bit_back_is_behind(across: int, *, behind: bool) -> None:
    """On a heading of 2 degrees, 11 to the right and 315 up is 11 * 9994 - 315 * 349 = -1 ten-thousandth ahead."""
    play = Board(Car(at=(2000, 2400), heading=2), Car(id="b1", at=(2000 + across, 2400 - 315)))
    assert is_behind(play.car(), play.car("b1")) is behind


@pytest.mark.rule("CC-095")
@pytest.mark.parametrize(("held", "gunner"), [("..", True), (".D", False)])
def test_tokens_on_the_driver_are_no_dice_for_the_gunner(held: str, *, gunner: bool) -> None:
    cards = ("dangerous_driver", "gutsy_gunner", "cannon")
    play = Board(
        Car(at=(800, 2400), engine="hauler", cards=cards, tracks={"engine": "SSSS..", "cannon": held}),
        Car(id="b1", at=(2800, 2400), heading=180, engine="buzzbox", cards=("rifle",)),
    )
    tokens = choose_allocation(play, play.car()).tokens
    assert tokens["dangerous_driver"] == 2
    assert ("gutsy_gunner" in tokens) is gunner


@pytest.mark.rule("CC-095")
def test_what_is_left_goes_on_the_second_gun() -> None:
    play = Board(
        Car(at=(800, 2400), engine="hauler", cards=("dangerous_driver", "rifle", "machine_gun"),
            tracks={"engine": "SSSS.."}),
        Car(id="b1", at=(2800, 2400), heading=180, engine="buzzbox"),
    )  # fmt: skip
    assert choose_allocation(play, play.car()).tokens == {"machine_gun": 2, "rifle": 2}


@pytest.mark.rule("CC-076", "CC-082", "CC-095")
@pytest.mark.switch("carcult.slicks", True)
def test_of_what_is_laid_mines_are_wanted_first_then_oil() -> None:
    """The engine is dead, so only the gunner's symbol makes a token."""
    play = Board(
        Car(at=(2400, 2400), engine="buzzbox", cards=("caltrops", "oil", "mines", "gutsy_gunner"),
            tracks={"engine": "DDDD"}),
        Car(id="b1", at=(800, 2400)),
        switches={"carcult.slicks": True},
    )  # fmt: skip
    assert choose_allocation(play, play.car()).tokens == {"mines": 1}
    play.car().tracks["mines"] = [2, 2, 2, 2]
    assert choose_allocation(play, play.car()).tokens == {"oil": 1}


@pytest.mark.rule("CC-045", "CC-096")
@pytest.mark.parametrize(("inches", "feared"), [((449,), 9), ((450,), 10), ((400, 49), 9), ((400, 50), 10)])
def test_rough_ground_is_feared_by_the_whole_inches_of_all_legs_in_it(inches: tuple[int, ...], feared: int) -> None:
    """The front of the car reaches the rough ground after 3.5 inches."""
    play = Board(Car(at=(1000, 2400)), terrain=[("rough", [(15, 20), (30, 20), (30, 28), (15, 28)])])
    outlook = survey_surroundings(play, play.car(), minimum=0, furthest=9)
    path, _ = path_of(0, tuple(Leg(forward=inch) for inch in inches))
    assert _ground_risk(outlook, path, _ways(outlook, path)) == feared


@pytest.mark.rule("CC-077")
@pytest.mark.parametrize(
    ("off", "dealt"), [((-481, 0), 38), ((-481, 1), 0), ((-482, 0), 0), ((781, 0), 38), ((781, 1), 0), ((782, 0), 0)]
)
def test_a_mine_behind_or_beyond_a_way_is_as_near_as_the_end_of_it(off: tuple[int, int], dealt: int) -> None:
    """Near is within 4 inches and a quarter of a diagonal of the middle of a car that goes 3 inches ahead."""
    play = Board(Car(at=(2400, 2400)))
    play.state.markers.append(mine(2400 + off[0], 2400 + off[1]))
    outlook = survey_surroundings(play, play.car(), minimum=0, furthest=9)
    assert _mine_damage(outlook, (2400, 2400), (300, 0)) == dealt


@pytest.mark.rule("CC-017", "CC-051", "CC-096")
@pytest.mark.parametrize(
    ("window", "x", "after"), [("any", 2000, 0), ("any", 2800, 3), ("after_move", 2000, 3), ("after_move", 2800, 3)]
)
def test_every_token_attacks_from_the_first_stop_in_range_or_after_the_whole_move(
    window: str, x: int, after: int
) -> None:
    """The first of three legs is cut short, and the enemy 18 inches ahead is in range only from its end."""
    play = Board(
        Car(at=(1000, 2400), cards=("machine_gun",), tracks={"machine_gun": "SS"}), Car(id="b1", at=(x, 2400)),
        switches={"carcult.attack_window": window},
    )  # fmt: skip
    outlook = survey_surroundings(play, play.car(), minimum=0, furthest=9)
    planned = _attacks(outlook, [outlook.here, (1500, 2400, 0)], 3)
    assert planned == (2 * 3 * 12, [("machine_gun", "b1", after)] * 2)
