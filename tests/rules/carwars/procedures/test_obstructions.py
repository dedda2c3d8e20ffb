"""Smoke, paint and hard cover between a shooter and a target."""

from __future__ import annotations

import pytest

from rules.carwars.procedures.procedure import InputsImpossible
from tests.rules.carwars.procedures.bounds import assert_bounded
from tests.rules.carwars.procedures.performing import performed


@pytest.mark.rule("CW-P-033", "CW-Q-052")
@pytest.mark.parametrize(
    ("distance", "nearest", "up", "down"),
    [
        (0, 0, 0, 0),
        (1, 0, 1, 0),
        (24, 0, 1, 0),
        (25, 1, 1, 0),
        (49, 1, 1, 0),
        (50, 1, 1, 1),
        (51, 1, 2, 1),
        (74, 1, 2, 1),
        (75, 2, 2, 1),
        (100, 2, 2, 2),
    ],
)
def test_smoke_is_rounded_to_half_inches_and_exact_quarters_up(
    distance: int, nearest: int, up: int, down: int
) -> None:
    for rounding, half_inches in (("nearest", nearest), ("up", up), ("down", down)):
        answers = {"drop.smoke_rounding": {"rounding": rounding}}
        outcome = performed("round_smoke_distance", {"distance": distance}, answers=answers)
        assert outcome.values == {"half_inches": half_inches, "distance": half_inches * 50}


@pytest.mark.rule("CW-P-033")
def test_the_rounding_is_explained() -> None:
    assert performed("round_smoke_distance", {"distance": 125}).says == (
        "1.25 inches through smoke or paint, rounded to the nearest half inch, counts as 1.5 inches.",
    )
    up = {"drop.smoke_rounding": {"rounding": "up"}}
    assert "rounded up to a half inch" in performed("round_smoke_distance", {"distance": 1}, answers=up).says[0]


@pytest.mark.rule("CW-P-033")
def test_distances_through_smoke_are_bounded() -> None:
    assert_bounded("round_smoke_distance", {"distance": 1}, "distance", 0, 100_000)


@pytest.mark.rule("CW-P-037", "CW-Q-064")
@pytest.mark.parametrize(
    ("exposed", "to_hit"),
    [(99, -1), (75, -1), (50, -1), (49, -2), (37, -2), (25, -2), (24, -3), (13, -3), (12, -3), (1, -3)],
)
def test_hard_cover_goes_by_the_width_exposed_and_the_next_smaller_figure(exposed: int, to_hit: int) -> None:
    outcome = performed("find_cover_modifier", {"exposed": exposed, "width": 100})
    assert outcome.values == {"to_hit": to_hit}


@pytest.mark.rule("CW-P-037", "CW-Q-064")
@pytest.mark.parametrize(
    ("exposed", "part", "says"),
    [
        (60, "half_inch", "0.6 inches is exposed, which counts as 1/2 inch: -7 to hit."),
        (30, "quarter_inch", "0.3 inches is exposed, which counts as 1/4 inch: -7 to hit."),
        (10, "eighth_inch", "0.1 inches is exposed, which counts as 1/8 inch or less: -7 to hit."),
    ],
)
def test_a_referee_may_choose_each_figure_of_hard_cover(exposed: int, part: str, says: str) -> None:
    answers = {"fire.hard_cover": {part: -7}}
    outcome = performed("find_cover_modifier", {"exposed": exposed, "width": 100}, answers=answers)
    assert outcome.values == {"to_hit": -7}
    assert outcome.says == (says,)
    others = {60, 30, 10} - {exposed}
    assert all(
        performed("find_cover_modifier", {"exposed": other, "width": 100}, answers=answers).values["to_hit"] > -7
        for other in others
    )


@pytest.mark.rule("CW-P-037")
def test_a_target_that_is_exposed_altogether_has_no_cover() -> None:
    outcome = performed("find_cover_modifier", {"exposed": 50, "width": 50})
    assert outcome.values == {"to_hit": 0}
    assert outcome.says == ("All of the target is exposed, so it has no cover.",)


@pytest.mark.rule("CW-P-037")
def test_more_exposed_than_there_is_is_refused() -> None:
    with pytest.raises(InputsImpossible, match="No more of a target is exposed than its whole width"):
        performed("find_cover_modifier", {"exposed": 51, "width": 50})


@pytest.mark.rule("CW-P-037")
@pytest.mark.parametrize("path", ["exposed", "width"])
def test_widths_are_bounded(path: str) -> None:
    assert_bounded("find_cover_modifier", {"exposed": 50, "width": 100}, path, 1, 1000)
