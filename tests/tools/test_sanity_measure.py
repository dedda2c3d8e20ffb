"""The measure of every book: estimates, contests in both orders, verdicts, and what each book's module declares."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.match.registry import temporarily_installed
from rules.match.ruleset import without_warnings
from tests.rules.towers import TOWERS
from tools.sanity.__main__ import main
from tools.sanity.book_measure import PLAIN, BookMeasure, Lever, measure_of, measured_books, playable_books
from tools.sanity.contests import NoSuchPilot, make_pilot, newest_autopilot, pair_result, start_contest
from tools.sanity.estimates import Estimate, estimate
from tools.sanity.findings import PartFindings, read_findings, write_findings
from tools.sanity.pages import DOCS, book_page, overview_page, write_pages
from tools.sanity.parts import stock
from tools.sanity.parts.decided import is_clear_of_bound
from tools.sanity.parts.levers import lever_contest, verdict_on
from tools.sanity.parts.rivals import pilot_contest
from tools.sanity.parts.stock import is_clear_of_bounds
from tools.sanity.sampling import JUDGE_SEEDS, TUNING_SEEDS, Sampler
from tools.stock_matches import book_ruleset

every_book = pytest.mark.parametrize("book", measured_books())
STEPS = 60
"""The steps of a match that show whether a pilot's orders are legal."""


def nothing(measure: BookMeasure) -> Lever:
    return Lever(what="nothing", better=PLAIN)


def test_an_estimate_has_the_interval_of_its_pairs_and_says_when_it_is_enough() -> None:
    assert estimate([]) == Estimate(0.5, 1.0, 0, "open")
    few = estimate([1, 0, 1, 0.5] * 10)
    assert (few.share, few.pairs, few.ended) == (0.625, 40, "open")
    assert few.half_width == pytest.approx(1.96 * (6.875 / 39 / 40) ** 0.5)
    assert estimate([1, 0.5] * 50).ended == "clear"
    assert estimate([1, 0, 0.5, 0.5] * 25).ended == "open"
    assert estimate([0.5] * 100).ended == "narrow"


@pytest.mark.parametrize(
    ("share", "verdict"),
    [
        (Estimate(0.6, 0.05, 100, "clear"), "passes"),
        (Estimate(0.4, 0.05, 100, "clear"), "harmful"),
        (Estimate(0.51, 0.02, 900, "narrow"), "worthless"),
        (Estimate(0.51, 0.05, 100, "open"), "open"),
        (Estimate(0.5, 0.0, 100, "narrow"), "worthless"),
        (Estimate(1.0, 0.0, 2, "open"), "open"),
        (Estimate(0.0, 0.0, 99, "open"), "open"),
    ],
)
def test_a_lever_passes_if_its_whole_interval_is_above_one_half(share: Estimate, verdict: str) -> None:
    assert verdict_on(share) == verdict


@pytest.mark.parametrize(
    ("share", "half_width", "pairs", "is_clear"),
    [(0.5, 0.1, 99, False), (0.5, 0.1, 100, True), (0.75, 0.1, 100, False), (0.79, 0.02, 900, True)],
)
def test_a_stock_design_is_played_until_its_verdict_is_sure(
    share: float, half_width: float, pairs: int, *, is_clear: bool
) -> None:
    assert is_clear_of_bounds(Estimate(share, half_width, pairs, "open")) is is_clear


def test_a_stock_design_that_is_not_clear_of_the_bounds_is_neither_weak_nor_strong() -> None:
    shares = [(0.1, 0.02, 99), (0.1, 0.02, 100), (0.5, 0.1, 100), (0.9, 0.02, 100), (0.85, 0.06, 100)]
    verdicts = [stock.verdict_on(Estimate(share, width, pairs, "open")) for share, width, pairs in shares]
    assert verdicts == ["open", "too weak", "fits", "too strong", "open"]


@pytest.mark.parametrize(
    ("share", "matches", "is_clear"),
    [(0, 6, False), (0, 100, True), (0.05, 300, True), (0.12, 90, False), (0.3, 90, True)],
)
def test_a_few_matches_do_not_show_how_many_are_undecided(share: float, matches: int, *, is_clear: bool) -> None:
    assert is_clear_of_bound(share, matches) is is_clear


def test_seeds_that_judge_are_no_seeds_for_tuning() -> None:
    judged, tuned = (Sampler(first_seed=first).seeds(TUNING_SEEDS) for first in (JUDGE_SEEDS, TUNING_SEEDS))
    assert max(judged) < min(tuned)
    assert list(Sampler(first_seed=7).seeds(2, after=3)) == [10, 11]


@every_book
def test_every_design_of_a_measure_is_legal(book: str) -> None:
    measure, ruleset = measure_of(book), book_ruleset(book)
    outfits = [
        (lever.base, outfit, lever.switches) for lever in measure.levers for outfit in (lever.better, lever.other)
    ]
    outfits += [(trade.base, outfit, {}) for trade in measure.trades for outfit in (trade.one, trade.other)]
    for base, outfit, switches in outfits:
        design = outfit.design(base or measure.base)
        errors = ruleset.design_errors(
            design, dp=measure.dp, gunner_station=ruleset.has_gunner(design), gearing=0, switches=switches
        )
        assert without_warnings(errors) == [], design
    names = [lever.what for lever in measure.levers]
    assert len(set(names)) == len(names)
    assert {name for group in measure.stock for team in group.teams.values() for name in team} <= set(
        ruleset.stock_designs()
    )
    assert set(measure.profiles) <= set(measure.rivals)


@every_book
def test_every_lever_can_be_played_and_its_sides_differ(book: str) -> None:
    measure, ruleset = measure_of(book), book_ruleset(book)
    for lever in measure.levers:
        contest = lever_contest(measure, lever)
        assert contest.sides[0] != contest.sides[1], lever.what
        packet = start_contest(contest, 0)[1]
        kinds = [error.code for error in ruleset.packet_warnings(packet) if error.code != "little_fuel"]
        assert kinds == [], lever.what


@every_book
def test_a_pair_of_equal_sides_is_shared_evenly(book: str) -> None:
    measure = measure_of(book)
    contest = lever_contest(measure, nothing(measure))
    assert pair_result(contest, 3) == 0.5


@every_book
def test_every_rival_can_drive(book: str) -> None:
    measure, engine = measure_of(book), book_ruleset(book).engine
    for rival in measure.rivals:
        contest = pilot_contest(measure, f"{newest_autopilot(book)}/{rival}", newest_autopilot(book))
        play, _ = start_contest(contest, 1)
        for _ in range(STEPS):
            if not engine.is_over(play):
                engine.step(play)
        assert play.log.orders


def test_a_pilot_that_no_book_has_is_refused() -> None:
    with pytest.raises(NoSuchPilot, match="rhad has no pilot 'autopilot/flies'"):
        make_pilot("rhad", "autopilot/flies", None)


def test_a_book_without_a_measure_of_its_own_is_measured_by_its_stock_designs() -> None:
    with temporarily_installed(TOWERS):
        assert "towers" in playable_books()
        assert measure_of("towers").levers == ()
    measure_of.cache_clear()


def test_a_small_run_reports_its_rows(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--ruleset=rhad", "--only=levers", "--with=class 6", "--most-pairs=1", "--processes=1"]
    assert main(arguments) == 0
    assert "levers: handling class 6 against 3 | " in capsys.readouterr().out


def test_pages_say_what_is_wrong_and_what_is_open(tmp_path: Path) -> None:
    found = PartFindings(part="rivals", columns=["rival", "share"], command="measure again")
    found.add("flees", "0.600 ± 0.020", problem="A rival that flees beats the autopilot.")
    found.add("stands", "0.500 ± 0.100", is_open=True)
    write_findings("rhad", {"rivals": found}, folder=tmp_path)
    findings = read_findings("rhad", folder=tmp_path)
    assert findings == {"rivals": found}
    write_pages({"rhad": findings, "carcult": read_findings("carcult", folder=tmp_path)}, docs=tmp_path)
    page, overview = ((tmp_path / name).read_text(encoding="utf-8") for name in ("sanity-rhad.md", "sanity.md"))
    assert "- A rival that flees beats the autopilot." in page
    assert "1 row may still turn out otherwise with more pairs." in page
    assert "Measured by `measure again`." in page
    assert "| Simple rivals of the autopilot | 1 of 2, 1 open | – |" in overview


def test_the_pages_in_docs_are_those_of_the_findings_kept() -> None:
    books = {book: read_findings(book) for book in measured_books()}
    assert (DOCS / "sanity.md").read_text(encoding="utf-8") == overview_page(books)
    for book, findings in books.items():
        assert (DOCS / f"sanity-{book}.md").read_text(encoding="utf-8") == book_page(book, findings)


def test_rows_alone_are_not_kept(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--ruleset=rhad", "--only=levers", "--with=class 6", "--write"])
    assert "--write keeps whole parts" in capsys.readouterr().err
