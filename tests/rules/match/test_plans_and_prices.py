"""What the autopilots of all books drive by: plans with patience, chances of dice, choices, skill and teams."""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import pytest

from rules.match.driving.chances import chance_of_at_least, sum_ways
from rules.match.driving.choice import best_choice
from rules.match.driving.judgment import ACE, REGULAR, ROOKIE, skill_of
from rules.match.driving.plan import (
    ABOUT_A_CAR,
    PLAN_SENTENCES,
    Plan,
    WeighedPlan,
    choose_plan,
    plan_error,
    plan_sentence,
    read_plan,
)
from rules.match.driving.team_pilots import TeamPilots

PACE, HUNT = Plan("pace"), Plan("hunt", "saints.c2")


class Car(NamedTuple):
    """A car of a team."""

    team: str


class Echo:
    """A pilot that answers with its name and the question's kind."""

    def __init__(self, name: str) -> None:
        self.name = name

    def order(self, _play: object, _car: Car, kind: str) -> str:
        return f"{self.name} {kind}"

    def interval(self, _play: object, team: str) -> str:
        return f"{self.name} repairs {team}"


@pytest.mark.parametrize("plan", [PACE, HUNT])
def test_a_plan_is_read_from_the_text_it_is_written_as(plan: Plan) -> None:
    assert read_plan(plan.text) == plan
    assert read_plan("") is None


@pytest.mark.parametrize("name", PLAN_SENTENCES)
def test_every_plan_has_a_sentence_that_says_whose_it_is(name: str) -> None:
    plan = Plan(name, "saints.c2" if name in ABOUT_A_CAR else "")
    assert plan_error(plan.text, cars=["saints.c2"]) == ""
    sentence = plan_sentence(plan.text, car="razors.c1")
    assert sentence.startswith("razors.c1 ")
    assert sentence.endswith(".")
    assert ("saints.c2" in sentence) is (name in ABOUT_A_CAR)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("dance", "There is no plan 'dance'"),
        ("pace:saints.c2", "The plan pace is about no car"),
        ("pace:", "The plan pace is written without a colon: pace."),
        ("hunt", "The plan hunt is about another car of the match"),
        ("hunt:", "write hunt:<id of the car>"),
        ("hunt:nobody", "write hunt:<id of the car>"),
    ],
)
def test_a_plan_that_no_order_can_have_is_refused_with_what_to_write(text: str, sentence: str) -> None:
    assert sentence in plan_error(text, cars=["saints.c2"])


@pytest.mark.parametrize(
    ("current", "hunting", "chosen"),
    [(PACE, 1.9, PACE), (PACE, 2.0, HUNT), (None, 1.1, HUNT), (HUNT, 0.1, HUNT), (Plan("pit"), 1.1, HUNT)],
)
def test_a_plan_changes_only_for_one_that_is_worth_more_by_the_drivers_patience(
    current: Plan | None, hunting: float, chosen: Plan
) -> None:
    weighed = [WeighedPlan(plan=PACE, worth=1), WeighedPlan(plan=HUNT, worth=hunting)]
    assert choose_plan(current, weighed, patience=1) == chosen


@pytest.mark.parametrize("dice", [0, 1, 2, 3])
def test_the_chances_of_dice_are_those_of_all_ways_to_throw_them(dice: int) -> None:
    throws = [sum(faces) for faces in product(range(1, 7), repeat=dice)]
    assert dict(sum_ways(dice)) == {total: throws.count(total) for total in set(throws)}
    for target in range(20):
        assert chance_of_at_least(target, dice) == sum(total >= target for total in throws) / len(throws)


def test_of_choices_that_a_driver_cannot_tell_apart_the_first_is_made() -> None:
    worth = {"wait": 1.0, "turn": 1.4, "shoot": 2.0}
    assert best_choice(worth, worth.__getitem__) == "shoot"
    assert best_choice(worth, worth.__getitem__, notices=0.5) == "shoot"
    assert best_choice(worth, worth.__getitem__, notices=0.6) == "turn"
    assert best_choice(worth, worth.__getitem__, notices=1) == "wait"
    with pytest.raises(ValueError, match="empty"):
        best_choice([], float)


@pytest.mark.parametrize(
    ("traits", "skill"), [((1, 1), ROOKIE), ((2, 3), ROOKIE), ((3, 3), REGULAR), ((3, 4), REGULAR), ((6, 6), ACE)]
)
def test_skill_is_the_mean_of_the_traits_that_count_from_rookie_to_ace(traits: tuple[int, ...], skill: int) -> None:
    assert skill_of(*traits) == skill


def test_a_question_is_answered_by_the_pilot_of_its_car_or_team() -> None:
    pilots = TeamPilots({"razors": Echo("old"), "saints": Echo("new")})
    assert pilots.order(None, Car("razors"), "speed") == "old speed"
    assert pilots.order(None, Car("saints"), "phase") == "new phase"
    assert pilots.interval(None, "saints") == "new repairs saints"
