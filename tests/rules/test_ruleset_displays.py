"""The tables that every ruleset shows people: car sheets and box scores."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.core.dice import Dice, KeyRing
from rules.core.refusals import Malformed
from rules.match.registry import rulesets
from rules.match.ruleset import Ruleset
from rules.match.text_tables import Table
from tests.rules.test_every_ruleset import NONSENSE, every_ruleset, packet, seat, stock


def whole(tables: list[Table]) -> list[Table]:
    """The given tables, once checked: each has a title and columns, and one cell that is not empty per column."""
    for table in tables:
        assert table.title
        assert table.head
        assert all(column.name for column in table.head)
        assert all(len(row) == len(table.head) for row in table.rows)
        assert all(type(cell) in {str, int} for row in table.rows for cell in row)
        assert not {"", "none", "nothing"} & {cell for row in table.rows for cell in row}
    return tables


@pytest.mark.rule("DM-M-036")
@every_ruleset
@pytest.mark.parametrize("gunner", [False, True])
def test_every_stock_design_has_a_sheet_that_says_what_was_spent(ruleset: Ruleset, *, gunner: bool) -> None:
    for kinds in ((), ("machinegun",), ("laser", "oil_jet", "rockets")):
        first, *_ = whole(ruleset.car_sheet(stock(ruleset, 60, kinds, gunner=gunner), dp=60, switches={}))
        assert first.note


@every_ruleset
def test_a_design_of_any_kind_has_a_sheet_or_none_and_is_no_accident(ruleset: Ruleset) -> None:
    on_stock = stock(ruleset, 60, ("machinegun",))
    fields = st.sampled_from([*sorted(on_stock), "x"])

    @settings(max_examples=150, deadline=None, database=None, derandomize=True)
    @given(st.dictionaries(fields, NONSENSE, max_size=4), st.booleans())
    def sent(document: dict[str, Any], added: bool) -> None:
        whole(ruleset.car_sheet({**on_stock, **document} if added else document, dp=60, switches={}))

    sent()
    assert ruleset.car_sheet({}, dp=60, switches={}) == []


@pytest.mark.rule("DM-M-140")
@every_ruleset
def test_the_box_score_of_a_match_is_made_from_its_log(ruleset: Ruleset) -> None:
    for match_packet in (
        packet(ruleset, (), ()),
        packet(ruleset, (seat(ruleset, "a1"),), (seat(ruleset, "b1", gunner=True),)),
    ):
        log = ruleset.resolve(match_packet, Dice(KeyRing(b"box", {"m1": ""}))).log
        tables = whole(ruleset.box_score(log))
        assert tables == ruleset.box_score(log)
        assert any(table.rows for table in tables) or not any(team.seats for team in match_packet.teams)


@pytest.mark.parametrize("ruleset", rulesets(), ids=lambda ruleset: ruleset.name)
def test_criticals_are_those_that_were_made_and_standing_those_on_the_car(ruleset: Ruleset) -> None:
    log = ruleset.resolve(packet(ruleset, (), ()), Dice(KeyRing(b"box", {"m1": ""}))).log
    head = [column for table in ruleset.box_score(log) for column in table.head]
    standing = [column for column in head if "criticals that stand on" in column.means]
    assert [column.name for column in standing] == ["standing"]
    assert all(column.means and column not in standing for column in head if column.name == "criticals")
    assert "criticals" in {column.name for column in head}


@every_ruleset
def test_what_is_no_log_has_no_box_score(ruleset: Ruleset) -> None:
    with pytest.raises(Malformed):
        ruleset.box_score(b"dust")
