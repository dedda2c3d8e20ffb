"""The random words that a browser sends with a form whose commands may throw dice, without any action by its user."""

from __future__ import annotations

from collections.abc import Mapping

from journal.input_validation import WORDS_PATTERN

WORDS_FIELD = "dice_words"
"""The field that `static/theme/dice.js` fills. Line-up forms have another field called `words`."""


def submitted_words(posted: Mapping[str, str]) -> str:
    """The words of a posted form; "" if its browser runs no scripts.

    Malformed words are ignored: losing the form would be worse for its sender than losing the words.
    """
    words = posted.get(WORDS_FIELD, "")
    return words if WORDS_PATTERN.fullmatch(words) else ""
