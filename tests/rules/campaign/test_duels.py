"""Duels as matches of the campaign: announced, reported with signed points, settled, and counted in the standings."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rules.campaign.commissioner.balance_and_points import AwardPoints, PointsTooLow
from rules.campaign.commissioner.forfeits import ForfeitMatch
from rules.campaign.match_day import reports as checks
from rules.campaign.match_day.announcing import AnnounceRound, MatchAnnounced, MatchPlan
from rules.campaign.match_day.duel_checks import DuelImpossible, ranks_by_points
from rules.campaign.match_day.line_ups import LockLineUps
from rules.campaign.match_day.packet_builder import AnotherRuleset, build_packet
from rules.campaign.match_day.reports import AcceptReport
from rules.campaign.match_day.settlement import PointsScored
from rules.campaign.money.prize_money import PrizeShared
from rules.campaign.season_end.standings import standings
from rules.core.refusals import Malformed, Refusal
from rules.core.terms import FranchiseId, RoundId
from tests.rules.campaign.duels import M1, answered, duel_announced, duel_locked, duel_report, publish
from tests.rules.campaign.memory_seasons import Table, announce, assert_money_adds_up, line_up, report, signed

RAZORS, SAINTS = FranchiseId("razors"), FranchiseId("saints")
POT = {"m1/settle/pot": [3, 4]}
"""A pot of 7 times 15k for two teams."""


def plan(**options: Any) -> AnnounceRound:
    """The command that announces a duel between razors and saints."""
    match = MatchPlan(match=M1, event="duel", franchises=[RAZORS, SAINTS], scoring="duel", **options)
    return AnnounceRound(round=RoundId("r1"), matches=[match], uneven=True)


@pytest.mark.rule("CW-S-055")
def test_a_duel_is_announced_as_such_and_reported_by_people_whatever_the_house_plays() -> None:
    table = signed(switches={"match.ruleset": "dethmatch"})
    table.give(plan())
    (announced,) = table.said(MatchAnnounced)
    assert (announced.scoring, announced.ruleset, announced.vehicles_per_team) == ("duel", "", 1)
    assert table.season.match("m1").ruleset == ""


@pytest.mark.rule("CW-S-055")
def test_an_event_of_that_name_alone_makes_no_duel() -> None:
    table = signed()
    match = MatchPlan(match=M1, event="duel", franchises=[RAZORS, SAINTS])
    table.give(AnnounceRound(round=RoundId("r1"), matches=[match], uneven=True))
    assert table.season.match("m1").scoring == "as_reported"


@pytest.mark.rule("CW-S-055", "CW-Q-003")
@pytest.mark.parametrize(
    ("options", "refusal", "says"),
    [
        ({"ruleset": "dethmatch"}, DuelImpossible, "leave the ruleset dethmatch out"),
        ({"heats": 2}, DuelImpossible, "a duel is fought in one: give it 1"),
        ({"vehicles_per_team": 2}, DuelImpossible, "a duel has 1 at most (CW-Q-003): give it 1"),
        ({"setting": {"track": "oval"}}, Refusal, "leave the setting out"),
    ],
)
def test_a_duel_that_cannot_be_is_not_announced(options: dict[str, Any], refusal: type[Refusal], says: str) -> None:
    table = signed()
    with pytest.raises(refusal, match=says.replace("(", r"\(").replace(")", r"\)")):
        table.give(plan(**options))


def test_another_scoring_is_refused_with_those_there_are() -> None:
    match = MatchPlan(match=M1, event="duel", franchises=[RAZORS, SAINTS], scoring="duels")
    command = AnnounceRound(round=RoundId("r1"), matches=[match], uneven=True)
    signed().refused(command, Malformed, "flags, last_car_standing, race, as_reported, duel")


@pytest.mark.rule("CW-S-055")
def test_no_ruleset_plays_a_duel_in_its_packet() -> None:
    table = duel_locked()
    assert build_packet(table.season, "m1").scoring == "duel"
    with pytest.raises(AnotherRuleset, match="which no ruleset plays"):
        build_packet(table.season, "m1", by="dethmatch")


@pytest.mark.rule("CW-S-056", "DM-C-091")
@pytest.mark.parametrize("points", [-1_000_000, -1, 0, 1_000_000])
def test_the_points_of_a_duel_may_be_below_0(points: int) -> None:
    table = duel_locked()
    ranks = {"razors": 1, "saints": 2} if points > 0 else {"razors": 2, "saints": 1}
    scored = {"razors": points, "saints": 1 if points <= 0 else 0}
    table.give(AcceptReport(match=M1, report=duel_report(table, points=scored, ranks=ranks)))


@pytest.mark.rule("CW-S-056", "DM-C-091")
def test_points_of_a_duel_have_bounds_and_those_of_other_matches_are_0_or_more() -> None:
    table = duel_locked()
    low = duel_report(table, points={"razors": -1_000_001, "saints": 1}, ranks={"razors": 2, "saints": 1})
    table.refused(AcceptReport(match=M1, report=low), checks.PointsImpossible, "from -1000000 to 1000000")
    race = signed()
    announce(race)
    for entrant in ("razors", "saints"):
        race.give(line_up(entrant))
    race.give(LockLineUps(match=M1))
    signed_report = report(race, points={"razors": -1})
    race.refused(AcceptReport(match=M1, report=signed_report), checks.PointsImpossible, "from 0 to 1000000")


@pytest.mark.rule("CW-S-035", "CW-S-036")
@pytest.mark.parametrize(
    ("points", "ranks", "says"),
    [
        ((100, 20, -40), (1, 2, 3), ""),
        ((20, 100, -40), (1, 2, 3), ""),
        ((20, 20, -40), (1, 1, 3), ""),
        ((20, 20, -40), (2, 1, 3), ""),
        ((20, -40, -40), (1, 2, 2), ""),
        ((20, -40, -40), (1, 3, 2), ""),
        ((20, 100, -40), (1, 3, 2), "saints has 100 points and is reported at rank 3, not ahead of widows with -40"),
        ((20, 100, -40), (1, 2, 2), "saints has 100 points and is reported at rank 2, not ahead of widows with -40"),
        ((20, 100, -40), (1, 1, 3), "razors shares rank 1 with 20 points, and another team has 100"),
        ((20, 20, -40), (1, 2, 2), "saints has 20 points and is reported at rank 2, not ahead of widows with -40"),
        ((20, 10, -40), (2, 3, 4), "razors is reported at rank 2 and 0 teams are ahead of it: give it rank 1"),
        ((20, 10, -40), (1, 2, 4), "widows is reported at rank 4 and 2 teams are ahead of it: give it rank 3"),
        ((20, 10, -40), (0, 2, 3), "razors is reported at rank 0 and 0 teams are ahead of it: give it rank 1"),
    ],
)
def test_only_whoever_won_a_duel_is_ahead_of_more_points(
    points: tuple[int, ...], ranks: tuple[int, ...], says: str
) -> None:
    table = duel_locked("razors", "saints", "widows")
    teams = ("razors", "saints", "widows")
    claim = duel_report(
        table, points=dict(zip(teams, points, strict=True)), ranks=dict(zip(teams, ranks, strict=True))
    )
    errors = list(checks.team_errors(table.season, table.season.match("m1"), claim))
    assert [error for error in errors if not isinstance(error, checks.RanksContradictPoints)] == []
    if says:
        assert says in errors[0].sentence
    else:
        assert errors == []


@pytest.mark.rule("CW-S-035", "HOUSE-009")
@pytest.mark.parametrize(
    ("points", "rank", "correct"),
    [(-40, 1, False), (-40, 2, True), (0, 1, True), (0, 2, True), (20, 1, False), (20, 2, True), (20, 3, False)],
)
def test_who_forfeited_comes_after_all_others(points: int, rank: int, correct: bool) -> None:
    table = duel_announced()
    table.give(ForfeitMatch(match=M1, franchise=SAINTS))
    table.give(line_up("razors", seats=[("c1", "d1")]))
    table.give(LockLineUps(match=M1))
    claim = duel_report(table, points={"razors": points}, ranks={"razors": 1, "saints": rank})
    errors = list(checks.team_errors(table.season, table.season.match("m1"), claim))
    assert (errors == []) is correct
    if not correct:
        assert "saints forfeited and is reported at rank" in errors[0].sentence


@pytest.mark.rule("CW-S-035")
def test_places_by_points_alone_put_those_who_forfeited_last() -> None:
    points = {"a": 20, "b": -40, "c": 0, "d": 20}
    assert ranks_by_points(points, forfeited=["c"]) == {"a": 1, "b": 3, "c": 4, "d": 1}
    assert ranks_by_points(points, forfeited=[]) == {"a": 1, "b": 4, "c": 3, "d": 1}


def settled_duel(
    points: dict[str, int], ranks: dict[str, int], *, answers: dict[str, Any] | None = None, **switches: Any
) -> Table:
    """A duel of razors and saints that was settled with those points and places."""
    table = duel_locked(answers=answers, switches=switches)
    table.give(AcceptReport(match=M1, report=duel_report(table, points=points, ranks=ranks)))
    table.run(POT)
    return table


@pytest.mark.rule("CW-S-057", "DM-C-014")
@pytest.mark.parametrize("ties_win", [False, True])
@pytest.mark.parametrize(
    ("points", "ranks", "winners"),
    [
        ({"razors": 41, "saints": -40}, {"razors": 1, "saints": 2}, ["razors"]),
        ({"razors": 41, "saints": 100}, {"razors": 1, "saints": 2}, ["razors"]),
        ({"razors": -20, "saints": -40}, {"razors": 1, "saints": 2}, ["razors"]),
        ({"razors": 20, "saints": 20}, {"razors": 1, "saints": 1}, ["razors", "saints"]),
        ({"razors": 20, "saints": 20}, {"razors": 2, "saints": 1}, ["saints"]),
    ],
)
def test_every_team_in_first_place_has_won_a_duel_whatever_its_points(
    points: dict[str, int], ranks: dict[str, int], winners: list[str], ties_win: bool
) -> None:
    table = settled_duel(points, ranks, **{"xp.tie_counts_as_win": ties_win})
    assert [fact.franchise for fact in table.said(PointsScored) if fact.won] == winners
    assert [team.id for team in table.season.all_franchises() if team.wins] == winners
    assert_money_adds_up(table)


@pytest.mark.rule("CW-S-056")
def test_a_team_below_0_has_no_share_of_the_pot_and_lowers_no_other() -> None:
    table = settled_duel({"razors": 41, "saints": -40}, {"razors": 1, "saints": 2})
    assert [(fact.prize, fact.points, fact.all_points) for fact in table.said(PrizeShared)] == [
        (105_000, 41, 41),
        (0, 0, 41),
    ]


@pytest.mark.rule("CW-S-056", "CW-Q-147")
@pytest.mark.parametrize("house_splits", [False, True])
@pytest.mark.parametrize(("policy", "prizes"), [("equal", [53_000, 53_000]), ("none", [0, 0])])
def test_the_answer_and_not_the_house_rule_shares_the_pot_of_a_duel_that_nobody_scored_in(
    policy: str, prizes: list[int], house_splits: bool
) -> None:
    table = settled_duel(
        {"razors": 0, "saints": -40},
        {"razors": 1, "saints": 2},
        answers=answered("duel.points", zero_total_policy=policy),
        **{"prize.zero_points_split": house_splits},
    )
    assert [fact.prize for fact in table.said(PrizeShared)] == prizes


@pytest.mark.rule("CW-S-056", "CW-Q-147")
@pytest.mark.parametrize(("floored", "counted"), [(False, -40), (True, 0)])
def test_the_standings_keep_points_below_0_unless_an_answer_says_otherwise(floored: bool, counted: int) -> None:
    table = settled_duel(
        {"razors": 41, "saints": -40},
        {"razors": 1, "saints": 2},
        answers=answered("duel.points", floor_standings=floored),
    )
    assert [fact.points for fact in table.said(PointsScored)] == [41, counted]
    assert table.season.franchise("saints").points == counted
    assert table.season.line_up("m1", "saints").points == -40
    assert [line.franchise for line in standings(table.season)] == ["razors", "saints"]


@pytest.mark.rule("CW-S-056", "HOUSE-004")
def test_points_below_0_may_be_raised_and_not_docked() -> None:
    table = settled_duel({"razors": 41, "saints": -40}, {"razors": 1, "saints": 2})
    table.give(AwardPoints(franchise=SAINTS, points=5))
    assert table.season.franchise("saints").points == -35
    table.refused(AwardPoints(franchise=SAINTS, points=-1), PointsTooLow, "nobody is docked below 0")


@pytest.mark.rule("CW-Q-147", "HOUSE-012")
def test_an_answer_that_changes_for_the_next_round_does_not_touch_the_duel_that_is_played() -> None:
    table = duel_locked()
    table.give(publish(1, answered("duel.points", floor_standings=True), "r2"))
    claim = duel_report(table, points={"razors": 41, "saints": -40}, ranks={"razors": 1, "saints": 2})
    table.give(AcceptReport(match=M1, report=replace(claim)))
    table.run(POT)
    assert table.season.franchise("saints").points == -40
