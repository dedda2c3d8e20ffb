"""A match is played by the answers that were in force when its line-ups locked, here and in an import elsewhere."""

from __future__ import annotations

from typing import Any

import pytest

from journal.transfer.league_import import import_league
from league.models import Acknowledgement, AnswerVersion, LineUp, Match, Membership, Season, StandingsLine
from league.packet_statements import issue_packet
from rules.match.packet import Packet as MatchPacket
from rules.match.registry import get_questionnaire
from tests.journal.exported_leagues import emptied, exported, ours, without_keys
from tests.league.small_league import Table, assert_reconciled, signed

pytestmark = [pytest.mark.django_db, pytest.mark.long]

CARWARS, SCORE = "carwars", "duel.points"


def answered(**parts: Any) -> dict[str, dict[str, Any]]:
    """The printed answer about points, with other values for some parts."""
    return {SCORE: {**get_questionnaire(CARWARS).question(SCORE).printed_answer, **parts}}


def publish(table: Table, number: int, answers: dict[str, Any], *, step: str = "") -> AnswerVersion:
    """Publish a version of the referee's answers, of which every owner takes note."""
    given = table.give(
        "answer_questions", questionnaire=CARWARS, version=number, answers=answers, step=step, reason="As agreed."
    )
    boss = table.handle("boss")
    version = AnswerVersion.objects.create(
        season=table.row,
        questionnaire=CARWARS,
        number=number,
        answers=answers,
        step=step,
        drafted_by=boss,
        drafted_at=table.now,
        published_by=boss,
        published_at=table.now,
        entry=given.entries[0].number,
    )
    for franchise in table.franchises:
        owner = Membership.objects.get(handle=table.handle(franchise))
        Acknowledgement.objects.create(version=version, member=owner, at=table.now)
    return version


def duel(table: Table, number: int) -> MatchPacket:
    """Announce the duel of a round, lock one car of each franchise, and pack it."""
    match = {"match": f"m{number}", "event": "duel", "scoring": "duel", "franchises": list(table.franchises)}
    table.give("announce_round", round=f"r{number}", matches=[match])
    for franchise in table.franchises:
        seats = [{"car": f"{franchise}.car1", "driver": f"{franchise}.d{number}"}]
        table.give("name_line_up", by=franchise, franchise=franchise, match=f"m{number}", seats=seats)
    table.give("lock_line_ups", match=f"m{number}")
    return issue_packet(table.row, table.state, f"m{number}", ruleset="").packet


def settle(table: Table, number: int, points: dict[str, int]) -> None:
    """Report the duel of a round, won by the first franchise, and settle it."""
    teams = [
        {"franchise": franchise, "points": points[franchise], "rank": place}
        for place, franchise in enumerate(table.franchises, 1)
    ]
    drivers = [{"driver": f"{franchise}.d{number}", "heats": [1]} for franchise in table.franchises]
    cars = [{"car": f"{franchise}.car1"} for franchise in table.franchises]
    claim = {"teams": teams, "drivers": drivers, "cars": cars}
    table.give("accept_report", match=f"m{number}", report=claim)
    table.give("end_shopping", match=f"m{number}", reason="The week is over.")


@pytest.mark.rule("HOUSE-012", "CW-Q-147", "CW-S-056")
def test_the_next_match_has_the_answers_that_changed_for_it_and_an_export_elsewhere_has_the_same_bytes() -> None:
    table = signed(rounds=2)
    first = publish(table, 1, answered(mobility_kill=25))
    assert first.acknowledgements.count() == len(table.franchises)
    packed = duel(table, 1)
    assert (packed.scoring, packed.answer_versions, packed.answers) == (
        "duel",
        {CARWARS: 1},
        {CARWARS: answered(mobility_kill=25)},
    )
    publish(table, 2, answered(mobility_kill=30, floor_standings=True), step="r2")
    assert issue_packet(table.row, table.state, "m1", ruleset="").packet == packed
    settle(table, 1, {"razors": 20, "saints": 45, "widows": -60})
    again = duel(table, 2)
    assert (again.answer_versions, again.answers) == (
        {CARWARS: 2},
        {CARWARS: answered(mobility_kill=30, floor_standings=True)},
    )
    settle(table, 2, {"razors": 40, "saints": -20, "widows": -40})
    assert dict(Match.objects.values_list("pk", "answer_versions")) == {
        f"{table.season}/m1": {CARWARS: 1},
        f"{table.season}/m2": {CARWARS: 2},
    }
    assert sorted(LineUp.objects.values_list("points", "won")) == [
        (-60, False), (-40, False), (-20, False), (20, True), (40, True), (45, False),
    ]  # fmt: skip
    assert sorted(StandingsLine.objects.values_list("points", flat=True)) == [-60, 0, 0, 20, 40, 45]
    assert {franchise.id: franchise.points for franchise in table.state.all_franchises()} == {
        "razors": 60,
        "saints": 45,
        "widows": -60,
    }
    assert_reconciled(table.season)
    text, rows, digest = exported(), ours(), table.row.digest
    emptied()
    import_league(text)
    assert exported() == text
    assert Season.objects.get(pk=table.season).digest == digest
    assert without_keys(ours()) == without_keys(rows)
    assert Acknowledgement.objects.count() == 2 * len(table.franchises)
    assert_reconciled(table.season)
