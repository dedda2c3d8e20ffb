"""Odd files handed to the API's client: each ends with one sentence, before anything is asked where it is no good."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from dethmetal_client.__main__ import main
from dethmetal_client.files import Unusable
from dethmetal_client.packets import PacketFalse, checked
from dethmetal_client.reporting import KeptKeys

from tests.clients.test_client import signed_packet
from tests.guards.findings import report
from tests.odd_attacks import ATTACKS, NOWHERE, Attack
from tests.odd_files import PLACES, bent_in, improper, in_time, odd_files

pytestmark = pytest.mark.once
THEIRS = [attack for attack in ATTACKS if attack.program == "dethmetal"]


def answered(
    attack: Attack, odd: Mapping[str, Any], folder: Path, capsys: pytest.CaptureFixture[str]
) -> Iterator[str]:
    """What is wrong with the answers to odd things, each handed in by itself."""
    for number, (name, lay) in enumerate(odd.items()):
        if name in attack.fine:  # then the server is asked, and it is away for long
            continue
        here = folder / str(number)
        here.mkdir()
        (here / "good").write_text("{}")
        argument, at = attack.prepare(here)
        at.write_bytes(lay) if isinstance(lay, bytes) else lay(at)
        words = [str(here / "good") if word == "TRUE" else word for word in attack.words(argument)]
        what = f"{attack.name}, {name}"
        with in_time(what):
            ends = main(["--server", NOWHERE, "--tries", "1", *words])
        out, wrong = capsys.readouterr()
        yield from improper(what, ends, wrong)
        if out or wrong.count("\n") != 1:
            yield f"{what}: it said more than one line: {(out + wrong)[-300:]!r}."
        shutil.rmtree(here)


@pytest.mark.parametrize("attack", THEIRS, ids=lambda each: each.name)
def test_odd_files_and_what_is_no_file_end_with_one_sentence(
    attack: Attack, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = {**odd_files(), **PLACES}
    report(answered(attack, odd, tmp_path, capsys), seen=odd, of="odd files")


def test_a_packet_with_one_thing_wrong_is_refused_in_a_sentence() -> None:
    answer, keys = signed_packet()
    problems: list[str] = []
    taken: list[str] = []
    for what, text in bent_in(answer):
        try:
            checked(json.loads(text), keys)
        except PacketFalse as no:
            problems += improper(what, 1, str(no))
        else:
            taken.append(what)
    assert problems == []
    assert len(taken) < 40


@pytest.mark.parametrize("name", [*odd_files(), *PLACES])
def test_a_file_of_keys_that_is_none_is_refused_before_anything_is_sent(name: str, tmp_path: Path) -> None:
    file = tmp_path / "keys.json"
    lay: Any = {**odd_files(), **PLACES}[name]
    file.write_bytes(lay) if isinstance(lay, bytes) else lay(file)
    try:
        with in_time(name):
            key = KeptKeys(file).key_of("here", {})
    except Unusable as no:
        assert list(improper(name, 2, str(no))) == []  # noqa: PT017 - some of them are no fault
    else:
        assert len(key) > 20
