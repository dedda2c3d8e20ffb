"""The handwritten SQL does the same as the plain ORM, function by function."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sql.connections import require_answer
from tests.guards.findings import beyond, report
from tests.guards.test_handwritten_sql import all_names_with_sql
from tests.league.small_league import Table
from tests.pages.large_league import grown
from tests.sql.plain_orm import CASES, EACH_ONCE, undone


@pytest.mark.django_db
@pytest.mark.parametrize("case", EACH_ONCE, ids=lambda case: case.__name__)
def test_the_plain_orm_comes_to_the_same(case: Callable[[Table], object]) -> None:
    table = grown(8)
    results = []
    for plain_orm in (False, True):
        with undone(plain_orm=plain_orm):
            results.append(case(table))
    by_hand, by_the_orm = results
    assert by_the_orm == by_hand
    assert by_hand


@pytest.mark.django_db
def test_a_database_that_answers_is_no_error() -> None:
    require_answer()


def test_every_function_that_asks_the_switch_is_compared() -> None:
    switched = [name for name, (asks, _) in all_names_with_sql().items() if asks]
    missing_sentence = "{} is compared with the ORM nowhere: add its cases to CASES of tests/sql/plain_orm.py."
    stale_sentence = "{} has cases in tests/sql/plain_orm.py and asks no switch: take them out."
    report(
        [*beyond(switched, CASES, missing_sentence), *beyond(CASES, switched, stale_sentence)],
        seen=switched,
        of="functions",
    )
