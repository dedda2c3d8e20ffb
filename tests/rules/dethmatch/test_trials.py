"""Random matches are legal, end, break no law, and can be reproduced. The long run is `make trials`."""

from __future__ import annotations

import pytest

from rules.dethmatch.movement import moves
from rules.dethmatch.setup.match_errors import refuse_faulty_setup
from tests.rules.dethmatch.breakages import about_turn
from tests.rules.dethmatch.chance_matches import random_match
from tests.trials import books
from tests.trials.__main__ import main
from tests.trials.books import Met, TrialFailed, book, trial

SHORT_RUN = range(1001, 1021)


@pytest.mark.long
def test_matches_by_lot_end_and_break_no_law() -> None:
    covered = Met(book="dethmatch")
    for seed in SHORT_RUN:
        covered.add(*trial(book("dethmatch"), seed))
    print("\n".join(covered.lines()))
    assert covered.matches == len(SHORT_RUN)
    assert len(covered.events) == 3
    assert len(covered.own["track"]) >= 4
    assert len(covered.cars) >= 6
    assert len(covered.own["loss of control"]) >= 4
    assert len(covered.own["collision"]) == 4
    assert len(covered.own["critical"]) == 5


@pytest.mark.parametrize("seed", range(40))
def test_matches_by_lot_are_legal_and_the_same_seed_draws_the_same_one(seed: int) -> None:
    setup = random_match(seed)
    refuse_faulty_setup(setup)
    assert 2 <= sum(len(team.cars) for team in setup.teams) <= 12
    assert random_match(seed) == setup


def test_a_match_that_fails_is_named_with_the_way_to_play_it_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(moves, "turn", about_turn)
    assert main(["--ruleset", "dethmatch", "--matches", "2", "--first", "1002"]) == 1
    output = capsys.readouterr().err
    assert "LawBroken" in output
    assert output.endswith("Play it again: python -m tests.trials --ruleset dethmatch --matches 1 --first 1002\n")


def test_a_match_that_stands_still_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(books, "MOST_STEPS", 50)
    monkeypatch.setattr("rules.dethmatch.engine.step", lambda _play: [])
    with pytest.raises(TrialFailed, match="has not ended after"):
        trial(book("dethmatch"), 1001)


def test_a_run_that_met_nothing_says_what(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--ruleset", "dethmatch", "--matches", "0"]) == 0
    assert "0 matches" in capsys.readouterr().out
    zeros = Met(book="dethmatch").zeros()
    assert "No event flags was met." in zeros
    assert "No number of cars 12 was met." in zeros
    assert "No collision swipe was met." in zeros
    assert "No entry hit was met." in zeros
    assert "No entry order_replaced was met." not in zeros
