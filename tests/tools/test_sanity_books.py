"""Statistics of the books: fields of stock cars, figures and their bounds, and the page."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from rules.match.log import LogEntry
from rules.match.registry import rulesets, temporarily_installed
from rules.match.ruleset import without_warnings
from tests.rules.ladder import LADDER
from tests.rules.towers import TOWERS
from tools.sanity.__main__ import main
from tools.sanity.book_counts import (
    Advantage,
    BookExpectations,
    Figure,
    MatchCounts,
    compare_advantage,
    count_fields,
    hits_in,
)
from tools.sanity.book_page import BookFindings, book_page_text
from tools.sanity.expectations import books_with_expectations, counted_books, expectations_of
from tools.sanity.paired_comparison import summarize_pairs
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
every_book = pytest.mark.parametrize("name", books_with_expectations())


def entry(**more: object) -> LogEntry:
    return LogEntry(1, 1, 1, 0, "team1.car1", "", "shot", "FW-033", (), {}, {}, dict(more))


@every_ruleset
def test_a_field_is_six_legal_stock_cars_and_the_same_seed_draws_the_same_one(name: str) -> None:
    ruleset = book_ruleset(name)
    maps = map_fixtures(ruleset)
    assert len({fixture_name(fixture) for fixture in maps}) == len(maps) >= 3
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


@pytest.mark.parametrize(("name", "seated"), [("dethmatch", 6), ("formule", 0), ("rhad", 3), ("carcult", 3)])
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


@pytest.mark.parametrize(("way", "wrong"), [(1, False), (-1, True)])
def test_an_advantage_that_moves_the_wrong_way_is_told(way: int, *, wrong: bool) -> None:
    advantage = Advantage(what="armor", design="x", judged="hits", way=way)
    sane = BookExpectations(name="formule", figures=(), advantages=(advantage,))
    moved = summarize_pairs("hits", [(3, 1), (4, 1), (3, 0)])
    unmoved = summarize_pairs("points more than theirs", [(1, 3), (1, 4), (0, 3)])
    findings = BookFindings(sane=sane, maps={"here": MatchCounts(matches=1)}, pairs={"armor": [moved, unmoved]})
    assert findings.problems() == ([f"armor: hits moved by {moved.errors:+.1f} standard errors."] if wrong else [])
    assert ("not as expected" in book_page_text(findings)) is wrong


def test_maps_are_added_up() -> None:
    one = MatchCounts(matches=2, starts=12, hits=3, turns=[4, 6], kinds=Counter(shot=5), destroyed=3, level=1)
    other = MatchCounts(matches=1, starts=6, hits=1, turns=[8], kinds=Counter(shot=1, ram=2))
    total = BookFindings(sane=expectations_of("rhad"), maps={"a": one, "b": other}, pairs={}).all_maps
    assert (total.matches, total.starts, total.hits, total.turns) == (3, 18, 4, [4, 6, 8])
    assert (total.kinds, total.destroyed, total.level) == (Counter(shot=6, ram=2), 3, 1)
    assert (total.rounds, total.per_match("shot"), total.per_start(9)) == (6, 2, 0.5)


@every_book
def test_fields_are_counted_by_map_and_pairs_are_played_on_the_same_dice(name: str) -> None:
    sane = expectations_of(name)
    counted = count_fields(sane, 4)
    assert sum(match_counts.matches for match_counts in counted.values()) == 4
    assert all(match_counts.starts == 6 * match_counts.matches for match_counts in counted.values())
    nothing = Advantage(what="nothing", design=sane.advantages[0].design, judged="hits")
    assert {(comparison.difference, comparison.error) for comparison in compare_advantage(sane, nothing, 2)} == {
        (0, 0)
    }


@pytest.mark.parametrize("asked", [("--ruleset", "formule"), ()], ids=["a book", "Dethmatch"])
@pytest.mark.parametrize("pairs", ["1", "0", "-2", "some"])
def test_pairs_without_a_standard_error_are_refused_before_anything_is_played(
    pairs: str, asked: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main([*asked, f"--pairs={pairs}"])
    output = capsys.readouterr()
    assert output.err.endswith(f"'{pairs}' is no number of pairs: a standard error takes 2 or more\n")
    assert output.out == ""


@every_book
def test_a_small_run_writes_its_page(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "sanity.md"
    assert main(["--ruleset", name, "--matches", "3", "--pairs", "2", "--page", str(page)]) in {0, 1}
    text = page.read_text(encoding="utf-8")
    assert text in capsys.readouterr().out
    assert text.startswith(f"# Typical matches of {book_ruleset(name).title}\n")
    assert text.count("\n| ") > 20


def test_a_book_without_expectations_is_counted_and_nothing_of_it_is_judged() -> None:
    with temporarily_installed(TOWERS):
        assert "towers" in counted_books()
        expectations = expectations_of("towers")
        maps = count_fields(expectations, 2)
    findings = BookFindings(sane=expectations, maps=maps, pairs={})
    assert findings.problems() == []
    assert findings.all_maps.matches == 2
