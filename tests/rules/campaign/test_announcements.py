"""Announcing rounds and matches, and the rolls before line-ups."""

from __future__ import annotations

from typing import Any

import pytest

from rules.campaign.core.names import IdTaken
from rules.campaign.core.state import LineUp, Match, Round
from rules.campaign.match_day.announcing import (
    AnnounceRound,
    FranchiseEntered,
    FranchiseTwiceInRound,
    HeartFailed,
    HeartHeld,
    MatchAnnounced,
    MatchesUneven,
    MatchPlan,
    RollPreMatch,
    RoundAnnounced,
    RoundStillOpen,
    SeasonFullyPlayed,
    vehicles_per_team,
)
from rules.core.refusals import Malformed, Unknown
from rules.core.terms import MatchId, RoundId
from tests.rules.campaign.memory_seasons import Table, announce, signed

FOUR = ("razors", "saints", "widows", "zeds")


def plan(match: str = "m1", *franchises: str, event: str = "race", **fields: Any) -> MatchPlan:
    return MatchPlan(match=MatchId(match), event=event, franchises=list(franchises or ("razors", "saints")), **fields)


def call(*matches: MatchPlan, round: str = "r1", **fields: Any) -> AnnounceRound:
    return AnnounceRound(round=RoundId(round), matches=list(matches), **fields)


@pytest.mark.rule("DM-C-177", "DM-C-087")
def test_a_round_is_announced_with_its_matches_and_who_is_in_them() -> None:
    table = signed(*FOUR)
    facts = table.give(
        call(
            plan("m1", "saints", "razors", surface="ice", heats=3), plan("m2", "zeds", "widows", vehicles_per_team=1)
        )
    )
    assert [type(fact) for fact in facts] == [
        RoundAnnounced,
        MatchAnnounced,
        FranchiseEntered,
        FranchiseEntered,
        MatchAnnounced,
        FranchiseEntered,
        FranchiseEntered,
    ]
    assert table.season.rounds == {"r1": Round(id="r1", number=1)}
    assert table.season.matches == {
        "m1": Match(id="m1", round="r1", event="race", surface="ice", heats=3, vehicles_per_team=3, scoring="race"),
        "m2": Match(id="m2", round="r1", event="race", vehicles_per_team=1, place=2, scoring="race"),
    }
    assert table.season.line_ups_of("m1") == [
        LineUp(id="m1.razors", match="m1", franchise="razors"),
        LineUp(id="m1.saints", match="m1", franchise="saints"),
    ]


@pytest.mark.rule("DM-C-089", "DM-M-038")
@pytest.mark.parametrize(
    ("setting", "teams", "vehicles"), [(3, 2, 3), (3, 4, 3), (3, 5, 2), (3, 24, 2), (1, 5, 1), (5, 4, 5), (2, 4, 2)]
)
def test_teams_line_up_three_cars_and_two_where_more_than_four_enter(setting: int, teams: int, vehicles: int) -> None:
    assert vehicles_per_team(setting=setting, teams=teams) == vehicles


@pytest.mark.rule("DM-C-089")
def test_five_teams_line_up_two_cars_each_unless_the_match_says_otherwise() -> None:
    table = signed("a", "b", "c", "d", "e", cars=3)
    table.give(call(plan("m1", "a", "b", "c", "d", "e")))
    assert table.season.match("m1").vehicles_per_team == 2
    five_teams = signed("a", "b", "c", "d", "e", switches={"match.vehicles_per_team": 4})
    five_teams.give(call(plan("m1", "a", "b", "c", "d")))
    assert five_teams.season.match("m1").vehicles_per_team == 4


REFUSED: list[tuple[AnnounceRound, Any, str]] = [
    (call(), Malformed, "has no match"),
    (call(plan(), round="R1"), Malformed, "id of a round"),
    (call(plan("M1")), Malformed, "id of a match"),
    (call(plan("setup")), Malformed, "setup"),
    (call(plan("r1")), IdTaken, "r1"),
    (call(plan("m1"), plan("m1", "widows", "zeds")), IdTaken, "m1"),
    (call(plan("m1", "razors")), Malformed, "has 1 teams"),
    (call(plan("m1", "razors", "ghosts")), Unknown, "'ghosts'"),
    (call(plan("m1", "razors", "razors")), FranchiseTwiceInRound, "razors is 2 times"),
    (
        call(plan("m1", "razors", "saints"), plan("m2", "widows", "razors")),
        FranchiseTwiceInRound,
        "razors is 2 times",
    ),
    (call(plan(event=" ")), Malformed, "has no event"),
    (call(plan(event="a\tb")), Malformed, "event of m1"),
    (call(plan(surface="x" * 81)), Malformed, "surface of m1"),
    (call(plan(heats=0)), Malformed, "has 0 heats"),
    (call(plan(heats=21)), Malformed, "1 to 20"),
    (call(plan(vehicles_per_team=0)), Malformed, "0 cars a team"),
    (call(plan(vehicles_per_team=6)), Malformed, "1 to 5"),
]


@pytest.mark.rule("DM-C-177")
@pytest.mark.parametrize(("command", "refusal", "says"), REFUSED)
def test_a_round_that_cannot_be_played_is_refused(command: AnnounceRound, refusal: Any, says: str) -> None:
    signed(*FOUR).refused(command, refusal, says)


@pytest.mark.rule("DM-C-177")
def test_the_largest_match_is_announced() -> None:
    table = signed(*FOUR)
    table.give(call(plan(heats=20, vehicles_per_team=5)))
    assert (table.season.match("m1").heats, table.season.match("m1").vehicles_per_team) == (20, 5)


@pytest.mark.rule("DM-C-177")
def test_the_next_round_waits_for_the_one_before() -> None:
    table = signed()
    table.give(call(plan()))
    table.refused(call(plan("m2"), round="r2"), RoundStillOpen, "r1")


def closed(table: Table, *rounds: str) -> None:
    for number, round_id in enumerate(rounds, 1):
        table.season.rounds[round_id] = Round(id=round_id, number=number, step="closed")


@pytest.mark.rule("DM-C-177")
def test_ids_of_rounds_and_matches_are_never_used_again() -> None:
    table = signed()
    closed(table, "r1")
    table.season.matches["m1"] = Match(id="m1", round="r1", event="race", step="settled")
    table.refused(call(plan("m2"), round="r1"), IdTaken, "r1")
    table.refused(call(plan("m2"), round="m1"), IdTaken, "m1")
    table.refused(call(plan("m1"), round="r2"), IdTaken, "m1")
    table.refused(call(plan("r1"), round="r2"), IdTaken, "r1")


@pytest.mark.rule("DM-C-177")
def test_no_round_is_announced_beyond_the_plan() -> None:
    table = signed(rounds=2)
    closed(table, "r1", "r2")
    table.refused(call(plan(), round="r3"), SeasonFullyPlayed, "All 2")


@pytest.mark.rule("DM-C-177")
def test_the_last_round_leaves_nobody_with_fewer_matches_unless_it_is_confirmed() -> None:
    table = signed(*FOUR, rounds=2)
    closed(table, "r1")
    table.season.matches["m0"] = Match(id="m0", round="r1", event="race", step="settled")
    for franchise in ("razors", "saints"):
        table.season.line_ups[f"m0.{franchise}"] = LineUp(id=f"m0.{franchise}", match="m0", franchise=franchise)
    uneven = call(plan("m1", "razors", "widows"), round="r2")
    table.refused(uneven, MatchesUneven, "razors 2, saints 1, widows 1, zeds 0")
    everybody = call(plan("m1", *FOUR), round="r2")
    table.refused(everybody, MatchesUneven, "razors 2, saints 2, widows 1, zeds 1")
    table.give(call(plan("m1", "razors", "widows"), round="r2", uneven=True))


@pytest.mark.rule("DM-C-177")
def test_a_last_round_that_evens_out_needs_no_word() -> None:
    table = signed(*FOUR, rounds=2)
    closed(table, "r1")
    table.season.matches["m0"] = Match(id="m0", round="r1", event="race", step="settled")
    for franchise in ("razors", "saints"):
        table.season.line_ups[f"m0.{franchise}"] = LineUp(id=f"m0.{franchise}", match="m0", franchise=franchise)
    table.give(call(plan("m1", "widows", "zeds"), round="r2"))
    assert table.season.all_rounds()[-1].number == 2


@pytest.mark.rule("DM-C-177")
def test_ids_that_would_run_together_are_refused() -> None:
    table = signed("b", "a.b", "c", "d")
    table.refused(call(plan("m", "a.b", "c"), plan("m.a", "b", "d")), Malformed, "make an id that is taken")


@pytest.mark.rule("DM-C-049", "DM-C-087")
@pytest.mark.parametrize(
    ("count", "face", "availability"),
    [(1, 1, "heart_out"), (1, 2, "available"), (2, 1, "heart_out"), (2, 2, "heart_out"), (2, 3, "available")],
)
def test_hearts_are_rolled_before_line_ups(count: int, face: int, availability: str) -> None:
    table = signed()
    driver = table.season.driver("saints.d3")
    driver.quirks = {"heart_condition": count}
    table.give(call(plan()))
    facts = table.give(RollPreMatch(match=MatchId("m1")), {"m1/pre/saints.d3/heart": [face]})
    fact_type = HeartFailed if availability == "heart_out" else HeartHeld
    assert facts[0] == fact_type(
        rule="DM-C-049",
        rolls=facts[0].rolls,
        match=MatchId("m1"),
        franchise="saints",
        driver="saints.d3",
        fails_up_to=count,
    )
    assert facts[0].rolls[0].faces == (face,)
    assert (driver.availability, table.season.match("m1").step) == (availability, "M3")


@pytest.mark.rule("DM-C-049", "DM-C-178")
def test_only_hearts_of_those_who_could_be_fielded_in_the_match_are_rolled() -> None:
    table = signed("razors", "saints", "widows")
    for id in ("razors.d1", "razors.d2", "widows.d1"):
        table.season.driver(id).quirks = {"heart_condition": 1}
    table.season.driver("razors.d2").availability = "barred"
    announce(table, franchises=("razors", "saints"))
    assert [roll.path for roll in table.log if "/pre/" in roll.path] == ["m1/pre/razors.d1/heart"]
