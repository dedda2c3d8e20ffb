"""Experience, levels and advancement."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from rules.campaign.core.state import Driver
from rules.campaign.people.experience import (
    LEVEL_UP_TO,
    TALENT_LIST_BY_ROLL,
    LevelReached,
    TalentGained,
    TraitRaised,
    earned_xp,
    level_at,
    level_up,
    roll_advancement,
)
from rules.campaign.people.talents import TALENT_BY_FACE, Category
from rules.core.dice import Stream
from rules.core.terms import Trait


def loaded(*faces: int) -> Stream:
    return Stream("m1/settle/d/advancement", loaded=faces)


@pytest.mark.rule("DM-C-014")
@pytest.mark.parametrize(
    ("won", "criticals", "scores", "xp"),
    [(False, 0, 0, 1), (True, 0, 0, 2), (False, 4, 0, 5), (False, 0, 1, 2), (False, 0, 3, 2), (True, 2, 3, 5)],
)
def test_a_match_earns_what_the_event_table_says(won: bool, criticals: int, scores: int, xp: int) -> None:
    assert earned_xp(took_part=True, won=won, criticals=criticals, scores=scores) == xp


@pytest.mark.rule("DM-C-014")
def test_who_took_no_part_earns_nothing() -> None:
    assert earned_xp(took_part=False, won=True, criticals=0, scores=0) == 0


@pytest.mark.rule("DM-C-014")
def test_scoring_counts_each_time_where_the_house_says_so() -> None:
    assert earned_xp(took_part=True, won=False, criticals=0, scores=3, scoring_per_point=True) == 4


@pytest.mark.rule("DM-C-014")
@pytest.mark.parametrize(("count", "xp"), [(False, 2), (True, 5)])
def test_criticals_on_friends_earn_only_where_the_house_says_so(count: bool, xp: int) -> None:
    earned = earned_xp(took_part=True, won=False, criticals=1, scores=0, friendly_criticals=3, friendly_count=count)
    assert earned == xp
    assert earned_xp(took_part=True, won=False, criticals=1, scores=0, friendly_count=count) == 2


PRINTED = {
    1: (0, 2),
    2: (3, 5),
    3: (6, 10),
    4: (11, 17),
    5: (18, 26),
    6: (27, 37),
    7: (38, 50),
    8: (51, 65),
    9: (66, 82),
}


@pytest.mark.rule("DM-C-015")
def test_the_table_ends_where_it_is_printed_to() -> None:
    assert tuple(most for _, most in PRINTED.values()) == LEVEL_UP_TO


@pytest.mark.rule("DM-C-015")
@pytest.mark.parametrize(("level", "ends"), PRINTED.items())
def test_a_level_spans_the_printed_xp(level: int, ends: tuple[int, int]) -> None:
    assert [level_at(xp=xp) for xp in range(ends[0], ends[1] + 1)] == [level] * (ends[1] - ends[0] + 1)


@pytest.mark.rule("DM-C-015")
@pytest.mark.parametrize(
    ("xp", "level"), [(83, 10), (101, 10), (102, 11), (122, 11), (123, 12), (402, 21), (9803, 100), (9802, 99)]
)
def test_past_the_table_the_printed_pattern_goes_on(xp: int, level: int) -> None:
    assert level_at(xp=xp) == level


@pytest.mark.rule("DM-C-015")
def test_level_l_starts_at_l_minus_one_squared_and_two() -> None:
    for level in range(2, 60):
        start = (level - 1) ** 2 + 2
        assert (level_at(xp=start - 1), level_at(xp=start)) == (level - 1, level)


@pytest.mark.rule("DM-C-015")
@pytest.mark.parametrize(("xp", "level"), [(65, 8), (66, 9), (82, 9), (83, 9), (5000, 9)])
def test_levels_stop_at_nine_where_the_house_says_so(xp: int, level: int) -> None:
    assert level_at(xp=xp, capped=True) == level


@pytest.mark.rule("DM-C-017")
@pytest.mark.parametrize(
    ("total", "category"),
    [
        (2, "general"),
        (3, "general"),
        (4, "general"),
        (5, "gunnery"),
        (6, "gunnery"),
        (7, None),
        (8, "driving"),
        (9, "driving"),
        (10, "toughness_and_agility"),
        (11, "toughness_and_agility"),
        (12, "toughness_and_agility"),
    ],
)
def test_an_advancement_roll_gives_what_is_printed(total: int, category: str | None) -> None:
    assert TALENT_LIST_BY_ROLL[total] == category


@pytest.mark.rule("DM-C-018")
@pytest.mark.parametrize(
    ("face", "trait"),
    [(1, "driving"), (2, "driving"), (3, "initiative"), (4, "toughness"), (5, "gunnery"), (6, "gunnery")],
)
def test_a_seven_raises_the_trait_on_the_die(face: int, trait: str) -> None:
    gain = roll_advancement(talents=(), stream=loaded(3, 4, face))
    assert (gain.trait, gain.talent, gain.wasted) == (Trait(trait), "", False)
    assert [roll.faces for roll in gain.rolls] == [(3, 4), (face,)]


@pytest.mark.rule("DM-C-019")
@pytest.mark.parametrize(
    ("faces", "talent"),
    [((1, 1, 5), "iron_man"), ((2, 3, 1), "crack_shot"), ((5, 4, 6), "adept"), ((6, 6, 3), "stable_genetics")],
)
def test_a_talent_is_rolled_on_the_list_of_its_category(faces: Sequence[int], talent: str) -> None:
    assert roll_advancement(talents=(), stream=loaded(*faces)).talent == talent


@pytest.mark.rule("DM-C-020")
def test_a_talent_held_is_rolled_again_until_one_is_not() -> None:
    gain = roll_advancement(talents=("adept", "autobahn"), stream=loaded(4, 4, 6, 5, 6, 2))
    assert (gain.talent, gain.trait) == ("smooth_driver", None)
    assert [roll.faces for roll in gain.rolls] == [(4, 4), (6,), (5,), (6,), (2,)]


@pytest.mark.rule("DM-C-020", "DM-C-040")
def test_mechanic_may_be_taken_again() -> None:
    assert roll_advancement(talents=("mechanic",), stream=loaded(1, 2, 2)).talent == "mechanic"


@pytest.mark.rule("DM-C-020")
@pytest.mark.parametrize(
    ("category", "first"),
    [(Category.DRIVING, (4, 4)), (Category.GUNNERY, (2, 3)), (Category.TOUGHNESS_AND_AGILITY, (5, 6))],
)
def test_a_category_held_whole_gives_a_trait_point(category: Category, first: tuple[int, int]) -> None:
    talents = [talent.tag for talent in TALENT_BY_FACE[category].values()]
    assert roll_advancement(talents=talents, stream=loaded(*first, 4)).trait is Trait.TOUGHNESS
    assert roll_advancement(talents=talents[1:], stream=loaded(*first, 2, 1)).talent == talents[0]


@pytest.mark.rule("DM-C-020")
def test_the_general_list_held_whole_still_gives_mechanic() -> None:
    talents = [talent.tag for talent in TALENT_BY_FACE[Category.GENERAL].values()]
    assert roll_advancement(talents=talents, stream=loaded(1, 1, 1, 6, 2)).talent == "mechanic"


@pytest.mark.rule("DM-C-020")
@pytest.mark.parametrize(("duplicates", "wasted"), [("stack", False), ("waste", True)])
def test_a_talent_held_is_stacked_or_wasted_where_the_house_says_so(duplicates: str, wasted: bool) -> None:
    gain = roll_advancement(talents=("adept",), duplicates=duplicates, stream=loaded(4, 4, 6))
    assert (gain.talent, gain.wasted) == ("adept", wasted)


@pytest.mark.rule("DM-C-020")
def test_a_mechanic_rolled_again_is_not_wasted() -> None:
    assert not roll_advancement(talents=("mechanic",), duplicates="waste", stream=loaded(1, 2, 2)).wasted


@pytest.mark.rule("DM-C-016")
def test_two_levels_at_once_give_two_rolls_on_one_stream() -> None:
    driver = Driver(id="d", xp=6, level=1)
    facts = level_up(driver, franchise="razors", level=3, duplicates="reroll", stream=loaded(3, 4, 5, 4, 4, 6))
    assert [type(fact) for fact in facts] == [LevelReached, TraitRaised, LevelReached, TalentGained]
    assert (driver.level, driver.gunnery, driver.talents) == (3, 4, ["adept"])


@pytest.mark.rule("DM-C-016", "DM-C-020")
def test_a_talent_gained_with_the_first_level_is_held_at_the_second() -> None:
    driver = Driver(id="d", xp=6)
    level_up(driver, franchise="razors", level=3, duplicates="reroll", stream=loaded(4, 4, 6, 4, 4, 6, 1))
    assert driver.talents == ["adept", "texas_steer"]


@pytest.mark.rule("DM-C-016")
def test_a_level_kept_gives_no_roll() -> None:
    driver = Driver(id="d", xp=4, level=2)
    assert level_up(driver, franchise="razors", level=2, duplicates="reroll", stream=loaded()) == []
    assert driver.level == 2
