"""Odd files given to every checker and importer: each is answered with a sentence, and nothing is written."""

from __future__ import annotations

import io
import json
import runpy
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from journal.transfer.season_export import season_document
from league.example_archives.catalog import read_archive
from league.models import Season
from rules.core.refusals import Malformed
from tests.guards.findings import report
from tests.journal.exported_leagues import emptied, exported
from tests.journal.snapshot import everything
from tests.league.small_league import founded, settled
from tests.odd_attacks import ATTACKS, Attack
from tests.odd_files import PLACES, bent, improper, in_time, odd_files
from tests.sampling import only

pytestmark = [pytest.mark.django_db, pytest.mark.long]
PROGRAM = Path(__file__).parents[2] / "static" / "verify.py"
MATCHES = Path(__file__).parents[2] / "examples" / "matches"
VERIFY = runpy.run_path(str(PROGRAM))
OURS = [attack for attack in ATTACKS if attack.program in ("manage.py", "verify.py")]
NEEDS_A_LEAGUE = ("do", "orders", "amend")
Answer = tuple[int, str]


def ended(attack: Attack, words: list[str], capsys: pytest.CaptureFixture[str]) -> Answer:
    """A program's exit code, and everything it printed."""
    if attack.program == "verify.py":
        code: int = VERIFY["main"](words)
        output, errors = capsys.readouterr()
        return code, output + errors
    output = io.StringIO()
    try:
        call_command(*words, stdout=output, stderr=output)
    except CommandError as error:
        return error.returncode, f"{output.getvalue()}{error}"
    return 0, output.getvalue()


def laid(name: str, lay: bytes | Callable[[Path], None]) -> Callable[[Path], None]:
    """A function that creates an odd thing where a file should be."""
    return (lambda at: at.write_bytes(lay) and None) if isinstance(lay, bytes) else lay


def answered(
    attack: Attack,
    odd: Mapping[str, bytes | Callable[[Path], None]],
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    *,
    true: bytes = b"",
    may_be_taken: bool = False,
) -> Iterator[str]:
    """What is wrong with the answers to odd things, each given alone and removed afterwards."""
    rows_before = everything()
    for number, (name, lay) in enumerate(odd.items()):
        attack_folder = folder / str(number)
        attack_folder.mkdir()
        argument, odd_path = attack.prepare(attack_folder)
        (attack_folder / "good").write_bytes(true)
        words = [str(attack_folder / "good") if word == "TRUE" else word for word in attack.words(argument)]
        laid(name, lay)(odd_path)
        description = f"{attack.name}, {name}"
        with transaction.atomic(), in_time(description):
            code, output = ended(attack, words, capsys)
            transaction.set_rollback(code == 0 or attack.stands)
        yield from improper(description, code, output, fine=may_be_taken or name in attack.fine)
        odd_path.chmod(0o700) if odd_path.is_file() else None
        shutil.rmtree(attack_folder)
    if everything() != rows_before:
        yield f"{attack.name}: something was refused and yet written: write all of it or nothing."


def true_document(kind: str) -> bytes:
    """A valid document of that kind, from a league in the database."""
    if kind == "league":
        return exported()
    if kind == "season":
        return season_document(Season.objects.get())
    if kind == "command":
        return json.dumps(
            {"type": "hire_rookie", "franchise": "razors", "driver": "razors.d9", "name": "Nine"}
        ).encode()
    if kind == "orders":
        return json.dumps({"reserve_k": 100}).encode()
    if kind == "duel":
        return (MATCHES.parent / "duels" / "three-cars.json").read_bytes()
    match = min(MATCHES.glob("*.json"), key=lambda path: path.stat().st_size)
    if kind == "match":
        return match.read_bytes()
    raise LookupError(kind)


@pytest.fixture
def true(tmp_path: Path) -> Callable[[Attack], bytes]:
    """A function that makes a valid document for an attack, and the database that the attack needs."""

    def made(attack: Attack) -> bytes:
        words = attack.words("FILE")
        (settled if words[0] == "amend" else founded)()
        if attack.of == "log":
            match, log = tmp_path / "match.json", tmp_path / "log.json"
            match.write_bytes(true_document("match"))
            call_command("resolve", str(match), "--secret", "00ff", "--replay", str(log), stdout=io.StringIO())
            text = log.read_bytes()
            match.unlink(), log.unlink()
        else:
            text = true_document(attack.of or "season")
        if words[0] not in NEEDS_A_LEAGUE:
            emptied()
        return text

    return made


@pytest.mark.parametrize("half", only([0], [0, 1]))
@pytest.mark.parametrize("attack", OURS, ids=lambda attack: attack.name)
def test_odd_files_and_what_is_no_file_are_refused_in_a_sentence(
    attack: Attack, half: int, tmp_path: Path, true: Callable[[Attack], bytes], capsys: pytest.CaptureFixture[str]
) -> None:
    text = true(attack)
    turn = (OURS.index(attack) + half) % 2
    odd = dict(islice({**odd_files(), **PLACES}.items(), turn, None, 2))
    report(answered(attack, odd, tmp_path, capsys, true=text), seen=odd, of="odd files")


PARTS = 24
"""CI tries one in this many of the documents with one thing wrong, starting with the first."""


@pytest.mark.parametrize("part", only([0], range(PARTS)))
@pytest.mark.parametrize("attack", [attack for attack in OURS if attack.of], ids=lambda attack: attack.name)
def test_a_true_file_with_one_thing_wrong_is_answered_in_a_sentence(
    attack: Attack, part: int, tmp_path: Path, true: Callable[[Attack], bytes], capsys: pytest.CaptureFixture[str]
) -> None:
    text = true(attack)
    every = dict(bent(text))
    odd = dict(islice(every.items(), part, None, PARTS))
    report(answered(attack, odd, tmp_path, capsys, true=text, may_be_taken=True), seen=every, of="odd files")


def test_an_archive_that_holds_none_is_refused_in_a_sentence(tmp_path: Path) -> None:
    for number, (name, lay) in enumerate({**odd_files(), **PLACES}.items()):
        archive = tmp_path / str(number)
        laid(name, lay)(archive)
        if name in ("xz", "xz that grows", "xz of nothing"):
            continue
        with in_time(name), pytest.raises(Malformed, match=r"cannot be read \(.*\): get a whole checkout\.$"):
            read_archive(archive)


def test_verify_py_refuses_a_closed_standard_input_in_a_sentence() -> None:
    command = f"exec {shlex.quote(sys.executable)} {shlex.quote(str(PROGRAM))} - <&-"
    answer = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert (answer.returncode, answer.stderr) == (1, "")
    assert (
        answer.stdout
        == "- cannot be checked as an export: it is no JSON (Expecting value: line 1 column 1 (char 0)). "
        "Download it again.\n"
    )


def test_a_command_refuses_a_closed_standard_input_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    table = founded()
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises((CommandError, Malformed), match="JSON"):
        call_command("do", table.season, "-", "--as", "rust-belt-boss")
