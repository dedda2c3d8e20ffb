"""A duel that a match system scores while it plays it: its settings, its phases, its end, and its document."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rules.carwars.scoring.documents import read_duel_document
from rules.carwars.scoring.event_checks import DuelEventsRefused
from rules.carwars.scoring.score import score_duel
from rules.match.duels.scorer import DuelEntrant, RunningScore, ScoreChange
from rules.match.registry import duel_scorer

NOTHING: list[dict[str, Any]] = []


def fight(*teams: str, speed: int = 30, turns: int = 30) -> RunningScore:
    """A duel of cars `a`, `b` and so on, each of the team given."""
    entrants = [
        DuelEntrant(id=id, team=team, occupants=1, speed=speed) for id, team in zip("abcdefg", teams, strict=False)
    ]
    return duel_scorer().start(entrants, phases_per_turn=5, turns=turns)


def kill(on: str, by: str, part: str = "mobility", **more: Any) -> dict[str, Any]:
    """A kill by a car, or by nobody."""
    because = {"type": "attack", "by": by} if by else {"type": "nobody"}
    return {"turn": 1, "phase": 1, "type": "kill", "on": on, "part": part, "because": because, **more}


def stand(*ids: str) -> list[dict[str, Any]]:
    return [{"turn": 1, "phase": 1, "type": "speed", "of": id, "mph": 0} for id in ids]


@pytest.mark.rule("CW-S-004", "CW-S-005")
def test_the_close_of_a_phase_says_what_changed() -> None:
    score = fight("x", "y", "z")
    close = score.close_phase([kill("b", "a")])
    assert [change[:4] for change in close.changes] == [
        ("a", "bonus", 1, "CW-S-018"), ("a", "kill", 20, "CW-S-005"), ("b", "kill", -20, "CW-S-005"),
    ]  # fmt: skip
    assert close.changes[1].reason == "The mobility kill of b. a did it. [CW-S-041]"
    assert close.changes[2].reason == "Lost by the mobility kill. a did it. [CW-S-041]"
    assert isinstance(close.changes[0], ScoreChange)
    assert (close.reason, close.rule, close.winner, close.limit, close.held) == ("", "", "", 0, 0)
    assert score.close_phase(NOTHING).changes == ()
    a, b = score.car_score("a"), score.car_score("b")
    assert a == (20, 1, None, None, True)
    assert b == (-20, 0, {"a": 1}, None, False)
    assert score.close_phase([kill("b", "c", "complete")]).changes[0][:4] == ("c", "kill", 20, "CW-S-006")
    assert score.car_score("b").complete_kill == {"c": 1}


@pytest.mark.rule("CW-S-047")
def test_points_are_exact_fractions() -> None:
    score = fight("x", "y", "z", "w")
    ruled = {"shares": {"a": "1/3", "c": "1/3", "": "1/3"}, "note": "All at once."}
    score.close_phase([kill("b", "a", ruled=ruled)])
    assert score.car_score("c").kills == Fraction(20, 3)
    assert score.team_totals() == {"x": Fraction(23, 3), "y": -20, "z": Fraction(20, 3), "w": 0}


@pytest.mark.rule("CW-S-010", "CW-S-011")
def test_a_car_that_rolls_without_a_weapon_is_a_complete_kill_when_it_stops() -> None:
    score = fight("x", "y", "z")
    score.close_phase([kill("b", "a"), {"turn": 1, "phase": 1, "type": "armed", "of": "b", "can_fire": False}])
    assert score.car_score("b").complete_kill is None
    score.close_phase(stand("b"))
    assert score.car_score("b").complete_kill == {"a": 1}


@pytest.mark.rule("CW-S-004", "CW-S-028", "CW-S-029", "CW-S-034")
def test_the_close_that_ends_a_duel_says_why() -> None:
    score = fight(*"tuvwxyz")
    close = score.close_phase([kill(on, "a") for on in "bcdef"])
    assert (close.reason, close.rule, close.winner, close.limit, close.held) == ("instant", "CW-S-028", "a", 100, 0)
    score = fight(*"tuvwxyz")
    score.close_phase([kill(on, "a") for on in "bcde"])
    closes = [score.close_phase(NOTHING) for _ in range(25)]
    assert [close.reason for close in closes] == [""] * 24 + ["held"]
    assert (closes[-1].rule, closes[-1].winner, closes[-1].limit, closes[-1].held) == ("CW-S-029", "a", 80, 25)
    short = fight("x", "y", turns=2)
    ends = [short.close_phase(NOTHING) for _ in range(10)]
    assert [end.reason for end in ends] == [""] * 9 + ["turn_limit"]
    assert (ends[-1].rule, ends[-1].winner, ends[-1].limit, ends[-1].held) == ("CW-S-034", "", 0, 0)


@pytest.mark.rule("CW-S-002", "CW-S-039")
def test_the_document_of_a_duel_comes_to_the_same_sheet_whatever_speed_the_cars_began_at() -> None:
    score = fight("x", "y", speed=250)
    events = [
        {"turn": 1, "phase": 1, "type": "speed", "of": "a", "mph": 250},
        *stand("b"),
        kill("b", "a", "destroyed"),
    ]
    assert score.close_phase(events).reason == "last_vehicle"
    document = score.document()
    assert document["events"] == events
    assert [duelist["speed"] for duelist in document["duelists"]] == [100, 100]
    duel = read_duel_document(document)
    sheet = score_duel(duel.duel(), duel.events, closed=duel.closed)
    assert (duel.closed, [sheet.scores[id].total for id in "ab"]) == (1, [40 + 1 + 2 + 1, -40 + 2])
    assert [score.car_score(id).bonus for id in "ab"] == [4, 2]


@pytest.mark.rule("CW-S-009")
def test_events_that_cannot_be_are_refused() -> None:
    score = fight("x", "y", "z")
    with pytest.raises(DuelEventsRefused, match="a mobile car is no complete kill"):
        score.close_phase([*stand("c"), kill("b", "a", "complete")])


@pytest.mark.rule("CW-S-035", "CW-S-055")
def test_the_team_of_whoever_met_a_condition_is_first_whatever_the_totals_say() -> None:
    score = fight("reds", "reds", *"uvwxy")
    score.close_phase([kill("b", "c"), *(kill(on, "a") for on in "cdefg")])
    assert score.team_totals() == {"reds": 100 + 1 - 20 + 2 + 1 + 2 + 1, **dict.fromkeys("vwxy", -17), "u": 4}
    assert score.team_places() == {"reds": 1, "u": 2, **dict.fromkeys("vwxy", 3)}
    behind = fight("reds", "reds", "reds", *"uvwx")
    behind.close_phase([kill(on, "") for on in "abc"])
    assert behind.team_places() == {"reds": 5, **dict.fromkeys("uvwx", 1)}


@pytest.mark.rule("CW-S-036", "CW-S-055")
def test_a_team_is_able_to_move_as_long_as_one_of_its_cars_is() -> None:
    score = fight("reds", "reds", "blues", "blues", turns=1)
    score.close_phase([*(kill(on, by) for on, by in ("ac", "ca", "bd", "db")), *stand("a", "b", "c")])
    score.close_phase(stand("d"))
    assert score.team_places() == {"reds": 1, "blues": 1}
    assert [score.close_phase(NOTHING).reason for _ in range(3)] == ["", "", "turn_limit"]
    assert score.team_totals() == {"reds": 6, "blues": 6}
    assert score.team_places() == {"reds": 2, "blues": 1}
