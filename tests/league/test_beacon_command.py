"""`manage.py beacon` checks a round that was pasted, or fetches one, and reports errors in a sentence."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.beacon.rounds import RANDOMNESS, RECORDED, TRUE
from tests.league.test_bad_settings import ran

pytestmark = pytest.mark.once
NOWHERE = "http://127.0.0.1:9"
SAID = f"""round       1000
moment      2023-08-23 15:59:24 UTC
randomness  {RANDOMNESS}
signature   {TRUE}
The signature is right: the beacon made this round.
"""


def said(*words: str) -> str:
    """What the command prints."""
    output = io.StringIO()
    call_command("beacon", *words, stdout=output)
    return output.getvalue()


def refused(*words: str) -> str:
    """The sentence with which the command is refused."""
    with pytest.raises(CommandError) as raised:
        said(*words)
    return str(raised.value)


def test_a_signature_that_was_pasted_is_checked_and_the_round_is_printed() -> None:
    assert said("1000", "--signature", TRUE) == SAID


def test_a_file_that_was_saved_is_checked_and_the_round_is_printed(tmp_path: Path) -> None:
    file = tmp_path / "round.json"
    file.write_text(json.dumps({"round": 1000, "signature": TRUE}))
    assert said("--file", str(file)) == SAID
    assert refused("1001", "--file", str(file)) == f"{file} holds round 1000: name that one, or another file."
    file.write_text(TRUE)
    assert refused("--file", str(file)).startswith('It is no round of the beacon: give JSON with "round"')
    file.write_text(json.dumps({"round": 1000, "signature": RECORDED[1001]}))
    assert refused("--file", str(file)).startswith("The signature is not the beacon's for round 1000")


def test_a_signature_without_its_round_is_refused() -> None:
    assert refused("--signature", TRUE) == "A signature is of one round: name its number before it."
    assert refused("0", "--signature", TRUE) == "The beacon has no round 0: give a number from 1 to 9999999999."


@pytest.mark.parametrize("words", [(), ("1000",)])
def test_a_beacon_out_of_reach_is_told_with_what_to_do(words: tuple[str, ...], settings: object) -> None:
    settings.BEACON_URLS = [NOWHERE]  # type: ignore[attr-defined]
    assert refused(*words).endswith(
        f"({NOWHERE}: it could not be reached): look at the connection and at BEACON_URLS, or paste the round with "
        "manage.py beacon --signature."
    )


@pytest.mark.long
def test_a_wrong_signature_ends_the_command_line_with_1(tmp_path: Path) -> None:
    code, out, error = ran("beacon", "1001", "--signature", TRUE, VAR_DIR=str(tmp_path))
    assert (code, out) == (1, "")
    assert error.startswith("CommandError: The signature is not the beacon's for round 1001: look whether")


@pytest.mark.long
def test_an_address_that_is_none_is_told_before_anything_starts(tmp_path: Path) -> None:
    assert ran("beacon", VAR_DIR=str(tmp_path), BEACON_URLS="https://api.drand.sh,drand.example.org") == (
        1,
        "",
        "BEACON_URLS has 'drand.example.org': give addresses that begin with https://, with commas between.\n",
    )
