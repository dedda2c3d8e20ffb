"""Logs that were altered: a log that cannot be played is refused with a sentence."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.carcult.ground.table import load_table_document
from rules.carcult.match.packet_setup import setup_from_packet
from rules.carcult.ruleset import RULESET
from rules.core.refusals import Malformed
from tests.rules.carcult.test_entry import packet, seat, team

EXAMPLE = Path(__file__).parents[3] / "examples" / "matches" / "carcult" / "two-alone.json"
DESIGN = {
    "name": "Long Fuse",
    "engine": {"plug": 3, "track": [3, 5, 7, 9], "plus": [1, 2]},
    "cards": ["mines", {"key": "gutsy_gunner", "plus": [2]}, "armor_3"],
}


def changed_log(put: dict[str, Any], *, table: dict[str, Any]) -> bytes:
    """The log of a match with its own table and design, in which fields of the engine and the table were replaced."""
    match = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    match["setting"] = {"table": load_table_document("dry_lake")}
    match["teams"][0]["cars"] = [{"driver": "ottoline", "design": DESIGN}]
    log = json.loads(RULESET.play_exhibition(json.dumps(match).encode(), secret=b"abc").log)
    log["packet"]["setting"]["table"].update(table)
    log["packet"]["teams"][0]["seats"][0]["car"]["design"]["engine"].update(put)
    return json.dumps(log).encode()


@pytest.mark.rule("CC-090")
@pytest.mark.parametrize(
    ("engine", "table", "sentence"),
    [
        (
            {"plus": [10**12, 2]},
            {},
            "flint.c1: The + symbols of the engine stand on AZ 1 to 4, each once: mend that.",
        ),
        ({"plus": [-99, 2]}, {}, "flint.c1: The + symbols of the engine stand on AZ 1 to 4, each once: mend that."),
        ({}, {"starts": []}, "A table has 6 starts, one for each team, not 0: write 6."),
        (
            {"plug": 0},
            {"title": "", "terrain": [{"kind": "rough", "name": "pit", "corners": []}]},
            (
                "The table has no title of 1 to 60 characters that can be printed: give it one. "
                "Piece 1 of the terrain has no list of 3 to 12 corners, each two whole numbers of inches: write one. "
                "flint.c1: An engine's plug is a whole number from 1: give it one."
            ),
        ),
    ],
)
def test_a_log_with_a_table_or_a_design_that_has_faults_is_refused_with_all_of_them(
    engine: dict[str, Any], table: dict[str, Any], sentence: str
) -> None:
    log = changed_log(engine, table=table)
    for reader in (RULESET.replay_exhibition, RULESET.story, RULESET.box_score):
        with pytest.raises(Malformed) as raised:
            reader(log)
        assert raised.value.sentence == sentence


def test_a_log_with_a_table_and_a_design_without_faults_is_played_again() -> None:
    log = changed_log({}, table={})
    assert json.loads(RULESET.replay_exhibition(log).log) == json.loads(log)


@pytest.mark.rule("CC-090")
def test_a_packet_of_more_teams_than_a_table_takes_is_refused() -> None:
    six = [team(f"t{number}", seat(f"t{number}.1")) for number in range(6)]
    assert len(setup_from_packet(packet(*six)).cars) == 6
    with pytest.raises(Malformed, match="A table takes 6 teams, not 7: take some out"):
        setup_from_packet(packet(*six, team("t6", seat("t6.1"))))


@pytest.mark.rule("CC-070", "CC-081", "CC-082")
def test_what_the_house_plays_no_more_is_no_reason_to_refuse_a_design() -> None:
    """The team built it by the house rules of another season, or it exceeds the limits of the whole car."""
    cards = ["turbo", "oil", "armor_1", "armor_2"]
    design = {"name": "Last\nYear", "engine": {"plug": 1, "track": [1, 2, 3, 4]}, "cards": cards}
    line_up = packet(team("a", seat("a.1", design=design)), team("b", seat("b.1")))
    assert setup_from_packet(replace(line_up, switches={})).cars[0].design.name == "Last\nYear"
