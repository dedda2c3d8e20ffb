"""The autopilot's view of targets at the very edge of a weapon's range."""

from __future__ import annotations

import pytest

from rules.carcult.first_autopilot.surroundings import survey_surroundings
from tests.rules.carcult.boards import Board, Car


@pytest.mark.rule("CC-002", "CC-052", "CC-096")
@pytest.mark.parametrize(
    ("weapon", "at", "percent", "reached"),
    [
        ("machine_gun", (2500, 2400), 0, True),
        ("machine_gun", (2501, 2400), 0, False),
        ("machine_gun", (2386, 2400), 10, True),
        ("machine_gun", (2387, 2400), 10, False),
        ("machine_gun", (2633, 2400), -10, True),
        ("machine_gun", (2634, 2400), -10, False),
        ("cannon", (3512, 3455), 0, True),
        ("cannon", (3513, 3457), 0, False),
    ],
)
def test_an_enemy_is_reached_whose_nearest_part_is_guessed_within_range(
    weapon: str, at: tuple[int, int], percent: int, *, reached: bool
) -> None:
    """Side by side, two cars in a row are 3 inches nearer than their centers; corner to corner, 3.25 inches."""
    play = Board(Car(at=(1000, 2400), cards=(weapon,), tracks={weapon: "S."}), Car(id="b1", at=at))
    play.state.guesses = {"b1": percent}
    outlook = survey_surroundings(play, play.car(), minimum=0, furthest=0)
    targets = [target for gun in outlook.guns for target in gun.targets]
    assert any(outlook.reaches(outlook.here, target) for target in targets) is reached
