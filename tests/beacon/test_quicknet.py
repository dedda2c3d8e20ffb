"""The quicknet chain: the times of its rounds, and which signatures are accepted."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from beacon.quicknet import (
    GENESIS,
    HIGHEST_ROUND_NUMBER,
    DrandRound,
    NoSuchRound,
    SignatureRefused,
    first_round_at_or_after,
    latest_round,
    parse_signature,
    round_time,
    verify_round,
)
from tests.beacon.rounds import FORGED, RANDOMNESS, RECORDED, TRUE

pytestmark = pytest.mark.once
CHECKOUT = Path(__file__).parents[2]
SECOND = timedelta(seconds=1)


def test_a_round_is_made_every_three_seconds_from_the_first_on() -> None:
    assert round_time(1) == GENESIS == datetime(2023, 8, 23, 15, 9, 27, tzinfo=UTC)
    assert round_time(1000) == datetime(2023, 8, 23, 15, 59, 24, tzinfo=UTC)
    assert round_time(HIGHEST_ROUND_NUMBER).year == 2974


@pytest.mark.parametrize(
    ("moment", "first", "latest"),
    [
        (round_time(1000) - SECOND, 1000, 999),
        (round_time(1000), 1000, 1000),
        (round_time(1000) + timedelta(microseconds=1), 1001, 1000),
        (round_time(1000) + 3 * SECOND, 1001, 1001),
        (GENESIS, 1, 1),
    ],
)
def test_the_first_round_from_a_moment_on_and_the_latest_by_then(moment: datetime, first: int, latest: int) -> None:
    assert (first_round_at_or_after(moment), latest_round(moment)) == (first, latest)


def test_before_the_first_round_there_is_none_and_it_is_the_next() -> None:
    assert first_round_at_or_after(GENESIS - timedelta(days=9)) == 1
    with pytest.raises(NoSuchRound, match="no round before 2023-08-23 15:09:27 UTC"):
        latest_round(GENESIS - SECOND)


@pytest.mark.parametrize("number", [0, -1, HIGHEST_ROUND_NUMBER + 1, 2**64])
def test_a_number_without_a_round_is_refused(number: int) -> None:
    with pytest.raises(NoSuchRound, match=f"no round {number}: give a number from 1"):
        round_time(number)
    with pytest.raises(NoSuchRound):
        verify_round(DrandRound(number, bytes.fromhex(TRUE)))


@pytest.mark.long
@pytest.mark.parametrize("number", RECORDED)
def test_a_round_that_the_beacon_made_is_right(number: int) -> None:
    verify_round(DrandRound(number, bytes.fromhex(RECORDED[number])))


def test_the_randomness_is_the_hash_of_the_signature() -> None:
    assert DrandRound(1000, bytes.fromhex(TRUE)).randomness.hex() == RANDOMNESS


SAYS = {
    "a flipped bit": "outside the group",
    "infinity": "is the point at infinity",
    "infinity with a number": "is the point at infinity",
    "a point of order three": "outside the group",
    "a point of order three added": "outside the group",
    "off the curve": "no point of the curve",
    "a byte too few": "has 47 bytes",
    "a byte too many": "has 49 bytes",
    "nothing": "has 0 bytes",
    "the uncompressed flag": "no compressed point",
    "a number beyond the field": "beyond the field",
    "the largest number": "beyond the field",
    "the signature of another round": "not the beacon's for round 1000",
    "the negative of the signature": "not the beacon's for round 1000",
}


@pytest.mark.parametrize("forged", FORGED)
def test_a_signature_that_is_not_the_beacons_is_refused_in_a_sentence(forged: str) -> None:
    with pytest.raises(SignatureRefused, match=SAYS[forged]) as caught:
        verify_round(DrandRound(1000, bytes.fromhex(FORGED[forged])))
    assert caught.value.sentence.endswith(".")


@pytest.mark.parametrize("text", ["zz", "abc", "🎲"])
def test_what_is_no_hex_is_no_signature(text: str) -> None:
    with pytest.raises(SignatureRefused, match="is no signature: give the 96 hex digits"):
        parse_signature(text)


@pytest.mark.long
def test_the_library_is_imported_by_a_check_alone() -> None:
    code = "import sys, beacon.client; sys.exit('py_ecc' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=CHECKOUT, check=False).returncode == 0


@pytest.mark.long
def test_a_check_leaves_the_process_no_deeper_recursion_than_it_had() -> None:
    code = (
        "import json, sys; limit = sys.getrecursionlimit()\n"
        "from beacon.quicknet import DrandRound, verify_round\n"
        f"verify_round(DrandRound(1000, bytes.fromhex({RECORDED[1000]!r})))\n"
        "assert 'py_ecc' in sys.modules and sys.getrecursionlimit() == limit\n"
        "try: json.loads('[' * 200_000)\n"
        "except RecursionError: sys.exit(0)\n"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=CHECKOUT, check=False).returncode == 0
