"""Invalid exports of seasons with leaves are refused in a sentence or found wrong, without a crash."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from tests.journal.forger import Document
from tests.journal.leaf_forgeries import (
    given,
    last_throw,
    to_forge,
)
from tests.verifier.test_findings import VERIFY, found

pytestmark = [pytest.mark.django_db, pytest.mark.rule("DM-C-002")]


def entries_cut_out(document: Document) -> None:
    del document["entries"][5:9]


def a_number_too_large(document: Document) -> None:
    document["entries"][-1]["number"] = 10**9


def an_entry_without_an_actor(document: Document) -> None:
    del last_throw(document)["actor"]


def faces_set_aside_that_are_none(document: Document) -> None:
    given(document, "amend")["body"]["amended"]["set_aside"] = {"a/b": [1]}


def paths_again_that_are_none(document: Document) -> None:
    last_throw(document)["body"]["again"] = [[]]


def hearts_that_are_none(document: Document) -> None:
    document["opening_state"] = {"matches": {"m1": {"pre_match": {"a": 3}}}}


def a_reading_for_nobody(document: Document) -> None:
    last_throw(document)["body"]["facts"].append({"kind": "heart_held", "rolled_for": "m1"})


def one_name_twice_of_many(document: Document) -> None:
    document["balances"] = {f"f{number}": 0 for number in range(40_000)}


@pytest.mark.parametrize(
    "oddity",
    [
        entries_cut_out, a_number_too_large, an_entry_without_an_actor, faces_set_aside_that_are_none,
        paths_again_that_are_none, hearts_that_are_none, a_reading_for_nobody,
    ],
    ids=lambda oddity: str(oddity.__name__),
)  # fmt: skip
def test_an_odd_export_is_refused_or_found_wrong_and_nothing_breaks(oddity: Callable[[Document], None]) -> None:
    document = to_forge("played")["public"]
    oddity(document)
    try:
        assert found(document) != []
    except VERIFY["Unreadable"]:
        return


def test_a_name_that_stands_twice_among_many_is_found_at_once() -> None:
    document = to_forge("played")["public"]
    one_name_twice_of_many(document)
    text = json.dumps(document).replace('"f39999": 0', '"f39999": 0, "f39998": 0').encode()
    with pytest.raises(VERIFY["Unreadable"], match="'f39998' stands twice"):
        VERIFY["document_in"](text)


def test_what_would_move_the_cursor_is_shown_as_its_code() -> None:
    assert VERIFY["printable"]("a\x1b[2J\u202eb\r") == "a\\x1b[2J\\u202eb\\r"
