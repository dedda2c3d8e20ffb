"""The beat goes by time passed, and so on through a clock that steps back."""

from __future__ import annotations

from typing import Any

import pytest

from config.celery import app
from jobs import beat
from jobs.beat import MonotonicScheduler


class Watch:
    """Time passed, as the test says."""

    passed = 1000.0

    def monotonic(self) -> float:
        return self.passed


def test_each_task_is_sent_as_often_as_the_settings_say(monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Watch()
    monkeypatch.setattr(beat, "time", watch)
    scheduler = MonotonicScheduler(app)
    sent: list[tuple[float, str]] = []
    scheduler.producer = None  # nothing is sent from here

    def send(entry: Any, **_options: Any) -> None:
        sent.append((watch.passed, entry.task))

    monkeypatch.setattr(scheduler, "apply_entry", send)
    until = watch.passed + 60
    while watch.passed < until:
        watch.passed += scheduler.tick()
    swept = [when for when, task in sent if task == "league.tasks.sweep"]
    ticked = [when for when, task in sent if task == "league.tasks.tick"]
    assert swept == pytest.approx([1000.0 + 5 * number for number in range(12)])
    assert ticked == [1000.0]


def test_names_of_tasks_stay() -> None:
    app.loader.import_default_modules()
    ours = sorted(name for name in app.tasks if name.startswith("league."))
    assert ours == ["league.tasks.deliver", "league.tasks.run", "league.tasks.sweep", "league.tasks.tick"]
    assert {(app.tasks[name].acks_late, app.tasks[name].reject_on_worker_lost) for name in ours} == {(True, True)}
    assert app.conf.result_backend is None
    assert app.conf.worker_prefetch_multiplier == 1
