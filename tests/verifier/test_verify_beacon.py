"""The standalone `verify.py` checks rounds of the public beacon using only the standard library."""

from __future__ import annotations

import hashlib
import json
import lzma
import subprocess
import sys
import time
from pathlib import Path

import pytest

from beacon.quicknet import load_library
from tests.beacon.rounds import FORGED, RANDOMNESS, RECORDED, TRUE, VERIFY

pytestmark = pytest.mark.once
CHECKOUT = Path(__file__).parents[2]
PROGRAM = CHECKOUT / "static" / "verify.py"
PLAYED = CHECKOUT / "examples" / "first-laps" / "played.json.xz"
ALONE = "No export was checked, and nothing of a season: the round alone was.\n"
WRONG = {
    "the signature of another round": "the beacon did not sign round 1000 with it",
    "the negative of the signature": "the beacon did not sign round 1000 with it",
    "a flipped bit": "it is a point outside the group in which the beacon signs",
    "infinity": "it is the point at infinity, which nobody signs with",
    "infinity with a number": "it is the point at infinity, which nobody signs with",
    "a point of order three": "it is a point outside the group in which the beacon signs",
    "a point of order three added": "it is a point outside the group in which the beacon signs",
    "off the curve": "it is no point of the curve",
    "a byte too few": "it has 47 bytes, and a signature has 48",
    "a byte too many": "it has 49 bytes, and a signature has 48",
    "nothing": "it has 0 bytes, and a signature has 48",
    "the uncompressed flag": "it is not written as a compressed point",
    "a number beyond the field": "its number is too large for the field",
    "the largest number": "its number is too large for the field",
}


@pytest.mark.long
@pytest.mark.parametrize("number", RECORDED)
def test_a_round_that_the_beacon_made_is_right(number: int) -> None:
    began = time.process_time()
    assert VERIFY["round_error"](number, bytes.fromhex(RECORDED[number])) == ""
    assert time.process_time() - began < 5


@pytest.mark.parametrize("forged", FORGED)
def test_a_signature_that_is_not_the_beacons_is_named_for_what_it_is(forged: str) -> None:
    assert VERIFY["round_error"](1000, bytes.fromhex(FORGED[forged])) == WRONG[forged]


def test_without_the_check_of_the_group_a_second_signature_would_pass() -> None:
    point, _ = VERIFY["decompress"](bytes.fromhex(FORGED["a point of order three added"]))
    hashed = VERIFY["hash_to_curve"](hashlib.sha256((1000).to_bytes(8, "big")).digest())
    x, y = VERIFY["G2"]
    assert VERIFY["pairings_cancel"]([(point, (x, VERIFY["FP2"].negate(y))), (hashed, VERIFY["public_key"]())])


def test_the_key_and_the_generator_are_points_of_the_second_group() -> None:
    for x, y in (VERIFY["public_key"](), VERIFY["G2"]):
        cube = VERIFY["FP2"].multiply(x, VERIFY["FP2"].multiply(x, x))
        assert VERIFY["FP2"].multiply(y, y) == VERIFY["FP2"].add(cube, (4, 4))
        assert VERIFY["multiply_point"](VERIFY["ORDER"], (x, y), VERIFY["FP2"]) is None


@pytest.mark.parametrize("message", [b"", b"abc", b"q" * 200, bytes(32)])
def test_a_message_is_hashed_to_the_point_that_the_library_has(message: bytes) -> None:
    load_library()
    from py_ecc.bls.hash_to_curve import hash_to_G1  # slow to import
    from py_ecc.optimized_bls12_381 import normalize

    point = normalize(hash_to_G1(message, VERIFY["HASHED_BY"], hashlib.sha256))  # type: ignore[arg-type]
    assert VERIFY["hash_to_curve"](message) == tuple(int(optimized_bls12_381_fq) for optimized_bls12_381_fq in point)


def test_both_checks_are_of_the_same_chain() -> None:
    from beacon import quicknet

    assert VERIFY["QUICKNET_KEY"] == quicknet.PUBLIC_KEY
    assert VERIFY["HASHED_BY"] == quicknet.DOMAIN
    assert VERIFY["FIRST_ROUND"] == quicknet.GENESIS.timestamp()
    assert VERIFY["PERIOD"] == quicknet.PERIOD.total_seconds()


@pytest.mark.long
def test_a_round_is_checked_by_itself_and_says_that_nothing_else_was(tmp_path: Path) -> None:
    alone = tmp_path / "verify.py"
    alone.write_bytes(PROGRAM.read_bytes())
    words = [sys.executable, "-I", "-S", alone, "--round", f"1000:{TRUE}"]
    completed = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (completed.returncode, completed.stderr) == (0, "")
    assert completed.stdout == (
        "round 1000 of quicknet, made at 2023-08-23 15:59:24 UTC\n"
        f"  the signature is right; randomness {RANDOMNESS}\n{ALONE}"
    )


def test_a_wrong_round_ends_it_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert VERIFY["main"](["--round", f"1001:{TRUE.upper()}"]) == 1
    assert capsys.readouterr().out == (
        "round 1001 of quicknet, made at 2023-08-23 15:59:27 UTC\n"
        f"  WRONG: the signature is refused: the beacon did not sign round 1001 with it\n{ALONE}"
    )


@pytest.mark.parametrize("text", ["1000", f"0:{TRUE}", f"1000:{TRUE}0", "1000:", "x:00", f"{10**10}:{TRUE}", "٣:00"])
def test_what_is_no_round_is_refused_in_a_sentence(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert VERIFY["main"](["--round", text]) == 1
    assert capsys.readouterr().out == (
        f"{text[:40]!r} is no round: give NUMBER:SIGNATURE, the signature in 96 hex digits.\n"
    )


@pytest.mark.parametrize("signature", [TRUE, FORGED["infinity"]])
def test_a_round_is_checked_beside_an_export(
    signature: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (season,) = json.loads(lzma.decompress(PLAYED.read_bytes()))["seasons"]
    export = tmp_path / "export.json"
    export.write_text(json.dumps(season))
    wrong = signature != TRUE
    assert VERIFY["main"]([str(export), "--round", f"1000:{signature}"]) == wrong
    output = capsys.readouterr().out
    assert ALONE not in output
    assert output.endswith("1 finding: see the lines above.\n" if wrong else "Nothing is wrong.\n")


@pytest.mark.parametrize("words", [[], ["--head", "0" * 64], ["--round", f"1000:{TRUE}", "--head", "0" * 64]])
def test_without_an_export_there_is_no_head_to_compare(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        VERIFY["main"](words)
    assert end.value.code == 2
    assert "export" in capsys.readouterr().err


@pytest.mark.parametrize("number", [0, -(10**17), 10**17])
def test_there_is_no_round_of_that_number(number: int) -> None:
    assert VERIFY["round_error"](number, bytes(48)) == "there is no such round"
