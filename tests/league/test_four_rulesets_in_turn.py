"""A league that plays by four books in turn: played to its end, replayed, and one match of each amended."""

from __future__ import annotations

import copy
import json
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from franchises.models import Car
from journal import AmendResult, amend, audit
from journal.amends.corrections import (
    corrections_to_replace_report,
    corrections_to_restore,
    corrections_to_undo,
    corrections_to_void,
)
from journal.verify import verify_matches
from league.folder_import import play_folder
from league.league_folder import perform_folder
from league.models import Entry, MatchLog, Season
from rules.campaign.core.codec import season_digest
from rules.match.registry import rulesets
from tests.league.league_cache import built_once
from tests.sampling import one_in

pytestmark = [pytest.mark.django_db, pytest.mark.long]
FOLDER = Path(__file__).parents[2] / "examples" / "five-ways"
SEASON = "five-ways/s1"
PLAYED_BY = {
    "m1": "dethmatch",
    "m2": "formule",
    "m3": "rhad",
    "m4": "rhad",
    "m5": "carcult",
    "m6": "dethmatch",
    "m7": "dethmatch",
    "m8": "formule",
}
"""The book that plays each match."""
ONE_OF_EACH = ("m1", "m2", "m3", "m5")


@built_once
def season_played() -> str:
    """The ID of the example's season, after it was played to its end."""
    for _ in play_folder(FOLDER):
        pass
    return SEASON


@built_once
def rounds_played() -> str:
    """The ID of the season after its rounds, before the table is ranked, since a closed season cannot be amended."""
    for _ in play_folder(FOLDER):
        if Season.objects.filter(pk=SEASON, step="E1").exists():
            break
    return SEASON


def row() -> Season:
    return Season.objects.get(pk=season_played())


def asked(season: Season, corrections: Any) -> AmendResult:
    """Amend as the league's commissioner, and refresh the row."""
    handle = Entry.objects.get(season=season, number=1).actor
    result: AmendResult = amend(
        season.pk,
        corrections,
        actor=handle,
        at=season.opened_at + timedelta(days=90),
        key=f"k{season.length}",
        reason="The sheet was read wrongly.",
    )
    season.refresh_from_db()
    return result


def otherwise(season: Season, match: str) -> dict[str, Any]:
    """The report of a match with the last team put first, and one more car destroyed."""
    number = next(iter(corrections_to_void(season, match)))
    report: dict[str, Any] = copy.deepcopy(corrections_to_restore(season, [number])[number][0]["report"])
    best, *_, last = sorted(report["teams"], key=lambda team: -team["points"])
    last["points"] = best["points"] + 5
    for team in report["teams"]:
        team["rank"] = 1 + sum(other["points"] > team["points"] for other in report["teams"])
    car = next(car_report for car_report in report["cars"] if not car_report.get("destroyed"))
    car |= {"destroyed": True, "criticals": 0}
    return report


def whole(season: Season) -> None:
    """Check that the audit finds nothing, and that every log gives the accepted result."""
    assert audit(season.pk) == []
    verification = verify_matches(season.pk)
    assert (verification.findings, verification.passed_over) == ([], [])


# ------------------------------------------------------------------------------------------------- the folder


def test_the_folder_holds_no_result_and_goes_round_all_four_books() -> None:
    assert sorted({*PLAYED_BY.values()}) == sorted(ruleset.name for ruleset in rulesets())
    batches_by_file = {
        path.name: json.loads(path.read_text(encoding="utf-8")) for path in sorted((FOLDER / "s1").glob("*.json"))
    }
    commands = [command for batches in batches_by_file.values() for batch in batches for command in batch["commands"]]
    assert {command["type"] for command in commands} == {
        "found_franchise",
        "open_setup",
        "design_car",
        "announce_round",
        "rank_table",
    }
    matches = [match for command in commands if command["type"] == "announce_round" for match in command["matches"]]
    assert {match["match"]: match["ruleset"] for match in matches} == PLAYED_BY
    assert {match["event"] for match in matches} >= {"lap_race", "flags", "circuit_race", "duel", "last_cult"}


# ------------------------------------------------------------------------------------------------- the season


def test_it_is_played_to_its_end_with_every_match_resolved_by_its_book() -> None:
    season = row()
    assert season.step == "closed"
    logs = MatchLog.objects.filter(season=season)
    assert {log.match_id.rsplit("/", 1)[-1]: log.ruleset for log in logs} == PLAYED_BY
    whole(season)
    assert verify_matches(season.pk).played == len(PLAYED_BY)


def test_it_is_the_same_in_memory_and_played_twice() -> None:
    (in_memory,) = perform_folder(FOLDER)
    assert row().digest == season_digest(in_memory.season)
    output = StringIO()
    call_command("play", str(FOLDER), stdout=output, verbosity=0)
    assert output.getvalue().splitlines()[-1] == row().digest
    call_command("verify", SEASON, "--deep", stdout=StringIO())


def test_some_cars_are_of_their_owners_design_in_one_book_some_in_all_and_some_in_none() -> None:
    season = row()
    designed = [frozenset(car.designs) for car in Car.objects.filter(season=season, phase="garage")]
    assert frozenset() in designed
    assert frozenset({"dethmatch", "formule", "rhad", "carcult"}) in designed
    assert sum(len(designs) == 1 for designs in designed) >= 2


def test_the_garage_and_the_match_of_each_book_are_shown() -> None:
    season_played()
    client = Client()
    for match, name in PLAYED_BY.items():
        for page in ("", "log/", "log/?show=rolls", "log/?show=box", "log/file/"):
            assert client.get(f"/l/{SEASON}/{match}/{page}").status_code == 200, (match, name, page)
        assert ">run here<" in client.get(f"/l/{SEASON}/{match}/").content.decode()
    assert "own design in" in client.get("/l/five-ways/f/ring-road/").content.decode()


@pytest.mark.parametrize("match", one_in(4, ONE_OF_EACH), ids=[PLAYED_BY[match] for match in ONE_OF_EACH])
def test_a_match_of_each_book_is_put_right_and_the_season_taken_back_to_what_it_was(match: str) -> None:
    season = Season.objects.get(pk=rounds_played())
    digest = season.digest
    saved = asked(season, corrections_to_replace_report(season, match, otherwise(season, match)))
    assert season.digest != digest
    assert audit(season.pk) == []
    asked(season, corrections_to_undo(season, saved.number))
    assert season.digest == digest
    whole(season)
