"""The speed chart and the rating it determines."""

from __future__ import annotations

import pytest

from rules.dethmatch.driving.acceleration import band_modifier, needed_to_accelerate, rating
from rules.dethmatch.match.state import Critical
from tests.rules.dethmatch.motion import on_the_road

ROWS = (
    # the first and last speed of a row with gearing +1, 0 and -1
    (2, (0, 2), (0, 2), (0, 4)),
    (1, (3, 3), (3, 4), (5, 8)),
    (0, (4, 4), (5, 6), (9, 12)),
    (-1, (5, 5), (7, 8), (13, 16)),
    (-2, (6, 6), (9, 10), (17, 20)),
    (-3, (7, 7), (11, 12), (21, 24)),
    (-4, (8, 8), (13, 14), (25, 28)),
)


@pytest.mark.rule("DM-M-045")
@pytest.mark.parametrize(("modifier", "short", "plain", "long"), ROWS)
def test_every_row_of_the_chart_from_its_first_to_its_last_speed(
    modifier: int, short: tuple[int, int], plain: tuple[int, int], long: tuple[int, int]
) -> None:
    for gearing, speeds in ((1, short), (0, plain), (-1, long)):
        assert [band_modifier(speed=speed, gearing=gearing) for speed in speeds] == [modifier, modifier]


@pytest.mark.rule("DM-M-045")
@pytest.mark.parametrize(("gearing", "speed"), [(1, 9), (0, 15), (-1, 29)])
def test_past_the_chart_no_attempt_is_made(gearing: int, speed: int) -> None:
    assert band_modifier(speed=speed, gearing=gearing) is None
    play, car = on_the_road(speed=speed, fit={"gearing": gearing})
    assert needed_to_accelerate(play, car) is None


@pytest.mark.rule("DM-M-031")
def test_each_drivetrain_hit_takes_one_off_the_rating() -> None:
    play, car = on_the_road(fit={"acceleration": 2})
    assert rating(play, car) == 2
    drivetrain = Critical(row="engine", effect="drivetrain")
    car.criticals = [drivetrain, Critical(row="engine", effect="tank"), Critical(row="body"), drivetrain, drivetrain]
    assert rating(play, car) == -1


@pytest.mark.rule("DM-M-044", "DM-M-045", "DM-M-046")
@pytest.mark.parametrize(
    ("speed", "boosted", "face"), [(0, False, 4), (3, False, 3), (5, False, 2), (5, True, 3), (14, True, -1)]
)
def test_what_an_attempt_needs_is_rating_and_band_and_boost(speed: int, boosted: bool, face: int) -> None:
    play, car = on_the_road(speed=speed, boosted=boosted)
    assert needed_to_accelerate(play, car) == face


@pytest.mark.rule("DM-M-045")
@pytest.mark.parametrize(("speed", "face"), [(1, 4), (2, 3), (13, -2), (14, None)])
def test_the_band_may_be_that_of_the_speed_aimed_at_by_house_rule(speed: int, face: int | None) -> None:
    play, car = on_the_road(speed=speed, switches={"dethmatch.band_uses_target_speed": True})
    assert needed_to_accelerate(play, car) == face
