"""The box score of a match resolved here, made from its report and its packet."""

from __future__ import annotations

from dataclasses import replace

from league.pages.matches.box_score import CarFate, CrewLine, Figures, item_fates_in, score_of
from rules.match.report import CarReport, DriverReport, Report, TeamReport
from tests.pages.test_match_names import packet, seat, team

PACKET = packet(
    team("razors", seat("razors.c1", "razors.d1", "razors.d2"), fresh=("razors.d9",)),
    team("saints", seat("saints.c1", "saints.d1")),
)
REPORT = Report(
    teams=[TeamReport(franchise="saints", points=2, rank=2), TeamReport(franchise="razors", points=7, rank=1)],
    drivers=[
        DriverReport(driver="saints.d1", heats=[1], out=True, friendly_criticals=1),
        DriverReport(driver="razors.d1", heats=[1, 2], criticals=3, kills=1, wounds=1, kit_uses=2),
        DriverReport(driver="razors.d2", heats=[1], criticals=2, scores=2),
        DriverReport(driver="razors.d9"),
    ],
    cars=[
        CarReport(car="saints.c1", destroyed=True, devices_lost=["saints.i1"]),
        CarReport(
            car="razors.c1", criticals=2, expendables_used=["razors.i4"], fitted=["razors.i7"], stowed=["razors.i5"]
        ),
    ],
)


def test_teams_stand_by_rank_with_their_drivers_most_telling_line_first_and_the_sums() -> None:
    score = score_of(REPORT, PACKET)
    razors, saints = score.teams
    assert (razors.team, razors.rank, razors.points) == ("razors", 1, 7)
    assert razors.crew == (
        CrewLine("razors.d2", "1", Figures(criticals=2, scores=2), "OK", "good"),
        CrewLine("razors.d1", "1, 2", Figures(criticals=3, kills=1, wounds=1, kits=2), "OK", "good"),
        CrewLine("razors.d9", "", Figures(), "did not run", ""),
    )
    assert razors.figures == Figures(criticals=5, scores=2, kills=1, wounds=1, kits=2)
    assert saints.crew == (CrewLine("saints.d1", "1", Figures(friendly=1), "out of action", "clone"),)
    assert (score.points, score.figures) == (
        9,
        Figures(criticals=5, friendly=1, scores=2, kills=1, wounds=1, kits=2),
    )


def test_each_car_says_who_began_in_it_and_what_became_of_it() -> None:
    razors, saints = score_of(REPORT, PACKET).teams
    crew = ("razors.d1", "razors.d2")
    assert razors.cars == (
        CarFate("razors.c1", crew, 2, False, [], ["razors.i4"], fitted=["razors.i7"], stowed=["razors.i5"]),
    )
    assert saints.cars == (CarFate("saints.c1", ("saints.d1",), 0, True, ["saints.i1"], [], fitted=[], stowed=[]),)


def test_the_columns_of_items_are_those_in_which_any_car_has_one() -> None:
    assert [item_fate.name for item_fate in item_fates_in(score_of(REPORT, PACKET))] == [
        "Lost for good",
        "Used up",
        "Fitted",
        "Stowed",
    ]
    lost = replace(REPORT, cars=[CarReport(car="razors.c1"), REPORT.cars[0]])
    assert [item_fate.name for item_fate in item_fates_in(score_of(lost, PACKET))] == ["Lost for good"]
    assert item_fates_in(score_of(replace(REPORT, cars=[CarReport(car="saints.c1")]), PACKET)) == []


def test_a_match_in_which_nobody_was_adds_up_to_nothing() -> None:
    assert score_of(Report(teams=[], drivers=[], cars=[]), packet()).figures == Figures()
