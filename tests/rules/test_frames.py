"""Films of matches: a frame for every moment, every car in each frame, from the start to the end."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from rules.core.dice import Dice, KeyRing
from rules.core.plurals import count_phrase
from rules.core.refusals import Malformed
from rules.match.log import MatchLog
from rules.match.registry import get_ruleset
from rules.match.replay.frames import (
    MARKER_DRAWINGS,
    BareScene,
    Camera,
    CarAppearance,
    CarView,
    Film,
    Frame,
    compass,
)
from tests.rules.films import EXAMPLES, film_of, log_of, story_of
from tests.rules.test_every_ruleset import packet, seat
from tests.rules.towers import TOWERS

examples = pytest.mark.parametrize(("book", "file"), EXAMPLES)
TESTS = Path(__file__).parent
TURN = re.compile(r"(Turn \d+ of heat \d+|Round \d+)\b")


def over(book: str, log: bytes) -> tuple[Any, Callable[[Any], Any]]:
    """A match replayed to its end, and the class that draws its scene."""
    ruleset: Any = get_ruleset(book)
    return ruleset.replay_recording(ruleset.decode(log)), ruleset.scene_of


@examples
def test_every_turn_of_the_story_has_a_frame_and_no_moment_has_two(book: str, file: str) -> None:
    frames = film_of(book, file).frames
    turns = [match[1] for line in story_of(book, file) if (match := TURN.match(line))]
    parts = list(dict.fromkeys(frame.part for frame in frames))
    assert [part for part in parts if TURN.match(part)] == turns
    assert len(turns) > 3
    moments = [(frame.part, frame.phase) for frame in frames]
    assert len(set(moments)) == len(moments)


@examples
def test_every_car_is_once_in_each_frame_and_stands_on_the_ground_unless_it_is_gone(book: str, file: str) -> None:
    film = film_of(book, file)
    assert film.ground is not None
    first = [car.id for car in film.frames[0].cars]
    assert len(set(first)) == len(first) > 1
    for frame in film.frames:
        assert [car.id for car in frame.cars] == first
        for car in frame.cars:
            assert car.place
            assert car.condition
            assert 0 <= car.heading < 360
            if car.looks is not CarAppearance.GONE:
                assert 0 < car.x < film.ground.width
                assert 0 < car.y < film.ground.height
        assert all(thing.kind in MARKER_DRAWINGS for thing in frame.things)


@examples
def test_the_first_frame_is_the_start(book: str, file: str) -> None:
    frames = film_of(book, file).frames
    play, _ = over(book, log_of(book, file))
    stand = [(car.x, car.y) for car in frames[0].cars]
    with_places = TESTS.joinpath(book, "starting_places.py").exists()  # tests/guards/test_books.py asks for it
    assert not with_places or set(stand) <= import_module(f"tests.rules.{book}.starting_places").starting_places(play)
    assert len(set(stand)) == len(stand)
    assert not TURN.match(frames[0].part)


@examples
def test_the_last_frame_is_the_end(book: str, file: str) -> None:
    play, scene = over(book, log_of(book, file))
    last = film_of(book, file).frames[-1]
    anew = scene(play)
    for entry in play.log.entries:
        list(anew.waypoints(entry))
    assert replace(last, events=(), trails={}) == replace(anew.frame(play), phase=last.phase)


@examples
def test_cars_move_and_what_they_lose_shows(book: str, file: str) -> None:
    frames = film_of(book, file).frames
    stands = [
        {(car.x, car.y, car.heading) for car in cars} for cars in zip(*(frame.cars for frame in frames), strict=True)
    ]
    assert max(map(len, stands)) > 5
    assert min(map(len, stands)) > 1
    assert any(car.hurt for car in frames[-1].cars)


@examples
def test_a_ground_is_drawn_once_and_without_anybody_on_it(book: str, file: str) -> None:
    ground = film_of(book, file).ground
    assert ground is not None
    assert ground.title
    assert "<svg" not in ground.drawn
    assert len(ground.drawn) < 100_000


@pytest.mark.parametrize("book", ["dethmatch", "formule", "rhad", "carcult"])
def test_what_is_no_log_has_no_film(book: str) -> None:
    with pytest.raises(Malformed):
        get_ruleset(book).film(b"{")


class Clockless:
    """A match that is its own moment and counts how often it was looked at."""

    heat, turn, phase, looks = 1, 0, 0, 0

    def __init__(self) -> None:
        self.log = MatchLog()

    @property
    def moment(self) -> Clockless:
        """The match itself."""
        return self


class Counting(BareScene):
    """A scene that shows how often it has looked."""

    ground = None

    def __init__(self, play: Any) -> None:
        """Ignores the match."""

    def frame(self, play: Any) -> Frame:
        """A frame that has the number of the look as the car's place."""
        play.looks += 1
        return Frame(
            part=str(play.turn), phase=play.phase, cars=(CarView(id="c1", place=str(play.looks), condition="whole"),)
        )


def test_the_last_look_at_a_moment_is_kept_and_a_round_cleared_up_is_still_its_last_moment() -> None:
    play: Any = Clockless()
    camera: Camera[Any] = Camera(Counting)
    for turn, phase in ((0, 0), (1, 0), (1, 1), (1, 1), (1, 0), (2, 0)):
        play.turn, play.phase = turn, phase
        camera(play)
    frames = [(frame.part, frame.phase, frame.cars[0].place) for frame in camera.film.frames]
    assert frames == [("0", 0, "1"), ("1", 0, "2"), ("1", 1, "5"), ("2", 0, "6")]


def test_a_match_nobody_looked_at_has_no_frames() -> None:
    assert Camera(Counting).film == Film()


@pytest.mark.parametrize(
    ("heading", "point"),
    [
        (0, "east"),
        (30, "east-southeast"),
        (45, "southeast"),
        (90, "south"),
        (180, "west"),
        (270, "north"),
        (355, "east"),
        (-90, "north"),
    ],
)
def test_a_heading_is_called_by_the_nearest_point_of_the_compass(heading: int, point: str) -> None:
    assert compass(heading) == point


def test_one_thing_is_counted_otherwise_than_two() -> None:
    assert [count_phrase(number, "critical") for number in (0, 1, 2)] == ["0 criticals", "1 critical", "2 criticals"]


def test_a_book_without_a_ground_may_tell_of_its_cars_all_the_same() -> None:
    match_packet = packet(TOWERS, (seat(TOWERS, "a.1"),), (seat(TOWERS, "b.1"),))
    film = TOWERS.film(TOWERS.resolve(match_packet, Dice(KeyRing(b"film", {"m1": ""}))).log)
    assert film.ground is None
    assert [car.id for car in film.frames[-1].cars] == ["a.1", "b.1"]
