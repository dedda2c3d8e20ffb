"""The calendar gives only commissioner's commands, and each batch once."""

from __future__ import annotations

import pytest

from journal import perform
from journal.unattended_moves import CLOCK_REASON, give_as_clock
from journal.writer import KeyReused
from league.access import CLOCK, NotAMember, NotYours
from league.models import Entry
from rules.campaign.commissioner.balance_and_points import AdjustBalance
from rules.campaign.match_day.round_end import CloseRound
from rules.campaign.people.hiring import HireRookie
from rules.core.terms import DriverId, FranchiseId, RoundId
from tests.running.leagues import Running

pytestmark = pytest.mark.django_db
GIFT = AdjustBalance(franchise=FranchiseId("f1"), amount=1000)


def test_a_step_is_given_once_under_its_key_with_the_calendars_reason() -> None:
    league = Running("hand", 2, b"one").found()
    first = give_as_clock(league.season, [GIFT], at=league.at, key="clock/gift")
    again = give_as_clock(league.season, [GIFT], at=league.at, key="clock/gift")
    assert (first.digest, first.repeated, again.digest, again.repeated) == (first.digest, False, first.digest, True)
    assert [(entry.actor, entry.reason) for entry in Entry.objects.filter(command="adjust_balance")] == [
        (CLOCK, CLOCK_REASON)
    ]


def test_an_owners_command_and_the_seasons_own_are_not_the_calendars() -> None:
    league = Running("owners", 2, b"one").found()
    hire = HireRookie(franchise=FranchiseId("f1"), driver=DriverId("f1.d1"))
    for command in (hire, CloseRound(round=RoundId("r1"))):
        with pytest.raises(NotYours, match="the calendar gives only a commissioner's steps"):
            give_as_clock(league.season, [command], at=league.at, key="clock/no")


def test_a_key_of_somebody_elses_is_refused() -> None:
    league = Running("theirs", 2, b"one").found()
    perform(league.season, [GIFT], actor=league.boss.handle, at=league.at, key="clock/mine", reason="A gift.")
    with pytest.raises(KeyReused):
        give_as_clock(league.season, [GIFT], at=league.at, key="clock/mine")


def test_nobody_gives_a_command_in_the_calendars_name() -> None:
    league = Running("name", 2, b"one").found()
    with pytest.raises(NotAMember):
        perform(league.season, [GIFT], actor=CLOCK, at=league.at, key="mine", reason="A gift.")
