"""Logs of earlier editions of the engine replay exactly, and new races use the newest edition."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from rules.formule import engine
from rules.formule.editions import CHANGES, EDITION, EDITIONS
from rules.formule.ruleset import RULESET
from rules.match.log_faces import dice_from_faces

LOGS = Path(__file__).parents[2] / "golden" / "logs"


def test_every_edition_says_what_it_changes() -> None:
    assert (1, *CHANGES) == EDITIONS
    assert RULESET.edition == EDITION == EDITIONS[-1]


@pytest.mark.rule("FW-144")
@pytest.mark.parametrize("edition", EDITIONS[:-1])
@pytest.mark.parametrize("weather", ["dry", "rain"])
def test_a_race_of_an_earlier_edition_comes_out_byte_for_byte(edition: int, weather: str) -> None:
    """With the orders in its log, and with the machine drivers of its edition."""
    log = gzip.decompress((LOGS / f"formule-{edition}-{weather}.json.gz").read_bytes())
    recording = RULESET.decode(log)
    assert recording.edition == edition
    assert RULESET.log_of(RULESET.replay_recording(recording), recording.packet) == log
    play = engine.start(RULESET.setup_of(recording.packet), dice_from_faces(recording.faces))
    while not engine.is_over(play):
        engine.step(play)
    assert RULESET.log_of(play, recording.packet) == log
