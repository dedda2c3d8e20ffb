"""The words that a browser sends with a form whose commands may throw: mixed into the dice, made without a click."""

from __future__ import annotations

from collections.abc import Mapping

from journal.input_validation import WORDS_PATTERN

WORDS_FIELD = "dice_words"
"""The field that `static/theme/dice.js` fills. Forms of line-ups have one called `words` already."""


def submitted_words(sent: Mapping[str, str]) -> str:
    """The words of a form that was sent; empty where a browser without scripts sent none.

    What no script made is left out too: the form is worth more to its sender than the words it came with.
    """
    words = sent.get(WORDS_FIELD, "")
    return words if WORDS_PATTERN.fullmatch(words) else ""
