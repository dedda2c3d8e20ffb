"""A team may appeal against a result for some hours, and a member without a stake in it answers."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone

from league.models import Appeal, Membership, Notice
from league.tokens import READ_SCOPE, REPORT_SCOPE, act_scope
from scheduling.appeals import AppealLate, file_appeal
from scheduling.notices.texts import notice_text, titles_in_notices
from tests.api.api_callers import at, program_of
from tests.api.reportable_matches import claimed, document, locked, reporting, send
from tests.api.test_problems import told
from tests.league.small_league import Table
from tests.scheduling.calendar_league import clocked

pytestmark = pytest.mark.django_db
WHY = "Vega was out before that."


def accepted(of: Table | None = None, **calendar: Any) -> Table:
    """A league whose first match has a result, accepted just now."""
    table = clocked(of or locked(), agreed_hours=0, **calendar)
    for who in ("razors", "saints"):
        send(table, who, document(table))
    return table


def appeals(table: Table, who: str = "saints", *, key: str = "a", reason: str = WHY, **more: Any) -> Any:
    """Appeal against the result of m1 as `who`."""
    return reporting(table, who).post(at(table, "/matches/m1/appeals"), {"reason": reason, **more}, key=key)


def answers(table: Table, who: str, number: int, answer: str = "upheld", *, key: str = "b") -> Any:
    """Answer an appeal as `who`."""
    scopes = (READ_SCOPE, act_scope(who)) if who != "boss" else ()
    program = program_of(table, who, *scopes)
    sent = {"answer": answer, "reason": "The film shows it."}
    return program.post(at(table, f"/appeals/{number}/answer"), sent, key=key)


def test_an_owner_appeals_the_commissioner_is_told_and_upholds_it_and_the_owner_hears() -> None:
    table = accepted()
    response = appeals(table)
    assert response.status_code == 201, response.content
    assert (response.json()["side"], response.json()["answer"]) == ("saints", "open")
    notice = Notice.objects.get(about="appealed")
    assert notice.member.handle == table.handle("boss")
    assert notice_text(notice, titles_in_notices([notice])).sentence == (
        f"Saints appeals against the result of round 1, match A: answer it. “{WHY}”"
    )
    length = table.row.length
    answered = answers(table, "boss", response.json()["id"])
    assert (answered.status_code, answered.json()["answer"], answered.json()["answer_said"]) == (
        200,
        "upheld",
        "The film shows it.",
    )
    assert Notice.objects.get(about="appeal_upheld").member.handle == table.handle("saints")
    assert table.row.length == length
    assert claimed(table)["appeals"] == [answered.json()]
    assert reporting(table, "razors").get(at(table, "/appeals")).json()["appeals"] == [answered.json()]


def test_the_same_word_again_is_one_appeal_and_another_of_that_team_is_refused() -> None:
    table = accepted()
    first = appeals(table)
    again = appeals(table, key="again")
    assert (first.status_code, again.status_code, again.json()) == (201, 200, first.json())
    told(appeals(table, key="more", reason="And he was drunk."), 422, "appealed-already")
    assert Appeal.objects.count() == 1


def test_an_appeal_comes_within_the_leagues_hours() -> None:
    table = accepted(appeal_hours=2)
    member = Membership.objects.get(handle=table.handle("saints"))
    late = timezone.now() + timedelta(hours=3)
    with pytest.raises(AppealLate, match="The time to appeal against the result of m1 is over"):
        file_appeal(table.row, match="m1", side="saints", member=member, said=WHY, at=late)
    never = clocked(table, appeal_hours=0)
    told(appeals(never, key="k2"), 422, "appeal-late")
    assert claimed(never)["accepted"]["appeals_until"] is None


def test_nobody_else_appeals_and_not_without_a_reason_or_a_result() -> None:
    table = locked()
    told(appeals(table), 422, "nothing-to-appeal")
    table = clocked(table, agreed_hours=0)
    for who in ("razors", "saints"):
        send(table, who, document(table), key=who)
    told(appeals(table, key="k2", reason="  "), 422, "malformed")
    told(appeals(table, key="k3", side="razors"), 403, "not-yours")
    told(appeals(table, "boss", key="k4"), 403, "not-yours")
    assert not Appeal.objects.exists()


def test_an_appeal_is_answered_once_and_by_nobody_who_may_not() -> None:
    table = accepted()
    number = appeals(table).json()["id"]
    told(answers(table, "razors", number), 403, "not-yours")
    assert answers(table, "boss", number, "dismissed", key="k1").status_code == 200
    told(answers(table, "boss", number, "upheld", key="k2"), 422, "appeal-answered")
    told(answers(table, "boss", number, "perhaps", key="k3"), 422, "not-one-of")
    told(answers(table, "boss", 10**30, key="k4"), 404, "not-found")


def test_appeals_are_numbered_by_their_season_whatever_other_leagues_do() -> None:
    appeals(accepted())
    table = accepted(of=locked(league="other"))
    first = appeals(table).json()["id"]
    second = appeals(table, "razors", key="b").json()["id"]
    assert (first, second) == (1, 2)
    assert [appeal["id"] for appeal in claimed(table)["appeals"]] == [2, 1]
    assert answers(table, "boss", 2, "dismissed").json()["side"] == "razors"


def test_a_commissioner_does_not_answer_about_his_own_match_while_somebody_else_can() -> None:
    table = accepted()
    owner = get_user_model().objects.get(username="rust-belt-razors")
    Membership.objects.filter(handle=table.handle("boss")).update(user=owner)
    number = appeals(table).json()["id"]
    spare = get_user_model().objects.create_user("rust-belt-spare")
    second = Membership.objects.create(
        league_id=table.league, user=spare, role=Membership.Role.COMMISSIONER, handle="rust-belt.spare"
    )
    sent = {"answer": "dismissed", "reason": "No."}
    told(
        program_of(table, "razors", READ_SCOPE, "commission").post(
            at(table, f"/appeals/{number}/answer"), sent, key="k1"
        ),
        403,
        "not-yours",
    )
    second.delete()
    alone = program_of(table, "razors", READ_SCOPE, "commission").post(
        at(table, f"/appeals/{number}/answer"), sent, key="k2"
    )
    assert (
        alone.json()["answer_said"]
        == "No. They answered alone, on their own match: the league has nobody else who could."
    )


def test_a_token_needs_the_scope_to_report_or_to_act_for_the_team() -> None:
    table = accepted()
    sent = {"reason": WHY}
    told(
        program_of(table, "saints", READ_SCOPE).post(at(table, "/matches/m1/appeals"), sent, key="k"),
        403,
        "scope-missing",
    )
    for number, scope in enumerate((REPORT_SCOPE, act_scope("saints"))):
        response = program_of(table, "saints", READ_SCOPE, scope).post(
            at(table, "/matches/m1/appeals"), sent, key=f"k{number}"
        )
        assert response.status_code == (200 if number else 201)
