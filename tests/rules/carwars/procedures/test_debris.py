"""Debris and obstacles on the way of a vehicle."""

from __future__ import annotations

from typing import Any

import pytest

from rules.carwars.procedures.procedure import InputsImpossible
from tests.rules.carwars.procedures.bounds import assert_bounded
from tests.rules.carwars.procedures.performing import performed

BOTH = {"move.debris_and_obstacle": {"counts": "both"}}
OWN_ONLY = {"dmg.mutual_debris": {"other_car_affected": False}}


def debris(name: str = "d", **more: Any) -> dict[str, Any]:
    return {"name": name, "kind": "debris"} | more


def obstacle(name: str = "o", **more: Any) -> dict[str, Any]:
    return {"name": name, "kind": "obstacle"} | more


def affects(*pieces: dict[str, Any], answers: dict[str, Any] | None = None) -> list[str]:
    inputs = {"vehicle": "Ace", "pieces": list(pieces)}
    names: list[str] = performed("list_debris_effects", inputs, answers=answers).values["affects"]
    return names


@pytest.mark.rule("CW-P-039", "CW-Q-089")
@pytest.mark.parametrize("kind", ["debris", "obstacle"])
@pytest.mark.parametrize(
    ("more", "counts"),
    [
        ({}, True),
        ({"shed_by": "Bug"}, True),
        ({"shed_by": "Bug", "from_collision": True}, True),
        ({"shed_by": "Ace"}, False),
        ({"shed_by": "Ace", "from_collision": True}, False),
        ({"stood_on": True}, False),
        ({"shed_by": "Bug", "stood_on": True}, False),
    ],
)
def test_what_a_vehicle_stood_on_or_shed_itself_has_no_effect_and_all_else_has(
    kind: str, more: dict[str, Any], counts: bool
) -> None:
    assert affects({"name": "p", "kind": kind} | more) == (["p"] if counts else [])


@pytest.mark.rule("CW-P-039", "CW-Q-089")
def test_a_referee_may_leave_out_the_debris_of_the_other_car_in_a_collision() -> None:
    fallen = {"shed_by": "Bug", "from_collision": True}
    assert affects(debris(**fallen), answers=OWN_ONLY) == []
    assert affects(obstacle(**fallen), answers=OWN_ONLY) == ["o"]
    assert affects(debris(shed_by="Bug"), debris("e"), answers=OWN_ONLY) == ["d", "e"]


@pytest.mark.rule("CW-P-039", "CW-Q-132")
def test_an_obstacle_that_is_hit_cancels_the_debris_of_the_phase() -> None:
    assert affects(debris(), obstacle(), debris("e"), obstacle("p")) == ["o", "p"]
    assert affects(debris(), obstacle(), debris("e"), answers=BOTH) == ["d", "o", "e"]


@pytest.mark.rule("CW-P-039", "CW-Q-132")
@pytest.mark.parametrize("more", [{"stood_on": True}, {"shed_by": "Ace"}])
def test_an_obstacle_without_effect_cancels_nothing(more: dict[str, Any]) -> None:
    assert affects(debris(), obstacle(**more)) == ["d"]


@pytest.mark.rule("CW-P-039")
def test_every_piece_is_explained() -> None:
    pieces = [debris(), obstacle(), debris("e", shed_by="Ace"), debris("f", stood_on=True)]
    assert performed("list_debris_effects", {"vehicle": "Ace", "pieces": pieces}).says == (
        "d has no effect: an obstacle is hit in this phase.",
        "o counts.",
        "e has no effect: the vehicle shed it itself.",
        "f has no effect: the vehicle stood on it when the phase began.",
    )
    fallen = {"vehicle": "Ace", "pieces": [debris(shed_by="Bug", from_collision=True)]}
    assert performed("list_debris_effects", fallen, answers=OWN_ONLY).says == (
        "d has no effect: it is debris of the other car in a collision.",
    )


@pytest.mark.rule("CW-P-039")
@pytest.mark.parametrize(
    ("pieces", "says"),
    [
        ([debris(), obstacle("d")], "Two pieces are named 'd'"),
        ([debris(from_collision=True)], "d fell off in a collision of this phase: say off which vehicle"),
        ([debris(from_collision=True, shed_by="Bug", stood_on=True)], "d fell off in a collision of this phase"),
    ],
)
def test_impossible_pieces_are_refused(pieces: list[dict[str, Any]], says: str) -> None:
    with pytest.raises(InputsImpossible, match=says):
        affects(*pieces)


@pytest.mark.rule("CW-P-039")
@pytest.mark.parametrize(
    ("path", "lowest", "highest"),
    [("vehicle", 1, 60), ("pieces", 1, 20), ("pieces.0.name", 1, 60), ("pieces.0.shed_by", 0, 60)],
)
def test_inputs_of_debris_are_bounded(path: str, lowest: int, highest: int) -> None:
    inputs = {"vehicle": "Ace", "pieces": [debris(shed_by="Bug")]}
    assert_bounded("list_debris_effects", inputs, path, lowest, highest)
