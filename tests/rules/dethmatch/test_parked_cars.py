"""Cars at rest: boosters on a broken suspension, and a gunner whose driver is out."""

from __future__ import annotations

import pytest

from rules.dethmatch.driving.uncontrolled import come_to_rest
from rules.dethmatch.match.entries import ItemEntry
from rules.dethmatch.match.orders import FireOrder, PhaseOrder
from rules.dethmatch.movement import boosters
from tests.rules.dethmatch.boards import Board, Car
from tests.rules.dethmatch.gunnery import armed, mount_for


@pytest.mark.rule("DM-M-034", "DM-M-121")
@pytest.mark.parametrize(
    ("broken", "before", "after"),
    [(True, 0, 0), (True, 3, 4), (False, 0, 1)],
    ids=["standing on it", "still sliding", "standing and whole"],
)
def test_a_burning_booster_moves_no_car_that_stands_on_a_broken_suspension(
    broken: bool, before: int, after: int
) -> None:
    rockets = ItemEntry(id="a.m1", kind="booster_rockets", mount="m1")
    parked = Car("a", design=armed(mount_for("rockets")), items=[rockets], speed=before, broken=broken)
    play = Board(parked)
    car = play.state.cars["a"]
    car.guns[0].burning = 2
    boosters.burn(play, car)
    assert (car.speed, car.guns[0].burning) == (after, 1)


@pytest.mark.rule("DM-M-117", "DM-M-118")
@pytest.mark.parametrize(
    ("quirk", "face", "fires"), [("stupid", 6, False), ("stupid", 5, True), ("unhinged", 6, True)]
)
def test_the_gunner_of_a_parked_car_has_his_quirks_as_on_the_road(quirk: str, face: int, fires: bool) -> None:
    order = PhaseOrder(fire=(FireOrder(mount="front", target="b", seat="gunner"),) if quirk == "stupid" else ())
    play = Board("a> . . b>", Car("a", guns={"front": "machinegun"}, gunner={"quirks": {quirk: 1}}))
    play.crew().out = True
    come_to_rest(play, play.car())
    play.load_paths({"t1/p1/a": [face, *([6] if fires else [])]})
    play.take_turn("a", order)
    assert [(entry.kind, entry.crew) for entry in play.entries_of("status_roll")] == [("status_roll", "a.gunner")]
    assert bool(play.entries_of("fire")) is fires
