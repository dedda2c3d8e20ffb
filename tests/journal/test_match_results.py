"""A match resolved by a job from its locked packet, whatever happens to the season or the job in the meantime."""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core.management import call_command

from jobs import outbox_delivery
from jobs.sweeper import sweep
from jobs.worker import claim_job, run_due_jobs
from journal import audit, perform, take_back
from journal import entry_body as bodies
from journal.match_results import PacketChanged, ReportedMeanwhile, accept_result, take
from league.access import CLOCK
from league.models import Job, Match, MatchLog, Report
from rules.campaign.core.codec import command_from_document
from rules.campaign.match_day.resolution import resolve_packet
from rules.core.dice import Dice
from rules.core.refusals import Refusal
from rules.match.packet import Packet
from rules.match.registry import temporarily_installed
from rules.match.ruleset import Resolution, log_digest
from tests.journal.amends import amended, number_of
from tests.league.resolved_leagues import climbing, resolved, results, worked
from tests.league.small_league import BEGAN, Table, report, signed
from tests.rules.ladder import LADDER, Ladder

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _ladder() -> Iterator[None]:
    with temporarily_installed(LADDER):
        yield


def only_job() -> Job:
    """The only job that resolves a match."""
    return Job.objects.get(kind="resolve_match")


def test_a_locked_match_is_resolved_by_a_job_and_goes_on_to_its_settlement() -> None:
    table = resolved(climbing())
    (entry,) = results(table)
    assert (entry.actor, entry.reason) == (CLOCK, "Resolved here by The Ladder, edition 1.")
    log = MatchLog.objects.get()
    assert (log.match_id, log.ruleset, log.edition) == ("rust-belt/s1/m1", "ladder", 1)
    assert log_digest(bodies.decompress(log.log)) == log.digest
    source = Report.objects.get().document["source"]
    assert (source["ruleset"], source["version"], source["log_digest"]) == ("ladder", "1", log.digest)
    assert Match.objects.get(pk="rust-belt/s1/m1").step == "M5.4"
    assert only_job().state == "done"
    assert audit(table.season) == []


def test_the_job_tells_what_it_plays_and_what_is_carried_in_vain() -> None:
    table = signed(items=True, franchises=("razors", "saints"))
    table.give("fit_item", by="razors", franchise="razors", item="razors.gun1", car="razors.car1")
    resolved(climbing(table=table))
    log_lines = [line["line"] for line in only_job().log]
    assert log_lines[0] == "razors.car1 carries machinegun in vain."
    assert log_lines[1].startswith("m1 is played by The Ladder, from the packet ")
    assert log_lines[2].startswith("m1 is settled from its log, ")


def test_a_commissioner_who_advances_is_told_what_resolves_the_match() -> None:
    table = climbing()
    call_command("advance", table.season, stdout=(output := io.StringIO()))
    assert "waits for m1 to be resolved here (The Ladder: `manage.py jobs LEAGUE --work`)." in output.getvalue()


def test_a_match_that_people_report_has_no_job() -> None:
    climbing(ruleset="reported")
    worked()
    assert not Job.objects.filter(kind="resolve_match").exists()


def test_what_was_played_was_played_with_the_matchs_own_keys() -> None:
    table = climbing()
    packet_taken = take(table.season, "m1")
    keys = table.state.match("m1").words
    assert keys == "razors=razors first|saints=saints first"
    by_hand = resolve_packet(packet_taken.packet, packet_taken.dice())
    resolved(table)
    assert MatchLog.objects.get().digest == by_hand.report.source.log_digest


def test_a_job_delivered_twice_is_one_result() -> None:
    table = climbing()
    packet_taken = take(table.season, "m1")
    resolution = resolve_packet(packet_taken.packet, packet_taken.dice())
    first = accept_result(packet_taken, resolution, at=BEGAN)
    assert first is not None
    length = table.row.length
    assert accept_result(packet_taken, resolution, at=BEGAN) is None
    worked()
    assert table.row.length == length
    assert len(results(table)) == MatchLog.objects.count() == 1


def test_a_job_killed_half_way_is_played_again_to_the_same_result(monkeypatch: pytest.MonkeyPatch) -> None:
    table = climbing()
    packet_taken = take(table.season, "m1")
    expected = resolve_packet(packet_taken.packet, packet_taken.dice())

    def killed(*_: object, **__: object) -> None:
        raise SystemExit

    with monkeypatch.context() as broken:
        broken.setattr("scheduling.match_resolution.accept_result", killed)
        with pytest.raises(SystemExit):
            worked()
    assert results(table) == []
    assert MatchLog.objects.count() == 0
    assert only_job().state == "queued"
    worked()
    assert Report.objects.get().document["source"]["log_digest"] == expected.report.source.log_digest


def test_a_job_whose_worker_was_lost_is_found_and_worked() -> None:
    table = climbing()
    with pytest.MonkeyPatch.context() as lost:
        lost.setattr("scheduling.match_resolution.accept_result", lambda *_, **__: None)
        lost.setattr("scheduling.match_resolution.enqueue_continuation", lambda *_, **__: None)
        worked()
    job = only_job()
    Job.objects.filter(pk=job.pk).update(state="queued", ended_at=None, due_at=BEGAN, queued_at=BEGAN)
    assert claim_job(job.pk, at=BEGAN) is not None
    late = BEGAN + timedelta(days=1)
    sweep(at=late)
    run_due_jobs(clock=lambda: late)
    assert len(results(table)) == 1


def test_what_was_locked_and_changed_meanwhile_is_played_again() -> None:
    table = climbing()
    packet_taken = take(table.season, "m1")
    stale = resolve_packet(packet_taken.packet, packet_taken.dice())
    table.give("adjust_driver", driver="razors.d1", driving=1, reason="He found his glasses.")
    with pytest.raises(PacketChanged, match="resolve it again"):
        accept_result(packet_taken, stale, at=BEGAN)
    assert results(table) == []
    worked()
    source = Report.objects.get().document["source"]
    assert source["packet"] != stale.report.source.packet


class Meddled(Ladder):
    """A ladder during whose matches somebody changes the season."""

    def resolve(self, packet: Packet, dice: Dice) -> Resolution:
        """Resolve the match after changing the season."""
        table = Table(league="rust-belt", season="rust-belt/s1", franchises=("razors", "saints"))
        table.given = table.row.length + 500
        table.give("adjust_driver", driver="razors.d1", driving=1, reason="He finds more glasses.")
        return super().resolve(packet, dice)


def test_a_job_gives_up_on_a_season_that_never_stands_still() -> None:
    table = climbing()
    with temporarily_installed(Meddled(name="meddled")):
        other_league = climbing(table=_voided(table), match="m2", ruleset="meddled")
        worked()
    job = Job.objects.get(arguments={"match": "m2"})
    assert job.state == "failed"
    assert job.failure == "What was locked for m2 changed while it was resolved: resolve it again."
    assert results(other_league) == []


def _voided(table: Table) -> Table:
    """The league with its first match voided, and its round over."""
    table.give("void_match", match="m1", reason="Another is played.")
    return table


def test_a_report_that_came_in_meanwhile_stands() -> None:
    table = climbing(heats=2)
    packet_taken = take(table.season, "m1")
    resolution = resolve_packet(packet_taken.packet, packet_taken.dice())
    outbox_delivery.deliver_outbox(at=BEGAN)
    table.give("accept_report", match="m1", report=report(table))
    with pytest.raises(ReportedMeanwhile, match="stands"):
        accept_result(packet_taken, resolution, at=BEGAN)
    worked()
    assert len(results(table)) == 1
    assert MatchLog.objects.count() == 0
    assert only_job().log[-1]["line"] == "m1 waits for no result any more."


class Broken(Ladder):
    """A ladder that refuses to play."""

    def resolve(self, packet: Packet, dice: Dice) -> Resolution:
        """Raise a refusal."""
        raise Refusal(f"The ladder of {packet.match} is wet, {len(dice.log)} coats: report what came of it.")


def test_a_ruleset_that_refuses_leaves_the_match_to_the_commissioner() -> None:
    with temporarily_installed(Broken(name="painted")):
        table = climbing(ruleset="painted", heats=2)
        worked()
        job = only_job()
        assert (job.state, job.failure) == (
            "failed",
            "The ladder of m1 is wet, 0 coats: report what came of it.",
        )
        worked()
        assert Job.objects.filter(kind="resolve_match").count() == 1
        table.give("accept_report", match="m1", report=report(table))
        assert audit(table.season) == []
    assert "There is no ruleset 'painted'" in audit(table.season)[0].sentence


def test_a_ruleset_that_was_taken_away_is_named() -> None:
    with temporarily_installed(Ladder(name="stairs")):
        climbing(ruleset="stairs")
    worked()
    assert only_job().failure.startswith("There is no ruleset 'stairs'")


def test_matches_of_one_round_are_resolved_one_after_the_other_where_nothing_keeps_time() -> None:
    table = signed(franchises=("razors", "saints", "widows", "zeds"))
    both = [
        {"match": match, "event": "ladder", "franchises": teams, "ruleset": "ladder"}
        for match, teams in (("m1", ["razors", "saints"]), ("m2", ["widows", "zeds"]))
    ]
    table.give("announce_round", round="r1", matches=both)
    for match, teams in (("m1", ("razors", "saints")), ("m2", ("widows", "zeds"))):
        for team in teams:
            seats = [{"car": f"{team}.car1", "driver": f"{team}.d1"}]
            table.give("name_line_up", by=team, franchise=team, match=match, seats=seats)
        table.give("lock_line_ups", match=match)
    jobs = worked()
    assert [job.arguments["match"] for job in jobs if job.kind == "resolve_match"] == ["m1", "m2"]
    assert MatchLog.objects.count() == 2


def test_a_result_taken_back_by_an_amend_is_resolved_again() -> None:
    table = resolved(climbing())
    digest = MatchLog.objects.get().digest
    amended(table, {number_of(table, "accept_report"): []})
    assert Match.objects.get(pk="rust-belt/s1/m1").step == "M4"
    worked()
    assert len(results(table)) == 2
    assert Match.objects.get(pk="rust-belt/s1/m1").step == "M5.4"
    assert Report.objects.get().document["source"]["log_digest"] == digest
    assert MatchLog.objects.count() == 1
    assert audit(table.season) == []


def test_an_amend_before_it_leaves_the_result_as_it_was_resolved() -> None:
    table = resolved(climbing())
    hired = number_of(table, "hire_rookie", driver="razors.d1")
    renamed = {"type": "hire_rookie", "franchise": "razors", "driver": "razors.d1", "name": "Another"}
    amended(table, {hired: [renamed]})
    assert len(results(table)) == 1
    assert audit(table.season) == []


def test_nobody_takes_back_a_result_but_by_an_amend() -> None:
    table = resolved(climbing())
    with pytest.raises(Refusal):
        take_back(table.season, number_of(table, "accept_report"), actor=table.handle("razors"), at=BEGAN, key="mine")


def test_a_season_goes_on_after_a_result_as_after_any_other() -> None:
    table = resolved(climbing())
    table.give("end_decisions", match="m1", reason="The week is over.")
    table.give("end_shopping", match="m1", reason="The week is over.")
    commands = [command_from_document({"type": "announce_round", "round": "r2", "matches": []})]
    with pytest.raises(Refusal, match="has no match"):
        perform(table.season, commands, actor=table.handle("boss"), at=BEGAN, key="r2")
    climbing(table=table, match="m2")
    worked()
    assert MatchLog.objects.count() == 2
