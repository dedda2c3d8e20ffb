"""The replay of a match: drawn and told step by step, with a page for each step and the data for its script."""

from __future__ import annotations

import gzip
import json
import re
from html import unescape
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from franchises.models import Franchise
from league.pages.matches.replay.drawing import liveliest_step
from league.pages.matches.replay.page import ReplayQuery, things_on_ground
from league.pages.matches.replay.steps import build_replay
from rules.match.registry import temporarily_installed
from rules.match.replay.events import EventKind, ReplayEvent
from rules.match.replay.frames import Film, Frame, GroundObject
from tests.league.resolved_leagues import climbing, resolved
from tests.league.small_league import settled
from tests.pages.season_pages import main_of, said
from tests.rules.ladder import LADDER, Ladder

pytestmark = pytest.mark.django_db
MATCH = "/l/rust-belt/s1/m1/"
REPLAY = f"{MATCH}replay/"
FRAMES = f"{REPLAY}frames/"
CULT = {"ruleset": "carcult", "event": "last_cult", "setting": {"table": "crossroads"}, "edition": "4"}
DRAWN = re.compile(
    r'<g class="car (?P<looks>[^"]+)" data-car="(?P<id>[^"]+)"[^>]*'
    r' transform="translate\((?P<x>[\d.]+) (?P<y>[\d.]+)\)"'
)
ROW = re.compile(r"<td data-place>(.*?)</td>.*?<span data-condition>(.*?)</span>", re.DOTALL)


def whole_steps(document: dict[str, Any]) -> list[dict[str, Any]]:
    """Every step with all of its cars, not only those that have changed, in the order of the page."""
    cars: dict[int, list[Any]] = {}
    steps = []
    for step in document["steps"]:
        cars |= {row[0]: row[1:] for row in step.get("c", ())}
        steps.append({**step, "cars": [cars[number] for number in sorted(cars)]})
    return steps


def frames(query: str = "") -> dict[str, Any]:
    """The data that the page's script gets."""
    answer = Client().get(f"{FRAMES}{query}")
    assert answer.status_code == 200
    document: dict[str, Any] = answer.json()
    return document


def test_the_first_step_is_shown_where_none_is_asked_for() -> None:
    resolved(**CULT)
    page = main_of(REPLAY)
    assert "<span data-title>The start</span>" in page
    assert "step <span data-number>1</span> of" in page
    assert "starts at" in page
    assert "Car 1 (Razors)" in page


def test_a_page_draws_and_tells_the_same_as_its_program_shows() -> None:
    resolved(**CULT)
    document = frames()
    steps = whole_steps(document)
    for at in (1, len(steps) // 2, len(steps)):
        page, step = main_of(f"{REPLAY}?at={at}"), steps[at - 1]
        drawn_cars = [
            (match["id"], match["looks"].split()[0], float(match["x"]), float(match["y"]))
            for match in DRAWN.finditer(page)
        ]
        assert drawn_cars == [
            (id, car[3], float(car[0]), float(car[1])) for id, car in zip(document["cars"], step["cars"], strict=True)
        ]
        rows = [(unescape(place), unescape(condition)) for place, condition in ROW.findall(page)]
        assert rows == [(car[11], car[12]) for car in step["cars"]]
        assert f"<span data-title>{step['t']}</span>" in page
        lines = [number for number, *_ in step.get("l", ()) if number]
        assert re.findall(r'#line-(\d+)">', page) == lines


def test_where_a_car_is_drawn_is_where_its_words_say() -> None:
    resolved(**CULT)
    for step in whole_steps(frames()):
        for x, y, _, looks, *_, place, _ in step["cars"]:
            if looks == "gone":
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
    assert f"There is no such step: this match has {last} steps. Step {last} is shown." in page
    assert "There is no such step" in said(f"{REPLAY}?at=soon")
    assert "There is no such step" not in said(f"{REPLAY}?at={last}")


def test_the_story_leads_to_the_moment_and_the_moment_back_to_its_lines() -> None:
    resolved(**CULT)
    log = main_of(f"{MATCH}log/?part=round-2")
    assert f'href="{REPLAY}?part=round-2">See this moment' in log
    assert f'<a href="{REPLAY}">Replay</a>' in log
    assert re.search(r"data-title>Round 2(, activation \d+)?</span>", main_of(f"{REPLAY}?part=round-2"))
    number = next(line[0] for line in frames()["steps"][3]["l"])
    assert f'href="{MATCH}log/?line={number}#line-{number}"' in main_of(f"{REPLAY}?at=4")
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
    count = [sum(len(step.get("l", ())) for step in document["steps"]) for document in (every, followed)]
    assert 0 < count[1] < count[0]
    nobody = main_of(f"{REPLAY}?car=nobody")
    assert "No car of this match has the id <code>nobody</code>: no car is followed." in nobody
    assert nobody.count(' picked"') == 0


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


def test_a_step_is_a_picture_that_stands_alone() -> None:
    resolved(**CULT)
    answer = Client().get(f"{REPLAY}still/?at=9", headers={"accept-encoding": "gzip"})
    assert answer["Content-Type"] == "image/svg+xml"
    assert len(answer.content) < 20_000
    drawn = gzip.decompress(answer.content).decode()
    root = ET.fromstring(drawn)  # noqa: S314 - it is what this site has drawn
    assert root.attrib["aria-label"].startswith("Crossroads, Round 2, activation 2")
    assert drawn.count('<g class="car"') == 4
    assert "Car 1 (Razors)" in drawn
    assert "<script" not in drawn
    assert 'href="#thing-' in drawn or "<use" not in drawn
    page = main_of(f"{REPLAY}?at=9")
    assert f'href="{REPLAY}still/?at=9" download' in page
    assert Client().get("/l/rust-belt/s1/m9/replay/still/").status_code == 404


def test_a_clip_moves_without_a_script_or_a_style_sheet() -> None:
    resolved(**CULT)
    answer = Client().get(f"{REPLAY}clip/", headers={"accept-encoding": "gzip"})
    assert answer["Content-Type"] == "image/svg+xml"
    assert len(answer.content) < 37_000
    drawn = gzip.decompress(answer.content).decode()
    root = ET.fromstring(drawn)  # noqa: S314 - it is what this site has drawn
    assert "<style" not in drawn
    assert "style=" not in drawn
    moving = [element for element in root.iter() if element.tag.rpartition("}")[2].startswith("animate")]
    assert len(moving) >= 3 * 4
    for element in moving:
        times = list(map(float, element.attrib["keyTimes"].split(";")))
        assert len(times) == len(element.attrib["values"].split(";"))
        assert times == sorted(times)
        assert (times[0], times[-1]) == (0, 1)
    assert Client().get(f"{REPLAY}clip/?at=3").status_code == 200
    assert Client().get("/l/rust-belt/s1/m9/replay/clip/").status_code == 404


def test_a_clip_begins_where_the_most_happens() -> None:
    shot = ReplayEvent(kind=EventKind.MISS)
    frames = [Frame(part="", phase=0, cars=(), events=(shot,) * (number in {5, 6})) for number in range(9)]
    assert liveliest_step(Film(frames=tuple(frames)), steps=2) == 6
    assert liveliest_step(Film(frames=tuple(frames[:2])), steps=4) == 1


def test_the_links_of_a_step_lead_to_the_next_kill_and_to_every_moment() -> None:
    resolved(**CULT)
    document = frames()
    kills = [step for step, kind, _ in document["marks"] if kind == "kill"]
    assert kills
    page = main_of(REPLAY)
    assert f'href="{REPLAY}?at={kills[0]}" data-jump="kill"' in page
    assert f'data-to="{kills[0]}"' in page
    assert re.search(r'aria-disabled="true" data-jump="kill"', main_of(f"{REPLAY}?at={kills[-1]}"))


def test_the_board_lists_every_car_once_and_those_that_are_out_last() -> None:
    resolved(**CULT)
    document = frames()
    last = len(document["steps"])
    page = main_of(f"{REPLAY}?at={last}")
    rows = re.findall(r'<li data-row="(\d+)"( class="dead")?>', page)
    assert sorted(int(number) for number, _ in rows) == list(range(len(document["cars"])))
    outs = [bool(dead) for _, dead in rows]
    assert outs == sorted(outs)
    assert any(outs)


def test_every_event_names_cars_of_the_match_and_has_a_caption_without_ids() -> None:
    resolved(**CULT)
    document = frames()
    events = [event for step in document["steps"] for event in step.get("e", ())]
    assert events
    for kind, car, other, _amount, _tag, pieces, *_ in events:
        sentence = "".join(pieces)
        assert kind in set(EventKind)
        assert -1 <= car < len(document["cars"])
        assert -1 <= other < len(document["cars"])
        assert sentence.endswith(".")
        assert not any(id in sentence for id in document["cars"])


def test_the_data_of_a_replay_has_names_as_text_and_never_as_html() -> None:
    resolved(**CULT)
    Franchise.objects.filter(pk="rust-belt/razors").update(name="Salt & <i>Pepper</i>")
    document = frames()
    steps = document["steps"]
    captions = ["".join(event[5]) for step in steps for event in step.get("e", ())]
    lines = ["".join(pieces) for step in steps for _, _, pieces, _ in step.get("l", ())]
    marks = [text for _, _, text in document["marks"]]
    for texts in (captions, lines, marks, document["teams"].values()):
        assert any("Salt & <i>Pepper</i>" in text for text in texts)
        assert not any("&amp;" in text or "&lt;" in text or "<b>" in text for text in texts)


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
        assert [frames()[name] for name in ("cars", "steps", "marks")] == [[], [], []]


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
