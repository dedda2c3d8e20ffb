"""Logs of earlier editions of RHAD come out byte for byte."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from rules.match.log_faces import dice_from_faces
from rules.rhad import engine
from rules.rhad.editions import EDITIONS
from rules.rhad.ruleset import RULESET

LOGS = Path(__file__).parents[2] / "golden" / "logs"


@pytest.mark.rule("RH-080")
@pytest.mark.parametrize("edition", EDITIONS[:-1])
@pytest.mark.parametrize("arena", ["pillar-hall", "the-sieve"])
def test_a_duel_of_an_earlier_edition_comes_out_byte_for_byte(edition: int, arena: str) -> None:
    """With the orders in its log, and with the autopilot and the house rules of its edition."""
    log = gzip.decompress((LOGS / f"rhad-{edition}-{arena}.json.gz").read_bytes())
    recording = RULESET.decode(log)
    assert recording.edition == edition
    assert RULESET.log_of(RULESET.replay_recording(recording), recording.packet) == log
    play = engine.start(RULESET.setup_of(recording.packet), dice_from_faces(recording.faces))
    while not engine.is_over(play):
        engine.step(play)
    assert RULESET.log_of(play, recording.packet) == log
