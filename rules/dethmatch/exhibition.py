"""Plays a match outside any league from one file, and replays it from its log. Rules DM-M-001, DM-M-140."""

from __future__ import annotations

import msgspec

from rules.core.dice import Dice, KeyRing
from rules.dethmatch import engine, replay
from rules.dethmatch.log.box_score import box_score
from rules.dethmatch.log.story import narrate
from rules.dethmatch.match.match import Match
from rules.dethmatch.setup.match_errors import refuse_faulty_setup
from rules.dethmatch.setup.match_spec import match_from
from rules.match.exhibition import Exhibition
from rules.match.recording import failures_as_contradictions
from rules.match.ruleset import LogContradicted


def play_exhibition(text: bytes, *, secret: bytes) -> Exhibition:
    """Play the match that a file describes. The same secret gives the same bytes.

    Raises `PaperUnreadable` or `MatchImpossible` with everything that is wrong with the file.
    """
    setup = match_from(text)
    return _exhibition(engine.play_match(setup, Dice(KeyRing(secret, {setup.match: ""})), checked=False))


def replay_exhibition(log: bytes) -> Exhibition:
    """Replay a match from its log.

    Raises `Malformed`, `OtherEdition`, `LogContradicted`, or `MatchImpossible` if the setup in the log cannot be
    played.
    """
    recording = replay.decode_recording(log)
    with failures_as_contradictions(recording.setup.match):
        refuse_faulty_setup(recording.setup)
        exhibition = _exhibition(replay.replay_recording(recording))
    if msgspec.json.decode(exhibition.log) != msgspec.json.decode(log):
        raise LogContradicted(
            f"{exhibition.match} comes out turn by turn as its log has it, but the log holds something else "
            "besides that was not played, or misses an order that was: give it as it was written."
        )
    return exhibition


def _exhibition(play: Match) -> Exhibition:
    return Exhibition(
        match=play.setup.match,
        box_score=box_score(play),
        story=narrate(play),
        log=replay.encode_recording(replay.make_recording(play)),
    )
