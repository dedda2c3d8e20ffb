"""Sample dice of no season: every face and every pair of faces comes up, and repeated throws come to an end."""

from __future__ import annotations

import pytest

from rules.campaign.dry_run.sample_dice import (
    EXTREMES,
    HIGHEST,
    LOWEST,
    MOST_EXTREME_FACES,
    MOST_PAIRS,
    MOST_ROUNDS,
    PLAYS_PER_ROUND,
    SampleDice,
)
from rules.core.dice import PathMisspelled, PathOpenedTwice
from rules.core.tables import D6

PATHS = ("setup/razors/party", "m1/settle/razors.d4/quirk", "cup/saints")
SPREAD = range(len(EXTREMES), len(EXTREMES) + PLAYS_PER_ROUND * MOST_ROUNDS)


def thrown(play: int, path: str, dice: int, *, sides: int = 6) -> tuple[int, ...]:
    """The first faces of a procedure in one play."""
    return SampleDice(play).open(path).roll(dice, "luck", sides=sides).faces


@pytest.mark.parametrize("sides", [2, 3, 6, 8, 20])
def test_the_first_plays_throw_the_lowest_and_the_highest_face_of_every_die(sides: int) -> None:
    assert set(thrown(LOWEST, PATHS[0], 20, sides=sides)) == {1}
    assert set(thrown(HIGHEST, PATHS[0], 20, sides=sides)) == {sides}


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("place", range(2 * MOST_PAIRS))
def test_every_round_of_plays_shows_every_face_of_each_of_the_first_dice(path: str, place: int) -> None:
    for round in range(MOST_ROUNDS):
        plays = SPREAD[round * PLAYS_PER_ROUND : (round + 1) * PLAYS_PER_ROUND]
        assert sorted(thrown(play, path, place + 1)[place] for play in plays) == list(D6)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("place", range(2 * MOST_PAIRS - 1))
def test_all_plays_show_every_pair_of_dice_that_follow_each_other(path: str, place: int) -> None:
    pairs = {thrown(play, path, place + 2)[place:] for play in SPREAD}
    assert pairs == {(first, second) for first in D6 for second in D6}


@pytest.mark.parametrize("sides", [2, 3, 4, 5])
def test_dice_of_fewer_sides_show_every_face_too(sides: int) -> None:
    assert {thrown(play, PATHS[0], 1, sides=sides)[0] for play in SPREAD[:PLAYS_PER_ROUND]} == set(
        range(1, sides + 1)
    )


def test_two_procedures_do_not_show_the_same_faces_in_every_play() -> None:
    assert len({tuple(thrown(play, path, 2) for play in SPREAD) for path in PATHS}) == len(PATHS)


@pytest.mark.parametrize("play", [LOWEST, HIGHEST, SPREAD[0], SPREAD[-1]])
def test_what_is_thrown_until_it_differs_comes_to_an_end(play: int) -> None:
    assert len(set(thrown(play, PATHS[0], MOST_EXTREME_FACES + 40))) > 1
    assert len(set(thrown(play, PATHS[0], MOST_EXTREME_FACES + 40)[2 * MOST_PAIRS :])) > 1


def test_the_same_play_throws_the_same_each_time_and_logs_it() -> None:
    dice = SampleDice(7)
    rolled = [dice.open(path).roll(12, "luck") for path in PATHS]
    assert dice.log == rolled
    assert [roll.faces for roll in rolled] == [thrown(7, path, 12) for path in PATHS]


def test_a_path_is_opened_once_and_spelt_as_every_path() -> None:
    dice = SampleDice(0)
    dice.open(PATHS[0])
    with pytest.raises(PathOpenedTwice):
        dice.open(PATHS[0])
    with pytest.raises(PathMisspelled):
        dice.open("Nowhere")
