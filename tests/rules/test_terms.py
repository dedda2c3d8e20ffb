"""Terms every match system shares: ids and money."""

from __future__ import annotations

import pytest

from rules.core.refusals import Malformed
from rules.core.terms import Credits, in_k, validate_id


@pytest.mark.parametrize("id", ["razors", "razors.d4", "m3.razors.car2", "9-lives", "a" * 60])
def test_a_proper_id_is_taken_as_it_is(id: str) -> None:
    assert validate_id(id, thing="driver") == id


@pytest.mark.parametrize(
    "id",
    [
        "",
        ".",
        "razors.",
        ".d4",
        "razors..d4",
        "Razors",
        "razors/d4",
        "razors d4",
        "razors_d4",
        "-a",
        "a" * 61,
        "d4\n",
        "é",
    ],
)
def test_an_improper_id_is_refused(id: str) -> None:
    with pytest.raises(Malformed, match="cannot be the id of a driver"):
        validate_id(id, thing="driver")


@pytest.mark.parametrize(
    ("thing", "named"),
    [("driver", "a driver"), ("item", "an item"), ("sponsor", "a sponsor"), ("owner", "an owner")],
)
def test_a_thing_is_named_with_its_article(thing: str, named: str) -> None:
    with pytest.raises(Malformed, match=f"cannot be the id of {named}: use small letters"):
        validate_id("No!", thing=thing)


@pytest.mark.rule("DM-C-001")
@pytest.mark.parametrize(
    ("credits", "words"),
    [
        (0, "0k"),
        (1000, "1k"),
        (13_500, "13.5k"),
        (67_500, "67.5k"),
        (-5000, "-5k"),
        (1, "0.001k"),
        (1_234_567, "1234.567k"),
    ],
)
def test_money_is_read_in_k_and_never_rounded(credits: int, words: str) -> None:
    assert in_k(Credits(credits)) == words
