"""The replay of a match: drawn and told step by step, with a page for each step and the data for its script."""

from __future__ import annotations

import gzip
import json
import re
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.pages.matches.replay import ReplayQuery, ink_on, things_on_ground
from league.pages.matches.replay_steps import build_replay
from rules.match.registry import temporarily_installed
from rules.match.replay_frames import Film, Frame, GroundObject
from tests.league.resolved_leagues import climbing, resolved
from tests.league.small_league import settled
from tests.pages.season_pages import main_of, said
from tests.rules.ladder import LADDER, Ladder

pytestmark = pytest.mark.django_db
MATCH = "/l/rust-belt/s1/m1/"
REPLAY = f"{MATCH}replay/"
FRAMES = f"{REPLAY}frames/"
CULT = {"ruleset": "carcult", "event": "last_cult", "setting": {"table": "crossroads"}}
DRAWN = re.compile(
    r'<g class="car (?P<looks>[a-z ]+)" data-car="(?P<id>[^"]+)" transform="translate\((?P<x>[\d.]+) (?P<y>[\d.]+)\)"'
)
ROW = re.compile(r"<td data-place>(.*?)</td>.*?<span data-condition>(.*?)</span>", re.DOTALL)


def frames(query: str = "") -> dict[str, Any]:
    """The data that the page's script gets."""
    answer = Client().get(f"{FRAMES}{query}")
    assert answer.status_code == 200
    document: dict[str, Any] = answer.json()
    return document


def test_the_first_step_is_shown_where_none_is_asked_for() -> None:
    resolved(**CULT)
    page = main_of(REPLAY)
    assert re.search(r"<h2[^>]*data-title>The start</h2>", page)
    assert "step <span data-number>1</span> of" in page
    assert "starts with" in page
    assert "Car 1 (Razors)" in page


def test_a_page_draws_and_tells_the_same_as_its_program_shows() -> None:
    resolved(**CULT)
    document = frames()
    for at in (1, len(document["steps"]) // 2, len(document["steps"])):
        page, step = main_of(f"{REPLAY}?at={at}"), document["steps"][at - 1]
        drawn_cars = [
            (match["id"], match["looks"], float(match["x"]), float(match["y"])) for match in DRAWN.finditer(page)
        ]
        assert drawn_cars == [
            (id, car[3], float(car[0]), float(car[1])) for id, car in zip(document["cars"], step["cars"], strict=True)
        ]
        rows = [(unescape(place), unescape(condition)) for place, condition in ROW.findall(page)]
        assert rows == [(car[4], car[5]) for car in step["cars"]]
        assert f"data-title>{step['title']}</h2>" in page
        lines = [number for number, _, _ in step["lines"] if number]
        assert re.findall(r'#line-(\d+)">', page) == lines


def test_where_a_car_is_drawn_is_where_its_words_say() -> None:
    resolved(**CULT)
    for step in frames()["steps"]:
        for x, y, _, looks, place, *_ in step["cars"]:
            if looks.startswith("gone"):
                continue
            across, down = map(float, re.findall(r"\d+\.\d\d", place))
            assert (x, y) == (pytest.approx(26 + 10 * across, abs=0.06), pytest.approx(26 + 10 * down, abs=0.06))


def test_the_ways_lead_to_the_steps_beside_it_and_stop_at_the_ends() -> None:
    resolved(**CULT)
    last = len(frames()["steps"])

    def ways(at: int) -> list[tuple[str, str]]:
        return re.findall(r'href="[^"]*\?at=(\d+)" data-way="(\w+)"', main_of(f"{REPLAY}?at={at}"))

    assert ways(5) == [("1", "first"), ("4", "previous"), ("6", "next"), (str(last), "last")]
    assert dict(map(reversed, ways(1)))["previous"] == "1"  # type: ignore[arg-type]  # pairs
    assert dict(map(reversed, ways(last)))["next"] == str(last)  # type: ignore[arg-type]  # pairs


def test_a_step_there_is_not_is_said_to_be_none_and_the_nearest_is_shown() -> None:
    resolved(**CULT)
    last = len(frames()["steps"])
    page = said(f"{REPLAY}?at=99999")
    assert f"There is no such step: this match has {last} of them. Step {last} is shown." in page
    assert "There is no such step" in said(f"{REPLAY}?at=soon")
    assert "There is no such step" not in said(f"{REPLAY}?at={last}")


def test_the_story_leads_to_the_moment_and_the_moment_back_to_its_lines() -> None:
    resolved(**CULT)
    log = main_of(f"{MATCH}log/")
    assert f'href="{REPLAY}?part=round-2">See this moment' in log
    assert f'<a href="{REPLAY}">Replay</a>' in log
    assert re.search(r"data-title>Round 2(, activation \d+)?</h2>", main_of(f"{REPLAY}?part=round-2"))
    number = next(line[0] for line in frames()["steps"][3]["lines"])
    assert f'href="{MATCH}log/#line-{number}"' in main_of(f"{REPLAY}?at=4")
    assert f'href="{REPLAY}"' in main_of(MATCH)


def test_one_car_can_be_followed() -> None:
    resolved(**CULT)
    page = main_of(f"{REPLAY}?at=5&car=razors.car1")
    assert page.count(' picked"') == 1
    assert "What happened to Car 1 (Razors)" in page
    assert f'href="{REPLAY}?car=razors.car1&amp;at=6"' in page
    assert f'data-frames="{FRAMES}?car=razors.car1"' in page
    assert f'href="{REPLAY}?car=razors.car1&amp;part=round-1"' in main_of(f"{MATCH}log/?car=razors.car1")
    every, followed = frames(), frames("?car=razors.car1")
    count = [sum(len(step["lines"]) for step in document["steps"]) for document in (every, followed)]
    assert 0 < count[1] < count[0]
    assert main_of(f"{REPLAY}?car=nobody") == main_of(REPLAY)


def test_the_frames_are_small_and_packed_where_that_is_taken() -> None:
    resolved(**CULT)
    answer = Client().get(FRAMES, headers={"accept-encoding": "gzip"})
    assert answer["Content-Encoding"] == "gzip"
    assert len(answer.content) < 50_000
    assert json.loads(gzip.decompress(answer.content)) == frames()


def test_a_replay_asks_little_of_the_database() -> None:
    resolved(**CULT)
    for address in (REPLAY, f"{REPLAY}?at=9", FRAMES):
        with CaptureQueriesContext(connection) as queries:
            assert Client().get(address).status_code == 200
        assert len(queries) <= 8


def test_a_reported_match_says_how_one_comes_to_a_replay() -> None:
    settled()
    page = said(REPLAY)
    assert "There is nothing to replay This match was reported from a table" in page
    assert "match.ruleset" in page
    assert Client().get(FRAMES).status_code == 404


def test_a_match_without_a_result_says_that_it_has_none() -> None:
    with temporarily_installed(LADDER):
        climbing()
        assert "This match has no result yet" in said(REPLAY)


def test_a_match_there_is_not_has_no_replay() -> None:
    settled()
    assert Client().get("/l/rust-belt/s1/m9/replay/").status_code == 404
    assert Client().get("/l/rust-belt/s1/m9/replay/frames/").status_code == 404


def test_a_ruleset_that_shows_nothing_leads_to_its_story() -> None:
    with temporarily_installed(LADDER):
        resolved(climbing())
        page = main_of(REPLAY)
        assert "There is nothing to see of this match." in page
        assert f'href="{MATCH}log/"' in page
        assert frames() == {"cars": [], "steps": []}


def test_a_log_that_cannot_be_read_here_says_why() -> None:
    with temporarily_installed(Ladder(name="old")):
        resolved(climbing(ruleset="old"))
    with temporarily_installed(Ladder(name="old", edition=2)):
        assert "The log is of edition 1 of The Ladder: this is 2." in main_of(REPLAY)
        assert Client().get(FRAMES).status_code == 404


def test_a_step_is_asked_for_by_its_number_or_by_a_part_of_the_story() -> None:
    replay = build_replay(Film(frames=tuple(Frame(part="", phase=0, cars=()) for _ in range(3))), ())
    steps = [ReplayQuery(at=at).step(replay) for at in ("", "0", "2", "3", "4", "-1", "1234567", "x")]
    assert steps == [1, 1, 2, 3, 3, 1, 1, 1]


def test_what_lies_on_the_ground_is_told_by_its_kind() -> None:
    things = [
        GroundObject(kind=kind, x=0, y=0, place=place) for kind, place in (("oil", "a"), ("mine", "b"), ("oil", "c"))
    ]
    assert things_on_ground(things) == "Oil at a; c. Mine at b."
    assert things_on_ground([]) == ""


@pytest.mark.parametrize(("colour", "ink"), [("#ffff80", "#1b1b1f"), ("#2222d0", "#ffffff"), ("#d02222", "#ffffff")])
def test_the_mark_on_a_car_can_be_read_on_its_colour(colour: str, ink: str) -> None:
    assert ink_on(colour) == ink
