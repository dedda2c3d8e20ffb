"""What the form of a report folds away: a fold says how much is filled in, and only one with an error is open."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.command_forms.desk import Sitter
from tests.command_forms.test_reports import HERE, TWO, filled
from tests.league.small_league import lined_up

pytestmark = pytest.mark.django_db
ROW = re.compile(r'<details([^>]*)>\s*<summary><span class="who">([^<]*)</span>(.*?)</summary>', re.DOTALL)


def rows(**changes: Any) -> dict[str, tuple[str, str]]:
    """The attributes and the summary of each driver's fold, in the form of a report checked with these changes."""
    table = lined_up(franchises=TWO)
    sent = {**filled(table, "razors", **changes), "act": "sum"}
    page = Sitter(table.season, "razors").client.post(HERE, sent).content.decode()
    return {
        name: (attributes, " ".join(re.sub("<[^>]*>", " ", rest).split()))
        for attributes, name, rest in ROW.findall(page)
    }


def test_a_fold_with_figures_is_closed_and_says_how_many_are_filled_in() -> None:
    found = rows(**{"d:razors.d1:wounds": 2, "d:razors.d1:scores": 1})
    attributes, summary = found["razors 1"]
    assert attributes.strip() == 'name="report-row"'
    assert summary.endswith("2 more filled in")
    assert len(found) > 1
    assert not any("filled in" in words for name, (_, words) in found.items() if name != "razors 1")


def test_a_fold_with_an_error_is_open() -> None:
    found = rows(**{"d:razors.d1:wounds": "many"})
    assert found["razors 1"][0].strip() == "open"
    assert {attributes.strip() for name, (attributes, _) in found.items() if name != "razors 1"} == {
        'name="report-row"'
    }
