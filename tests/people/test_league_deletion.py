"""Deleting a league: asked for, confirmed, waited for, and then nothing of it is left."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.db import connection, models
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from jobs.queue import enqueue
from jobs.worker import claim_job, finish_job, run_due_jobs
from journal import league_deletion as rows_of_leagues
from journal import perform
from journal.league_deletion import begin_league_deletion, delete_league_rows, league_rows, paths_to_league
from journal.transfer.league_export import league_lines
from journal.transfer.league_import import import_league
from league.access import LeagueGone, LeagueReadOnly, NotYours, ReasonMissing, Viewer
from league.invitations import invite
from league.membership import LeagueStands, found_league, lock_league
from league.models import (
    DeletedLeague,
    DeletionRequest,
    Job,
    League,
    LeagueLog,
    Membership,
    Notice,
    NoticeChoice,
    Sandbox,
    Season,
)
from league.role_changes import appoint, leave
from league.sandboxes import create_sandbox, end_expired_sandboxes
from rules.campaign.core.codec import command_from_document
from rules.core.refusals import Malformed
from scheduling.league_life import (
    ConfirmedByThemselves,
    DeletionAsked,
    NoDeletionAsked,
    NotForExport,
    archive_league,
    ask_deletion,
    confirm_deletion,
    keep_league,
    note_whole_export,
    sweep_deletions,
    unarchive_league,
)
from tests.journal.exported_leagues import papers
from tests.league.small_league import BEGAN, Table, announced, founded, settled, signed
from tests.people.test_league_archive import boss, browser, league_of

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


def doomed(table: Table | None = None, *, at: datetime = BEGAN + DAY) -> Table:
    """A league whose only commissioner asked to delete it."""
    table = table or signed()
    ask_deletion(league=league_of(table), by=boss(table), at=at, reason="We stopped.")
    return table


def second_commissioner(table: Table) -> Membership:
    """The razors' owner, made a commissioner too."""
    user = Membership.objects.get(handle=table.handle("razors")).user
    return appoint(league=league_of(table), user=user, by=boss(table), at=BEGAN, reason="Help.")


def finish(at: datetime) -> None:
    """Sweep and run what is due at a time."""
    sweep_deletions(at)
    run_due_jobs(clock=lambda: at)


def left_of(league: str) -> dict[str, int]:
    """How many rows of a league each table has, by its text columns too; tables without one are left out."""
    found: dict[str, int] = {}
    for model in apps.get_models():
        own = models.Q()
        for path in paths_to_league().get(model, ()):
            own |= models.Q(**{path: league})
        for column in model._meta.concrete_fields:
            if isinstance(column, models.CharField) and column.primary_key and model is not DeletedLeague:
                own |= models.Q(**{column.name: league}) | models.Q(**{f"{column.name}__startswith": f"{league}/"})
        if own and (count := model._base_manager.filter(own).count()):
            found[model._meta.label] = count
    return found


def test_with_one_commissioner_the_time_begins_at_once_and_the_league_can_only_be_read() -> None:
    table = doomed()
    assert league_of(table).delete_at == BEGAN + 31 * DAY
    told = Notice.objects.filter(about="deletion_set").values_list("member__handle", flat=True)
    assert sorted(told) == sorted(table.handle(who) for who in ("boss", "razors", "saints", "widows"))
    with pytest.raises(LeagueReadOnly, match="will be deleted on 2 Oct 2026"):
        table.give("open_setup", key="again")
    assert browser(table, "razors").get(reverse("season", args=["rust-belt", "s1"])).status_code == 200


def test_a_second_commissioner_confirms_it_and_until_then_the_league_goes_on() -> None:
    table = signed()
    second = second_commissioner(table)
    doomed(table)
    assert league_of(table).delete_at is None
    with pytest.raises(ConfirmedByThemselves):
        confirm_deletion(league=league_of(table), by=boss(table), at=BEGAN)
    with pytest.raises(DeletionAsked):
        ask_deletion(league=league_of(table), by=second, at=BEGAN, reason="Me too.")
    confirm_deletion(league=league_of(table), by=second, at=BEGAN + 2 * DAY)
    assert league_of(table).delete_at == BEGAN + 32 * DAY


def test_the_operator_may_confirm_it_too() -> None:
    table = signed()
    second_commissioner(table)
    doomed(table)
    confirm_deletion(league=league_of(table), by=None, at=BEGAN)
    assert league_of(table).delete_at is not None


def test_any_commissioner_keeps_the_league_and_it_goes_on() -> None:
    table = doomed()
    keep_league(league=league_of(table), by=boss(table), at=BEGAN + 9 * DAY)
    assert (league_of(table).delete_at, DeletionRequest.objects.exists()) == (None, False)
    table.give("change_switch", switch="round.idle_may_shop", setting=True, reason="We agreed on it.")
    with pytest.raises(NoDeletionAsked):
        keep_league(league=league_of(table), by=boss(table), at=BEGAN)
    finish(BEGAN + 60 * DAY)
    assert League.objects.filter(pk=table.league).exists()


def test_a_league_that_was_archived_before_is_archived_again_once_it_is_kept() -> None:
    table = signed()
    League.objects.filter(pk=table.league).update(archived_at=BEGAN)
    doomed(table)
    keep_league(league=league_of(table), by=boss(table), at=BEGAN + DAY)
    with pytest.raises(LeagueReadOnly, match="is archived"):
        table.give("open_setup", key="again")


def test_it_needs_a_reason_a_commissioner_and_a_time_to_think() -> None:
    table = signed()
    razors = Membership.objects.get(handle=table.handle("razors"))
    for wrong, refusal in (
        ({"by": razors}, NotYours),
        ({"reason": " "}, ReasonMissing),
        ({"days": 6}, Malformed),
        ({"days": 91}, Malformed),
    ):
        arguments: dict[str, Any] = {"by": boss(table), "reason": "We stopped.", **wrong}
        with pytest.raises(refusal):
            ask_deletion(league=league_of(table), at=BEGAN, **arguments)
    assert not DeletionRequest.objects.exists()


def test_everybody_is_reminded_three_days_before_and_then_it_is_gone() -> None:
    table = doomed()
    finish(BEGAN + 27 * DAY)
    assert not Notice.objects.filter(about="deletion_soon").exists()
    finish(BEGAN + 28 * DAY)
    finish(BEGAN + 29 * DAY)
    assert Notice.objects.filter(about="deletion_soon").count() == 4
    assert League.objects.filter(pk=table.league).exists()
    finish(BEGAN + 31 * DAY)
    assert left_of(table.league) == {}
    gone = DeletedLeague.objects.get()
    assert (gone.pk, gone.deleted_at, gone.finished_at) == ("rust-belt", BEGAN + 31 * DAY, BEGAN + 31 * DAY)
    assert get_user_model().objects.filter(username="rust-belt-boss", is_active=True).exists()


def test_after_an_outage_over_the_end_everybody_is_still_reminded_before() -> None:
    table = doomed()
    back = BEGAN + 50 * DAY
    finish(back)
    assert league_of(table).delete_at == back + 3 * DAY
    assert Notice.objects.filter(about="deletion_soon").count() == 4
    finish(back + 3 * DAY)
    assert not League.objects.filter(pk=table.league).exists()


def test_every_table_with_a_way_to_a_league_is_emptied_and_others_keep_theirs() -> None:
    table = settled()
    papers(table)
    other = settled(league="slag-cup")
    kept = left_of(other.league)
    before = left_of(table.league)
    tables = {model._meta.label for model in paths_to_league()}
    assert len(tables) > 45
    assert len(before) > 25
    begin_league_deletion(table.league, at=BEGAN)
    delete_league_rows(table.league, at=BEGAN)
    assert left_of(table.league) == {}
    assert left_of(other.league) == kept


def test_a_league_that_somebody_muted_is_deleted_and_their_other_choices_stay() -> None:
    table, other = announced(), founded(league="slag-cup")
    user = boss(table).user
    for league in (table.league, other.league):
        NoticeChoice.objects.create(user=user, league_id=league, delivery="off")
    NoticeChoice.objects.create(user=user, group="turns", channel="mail", delivery="daily")
    begin_league_deletion(table.league, at=BEGAN)
    delete_league_rows(table.league, at=BEGAN)
    connection.check_constraints()
    assert sorted(NoticeChoice.objects.values_list("league", "group"), key=str) == [("slag-cup", ""), (None, "turns")]


def test_every_table_that_points_at_rows_of_a_league_is_deleted_with_it() -> None:
    found = {League, *paths_to_league()}
    pointing = {
        model._meta.label
        for model in apps.get_models()
        if any(column.is_relation and column.related_model in found for column in model._meta.concrete_fields)
    }
    assert pointing <= {model._meta.label for model in found}


def test_a_deletion_that_was_interrupted_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    table = doomed(announced())
    finish(BEGAN + 28 * DAY)
    calls = iter(range(9))

    def fail_later(rows: Any) -> int:
        if next(calls) == 8:
            raise RuntimeError("the worker was killed")
        return int(rows.delete()[0]) if rows.model is LeagueLog else int(rows._raw_delete(rows.db))

    with monkeypatch.context() as patch:
        patch.setattr(rows_of_leagues, "delete_rows", fail_later)
        sweep_deletions(BEGAN + 31 * DAY)
        run_due_jobs(clock=lambda: BEGAN + 31 * DAY)
    assert League.objects.filter(pk=table.league).exists()
    assert Client().get("/l/rust-belt/").status_code == 410
    finish(BEGAN + 31 * DAY + timedelta(hours=2))
    assert left_of(table.league) == {}


def test_its_addresses_answer_410_by_page_and_api() -> None:
    table = doomed()
    token_page = reverse("season", args=["rust-belt", "s1"])
    begin_league_deletion(table.league, at=BEGAN)
    for client in (Client(), browser(table, "razors")):
        assert client.get(token_page).status_code == 410
        assert client.post(token_page).status_code == 410
    assert Client().get("/api/v1/leagues/rust-belt").status_code == 410
    delete_league_rows(table.league, at=BEGAN)
    answer = Client().get("/l/rust-belt/people/")
    assert (answer.status_code, "was deleted on 1 Sep 2026" in answer.content.decode()) == (410, True)
    problem = Client().get("/api/v1/leagues/rust-belt/seasons/s1/standings")
    assert (problem.status_code, problem.json()["type"]) == (410, "/api/v1/problems/league-gone")
    assert Client().get("/").status_code == 200


def test_of_a_league_for_members_only_nobody_is_told_that_it_was_deleted() -> None:
    table = doomed()
    League.objects.filter(pk=table.league).update(public=False)
    begin_league_deletion(table.league, at=BEGAN)
    page, resource, member = "/l/rust-belt/s1/", "/api/v1/leagues/rust-belt", browser(table, "razors")
    assert [Client().get(address).status_code for address in (page, resource)] == [404, 404]
    assert member.get(page).status_code == 410
    delete_league_rows(table.league, at=BEGAN)
    begin_league_deletion(table.league, at=BEGAN)
    for client in (Client(), member):
        assert [client.get(address).status_code for address in (page, resource)] == [404, 404]


@pytest.mark.parametrize("public", [True, False])
def test_a_page_that_a_member_reads_while_its_rows_vanish_answers_410(
    monkeypatch: pytest.MonkeyPatch, public: bool
) -> None:
    table = signed()
    League.objects.filter(pk=table.league).update(public=public)

    def vanish(**_asked: Any) -> None:
        begin_league_deletion("rust-belt", at=BEGAN)
        delete_league_rows("rust-belt", at=BEGAN)
        Season.objects.get(pk="rust-belt/s1")

    monkeypatch.setattr("league.views.season.season_page", vanish)
    assert browser(table, "razors").get("/l/rust-belt/s1/").status_code == 410


def test_a_page_that_is_read_while_its_rows_vanish_answers_410(monkeypatch: pytest.MonkeyPatch) -> None:
    signed()

    def vanish(**_asked: Any) -> None:
        begin_league_deletion("rust-belt", at=BEGAN)
        delete_league_rows("rust-belt", at=BEGAN)
        Season.objects.get(pk="rust-belt/s1")

    monkeypatch.setattr("league.views.season.season_page", vanish)
    assert Client().get("/l/rust-belt/s1/").status_code == 410


def test_a_job_of_a_deleted_league_ends_quietly() -> None:
    table = doomed()
    job = enqueue("clock_tick", key="tick", at=BEGAN, season=table.season)
    held = claim_job(job.pk, at=BEGAN)
    assert held is not None
    begin_league_deletion(table.league, at=BEGAN)
    delete_league_rows(table.league, at=BEGAN)
    assert not finish_job(held, Job.State.DONE, at=BEGAN)
    assert {ended.state for ended in run_due_jobs(clock=lambda: BEGAN + DAY)} <= {Job.State.DONE}


def test_an_id_rests_for_a_year_but_the_league_itself_may_come_back() -> None:
    table = doomed(founded())
    export = b"".join(league_lines(league_of(table)))
    begin_league_deletion(table.league, at=BEGAN)
    delete_league_rows(table.league, at=BEGAN)
    user = get_user_model().objects.get(username="rust-belt-boss")
    with pytest.raises(LeagueStands):
        found_league(id="rust-belt", name="New", public=True, commissioner=user, at=BEGAN + 300 * DAY)
    assert import_league(export).league.pk == "rust-belt"
    assert Client().get("/l/rust-belt/").status_code == 200
    begin_league_deletion(table.league, at=BEGAN)
    delete_league_rows(table.league, at=BEGAN)
    found_league(id="rust-belt", name="New", public=True, commissioner=user, at=BEGAN + 366 * DAY)


def test_an_act_after_it_is_gone_is_refused_and_says_so() -> None:
    table = doomed()
    row, by = league_of(table), boss(table)
    begin_league_deletion(table.league, at=BEGAN)
    delete_league_rows(table.league, at=BEGAN)
    for act in (
        lambda: keep_league(league=row, by=by, at=BEGAN),
        lambda: leave(league=row, user=by.user, at=BEGAN),
        lambda: invite(league=row, by=by, role="owner", at=BEGAN),
        lambda: lock_league(row),
    ):
        with pytest.raises(LeagueGone, match="was deleted"):
            act()


def test_the_whole_league_is_downloaded_by_a_commissioner_and_its_dice_are_renewed_if_it_is_kept() -> None:
    table = doomed()
    page = reverse("league_export", args=[table.league])
    assert browser(table, "razors").post(page).status_code == 403
    answer: Any = browser(table, "boss").post(page)
    assert b'"dethmetal league 1"' in b"".join(answer.streaming_content)
    assert LeagueLog.objects.filter(league=table.league, what="downloaded").count() == 1
    length = table.row.length
    keep_league(league=league_of(table), by=boss(table), at=table.now + 9 * DAY)
    assert table.row.length == length + 1


def test_the_whole_league_is_not_downloaded_while_secrets_of_a_round_are_in_it() -> None:
    table = announced()
    with pytest.raises(NotForExport, match="is not being deleted"):
        note_whole_export(league=league_of(table), by=boss(table), at=BEGAN)
    doomed(table)
    with pytest.raises(NotForExport, match="is under way"):
        note_whole_export(league=league_of(table), by=boss(table), at=BEGAN)
    assert browser(table, "boss").post(reverse("league_export", args=[table.league])).status_code == 409


def test_one_commissioner_archives_while_another_deletes_and_both_hold() -> None:
    table = signed()
    second = second_commissioner(table)
    doomed(table)
    archive_league(league=league_of(table), by=second, at=BEGAN)
    confirm_deletion(league=league_of(table), by=second, at=BEGAN)
    with pytest.raises(LeagueReadOnly, match="will be deleted"):
        unarchive_league(league=league_of(table), by=boss(table), at=BEGAN)
    with pytest.raises(LeagueReadOnly):
        archive_league(league=league_of(table), by=boss(table), at=BEGAN)
    keep_league(league=league_of(table), by=boss(table), at=BEGAN)
    assert (league_of(table).archived_at, league_of(table).delete_at) == (BEGAN, None)


def test_a_sandbox_can_only_be_read_too_ends_as_always_and_is_deleted_with_its_league() -> None:
    table = signed()
    razors = Membership.objects.get(handle=table.handle("razors"))
    sandboxes = [
        create_sandbox(season=table.row, viewer=Viewer((razors,)), at=timezone.now()).season_id for _ in range(2)
    ]
    doomed(table)
    rookie = command_from_document(
        {"type": "hire_rookie", "franchise": "razors", "driver": "razors.d9", "name": "Ninety"}
    )
    with pytest.raises(LeagueReadOnly):
        perform(sandboxes[0], [rookie], actor=razors.handle, at=BEGAN, key="k")
    Sandbox.objects.filter(season=sandboxes[0]).update(expires_at=BEGAN)
    end_expired_sandboxes(at=BEGAN)
    assert not Season.objects.filter(pk=sandboxes[0]).exists()
    begin_league_deletion(table.league, at=BEGAN)
    delete_league_rows(table.league, at=BEGAN)
    assert left_of(table.league) == {}


def test_rows_go_before_those_they_point_at() -> None:
    models_in_order = [rows.model for rows in league_rows("rust-belt")]
    assert models_in_order.index(Notice) < models_in_order.index(Membership)
    assert models_in_order[-1] is not League


def test_who_asked_confirms_it_alone_once_the_other_commissioner_is_gone_and_reads_the_date_before() -> None:
    table = signed()
    second = second_commissioner(table)
    doomed(table)
    page = reverse("future", args=[table.league])
    client = browser(table, "boss")
    assert "Confirm that it is deleted" not in client.get(page).content.decode()
    get_user_model().objects.filter(pk=second.user_id).update(is_active=False)
    html = client.get(page).content.decode()
    assert "No other commissioner is left to confirm it, so you can confirm it yourself." in html
    day = timezone.now() + 30 * DAY
    assert f'is deleted on <time datetime="{day:%Y-%m-%d}' in html
    assert client.post(page, {"act": "confirm"}).status_code == 302
    until = league_of(table).delete_at
    assert until is not None
    assert until - timezone.now() > 29 * DAY
