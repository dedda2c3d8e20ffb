"""Ranges between vehicles: the points they are measured between, and what measuring takes."""

from __future__ import annotations

from typing import Any

import pytest

from rules.carwars.procedures.procedure import InputsImpossible
from tests.rules.carwars.procedures.bounds import assert_bounded
from tests.rules.carwars.procedures.performing import performed

RANGE = {
    "shooter": [[0, 100], [50, 100], [50, 0], [0, 0]],
    "fires_from": "front",
    "target_name": "Bug",
    "target": [[0, 500], [50, 500], [50, 400], [0, 400]],
}
FREE = {"combat.range_check_uses_action": {"uses_action": False}}


def range_of(**change: Any) -> int:
    distance: int = performed("measure_range", RANGE | change).values["range"]
    return distance


@pytest.mark.rule("CW-P-036", "CW-Q-073")
@pytest.mark.parametrize(
    ("fires_from", "distance"),
    [("front", 300), ("back", 400), ("turret", 350), ("platform", 350), ("left", 350), ("right", 350)],
)
def test_a_range_begins_in_the_middle_of_the_side_or_of_the_counter(fires_from: str, distance: int) -> None:
    assert range_of(fires_from=fires_from) == distance


@pytest.mark.rule("CW-P-036", "CW-Q-073")
@pytest.mark.parametrize(("fires_from", "distance"), [("left", 60), ("right", 10), ("front", 35), ("turret", 35)])
def test_a_range_to_the_right_is_shortest_from_the_right_side(fires_from: str, distance: int) -> None:
    wall = [[60, 200], [110, 200], [110, -100], [60, -100]]
    assert range_of(fires_from=fires_from, target=wall) == distance


@pytest.mark.rule("CW-P-036", "CW-Q-073")
@pytest.mark.parametrize(
    ("aims_at", "distance"),
    [
        ("vehicle", 300),
        ("turret", 352),
        ("front_left_tire", 401),
        ("front_right_tire", 412),
        ("rear_right_tire", 316),
        ("rear_left_tire", 301),
    ],
)
def test_a_range_ends_at_the_nearest_point_at_the_corner_of_a_tire_or_in_the_middle_for_a_turret(
    aims_at: str, distance: int
) -> None:
    target = [[0, 500], [125, 500], [125, 400], [0, 400]]
    shooter = [[0, 100], [50, 100], [50, 0], [0, 0]]
    assert range_of(shooter=shooter, target=target, aims_at=aims_at) == distance


@pytest.mark.rule("CW-P-036", "CW-Q-073")
@pytest.mark.parametrize(("side", "distance"), [("front", 400), ("back", 300), ("left", 351), ("right", 351)])
def test_a_side_outside_the_arc_is_measured_to_its_middle_and_one_within_to_the_nearest_point(
    side: str, distance: int
) -> None:
    assert range_of(aims_at=side, side_in_arc=False) == distance
    assert range_of(aims_at=side, side_in_arc=True) == 300


@pytest.mark.rule("CW-P-036", "CW-Q-037")
def test_measuring_spends_the_action_and_ties_it_to_the_target() -> None:
    outcome = performed("measure_range", RANGE)
    assert outcome.values == {"range": 300, "action_spent": True, "only_target": "Bug", "own_rule": ""}
    assert outcome.says == (
        "Measured from the middle of the shooter's front side to Bug, to its nearest point. That is 3 inches.",
        "The firing action of this turn is spent. It may be used to fire at Bug only.",
    )
    assert performed("measure_range", RANGE | {"measured_before": "Bug"}).values["only_target"] == "Bug"
    with pytest.raises(InputsImpossible, match="measured the range to Cat in this turn"):
        performed("measure_range", RANGE | {"measured_before": "Cat"})


@pytest.mark.rule("CW-P-036", "CW-Q-037")
def test_measuring_may_be_free() -> None:
    outcome = performed("measure_range", RANGE | {"measured_before": "Cat"}, answers=FREE)
    assert outcome.values == {"range": 300, "action_spent": False, "only_target": None, "own_rule": ""}
    assert outcome.says[1] == "Measuring is free."


@pytest.mark.rule("CW-P-036")
@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"fires_from": "turret"}, "from the middle of the shooter's counter to Bug"),
        ({"aims_at": "turret"}, "to the middle of its counter."),
        ({"aims_at": "rear_left_tire"}, "to the corner of its rear left tire."),
        ({"aims_at": "left", "side_in_arc": False}, "to the middle of its left side."),
        ({"aims_at": "left"}, "to its nearest point."),
    ],
)
def test_the_points_of_a_range_are_named(change: dict[str, Any], says: str) -> None:
    assert says in performed("measure_range", RANGE | change).says[0]


@pytest.mark.rule("CW-P-036", "CW-Q-073")
def test_a_rule_in_the_referees_own_words_is_quoted() -> None:
    answers = {"fire.range_points": {"rule": "From turret to turret."}}
    outcome = performed("measure_range", RANGE, answers=answers)
    assert outcome.values["own_rule"] == "From turret to turret."
    assert outcome.says[0] == (
        "This is worked out by the printed rule. The referee's answer to CW-Q-073 comes first: From turret to turret."
    )


@pytest.mark.rule("CW-P-036")
@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"shooter": [[0, 0], [0, 0], [0, 0], [0, 0]]}, "The corners of the shooter"),
        ({"target": [[0, 0], [1, 1], [0, 1], [1, 0]]}, "The corners of Bug"),
    ],
)
def test_counters_with_twisted_corners_are_refused(change: dict[str, Any], says: str) -> None:
    with pytest.raises(InputsImpossible, match=says):
        performed("measure_range", RANGE | change)


@pytest.mark.rule("CW-P-036")
@pytest.mark.parametrize(
    ("path", "lowest", "highest"),
    [
        ("target_name", 1, 60),
        ("measured_before", 0, 60),
        ("shooter.0.0", -100_000, 100_000),
        ("target.3.1", -100_000, 100_000),
    ],
)
def test_inputs_of_a_range_are_bounded(path: str, lowest: int, highest: int) -> None:
    assert_bounded("measure_range", RANGE | {"measured_before": "Bug"}, path, lowest, highest)
