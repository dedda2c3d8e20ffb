"""Whole duels of two, four and eight cars, scored phase by phase by hand and by the scorer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rules.carwars.scoring.documents import read_duel_document, sheet_document
from rules.carwars.scoring.score import score_duel
from rules.core.refusals import Malformed

FOLDER = Path(__file__).parent / "duels_by_hand"
DUELS = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.json"))}
EXPECTED = ("says", "totals", "end", "places")


@pytest.mark.rule(
    "CW-S-005",
    "CW-S-006",
    "CW-S-007",
    "CW-S-011",
    "CW-S-015",
    "CW-S-018",
    "CW-S-025",
    "CW-S-029",
    "CW-S-031",
    "CW-S-034",
    "CW-S-035",
    "CW-S-042",
    "CW-S-044",
    "CW-S-045",
    "CW-S-046",
    "CW-S-047",
    "CW-S-051",
    "CW-S-054",
)
@pytest.mark.parametrize("name", DUELS)
def test_a_duel_comes_to_what_was_worked_out_by_hand(name: str) -> None:
    expected = DUELS[name]
    document = read_duel_document({key: value for key, value in expected.items() if key not in EXPECTED})
    sheet = sheet_document(document.duel(), score_duel(document.duel(), document.events, closed=document.closed))
    assert {phase: sheet["phases"][int(phase) - 1] for phase in expected["totals"]} == expected["totals"]
    assert sheet["end"] == expected["end"]
    assert {duelist["id"]: duelist["place"] for duelist in sheet["duelists"]} == expected["places"]
    assert len(sheet["phases"]) == expected["end"]["phase"]


@pytest.mark.parametrize(
    ("document", "says"),
    [
        ([], "Expected `object`"),
        ({"duelists": [{"id": 3}]}, "duelists"),
        ({"duelists": [], "events": [{"turn": 1, "phase": 1, "type": "dance"}]}, "dance"),
        ({"duelists": [], "settings": {"mobility": 3}}, "mobility"),
        ({"duelists": [], "more": 1}, "more"),
    ],
)
def test_a_document_that_is_no_duel_is_refused_with_its_field(document: Any, says: str) -> None:
    with pytest.raises(Malformed, match=says):
        read_duel_document(document)


@pytest.mark.rule("CW-S-010", "CW-S-047")
def test_a_kill_of_a_sheet_has_what_was_proposed_and_what_was_ruled() -> None:
    ruled = {"shares": {"a": "1/3", "": "2/3"}, "note": "It was burning already."}
    kill = {"turn": 1, "phase": 2, "type": "kill", "on": "b", "part": "mobility"}
    events = [kill | {"because": {"type": "attack", "by": "c"}, "ruled": ruled}]
    document = read_duel_document({"duelists": [{"id": id} for id in "abc"], "events": events})
    sheet = sheet_document(document.duel(), score_duel(document.duel(), document.events))
    (made,) = (duelist["mobility_kill"] for duelist in sheet["duelists"] if duelist["id"] == "b")
    assert made == {
        "phase": 2,
        "shares": {"": "2/3", "a": "1/3"},
        "proposed": {"c": "1"},
        "rule": "CW-S-041",
        "steps": ["c did it."],
        "ruled": True,
        "note": "It was burning already.",
    }


def test_what_a_document_has_in_excess_is_named_in_characters_that_can_be_printed() -> None:
    with pytest.raises(Malformed) as refused:
        read_duel_document({"duelists": [], "more\x1b[2J": 1})
    assert refused.value.sentence.isprintable()
    deep: Any = {"type": "nobody"}
    for _ in range(5000):
        deep = {"type": "lost_control", "because": deep}
    event = {"turn": 1, "phase": 1, "type": "kill", "on": "a", "part": "mobility", "because": deep}
    with pytest.raises(Malformed, match="nested too deeply"):
        read_duel_document({"duelists": [], "events": [event]})
