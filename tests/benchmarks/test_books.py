"""The benchmarks of the books that play from packets: matches of six stock cars, and their dice alone."""

from __future__ import annotations

import pytest

from benchmarks.book_benchmark import BookBenchmark
from benchmarks.books import (
    SECRET,
    benchmark_of,
    book_packets,
    dice_against_match,
    dice_replay,
    measured_books,
    resolve_all,
)
from rules.match.registry import rulesets, temporarily_installed
from tests.rules.towers import TOWERS
from tools.stock_matches import book_ruleset, play_packet


@pytest.mark.parametrize("name", measured_books())
def test_every_match_that_is_measured_has_six_cars_and_ends(name: str) -> None:
    packets = book_packets(name, benchmark_of(name))
    assert {sum(len(team.seats) for team in packet.teams) for packet in packets} == {6}
    assert len({packet.match for packet in packets}) == len(packets)
    ruleset = book_ruleset(name)
    play, scored = play_packet(ruleset, packets[0], SECRET)
    assert resolve_all(ruleset, packets[:1]) == [scored]
    assert dice_replay([play])() is None


def test_every_book_but_the_one_with_a_chapter_of_its_own_is_measured() -> None:
    assert {*measured_books()} == {ruleset.name for ruleset in rulesets()} - {"dethmatch"}


@pytest.mark.long
def test_a_pair_says_how_many_matches_a_core_plays_in_a_second() -> None:
    pair = dice_against_match("rhad", benchmark_of("rhad"), 2)
    assert str(pair.notes["matches a second"]).endswith("(aim 4)")
    assert pair.ratio < 1


def test_a_book_without_a_benchmark_is_measured_all_the_same() -> None:
    with temporarily_installed(TOWERS):
        assert "towers" in measured_books()
        assert benchmark_of("towers") == BookBenchmark(what="a towers match of 6 cars", aim=1)
