"""The questions that leagues really change, which a questionnaire shows first, each with the reason."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

MOST_CHANGED_FILE = "most_changed_questions.tsv"
MOST_SHOWN = 12
"""The most questions that a questionnaire shows first."""


def most_changed_questions(questionnaire: str) -> Mapping[str, str]:
    """Why a questionnaire shows a question first, by the question's key, in the order in which they are shown.

    It is empty for a questionnaire that shows none first, such as a league's own questions.
    """
    return _by_questionnaire().get(questionnaire, {})


@cache
def _by_questionnaire() -> Mapping[str, Mapping[str, str]]:
    """The rows of the file by questionnaire and question."""
    text = files("explain").joinpath(MOST_CHANGED_FILE).read_text(encoding="utf-8")
    rows = csv.reader(text.splitlines()[1:], delimiter="\t", quoting=csv.QUOTE_NONE)
    found: dict[str, dict[str, str]] = {}
    for questionnaire, key, why in rows:
        found.setdefault(questionnaire, {})[key] = why
    return found
