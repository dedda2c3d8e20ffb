"""The Rust Belt example shows everything the campaign can do, and is the same in memory and on either database."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from functools import cache
from io import StringIO
from pathlib import Path
from typing import TypeVar

import pytest
from django.core.management import call_command

from journal import audit
from journal.verify import verify_matches
from league.example_archives.catalog import examples, read_archive
from league.league_folder import (
    Owners,
    PerformedSeason,
    batch_commands,
    first_season_secret,
    perform_continuation,
    perform_folder,
    perform_with_due,
    read_batches,
    read_plan,
    season_secret,
)
from league.models import Season as SeasonRow
from rules.campaign.core.codec import season_digest
from rules.campaign.core.facts import Fact
from rules.campaign.garage.cars import CarBought
from rules.campaign.garage.designs import CarDesigned
from rules.campaign.market.trades import LegalFeePaid, TradePaid
from rules.campaign.match_day.announcing import HeartFailed
from rules.campaign.match_day.line_ups import SeatTaken
from rules.campaign.match_day.reports import ReportAccepted
from rules.campaign.match_day.settlement import PointsScored, SettlementReckoned
from rules.campaign.people.cloning import DriverCloned, QuirkGained
from rules.campaign.season.invariants import broken_invariants
from rules.campaign.season_end.off_season import SeatClosed, next_season
from rules.core.terms import K
from rules.dethmatch.events.event import EVENTS
from rules.dethmatch.ground.track import track_names
from tests.league.small_league import assert_reconciled
from tests.sampling import only
from tools.rust_belt.highlights import WANTED_COUNTS, count_highlights

F = TypeVar("F", bound=Fact)
FOLDER = Path(__file__).parents[2] / "examples" / "rust-belt"
PINNED = (
    "Results",
    "Final table",
    "The Metal Cup",
    "Retirements",
    "Draft",
    "Sponsor pool",
    "Books of The Gary Smelters",
    "Books of The Turnpike Tolls",
)


@cache
def seasons() -> list[PerformedSeason]:
    """Both seasons, performed in memory."""
    return perform_folder(FOLDER)


def first() -> list[Fact]:
    """The facts of the first season."""
    return seasons()[0].facts


def second() -> PerformedSeason:
    """The second season."""
    return seasons()[1]


def points(match: str) -> dict[str, int]:
    """The points of each team in a match of the first season."""
    return {fact.franchise: fact.points for fact in first() if isinstance(fact, PointsScored) and fact.match == match}


def reckoned(match: str, franchise: str) -> SettlementReckoned:
    """The money settlement of a franchise's match in the first season."""
    return next(
        fact
        for fact in first()
        if isinstance(fact, SettlementReckoned) and (fact.match, fact.franchise) == (match, franchise)
    )


def of_kind(facts: Iterable[Fact], kind: type[F]) -> list[F]:
    """The facts of that type."""
    return [fact for fact in facts if isinstance(fact, kind)]


@pytest.mark.parametrize("name", WANTED_COUNTS)
def test_everything_the_example_is_made_for_is_seen(name: str) -> None:
    assert count_highlights(first())[name] >= WANTED_COUNTS[name]


def test_the_first_match_has_three_teams_level_at_the_top() -> None:
    scored = points("m1")
    assert sorted(scored.values(), reverse=True)[:4] == [17, 17, 17, 2]


def test_the_potholes_lose_their_garage_and_all_their_crews_in_one_match_and_money_with_it() -> None:
    seats = [seat for seat in of_kind(first(), SeatTaken) if (seat.match, seat.franchise) == ("m2", "potholes")]
    cloned = [fact for fact in of_kind(first(), DriverCloned) if (fact.match, fact.franchise) == ("m2", "potholes")]
    assert {seat.driver for seat in seats} == {fact.driver for fact in cloned}
    assert len(seats) == 3
    assert reckoned("m2", "potholes").net_income < 0


def test_nobody_scores_in_the_quarry() -> None:
    assert set(points("m4").values()) == {0}


def test_the_slag_queens_reach_the_last_row_of_the_overhead_table() -> None:
    assert reckoned("m8", "slag-queens").net_income >= 571 * K


def test_the_trade_is_paid_for_with_its_legal_fees() -> None:
    [paid] = of_kind(first(), TradePaid)
    assert (paid.franchise, paid.amount) == ("overtime", -25 * K)
    assert sorted(fee.franchise for fee in of_kind(first(), LegalFeePaid)) == [
        "hounds",
        "hounds",
        "overtime",
        "overtime",
    ]


def test_hearts_fail_before_matches_and_quirks_come_a_second_time() -> None:
    assert len(of_kind(first(), HeartFailed)) >= 1
    assert len({fact.quirk for fact in of_kind(first(), QuirkGained) if fact.count == 2}) >= 3


def test_the_seat_that_folded_is_closed_and_a_new_franchise_plays_the_whole_season_after_it() -> None:
    [closed] = of_kind(first(), SeatClosed)
    assert closed.franchise == "potholes"
    season = second().season
    assert (season.number, season.step) == (2, "closed")
    assert [round.step for round in season.all_rounds()] == ["closed"] * season.rounds_planned
    assert set(season.franchises) == {
        franchise for franchise in seasons()[0].season.franchises if franchise != "potholes"
    } | {"turnpike"}
    played = Counter(fact.franchise for fact in of_kind(second().facts, SettlementReckoned))
    assert played == dict.fromkeys(season.franchises, season.rounds_planned)


def test_every_match_of_the_second_season_is_resolved_here_and_none_of_the_first() -> None:
    assert {match.ruleset for match in seasons()[0].season.matches.values()} == {""}
    matches = second().season.matches
    assert {match.ruleset for match in matches.values()} == {"dethmatch"}
    assert {fact.match for fact in of_kind(second().facts, ReportAccepted)} == set(matches)
    assert not (FOLDER / "s2" / "reports").exists()


def test_the_second_season_has_every_event_and_is_driven_on_every_track_there_is() -> None:
    matches = second().season.matches.values()
    assert {match.event for match in matches} == set(EVENTS)
    assert {match.setting["track"] for match in matches} == set(track_names())


def test_cars_of_the_second_season_are_drawn_by_their_owners_come_with_a_drawing_or_off_the_peg() -> None:
    designs = of_kind(second().facts, CarDesigned)
    bought = {fact.car for fact in of_kind(second().facts, CarBought)}
    assert {fact.car for fact in designs} & bought
    assert {fact.car for fact in designs} - bought
    entered = {seat.car for seat in of_kind(second().facts, SeatTaken)}
    assert entered - {fact.car for fact in designs}


def test_nothing_in_the_folder_hangs_on_what_comes_of_a_match_of_the_second_season() -> None:
    home = FOLDER / "s2"
    from_the_rounds_on = [
        batch for batch in read_batches(home) if any("announce" in command["type"] for command in batch.commands)
    ]
    assert len(from_the_rounds_on) == second().season.rounds_planned
    assert all(batch.goes_on and len(batch.commands) == 1 for batch in from_the_rounds_on)


@pytest.mark.long
def test_the_second_season_comes_to_its_end_whatever_comes_of_its_matches() -> None:
    plan = read_plan(FOLDER)
    second_plan, home = plan.seasons[1], FOLDER / plan.seasons[1].name
    secret, other_secret = (
        season_secret(first_season_secret(FOLDER, plan), plan, second_plan),
        b"other dice from the first match on",
    )
    season, owners = next_season(seasons()[0].season), Owners(plan.members)
    facts = [
        fact
        for step_facts, _ in perform_with_due(season, second_plan.opening(secret), secret=secret)
        for fact in step_facts
    ]
    for batch in read_batches(home):
        for command in batch_commands(batch, home):
            facts += [
                fact for step_facts, _ in perform_with_due(season, command, secret=secret) for fact in step_facts
            ]
        if batch.goes_on:
            facts += [
                fact
                for step_facts, _ in perform_continuation(season, owners, secret=other_secret)
                for fact in step_facts
            ]
    assert season.step == "closed"
    assert of_kind(facts, ReportAccepted) != of_kind(second().facts, ReportAccepted)
    assert broken_invariants(season) == []


def test_nothing_that_always_holds_is_broken_at_the_end_of_either_season() -> None:
    assert [broken_invariants(season.season) for season in seasons()] == [[], []]


def test_every_report_of_the_folder_is_named_by_a_batch() -> None:
    for season in read_plan(FOLDER).seasons[:1]:
        home = FOLDER / season.name
        named_reports = [
            command["report"] for batch in read_batches(home) for command in batch.commands if "report" in command
        ]
        assert sorted(named_reports) == sorted(str(path.relative_to(home)) for path in (home / "reports").iterdir())


@pytest.mark.django_db
@pytest.mark.long
@pytest.mark.parametrize("times", only([1], [1, 2]))
def test_it_is_played_into_the_database_with_its_digests_and_its_books_are_reconciled(times: int) -> None:
    expected = season_digest(seasons()[1].season)
    (rust_belt,) = [candidate for candidate in examples() if candidate.league == "rust-belt"]
    archived = json.loads(read_archive(rust_belt.archive))["seasons"]
    for _ in range(times):
        output = StringIO()
        call_command("play", str(FOLDER), stdout=output, verbosity=0)
        lines = output.getvalue().splitlines()
        assert lines[-1] == expected
        assert [line for line in PINNED if line not in lines] == []
    assert {season["season"]: season["digest"] for season in archived} == dict(
        SeasonRow.objects.values_list("pk", "digest")
    )
    for row in SeasonRow.objects.all():
        assert audit(row.pk) == []
        assert_reconciled(row.pk)
    deep = verify_matches("rust-belt/s2")
    assert (deep.played, deep.passed_over, deep.findings) == (len(second().season.matches), [], [])
