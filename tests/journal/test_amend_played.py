"""A match that was played stays played, even if an amend bars, removes or never hires its drivers or cars."""

from __future__ import annotations

import copy

import pytest

from journal.amends.corrections import corrections_to_replace_report, corrections_to_strike, corrections_to_undo
from league.models import Report
from tests.journal.amends import (
    amended,
    barring,
    number_of,
    poor,
    spent,
)
from tests.league.small_league import (
    announced,
    assert_reconciled,
    report,
    settled,
)

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def test_a_match_played_with_a_driver_the_amend_bars_stands_with_a_warning() -> None:
    table = spent()
    line_up_number = number_of(table, "name_line_up", match="m2", franchise="saints")
    result = amended(table, barring(table, "saints.d1"))
    assert table.state.match("m2").step == "settled"
    (warning,) = result.amended.warnings
    assert warning.startswith("saints.d1 in saints.car1 was entered for saints in m2 and stands, though saints.d1 is")
    seated = result.amended.amended_bodies()[line_up_number]
    assert (seated.standing, seated.commands[0]["played"]) == ("stood_in", True)
    assert table.state.driver("saints.d1").availability == "season_out"
    assert_reconciled(table.season)


def test_a_match_under_way_is_not_played_yet_and_its_line_up_is_asked_for_again() -> None:
    table = announced(2, settled(1, poor()))
    for franchise in table.franchises:
        seats = [{"car": f"{franchise}.car1", "driver": f"{franchise}.d1"}]
        table.give("name_line_up", by=franchise, franchise=franchise, match="m2", seats=seats)
    table.give("lock_line_ups", match="m2")
    result = amended(table, barring(table, "saints.d1"))
    assert result.entries_not_standing.keys() == {
        number_of(table, "name_line_up", match="m2", franchise="saints"),
        number_of(table, "lock_line_ups", match="m2"),
    }
    assert table.state.match("m2").step == "M3"
    assert not table.state.line_up("m2", "saints").named
    assert_reconciled(table.season)


def test_whoever_was_never_hired_leaves_the_line_up_that_was_driven_and_its_report() -> None:
    table = spent(drivers=7)
    result = amended(table, corrections_to_strike([number_of(table, "hire_rookie", driver="saints.d2")]))
    assert "saints.d2" not in table.state.drivers
    assert table.state.match("m2").step == "settled"
    assert {"saints.car2"} == {
        line["car"] for line in Report.objects.get(match=f"{table.season}/m2").document["cars"]
    } ^ {f"{franchise}.car{number}" for franchise in table.franchises for number in (1, 2)}
    assert result.amended.amended_bodies()[number_of(table, "accept_report", match="m2")].standing == "stood_in"
    assert_reconciled(table.season)
    amended(table, corrections_to_undo(table.row, result.number))
    assert "saints.d2" in table.state.drivers
    assert_reconciled(table.season)


def test_a_decision_on_cars_that_no_longer_applies_is_made_as_at_the_deadline() -> None:
    table = spent()
    decision = number_of(table, "decide_repairs", match="m1")
    document = copy.deepcopy(report(table))
    document["cars"][-1] = {"car": "widows.car2"}
    document["cars"][0] |= {"destroyed": True}
    result = amended(table, corrections_to_replace_report(table.row, "m1", document))
    assert decision in result.entries_not_standing
    closing = result.amended.amended_bodies()[number_of(table, "close_settlement", match="m1")]
    assert [command["type"] for command in closing.commands] == ["decide_repairs", "close_settlement"]
    assert closing.commands[0]["franchise"] == "razors"
    assert not table.state.car("razors.car1").destroyed
    assert_reconciled(table.season)
