"""What the turning points of every race say of the grid and of finishes, and of cars that credit another."""

from __future__ import annotations

from rules.match.turning_points import RACE_SENTENCES, TurningPointList, TurningPointReader, add_finish, add_grid
from tests.rules.match.log_entries import entry

SENTENCES = {**RACE_SENTENCES, "hit": ("{by} hits {car}.",), "hit alone": ("{car} hits itself.",)}


def reader() -> TurningPointReader:
    return TurningPointReader(found=TurningPointList(SENTENCES, {"grid": 20, "finish": 70, "hit": 8}))


def test_the_car_in_front_of_the_grid_is_a_turning_point() -> None:
    read = reader()
    for place in (2, None, 1):
        add_grid(read, entry("grid", car=f"c{place}"), place=place)
    assert [(point.kind, point.names) for point in read.found.points] == [("grid", {"car": "c1"})]


def test_the_winner_counts_most_and_each_place_less() -> None:
    read = reader()
    for place in (1, 2, 3):
        add_finish(read, entry("finish"), place=place)
    assert [(point.text.format_map(point.names), point.weight) for point in read.found.points] == [
        ("ada in a.c1 wins the race.", 95),
        ("ada in a.c1 finishes 2nd.", 54),
        ("ada brings a.c1 home 3rd.", 46),
    ]


def test_a_car_is_credited_with_what_it_does_to_another() -> None:
    read = reader()
    for by in ("b.c1", "", "a.c1"):
        read.add_by("hit", "hit alone", entry("hit", by=by))
    assert [point.text.format_map(point.names) for point in read.found.points] == [
        "b.c1 hits a.c1.",
        "a.c1 hits itself.",
        "a.c1 hits itself.",
    ]
