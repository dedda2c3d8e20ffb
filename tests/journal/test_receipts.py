"""Receipts that the site signs for whoever gave a command, and what `verify.py --receipt` finds with them."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from journal.receipts import sign_receipt
from league.signing import signing_key
from tests.api.api_callers import at, program_of
from tests.journal.exported_leagues import emptied
from tests.journal.forger import exported
from tests.league.small_league import BEGAN, SEEDS, Table, founded
from tests.verifier.test_findings import run

pytestmark = pytest.mark.django_db
WORDS = "5a" * 32
PARTY = {"type": "throw_party", "franchise": "saints", "spend_k": 10}


def answered(table: Table, **body_fields: Any) -> dict[str, Any]:
    """The API's response to a program that throws a party for its owner."""
    answer = program_of(table, "saints").post(
        at(table, "/commands"), {"commands": [PARTY], **body_fields}, key="party"
    )
    assert answer.status_code == 201, answer.content
    document: dict[str, Any] = answer.json()
    return document


def saved(folder: Path, table: Table, *lines: Any) -> tuple[Path, Path]:
    """Write an export and a file of receipts, and return both paths."""
    export, receipts = folder / "export.json", folder / "receipts.jsonl"
    export.write_text(json.dumps(exported(table.season)))
    receipts.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines))
    return export, receipts


def test_a_command_is_answered_with_a_signed_receipt_of_its_last_entry() -> None:
    table = founded(dice=SEEDS)
    got = answered(table, words=WORDS)["receipt"]
    statement = json.loads(got["statement"])
    assert {name: statement[name] for name in ("season", "entry", "head")} == {
        "season": table.season, "entry": table.row.length, "head": table.row.head,
    }  # fmt: skip
    key = signing_key(at=BEGAN)
    assert (got["key"], got["algorithm"]) == (key.pk, "Ed25519")
    signature = base64.b64decode(got["signature"])
    Ed25519PublicKey.from_public_bytes(bytes.fromhex(key.public)).verify(signature, got["statement"].encode())


def test_the_same_command_again_is_answered_with_the_same_receipt_whatever_its_words() -> None:
    table = founded(dice=SEEDS)
    first, again = answered(table, words=WORDS), answered(table, words="5b" * 32)
    assert first == again


def test_words_that_are_none_are_refused_and_point_at_themselves() -> None:
    table = founded(dice=SEEDS)
    payload = {"commands": [PARTY], "words": "not words"}
    answer = program_of(table, "saints").post(at(table, "/commands"), payload, key="party")
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, "/words")


def test_the_file_finds_every_receipt_in_its_place(tmp_path: Path) -> None:
    table = founded(dice=SEEDS)
    answer = answered(table)
    export, receipts = saved(tmp_path, table, answer["receipt"], answer)
    completed = run(str(export), "--receipt", str(receipts))
    assert (completed.returncode, "heads: 2 you noted are in the chain" in completed.stdout) == (0, True)
    assert "level: words" in completed.stdout


def test_it_finds_that_an_entry_was_dropped(tmp_path: Path) -> None:
    table = founded(dice=SEEDS)
    receipt = answered(table)["receipt"]
    emptied()
    again = founded(dice=SEEDS)
    export, receipts = saved(tmp_path, again, receipt)
    completed = run(str(export), "--receipt", str(receipts))
    assert completed.returncode == 1
    assert re.search(r"WRONG: entry \d+: is missing: its hash was published as", completed.stdout)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "holds no receipt"),
        ("{}", "something that is no receipt"),
        ("[1]", "something that is no receipt"),
        ('{"statement": "{}"}', "something that is no receipt"),
        ('{"statement": "{\\"entry\\": 1, \\"season\\": 3}"}', "without season, entry or head"),
        ("not json", "it is no JSON"),
    ],
)
def test_a_file_that_holds_no_receipt_is_refused_in_a_sentence(tmp_path: Path, line: str, said: str) -> None:
    export, receipts = saved(tmp_path, founded(dice=SEEDS), line)
    completed = run(str(export), "--receipt", str(receipts))
    assert (completed.returncode, said in completed.stdout, completed.stderr) == (1, True, "")


def test_a_receipt_is_of_the_entry_that_it_says() -> None:
    table = founded(dice=SEEDS)
    receipt = sign_receipt(table.row, number=3, head="12" * 32, at=BEGAN)
    assert json.loads(receipt.statement) == {
        "at": BEGAN.isoformat(), "entry": 3, "head": "12" * 32, "season": table.season, "version": 1,
    }  # fmt: skip
