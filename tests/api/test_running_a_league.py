"""The clock, the calendar, announcements, invitations, notices, rulings and jobs, by program."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from jobs.queue import enqueue
from league.access import viewer_of
from league.invitations import invite
from league.models import Announcement, Calendar, Invitation, League, Membership, Notice, Ruling, StoredAnswer, Window
from league.sandboxes import create_sandbox
from league.tokens import COMMISSION_SCOPE, READ_SCOPE
from scheduling.announcements import post_announcement
from scheduling.windows import sync_windows
from tests.api.api_callers import Program, at, program_of
from tests.api.example_answers import ruled_on
from tests.api.test_orders_and_queues import ok
from tests.api.test_problems import told
from tests.league.small_league import Table, announced, closed, founded, settled
from tests.scheduling.calendar_league import clocked

pytestmark = pytest.mark.django_db


def awaiting() -> Table:
    """A league with a calendar that waits for two line-ups."""
    table = clocked(announced(franchises=("razors", "saints")))
    sync_windows(table.season, at=timezone.now())
    return table


def of_league(table: Table, part: str) -> str:
    """The path of a part of the table's league."""
    return f"/leagues/{table.league}/{part}"


def test_a_commissioner_moves_closes_pauses_and_resumes_and_reminds() -> None:
    table = awaiting()
    boss, clock = program_of(table, "boss"), at(table, "/clock")
    closes = Window.objects.get(what="M3/m1").closes_at
    assert closes is not None
    later, sooner = closes + timedelta(days=1), timezone.now() + timedelta(hours=3)
    for key, until in (("later", later), ("sooner", sooner)):
        body = {"act": "move", "what": "M3/m1", "until": until.isoformat(), "reason": "We agreed."}
        ok(boss.post(clock, body, key=key))
        assert Window.objects.get(what="M3/m1").closes_at == until
    stale = {"act": "move", "what": "M3/m1", "until": later.isoformat(), "seen": closes.isoformat(), "reason": "So."}
    told(boss.post(clock, stale, key="stale"), 412, "deadline-moved")
    paused = ok(boss.post(clock, {"act": "pause", "what": "M3/m1", "reason": "A storm."}, key="pause"))
    assert paused["windows"][0]["closes_at"] is None
    ok(boss.post(clock, {"act": "resume", "what": "M3/m1", "reason": "It is over."}, key="resume"))
    everything = ok(boss.post(clock, {"act": "pause", "reason": "A holiday."}, key="all"))
    assert everything["paused"] == ["*"]
    assert ok(boss.post(clock, {"act": "pause", "reason": "A holiday."}, key="all")) == everything
    told(boss.post(clock, {"act": "pause", "reason": "A holiday."}, key="again"), 422, "clock-paused")
    ok(boss.post(clock, {"act": "resume", "reason": "Back."}, key="back"))
    assert ok(boss.post(clock, {"act": "remind", "what": "M3/m1"}, key="remind"))["reminded"] == 2
    closed = ok(boss.post(clock, {"act": "close", "what": "M3/m1", "reason": "Enough."}, key="close"))
    assert closed["windows"][0]["closes_at"] <= timezone.now().isoformat()


@pytest.mark.parametrize(
    "body",
    [
        {"act": "move", "what": "M3/m1", "reason": "So."},
        {"act": "close", "what": "M3/m9", "reason": "So."},
        {"act": "close", "what": "M3/m1"},
        {"act": "pause", "until": "2026-11-28T20:00:00Z", "reason": "So."},
        {"act": "move", "what": "M3/m1", "until": "tomorrow", "reason": "So."},
        {"act": "move", "what": "M3/m1", "until": "2026-11-28T20:00:00", "reason": "So."},
        {"act": "stop", "reason": "So."},
        {"act": "remind", "what": "M4/m1"},
    ],
)
def test_an_act_that_makes_no_sense_leaves_the_clock_as_it_is(body: dict[str, Any]) -> None:
    table = awaiting()
    before = list(Window.objects.values_list("what", "closes_at", "left"))
    assert program_of(table, "boss").post(at(table, "/clock"), body, key="k").status_code == 422
    assert list(Window.objects.values_list("what", "closes_at", "left")) == before


def test_a_copy_of_a_season_leaves_the_clock_alone() -> None:
    table = awaiting()
    viewer = viewer_of(Membership.objects.get(handle=table.handle("boss")).user, League.objects.get(pk=table.league))
    box = create_sandbox(season=table.row, viewer=viewer, at=timezone.now()).season
    path = f"/leagues/{table.league}/seasons/{box.name}"
    body = {"act": "pause", "reason": "So."}
    told(program_of(table, "boss").post(f"{path}/clock", body, key="k"), 422, "left-to-season")
    assert ok(program_of(table, "boss").post(f"{path}/advance", {"most": 1}, key="l"))["steps"] == []


def test_an_advance_gives_the_commissioners_steps_until_owners_are_asked() -> None:
    table = clocked(announced(franchises=("razors", "saints")))
    assert ok(program_of(table, "boss").post(at(table, "/advance"), {}, key="k"))["steps"] == []
    for who in table.franchises:
        seats = [{"driver": f"{who}.d{number}", "car": f"{who}.car{number}"} for number in (1, 2)]
        table.give("name_line_up", by=who, match="m1", franchise=who, seats=seats)
    answer = ok(program_of(table, "boss").post(at(table, "/advance"), {"most": 3}, key="l"))
    assert answer["steps"] == [{"type": "lock_line_ups", "match": "m1"}]
    assert answer["length"] == table.row.length
    told(program_of(table, "boss").post(at(table, "/advance"), {"most": 41}, key="m"), 422, "malformed")


def test_a_calendar_is_read_by_members_and_changed_in_part_by_a_commissioner() -> None:
    table = founded()
    boss, path = program_of(table, "boss"), of_league(table, "calendar")
    first = boss.get(path)
    assert ok(first)["kept"] is False
    done = ok(boss.post(path, {"time_zone": "Europe/Berlin", "hours": {"M3": 30}, "agreed_hours": 5}, key="a"))
    assert (done["kept"], done["time_zone"], done["hours"]["M3"], done["hours"]["M4"]) == (
        True,
        "Europe/Berlin",
        30,
        72,
    )
    told(boss.post(path, {"appeal_hours": 1}, key="b", **{"if-match": first["ETag"]}), 412, "out-of-date")
    done = ok(boss.post(path, {"hours": {"M3": None}, "agreed_hours": -1, "standing_reveal": "SAT 20:00"}, key="c"))
    assert (done["hours"]["M3"], done["agreed_hours"], done["standing_reveal"]) == (48, None, "SAT 20:00")
    for number, wrong in enumerate(
        ({"time_zone": "Mars"}, {"hours": {"X1": 3}}, {"results": "dice"}, {"least_evidence": "?"})
    ):
        assert boss.post(path, wrong, key=f"wrong {number}").status_code == 422
    assert ok(program_of(table, "saints").get(path)) == done
    assert Calendar.objects.get().updated_by == table.handle("boss")


def test_an_announcement_is_posted_once_reworded_by_who_read_it_and_taken_back() -> None:
    table = founded()
    boss, path = program_of(table, "boss"), of_league(table, "announcements")
    posted = [boss.post(path, {"title": "Rain", "text": "Bring *tires*."}, key="k") for _ in range(2)]
    assert posted[0].status_code == 201
    assert posted[0].content == posted[1].content
    assert Notice.objects.filter(about="announced").count() == len(table.franchises)
    one = f"{path}/1"
    body = {"title": "Hail", "text": "Stay home.", "seen": 1, "pinned": True}
    assert ok(boss.post(one, body, key="edit"))["wordings"] == 2
    told(boss.post(one, {**body, "text": "Come."}, key="late"), 412, "announcement-changed")
    stranger = Program()
    assert ok(stranger.get(one))["title"] == "Hail"
    ok(boss.post(f"{one}/withdrawal", {}, key="back"))
    assert ok(stranger.get(one))["title"] == ""
    assert ok(boss.get(one))["title"] == "Hail"
    told(boss.post(one, {**body, "seen": 2}, key="dead"), 422, "announcement-withdrawn")
    told(boss.post(f"{path}/9/withdrawal", {}, key="none"), 404, "announcement-unknown")
    told(boss.get(f"{path}/9"), 404, "not-found")
    assert Announcement.objects.count() == 1


def test_an_invitations_link_is_answered_once_works_and_is_kept_nowhere() -> None:
    table = founded()
    boss, path = program_of(table, "boss"), of_league(table, "invitations")
    first, again = (boss.post(path, {"role": "spectator", "uses": 2}, key="k") for _ in range(2))
    link = first.json()["link"]
    assert Client().get(link.removeprefix("http://testserver")).status_code == 200
    assert (again.status_code, again.json()["link"]) == (201, "")
    assert first.json()["invitation"] == again.json()["invitation"]
    token = link.rstrip("/").rsplit("/", 1)[-1]
    assert all(token.encode() not in bytes(stored.body) for stored in StoredAnswer.objects.all())
    listed = ok(boss.get(path))["invitations"]
    assert [line["number"] for line in listed] == [Invitation.objects.get().pk]
    ok(boss.post(f"{path}/{listed[0]['number']}/revocation", {}, key="back"))
    assert ok(boss.get(path))["invitations"] == []
    told(boss.post(f"{path}/{listed[0]['number']}/revocation", {}, key="twice"), 422, "unknown")
    assert Client().get(link.removeprefix("http://testserver")).status_code == 410


def test_a_claim_link_is_for_a_franchise_without_an_owner() -> None:
    table = founded()
    boss, path = program_of(table, "boss"), of_league(table, "invitations")
    told(boss.post(path, {"role": "owner", "franchise": "razors"}, key="taken"), 422, "seat-taken")
    Membership.objects.filter(handle=table.handle("razors")).update(role=Membership.Role.FORMER, franchise=None)
    made = boss.post(path, {"role": "owner", "franchise": "razors", "uses": 9}, key="free").json()
    assert (made["invitation"]["franchise"], made["invitation"]["left"]) == ("razors", 1)
    for number, wrong in enumerate(({"role": "owner", "days": 0}, {"role": "spectator", "uses": 101})):
        assert boss.post(path, wrong, key=f"wrong {number}").status_code == 422


def test_notices_are_marked_as_read_one_by_one_or_up_to_one_and_never_anothers() -> None:
    table = founded()
    boss = Membership.objects.select_related("league").get(handle=table.handle("boss"))
    for number in range(4):
        words = {"title": f"Day {number}", "text": "Rain.", "pinned": False, "key": f"{number}"}
        post_announcement(league=boss.league, by=boss, at=timezone.now(), **words)
    owner, path = program_of(table, "razors"), of_league(table, "inbox")
    ids = [notice["id"] for notice in ok(owner.get(path))["notices"]]
    others = [notice["id"] for notice in ok(program_of(table, "saints").get(path))["notices"]]
    assert ok(owner.post(f"{path}/read", {"notices": [ids[1], others[0], 2**40]}))["marked"] == 1
    assert ok(owner.post(f"{path}/read", {"until": ids[2]})) == {"league": table.league, "marked": 2, "unread": 1}
    assert ok(owner.post(f"{path}/read", {"until": ids[-1]}))["unread"] == 0
    assert ok(owner.post(f"{path}/read", {})) == {"league": table.league, "marked": 0, "unread": 0}
    assert ok(program_of(table, "saints").get(path))["unread"] == 4


def test_a_ruling_that_waits_is_not_asked_for_again_under_another_key() -> None:
    table = ruled_on()
    boss, path = program_of(table, "boss"), at(table, "/commands")
    void = {"commands": [{"type": "void_match", "match": "m1"}], "reason": "The track was flooded."}
    for key in ("again", "once more"):
        answer = boss.post(path, void, key=key)
        assert (answer.status_code, answer.json()["entries"]) == (202, [])
    assert (Ruling.objects.count(), Notice.objects.filter(about="ruling_asked").count()) == (1, 1)
    assert boss.post(path, {**void, "reason": "It rained."}, key="other").status_code == 202
    assert (Ruling.objects.count(), Notice.objects.filter(about="ruling_asked").count()) == (2, 2)


def test_a_ruling_is_confirmed_by_who_is_asked_and_by_nobody_else() -> None:
    table = ruled_on()
    other = Membership.objects.exclude(handle=table.handle("boss")).get(role=Membership.Role.COMMISSIONER)
    path, length = at(table, "/rulings/1/answer"), table.row.length
    own = program_of(table, "boss", READ_SCOPE, COMMISSION_SCOPE)
    told(own.post(path, {"answer": "confirm"}, key="own"), 403, "not-yours")
    told(program_of(table, "saints").post(path, {"answer": "confirm"}, key="owner"), 403, "not-yours")
    name = get_user_model().objects.get(pk=other.user_id).username.removeprefix(f"{table.league}-")
    second = program_of(table, name, READ_SCOPE, COMMISSION_SCOPE)
    told(second.post(path, {"answer": "decline"}, key="why"), 422, "malformed")
    assert table.row.length == length
    done = ok(second.post(path, {"answer": "confirm", "said": "I saw it."}, key="yes"))
    assert (done["ruling"]["standing"], done["ruling"]["said"]) == ("confirmed", "I saw it.")
    assert done["length"] == table.row.length > length
    assert done["receipt"] is not None
    told(second.post(path, {"answer": "decline", "said": "No."}, key="no"), 422, "answered-already")
    told(second.post(at(table, "/rulings/2/answer"), {"answer": "confirm"}, key="none"), 404, "not-found")


def test_a_job_is_cancelled_and_queued_once_more() -> None:
    table = founded()
    boss, job = program_of(table, "boss"), enqueue("season_end", key="end", at=timezone.now(), season=table.season)
    path = of_league(table, f"jobs/{job.pk}/acts")
    assert ok(boss.post(path, {"act": "cancel"}, key="a"))["state"] == "cancelled"
    assert ok(boss.post(path, {"act": "again"}, key="b"))["state"] == "queued"


def test_invitations_are_listed_with_as_many_queries_however_many_there_are() -> None:
    table = founded()
    boss = Membership.objects.select_related("league").get(handle=table.handle("boss"))
    reader, counts = program_of(table, "boss"), []
    for most in (1, 30):
        while Invitation.objects.count() < most:
            invite(league=boss.league, by=boss, role="spectator", at=timezone.now())
        reader.get(of_league(table, "invitations"))
        with CaptureQueriesContext(connection) as queries:
            assert len(ok(reader.get(of_league(table, "invitations")))["invitations"]) == most
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_rounds_are_planned_drawn_up_and_announced_as_planned() -> None:
    table = announced(franchises=("razors", "saints"))
    boss, path = program_of(table, "boss"), at(table, "/plans")
    drawn = ok(boss.post(path, {"size": 2}, key="draw"))
    assert [plan["number"] for plan in drawn["plans"]] == drawn["left"] == [2, 3]
    match = {"match": "m2", "event": "flags", "franchises": ["saints", "razors"]}
    planned = ok(boss.put(f"{path}/2", {"matches": [match]}, key="two"))
    assert planned["plans"][0]["matches"] == [match]
    assert ok(program_of(table, "saints").get(path)) == planned
    told(boss.put(f"{path}/1", {"matches": [match]}, key="one"), 422, "round-announced-already")
    twice = [match, {**match, "match": "m3"}]
    told(boss.put(f"{path}/2", {"matches": twice}, key="twice"), 422, "malformed")
    told(boss.put(f"{path}/2", {"matches": [{**match, "franchises": ["x"]}]}, key="who"), 422, "unknown")
    told(boss.put(f"{path}/2", {"matches": [{"match": "m2"}]}, key="what"), 422, "malformed")
    assert ok(boss.delete(path, key="forget"))["plans"] == []


@pytest.mark.parametrize("role", [Membership.Role.SPECTATOR, Membership.Role.FORMER])
def test_a_spectator_and_somebody_who_left_change_nothing(role: str) -> None:
    table = awaiting()
    program = program_of(table, "razors")
    Membership.objects.filter(handle=table.handle("razors")).update(role=role, franchise=None)
    for number, (part, body) in enumerate(
        (
            ("clock", {"act": "pause", "reason": "So."}),
            ("advance", {}),
            ("plans", {"size": 2}),
            ("rulings/1/answer", {"answer": "confirm"}),
            ("franchises/razors/orders/preview", {}),
            ("franchises/razors/draft-queue", {"act": "add", "driver": "saints.d1"}),
        )
    ):
        told(program.post(at(table, f"/{part}"), body, key=f"s{number}"), 403, "scope-missing")
    for number, (part, body) in enumerate(
        (
            ("calendar", {"appeal_hours": 1}),
            ("announcements", {"title": "Rain", "text": "Rain."}),
            ("invitations", {"role": "spectator"}),
        )
    ):
        told(program.post(of_league(table, part), body, key=f"l{number}"), 403, "scope-missing")
    expected = 200 if role == Membership.Role.SPECTATOR else 403
    assert program.get(of_league(table, "calendar")).status_code == expected
    assert program.post(of_league(table, "inbox/read"), {"notices": []}).status_code == expected


def test_a_closed_season_has_no_clock_and_no_steps_left() -> None:
    table = closed(settled(rounds=1, franchises=("razors", "saints")))
    boss = program_of(table, "boss")
    told(
        boss.post(at(table, "/clock"), {"act": "close", "what": "M3/m1", "reason": "So."}, key="k"),
        422,
        "window-not-open",
    )
    assert ok(boss.post(at(table, "/advance"), {}, key="l"))["steps"] == []
    assert ok(boss.get(at(table, "/plans")))["left"] == []
    told(boss.put(at(table, "/plans/1"), {"matches": []}, key="m"), 422, "round-announced-already")
