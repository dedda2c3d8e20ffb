"""The pairings of the rounds to come, and the events they play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

import pytest

from rules.campaign.match_day.pairings import Meetings, fewest_meetings, match_sizes, pair_up, pair_up_rounds
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


LENGTHS = (1, 2, 3, 5, 7, 10, 16)
"""The numbers of rounds that are drawn at once."""
AT_THE_BOUND = {2: 210, 3: 195, 4: 188, 5: 186, 6: 175}
"""By size, in how many of the 210 combinations of franchises and rounds the draw is as even as the bound at least."""


@pytest.mark.parametrize("size", AT_THE_BOUND)
def test_no_pair_meets_more_than_once_above_the_bound_and_mostly_none_does(size: int) -> None:
    above: Counter[int] = Counter()
    for number, rounds in product(range(3, 33), LENGTHS):
        drawn = pair_up_rounds(franchises(number), before=Meetings(), numbers=range(1, rounds + 1), size=size)
        sizes = match_sizes(number, size=size)
        assert all(sorted(map(len, groups), reverse=True) == sizes for groups in drawn.values())
        assert all(len(set(playing_in(groups))) == sum(sizes) for groups in drawn.values())
        above[max(met(drawn).values()) - fewest_meetings(number, sizes, rounds)] += 1
    assert set(above) <= {0, 1}
    assert above[0] >= AT_THE_BOUND[size]


def test_six_franchises_in_matches_of_three_meet_at_most_twice_in_three_rounds() -> None:
    drawn = pair_up_rounds(franchises(6), before=Meetings(), numbers=[1, 2, 3], size=3)
    assert max(met(drawn).values()) == 2


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_a_draw_is_the_same_each_time_and_in_any_order_of_franchises(size: int) -> None:
    drawn = pair_up_rounds(franchises(13), before=Meetings(), numbers=range(1, 8), size=size)
    again = pair_up_rounds(franchises(13)[::-1], before=Meetings(), numbers=range(1, 8), size=size)
    assert drawn == again


def test_rounds_drawn_one_by_one_are_as_even_as_drawn_together() -> None:
    meetings = Meetings()
    for number in range(1, 5):
        for group in pair_up(franchises(9), before=meetings, number=number, size=3):
            meetings.add(group)
    assert set(meetings.met.values()) == {1}
    assert len(meetings.met) == 36


def test_pairs_that_met_often_are_put_apart_in_matches_of_three() -> None:
    before = Meetings()
    for _ in range(3):
        before.add(["f00", "f01", "f02"])
    drawn = pair_up_rounds(franchises(9), before=before, numbers=[4, 5, 6], size=3)
    assert not met(drawn).keys() & {("f00", "f01"), ("f00", "f02"), ("f01", "f02")}


def splits(players: tuple[int, ...], sizes: list[int]) -> Iterator[frozenset[tuple[int, int]]]:
    """Every round with matches of these sizes, as the pairs that meet in it."""
    if not sizes:
        yield frozenset()
        return
    for match in combinations(players, sizes[0]):
        rest = tuple(player for player in players if player not in match)
        for others in splits(rest, sizes[1:]):
            yield others | frozenset(combinations(match, 2))


@pytest.mark.parametrize(
    ("number", "size", "rounds"),
    [(4, 2, 4), (4, 2, 5), (5, 2, 6), (5, 3, 2), (5, 3, 5), (6, 3, 2), (6, 3, 5), (6, 3, 7), (7, 4, 3), (7, 3, 3)],
)
def test_whoever_draws_some_pair_meets_as_often_as_the_bound_says(number: int, size: int, rounds: int) -> None:
    sizes = match_sizes(number, size=size)
    every = sorted(set(splits(tuple(range(number)), sizes)), key=sorted)
    least = fewest_meetings(number, sizes, rounds)
    drawn = {tuple(sorted(Counter(every[0]).items()))}
    for _ in range(1, rounds):
        longer = (Counter(dict(meetings)) + Counter(pairs) for meetings in drawn for pairs in every)
        drawn = {tuple(sorted(meetings.items())) for meetings in longer if max(meetings.values()) < least}
    assert least == 1 or not drawn


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
