"""Correcting a misread die needs another member's approval; where nobody can give it, it is marked as unapproved."""

from __future__ import annotations

from typing import Any

import pytest

from journal import audit
from journal.amends.corrections import misreads_to_undo
from journal.amends.misread_dice import Misreading, NotMisread
from journal.entry_body import load_body
from league.access import NotYours
from league.models import Entry, Membership, Ruling
from scheduling.rulings import UNAPPROVED_NOTE, amend_or_request_approval, answer_ruling
from tests.journal.misread_league import PARTY, partied
from tests.league.small_league import Table

pytestmark = pytest.mark.django_db
SIX = Misreading(PARTY, 1, 1, 6)
TWO = Misreading(PARTY, 1, 1, 2)


def asked(table: Table, *dice: Misreading, key: str = "misread") -> Any:
    """The result of the commissioner requesting a correction."""
    member = Membership.objects.get(handle=table.handle("boss"))
    return amend_or_request_approval(
        table.row, {}, member=member, at=table.at, key=key, reason="I read it wrongly.", misread=dice
    )


def answered(table: Table, ruling: Ruling, who: str, act: str = "confirm") -> Ruling:
    """Answer a ruling as that member."""
    members = list(Membership.objects.filter(handle=table.handle(who)))
    return answer_ruling(table.row, ruling.pk, act, members=members, at=table.at, said="So it was.")


@pytest.mark.parametrize("die", [SIX, TWO], ids=["more dice fall", "no die falls"])
def test_a_correction_waits_for_an_owner_who_is_named_in_it_for_good(die: Misreading) -> None:
    table = partied()
    length = table.row.length
    result = asked(table, die)
    assert (table.row.length, table.row.misread, result.ruling.standing) == (length, {}, Ruling.Standing.WAITING)
    assert result.waiting_message.startswith("This needs a second person")
    ruling = answered(table, result.ruling, "saints")
    body = load_body(Entry.objects.get(season=table.season, number=ruling.entry).body)
    assert body.amended is not None
    assert (body.approved_by, body.amended.unapproved) == (table.handle("saints"), False)
    assert table.row.misread == {
        PARTY: [
            {
                "die": 1,
                "was": 1,
                "now": die.now,
                "amend": ruling.entry,
                "by": table.handle("boss"),
                "approved_by": table.handle("saints"),
            }
        ]
    }
    assert audit(table.season) == []


def test_whoever_asked_cannot_approve_it() -> None:
    table = partied()
    result = asked(table, SIX)
    with pytest.raises(NotYours):
        answered(table, result.ruling, "boss")
    assert table.row.misread == {}


def test_one_that_is_declined_changes_nothing() -> None:
    table = partied()
    digest = table.row.digest
    assert answered(table, asked(table, SIX).ruling, "saints", "decline").standing == Ruling.Standing.DECLINED
    assert (table.row.digest, table.row.misread) == (digest, {})


def test_the_same_asked_twice_is_one_ruling_and_of_two_the_second_is_refused_when_confirmed() -> None:
    table = partied()
    first, again = asked(table, SIX), asked(table, SIX)
    assert first.ruling == again.ruling
    other_result = asked(table, TWO, key="other")
    answered(table, first.ruling, "saints")
    with pytest.raises(NotMisread, match="shows 6, not 1"):
        answered(table, other_result.ruling, "saints")
    assert Ruling.objects.get(pk=other_result.ruling.pk).standing == Ruling.Standing.WAITING


def test_what_would_be_refused_is_put_to_nobody() -> None:
    table = partied()
    with pytest.raises(NotMisread):
        asked(table, Misreading(PARTY, 2, 1, 6))
    assert not Ruling.objects.exists()


def test_where_nobody_can_be_asked_it_goes_through_and_is_marked() -> None:
    table = partied()
    Membership.objects.filter(league_id=table.league).exclude(handle=table.handle("boss")).update(
        role=Membership.Role.FORMER, franchise=None
    )
    entry = Entry.objects.get(season=table.season, number=asked(table, TWO).number)
    body = load_body(entry.body)
    assert body.amended is not None
    assert (body.approved_by, body.amended.unapproved) == ("", True)
    assert entry.reason.endswith(UNAPPROVED_NOTE)
    assert Ruling.objects.get().misread == {PARTY: {"1": {"was": 1, "now": 2}}}


def test_undoing_it_waits_as_well() -> None:
    table = partied()
    ruling = answered(table, asked(table, TWO).ruling, "saints")
    back = asked(table, *misreads_to_undo(table.row, ruling.entry or 0), key="back")
    assert back.ruling.standing == Ruling.Standing.WAITING
