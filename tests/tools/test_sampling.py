"""Fixed samples: which tests of a family run in CI, and which only in the nightly run."""

from __future__ import annotations

from typing import Any

import pytest

from tests.sampling import caught_at_night, crossed, like, one_in, one_in_on_postgresql, only


def in_ci(params: list[Any]) -> list[tuple[object, ...]]:
    return [param.values for param in params if not param.marks]


def test_one_in_three_begins_with_the_first_and_leaves_none_out() -> None:
    params = one_in(3, "abcdefg")
    assert [param.values for param in params] == [(letter,) for letter in "abcdefg"]
    assert in_ci(params) == [("a",), ("d",), ("g",)]
    assert {mark.name for param in params for mark in param.marks} == {"nightly"}


@pytest.mark.parametrize(
    ("database", "sampled"),
    [("postgres://localhost/league", [("a", 1), ("c", 3)]), ("", [("a", 1), ("b", 2), ("c", 3)])],
)
def test_rows_are_all_in_ci_on_sqlite_and_sampled_on_postgresql(
    monkeypatch: pytest.MonkeyPatch, database: str, sampled: list[tuple[object, ...]]
) -> None:
    monkeypatch.setenv("DATABASE_URL", database)
    assert in_ci(one_in_on_postgresql(2, [("a", 1), ("b", 2), ("c", 3)])) == sampled


def test_a_named_sample_is_in_ci_and_the_others_are_nightly() -> None:
    assert in_ci(only(["b"], ["a", "b", "c"])) == [("b",)]


def test_a_sample_of_something_that_is_not_there_is_refused() -> None:
    with pytest.raises(ValueError, match="take them out of the sample"):
        only(["z"], ["a", "b"])


@pytest.mark.parametrize("per_row", [1, 2, 3])
def test_crossed_meets_every_row_and_every_column_about_equally_often(per_row: int) -> None:
    rows, columns = [f"r{number}" for number in range(21)], list("abcdefg")
    params = crossed(rows, columns, per_row=per_row)
    assert len(params) == 21 * 7
    chosen = in_ci(params)
    assert {row: sum(chosen_row == row for chosen_row, _ in chosen) for row in rows} == dict.fromkeys(rows, per_row)
    assert {
        column: sum(chosen_column == column for _, chosen_column in chosen) for column in columns
    } == dict.fromkeys(columns, 3 * per_row)


def test_crossed_may_leave_rows_out_and_meets_every_column_as_often() -> None:
    rows, columns = [f"r{number}" for number in range(14)], list("abcdefg")
    chosen = in_ci(crossed(rows, columns, every=2))
    assert [row for row, _ in chosen] == rows[::2]
    assert sorted(column for _, column in chosen) == columns


def test_what_a_nightly_run_has_caught_names_tests() -> None:
    assert [line for line in caught_at_night() if not line.startswith("tests/") or "::" not in line] == [], (
        "tests/caught_at_night.txt has lines that are no node IDs: write them as pytest prints them."
    )


def test_a_test_is_nightly_only_beside_another_one_that_is_there() -> None:
    assert (
        like("tests/tools/test_sampling.py::test_a_named_sample_is_in_ci_and_the_others_are_nightly").name
        == "nightly"
    )
    sentence = r"There is no test tests/sampling\.py::test_gone: name the one that CI runs"
    with pytest.raises(ValueError, match=sentence):
        like("tests/sampling.py::test_gone")
