"""A close-up of a replay shows the most telling event of its step, and has its words where nothing covers them."""

from __future__ import annotations

import re

from django.utils.safestring import SafeString

from franchises.crests import crest_of
from league.pages.matches.replay.board import CarAtStep, ReplayCar, cars_at_step
from league.pages.matches.replay.drawing import close_window, draw_still, still_picture, whole_window
from rules.match.drawing.car_silhouettes import CarModel
from rules.match.replay.events import EventKind, ReplayEvent
from rules.match.replay.frames import CarAppearance, CarView, Frame, Ground

GROUND = Ground(title="Anvil Oval", width=900, height=600, drawn="", car_length=20)


def there(*spots: tuple[float, float], looks: CarAppearance = CarAppearance.RUNNING) -> list[CarAtStep]:
    """Cars named Car 0, Car 1 and so on at those places."""
    views = tuple(
        CarView(id=f"c{number}", x=x, y=y, looks=looks, place="here", condition="fine")
        for number, (x, y) in enumerate(spots)
    )
    cars = [
        ReplayCar(
            id=f"c{number}", index=number, label=str(number), name=f"Car {number}", crew="Ann", team="Razors",
            flag=SafeString(""), crest=crest_of("razors"), picked=False, model=CarModel(),
        )
        for number in range(len(spots))
    ]  # fmt: skip
    return cars_at_step(Frame(part="", phase=0, cars=views), cars)


def hit(car: str, other: str, amount: int = 1) -> ReplayEvent:
    """A shot that hits."""
    return ReplayEvent(kind=EventKind.HIT, car=car, other=other, amount=amount)


def test_a_wreck_goes_before_a_hit_and_the_car_stands_in_the_upper_part_of_the_picture() -> None:
    cars = there((100, 100), (120, 100), (600, 400))
    events = [hit("c0", "c1", 9), ReplayEvent(kind=EventKind.WRECK, car="c2")]
    window = close_window(GROUND, events, cars)
    assert window.width == 8.5 * 20
    assert window.left + window.width / 2 == 600
    assert window.top < 400 < window.top + window.height * 0.4


def test_both_cars_of_a_shot_are_in_the_picture_however_far_apart() -> None:
    for far in (30, 300, 800):
        window = close_window(GROUND, [hit("c0", "c1")], there((50, 300), (50 + far, 300)))
        assert window.left < 50
        assert 50 + far < window.left + window.width


def test_without_an_event_the_first_car_is_shown_and_without_a_car_the_middle_of_the_ground() -> None:
    window = close_window(GROUND, [], there((700, 300), (100, 100)))
    assert window.left < 700 < window.left + window.width
    gone = close_window(GROUND, [hit("c0", "c1")], there((700, 300), looks=CarAppearance.GONE))
    assert gone.left + gone.width / 2 == GROUND.width / 2


def test_a_name_stands_in_a_close_up_only_where_a_button_does_not_cover_it() -> None:
    cars = there((300, 300), (310, 330), (330, 405))
    events = [ReplayEvent(kind=EventKind.CRASH, car="c0")]
    frame = Frame(part="", phase=0, cars=tuple(at.seen for at in cars), events=tuple(events))
    drawn = still_picture(GROUND, frame, cars, title="A step", window=close_window(GROUND, events, cars))
    assert re.search(r'viewBox="(?!0 0)', drawn)
    assert ">Car 0<" in drawn
    assert ">Car 2<" not in drawn
    assert ">Car 2<" in still_picture(GROUND, frame, cars, title="A step")


def test_a_name_does_not_stand_on_what_is_said_of_another_car() -> None:
    cars = there((300, 300), (300, 262))
    frame = Frame(part="", phase=0, cars=tuple(at.seen for at in cars), events=(hit("c1", "c0"),))
    drawn = draw_still(GROUND, frame, cars, whole_window(GROUND))
    said, *names = (
        tuple(map(float, found))
        for found in re.findall(r'class="(?:tag|name)[^"]*" transform="translate\((\S+) (\S+)\)', drawn)
    )
    assert len(names) == 2
    assert all(abs(left - said[0]) > 20 or abs(top - said[1]) >= 19 for left, top in names)
