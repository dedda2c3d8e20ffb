"""What a mine hits when it goes off: vehicles from below or by its blast, and their tires."""

from __future__ import annotations

from typing import Any

import pytest

from rules.carwars.procedures.procedure import InputsImpossible
from tests.rules.carwars.procedures.bounds import assert_bounded
from tests.rules.carwars.procedures.performing import performed

CORNERS = ("front_left", "front_right", "rear_right", "rear_left")


def box(left: int, bottom: int, width: int = 50, height: int = 50) -> list[list[int]]:
    top, right = bottom + height, left + width
    return [[left, top], [right, top], [right, bottom], [left, bottom]]


def car(*, guards: bool = False, hubs: bool = False, length: int = 100) -> dict[str, Any]:
    """A car that heads up, with its rear left corner at 0, 0."""
    tires = [{"corner": corner, "wheelguard": guards, "hub": hubs} for corner in CORNERS]
    return {"name": "Ace", "corners": box(0, 0, 50, length), "tires": tires}


def mine(
    left: int, bottom: int, *vehicles: dict[str, Any], set_off_by: str = "pressure", **more: Any
) -> dict[str, Any]:
    return {"counter": box(left, bottom), "set_off_by": set_off_by, "vehicles": list(vehicles)} | more


def tires_hit(inputs: dict[str, Any], answers: dict[str, Any] | None = None) -> dict[str, str]:
    hits = performed("resolve_mine_blast", inputs, answers=answers).values["hits"]
    tires: dict[str, str] = hits["Ace"]["tires"]
    return tires


@pytest.mark.rule("CW-P-032", "CW-Q-048")
@pytest.mark.parametrize(
    ("set_off_by", "more", "away", "below"),
    [
        ("pressure", {}, 25, True),
        ("pressure", {}, 26, False),
        ("proximity", {"detection_range": 60}, 60, True),
        ("proximity", {"detection_range": 60}, 61, False),
        ("remote", {"detection_range": 60}, 25, True),
        ("remote", {"detection_range": 60}, 26, False),
    ],
)
def test_the_underbody_is_hit_within_detection_range_or_a_quarter_inch(
    set_off_by: str, more: dict[str, int], away: int, below: bool
) -> None:
    outcome = performed("resolve_mine_blast", mine(50 + away, 25, car(), set_off_by=set_off_by, **more))
    assert outcome.values["hits"]["Ace"]["underbody"] is below
    assert outcome.says[0] == f"The mine hits Ace from {'below' if below else f'0.{away} inches away'}."


@pytest.mark.rule("CW-P-032")
@pytest.mark.parametrize(("away", "tires"), [(100, {"front_right": ""}), (101, None)])
def test_the_blast_reaches_1_inch(away: int, tires: dict[str, str] | None) -> None:
    outcome = performed("resolve_mine_blast", mine(50 + away, 50, car()))
    hits = {} if tires is None else {"Ace": {"underbody": False, "tires": tires}}
    assert outcome.values == {"hits": hits, "own_rule": ""}
    assert (outcome.says == ("The mine hits no vehicle.",)) is (tires is None)


@pytest.mark.rule("CW-P-032")
def test_a_vehicle_that_a_mine_detects_is_hit_from_below_beyond_the_blast() -> None:
    inputs = mine(200, 25, car(), set_off_by="proximity", detection_range=150)
    assert tires_hit(inputs) == dict.fromkeys(CORNERS, "")


@pytest.mark.rule("CW-P-032")
def test_every_vehicle_near_a_mine_is_looked_at() -> None:
    other = {"name": "Bug", "corners": box(-300, 0, 50, 100), "tires": [{"corner": "front_left"}]}
    outcome = performed("resolve_mine_blast", mine(70, 25, other, car()))
    assert list(outcome.values["hits"]) == ["Ace"]


@pytest.mark.rule("CW-P-032", "CW-Q-049")
@pytest.mark.parametrize(
    ("guards", "hubs", "device"), [(True, False, "wheelguard"), (False, True, "hub"), (True, True, "wheelguard")]
)
def test_from_the_outside_wheelguards_and_hubs_protect_and_from_the_far_side_nothing_does(
    guards: bool, hubs: bool, device: str
) -> None:
    unprotected = {"front_left": "", "rear_left": ""}
    vehicle = car(guards=guards, hubs=hubs)
    assert tires_hit(mine(80, 25, vehicle)) == unprotected | {"front_right": device, "rear_right": device}
    vehicle = car(guards=guards, hubs=hubs)
    assert tires_hit(mine(-80, 25, vehicle)) == {
        "front_left": device,
        "front_right": "",
        "rear_right": "",
        "rear_left": device,
    }


@pytest.mark.rule("CW-P-032", "CW-Q-049")
@pytest.mark.parametrize(
    ("bottom", "corners"), [(130, ("front_left", "front_right")), (-80, ("rear_left", "rear_right"))]
)
def test_from_the_front_and_the_back_wheelguards_protect_and_hubs_do_not(
    bottom: int, corners: tuple[str, ...]
) -> None:
    assert tires_hit(mine(0, bottom, car(guards=True))) == dict.fromkeys(corners, "wheelguard")
    assert tires_hit(mine(0, bottom, car(hubs=True))) == dict.fromkeys(corners, "")


@pytest.mark.rule("CW-P-032")
def test_a_wheelguard_covers_a_rear_tire_from_the_front() -> None:
    assert tires_hit(mine(0, 80, car(guards=True, length=50))) == dict.fromkeys(CORNERS, "wheelguard")


@pytest.mark.rule("CW-P-032")
@pytest.mark.parametrize(
    ("left", "guards", "hubs"),
    [(25, ("wheelguard", "wheelguard"), ("", "")), (27, ("", "wheelguard"), ("", "hub"))],
)
def test_a_mine_in_line_with_a_side_lies_ahead_and_one_beyond_that_line_lies_outside(
    left: int, guards: tuple[str, str], hubs: tuple[str, str]
) -> None:
    front = ("front_left", "front_right")
    assert tires_hit(mine(left, 130, car(guards=True))) == dict(zip(front, guards, strict=True))
    assert tires_hit(mine(left, 130, car(hubs=True))) == dict(zip(front, hubs, strict=True))


@pytest.mark.rule("CW-P-032")
def test_the_sides_are_found_on_a_map_with_its_y_axis_downward() -> None:
    inputs = mine(80, 25, car(hubs=True))
    for corners in (inputs["counter"], inputs["vehicles"][0]["corners"]):
        for point in corners:
            point[1] = -point[1]
    assert tires_hit(inputs) == {"front_left": "", "front_right": "hub", "rear_right": "hub", "rear_left": ""}


@pytest.mark.rule("CW-P-032", "CW-Q-049")
@pytest.mark.parametrize(("protection", "device"), [("never", ""), ("line_test", ""), ("always", "wheelguard")])
def test_nothing_protects_tires_from_below_unless_wheelguards_always_do(protection: str, device: str) -> None:
    answers = {"drop.guards_vs_mines": {"protection": protection}}
    assert tires_hit(mine(0, 0, car(guards=True, hubs=True)), answers) == dict.fromkeys(CORNERS, device)


@pytest.mark.rule("CW-P-032", "CW-Q-049")
@pytest.mark.parametrize(("protection", "right", "left"), [("never", "", ""), ("always", "hub", "hub")])
def test_a_referee_may_count_wheelguards_and_hubs_never_or_always(protection: str, right: str, left: str) -> None:
    answers = {"drop.guards_vs_mines": {"protection": protection}}
    tires = tires_hit(mine(80, 25, car(hubs=True)), answers)
    assert tires == {"front_left": left, "front_right": right, "rear_right": right, "rear_left": left}


@pytest.mark.rule("CW-P-032")
def test_the_tires_that_are_hit_are_named_with_what_protects_them() -> None:
    says = performed("resolve_mine_blast", mine(101, 50, car(guards=True))).says
    assert says == (
        "The mine hits Ace from 0.51 inches away.",
        "The front right tire of Ace is hit, and its wheelguard may take the damage.",
        "The rear right tire of Ace is hit, and its wheelguard may take the damage.",
    )
    assert performed("resolve_mine_blast", mine(101, 50, car())).says[1] == "The front right tire of Ace is hit."


@pytest.mark.rule("CW-P-032", "CW-Q-048")
def test_a_rule_in_the_referees_own_words_is_quoted() -> None:
    answers = {"drop.mine_underbody": {"rule": "Mines hit no underbody.\n"}}
    outcome = performed("resolve_mine_blast", mine(80, 25, car()), answers=answers)
    assert outcome.values["own_rule"] == "Mines hit no underbody."
    assert outcome.says[0].endswith("The referee's answer to CW-Q-048 comes first: Mines hit no underbody.")
    assert "printed rule" not in " ".join(performed("resolve_mine_blast", mine(80, 25, car())).says)


@pytest.mark.rule("CW-P-032")
@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"counter": [[0, 0], [1, 1], [2, 2], [3, 3]]}, "The corners of the mine"),
        ({"vehicles": [car() | {"corners": [[0, 0], [1, 1], [0, 1], [1, 0]]}]}, "The corners of Ace"),
        ({"vehicles": [car(), car()]}, "Two vehicles are named 'Ace'"),
        ({"vehicles": [car() | {"tires": [{"corner": "rear_left"}] * 2}]}, "Ace has two tires at one corner"),
    ],
)
def test_impossible_mines_are_refused(change: dict[str, Any], says: str) -> None:
    with pytest.raises(InputsImpossible, match=says):
        performed("resolve_mine_blast", mine(80, 25, car()) | change)


@pytest.mark.rule("CW-P-032")
@pytest.mark.parametrize(
    ("path", "lowest", "highest"),
    [
        ("vehicles", 1, 20),
        ("vehicles.0.name", 1, 60),
        ("vehicles.0.tires", 1, 20),
        ("vehicles.0.corners.0.0", -100_000, 100_000),
        ("counter.3.1", -100_000, 100_000),
        ("detection_range", 0, 100_000),
    ],
)
def test_inputs_of_a_mine_are_bounded(path: str, lowest: int, highest: int) -> None:
    assert_bounded("resolve_mine_blast", mine(80, 25, car(), detection_range=25), path, lowest, highest)
