"""What a replay draws of a match: shots with their results, silhouettes, the ground at night, and its walls."""

from __future__ import annotations

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from rules.match.drawing.arena_colors import MARKERS, NIGHT, at_night
from rules.match.drawing.car_silhouettes import Body, CarModel, Fitting, draw_model, fittings_at
from rules.match.drawing.hex_walls import walls_around
from rules.match.drawing.svg import TEAM_COLORS
from rules.match.registry import get_ruleset
from rules.match.replay.events import LOSSES_OF_CONTROL, EventKind, ReplayEvent, settle_shots
from rules.match.replay.frames import MARKER_DRAWINGS, CarAppearance
from tests.rules.films import EXAMPLES, MATCHES, entries_of, film_of

examples = pytest.mark.parametrize(("book", "file"), EXAMPLES)
GOLDEN = Path(__file__).parents[1] / "golden"
COLOR = re.compile(r'(?:fill|stroke)="(#[0-9a-f]+)"')


def shot(kind: EventKind, amount: int = 0) -> ReplayEvent:
    """A shot of a at b."""
    return ReplayEvent(kind=kind, car="a", other="b", amount=amount)


def harm(amount: int, *, car: str = "b") -> ReplayEvent:
    """Damage to a car."""
    return ReplayEvent(kind=EventKind.HARM, car=car, amount=amount)


HOLDS = ReplayEvent(kind=EventKind.HOLD, car="b")


@pytest.mark.parametrize(
    ("events", "settled"),
    [
        ([shot(EventKind.HIT)], [shot(EventKind.HIT)]),
        ([shot(EventKind.HIT), harm(2), harm(1)], [shot(EventKind.HIT, 3)]),
        ([shot(EventKind.HIT), HOLDS], [shot(EventKind.RICOCHET)]),
        ([shot(EventKind.HIT), HOLDS, harm(2)], [shot(EventKind.HIT, 2)]),
        ([shot(EventKind.HIT), harm(2), HOLDS], [shot(EventKind.HIT, 2)]),
        ([shot(EventKind.MISS), harm(2)], [shot(EventKind.MISS), harm(2)]),
        ([shot(EventKind.HIT), harm(2, car="c")], [shot(EventKind.HIT), harm(2, car="c")]),
        ([shot(EventKind.HIT), shot(EventKind.HIT), HOLDS], [shot(EventKind.HIT), shot(EventKind.RICOCHET)]),
        ([HOLDS], [HOLDS]),
    ],
)
def test_a_hit_has_the_damage_that_follows_it_and_is_a_ricochet_if_the_armor_holds(
    events: list[ReplayEvent], settled: list[ReplayEvent]
) -> None:
    assert settle_shots(events) == settled


@examples
def test_every_shot_in_the_log_is_one_tracer(book: str, file: str) -> None:
    kinds = {"dethmatch": {"hit", "miss"}, "formule": {"shot"}, "rhad": {"attack"}, "carcult": {"hits"}}[book]
    fired = sum(entry.kind in kinds for entry in entries_of(book, file))
    tracers = {EventKind.HIT, EventKind.MISS, EventKind.RICOCHET}
    drawn = sum(event.kind in tracers for frame in film_of(book, file).frames for event in frame.events)
    assert fired == drawn > 0


@examples
def test_a_hit_that_takes_armor_is_no_ricochet(book: str, file: str) -> None:
    frames = film_of(book, file).frames
    for before, frame in pairwise(frames):
        had, has = ({car.id: sum(left for _, left, _ in car.gauges) for car in one.cars} for one in (before, frame))
        hit = {event.other for event in frame.events if event.kind is EventKind.HIT}
        turned_aside = {event.other for event in frame.events if event.kind is EventKind.RICOCHET} - hit
        harmed = {event.car for event in frame.events if event.kind not in {EventKind.HIT, EventKind.MISS}}
        assert all(had[car] == has[car] for car in turned_aside - harmed)


@examples
def test_events_and_ways_are_of_cars_in_the_frame_and_a_way_ends_on_the_ground(book: str, file: str) -> None:
    film = film_of(book, file)
    assert film.ground is not None
    moved = 0
    for frame in film.frames:
        cars = {car.id for car in frame.cars}
        assert {event.car for event in frame.events} <= cars | {""}
        assert set(frame.trails) <= cars
        for waypoints in frame.trails.values():
            moved += len(waypoints)
            assert all(0 < x < film.ground.width and 0 < y < film.ground.height for x, y, _ in waypoints)
    assert moved > 20


@examples
def test_every_car_has_a_silhouette_and_gauges_that_only_go_down_to_nothing(book: str, file: str) -> None:
    film = film_of(book, file)
    assert set(film.models) == {car.id for car in film.frames[0].cars}
    assert film.gauge_name
    assert film.score_name
    for frame in film.frames:
        for car in frame.cars:
            assert all(0 <= left <= full for _, left, full in car.gauges)
            assert sum(full for *_, full in car.gauges) > 0
            if car.looks is CarAppearance.RUNNING and film.laps:
                assert 1 <= car.lap <= film.laps


@examples
def test_the_order_of_a_race_has_the_places_at_its_end(book: str, file: str) -> None:
    film = film_of(book, file)
    if not film.laps:
        assert not any(frame.order for frame in film.frames)
        return
    finished = [
        event for frame in film.frames for event in frame.events if event.kind in {EventKind.HEAT, EventKind.FINISH}
    ]
    last_heat = max((index for index, event in enumerate(finished) if event.kind is EventKind.HEAT), default=-1)
    places = [event.car for event in finished[last_heat + 1 :]]
    assert places
    assert list(film.frames[-1].order[: len(places)]) == places


def test_losses_of_control_are_events() -> None:
    assert set(EventKind) >= LOSSES_OF_CONTROL


@pytest.mark.parametrize("body", list(Body))
def test_a_silhouette_has_four_wheels_and_takes_the_color_of_what_holds_it(body: Body) -> None:
    drawn = draw_model(CarModel(body=body, fittings=tuple(Fitting)))
    assert drawn.count('class="wheel"') == 4
    assert 'fill="currentColor"' in drawn
    assert draw_model(CarModel(body=body)) != drawn


@pytest.mark.parametrize(
    ("places", "fittings"),
    [
        ([], ()),
        ([("gun", "front")], (Fitting.GUN,)),
        ([("gun", "front"), ("gun", "front")], (Fitting.TWIN_GUNS,)),
        ([("gun", "left"), ("gun", "rear")], (Fitting.SIDE_GUNS, Fitting.REAR_GUN)),
        (
            [("turret", "turret"), ("dropper", "rear"), ("ram", "front")],
            (Fitting.TURRET, Fitting.DROPPER, Fitting.RAM),
        ),
    ],
)
def test_weapons_are_drawn_where_they_point(places: list[tuple[str, str]], fittings: tuple[Fitting, ...]) -> None:
    assert set(fittings_at(places)) == set(fittings)


@examples
def test_every_color_of_a_ground_has_a_dark_one(book: str, file: str) -> None:
    ground = film_of(book, file).ground
    assert ground is not None
    assert set(COLOR.findall(ground.drawn)) <= {*NIGHT, *TEAM_COLORS}
    dark = set(COLOR.findall(at_night(ground.drawn)))
    assert not dark & {"#fff", "#ffffff", "#bcbab2", "#d9d2bf"}
    assert ground.walls.startswith("M")


def test_everything_that_can_lie_on_a_ground_is_drawn_at_night() -> None:
    assert set(MARKERS) == set(MARKER_DRAWINGS)


def test_walls_run_around_hexes_without_a_break() -> None:
    alone = walls_around([(100, 100)])
    assert alone.count("M") == 1
    assert alone.count("L") == 6
    pair = walls_around([(100, 100), (120, 100)])
    assert (pair.count("M"), pair.count("L")) == (1, 10)
    ring = walls_around([(20 * x + 10 * (y % 2), 18 * y) for x in range(5) for y in range(5) if (x, y) != (2, 2)])
    assert ring.count("M") == 2
    assert walls_around([]) == ""


@pytest.mark.parametrize(
    "log", ["bowl-flags.dethmatch-1", "pan-pair.rhad-1", "pillar-gunners.rhad-1", "pillar-gunners.rhad-2"]
)
def test_a_log_of_an_earlier_edition_can_still_be_watched(log: str) -> None:
    film = get_ruleset(log.partition(".")[2].partition("-")[0]).film((GOLDEN / f"{log}.log").read_bytes())
    assert len(film.frames) > 50
    assert sum(len(frame.events) for frame in film.frames) > 50


def test_cars_under_another_books_handling_can_be_watched() -> None:
    spec = json.loads((MATCHES / "bowl-brawl.json").read_text(encoding="utf-8"))
    spec.setdefault("switches", {})["dethmatch.handling"] = "rhad"
    ruleset: Any = get_ruleset("dethmatch")
    film, story = ruleset.film_and_story(ruleset.play_exhibition(json.dumps(spec).encode(), secret=b"\x01").log)
    assert any(event.kind in LOSSES_OF_CONTROL for frame in film.frames for event in frame.events)
    assert story
