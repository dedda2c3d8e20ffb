"""A ruleset that is none of the books plays whole seasons here, without any code that knows its name."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from journal import audit, fork_season, perform
from journal.verify import verify_matches
from league.folder_import import play_folder
from league.league_folder import perform_folder
from league.models import Entry, Job, Match, MatchLog, Season
from rules.campaign.core.codec import season_digest
from rules.campaign.steward import next_commissioner_command
from rules.match.registry import temporarily_installed
from scheduling.clock_controls import pause_clock, resume_clock
from tests.league.resolved_leagues import worked
from tests.league.small_league import BEGAN, Table, signed
from tests.rules.ladder import LADDER
from tests.running.leagues import Running

pytestmark = [pytest.mark.long, pytest.mark.django_db]
DESIGN = {"rungs": 3, "grip": 3}


def seat_of(franchise: str) -> dict[str, Any]:
    """The franchise's only car with its only driver."""
    return {"car": f"{franchise}.car1", "driver": f"{franchise}.d1"}


@pytest.fixture(autouse=True)
def _ladder() -> Iterator[None]:
    with temporarily_installed(LADDER):
        yield


def climbing(franchises: int = 6, **options: object) -> Running:
    """An unattended league whose matches are resolved by the ladder."""
    return Running("rungs", franchises, b"one", switches={"match.ruleset": "ladder"}, **options).found(  # type: ignore[arg-type]
        results="reported"
    )


def test_an_unattended_league_plays_two_seasons_of_another_ruleset_as_they_come_in_memory(settings: Any) -> None:
    settings.API_CONFORMANCE = True
    league = climbing()
    league.run(seasons=2)
    assert league.digests(seasons=2) == league.in_memory(seasons=2)
    for season in ("rungs/s1", "rungs/s2"):
        assert audit(season) == []
        played = Entry.objects.filter(season=season, command="accept_report")
        assert played.count() == 4
        assert MatchLog.objects.filter(season=season).count() == 4
    assert Season.objects.get(pk="rungs/s2").step == "closed"
    assert set(Job.objects.values_list("state", flat=True)) == {"done"}


def test_a_calendar_that_stands_still_for_reports_resolves_nothing() -> None:
    league = climbing(2)
    while not Match.objects.filter(step="M4").exists():
        league.tick(working=False)
    job = Job.objects.get(kind="resolve_match")
    job.delete()
    pause_clock(league.season, "M4", member=league.boss, at=league.at, reason="The ladder is varnished.")
    league.tick()
    assert MatchLog.objects.count() == 0
    resume_clock(league.season, "M4", member=league.boss, at=league.at, reason="It is dry.")
    league.tick()
    assert MatchLog.objects.filter(match_id="rungs/s1/m1").count() == 1


def test_where_people_are_there_a_match_is_resolved_and_they_answer_what_comes_of_it() -> None:
    league = Running("rungs", 3, b"one", owned=("f1", "f2", "f3"), switches={"match.ruleset": "ladder"})
    league.found(unattended=False, results="reported")
    for _ in range(200):
        if MatchLog.objects.exists():
            break
        league.tick()
        step = next_commissioner_command(league.state)
        if step is not None and not MatchLog.objects.exists():
            perform(
                league.season,
                [step],
                actor=league.boss.handle,
                at=league.at,
                key=f"boss/{league.row.length}",
                reason="On with it.",
            )
    assert MatchLog.objects.count() == 1
    assert Entry.objects.get(season=league.season, command="accept_report").actor == "clock"
    assert audit(league.season) == []


def test_a_rehearsal_has_its_matches_resolved_with_dice_of_its_own() -> None:
    table = climbing_table()
    rehearsal = fork_season(table.season, "trial", secret=b"trial", at=BEGAN)
    copy = Table(league=table.league, season=rehearsal.pk, given=900, franchises=table.franchises)
    copy.give("lock_line_ups", match="m1")
    worked()
    table.give("lock_line_ups", match="m1")
    worked()
    ours, theirs = MatchLog.objects.get(season=table.season), MatchLog.objects.get(season=rehearsal.pk)
    assert ours.digest != theirs.digest
    assert verify_matches(rehearsal.pk).played == verify_matches(table.season).played == 1


def climbing_table() -> Table:
    """A league whose first match has all its line-ups but is not locked."""
    table = signed(franchises=("razors", "saints"))
    planned = {"match": "m1", "event": "ladder", "franchises": ["razors", "saints"], "ruleset": "ladder"}
    table.give("announce_round", round="r1", matches=[planned])
    for franchise in table.franchises:
        seats = [{"car": f"{franchise}.car1", "driver": f"{franchise}.d1"}]
        table.give("name_line_up", by=franchise, franchise=franchise, match="m1", seats=seats)
    return table


def on_disk(folder: Path) -> Path:
    """A league folder of one round, whose match is resolved by the ladder and reported by nobody."""
    at = "2026-09-07T18:00:00Z"
    season = {"name": "s1", "rounds": 1, "opened_at": at, "switches": {"match.ruleset": "ladder", "garage.min": 1}}
    plan = {
        "league": "rungs",
        "name": "The Rungs",
        "secret": "c0ffee",
        "members": [{"user": "boss", "role": "commissioner"}],
        "seasons": [season],
    }
    teams = ("razors", "saints")
    founding = [
        *({"type": "found_franchise", "franchise": team} for team in teams),
        {"type": "open_setup"},
    ]
    filling = {
        team: [
            {"type": "hire_rookie", "franchise": team, "driver": f"{team}.d1"},
            {"type": "acknowledge_short_roster", "franchise": team},
            {"type": "buy_car", "franchise": team, "car": f"{team}.car1", "designs": {"ladder": DESIGN}},
        ]
        for team in teams
    }
    match = {"match": "m1", "event": "ladder", "franchises": teams, "setting": {"height": 9}}
    lined_up = {
        team: [{"type": "name_line_up", "franchise": team, "match": "m1", "seats": [seat_of(team)]}] for team in teams
    }
    batches = [
        ("found", "", founding),
        *((f"fill.{team}", team, filling[team]) for team in teams),
        ("begin", "", [{"type": "close_setup"}, {"type": "announce_round", "round": "r1", "matches": [match]}]),
        *((f"line-up.{team}", team, lined_up[team]) for team in teams),
        ("lock", "", [{"type": "lock_line_ups", "match": "m1"}]),
    ]
    batch_documents = [
        {"key": key, "by": "boss", "at": at, "on_behalf_of": owner, "reason": "So it was.", "commands": commands}
        for key, owner, commands in batches
    ]
    (folder / "s1").mkdir(parents=True)
    (folder / "league.json").write_text(json.dumps(plan), encoding="utf-8")
    (folder / "s1" / "01.json").write_text(json.dumps(batch_documents), encoding="utf-8")
    return folder


def test_a_league_on_disk_needs_no_report_of_a_match_resolved_here(tmp_path: Path) -> None:
    folder = on_disk(tmp_path)
    answers = [played_batch.answer for played_batch in play_folder(folder)]
    row = Season.objects.get(pk="rungs/s1")
    (in_memory,) = perform_folder(folder)
    assert row.digest == season_digest(in_memory.season)
    facts = [fact for answer in answers for fact in answer.facts]
    assert facts == in_memory.facts
    assert MatchLog.objects.count() == 1
    assert [fact for played_batch in play_folder(folder) for fact in played_batch.answer.facts] == facts
    assert Season.objects.get(pk="rungs/s1").length == row.length
    assert verify_matches(row.pk).findings == []


def test_seasons_simulated_say_who_resolved_their_matches() -> None:
    output = StringIO()
    call_command("simulate", fresh=3, rounds=2, switch=["match.ruleset=ladder"], secret="00ff", stdout=output)
    assert "Matches are resolved by The Ladder" in output.getvalue()
    assert "Season 1, resolved by The Ladder:" in output.getvalue()
    assert "drawn by a stand-in:" not in output.getvalue()
