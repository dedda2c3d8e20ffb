"""The benchmarks of replays: matches of twelve cars in every match system that has a film."""

from __future__ import annotations

import pytest

from benchmarks.replays import FILM_AIM, MATCHES_OF_TWELVE, film_against_story, log_of_twelve
from rules.match.registry import get_ruleset, rulesets
from rules.match.replay.frames import FilmedRuleset


def test_every_match_system_with_a_film_is_measured() -> None:
    assert {*MATCHES_OF_TWELVE} == {ruleset.name for ruleset in rulesets() if isinstance(ruleset, FilmedRuleset)}


@pytest.mark.parametrize(("book", "file"), MATCHES_OF_TWELVE.items())
def test_every_match_that_is_measured_has_twelve_cars(book: str, file: str) -> None:
    ruleset = get_ruleset(book)
    assert isinstance(ruleset, FilmedRuleset)
    log = log_of_twelve(book, file)
    film, story = ruleset.film_and_story(log)
    assert {len(frame.cars) for frame in film.frames} == {12}
    assert (film, story) == (get_ruleset(book).film(log), list(get_ruleset(book).story(log)))


@pytest.mark.long
def test_a_pair_says_how_long_a_first_view_takes() -> None:
    pair = film_against_story("carcult", MATCHES_OF_TWELVE["carcult"], 2)
    assert str(pair.notes["milliseconds of processor time"]).isdecimal()
    assert pair.aim == FILM_AIM
