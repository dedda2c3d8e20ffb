"""The turning points of a match are few, true to the log and the report, and point to the frames that show them."""

from __future__ import annotations

from functools import cache
from string import Formatter

import pytest

from rules.match.exhibition import ExhibitionRuleset
from rules.match.registry import get_ruleset, rulesets
from rules.match.replay_observer import read_log_contents
from rules.match.turning_points import (
    MOST,
    FilmSteps,
    TurningPoint,
    TurningPointList,
    TurningPointReader,
    TurningPointsRuleset,
    choose,
    read_entries,
)
from tests.rules.films import entries_of, film_of, log_of

BUSY = (
    ("dethmatch", "oval-twelve.json"),
    ("dethmatch", "bowl-flags.json"),
    ("dethmatch", "sump-last-car.json"),
    ("formule", "formule/dogleg-six.json"),
    ("rhad", "rhad/pan-pair.json"),
    ("carcult", "carcult/six-cults.json"),
)
QUIET = (
    ("dethmatch", "time-trial.json"),
    ("dethmatch", "street-duel.json"),
    ("formule", "formule/rust-duel.json"),
    ("rhad", "rhad/own-design.json"),
    ("carcult", "carcult/two-alone.json"),
)
LOSSES = {"dethmatch": ("destroyed",), "formule": ("out",), "rhad": ("mobility_kill", "complete_kill")}
"""The kinds of entries that say a car is lost, by book; Car Cult has `explosion`."""
TOLD = {"formule": ("out",), "carcult": ("explosion",)}
"""The kinds of turning points that say so; of other books it is `kill`."""
ENOUGH = 10


@cache
def points_of(book: str, file: str) -> tuple[TurningPoint, ...]:
    """Every turning point of an example match."""
    ruleset = get_ruleset(book)
    assert isinstance(ruleset, TurningPointsRuleset)
    return tuple(ruleset.turning_points(log_of(book, file)))


def in_words(point: TurningPoint) -> str:
    """A turning point as a sentence, with ids for names."""
    return point.text.format_map(point.names)


@pytest.mark.parametrize(("book", "file"), BUSY)
def test_ten_to_fifteen_are_told_of_a_match_that_has_as_many(book: str, file: str) -> None:
    chosen = choose(points_of(book, file))
    assert ENOUGH <= len(chosen) <= MOST
    assert [point.moment for point in chosen] == sorted(point.moment for point in chosen)


@pytest.mark.parametrize(("book", "file"), [("formule", "formule/rust-duel.json"), ("dethmatch", "street-duel.json")])
def test_a_log_is_read_entry_by_entry_and_those_of_other_kinds_say_nothing(book: str, file: str) -> None:
    reader = TurningPointReader(found=TurningPointList({"grid": ("{car} is ready.",)}, {"grid": 1}))
    entries = entries_of(book, file)
    read_entries(reader, entries, {"grid": lambda finder, entry: finder.add("grid", entry, car=entry.car)})
    ready = [entry.car for entry in entries if entry.kind == "grid"]
    assert [point.names["car"] for point in reader.found.points] == ready
    assert 0 < len(ready) < len(entries)
    assert {point.when for point in reader.found.points} == {"The start"}


@pytest.mark.parametrize(("book", "file"), QUIET)
def test_a_quiet_match_has_what_it_has(book: str, file: str) -> None:
    points = points_of(book, file)
    assert 1 <= len(choose(points)) == min(len(points), MOST)


@pytest.mark.parametrize(("book", "file"), [*BUSY, *QUIET])
def test_each_points_to_the_frame_that_shows_it(book: str, file: str) -> None:
    frames = film_of(book, file).frames
    for point in points_of(book, file):
        frame = frames[point.step - 1]
        heat, turn, phase = point.moment
        assert frame.phase == phase, (point, frame.part)
        if turn:
            assert str(turn) in frame.part.split(), (point, frame.part)
            assert str(heat) in frame.part.split() or "heat" not in frame.part


@pytest.mark.parametrize(("book", "file"), [*BUSY, *QUIET])
def test_each_is_a_whole_sentence_with_all_its_names(book: str, file: str) -> None:
    for point in points_of(book, file):
        fields = {name for _, name, _, _ in Formatter().parse(point.text) if name}
        assert fields <= point.names.keys()
        assert all(point.names[name] for name in fields), point
        assert point.text.endswith(".")
        assert point.text[0].isupper() or point.text[0] == "{"
        assert point.when


@pytest.mark.parametrize(("book", "file"), [*BUSY, *QUIET])
def test_the_cars_that_are_lost_are_those_that_the_log_loses(book: str, file: str) -> None:
    entries = _entries(book, file)
    kinds = LOSSES.get(book, ("explosion",))
    lost = {entry["car"] for entry in entries if entry["kind"] in kinds}
    told = {point.names["car"] for point in points_of(book, file) if point.kind in TOLD.get(book, ("kill",))}
    assert told == lost


@pytest.mark.parametrize(("book", "file"), [*BUSY, *QUIET])
def test_the_last_one_names_the_winners_of_the_report_with_their_points(book: str, file: str) -> None:
    ruleset = get_ruleset(book)
    assert isinstance(ruleset, ExhibitionRuleset)
    end = points_of(book, file)[-1]
    assert end.kind == "end"
    teams = ruleset.box_score(log_of(book, file))[0]
    sentence = in_words(end)
    assert any(str(row[1]) in sentence for row in teams.rows) or "Several" in sentence or "nobody" in sentence
    assert choose(points_of(book, file))[-1] is end


def test_every_installed_match_system_finds_turning_points() -> None:
    assert [ruleset.name for ruleset in rulesets() if not isinstance(ruleset, TurningPointsRuleset)] == []


def test_many_of_a_kind_do_not_crowd_out_the_first_of_another() -> None:
    def point(kind: str, number: int, weight: float) -> TurningPoint:
        return TurningPoint(kind=kind, text="It is.", names={}, when="Turn", moment=(1, number, 1), weight=weight)

    many = [point("lead", number, 60) for number in range(20)]
    lone = point("out", 30, 30)
    chosen = choose([*many, lone], most=6)
    assert lone in chosen
    assert chosen[:5] == many[:5]


def test_an_entry_between_two_frames_is_shown_by_the_next_one() -> None:
    steps = FilmSteps([(1, 0, 0), (1, 1, 2), (1, 2, 1)])
    assert [steps.step(moment) for moment in ((1, 0, 0), (1, 1, 1), (1, 1, 2), (1, 2, 1), (2, 0, 0))] == [
        1,
        2,
        2,
        3,
        3,
    ]


def _entries(book: str, file: str) -> list[dict[str, str]]:
    """The kind and car of every entry of an example match, replayed from its log."""
    seen: list[dict[str, str]] = []
    ruleset = get_ruleset(book)
    log = log_of(book, file)
    assert read_log_contents(log, title=ruleset.title)

    def observe(play: object) -> None:
        seen[:] = [{"kind": entry.kind, "car": entry.car} for entry in play.log.entries]  # type: ignore[attr-defined]

    ruleset.replay_recording(ruleset.decode(log), seen=observe)  # type: ignore[attr-defined]
    return seen
