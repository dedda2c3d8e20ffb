"""The order in which cars act."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rules.dethmatch.crew.initiative import roll_initiative
from rules.dethmatch.match.orders import SpeedOrder
from rules.dethmatch.match.state import NOWHERE, CarStatus, Control
from tests.rules.dethmatch.boards import Board, Car

EAGER = SpeedOrder(impetuous=True)


def at_the_line(faces: list[int], **drivers: tuple[int, tuple[str, ...]]) -> Board:
    """Cars side by side, by id, with their drivers' initiative and talents."""
    return Board(
        *(
            Car(id, at=(0, place), driver={"initiative": rank, "talents": talents})
            for place, (id, (rank, talents)) in enumerate(drivers.items())
        ),
        faces=faces,
    )


@pytest.mark.rule("DM-M-042")
def test_cars_act_from_the_lowest_total_to_the_highest() -> None:
    play = at_the_line([6, 1, 3], a=(3, ()), b=(4, ()), c=(3, ()))
    roll_initiative(play)
    assert {id: car.total for id, car in play.state.cars.items()} == {"a": 9, "b": 5, "c": 6}
    assert play.state.order == play.state.ranking == ["b", "c", "a"]
    assert play.entries_of("initiative")[-1].after == {"order": ["b", "c", "a"]}


@pytest.mark.rule("DM-M-042", "DM-M-108")
def test_wounds_slow_a_driver_down() -> None:
    play = at_the_line([4, 4], a=(3, ()), b=(3, ()))
    play.state.crew["b.driver"].wounds = 1
    roll_initiative(play)
    assert play.state.order == ["b", "a"]


@pytest.mark.rule("DM-M-042")
def test_the_higher_tie_die_moves_later() -> None:
    play = at_the_line([2, 2, 5, 4], a=(3, ()), b=(3, ()))
    roll_initiative(play)
    assert play.state.order == ["b", "a"]


@pytest.mark.rule("DM-M-042")
def test_tie_dice_are_thrown_again_only_among_those_still_level() -> None:
    # totals 5, 5, 5; tie dice 4, 2, 4; a and c again 1, 6
    play = at_the_line([2, 2, 2, 4, 2, 4, 1, 6], a=(3, ()), b=(3, ()), c=(3, ()))
    roll_initiative(play)
    assert play.state.order == ["b", "a", "c"]
    assert play.all_thrown()


@pytest.mark.rule("DM-M-042")
def test_a_sharp_witted_driver_counts_as_a_seven_on_ties_and_only_there() -> None:
    play = at_the_line([2, 2, 3, 6], sharp=(3, ("sharp_witted",)), b=(3, ()), c=(3, ()))
    roll_initiative(play)
    assert play.state.order == ["b", "sharp", "c"]
    assert [entry.more["tie"] for entry in play.entries_of("initiative") if "tie" in entry.more] == [7, 6]
    assert play.all_thrown()


@pytest.mark.rule("DM-M-042")
def test_two_sharp_witted_drivers_roll_off_above_the_others() -> None:
    play = at_the_line(
        [2, 2, 2, 6, 5, 3], a=(3, ("sharp_witted",)), b=(3, ()), c=(3, ("sharp_witted", "sharp_witted"))
    )
    roll_initiative(play)
    assert play.state.order == ["b", "c", "a"]


@pytest.mark.rule("DM-M-042")
@pytest.mark.parametrize("lost", ["out", "uncontrolled", "destroyed"])
def test_a_car_nobody_drives_has_the_die_alone(lost: str) -> None:
    play = at_the_line([6, 1], a=(3, ("sharp_witted",)), b=(6, ()))
    car = play.state.cars["a"]
    play.state.crew["a.driver"].out = lost == "out"
    car.control = Control.UNCONTROLLED if lost == "uncontrolled" else Control.OK
    car.status = CarStatus.DESTROYED if lost == "destroyed" else CarStatus.RUNNING
    roll_initiative(play)
    assert (car.total, play.state.order) == (6, ["a", "b"])


@pytest.mark.rule("DM-M-042")
def test_wrecks_and_cars_off_the_map_are_left_out() -> None:
    play = at_the_line([3, 2], wreck=(3, ()), gone=(3, ()), a=(3, ()), b=(3, ()))
    play.state.cars["wreck"].status = CarStatus.WRECK
    play.state.cars["gone"].at = NOWHERE
    roll_initiative(play)
    assert play.state.order == ["b", "a"]


@pytest.mark.rule("DM-M-042")
@pytest.mark.parametrize(("edition", "gunner", "rolls"), [(2, False, True), (3, False, False), (3, True, True)])
def test_a_parked_car_rolls_only_if_somebody_in_it_can_act(edition: int, *, gunner: bool, rolls: bool) -> None:
    play = Board(Car("a", gunner={} if gunner else None, status=CarStatus.PARKED), Car("b", at=(3, 0)), faces=[3, 4])
    play.setup = replace(play.setup, edition=edition)
    play.state.crew["a.driver"].out = True
    roll_initiative(play)
    assert ("a" in play.state.order) is rolls


# -------------------------------------------------------------------------------------------------- the Impetuous


@pytest.mark.rule("DM-M-115")
def test_an_impetuous_driver_moves_first_once_a_heat_when_he_wants_to() -> None:
    play = at_the_line([1, 6, 1, 6, 1, 6], a=(3, ()), hot=(3, ("impetuous",)))
    roll_initiative(play)
    assert play.state.order == ["a", "hot"]
    play.intents = {"hot": EAGER, "a": EAGER}
    roll_initiative(play)
    assert (play.state.order, play.state.ranking) == (["hot", "a"], ["a", "hot"])
    roll_initiative(play)
    assert play.state.order == ["a", "hot"]


@pytest.mark.rule("DM-M-115")
def test_each_copy_is_one_use() -> None:
    play = at_the_line([1, 6], a=(3, ()), hot=(3, ("impetuous", "impetuous")))
    play.intents = {"hot": EAGER}
    orders = []
    for _ in range(3):
        play.load(1, 6)
        roll_initiative(play)
        orders.append(play.state.order)
    assert orders == [["hot", "a"], ["hot", "a"], ["a", "hot"]]


@pytest.mark.rule("DM-M-115")
def test_two_of_them_go_in_initiative_order() -> None:
    play = at_the_line([1, 6, 4], a=(3, ()), b=(3, ("impetuous",)), c=(3, ("impetuous",)))
    play.intents = {"b": EAGER, "c": EAGER}
    roll_initiative(play)
    assert play.state.order == ["c", "b", "a"]


@pytest.mark.rule("DM-M-115", "DM-M-148")
def test_nobody_is_impetuous_in_a_car_out_of_control() -> None:
    play = at_the_line([1, 6], a=(3, ()), hot=(3, ("impetuous",)))
    play.intents = {"hot": EAGER}
    play.state.cars["hot"].control = Control.MAJOR_SKID
    roll_initiative(play)
    assert (play.state.order, play.state.crew["hot.driver"].used) == (["a", "hot"], {})
