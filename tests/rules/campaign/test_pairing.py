"""The pairings of the rounds to come, and the events they play."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from rules.campaign.match_day.pairings import Meetings, match_sizes, pair_up, pair_up_rounds
from rules.campaign.match_day.round_plans import (
    ground_choices,
    is_uneven,
    next_round_number,
    plan_all_rounds,
    plan_round,
)
from rules.campaign.steward.simulation import new_league_season
from rules.core.refusals import Malformed
from rules.match.registry import rulesets

MOST = 16


def franchises(number: int) -> list[str]:
    return [f"f{index:02}" for index in range(number)]


def playing_in(groups: list[list[str]]) -> list[str]:
    return [id for group in groups for id in group]


def met(drawn: dict[int, list[list[str]]]) -> Counter[tuple[str, ...]]:
    return Counter(pair for groups in drawn.values() for group in groups for pair in combinations(sorted(group), 2))


@pytest.mark.parametrize("number", range(2, MOST + 1))
def test_in_as_many_rounds_as_a_round_robin_has_everybody_meets_everybody_once(number: int) -> None:
    rounds = number - 1 if number % 2 == 0 else number
    rounds_drawn = pair_up_rounds(franchises(number), before=Meetings(), numbers=range(1, rounds + 1))
    assert met(rounds_drawn) == Counter(combinations(franchises(number), 2))


@pytest.mark.parametrize("number", range(3, MOST, 2))
def test_where_one_must_rest_nobody_rests_twice_before_all_have_rested(number: int) -> None:
    rounds_drawn = pair_up_rounds(franchises(number), before=Meetings(), numbers=range(1, number + 1))
    rested = Counter(
        id for groups in rounds_drawn.values() for id in franchises(number) if id not in playing_in(groups)
    )
    assert rested == Counter(franchises(number))


@pytest.mark.parametrize(
    ("number", "size", "sizes"),
    [
        (2, 2, [2]), (3, 2, [2]), (3, 3, [3]), (3, 4, [3]), (4, 3, [2, 2]), (5, 3, [3, 2]), (5, 4, [3, 2]),
        (7, 3, [3, 2, 2]), (7, 4, [4, 3]), (8, 4, [4, 4]), (9, 4, [3, 3, 3]), (1, 2, []), (1, 3, []), (0, 2, []),
    ],
)  # fmt: skip
def test_a_rounds_matches_are_few_and_equal_and_never_larger_than_asked(
    number: int, size: int, sizes: list[int]
) -> None:
    assert match_sizes(number, size=size) == sizes


@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize("number", range(4, MOST + 1, 3))
def test_everybody_has_as_many_matches_and_plays_once_a_round(number: int, size: int) -> None:
    rounds_drawn = pair_up_rounds(franchises(number), before=Meetings(), numbers=range(1, 11), size=size)
    for groups in rounds_drawn.values():
        playing = playing_in(groups)
        assert len(playing) == len(set(playing))
        assert max(map(len, groups)) <= size
    counted = Counter(id for groups in rounds_drawn.values() for id in playing_in(groups))
    assert max(counted.values()) - min(counted.values()) <= 1


def test_who_has_met_is_put_apart_and_who_has_had_most_matches_rests() -> None:
    before = Meetings()
    before.add(["a", "b"])
    before.add(["a", "b"])
    before.add(["a", "c"])
    assert pair_up(["a", "b", "c", "d"], before=before, number=1) == [["a", "d"], ["b", "c"]]
    assert pair_up(["a", "b", "c"], before=before, number=1) == [["b", "c"]]
    assert pair_up(["a"], before=before, number=1) == []


def test_the_next_round_is_drawn_up_by_the_house_rule_or_for_rulesets_in_turn() -> None:
    season = new_league_season(franchises=4, rounds=6, secret=b"1")
    assert next_round_number(season) == 1
    first, second = plan_round(season, size=2)
    assert (first.match, second.match, first.ruleset, first.event) == ("m1a", "m1b", "", "race")
    (all_of_them,) = plan_round(season, size=4, rulesets=["formule"])
    assert (all_of_them.match, all_of_them.ruleset, len(all_of_them.franchises)) == ("m1", "formule", 4)
    rounds_drawn = plan_all_rounds(season, size=2, rulesets=["dethmatch", "rhad"])
    assert sorted(rounds_drawn) == [1, 2, 3, 4, 5, 6]
    assert {match_plan.ruleset for match_plan in rounds_drawn[1]} == {"dethmatch", "rhad"}
    assert not is_uneven(season, rounds_drawn)
    assert is_uneven(season, {1: rounds_drawn[1][:1]})
    with pytest.raises(Malformed):
        plan_round(season, size=1)


@pytest.mark.parametrize("ruleset", rulesets(), ids=lambda ruleset: ruleset.name)
def test_every_ruleset_says_what_its_grounds_are_by_what_it_proposes(ruleset: object) -> None:
    grounds = ground_choices(ruleset.name)  # type: ignore[attr-defined]
    assert grounds.events
    assert grounds.asked_as
    assert len(grounds.names) > 1
