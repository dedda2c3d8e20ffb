"""Rulings that throw dice, or call off a locked match, need another member's approval or are marked as unapproved."""

from __future__ import annotations

from typing import Any

import pytest

from journal import audit
from journal.entry_body import load_body
from league.models import Entry, Membership, Ruling
from rules.campaign.core.codec import command_from_document
from scheduling.rulings import (
    UNAPPROVED_NOTE,
    amend_approval_requirement,
    amend_or_request_approval,
    answer_ruling,
    perform_or_request_approval,
)
from tests.command_forms.test_rulings import plays_too
from tests.journal.amends import lost_by, number_of
from tests.league.small_league import Table, founded, lined_up, settled

pytestmark = pytest.mark.django_db
SAINTS: dict[str, Any] = {"type": "throw_party", "franchise": "saints", "spend_k": 10}


def boss_of(table: Table) -> Membership:
    """The commissioner's membership."""
    return Membership.objects.get(handle=table.handle("boss"))


def partied(**options: Any) -> tuple[Table, int, dict[str, Any]]:
    """A league in which the razors threw a party, with the number of its entry and its command."""
    table = founded(**options)
    table.give("throw_party", by="razors", franchise="razors", spend_k=10)
    number = number_of(table, "throw_party")
    return table, number, {"type": "throw_party", "franchise": "razors", "spend_k": 10}


def asked(table: Table, corrections: Any, key: str = "amend") -> Any:
    """The result of the commissioner requesting an amendment."""
    return amend_or_request_approval(
        table.row, corrections, member=boss_of(table), at=table.at, key=key, reason="As it was."
    )


def test_an_amend_that_throws_waits_for_an_owner_and_throws_once_it_is_approved() -> None:
    table, number, own = partied()
    length = table.row.length
    result = asked(table, {number: [own, SAINTS]})
    assert (table.row.length, result.ruling.standing) == (length, Ruling.Standing.WAITING)
    assert result.waiting_message.startswith("This needs a second person")
    saints = Membership.objects.get(handle=table.handle("saints"))
    ruling = answer_ruling(table.row, result.ruling.pk, "confirm", members=[saints], at=table.at)
    entry = Entry.objects.get(season=table.season, number=ruling.entry)
    amended = load_body(entry.body).amended
    assert amended is not None
    assert (amended.thrown, amended.unapproved) == (["setup/saints/party"], False)
    assert entry.reason == "As it was. Approved by the owner of Saints."
    assert audit(table.season) == []


def test_where_nobody_can_be_asked_it_goes_through_and_is_marked() -> None:
    table, number, own = partied()
    Membership.objects.filter(league_id=table.league).exclude(handle=table.handle("boss")).update(
        role=Membership.Role.FORMER, franchise=None
    )
    result = asked(table, {number: [own, SAINTS]})
    entry = Entry.objects.get(season=table.season, number=result.number)
    amended = load_body(entry.body).amended
    assert amended is not None
    assert amended.unapproved
    assert entry.reason.endswith(UNAPPROVED_NOTE)


def test_one_that_undoes_what_threw_waits_as_well() -> None:
    table, number, own = partied()
    first = asked(table, {number: [own, SAINTS]})
    saints = Membership.objects.get(handle=table.handle("saints"))
    answer_ruling(table.row, first.ruling.pk, "confirm", members=[saints], at=table.at)
    back = asked(table, {number: [own]}, key="back")
    assert back.ruling is not None
    assert back.ruling.standing == Ruling.Standing.WAITING


def test_one_that_throws_nothing_and_touches_nobody_is_made_at_once() -> None:
    table, number, own = partied()
    founding = number_of(table, "found_franchise", franchise="saints")
    command = load_body(Entry.objects.get(season=table.season, number=founding).body).command
    result = asked(table, {founding: [{**command, "name": "The Saints"}]})
    assert result.ruling is None
    assert (number, own["type"]) == (number, "throw_party")
    assert result.number == table.row.length


def test_a_commissioner_who_gains_by_correcting_somebody_elses_entry_asks_as_well() -> None:
    table = plays_too(settled(1), franchise="razors")
    own = number_of(table, "hire_rookie", driver="saints.d6")
    command = load_body(Entry.objects.get(season=table.season, number=own).body).command
    assert (
        amend_approval_requirement(table.row, table.state, {own: [{**command, "name": "Zoe"}]}, member=boss_of(table))
        is None
    )
    corrections = lost_by(table)
    stake = amend_approval_requirement(table.row, table.state, corrections, member=boss_of(table))
    assert stake is not None
    assert stake.franchise == "razors"


def test_a_locked_match_is_called_off_by_two_and_one_whose_line_ups_are_open_by_one() -> None:
    table = lined_up()
    void = [command_from_document({"type": "void_match", "match": "m1"})]
    result = perform_or_request_approval(
        table.row, None, void, member=boss_of(table), at=table.at, key="void", reason="The track was flooded."
    )
    assert result.ruling is not None
    assert (result.ruling.standing, table.state.match("m1").step) == (Ruling.Standing.WAITING, "M4")
    saints = Membership.objects.get(handle=table.handle("saints"))
    answer_ruling(table.row, result.ruling.pk, "confirm", members=[saints], at=table.at)
    assert table.state.match("m1").step == "void"
