"""What becomes of a league, by program: archive, deletion, handing over, and what a read-only league refuses."""

from __future__ import annotations

from typing import Any

import pytest

from journal.league_deletion import begin_league_deletion, delete_league_rows
from league.models import HandoverOffer, League, Membership
from league.role_changes import appoint
from league.tokens import COMMISSION_SCOPE, READ_SCOPE, REPORT_SCOPE
from tests.api.api_callers import Program, program_of
from tests.league.small_league import BEGAN, Table, signed
from tests.people.test_league_archive import boss, league_of

pytestmark = pytest.mark.django_db
HOME = "/leagues/rust-belt"


def commissioner(table: Table) -> Program:
    """A program of the commissioner."""
    return program_of(table, "boss", READ_SCOPE, COMMISSION_SCOPE)


def told(answer: Any, status: int, kind: str) -> None:
    """Check that an answer is that problem."""
    assert (answer.status_code, answer.json()["type"]) == (status, f"/api/v1/problems/{kind}")


def test_a_league_is_archived_refuses_every_write_and_goes_on_again() -> None:
    table = signed()
    program = commissioner(table)
    done = program.post(f"{HOME}/archive", {"reason": "Winter."}, key="a")
    assert (done.status_code, done.json()["archived_at"] is not None) == (200, True)
    again = program.post(f"{HOME}/archive", {"reason": "Winter."}, key="a")
    assert (again.content, again.headers["Idempotent-Replayed"]) == (done.content, "true")
    hire = {"commands": [{"type": "hire_rookie", "franchise": "razors", "driver": "razors.d9", "name": "Vega"}]}
    for path, body in (
        ("/seasons/s1/commands", hire),
        ("/seasons/s1/trials", hire),
        ("/seasons/s1/sandboxes", {"days": 1}),
        ("/webhooks", {"name": "bot", "address": "https://8.8.8.8/hook"}),
        ("/archive", {}),
    ):
        told(program.post(f"{HOME}{path}", body, key=path), 409, "league-read-only")
    assert program.get(f"{HOME}/seasons/s1/standings").status_code == 200
    assert program.get(HOME).json()["archived_at"] == done.json()["archived_at"]
    assert program.post(f"{HOME}/visibility", {"public": False}, key="v").json()["public"] is False
    assert program.post(f"{HOME}/unarchive", {}, key="u").json()["archived_at"] is None
    told(program.post(f"{HOME}/unarchive", {}, key="u2"), 422, "not-archived")


def test_what_is_ones_own_can_be_changed_in_an_archived_league() -> None:
    table = signed()
    razors = program_of(table, "razors")
    assert commissioner(table).post(f"{HOME}/archive", {}, key="a").status_code == 200
    unread = razors.get(f"{HOME}/inbox").json()
    assert unread["unread"] == 1  # that the league is archived
    until = {"until": unread["notices"][-1]["id"]}
    assert razors.post(f"{HOME}/inbox/read", until).json() == {"league": "rust-belt", "marked": 1, "unread": 0}
    muted = razors.post(f"{HOME}/notice-settings", {"muted": ["rust-belt"]}, key="m")
    assert (muted.status_code, muted.json()["muted"]) == (200, ["rust-belt"])
    assert razors.post(f"{HOME}/notice-settings/undo", {}, key="u").status_code == 200
    assert razors.post(f"{HOME}/feed-key", {}).status_code == 201
    assert razors.post(f"{HOME}/feed-key/revoke", {}).json()["exists"] is False


def test_a_league_is_deleted_by_two_commissioners_and_kept_by_either() -> None:
    table = signed()
    user = Membership.objects.get(handle=table.handle("razors")).user
    appoint(league=league_of(table), user=user, by=boss(table), at=BEGAN, reason="Two.")
    first, second = commissioner(table), program_of(table, "razors", READ_SCOPE, COMMISSION_SCOPE)
    told(first.post(f"{HOME}/deletion", {"reason": "", "days": 30}, key="d0"), 422, "reason-missing")
    asked = first.post(f"{HOME}/deletion", {"reason": "We stopped.", "days": 10}, key="d").json()
    assert (asked["delete_at"], asked["deletion"]["confirmed_at"], asked["deletion"]["days"]) == (None, None, 10)
    told(first.post(f"{HOME}/deletion/confirmation", {}, key="c"), 422, "confirmed-by-themselves")
    assert second.post(f"{HOME}/deletion/confirmation", {}, key="c").json()["delete_at"] is not None
    assert first.post(f"{HOME}/deletion/cancellation", {}, key="k").json()["deletion"] is None
    assert League.objects.get(pk="rust-belt").delete_at is None


def test_a_league_is_offered_and_accepted_and_only_by_whom_it_was_offered_to() -> None:
    table = signed()
    program, razors = commissioner(table), program_of(table, "razors", READ_SCOPE, REPORT_SCOPE)
    taker = next(row for row in program.get(f"{HOME}/future").json()["takers"] if row["name"] == "rust-belt-razors")
    offered = program.post(f"{HOME}/handovers", {"member": taker["member"], "steps_down": True}, key="o")
    number = offered.json()["handovers"][0]["number"]
    assert razors.get(f"{HOME}/future").json()["handovers"][0]["own"] is True
    saints = program_of(table, "saints", REPORT_SCOPE)
    told(saints.post(f"{HOME}/handovers/{number}/answer", {"answer": "accepted"}, key="x"), 422, "unknown")
    reading = program_of(table, "razors", READ_SCOPE)
    told(reading.post(f"{HOME}/handovers/{number}/answer", {"answer": "accepted"}, key="r"), 403, "scope-missing")
    told(program.post(f"{HOME}/handovers/{10**12}/withdrawal", {}, key="w"), 404, "not-found")
    answered = razors.post(f"{HOME}/handovers/{number}/answer", {"answer": "accepted"}, key="y")
    assert (answered.status_code, HandoverOffer.objects.get().state) == (200, "accepted")
    told(razors.post(f"{HOME}/handovers/{number}/answer", {"answer": "declined"}, key="z"), 422, "handover-ended")


def test_a_deleted_league_is_gone_for_programs_too() -> None:
    table = signed()
    program = commissioner(table)
    begin_league_deletion("rust-belt", at=BEGAN)
    told(program.get(HOME), 410, "league-gone")
    told(program.post(f"{HOME}/unarchive", {}, key="u"), 410, "league-gone")


def test_a_program_whose_token_was_deleted_with_its_league_is_told_that_the_league_is_gone() -> None:
    program = commissioner(signed())
    begin_league_deletion("rust-belt", at=BEGAN)
    delete_league_rows("rust-belt", at=BEGAN)
    told(program.get(f"{HOME}/seasons/s1/standings"), 410, "league-gone")
    told(program.post(f"{HOME}/archive", {}, key="a"), 410, "league-gone")
    told(program.get("/leagues/never-was"), 401, "not-logged-in")
