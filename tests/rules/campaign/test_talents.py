"""The four lists of talents."""

from __future__ import annotations

import pytest

from rules.campaign.talents import BY_TAG, ON_FACE, TALENTS, Category


@pytest.mark.rule("DM-C-019")
@pytest.mark.parametrize(
    ("category", "tags"),
    [
        ("driving", "texas_steer smooth_driver dog_sledder big_foot autobahn adept"),
        ("gunnery", "crack_shot marksman gunslinger eagle_eyes rapid_fire frosty"),
        ("toughness_and_agility", "ardent ornery stable_genetics quick_draw sharp_witted impetuous"),
        ("general", "pro mechanic tinkerer face iron_man bail_out"),
    ],
)
def test_each_list_is_as_printed(category: str, tags: str) -> None:
    row = ON_FACE[Category(category)]
    assert [row[face].tag for face in range(1, 7)] == tags.split()


@pytest.mark.rule("DM-C-019")
def test_there_are_24_talents_each_under_its_own_rule() -> None:
    assert len(TALENTS) == len(BY_TAG) == 24
    assert [talent.rule for talent in TALENTS] == [f"DM-C-{number:03}" for number in range(21, 45)]
    named = {tag: (BY_TAG[tag].name, BY_TAG[tag].rule) for tag in ("texas_steer", "stable_genetics", "bail_out")}
    assert named == {
        "texas_steer": ("Texas Steer", "DM-C-021"),
        "stable_genetics": ("Stable", "DM-C-035"),
        "bail_out": ("Bail-Out!", "DM-C-044"),
    }
