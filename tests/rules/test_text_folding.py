"""Folded texts, and ids made from names in any script."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.core.text_folding import as_written, fold_text, words_of_id


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Ünïcödé", "unicode"), ("РАКЕТА", "ракета"), ("Straße", "strasse"), ("STRASSE", "strasse"),
        ("İstanbul", "istanbul"), ("Ølstykke", "olstykke"), ("  Two   words ", "two words"), ("ﬁn", "fin"),
        ("ΣΊΣΥΦΟΣ", "σισυφοσ"),
    ],
)  # fmt: skip
def test_a_text_is_folded_without_case_and_accents(text: str, folded: str) -> None:
    assert fold_text(text) == folded


@given(st.text())
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold_text(fold_text(text)) == fold_text(text)


@given(st.text())
def test_composed_and_decomposed_texts_are_the_same_name(text: str) -> None:
    composed, decomposed = unicodedata.normalize("NFC", text), unicodedata.normalize("NFD", text)
    assert as_written(composed) == as_written(decomposed)
    assert fold_text(composed) == fold_text(decomposed)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Ракета", ["raketa"]), ("Άλφα Ωμέγα", ["alfa", "omega"]), ("Щука №7", ["shchuka", "no7"]),
        ("Łódź", ["lodz"]), ("Dead Man's Curve", ["dead", "mans", "curve"]), ("東京", []),
    ],
)  # fmt: skip
def test_the_words_of_an_id_are_latin_letters_and_digits(name: str, words: list[str]) -> None:
    assert words_of_id(name) == words
