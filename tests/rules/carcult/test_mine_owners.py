"""Who places the tokens of a mine, and who is credited with the damage."""

from __future__ import annotations

import pytest

from rules.carcult.combat.dropped_weapons import set_off
from rules.carcult.match.orders import ActOrder, Lay
from rules.carcult.movement.moves import act
from tests.rules.carcult.boards import Put, ahead, board, car, entries, mine, run


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
    play = board(
        Put(id="a1", cards=("rifle",)), Put(id="a2", at=(1000, 1000)), Put(id="b1", at=(4000, 4000)), faces=[20]
    )
    marker = mine(2400, 2400, owner=owner)
    play.state.markers.append(marker)
    assert [question.car for question in run(play, set_off(play, car(play), marker))] == asked
    assert [entry.more["placed_by"] for entry in entries(play, "damage")] == placed_by


@pytest.mark.rule("CC-082", "CC-077")
@pytest.mark.parametrize(("kind", "inches"), [("oil", 4), ("caltrops", 6)])
def test_a_counter_does_not_trouble_its_layer_in_the_activation_that_lays_it(kind: str, inches: int) -> None:
    play = board(
        Put(at=(1000, 2400), cards=(kind,), tracks={"engine": "..SS.", kind: "S."}),
        faces=[20],
        switches={"carcult.slicks": True},
    )
    run(play, act(play, car(play), ActOrder(legs=ahead(9), lays=(Lay(card=kind),))))
    assert entries(play, "rough") == []
    play.state.markers.append(mine(2500, 2400, kind=kind, owner="a1", id=2, laid=(1, 0)))
    run(play, act(play, car(play), ActOrder(legs=ahead(9))))
    assert [(entry.more["piece"], entry.more["inches"]) for entry in entries(play, "rough")] == [
        (f"{kind} 2", inches)
    ]


@pytest.mark.rule("CC-067", "CC-076")
def test_a_car_that_explodes_by_laying_its_last_mine_is_nobodys_doing() -> None:
    play = board(
        Put(id="a1", engine="buzzbox", cards=("mines",), tracks={"engine": "DDDD", "mines": "SDDD"}),
        Put(id="b1", at=(2400, 2700)),
        Put(id="b2", at=(2400, 2200)),
    )
    car(play).hit_by = "b1"
    run(play, act(play, car(play), ActOrder(lays=(Lay(card="mines"),))))
    assert car(play).status == "exploded"
    assert (car(play, "b1").kills, entries(play, "explosion")[0].more["by"]) == ([], "")
    assert car(play).caused == 2
    assert car(play, "b1").caused == 0
