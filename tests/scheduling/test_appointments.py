"""The sides of a match agree on when they play: who may say what, until when, and what others then see."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from journal.season_opening import fork_season
from league.access import NotYours, ReasonMissing
from league.models import Appointment, LeagueLog, Notice, ProposedTime, Window
from league.role_changes import end_role, leave
from league.times import Zones
from rules.core.refusals import Malformed, Refusal, Unknown
from scheduling.appointments import (
    NothingOnOffer,
    NoTimeAgreed,
    NotMissed,
    OfferLapsed,
    OfferStands,
    TimeStands,
    decline,
    propose,
    report_missed,
    set_time,
)
from scheduling.clock_controls import pause_clock
from scheduling.local_times import next_night, parse_local_time
from scheduling.meetings import (
    AppointmentChanged,
    AppointmentOver,
    AppointmentPaused,
    NoAppointment,
    TimeAfterDeadline,
    TimePassed,
)
from scheduling.notices.texts import notice_text
from tests.league.small_league import BEGAN, SEEDS, announced
from tests.scheduling.appointed_league import FIRST, SECOND, THIRD, agreed, does, meeting, sets
from tests.scheduling.calendar_league import DAY, HOUR, clocked, delivered, member, told

pytestmark = pytest.mark.django_db
BERLIN = ZoneInfo("Europe/Berlin")


def standing() -> tuple[str, datetime | None]:
    appointment = Appointment.objects.get()
    return appointment.standing, appointment.agreed_at


def test_a_time_is_agreed_on_once_the_other_side_accepts_one_of_those_proposed() -> None:
    table = meeting()
    does(table, "propose", "razors", times=[SECOND, FIRST], note="  We have\n the hall. ")
    assert standing() == ("open", None)
    assert told(table, "saints", about="time_proposed") == [
        (
            "Razors proposed a time for round 1, match A: Wed 2 Sep 18:00 UTC or Thu 3 Sep 00:00 UTC. Accept one, or "
            "propose others. “We have the hall.”"
        )
    ]
    does(table, "accept", "saints", number=2)
    assert standing() == ("agreed", SECOND)
    for who in ("razors", "saints"):
        assert told(table, who, about="time_agreed") == ["Round 1, match A is played Thu 3 Sep 00:00 UTC."]


def test_proposed_times_are_told_in_the_zone_of_who_is_asked() -> None:
    table = meeting()
    does(table, "propose", "razors", times=[FIRST, SECOND])
    notice = Notice.objects.get(about="time_proposed")
    sentence = notice_text(notice, {}, Zones("America/New_York", "UTC")).sentence
    assert (
        "Wed 2 Sep 14:00 EDT (18:00 UTC in the league) or Wed 2 Sep 20:00 EDT (Thu 3 Sep 00:00 UTC in the" in sentence
    )


def test_two_counters_and_an_acceptance_keep_all_that_was_proposed() -> None:
    table = meeting()
    does(table, "propose", "razors", times=[FIRST])
    does(table, "counter", "saints", times=[SECOND])
    does(table, "counter", "razors", times=[THIRD])
    does(table, "accept", "saints", number=1)
    assert standing() == ("agreed", THIRD)
    rows = ProposedTime.objects.order_by("offer").values_list("side", "time")
    assert list(rows) == [("razors", FIRST), ("saints", SECOND), ("razors", THIRD)]


def test_every_side_of_a_match_of_three_has_to_accept_the_same_time() -> None:
    table = meeting(("razors", "saints", "widows"))
    does(table, "propose", "razors", times=[FIRST, SECOND])
    does(table, "accept", "saints", number=1)
    appointment = does(table, "accept", "widows", number=2)
    assert (standing(), appointment.awaited) == (("open", None), [])
    does(table, "accept", "saints", number=2)
    assert standing() == ("agreed", SECOND)


def test_a_side_that_forfeits_is_not_waited_for() -> None:
    table = meeting(("razors", "saints", "widows"))
    does(table, "propose", "razors", times=[FIRST])
    does(table, "accept", "saints", number=1)
    table.give("forfeit_match", match="m1", franchise="widows", reason="They are away.")
    delivered()
    assert standing() == ("agreed", FIRST)


def test_who_acts_on_what_somebody_changed_meanwhile_is_told_what_they_did() -> None:
    table = meeting()
    does(table, "propose", "razors", times=[FIRST])
    does(table, "counter", "saints", times=[SECOND], seen=1)
    with pytest.raises(AppointmentChanged, match=r"^Saints countered meanwhile: look again\.$"):
        does(table, "propose", "razors", times=[THIRD], seen=1)
    assert ProposedTime.objects.count() == 2


def test_the_same_act_sent_twice_is_done_once() -> None:
    table = meeting()
    for _ in range(2):
        does(table, "propose", "razors", times=[FIRST], seen=0)
    for _ in range(2):
        does(table, "accept", "saints", number=1, seen=1)
    assert (Appointment.objects.get().version, ProposedTime.objects.count()) == (2, 1)
    for _ in range(2):
        does(table, "call_off", "saints", seen=2)
    assert Appointment.objects.get().changes == 2


def test_a_move_stands_only_with_the_others_consent() -> None:
    table = agreed(meeting())
    does(table, "move", "saints", times=[THIRD], note="The train is late.")
    assert standing() == ("agreed", FIRST)
    does(table, "accept", "razors", number=1)
    assert standing() == ("agreed", THIRD)
    assert told(table, "saints", about="time_moved") == [
        "Round 1, match A is played Thu 3 Sep 18:00 UTC, no longer Wed 2 Sep 18:00 UTC."
    ]
    assert Appointment.objects.get().changes == 2


def test_a_move_that_is_turned_down_leaves_the_time_as_it_was() -> None:
    table = agreed(meeting())
    appointment = does(table, "move", "saints", times=[THIRD])
    decline(table.season, "m1", side="razors", seen=appointment.version, member=member(table, "razors"), at=BEGAN)
    assert standing() == ("agreed", FIRST)
    with pytest.raises(NothingOnOffer):
        does(table, "accept", "razors", number=1)


def test_a_commissioner_sets_the_time_with_a_reason_and_every_side_is_told() -> None:
    table = agreed(meeting())
    with pytest.raises(ReasonMissing):
        sets(table, THIRD, reason="  ")
    sets(table, THIRD)
    assert standing() == ("agreed", THIRD)
    for who in ("razors", "saints"):
        assert told(table, who, about="time_moved")[0].endswith("no longer Wed 2 Sep 18:00 UTC. “The hall is free.”")
    logged = LeagueLog.objects.get(what="match time")
    assert logged.subject == "round 1, match A (season 1): Thu 3 Sep 18:00 UTC"
    assert logged.reason == "The hall is free."
    owner = member(table, "razors")
    with pytest.raises(NotYours):
        set_time(table.season, "m1", time=SECOND, reason="I say so.", seen=None, member=owner, at=BEGAN)


def test_a_time_that_is_called_off_is_told_to_the_others_and_may_be_agreed_on_again() -> None:
    table = agreed(meeting())
    does(table, "call_off", "saints", reason="Our driver is ill.")
    assert standing() == ("off", FIRST)
    assert told(table, "razors", about="time_called_off") == [
        "Round 1, match A is not played Wed 2 Sep 18:00 UTC any more. “Our driver is ill.”"
    ]
    with pytest.raises(NoTimeAgreed):
        does(table, "move", "saints", times=[THIRD])
    does(table, "propose", "saints", times=[THIRD])
    does(table, "accept", "razors", number=1)
    assert standing() == ("agreed", THIRD)


REFUSED: dict[str, tuple[str, dict[str, Any], type[Refusal]]] = {
    "a time that has passed": ("propose", {"times": [BEGAN - HOUR]}, TimePassed),
    "a time after the report is due": ("propose", {"times": [BEGAN + 6 * DAY]}, TimeAfterDeadline),
    "no time": ("propose", {"times": []}, Malformed),
    "six times": ("propose", {"times": [BEGAN + hour * HOUR for hour in range(1, 7)]}, Malformed),
    "an invisible note": ("propose", {"times": [FIRST], "note": "a\u202eb"}, Malformed),
    "a long note": ("propose", {"times": [FIRST], "note": "a" * 201}, Malformed),
    "a counter to nothing": ("counter", {"times": [FIRST]}, NothingOnOffer),
    "a move of nothing": ("move", {"times": [FIRST]}, NoTimeAgreed),
    "an acceptance of nothing": ("accept", {"number": 1}, NothingOnOffer),
    "nothing called off": ("call_off", {}, NoTimeAgreed),
    "another team's side": ("propose", {"times": [FIRST], "side": "saints"}, NotYours),
    "a side that does not play": ("propose", {"times": [FIRST], "side": "ghosts"}, NotYours),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_cannot_be_done_is_refused_and_changes_nothing(what: str) -> None:
    act, fields, refusal = REFUSED[what]
    table = meeting()
    with pytest.raises(refusal):
        does(table, act, "razors", **fields)
    assert not Appointment.objects.exists()


def test_the_deadline_in_a_refusal_is_named() -> None:
    table = meeting()
    with pytest.raises(TimeAfterDeadline, match="is due Sun 6 Sep 20:00 UTC: choose an earlier time") as caught:
        does(table, "propose", "razors", times=[FIRST, BEGAN + 6 * DAY])
    assert caught.value.pointer == "/times/1"


def test_own_times_are_not_accepted_by_oneself_and_others_are_not_passed_over() -> None:
    table = meeting()
    does(table, "propose", "razors", times=[FIRST])
    with pytest.raises(NothingOnOffer):
        does(table, "counter", "razors", times=[SECOND])
    with pytest.raises(OfferStands):
        does(table, "propose", "saints", times=[SECOND])
    with pytest.raises(Malformed):
        does(table, "accept", "saints", number=2)
    with pytest.raises(TimeStands):
        does(agreed(table), "propose", "razors", times=[THIRD])


def test_a_time_that_has_passed_meanwhile_cannot_be_accepted() -> None:
    table = meeting()
    does(table, "propose", "razors", times=[FIRST])
    with pytest.raises(TimePassed):
        does(table, "accept", "saints", number=1, at=FIRST)


def test_times_of_a_member_who_left_cannot_be_accepted_and_the_commissioner_acts_for_the_seat() -> None:
    table = meeting()
    does(table, "propose", "razors", times=[FIRST])
    gone = member(table, "razors")
    leave(league=gone.league, user=gone.user, at=BEGAN)
    with pytest.raises(OfferLapsed):
        does(table, "accept", "saints", number=1)
    does(table, "propose", "saints", times=[SECOND])
    assert told(table, "boss", about="time_proposed")
    does(table, "accept", "boss", side="razors", number=1)
    assert standing() == ("agreed", SECOND)


def test_a_commissioner_answers_once_for_all_teams_without_an_owner() -> None:
    table = meeting(("razors", "saints", "widows", "jackals"))
    for who in ("widows", "jackals"):
        end_role(member=member(table, who), by=member(table), at=BEGAN, reason="They moved away.")
    appointment = does(table, "propose", "razors", times=[FIRST])
    assert appointment.awaited == ["jackals", "saints", "widows"]
    appointment = does(table, "accept", "boss", side="widows", number=1)
    assert (appointment.agreed_at, appointment.awaited) == (None, ["saints"])
    assert does(table, "accept", "saints", number=1).agreed_at == FIRST


def test_a_commissioner_does_not_speak_for_a_team_that_has_an_owner() -> None:
    with pytest.raises(NotYours):
        does(meeting(), "propose", "boss", side="razors", times=[FIRST])


def test_nothing_is_agreed_on_while_the_clock_is_stopped() -> None:
    table = meeting()
    pause_clock(table.season, member=member(table), at=BEGAN, reason="Holidays.")
    with pytest.raises(AppointmentPaused):
        does(table, "propose", "razors", times=[FIRST])


def test_a_fork_and_a_match_that_the_site_plays_have_no_times() -> None:
    table = meeting()
    fork_season(table.season, "rehearsal", secret=SEEDS, at=BEGAN)
    owner = member(table, "razors")
    arguments: dict[str, Any] = {"side": "razors", "times": [FIRST], "seen": 0, "member": owner, "at": BEGAN}
    with pytest.raises(NoAppointment, match="is a rehearsal"):
        propose("rust-belt/rehearsal", "m1", **arguments)
    with pytest.raises(Unknown):
        propose(table.season, "m9", **arguments)
    clocked(table, results="stand_in")
    with pytest.raises(NoAppointment, match="plays this match by itself"):
        propose(table.season, "m1", **arguments)


def test_no_time_is_changed_once_a_report_is_claimed_or_the_match_is_voided() -> None:
    table = agreed(meeting())
    table.give("void_match", match="m1", reason="The hall burned.")
    with pytest.raises(AppointmentOver, match="was voided"):
        does(table, "call_off", "razors")


def test_a_league_without_a_calendar_agrees_without_a_deadline() -> None:
    table = announced(franchises=("razors", "saints"))
    does(table, "propose", "razors", times=[BEGAN + 30 * DAY])
    with pytest.raises(TimeAfterDeadline):
        does(table, "propose", "razors", times=[BEGAN + 300 * DAY])


# ---------------------------------------------------------------------------------- a meeting that was missed


def test_a_side_says_that_the_other_did_not_come_and_the_commissioners_are_told() -> None:
    table = agreed(meeting())
    arguments: dict[str, Any] = {"side": "saints", "said": "absent", "about": "razors"}
    owner = member(table, "saints")
    with pytest.raises(NotMissed):
        report_missed(table.season, "m1", **arguments, member=owner, at=FIRST - HOUR)
    with pytest.raises(Malformed):
        report_missed(table.season, "m1", **arguments | {"about": "saints"}, member=owner, at=FIRST + HOUR)
    for _ in range(2):
        report_missed(table.season, "m1", **arguments, member=owner, at=FIRST + HOUR)
    assert told(table, "boss", about="time_missed") == [
        (
            "Round 1, match A was to be played Wed 2 Sep 18:00 UTC. Saints said that Razors did not come. Ask its "
            "teams; one that did not come can forfeit."
        )
    ]
    assert table.state.line_up("m1", "razors").forfeited is False


# ---------------------------------------------------------------------------------- times as they are typed


@pytest.mark.parametrize(
    ("typed", "moment", "note"),
    [
        ("2026-03-28T20:00", datetime(2026, 3, 28, 19, tzinfo=UTC), ""),
        ("2026-03-29T20:00", datetime(2026, 3, 29, 18, tzinfo=UTC), ""),
        (
            "2026-03-29T02:30",
            datetime(2026, 3, 29, 1, 30, tzinfo=UTC),
            "The clocks skip 02:30 that day, so it was read as Sun 29 Mar 03:30 CEST.",
        ),
        (
            "2026-10-25T02:30",
            datetime(2026, 10, 25, 0, 30, tzinfo=UTC),
            "The clocks show 02:30 twice that day. The first one was taken, Sun 25 Oct 02:30 CEST.",
        ),
    ],
)
def test_a_time_is_typed_in_a_zone_and_kept_in_utc(typed: str, moment: datetime, note: str) -> None:
    assert parse_local_time(typed, BERLIN) == (moment, note)


@pytest.mark.parametrize("typed", ["", "tomorrow", "2026-03-28T20:00+01:00", "0001-01-01T00:00", "9999-12-31T23:59"])
def test_what_is_no_local_time_is_refused(typed: str) -> None:
    with pytest.raises(Malformed):
        parse_local_time(typed, BERLIN)


def test_an_evening_keeps_its_time_of_day_over_a_change_of_the_clocks() -> None:
    first = next_night("SAT 20:00", BERLIN, after=datetime(2026, 10, 20, tzinfo=UTC))
    second = next_night("SAT 20:00", BERLIN, after=first)
    assert (first, second) == (datetime(2026, 10, 24, 18, tzinfo=UTC), datetime(2026, 10, 31, 19, tzinfo=UTC))
    skipped = next_night("SUN 02:30", BERLIN, after=datetime(2026, 3, 28, tzinfo=UTC))
    assert skipped.astimezone(BERLIN).hour == 3


def test_the_windows_of_the_match_give_its_deadline() -> None:
    table = meeting()
    Window.objects.filter(what="M3/m1").update(closes_at=BEGAN + timedelta(hours=1))
    with pytest.raises(TimeAfterDeadline):
        does(table, "propose", "razors", times=[BEGAN + 4 * DAY])
