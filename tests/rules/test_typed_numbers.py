"""Numbers as people type them: read where they have one meaning, refused with both meanings where they have two."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.typed_numbers import (
    AmbiguousNumber,
    NotANumber,
    read_k,
    read_number,
    read_whole_number,
    write_number,
)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1,5", "1.5"), ("1.5", "1.5"), (".5", "0.5"), ("0,125", "0.125"), ("1250,125", "1250.125"),
        ("1.250,5", "1250.5"), ("1,250.5", "1250.5"), ("1 250,5", "1250.5"), ("1\N{NO-BREAK SPACE}000", "1000"),
        ("1\N{NARROW NO-BREAK SPACE}000", "1000"), ("1'000", "1000"), ("1.000.000", "1000000"), ("1.1250", "1.125"),
        ("−12,5", "-12.5"), ("+3", "3"), ("\u0661\u0662", "12"), (" 7 ", "7"),
    ],
)  # fmt: skip
def test_a_number_with_one_meaning_is_read(text: str, number: str) -> None:
    assert read_number(text) == Decimal(number)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1.000", "1.000 may be 1000 or 1: write one of them."),
        ("1,000", "1,000 may be 1000 or 1: write one of them."),
        ("−12,500", "−12,500 may be −12500 or −12.5: write one of them."),
        ("1.125", "1.125 may be 1125 or 1.1250: write one of them."),
    ],
)
def test_a_number_with_two_meanings_is_refused_with_both(text: str, sentence: str) -> None:
    with pytest.raises(AmbiguousNumber) as refused:
        read_number(text)
    assert refused.value.sentence == sentence


@pytest.mark.parametrize("text", ["", "ten", "1.", "1 00", "1.2.3", "1,2.3,4", "1e3", "--1", "1" * 13, "1.00,000"])
def test_a_text_that_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(NotANumber):
        read_number(text)


@pytest.mark.parametrize(
    ("text", "credits"), [("1,5", 1_500), ("1,5k", 1_500), ("250 k", 250_000), ("0.001", 1), ("−3K", -3_000)]
)
def test_an_amount_in_k_is_whole_credits(text: str, credits: int) -> None:
    assert read_k(text) == credits


@pytest.mark.parametrize("text", ["0.0001", "1.00005k"])
def test_a_part_of_a_credit_is_refused(text: str) -> None:
    with pytest.raises(NotANumber, match="whole credits"):
        read_k(text)


def test_a_whole_number_has_no_fraction() -> None:
    assert read_whole_number("1 000") == 1000
    with pytest.raises(NotANumber, match="no whole number"):
        read_whole_number("3,5")


@given(st.integers(min_value=-(10**11), max_value=10**11))
def test_what_is_written_is_read_again_as_the_same(credits: int) -> None:
    assert read_k(write_number(Decimal(credits) / 1000)) == credits
