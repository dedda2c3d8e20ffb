"""The Rust Belt amended: round 3 changed in round 9, undone, changed again, and a newer decision kept.

In its second season, whose matches are resolved here, results are amended, voided and left unchanged.
"""

from __future__ import annotations

import copy
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from franchises.models import Item
from journal import AmendResult, amend, perform, preview_amend
from journal.amends.corrections import (
    corrections_to_replace_report,
    corrections_to_restore,
    corrections_to_strike,
    corrections_to_undo,
    corrections_to_void,
)
from journal.entry_body import load_body
from league.folder_import import play_folder
from league.models import Entry, Match, Report, Season
from league.queries.matches import standing_log
from rules.campaign.core.codec import command_from_document
from rules.campaign.market.shopping import ShoppingOpened
from rules.campaign.match_day.announcing import RoundAnnounced
from tests.sampling import like

pytestmark = [pytest.mark.django_db, pytest.mark.long]
FOLDER = Path(__file__).parents[2] / "examples" / "rust-belt"
SECOND = "rust-belt/s2"
SEASON, MARSHAL, REASON = "rust-belt/s1", "rust-belt.marshal", "The sheet was read wrongly."


def in_round_nine() -> Season:
    """The first season until the shops of round 9 open."""
    for played in play_folder(FOLDER):
        opened = [fact.match for fact in played.answer.facts if isinstance(fact, ShoppingOpened)]
        if opened and Match.objects.get(pk=f"{SEASON}/{opened[0]}").round_id == f"{SEASON}/r9":
            return Season.objects.get(pk=SEASON)
    raise AssertionError("round 9 was not played")


def asked(row: Season, corrections: Any, *, ask: Any = amend) -> AmendResult:
    """Amend, or preview, as the league's commissioner, and refresh the row."""
    handle = Entry.objects.get(season=row, number=1).actor
    result: AmendResult = ask(
        row.pk, corrections, actor=handle, at=row.opened_at + timedelta(days=60), key=f"k{row.length}", reason=REASON
    )
    row.refresh_from_db()
    return result


def in_the_third_round_of_the_second_season() -> Season:
    """The second season with two rounds of resolved matches played and the third announced."""
    for played in play_folder(FOLDER):
        announced = [fact.number for fact in played.answer.facts if isinstance(fact, RoundAnnounced)]
        if played.season == SECOND and announced == [3]:
            return Season.objects.get(pk=SECOND)
    raise AssertionError("round 3 of the second season was not announced")


def verified(row: Season, *options: str) -> None:
    """Run `manage.py verify`, which raises if it finds anything."""
    call_command("verify", row.pk, *options, stdout=StringIO())


def otherwise(row: Season, match: str) -> dict[str, Any]:
    """The report of a match with the last team put first, and one more driver out of action."""
    number = next(iter(corrections_to_void(row, match)))
    report = copy.deepcopy(corrections_to_restore(row, [number])[number][0]["report"])
    best, *_, last = sorted(report["teams"], key=lambda team: -team["points"])
    last["points"] = best["points"] + 5
    for team in report["teams"]:
        team["rank"] = 1 + sum(other["points"] > team["points"] for other in report["teams"])
    driver = next(
        driver_report
        for driver_report in report["drivers"]
        if not driver_report.get("out") and driver_report.get("heats")
    )
    driver |= {"out": True, "dead": True, "criticals": 4}
    changed: dict[str, Any] = report
    return changed


def items_of(row: Season, numbers: list[int]) -> list[str]:
    """The items that those entries bought."""
    return [load_body(entry.body).command["item"] for entry in Entry.objects.filter(season=row, number__in=numbers)]


@like(
    "tests/journal/test_repeated_amends.py::test_a_season_in_which_something_gave_way_is_amended_undone_and_amended_again"
)
def test_round_three_is_put_right_in_round_nine_taken_back_and_amended_again() -> None:
    row = in_round_nine()
    digest = row.digest
    first, second = (
        Match.objects.filter(season=row, round__number=3).order_by("place").values_list("pk", flat=True)[:2]
    )
    match, other = (match_id.rsplit("/", 1)[-1] for match_id in (first, second))
    corrections = corrections_to_replace_report(row, match, otherwise(row, match))
    preview = asked(row, corrections, ask=preview_amend)
    assert (row.digest, preview.amended.obstacles) == (digest, [])
    assert {difference.about for difference in preview.amended.differences} >= {"season", "franchises", "drivers"}

    saved = asked(row, corrections)
    certain, hanging = preview.amended.differences, {(chance.subject, chance.what) for chance in preview.amended.odds}
    assert [
        difference for difference in saved.amended.differences if (difference.subject, difference.what) not in hanging
    ] == certain
    assert row.digest != digest
    verified(row)
    asked(row, corrections_to_undo(row, saved.number))
    assert row.digest == digest

    both = asked(row, {**corrections, **corrections_to_replace_report(row, other, otherwise(row, other))})
    assert [amended_body.standing for amended_body in both.amended.amended_bodies().values()].count("corrected") == 2
    verified(row)

    items_left = set(Item.objects.filter(season=row).values_list("pk", flat=True))
    again = asked(row, {**corrections_to_void(row, match), **corrections_to_void(row, other)})
    fallen = [number for number, body in again.entries_not_standing.items() if body.given == "buy_item"]
    bought = next(number for number in fallen if f"{SEASON}/{items_of(row, [number])[0]}" in items_left)
    purchase = load_body(Entry.objects.get(season=row, number=bought).body).command
    item, franchise = purchase["item"], purchase["franchise"]
    newer = perform(
        row.pk,
        [command_from_document({"type": "buy_item", "franchise": franchise, "item": item, "kind": "caltrops"})],
        actor=Entry.objects.get(season=row, number=1).actor,
        at=row.opened_at + timedelta(days=61),
        key="newer",
        on_behalf_of=franchise,
        reason="It asked for caltrops this time.",
    )
    row.refresh_from_db()
    amended_body = asked(row, corrections_to_undo(row, again.number), ask=preview_amend).amended.amended_bodies()[
        bought
    ]
    assert (amended_body.standing, amended_body.because) == (
        "gave_way",
        f"a newer decision stands (entry {newer.entries[0].number})",
    )
    asked(row, corrections_to_undo(row, again.number))
    assert Item.objects.get(pk=f"{SEASON}/{item}").kind == "caltrops"
    assert set(Item.objects.filter(season=row).values_list("pk", flat=True)) == items_left
    verified(row)


@like("tests/journal/test_amend_resolved.py::test_a_resolved_match_is_voided_and_comes_back_when_that_is_undone")
def test_resolved_matches_are_put_right_voided_and_left_as_they_were_and_all_of_it_is_taken_back() -> None:
    row = in_the_third_round_of_the_second_season()
    digest, sources = row.digest, sources_of(row)
    assert len(sources) == 4
    verified(row, "--deep")

    saved = asked(row, corrections_to_replace_report(row, "m2", otherwise(row, "m2")))
    assert row.digest != digest
    assert hands_in(row) == {"m2"}
    verified(row, "--deep")
    asked(row, corrections_to_undo(row, saved.number))
    assert (row.digest, hands_in(row)) == (digest, set())

    voided = asked(row, corrections_to_void(row, "m1"))
    assert Match.objects.get(pk=f"{SECOND}/m1").step == "void"
    assert sources_of(row).keys() == sources.keys() - {"m1"}
    verified(row, "--deep")
    asked(row, corrections_to_undo(row, voided.number))
    assert (row.digest, sources_of(row)) == (digest, sources)

    bare = asked(row, corrections_to_strike(fitted_after_the_first_round(row)))
    assert row.digest != digest
    assert sources_of(row) == sources
    verified(row, "--deep")
    asked(row, corrections_to_undo(row, bare.number))
    assert row.digest == digest
    verified(row, "--deep")


def sources_of(row: Season) -> dict[str, Any]:
    """The source of each match's current result, by match."""
    reports = Report.objects.filter(season=row).values_list("match", "document")
    return {match.rsplit("/", 1)[-1]: document["source"] for match, document in reports}


def hands_in(row: Season) -> set[str]:
    """The matches whose results were amended by hand."""
    return {match for match in sources_of(row) if (log := standing_log(f"{row.pk}/{match}")) and log.by_hand}


def fitted_after_the_first_round(row: Season) -> list[int]:
    """The entries that fitted items bought after the first round to cars before the second was announced."""
    second = next(
        entry.number
        for entry in Entry.objects.filter(season=row, command="announce_round").order_by("number")
        if load_body(entry.body).command["round"] == "r2"
    )
    fitted = Entry.objects.filter(season=row, command="fit_item", number__lt=second).order_by("number")
    numbers = [
        entry.number
        for entry in fitted
        if (command := load_body(entry.body).command).get("car") and ".s2.r1." in command["item"]
    ]
    assert numbers
    return numbers
