"""Odd files given to the client: each ends in one sentence, and before any request if the file is unusable."""

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
    """Run the command once for each odd file, and yield what is wrong with its output."""
    for number, (name, content) in enumerate(odd.items()):
        if name in attack.fine:  # the client accepts it and asks the server, which is away
            continue
        subfolder = folder / str(number)
        subfolder.mkdir()
        (subfolder / "good").write_text("{}")
        argument, place = attack.prepare(subfolder)
        place.write_bytes(content) if isinstance(content, bytes) else content(place)
        arguments = [str(subfolder / "good") if word == "TRUE" else word for word in attack.words(argument)]
        label = f"{attack.name}, {name}"
        with in_time(label):
            status = main(["--server", NOWHERE, "--tries", "1", *arguments])
        output, errors = capsys.readouterr()
        yield from improper(label, status, errors)
        if output or errors.count("\n") != 1:
            yield f"{label}: it said more than one line: {(output + errors)[-300:]!r}."
        shutil.rmtree(subfolder)


@pytest.mark.parametrize("attack", THEIRS, ids=lambda attack: attack.name)
def test_odd_files_and_what_is_no_file_end_with_one_sentence(
    attack: Attack, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = {**odd_files(), **PLACES}
    report(answered(attack, odd, tmp_path, capsys), seen=odd, of="odd files")


def test_a_packet_with_one_thing_wrong_is_refused_in_a_sentence() -> None:
    answer, keys = signed_packet()
    problems: list[str] = []
    accepted: list[str] = []
    for label, text in bent_in(answer):
        try:
            checked(json.loads(text), keys)
        except PacketFalse as no:
            problems += improper(label, 1, str(no))
        else:
            accepted.append(label)
    assert problems == []
    assert len(accepted) < 40


@pytest.mark.parametrize("name", [*odd_files(), *PLACES])
def test_a_file_of_keys_that_is_none_is_refused_before_anything_is_sent(name: str, tmp_path: Path) -> None:
    file = tmp_path / "keys.json"
    content: Any = {**odd_files(), **PLACES}[name]
    file.write_bytes(content) if isinstance(content, bytes) else content(file)
    try:
        with in_time(name):
            key = KeptKeys(file).key_of("here", {})
    except Unusable as no:
        assert list(improper(name, 2, str(no))) == []  # noqa: PT017 - some of these files are accepted
    else:
        assert len(key) > 20
