"""Logs of earlier editions of the engine replay exactly, and new matches use the newest edition."""

from __future__ import annotations

import gzip
from dataclasses import replace
from pathlib import Path

import pytest

from rules.core.dice import Dice, KeyRing, Stream
from rules.dethmatch import engine
from rules.dethmatch.crew.checks import UNABLE, driving_check
from rules.dethmatch.editions import CHANGES, EDITION, EDITIONS, WRECKS_ROLL_NOTHING
from rules.dethmatch.log.story import narrate
from rules.dethmatch.match.state import CarStatus
from rules.dethmatch.ruleset import RULESET
from rules.dethmatch.setup.match_spec import match_from
from rules.match.log_faces import dice_from_faces
from rules.match.ruleset import LogContradicted, OtherEdition
from tests.rules.dethmatch.matches import BLUE, car, match, red

CHECKOUT = Path(__file__).parents[3]
BOWL = CHECKOUT / "examples" / "matches" / "bowl-flags.json"
FIRST = CHECKOUT / "tests" / "golden" / "bowl-flags.dethmatch-1.log"
LOGS = CHECKOUT / "tests" / "golden" / "logs"
SECRET = bytes.fromhex("5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9")
SHOVED = "cinders.c3 crashes into the wall, collision speed 1"


def test_every_edition_says_what_it_changes() -> None:
    assert (1, *CHANGES) == EDITIONS
    assert RULESET.edition == EDITION == EDITIONS[-1]
    assert match_from(BOWL.read_bytes()).edition == EDITION


@pytest.mark.rule("DM-M-001", "DM-M-079", "DM-M-110", "DM-M-140")
def test_a_log_of_the_first_edition_comes_out_as_it_was_kept() -> None:
    recording = RULESET.decode(FIRST.read_bytes())
    assert recording.edition == 1
    play = RULESET.replay_recording(recording)
    assert RULESET.log_of(play, recording.setup) == FIRST.read_bytes()
    assert any(
        f"{SHOVED}; driving check of cinders.c3: needs 2, rolls 1, passes [DM-M-082]" in line
        for line in narrate(play)
    )


@pytest.mark.rule("DM-M-001", "DM-M-140")
@pytest.mark.parametrize("edition", EDITIONS[:-1])
@pytest.mark.parametrize("event", ["lap-race", "flags", "last-car"])
def test_a_match_of_an_earlier_edition_comes_out_byte_for_byte(edition: int, event: str) -> None:
    """With the orders in its log, and with the machine drivers of its edition."""
    log = gzip.decompress((LOGS / f"dethmatch-{edition}-{event}.json.gz").read_bytes())
    recording = RULESET.decode(log)
    assert recording.edition == edition
    assert RULESET.log_of(RULESET.replay_recording(recording), recording.setup) == log
    play = engine.start(recording.setup, dice_from_faces(recording.faces))
    while not engine.is_over(play):
        engine.step(play)
    assert RULESET.log_of(play, recording.setup) == log


@pytest.mark.rule("DM-M-079", "DM-M-110")
def test_by_the_second_edition_the_same_wreck_throws_no_die() -> None:
    setup = replace(match_from(BOWL.read_bytes()), edition=WRECKS_ROLL_NOTHING)
    lines = list(narrate(RULESET.play_to_end(setup, Dice(KeyRing(SECRET, {setup.match: ""})))))
    index = next(number for number, line in enumerate(lines) if "cinders.c3 comes to rest, a wreck" in line)
    after = next(line for line in lines[index:] if "cinders.c3 crashes" in line)
    assert after.strip().endswith(f"{SHOVED} [DM-M-082]")


@pytest.mark.rule("DM-M-001", "DM-M-088", "DM-M-118")
def test_a_die_for_the_side_of_a_collision_and_for_the_nearest_stands_in_an_entry_of_its_own() -> None:
    lines = [line.strip() for line in RULESET.story(FIRST.read_bytes())]
    assert "3  Several are nearest to cinders.c3: rolls 2, rivets.c3 [DM-M-118]" in lines
    assert "3  The side the collision of cinders.c3 goes to: rolls 3, left [DM-M-088]" in lines
    assert "1  The side the collision of rivets.c1 goes to: rolls 6, right [DM-M-088]" in lines
    assert [line for line in lines if "(rolls: side of the collision" in line or "(rolls: the nearest" in line] == []


@pytest.mark.rule("DM-M-079", "DM-M-110")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("status", [CarStatus.DESTROYED, CarStatus.WRECK])
def test_nobody_checks_for_a_car_that_is_knocked_out(edition: int, status: CarStatus) -> None:
    play = match(red(car("c1", "ada")), BLUE)
    play.setup = replace(play.setup, edition=edition)
    sheet = play.state.cars["c1"]
    sheet.status = status
    play.stream = Stream("m1/h1/t1/p1/c1", loaded=[1], log=play.dice.log)
    check = driving_check(play, sheet, why="collision: t_bone")
    rolled = edition == 1 and status is CarStatus.WRECK
    assert (check == UNABLE) is not rolled
    assert len(play.dice.log) == rolled


@pytest.mark.rule("DM-M-140")
def test_a_log_that_names_two_editions_and_one_of_none_there_is_are_not_played_again() -> None:
    recording = RULESET.decode(FIRST.read_bytes())
    with pytest.raises(LogContradicted, match="is of edition 2 and its match of 1"):
        RULESET.replay_recording(replace(recording, edition=2))
    with pytest.raises(OtherEdition, match=f"edition {EDITION + 1} of Dethmatch and this is edition {EDITION}"):
        RULESET.replay_recording(replace(recording, edition=EDITION + 1))
