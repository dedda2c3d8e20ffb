"""The sentence that counts how many facts of an amended entry no longer stand."""

from __future__ import annotations

from typing import Any

import pytest

from explain.amended_entry import AmendedEntry

NOTHING: dict[str, Any] = {"sentence": "", "because": (), "commands": (), "cells": (), "fresh": frozenset(), "by": 1}
NOWHERE: dict[str, Any] = {"href": "", "actor": "", "at": None, "reason": ""}


@pytest.mark.parametrize(
    ("gone", "stated", "said"),
    [
        (0, 0, "No facts"),
        (0, 1, "The fact still stands"),
        (0, 4, "All 4 facts still stand"),
        (1, 1, "1 of 1 fact no longer stands"),
        (1, 4, "1 of 4 facts no longer stands"),
        (3, 4, "3 of 4 facts no longer stand"),
    ],
)
def test_the_count_of_outdated_facts_is_a_sentence(gone: int, stated: int, said: str) -> None:
    outdated: Any = (None,) * gone
    assert AmendedEntry(**NOTHING, **NOWHERE, said=outdated, all_said=stated).outdated_words == said
