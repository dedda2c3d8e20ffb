"""Receipt signatures in `verify.py`: Ed25519 as in RFC 8032, with a key from an option or the receipts file."""

from __future__ import annotations

import base64
import json
import runpy
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from journal.receipts import sign_receipt
from league.signing import public_key_base64, rotate, signing_key
from tests.api.api_callers import Program
from tests.journal.forger import exported
from tests.league.small_league import BEGAN, SEEDS, Table, founded
from tests.verifier.test_findings import run

VERIFY = runpy.run_path("static/verify.py", run_name="verify")
GROUP = 2**252 + 27742317777372353535851937790883648493
VECTORS = (  # RFC 8032, 7.1: secret key, public key, message, signature
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        (
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46b"
            "d25bf5f0595bbe24655141438e7a100b"
        ),
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        (
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c"
            "387b2eaeb4302aeeb00d291612bb0c00"
        ),
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        (
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc659"
            "4a7c15e9716ed28dc027beceea1ec40a"
        ),
    ),
    (
        "833fe62409237b9d62ec77587520911e9a759cec1d19755b7da901b96dca3d42",
        "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
        (
            "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd"
            "454d4423643ce80e2a9ac94fa54ca49f"
        ),
        (
            "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b58909351fc9ac90b3ecfdfbc7c66431e030"
            "3dca179c138ac17ad9bef1177331a704"
        ),
    ),
)


def signed_by(key: str, message: str, signature: str) -> bool:
    """Whether the program accepts the signature; all arguments are hex digits."""
    answer: bool = VERIFY["signed_by"](bytes.fromhex(key), bytes.fromhex(message), bytes.fromhex(signature))
    return answer


@pytest.mark.parametrize(("secret", "public", "message", "signature"), VECTORS)
def test_the_vectors_of_the_rfc_are_right_and_nothing_beside_them(
    secret: str, public: str, message: str, signature: str
) -> None:
    key = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(secret))
    assert key.public_key().public_bytes_raw().hex() == public  # the vector agrees with another implementation
    assert key.sign(bytes.fromhex(message)).hex() == signature
    assert signed_by(public, message, signature)
    assert not signed_by(public, message + "00", signature)
    other_key = next(vector[1] for vector in VECTORS if vector[1] != public)
    assert not signed_by(other_key, message, signature)
    for index in range(0, 64, 7):
        changed = bytearray(bytes.fromhex(signature))
        changed[index] ^= 1
        assert not signed_by(public, message, changed.hex()), index


def test_a_second_signature_made_of_a_right_one_by_adding_the_order_is_refused() -> None:
    _, public, message, signature = VECTORS[1]
    count = int.from_bytes(bytes.fromhex(signature)[32:], "little") + GROUP
    assert not signed_by(public, message, signature[:64] + count.to_bytes(32, "little").hex())


@pytest.mark.parametrize("y", [1, 0, 2**255 - 20], ids=["order 1", "order 4", "order 2"])
def test_a_key_of_small_order_signs_nothing(y: int) -> None:
    """With such a key, the identity and the scalar 0 would be a valid signature of many messages."""
    key, identity = y.to_bytes(32, "little").hex(), (1).to_bytes(32, "little").hex()
    assert not any(signed_by(key, f"{byte:02x}", identity + "00" * 32) for byte in range(16))


@pytest.mark.parametrize(
    "raw", ["ff" * 32, "02" + "00" * 31, "01" + "00" * 30 + "80", "ed" + "ff" * 30 + "7f"],
    ids=["too large", "no point", "minus zero", "the prime"],
)  # fmt: skip
def test_what_is_no_point_is_no_key(raw: str) -> None:
    assert VERIFY["point_ed"](bytes.fromhex(raw)) is None
    assert not signed_by(raw, "", VECTORS[0][3])


@pytest.mark.parametrize("length", [0, 32, 63, 65])
def test_a_signature_of_another_length_is_none(length: int) -> None:
    _, public, message, signature = VECTORS[0]
    assert not signed_by(public, message, (signature + "00")[: 2 * length])


def checked(folder: Path, table: Table, lines: list[Any], *options: str) -> tuple[int, str]:
    """The exit code and output of the program for an export and these lines of a receipts file."""
    export, receipts = folder / "export.json", folder / "receipts.jsonl"
    export.write_text(json.dumps(exported(table.season)))
    receipts.write_text("\n".join(map(json.dumps, lines)))
    completed = run(str(export), "--receipt", str(receipts), *options)
    assert completed.stderr == ""
    return completed.returncode, completed.stdout


def given(table: Table) -> dict[str, str]:
    """A receipt for the season's last entry, as the API returns it."""
    receipt = sign_receipt(table.row, number=table.row.length, head=table.row.head, at=BEGAN)
    return {
        "statement": receipt.statement,
        "key": receipt.key,
        "algorithm": receipt.algorithm,
        "signature": receipt.signature,
    }


@pytest.mark.django_db
def test_without_a_key_the_signature_is_unchecked_and_with_the_sites_it_is_right(tmp_path: Path) -> None:
    table = founded(dice=SEEDS)
    receipt, key = given(table), public_key_base64(signing_key(at=BEGAN))
    code, output = checked(tmp_path, table, [receipt])
    assert (code, "receipts: 1, signature unchecked: give the key" in output) == (0, True)
    code, output = checked(tmp_path, table, [receipt, receipt], "--key", key)
    assert (code, "receipts: 2, signed by a key you gave" in output, "unchecked" in output) == (0, True, False)


@pytest.mark.django_db
def test_a_receipt_that_the_site_did_not_sign_is_wrong_though_the_entry_fits(tmp_path: Path) -> None:
    table = founded(dice=SEEDS)
    key = public_key_base64(signing_key(at=BEGAN))
    forged = Ed25519PrivateKey.generate().sign(given(table)["statement"].encode())
    receipt = given(table) | {"signature": base64.b64encode(forged).decode()}
    code, output = checked(tmp_path, table, [receipt], "--key", key)
    entry = f"receipts: WRONG: that of entry {table.row.length} of {table.season} was not signed by {key}"
    assert (code, entry in output, "1 finding" in output) == (1, True, True)
    unsigned = {name: value for name, value in given(table).items() if name != "signature"}
    assert checked(tmp_path, table, [unsigned], "--key", key)[0] == 1
    later = json.loads(given(table)["statement"]) | {"at": "2027-01-01T00:00:00+00:00"}
    altered = given(table) | {"statement": json.dumps(later)}
    assert checked(tmp_path, table, [altered], "--key", key)[0] == 1


@pytest.mark.django_db
def test_the_answer_of_the_site_about_its_keys_may_stand_in_the_file(tmp_path: Path) -> None:
    table = founded(dice=SEEDS)
    old = given(table)
    rotate(at=BEGAN)
    new = given(table)
    keys = Program().get("/keys").json()
    code, output = checked(tmp_path, table, [keys, old, new])
    assert (code, "receipts: 2, signed by the key in the file: is it the site's?" in output) == (0, True)
    code, output = checked(tmp_path, table, [{"keys": keys["keys"][:1]}, old, new])
    assert (code, "1, signature unchecked" in output, "1, signed by the key in the file" in output) == (0, True, True)
    swapped = [{**key, "id": other["id"]} for key, other in zip(keys["keys"], keys["keys"][::-1], strict=True)]
    assert checked(tmp_path, table, [{"keys": swapped}, old, new])[0] == 1
    both = [option for key in keys["keys"] for option in ("--key", key["public"])]
    assert checked(tmp_path, table, [old, new], *both)[0] == 0


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("line", "options", "said"),
    [
        ({"signature": "AA"}, (), "and should be 64 bytes in base64"),
        ({"signature": 3}, (), "is a whole number and should be a text"),
        ({}, ("--key", "AAAA"), "and should be 32 bytes in base64"),
        ({"keys": [{"id": "a", "public": "AA"}]}, (), "and should be 32 bytes in base64"),
        ({"keys": {"id": "a"}}, (), "is an object and should be a list"),
    ],
)
def test_what_is_no_signature_or_key_is_refused_in_a_sentence(
    tmp_path: Path, line: dict[str, Any], options: tuple[str, ...], said: str
) -> None:
    table = founded(dice=SEEDS)
    code, answer = checked(tmp_path, table, [given(table) | line], *options)
    assert (code, said in answer) == (1, True), answer


def test_a_key_without_a_receipt_is_refused() -> None:
    completed = run("export.json", "--key", "A" * 43 + "=")
    assert (completed.returncode, "give them with --receipt" in completed.stderr) == (2, True)
