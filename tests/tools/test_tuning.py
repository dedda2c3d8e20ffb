"""Tuning of prices by self-play: what is tried, what is kept, and what is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
import pytest

from rules.match.driving.prices import LearningRun
from tools.sanity.sampling import TUNING_SEEDS
from tools.tuning.__main__ import main
from tools.tuning.prices_file import write_prices
from tools.tuning.search import PriceSearch


@dataclass(frozen=True, slots=True, kw_only=True)
class GamePrices:
    """Prices of a made-up game."""

    hit: float = 1.0
    risk: float = 0.0


def nearer_to_four_wins(new: GamePrices, current: GamePrices, seeds: Sequence[int]) -> list[float]:
    """A game in which the price of a hit that is nearer to 4 always wins."""
    better = abs(new.hit - 4) < abs(current.hit - 4)
    return [float(better) for _ in seeds]


def search_of_the_game(most: int = 20) -> PriceSearch:
    return PriceSearch(GamePrices(), nearer_to_four_wins, seed=TUNING_SEEDS, most=most)


def test_a_price_that_wins_is_kept_and_followed_once_in_the_same_direction() -> None:
    search = search_of_the_game()
    changes = list(search.sweep(1.6))
    assert [(change.price, change.after, change.kept) for change in changes if change.seeds] == [
        ("hit", 1.6, True),
        ("hit", 2.56, True),
    ]
    assert search.prices == GamePrices(hit=2.56)


def test_a_price_that_loses_is_tried_the_other_way_and_dropped() -> None:
    search = PriceSearch(GamePrices(hit=4), nearer_to_four_wins, seed=TUNING_SEEDS, most=20)
    changes = list(search.sweep(1.6, ("hit",)))
    assert [(change.after, change.share, change.kept) for change in changes] == [(6.4, 0, False), (2.5, 0, False)]
    assert search.prices == GamePrices(hit=4)


def test_a_price_of_zero_stays() -> None:
    assert not any(change.kept for change in search_of_the_game().sweep(1.6, ("risk",)))


def test_a_change_that_only_ties_is_dropped() -> None:
    search = PriceSearch(GamePrices(), lambda _new, _current, seeds: [0.5] * len(seeds), seed=TUNING_SEEDS, most=40)
    assert [change.kept for change in search.sweep(2, ("hit",))] == [False, False]


def test_a_change_that_clearly_loses_is_not_played_to_the_end() -> None:
    search = PriceSearch(GamePrices(hit=4), nearer_to_four_wins, seed=TUNING_SEEDS, most=200)
    assert [change.seeds for change in search.sweep(2, ("hit",))] == [20, 20]


def test_every_comparison_has_seeds_of_its_own() -> None:
    played: list[int] = []

    def tie(_new: GamePrices, _current: GamePrices, seeds: Sequence[int]) -> list[float]:
        played.extend(seeds)
        return [0.5] * len(seeds)

    search = PriceSearch(GamePrices(), tie, seed=TUNING_SEEDS, most=30)
    list(search.sweep(2))
    assert played == list(range(TUNING_SEEDS, search.seed))
    assert search.matches == 2 * len(played)


def test_the_file_has_the_prices_and_their_run(tmp_path: Path) -> None:
    run = LearningRun(command="python -m tools.tuning", seeds="1000000 to 1000019", matches=40, share=0.6)
    write_prices(tmp_path / "prices.json", GamePrices(hit=2), run)
    assert msgspec.json.decode((tmp_path / "prices.json").read_bytes()) == {
        "prices": {"hit": 2, "risk": 0},
        "run": {
            "command": "python -m tools.tuning",
            "seeds": "1000000 to 1000019",
            "matches": 40,
            "share": 0.6,
            "by_hand": "",
        },
    }


def test_seeds_of_judging_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--ruleset", "rhad", "--seed", "7"])
    assert "seeds below 1000000 are for judging" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--ruleset nope", "invalid choice: 'nope'"),
        ("--ruleset rhad --event race", "--event 'race' is unknown: use duel."),
        ("--ruleset rhad --price nope", "--price 'nope' is unknown: use "),
        ("--ruleset rhad --pairs 0", "argument --pairs: '0' is no count: give a whole number of 1 or more"),
        (
            "--ruleset rhad --output nowhere/prices.json",
            "there is no folder nowhere: make it, or give another",
        ),
        ("--ruleset rhad --out prices.json", "unrecognized arguments: --out prices.json"),
        ("--ruleset rhad --seed 7", "seeds below 1000000 are for judging"),
    ],
)
def test_what_cannot_be_tuned_is_refused_with_what_can(
    words: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(words.split())
    assert said in capsys.readouterr().err
