"""Logs of earlier editions of Car Cult come out byte for byte, and every edition says what it changes."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from rules.carcult import engine
from rules.carcult.editions import CHANGES, EDITION, EDITIONS
from rules.carcult.ruleset import RULESET
from rules.match.log_faces import dice_from_faces

LOGS = Path(__file__).parents[2] / "golden" / "logs"


def test_every_edition_says_what_it_changes() -> None:
    assert (1, *CHANGES) == EDITIONS
    assert RULESET.edition == EDITION == EDITIONS[-1]


@pytest.mark.rule("CC-098")
@pytest.mark.parametrize("edition", EDITIONS[:-1])
@pytest.mark.parametrize("table", ["crossroads", "dry-lake"])
def test_a_skirmish_of_an_earlier_edition_comes_out_byte_for_byte(edition: int, table: str) -> None:
    """With the orders in its log, and with the autopilot and the house rules of its edition."""
    log = gzip.decompress((LOGS / f"carcult-{edition}-{table}.json.gz").read_bytes())
    recording = RULESET.decode(log)
    assert recording.edition == edition
    assert RULESET.log_of(RULESET.replay_recording(recording), recording.packet) == log
    play = engine.start(RULESET.setup_of(recording.packet), dice_from_faces(recording.faces))
    while not engine.is_over(play):
        engine.step(play)
    assert RULESET.log_of(play, recording.packet) == log
