"""Who places the tokens of a mine, and who is credited with the damage."""

from __future__ import annotations

import pytest

from rules.carcult.combat.dropped_weapons import set_off
from rules.carcult.match.orders import ActOrder, Lay
from rules.carcult.movement.moves import act
from tests.rules.carcult.boards import Board, Car, ahead, mine


@pytest.mark.rule("CC-061", "CC-077")
@pytest.mark.parametrize(
    ("owner", "asked", "placed_by"),
    [
        ("b1", ["a1", "b1"], ["owner", "opponent"]),
        ("a2", ["a1", "a1"], ["owner", "owner"]),
        ("a1", ["a1", "a1"], ["owner", "owner"]),
    ],
)
def test_both_tokens_of_a_mine_of_ones_own_side_are_placed_by_the_owner(
    owner: str, asked: list[str], placed_by: list[str]
) -> None:
    play = Board(
        Car(id="a1", cards=("rifle",)), Car(id="a2", at=(1000, 1000)), Car(id="b1", at=(4000, 4000)), faces=[20]
    )
    marker = mine(2400, 2400, owner=owner)
    play.state.markers.append(marker)
    assert [question.car for question in play.run(set_off(play, play.car(), marker))] == asked
    assert [entry.more["placed_by"] for entry in play.entries_of("damage")] == placed_by


@pytest.mark.rule("CC-082", "CC-077")
@pytest.mark.parametrize(("kind", "inches"), [("oil", 4), ("caltrops", 6)])
def test_a_counter_does_not_trouble_its_layer_in_the_activation_that_lays_it(kind: str, inches: int) -> None:
    play = Board(
        Car(at=(1000, 2400), cards=(kind,), tracks={"engine": "..SS.", kind: "S."}),
        faces=[20],
        switches={"carcult.slicks": True},
    )
    play.run(act(play, play.car(), ActOrder(legs=ahead(9), lays=(Lay(card=kind),))))
    assert play.entries_of("rough") == []
    play.state.markers.append(mine(2500, 2400, kind=kind, owner="a1", id=2, laid=(1, 0)))
    play.run(act(play, play.car(), ActOrder(legs=ahead(9))))
    rough = play.entries_of("rough")
    assert [(entry.more["piece"], entry.more["inches"]) for entry in rough] == [(f"{kind} 2", inches)]


@pytest.mark.rule("CC-067", "CC-076")
def test_a_car_that_explodes_by_laying_its_last_mine_is_nobodys_doing() -> None:
    play = Board(
        Car(id="a1", engine="buzzbox", cards=("mines",), tracks={"engine": "DDDD", "mines": "SDDD"}),
        Car(id="b1", at=(2400, 2700)),
        Car(id="b2", at=(2400, 2200)),
    )
    play.car().hit_by = "b1"
    play.run(act(play, play.car(), ActOrder(lays=(Lay(card="mines"),))))
    assert play.car().status == "exploded"
    assert (play.car("b1").kills, play.entries_of("explosion")[0].more["by"]) == ([], "")
    assert play.car().caused == 2
    assert play.car("b1").caused == 0
