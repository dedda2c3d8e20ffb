"""Fields of stock cars of every book, and figures with their bounds."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.match.log import LogEntry
from rules.match.registry import rulesets, temporarily_installed
from rules.match.ruleset import without_warnings
from tests.rules.ladder import LADDER
from tools.sanity.match_counts import Figure, MatchCounts, hits_in
from tools.stock_matches import (
    NotBookRuleset,
    basic_stock_designs,
    book_ruleset,
    fixture_name,
    make_packet,
    map_fixtures,
    play_packet,
    random_sides,
)

pytestmark = pytest.mark.long

every_ruleset = pytest.mark.parametrize("name", [ruleset.name for ruleset in rulesets()])


def entry(**more: object) -> LogEntry:
    return LogEntry(1, 1, 1, 0, "team1.car1", "", "shot", "FW-033", (), {}, {}, dict(more))


@every_ruleset
def test_a_field_is_six_legal_stock_cars_and_the_same_seed_draws_the_same_one(name: str) -> None:
    ruleset = book_ruleset(name)
    maps = map_fixtures(ruleset)
    assert len({(fixture.event, fixture_name(fixture)) for fixture in maps}) == len(maps) >= 3
    assert random_sides(ruleset, 7) == random_sides(ruleset, 7) != random_sides(ruleset, 8)
    entered = make_packet(ruleset, maps[0], random_sides(ruleset, 7))
    cars = [seat.car for team in entered.teams for seat in team.seats]
    assert [car.dp for car in cars] == [60] * 6
    assert not without_warnings(ruleset.packet_warnings(entered))
    assert all(car.design in ruleset.stock_designs().values() for car in cars)
    for design in basic_stock_designs(ruleset):
        gunner = ruleset.has_gunner(design)
        faults = ruleset.design_errors(design, dp=60, gunner_station=gunner, gearing=0, switches={})
        assert without_warnings(faults) == []


@pytest.mark.parametrize(("name", "seated"), [("dethmatch", 6), ("formule", 0), ("rhad", 3), ("carcult", 2)])
def test_a_book_says_which_of_its_designs_seat_a_gunner(name: str, seated: int) -> None:
    ruleset = book_ruleset(name)
    assert sum(map(ruleset.has_gunner, ruleset.stock_designs().values())) == seated


def test_a_ruleset_of_another_make_has_no_fields() -> None:
    with (
        temporarily_installed(LADDER),
        pytest.raises(NotBookRuleset, match="The Ladder is not made with BookRuleset"),
    ):
        book_ruleset("ladder")


@every_ruleset
def test_a_field_is_played_with_somebody_looking_on(name: str) -> None:
    ruleset, kinds_seen = book_ruleset(name), Counter[str]()
    entered = make_packet(ruleset, map_fixtures(ruleset)[0], random_sides(ruleset, 1))
    play, scored = play_packet(
        ruleset, entered, b"x", watch=lambda recorder: kinds_seen.update([recorder.log.entries[-1].kind])
    )
    assert kinds_seen == Counter(entry.kind for entry in play.log.entries)
    assert len(scored.report.cars) == 6


def test_hits_are_read_off_single_shots_and_bursts() -> None:
    assert [hits_in(log_entry) for log_entry in (entry(hit=True), entry(hit=False), entry(hits=3), entry())] == [
        1,
        0,
        3,
        0,
    ]


def test_a_figure_is_wrong_beyond_its_bounds_and_not_at_them() -> None:
    two = MatchCounts(matches=2, kinds=Counter(shot=6))
    shots = Figure(what="shots", of=lambda counted: counted.per_match("shot"), least=3, most=3)
    assert (shots.text(two), shots.problem(two), shots.bounds()) == ("3.0", "", "at least 3, at most 3")
    assert Figure(what="shots", of=shots.of, least=4).problem(two) == "shots: 3.0, less than 4."
    assert Figure(what="shots", of=shots.of, most=2).problem(two) == "shots: 3.0, more than 2."
    share = Figure(what="half", of=lambda _: 0.5, percent=True, least=0.6)
    assert (share.text(two), share.problem(two)) == ("50 %", "half: 50 %, less than 60 %.")
    assert Figure(what="free", of=shots.of).bounds() == ""


def test_maps_are_added_up() -> None:
    total = MatchCounts(matches=2, starts=12, hits=3, turns=[4, 6], kinds=Counter(shot=5), destroyed=3, level=1)
    total.merge(MatchCounts(matches=1, starts=6, hits=1, turns=[8], kinds=Counter(shot=1, ram=2)))
    assert (total.matches, total.starts, total.hits, total.turns) == (3, 18, 4, [4, 6, 8])
    assert (total.kinds, total.destroyed, total.level) == (Counter(shot=6, ram=2), 3, 1)
    assert (total.rounds, total.per_match("shot"), total.per_start(9)) == (6, 2, 0.5)
