"""An outage of a service is logged once, in a sentence, and its end once."""

from __future__ import annotations

import logging
from smtplib import SMTPDataError, SMTPServerDisconnected
from typing import Any

import pytest
from celery.beat import SchedulingError
from celery.worker.consumer.consumer import CONNECTION_ERROR, CONNECTION_RETRY
from django.contrib.auth import get_user_model
from django.core.mail.backends.locmem import EmailBackend
from django.db import OperationalError, connection
from kombu.exceptions import OperationalError as BrokerError

from config import shared_cache
from config.celery import app
from config.shared_cache import SharedCache
from jobs import beat as beats
from jobs import broker_watchdog, dispatch, outages, worker
from jobs.beat import MonotonicScheduler
from jobs.broker_watchdog import RepeatedErrorFilter
from jobs.outages import Outage, ServiceUnavailable, tolerate_database_outage
from jobs.queue import enqueue
from jobs.worker import run_job
from league.models import Notice
from league.tasks import sweep, tick
from scheduling.notices import mail
from scheduling.notices.inbox import notify
from tests.jobs.harness import Redis
from tests.league.small_league import BEGAN
from tests.people.crowd import league_of, member

HERE = "tests.jobs.test_outages"


@pytest.fixture(autouse=True)
def _nothing_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start each test with new outage objects."""
    for name, modules in HELD_BY.items():
        outage = Outage(f"The {name.lower().replace('_', ' ')}")
        for module in modules:
            monkeypatch.setattr(module, name, outage)


HELD_BY = {
    "BROKER": (dispatch, outages, beats, broker_watchdog),
    "DATABASE": (outages, worker),
    "MAIL_SERVER": (mail, outages),
}
"""The modules that hold each outage object."""


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    """The lines of the log, marked if they have a traceback."""
    return [record.getMessage() + (" Traceback" if record.exc_info else "") for record in caplog.records]


def test_an_outage_is_said_when_it_begins_and_when_it_is_over(caplog: pytest.LogCaptureFixture) -> None:
    service = Outage("The press")
    service.report_end()
    for _ in range(3):
        service.report_start(ConnectionRefusedError("no"), "nothing is printed.")
    for _ in range(3):
        service.report_end()
    service.report_start(OSError(), "nothing is printed.")
    assert lines(caplog) == [
        "The press is out of reach (ConnectionRefusedError): nothing is printed.",
        "The press is within reach again.",
        "The press is out of reach (OSError): nothing is printed.",
    ]


class Beat(MonotonicScheduler):
    """A beat whose broker raises the test's exception, if any."""

    fault: Exception | None = None
    producer = None

    def apply_async(self, entry: Any, **_how: Any) -> None:
        """Raise Celery's own error without the cause, as Celery does."""
        if self.fault is not None:
            try:
                raise self.fault
            except Exception:  # noqa: BLE001 - as Celery does
                raise SchedulingError(f"Couldn't apply scheduled task {entry.name}") from None


def test_a_beat_without_its_broker_says_so_once_and_once_when_it_is_back(caplog: pytest.LogCaptureFixture) -> None:
    beat = Beat(app)
    entries = list(beat.schedule.values())
    for fault in (BrokerError("Error 111"), ConnectionRefusedError(), None, None):
        beat.fault = fault
        for entry in entries:
            beat.apply_entry(entry)
    assert lines(caplog) == [
        "The broker is out of reach (OperationalError): the beat sends what is due until it is back.",
        "The broker is within reach again.",
    ]


def test_what_else_a_beat_cannot_send_is_told_whole(caplog: pytest.LogCaptureFixture) -> None:
    beat = Beat(app)
    beat.fault = TypeError("no such argument")
    beat.apply_entry(beat.schedule["tick"])
    assert lines(caplog) == ["The beat could not send league.tasks.tick. Traceback"]


@pytest.mark.usefixtures("deaf_broker")
def test_nudges_without_a_broker_say_so_once(caplog: pytest.LogCaptureFixture) -> None:
    assert [
        dispatch.send_task(dispatch.SWEEP_TASK),
        dispatch.send_task(dispatch.DELIVER_TASK),
        dispatch.broker_is_reachable(),
    ] == [False] * 3
    assert lines(caplog) == [
        "The broker is out of reach (OperationalError): league.tasks.sweep waits for the sweeper."
    ]


def test_a_worker_that_tries_again_and_again_to_connect_says_so_once(caplog: pytest.LogCaptureFixture) -> None:
    log = logging.getLogger("a worker's own")
    log.addFilter(RepeatedErrorFilter())
    log.warning("%s (%r)", CONNECTION_RETRY, ConnectionResetError("gone"))
    for _ in range(3):
        log.error(CONNECTION_ERROR, "redis://", ConnectionRefusedError("no"), "Trying again in 2 seconds")
    silence = broker_watchdog.BrokerSilence("The broker has said nothing for 31 seconds.")
    log.warning("%s (%r)", CONNECTION_RETRY, silence)
    log.warning("Something else, %s.", "told as it is")
    assert lines(caplog) == [
        "The broker is out of reach (ConnectionResetError): the worker connects anew when it is back.",
        f"{CONNECTION_RETRY} (BrokerSilence('The broker has said nothing for 31 seconds.'))",
        "Something else, told as it is.",
    ]


@pytest.mark.django_db(transaction=True)
def test_ticks_and_sweeps_without_a_database_say_so_once_and_once_when_it_is_back(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_asked: Any, **_how: Any) -> Any:
        raise OperationalError("connection failed")

    with monkeypatch.context() as patch:
        patch.setattr(connection, "cursor", refuse)
        patch.setattr(connection, "connect", refuse)
        patch.setattr("jobs.sweeper.sweep", refuse)
        patch.setattr("league.tasks._enqueue_ticks", refuse)
        for _ in range(3):
            sweep()
            tick()
    sweep()
    tick()
    assert lines(caplog) == [
        "The database is out of reach (OperationalError): it is looked at again with each tick and sweep.",
        "The database is within reach again.",
    ]


@pytest.mark.django_db(transaction=True)
def test_what_a_database_that_is_there_refuses_is_an_error_like_any_other() -> None:
    with pytest.raises(OperationalError, match="locked"), tolerate_database_outage("nothing is done."):
        raise OperationalError("database is locked")


class Refusing(EmailBackend):
    """A mail server that refuses connections."""

    def open(self) -> bool:
        raise ConnectionRefusedError(111, "refused")


class Hanging(EmailBackend):
    """A mail server that closes the connection halfway."""

    def send_messages(self, messages: Any) -> int:  # noqa: ARG002 - the signature is Django's
        raise SMTPServerDisconnected("Connection unexpectedly closed")


class Choosy(EmailBackend):
    """A mail server that rejects the mail."""

    def send_messages(self, messages: Any) -> int:  # noqa: ARG002 - the signature is Django's
        raise SMTPDataError(554, b"no")


def with_mail(key: str) -> Any:
    """Run a job that must send one mail; return the job."""
    saints = member("saints")
    get_user_model()._default_manager.filter(pk=saints.user_id).update(email="saints@example.com")
    notify([saints], about="locked", key=key, at=BEGAN, arguments={"match": "m1"})
    job = enqueue("send_mail", key=key, at=BEGAN)
    return run_job(job.pk, clock=lambda: BEGAN)


@pytest.mark.django_db
def test_a_mail_server_that_is_away_is_said_once_and_mail_goes_out_later(
    caplog: pytest.LogCaptureFixture, settings: Any
) -> None:
    league_of()
    settings.EMAIL_BACKEND = f"{HERE}.Refusing"
    jobs = [with_mail(key) for key in ("a", "b")]
    assert [(job.state, job.log[-1]["line"]) for job in jobs] == [
        ("queued", "A fault (ConnectionRefusedError): tried again in 10 seconds.")
    ] * 2
    settings.EMAIL_BACKEND = f"{HERE}.Hanging"
    with_mail("c")
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert with_mail("d").state == "done"
    assert lines(caplog) == [
        "The mail server is out of reach (ConnectionRefusedError): mail waits, and is tried again.",
        "The mail server is within reach again.",
    ]
    assert Notice.objects.exclude(mailed_at=None).exists()


@pytest.mark.django_db
def test_a_mail_that_a_server_does_not_take_is_an_error_like_any_other(
    caplog: pytest.LogCaptureFixture, settings: Any
) -> None:
    league_of()
    settings.EMAIL_BACKEND = f"{HERE}.Choosy"
    with_mail("a")
    assert lines(caplog) == ["The body of the job failed. Traceback"]


def test_what_is_away_says_so_by_itself(caplog: pytest.LogCaptureFixture) -> None:
    ServiceUnavailable(Outage("The press"), OSError(), "nothing is printed.").report()
    assert lines(caplog) == ["The press is out of reach (OSError): nothing is printed."]


@pytest.mark.redis
def test_a_cache_that_is_away_is_stood_in_for_and_nothing_fails(
    caplog: pytest.LogCaptureFixture, redis_server: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_cache, "CACHE_OUTAGE", Outage("The cache"))
    cache = SharedCache(redis_server.url, {"OPTIONS": {"socket_connect_timeout": 1}})
    cache.set("a", 1)
    redis_server.stop()
    assert (cache.get("a"), cache.add("a", 5), cache.add("a", 6), cache.incr("a")) == (None, True, False, 6)
    assert (cache.get_or_set("b", 7), cache.get_many(["a", "b"]), cache.delete("a")) == (7, {"a": 6, "b": 7}, True)
    redis_server.start()
    assert cache.get("b") is None
    assert lines(caplog) == [
        "The cache is out of reach (ConnectionError): each process counts for itself.",
        "The cache is within reach again.",
    ]
