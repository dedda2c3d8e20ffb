"""The kept stories of matches stand several readers at once: each is found once, and none is lost on the way."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from league.models import MatchLog
from league.pages.matches import turning_points
from league.pages.matches.turning_points import KeptStory, forget_stories, turning_points_of
from rules.carcult.ruleset import CarCult
from rules.match import registry
from rules.match.turning_points import TurningPoint
from tests.league.resolved_leagues import resolved

pytestmark = pytest.mark.django_db

READERS = 6


class Slow(CarCult):
    """Car Cult, but it counts how often it is asked for turning points and takes its time."""

    asked = 0

    def turning_points(self, log: bytes) -> list[TurningPoint]:
        self.asked += 1
        time.sleep(0.05)
        return super().turning_points(log)


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    forget_stories()
    yield
    forget_stories()


def a_log() -> MatchLog:
    """The log of a match that was played here."""
    resolved(ruleset="carcult", event="last_cult", setting={"table": "crossroads"})
    return MatchLog.objects.get()


def test_a_story_that_several_open_at_once_for_the_first_time_is_found_once_and_is_the_same_for_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log, line, ruleset = a_log(), Barrier(READERS), Slow()
    monkeypatch.setitem(registry._installed, ruleset.name, ruleset)

    def read() -> tuple[TurningPoint, ...]:
        line.wait()
        return turning_points_of("rust-belt/s1/m1", log.digest, log)

    with ThreadPoolExecutor(READERS) as readers:
        stories = [reader.result() for reader in [readers.submit(read) for _ in range(READERS)]]
    assert stories[0]
    assert stories == [stories[0]] * READERS
    assert ruleset.asked == 1


class Unhurried(OrderedDict[str, KeptStory]):
    """The kept stories, but looking one up takes long enough for others to drop it meanwhile."""

    def get(self, match: str, default: Any = None) -> Any:
        found = super().get(match, default)
        time.sleep(0.001)
        return found


def test_a_story_that_is_dropped_while_somebody_reads_it_is_read_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log, line = a_log(), Barrier(READERS)
    log.ruleset = "no_such_ruleset"
    monkeypatch.setattr(turning_points, "MAX_KEPT", 1)
    monkeypatch.setattr(turning_points, "_kept", Unhurried())

    def read(number: int) -> None:
        line.wait()
        for turn in range(20):
            match = f"rust-belt/s1/m{number % 2 + turn // 5}"
            assert turning_points_of(match, log.digest, log) == ()

    with ThreadPoolExecutor(READERS) as readers:
        for reader in [readers.submit(read, number) for number in range(READERS)]:
            reader.result()
