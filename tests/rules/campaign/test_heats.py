"""What heats reported one by one come to together."""

from __future__ import annotations

import pytest

from rules.campaign.heats import whole_of
from rules.report import CarReport, DriverReport, Report, Substitute, TeamReport


def heat(number: int, *, razors: int, saints: int, **more: list[Substitute]) -> Report:
    """A heat with the points of two teams of one car each; razors.d1 scored once, and their car took a critical."""
    return Report(
        teams=[
            TeamReport(franchise="razors", points=razors, rank=1),
            TeamReport(franchise="saints", points=saints, rank=2),
        ],
        drivers=[
            DriverReport(driver="razors.d1", heats=[number], scores=1),
            DriverReport(driver="saints.d1", heats=[number], out=number == 2),
        ],
        cars=[CarReport(car="razors.c1", criticals=number), CarReport(car="saints.c1")],
        **more,
    )


@pytest.mark.rule("DM-C-090", "DM-C-091", "DM-M-038")
def test_points_and_figures_are_added_up_and_a_car_is_as_its_last_heat_left_it() -> None:
    sent_in = Substitute(driver="saints.d2", replaces="saints.d1", from_heat=2)
    whole = whole_of({2: heat(2, razors=2, saints=7, substitutes=[sent_in]), 1: heat(1, razors=4, saints=0)})
    assert whole == Report(
        teams=[
            TeamReport(franchise="razors", points=6, rank=2),
            TeamReport(franchise="saints", points=7, rank=1),
        ],
        drivers=[
            DriverReport(driver="razors.d1", heats=[1, 2], scores=2),
            DriverReport(driver="saints.d1", heats=[1, 2], out=True),
        ],
        cars=[CarReport(car="razors.c1", criticals=2), CarReport(car="saints.c1")],
        substitutes=[sent_in],
    )


@pytest.mark.rule("DM-C-090", "DM-C-091", "DM-M-038")
def test_teams_with_as_many_points_share_a_rank() -> None:
    whole = whole_of({1: heat(1, razors=3, saints=1), 2: heat(2, razors=0, saints=2)})
    assert [(each.franchise, each.points, each.rank) for each in whole.teams] == [("razors", 3, 1), ("saints", 3, 1)]
