"""Who is credited with a kill: chains of causes, and what a league may answer otherwise."""

from __future__ import annotations

import pytest

from rules.carwars.scoring.causes import (
    Attack,
    Avoided,
    Bounced,
    Burned,
    Cause,
    LostControl,
    NobodyElse,
    Pushed,
    ShedObstacle,
)
from rules.carwars.scoring.event_checks import DuelEventsRefused
from rules.carwars.scoring.events import Hazard
from tests.rules.carwars.duels import at, duel, hit, kill, kill_points, scored

A = Attack(by="a")


@pytest.mark.rule("CW-S-040", "CW-S-041", "CW-S-042", "CW-S-043", "CW-S-044", "CW-S-045", "CW-S-048")
@pytest.mark.parametrize(
    ("because", "credited"),
    [
        (A, "a"),
        (Pushed(driver="c", because=A), "a"),
        (Pushed(driver="c", because=A, voluntary=True), "c"),
        (Pushed(driver="d", because=Pushed(driver="c", because=A)), "a"),
        (Pushed(driver="d", because=Pushed(driver="c", because=A, voluntary=True)), "c"),
        (LostControl(because=A), "a"),
        (LostControl(because=Pushed(driver="c", because=LostControl(because=A))), "a"),
        (Bounced(off="c"), "c"),
        (Avoided(owner="c"), "c"),
        (LostControl(because=Avoided(owner="c")), "c"),
        (NobodyElse(), ""),
        (LostControl(because=NobodyElse()), ""),
        (Attack(by="b"), ""),
        (Pushed(driver="c", because=Attack(by="b")), ""),
        (Avoided(owner="b"), ""),
    ],
)
def test_credit_goes_to_the_deliberate_act_that_began_it(because: Cause, credited: str) -> None:
    sheet = scored(duel("abcd"), kill(9, "b", because))
    assert kill_points(sheet) == ({credited: 40, "b": -40} if credited else {"b": -40})
    record = sheet.scores["b"].mobility_kill
    assert record is not None
    assert record.proposed.steps


@pytest.mark.rule("CW-S-042", "CW-S-044", "CW-S-045")
@pytest.mark.parametrize(
    ("settings", "because", "credited"),
    [
        ({"credit_push": "last_contact"}, Pushed(driver="c", because=A), "c"),
        ({"credit_bounce": False}, Bounced(off="c"), ""),
        ({"credit_swerve": False}, Avoided(owner="c"), ""),
    ],
)
def test_a_league_may_credit_otherwise(settings: dict[str, object], because: Cause, credited: str) -> None:
    sheet = scored(duel("abcd", **settings), kill(9, "b", because))
    assert kill_points(sheet) == ({credited: 40, "b": -40} if credited else {"b": -40})


@pytest.mark.rule("CW-S-046")
@pytest.mark.parametrize(
    ("hazards", "points"),
    [
        ([], {"b": -40}),
        ([(3, "a")], {"a": 40, "b": -40}),
        ([(3, "a"), (5, "d")], {"d": 40, "b": -40}),
        ([(5, "d"), (3, "a")], {"d": 40, "b": -40}),
        ([(5, "a"), (5, "d")], {"a": 20, "b": -40, "d": 20}),
        ([(3, "a"), (5, "b")], {"b": -40}),
        ([(3, "a"), (10, "d")], {"a": 40, "b": -40}),
        ([(3, "a"), (9, "d")], {"d": 40, "b": -40}),
    ],
    ids=["nobody", "one", "the last", "in any order", "two at once", "the victim last", "after it", "in its phase"],
)
def test_a_shed_obstacle_is_to_the_credit_of_the_last_hazard_on_the_car_that_shed_it(
    hazards: list[tuple[int, str]], points: dict[str, int]
) -> None:
    happened = [Hazard(**at(phase), by=by, on="c") for phase, by in hazards]
    assert kill_points(scored(duel("abcd"), *happened, kill(9, "b", ShedObstacle(by="c")))) == points


@pytest.mark.rule("CW-S-046")
def test_damage_without_a_hazard_is_no_hazard() -> None:
    happened = [hit(3, "a", "c", hazard=True), hit(5, "d", "c")]
    assert kill_points(scored(duel("abcd"), *happened, kill(9, "b", ShedObstacle(by="c")))) == {"a": 40, "b": -40}


@pytest.mark.rule("CW-S-046")
@pytest.mark.parametrize(("answer", "points"), [("shedder", {"b": -40, "c": 40}), ("nobody", {"b": -40})])
def test_a_league_may_answer_otherwise_whose_a_shed_obstacle_is(answer: str, points: dict[str, int]) -> None:
    table = duel("abcd", credit_shed_obstacle=answer)
    assert kill_points(scored(table, hit(3, "a", "c", hazard=True), kill(9, "b", ShedObstacle(by="c")))) == points


@pytest.mark.rule("CW-S-054")
def test_a_kill_by_a_fire_that_nobody_rolled_is_refused() -> None:
    with pytest.raises(DuelEventsRefused, match="b is not on fire"):
        scored(duel(), kill(9, "b", LostControl(because=Burned())))
