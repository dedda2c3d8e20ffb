"""The benchmark of score sheets: the duel that is measured, and what its pairs say."""

from __future__ import annotations

import json

import pytest

from benchmarks.duels import ENTRANTS, PHASES, duel_document, score_sheet, sheet_pair


@pytest.mark.parametrize("phases", [PHASES, 2 * PHASES])
def test_the_duel_that_is_measured_has_eight_entrants_and_goes_on_to_its_last_phase(phases: int) -> None:
    sheet = score_sheet(json.dumps(duel_document(phases)))
    assert len(sheet["duelists"]) == len(ENTRANTS) == 8
    assert len(sheet["phases"]) == phases
    assert sheet["end"] is None
    assert sum(duelist["mobility_kill"] is not None for duelist in sheet["duelists"]) == 4
    assert {line["kind"] for line in sheet["lines"]} == {"kill", "bonus", "penalty"}


@pytest.mark.long
def test_a_pair_says_how_long_a_sheet_takes() -> None:
    pair = sheet_pair(2)
    assert str(pair.notes["milliseconds a sheet"]).endswith("(aim 50)")
    assert pair.ratio > 1
