"""The checks of a report: one that is valid, and every way to be refused."""

from __future__ import annotations

import dataclasses
import hashlib
from typing import Any

import pytest

from rules.campaign.core.codec import command_from_document, parse_json, season_bytes
from rules.campaign.core.command import OutOfStep
from rules.campaign.match_day import reports as checks
from rules.campaign.match_day.reports import AcceptReport, ReportAccepted, report_digest
from rules.core.canonical_json import json_bytes
from rules.core.refusals import Malformed, Refusal
from rules.core.terms import MatchId
from rules.match.report import EVIDENCE, CarReport, DriverReport, Report, Source, Substitute, TeamReport
from tests.rules.campaign.memory_seasons import Table, accept, locked, report

M1 = MatchId("m1")


@pytest.fixture(scope="module")
def table() -> Table:
    """A match of two heats with d1 and d2 of each team lined up and d5 of the razors unfit. Tests only try refusals
    on it.
    """
    prepared = locked(heats=2)
    prepared.season.driver("razors.d5").availability = "season_out"
    return prepared


@pytest.mark.rule("DM-C-090", "DM-M-140")
def test_a_report_that_is_true_to_the_line_ups_is_accepted() -> None:
    table = locked(heats=2)
    table.stock("medical_kit", uses=3)
    table.stock("oil_jet", "saints", car="saints.c2")
    claim = report(
        table,
        points={"razors": 7, "saints": 4},
        drivers={
            "razors.d1": {"criticals": 3, "scores": 2, "kills": 1, "kit_uses": 3, "wounds": 1},
            "saints.d2": {"out": True, "heats": [1]},
        },
        cars={"saints.c2": {"destroyed": True, "criticals": 2, "expendables_used": ["saints.oil-jet"]}},
    )
    assert table.give(AcceptReport(match=M1, report=claim)) == [
        ReportAccepted(rule="DM-C-090", match=M1, digest=report_digest(claim))
    ]
    match = table.season.match("m1")
    assert (match.outcome, match.step) == (claim, "M5.1")
    table.refused(AcceptReport(match=M1, report=claim), OutOfStep, "too late")


@pytest.mark.rule("DM-C-090")
def test_a_result_is_proven_best_by_a_match_played_here_and_least_by_what_one_team_claims() -> None:
    assert EVIDENCE == ("run_here", "rerun", "legal", "attested", "claimed")


@pytest.mark.rule("DM-C-090")
def test_the_digest_is_of_the_report_with_defaults_left_out() -> None:
    claim = Report(
        teams=[TeamReport(franchise="a", points=1, rank=1)],
        drivers=[DriverReport(driver="a.d1", heats=[1])],
        cars=[CarReport(car="a.c1")],
    )
    written = (
        b'{"cars":[{"car":"a.c1"}],"drivers":[{"driver":"a.d1","heats":[1]}],'
        b'"teams":[{"franchise":"a","points":1,"rank":1}]}'
    )
    assert report_digest(claim) == hashlib.sha256(written).hexdigest()


@pytest.mark.rule("DM-C-091")
def test_points_may_all_be_nought_and_the_rank_is_shared(table: Table) -> None:
    claim = report(table)
    assert [team.rank for team in claim.teams] == [1, 1]
    checks.refuse_false_report(table.season, table.season.match("m1"), claim)


TEAMS: list[tuple[list[tuple[str, int, int]], type[Refusal], str]] = [
    ([("razors", 3, 1), ("saints", 1, 2), ("ghosts", 0, 3)], checks.TeamNotInMatch, "ghosts is not in m1"),
    ([("razors", 3, 1)], checks.TeamMissing, "saints"),
    ([("razors", 3, 1), ("saints", 1, 2), ("saints", 1, 2)], checks.TeamReportedTwice, "saints"),
    ([("razors", -1, 2), ("saints", 1, 1)], checks.PointsImpossible, "razors has -1 points"),
    ([("razors", 1_000_001, 1), ("saints", 1, 2)], checks.PointsImpossible, "razors"),
    ([("razors", 3, 2), ("saints", 1, 1)], checks.RanksContradictPoints, "razors is reported at rank 2"),
    ([("razors", 3, 1), ("saints", 3, 2)], checks.RanksContradictPoints, "saints is reported at rank 2"),
    ([("razors", 3, 1), ("saints", 1, 1)], checks.RanksContradictPoints, "saints is reported at rank 1"),
    ([("razors", 3, 0), ("saints", 1, 2)], checks.RankImpossible, "razors is reported at rank 0"),
    ([("razors", 3, 1), ("saints", 1, 3)], checks.RankImpossible, "make it rank 2"),
]


@pytest.mark.rule("DM-C-090", "DM-C-091")
@pytest.mark.parametrize(("teams", "refusal", "says"), TEAMS)
def test_teams_that_cannot_be_are_refused(
    table: Table, teams: list[tuple[str, int, int]], refusal: type[Refusal], says: str
) -> None:
    claim = dataclasses.replace(
        report(table), teams=[TeamReport(franchise=id, points=points, rank=rank) for id, points, rank in teams]
    )
    table.refused(AcceptReport(match=M1, report=claim), refusal, says)


DRIVERS: list[tuple[dict[str, dict[str, Any]], type[Refusal], str]] = [
    ({"ghosts.d1": {}}, checks.DriverUnknown, "no driver 'ghosts.d1'"),
    ({"razors.d3": {}}, checks.DriverNotInLineUp, "razors.d3 was neither lined up"),
    ({"razors.d1": {"criticals": -1}}, checks.FigureImpossible, "razors.d1 is reported with -1 criticals"),
    ({"razors.d1": {"friendly_criticals": -1}}, checks.FigureImpossible, "friendly criticals"),
    ({"razors.d1": {"scores": -1}}, checks.FigureImpossible, "-1 scores"),
    ({"razors.d1": {"kills": -1}}, checks.FigureImpossible, "-1 kills"),
    ({"razors.d1": {"wounds": -1}}, checks.FigureImpossible, "-1 wounds"),
    ({"razors.d1": {"kit_uses": -1}}, checks.FigureImpossible, "-1 kit uses"),
    ({"razors.d1": {"criticals": 10_000}}, checks.FigureImpossible, "0 to 9999"),
    ({"razors.d1": {"heats": [0]}}, checks.HeatsImpossible, "heat 0"),
    ({"razors.d1": {"heats": [1, 2, 3]}}, checks.HeatsImpossible, "heat 3 and m1 has heats 1 to 2"),
    ({"razors.d1": {"heats": [1, 1]}}, checks.HeatReportedTwice, "twice in one heat"),
    ({"razors.d1": {"heats": [], "criticals": 1}}, checks.DidNotRun, "razors.d1 ran no heat"),
    ({"razors.d1": {"heats": [], "scores": 1}}, checks.DidNotRun, "scores"),
    ({"razors.d1": {"heats": [], "kills": 1}}, checks.DidNotRun, "kills"),
    ({"razors.d1": {"heats": [], "wounds": 1}}, checks.DidNotRun, "wounds"),
    ({"razors.d1": {"heats": [], "friendly_criticals": 1}}, checks.DidNotRun, "friendly criticals"),
    ({"razors.d1": {"heats": [], "out": True}}, checks.DidNotRun, "going out of action"),
]


@pytest.mark.rule("DM-C-090")
@pytest.mark.parametrize(("drivers", "refusal", "says"), DRIVERS)
def test_drivers_that_cannot_be_are_refused(
    table: Table, drivers: dict[str, dict[str, Any]], refusal: type[Refusal], says: str
) -> None:
    table.refused(AcceptReport(match=M1, report=report(table, drivers=drivers)), refusal, says)


@pytest.mark.rule("DM-C-090")
def test_a_driver_is_reported_once_and_not_left_out(table: Table) -> None:
    claim = report(table)
    twice = dataclasses.replace(claim, drivers=[*claim.drivers, claim.drivers[0]])
    table.refused(AcceptReport(match=M1, report=twice), checks.DriverReportedTwice, "razors.d1")
    missing = dataclasses.replace(claim, drivers=claim.drivers[1:])
    table.refused(AcceptReport(match=M1, report=missing), checks.DriverMissing, "razors.d1")


@pytest.mark.rule("DM-C-090")
def test_the_largest_figures_and_a_driver_who_never_ran_are_accepted(table: Table) -> None:
    claim = report(table, drivers={"razors.d1": {"criticals": 9999}, "razors.d2": {"heats": []}})
    claim = dataclasses.replace(
        claim,
        teams=[
            TeamReport(franchise="razors", points=1_000_000, rank=1),
            TeamReport(franchise="saints", points=999_999, rank=2),
        ],
        cars=[dataclasses.replace(claim.cars[0], criticals=9999), *claim.cars[1:]],
        source=Source(ruleset="dethmatch", log_digest="x" * 200),
    )
    checks.refuse_false_report(table.season, table.season.match("m1"), claim)
    endless = dataclasses.replace(claim, source=Source(seed="x" * 201))
    table.refused(AcceptReport(match=M1, report=endless), checks.SourceImproper, "source's seed")


@pytest.mark.rule("DM-C-090")
def test_cars_that_cannot_be_are_refused(table: Table) -> None:
    claim = report(table)

    def cars(*claims: CarReport) -> AcceptReport:
        return AcceptReport(match=M1, report=dataclasses.replace(claim, cars=list(claims)))

    table.refused(cars(*claim.cars, CarReport(car="razors.c3")), checks.CarNotLinedUp, "razors.c3")
    table.refused(cars(*claim.cars, CarReport(car="ghosts.c1")), checks.CarNotLinedUp, "ghosts.c1")
    table.refused(cars(*claim.cars, claim.cars[0]), checks.CarReportedTwice, "razors.c1")
    table.refused(cars(*claim.cars[1:]), checks.CarMissing, "razors.c1")
    table.refused(cars(*claim.cars[1:], CarReport(car="razors.c1", criticals=-1)), checks.FigureImpossible)
    table.refused(cars(*claim.cars[1:], CarReport(car="razors.c1", criticals=10_000)), checks.FigureImpossible)


OUT_IN_1 = {"heats": [1], "out": True}
FRESH = {"heats": [2]}


@pytest.mark.rule("DM-M-038")
def test_a_fresh_driver_may_follow_one_out_of_action(table: Table) -> None:
    claim = report(
        table,
        drivers={"razors.d1": OUT_IN_1, "razors.d3": FRESH},
        substitutes=[Substitute(driver="razors.d3", replaces="razors.d1", from_heat=2)],
    )
    checks.refuse_false_report(table.season, table.season.match("m1"), claim)
    entrants = checks.entrants(table.season, table.season.match("m1"), claim)
    assert entrants.drivers["razors.d3"] == "razors"


SUBSTITUTES: list[tuple[dict[str, dict[str, Any]], list[tuple[str, str, int]], type[Refusal], str]] = [
    ({"razors.d3": FRESH}, [("razors.d3", "razors.d1", 2)], checks.SubstitutionImpossible, "is not out of action"),
    (
        {"razors.d1": {"out": True}, "razors.d3": FRESH},
        [("razors.d3", "razors.d1", 2)],
        checks.TwoDriversInOneHeat,
        "razors.d1 is reported in a heat from 2 on",
    ),
    (
        {"razors.d1": OUT_IN_1, "razors.d3": {"heats": [1, 2]}},
        [("razors.d3", "razors.d1", 2)],
        checks.TwoDriversInOneHeat,
        "razors.d3 came in from heat 2",
    ),
    ({"razors.d1": OUT_IN_1}, [("razors.d3", "razors.d1", 1)], checks.SubstituteHeatImpossible, "heats 2 to 2"),
    ({"razors.d1": OUT_IN_1}, [("razors.d3", "razors.d1", 3)], checks.SubstituteHeatImpossible, "from heat 3"),
    ({"razors.d1": OUT_IN_1}, [("razors.d2", "razors.d1", 2)], checks.SubstitutionImpossible, "has a seat already"),
    ({"razors.d1": OUT_IN_1}, [("saints.d3", "razors.d1", 2)], checks.SubstitutionImpossible, "not under contract"),
    ({"razors.d1": OUT_IN_1}, [("razors.d5", "razors.d1", 2)], checks.SubstitutionImpossible, "is season out"),
    ({"razors.d1": OUT_IN_1}, [("ghosts.d1", "razors.d1", 2)], checks.DriverUnknown, "'ghosts.d1'"),
    ({"razors.d1": OUT_IN_1}, [("razors.d3", "razors.d4", 2)], checks.ReplacedHasNoSeat, "who has no seat"),
    (
        {"razors.d1": OUT_IN_1},
        [("razors.d3", "razors.d1", 2), ("razors.d4", "razors.d1", 2)],
        checks.SubstitutionImpossible,
        "razors.d1 is replaced more than once",
    ),
    (
        {"razors.d1": OUT_IN_1, "razors.d2": OUT_IN_1},
        [("razors.d3", "razors.d1", 2), ("razors.d3", "razors.d2", 2)],
        checks.SubstitutionImpossible,
        "razors.d3 is sent in more than once",
    ),
    ({"razors.d1": OUT_IN_1}, [], checks.DriverMissing, "razors.d3"),
]


@pytest.mark.rule("DM-M-038")
@pytest.mark.parametrize(("drivers", "sent", "refusal", "says"), SUBSTITUTES)
def test_substitutions_that_cannot_be_are_refused(
    table: Table,
    drivers: dict[str, dict[str, Any]],
    sent: list[tuple[str, str, int]],
    refusal: type[Refusal],
    says: str,
) -> None:
    substitutes = [Substitute(driver=driver, replaces=whom, from_heat=heat) for driver, whom, heat in sent] or [
        Substitute(driver="razors.d3", replaces="razors.d1", from_heat=2)
    ]
    claim = report(table, drivers=drivers, substitutes=substitutes)
    table.refused(AcceptReport(match=M1, report=claim), refusal, says)


@pytest.mark.rule("DM-M-038")
def test_nobody_is_sent_in_during_a_single_heat() -> None:
    table = locked(heats=1)
    claim = report(
        table,
        drivers={"razors.d1": OUT_IN_1},
        substitutes=[Substitute(driver="razors.d3", replaces="razors.d1", from_heat=2)],
    )
    table.refused(AcceptReport(match=M1, report=claim), checks.SubstituteHeatImpossible, "m1 has one heat")


@pytest.mark.rule("DM-M-038")
def test_a_substitute_may_be_followed_by_another() -> None:
    table = locked(heats=3)
    claim = report(
        table,
        drivers={
            "razors.d1": OUT_IN_1,
            "razors.d3": {"heats": [2], "out": True},
            "razors.d4": {"heats": [3]},
        },
        substitutes=[
            Substitute(driver="razors.d4", replaces="razors.d3", from_heat=3),
            Substitute(driver="razors.d3", replaces="razors.d1", from_heat=2),
        ],
    )
    accept(table, claim)
    assert table.season.match("m1").step == "M5.1"


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        (("teams", 0, "points"), 1.5, "points"),
        (("teams", 0, "points"), "3", "points"),
        (("drivers", 0, "criticals"), 0.5, "criticals"),
        (("drivers", 0, "out"), "yes", "out"),
        (("drivers", 0, "criticalls"), 1, "criticalls"),
        (("cars",), None, "cars"),
        (("source",), {"seeds": "x"}, "seeds"),
    ],
)
@pytest.mark.rule("DM-C-090", "DM-C-091")
def test_what_is_no_report_at_all_is_refused(table: Table, path: tuple[Any, ...], value: Any, says: str) -> None:
    document: dict[str, Any] = {
        "teams": [{"franchise": "razors", "points": 3, "rank": 1}],
        "drivers": [{"driver": "razors.d1", "heats": [1]}],
        "cars": [{"car": "razors.c1"}],
    }
    part: Any = document
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    before = season_bytes(table.season)
    with pytest.raises(Malformed, match=says):
        command_from_document({"type": "accept_report", "match": "m1", "report": document})
    assert season_bytes(table.season) == before


def test_a_report_survives_the_journey_through_json(table: Table) -> None:
    command = AcceptReport(match=M1, report=report(table, drivers={"razors.d1": {"criticals": 2}}))
    document = {"type": "accept_report", "match": "m1", "report": command.report}
    assert command_from_document(parse_json(json_bytes(document))) == command
