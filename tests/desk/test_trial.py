"""A trial at the desk tells of no throw that hangs on a face, and of nothing by its id."""

from __future__ import annotations

from league.pages.desk.trial import Throw, throws_in_all
from league.pages.telling import Names, tell
from rules.campaign.season_steps import SeasonStepReached
from rules.dice import Roll


def thrown(*throws: tuple[str, tuple[int, ...]]) -> list[Roll]:
    """A log of throws of six-sided dice: what each decides, and its faces."""
    return [Roll(path="m1/world", sides=6, faces=faces, why=why) for why, faces in throws]


def test_only_throws_that_every_trial_made_are_told() -> None:
    logs = [
        thrown(("what is on offer", (1,)), ("its price", (2, 3)), ("its price", (1, 1)), ("bombs and mines", (4,))),
        thrown(("what is on offer", (6,)), ("its price", (5, 5)), ("its price", (6, 2)), ("a weapon", (4,))),
    ]
    assert throws_in_all(logs) == (Throw("1d6", "what is on offer"), Throw("2 times 2d6", "its price"))


def test_a_throw_that_was_made_more_often_in_one_trial_is_told_as_often_as_in_all() -> None:
    logs = [thrown(("its price", (2,)), ("its price", (1,))), thrown(("its price", (3,)))]
    assert throws_in_all(logs) == (Throw("1d6", "its price"),)


def test_the_last_step_of_a_season_is_told_without_its_tag() -> None:
    closed = SeasonStepReached(rule="DM-C-172", step="closed", step_name="closed")
    assert tell(closed, Names("rust-belt/s1")).sentence == "The season is closed."
