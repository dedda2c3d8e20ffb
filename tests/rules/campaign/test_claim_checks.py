"""The figures claimed for a match are possible, both in all of it and in each heat."""

from __future__ import annotations

import pytest

from rules.campaign.match_day.reports import KillsImpossible, claim_errors
from rules.match.report import DriverReport
from tests.rules.campaign.memory_seasons import locked, report

ENEMIES = 2
"""The number of cars of the other team."""


@pytest.mark.rule("DM-M-139")
@pytest.mark.parametrize(
    ("heats", "kills", "pointers"),
    [
        ([1, 2], 2 * ENEMIES, []),
        ([1, 2], 2 * ENEMIES + 1, ["/drivers/0/kills"]),
        ([2], ENEMIES, []),
        ([2], ENEMIES + 1, ["/drivers/0/kills"]),
        ([], ENEMIES, []),
        ([], 5000, ["/drivers/0/kills"]),
    ],
)
def test_nobody_destroys_more_enemy_cars_than_there_are_in_each_heat(
    heats: list[int], kills: int, pointers: list[str]
) -> None:
    table = locked(heats=2)
    claim = report(table, drivers={"razors.d1": {"heats": heats, "kills": kills}})
    refusals = list(claim_errors(table.season, table.season.match("m1"), claim))
    assert [refusal.pointer for refusal in refusals] == pointers
    assert all(isinstance(refusal, KillsImpossible) for refusal in refusals)
    assert all(f"give {ENEMIES * max(1, len(heats))} at most" in refusal.sentence for refusal in refusals)


def test_who_is_no_entrant_is_passed_over() -> None:
    table = locked(heats=2)
    claim = report(table, drivers={"razors.d1": {"kills": 1}})
    claim.drivers.append(DriverReport(driver="ghosts.d1", kills=5000))
    assert list(claim_errors(table.season, table.season.match("m1"), claim)) == []
