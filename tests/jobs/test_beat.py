"""The beat uses a monotonic clock, so that a system clock that steps back does not disturb it."""

from __future__ import annotations

from typing import Any

import pytest

from config.celery import app
from jobs import beat
from jobs.beat import MonotonicScheduler


class Watch:
    """A monotonic clock that the test moves."""

    passed = 1000.0

    def monotonic(self) -> float:
        return self.passed


def test_each_task_is_sent_as_often_as_the_settings_say(monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Watch()
    monkeypatch.setattr(beat, "time", watch)
    scheduler = MonotonicScheduler(app)
    sent: list[tuple[float, str]] = []
    scheduler.producer = None  # the test sends nothing

    def send(entry: Any, **_options: Any) -> None:
        sent.append((watch.passed, entry.task))

    monkeypatch.setattr(scheduler, "apply_entry", send)
    end = watch.passed + 60
    while watch.passed < end:
        watch.passed += scheduler.tick()
    swept = [moment for moment, task in sent if task == "league.tasks.sweep"]
    ticked = [moment for moment, task in sent if task == "league.tasks.tick"]
    assert swept == pytest.approx([1000.0 + 5 * number for number in range(12)])
    assert ticked == [1000.0]


def test_names_of_tasks_stay() -> None:
    app.loader.import_default_modules()
    ours = sorted(name for name in app.tasks if name.startswith("league."))
    assert ours == ["league.tasks.deliver", "league.tasks.run", "league.tasks.sweep", "league.tasks.tick"]
    assert {(app.tasks[name].acks_late, app.tasks[name].reject_on_worker_lost) for name in ours} == {(True, True)}
    assert app.conf.result_backend is None
    assert app.conf.worker_prefetch_multiplier == 1
