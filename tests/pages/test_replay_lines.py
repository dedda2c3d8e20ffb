"""A replay shows the first lines of a step, as many as a phone has room for, and leads to the others in the log."""

from __future__ import annotations

import pytest
from django.test import Client

from league.pages.matches.replay import steps as replay_steps
from league.pages.matches.replay.steps import PHONE_LINES_A_STEP, lines_of_step
from league.pages.matches.story import StoryLine
from tests.league.resolved_leagues import resolved
from tests.pages.season_pages import main_of, said

REPLAY = "/l/rust-belt/s1/m1/replay/"
CULT = {"ruleset": "carcult", "event": "last_cult", "setting": {"table": "crossroads"}}


def story(how_many: int) -> list[StoryLine]:
    """Short lines, the first of which is a heading without a number."""
    return [StoryLine(str(number) if number else "", "", "a shot", "", ()) for number in range(how_many)]


def test_a_step_that_fits_is_shown_whole() -> None:
    lines = story(PHONE_LINES_A_STEP)
    assert lines_of_step(lines) == replay_steps.LinesOfStep(lines, 0, "")
    assert lines_of_step([]) == replay_steps.LinesOfStep([], 0, "")


def test_of_a_longer_step_the_number_of_the_first_line_that_is_left_out_is_known() -> None:
    cut = lines_of_step(story(PHONE_LINES_A_STEP + 3))
    assert (len(cut.shown), cut.left, cut.following) == (PHONE_LINES_A_STEP, 3, str(PHONE_LINES_A_STEP))


def test_one_line_is_shown_however_long_it_is() -> None:
    long = StoryLine("1", "", "x" * 5_000, "", ())
    assert lines_of_step([long, long]).shown == [long]


@pytest.mark.django_db
def test_the_page_and_its_data_show_the_same_lines_and_link_the_rest_in_the_log(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    resolved(**CULT)
    steps = Client().get(f"{REPLAY}frames/").json()["steps"]
    at = next(number for number, step in enumerate(steps) if len(step.get("l", ())) > 2)
    whole = steps[at]["l"]
    assert 'hidden data-lines-left-out><a href="/l/rust-belt/s1/m1/log/">' in main_of(f"{REPLAY}?at={at + 1}")
    monkeypatch.setattr(replay_steps, "PHONE_LINES_A_STEP", 1)
    step = Client().get(f"{REPLAY}frames/").json()["steps"][at]
    assert step["l"] == whole[:1]
    first = next(number for number, *_ in whole[1:] if number)
    assert step["m"] == [len(whole) - 1, first]
    page = main_of(f"{REPLAY}?at={at + 1}")
    link = f"/l/rust-belt/s1/m1/log/?line={first}#line-{first}"
    assert f'data-lines-left-out><a href="{link}">' in page
    assert f"The log has {len(whole) - 1} more of this moment" in said(f"{REPLAY}?at={at + 1}")
    assert f'id="line-{first}"' in main_of(link.partition("#")[0])
