"""Names and texts of maximum length fit all tables on either database; one more character is refused."""

from __future__ import annotations

import pytest

from rules.core.refusals import Malformed
from rules.core.terms import LONGEST_NAME
from tests.journal.snapshot import everything
from tests.league.small_league import Table, assert_reconciled, founded, report

pytestmark = pytest.mark.django_db

LONG_TEXT = "é" * 80


def longest(start: str) -> str:
    """An ID of maximum length."""
    return start + "x" * (LONGEST_NAME - len(start))


def long_league() -> Table:
    """A league with every name and ID at maximum length, before its first match is announced.

    It is of an earlier edition, in which whoever creates a thing chooses its ID.
    """
    table = founded(franchises=(longest("a"), longest("b")), edition="3")
    for franchise in table.franchises:
        for number in range(6):
            driver = longest(f"{franchise[0]}-d{number}-")
            table.give("hire_rookie", by=franchise, franchise=franchise, driver=driver, name=LONG_TEXT)
        for number in range(3):
            table.give(
                "buy_car",
                by=franchise,
                franchise=franchise,
                car=longest(f"{franchise[0]}-car{number}-"),
                name=LONG_TEXT,
            )
        table.give("throw_party", by=franchise, franchise=franchise, spend_k=300)
    table.give("close_setup")
    return table


def test_a_match_of_the_longest_names_is_played_and_settled() -> None:
    table = long_league()
    match = longest("m")
    plan = {"match": match, "event": LONG_TEXT, "surface": LONG_TEXT, "franchises": list(table.franchises)}
    table.give("announce_round", round=longest("r"), matches=[plan])
    for franchise in table.franchises:
        seats = [{"car": longest(f"{franchise[0]}-car0-"), "driver": longest(f"{franchise[0]}-d0-")}]
        table.give("name_line_up", by=franchise, franchise=franchise, match=match, seats=seats, words=LONG_TEXT)
    table.give("lock_line_ups", match=match)
    match_report = report(table)
    match_report["drivers"] = [
        {"driver": longest(f"{franchise[0]}-d0-"), "heats": [1], "out": True} for franchise in table.franchises
    ]
    match_report["cars"] = [
        {"car": longest(f"{franchise[0]}-car0-"), "destroyed": True} for franchise in table.franchises
    ]
    table.give("accept_report", match=match, report=match_report)
    for franchise in table.franchises:
        table.give("decide_repairs", by=franchise, franchise=franchise, match=match)
    for franchise in table.franchises:
        table.give("finish_shopping", by=franchise, franchise=franchise, match=match)
    assert table.row.matches.get().step == "settled"
    assert_reconciled(table.season)


@pytest.mark.parametrize(
    ("tag", "fields"),
    [
        ("hire_rookie", {"driver": "x" * 61}),
        ("hire_rookie", {"driver": "d1", "name": "x" * 81}),
        ("hire_rookie", {"driver": "d1", "name": "a\x00b"}),
        ("hire_rookie", {"driver": "a/b"}),
        ("hire_rookie", {"driver": "D1"}),
        ("hire_rookie", {"driver": ""}),
        ("hire_rookie", {"driver": "d..1"}),
        ("buy_car", {"car": "car", "name": "two\nlines"}),
    ],
)
def test_one_character_more_or_one_that_no_name_has_is_refused(tag: str, fields: dict[str, str]) -> None:
    table = founded()
    before = everything()
    with pytest.raises(Malformed):
        table.give(tag, by="razors", franchise="razors", **fields)
    assert everything() == before
