"""Logs with a tampered packet are refused with a sentence, whichever book wrote them."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.core.refusals import Malformed
from rules.match.exhibition import exhibition_ruleset, replay_log
from rules.match.ruleset import LogContradicted

MATCHES = Path(__file__).parents[2] / "examples" / "matches"
CAR = "packet/teams/0/seats/0/car"
NEVER_LOCKED = " cannot be played again: its packet is none that was ever locked "


@cache
def log(file: str) -> bytes:
    """The log of an example match, played with a fixed secret."""
    text = (MATCHES / file).read_bytes()
    return exhibition_ruleset(json.loads(text)["ruleset"]).play_exhibition(text, secret=b"tampered").log


def tampered(file: str, where: str, value: object) -> bytes:
    """The log of an example match with `value` at the path `where`."""
    document: Any = json.loads(log(file))
    part = document
    *path, last = where.split("/")
    for name in path:
        part = part[int(name) if isinstance(part, list) else name]
    part[int(last) if isinstance(part, list) else last] = value
    return msgspec.json.encode(document)


@pytest.mark.rule("DM-M-140")
@pytest.mark.parametrize(
    ("file", "where", "value", "said"),
    [
        ("formule/rust-duel.json", f"{CAR}/design/weapons/0/key", "zz", f"{NEVER_LOCKED}(its book fails on 'zz')"),
        ("formule/rust-duel.json", "packet/surface", "zz", f"{NEVER_LOCKED}(its book fails on 'zz')"),
        (
            "rhad/own-arena.json",
            "packet/teams/0/seats/0/driver/traits",
            {},
            f"{NEVER_LOCKED}(its book fails on 'driving')",
        ),
        ("carcult/two-alone.json", f"{CAR}/id", "", NEVER_LOCKED),
        ("street-duel.json", "setup/teams/0/cars/0/items/0/variant", "zz", f"{NEVER_LOCKED}(its book fails on 'zz')"),
    ],
)
def test_a_log_with_a_packet_its_book_fails_on_contradicts_itself(
    file: str, where: str, value: object, said: str
) -> None:
    with pytest.raises(LogContradicted) as raised:
        replay_log(tampered(file, where, value))
    assert said in raised.value.sentence
    assert raised.value.__cause__ is not None


@pytest.mark.rule("FW-107", "FW-128", "RH-085")
@pytest.mark.parametrize(
    ("file", "where", "value", "said"),
    [
        ("formule/rust-duel.json", "packet/setting/laps", -7, "A race has 1 to 10 laps"),
        ("formule/rust-duel.json", "packet/setting/laps", 11, "A race has 1 to 10 laps"),
        ("formule/rust-duel.json", "packet/setting/laps", "2", "A race has 1 to 10 laps"),
        ("formule/rust-duel.json", "packet/setting/circuit", 7, "The circuit cannot be raced on: The circuit is 7"),
        ("formule/own-circuit.json", "packet/setting/circuit/length", 10**9, "has length 1000000000: give a"),
        ("formule/own-circuit.json", "packet/setting/circuit/lanes", 10**9, "has lanes 1000000000: give a"),
        ("rhad/own-arena.json", "packet/setting/arena/starts/0/1", "zz", "The arena cannot be fought in: The start"),
        ("rhad/own-arena.json", "packet/setting/arena/radius", 10**9, "The arena cannot be fought in: The radius"),
        ("rhad/own-arena.json", "packet/setting/arena", 7, "The arena cannot be fought in: An arena is an object"),
        ("rhad/own-arena.json", "packet/match", "\x1b[31m", r"'\x1b[31m' cannot be the id of a match"),
        ("formule/rust-duel.json", "packet/match", "", "'' cannot be the id of a match"),
    ],
)
def test_a_log_of_a_ground_that_nobody_may_announce_is_refused_before_it_is_laid_out(
    file: str, where: str, value: object, said: str
) -> None:
    with pytest.raises(Malformed) as raised:
        replay_log(tampered(file, where, value))
    assert said in raised.value.sentence


def test_a_log_is_played_by_none_but_the_book_that_wrote_it() -> None:
    with pytest.raises(Malformed, match=r"^This is no log of a RHAD match: rust-duel was played by 'formule', so "):
        exhibition_ruleset("rhad").replay_exhibition(log("formule/rust-duel.json"))


@pytest.mark.rule("DM-M-140")
@pytest.mark.parametrize("file", ["formule/own-circuit.json", "rhad/own-arena.json", "carcult/two-alone.json"])
def test_a_log_as_it_was_written_is_played_again_to_the_same_bytes(file: str) -> None:
    assert replay_log(log(file)).log == log(file)
