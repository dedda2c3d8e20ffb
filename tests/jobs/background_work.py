"""All background work in the registries, with a case of many rows for each.

A case fills tables and returns the function whose writes are counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.utils import timezone

from jobs import sweeper
from jobs.dispatch import celery_app
from jobs.kinds import _job_kinds
from jobs.queue import enqueue
from jobs.worker import run_job
from journal.forks import fork_for_viewer
from journal.gate import open_gate
from league import tasks
from league.models import (
    Calendar,
    Delivery,
    HandoverOffer,
    Job,
    League,
    Membership,
    Notice,
    Outbox,
    PersonalDelivery,
    PersonalWebhook,
    Sandbox,
    Season,
    SeatSeeker,
    StoredAnswer,
    Webhook,
)
from scheduling import awaited_dice, handovers, seats
from scheduling.calendar import set_calendar
from scheduling.notices import mail
from tests.api.test_sandboxes import viewer
from tests.league.small_league import BEGAN, Table, founded, signed
from tools.source_index import SITE_PACKAGES
from webhooks import delivery
from webhooks.personal import PERSONAL_JOB
from webhooks.publisher import SEND_JOB

MANY = 450
"""The rows of each table, which are more than two turns may write."""
OURS = tuple(f"{package}." for package in SITE_PACKAGES)
LONG_AGO = timedelta(days=400)
Case = Callable[[], Callable[[], object]]


def kinds_of_jobs() -> list[str]:
    """All kinds of jobs of the site, without those of tests."""
    return [
        f"job {name}" for name, job_kind in sorted(_job_kinds.items()) if job_kind.body.__module__.startswith(OURS)
    ]


def sweeps() -> list[str]:
    """The functions registered with `register_sweep`, without those of tests."""
    return [f"sweep {module}.{name}" for module, name in sorted(sweeper._extra_sweeps) if module.startswith(OURS)]


def celery_tasks() -> list[str]:
    """The Celery tasks of the site."""
    return [f"task {name}" for name in sorted(celery_app().tasks) if name.startswith(OURS)]


def all_work() -> list[str]:
    """All background work: jobs, sweeps and tasks."""
    return [*kinds_of_jobs(), *sweeps(), *celery_tasks()]


def worked(kind: str, *, at: Any = BEGAN, **options: Any) -> Callable[[], object]:
    """Queue a job of a kind, and return the function that runs it."""
    job = enqueue(kind, key=f"{kind} counted", at=at, **options)

    def run() -> None:
        finished = run_job(job.pk, clock=lambda: at)
        assert finished is not None
        assert finished.state == Job.State.DONE, finished.failure

    return run


def mails() -> Callable[[], object]:
    """Many notices to mail, of a member without an address and of one with."""
    table = founded()
    users = get_user_model().objects
    users.filter(username="rust-belt-razors").update(email="razors@example.org")
    for who, many in (("saints", MANY), ("razors", mail.MAILS_PER_JOB)):
        member = Membership.objects.get(handle=table.handle(who))
        Notice.objects.bulk_create(
            Notice(member=member, key=f"n{number}", about="closed", arguments={"season": "s1"}, at=BEGAN)
            for number in range(many)
        )
    return worked("send_mail")


def a_webhook(table: Table) -> Webhook:
    """A webhook whose address is refused before anything is sent."""
    return Webhook.objects.create(
        league_id=table.league,
        user=get_user_model().objects.get(username="rust-belt-razors"),
        name="bot",
        address="http://127.0.0.1:1/",
        kinds=["entry.written"],
        shape="standard",
        secret="whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        made_at=BEGAN,
    )


def deliveries(hook: Webhook, many: int, **columns: Any) -> None:
    """Create this many deliveries for a webhook."""
    Delivery.objects.bulk_create(
        Delivery(
            webhook=hook, message=f"{sorted(columns)} {number}", kind="x", body=b"{}", **{"made_at": BEGAN, **columns}
        )
        for number in range(many)
    )


def unanswered_webhook() -> Callable[[], object]:
    """Many deliveries to a webhook that cannot be reached, all of which count as tried."""
    hook = a_webhook(founded())
    deliveries(hook, MANY, next_at=BEGAN)
    return worked(SEND_JOB, arguments={"webhook": hook.pk})


def unanswered_personal_webhook() -> Callable[[], object]:
    """Many messages to a person's own webhook that cannot be reached, all of which count as tried."""
    founded()
    hook = PersonalWebhook.objects.create(
        user=get_user_model().objects.get(username="rust-belt-razors"),
        address="http://127.0.0.1:1/",
        shape="standard",
        secret="whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        made_at=BEGAN,
    )
    PersonalDelivery.objects.bulk_create(
        PersonalDelivery(webhook=hook, message=f"m{number}", kind="x", body=b"{}", made_at=BEGAN, next_at=BEGAN)
        for number in range(MANY)
    )
    return worked(PERSONAL_JOB, arguments={"user": hook.pk})


def old_deliveries() -> Callable[[], object]:
    """Many old deliveries, half of which were accepted."""
    hook = a_webhook(founded())
    deliveries(hook, MANY, made_at=BEGAN - LONG_AGO, taken_at=BEGAN - LONG_AGO)
    deliveries(hook, MANY, made_at=BEGAN - LONG_AGO)
    return lambda: delivery.enqueue_due_webhooks(BEGAN)


def old_answers() -> Callable[[], object]:
    """Many expired answers of the API."""
    user = get_user_model().objects.create_user("somebody")
    StoredAnswer.objects.bulk_create(
        StoredAnswer(user=user, key=f"k{number}", asked="a" * 64, status=200, kind="x", body=b"", at=BEGAN - LONG_AGO)
        for number in range(MANY)
    )
    return lambda: sweeper.delete_expired_answers(BEGAN)


def failed_jobs() -> Callable[[], object]:
    """A league whose commissioner must be notified of many failed jobs with different failures."""
    table = founded()
    member = Membership.objects.get(handle=table.handle("boss"))
    set_calendar(league=table.league, member=member, at=BEGAN)
    jobs(MANY, "failed", state=Job.State.FAILED, ended_at=BEGAN, season_id=table.season, league_id=table.league)
    return worked("clock_tick", season=table.season)


def jobs(many: int, key: str, **columns: Any) -> None:
    """Create this many rows of jobs."""
    values = {"kind": "counted", "queued_at": BEGAN, "due_at": BEGAN, **columns}
    Job.objects.bulk_create(
        Job(key=f"{key} {number}", failure=f"No {number}." if key == "failed" else "", **values)
        for number in range(many)
    )


def everything_swept() -> Callable[[], object]:
    """Many jobs of every kind that a sweep looks for, a long outbox, and a large expired sandbox."""
    now = timezone.now()
    table = signed()
    expired = sandbox(table)
    with open_gate():
        Outbox.objects.bulk_create(Outbox(season=expired.season, entry=n, topic="x") for n in range(1, MANY))
    Sandbox.objects.update(expires_at=now - timedelta(days=1))
    old, recent = now - LONG_AGO, now - timedelta(minutes=10)
    jobs(MANY, "done", kind="send_mail", state=Job.State.DONE, queued_at=old, due_at=old, ended_at=old)
    jobs(MANY, "failed", kind="send_mail", state=Job.State.FAILED, queued_at=old, due_at=old, ended_at=old)
    jobs(MANY, "unheard", queued_at=recent, due_at=recent)
    jobs(MANY, "lost", state=Job.State.RUNNING, claim="x", queued_at=old, due_at=old, heartbeat_at=old)
    jobs(MANY, "ahead", state=Job.State.RUNNING, claim="x", queued_at=old, due_at=old, heartbeat_at=now + LONG_AGO)
    jobs(MANY, "nudged", queued_at=recent, due_at=now + LONG_AGO, nudged_at=now + LONG_AGO)
    jobs(MANY, "tried", tries=1, queued_at=now + LONG_AGO, due_at=now + LONG_AGO)
    waiting(table)
    return tasks.sweep


def sandbox(table: Table) -> Sandbox:
    """A sandbox of the owner of the razors."""
    razors = viewer(table, "razors")
    season = fork_for_viewer(table.season, "sandbox-x", viewer=razors, secret=b"\x01" * 32, at=BEGAN)
    user = razors.memberships[0].user
    return Sandbox.objects.create(season=season, user=user, made_at=BEGAN, expires_at=BEGAN + LONG_AGO)


def waiting(table: Table, many: int = MANY) -> None:
    """Replace a season's outbox by many rows, whose entries need not exist."""
    with open_gate():
        Outbox.objects.filter(season=table.season).delete()
        Outbox.objects.bulk_create(
            Outbox(season_id=table.season, entry=number, topic="decide_repairs") for number in range(1, many + 1)
        )


def long_outbox() -> Callable[[], object]:
    """A long outbox in a league with a webhook, so that every row has a receiver."""
    table = founded()
    a_webhook(table)
    waiting(table)
    return tasks.deliver


def many_leagues() -> Callable[[], object]:
    """Many leagues with a calendar."""
    table = founded()
    row = Season.objects.get(pk=table.season)
    names = [f"l{number}" for number in range(MANY)]
    League.objects.bulk_create(League(id=name, name=name, founded_at=BEGAN) for name in names)
    Calendar.objects.bulk_create(Calendar(league_id=name, updated_at=BEGAN) for name in names)
    seasons = []
    for name in names:
        season = Season.objects.get(pk=row.pk) if not seasons else _copied(seasons[0])
        season.pk, season.league_id = f"{name}/s1", name
        seasons.append(season)
    with open_gate():
        Season.objects.bulk_create(seasons)
    return tasks.tick


def many_that_await() -> Callable[[], object]:
    """Many seasons whose awaited dice are due."""
    many_leagues()
    with open_gate():
        Season.objects.filter(pk__startswith="l").update(awaited_at=BEGAN)
    return lambda: awaited_dice.enqueue_due_falls(BEGAN)


def league_to_delete() -> Callable[[], object]:
    """A league whose time is over, with many notices and jobs."""
    table = founded()
    member = Membership.objects.get(handle=table.handle("boss"))
    Notice.objects.bulk_create(
        Notice(member=member, key=f"n{number}", about="closed", arguments={"season": "s1"}, at=BEGAN)
        for number in range(MANY)
    )
    jobs(MANY, "ended", state=Job.State.FAILED, ended_at=BEGAN, season_id=table.season, league_id=table.league)
    League.objects.filter(pk=table.league).update(delete_at=BEGAN)
    return worked("delete_league", arguments={"league": table.league})


def old_offers() -> Callable[[], object]:
    """Many expired offers to hand a league over."""
    table = founded()
    boss = Membership.objects.get(handle=table.handle("boss"))
    takers = Membership.objects.bulk_create(
        Membership(league_id=table.league, user=user, role="spectator", handle=f"h{user.pk}") for user in people()
    )
    terms = {"league_id": table.league, "giver": boss, "steps_down": False, "offered_at": BEGAN, "expires_at": BEGAN}
    HandoverOffer.objects.bulk_create(HandoverOffer(taker=taker, **terms) for taker in takers)
    return lambda: handovers.expire_handovers(BEGAN)


def old_seekers() -> Callable[[], object]:
    """Many people who looked for a seat long ago."""
    SeatSeeker.objects.bulk_create(SeatSeeker(user=user, posted_at=BEGAN, expires_at=BEGAN) for user in people())
    return lambda: seats.sweep_seats(BEGAN)


def people() -> list[Any]:
    """Many accounts."""
    model = get_user_model()
    return list(model.objects.bulk_create(model(username=f"u{number}") for number in range(MANY)))


def _copied(row: Season) -> Season:
    return Season(**{field.attname: getattr(row, field.attname) for field in Season._meta.concrete_fields})


def a_season_that_goes_on() -> Callable[[], object]:
    """An unattended league whose season continues for several sittings of the journal."""
    table = founded(franchises=tuple(f"f{number}" for number in range(1, 25)))
    boss = Membership.objects.get(handle=table.handle("boss"))
    set_calendar(league=table.league, member=boss, at=BEGAN, unattended=True)
    Membership.objects.exclude(pk=boss.pk).update(role=Membership.Role.SPECTATOR, franchise=None)
    return worked("go_on", season=table.season)


CASES: dict[str, Case] = {
    "job clock_tick": failed_jobs,
    "job go_on": a_season_that_goes_on,
    "job delete_league": league_to_delete,
    f"job {SEND_JOB}": unanswered_webhook,
    "job send_mail": mails,
    f"job {PERSONAL_JOB}": unanswered_personal_webhook,
    "sweep scheduling.awaited_dice.enqueue_due_falls": many_that_await,
    "sweep jobs.sweeper.delete_expired_answers": old_answers,
    "sweep scheduling.handovers.expire_handovers": old_offers,
    "sweep scheduling.seats.sweep_seats": old_seekers,
    "sweep webhooks.delivery.enqueue_due_webhooks": old_deliveries,
    "task league.tasks.deliver": long_outbox,
    "task league.tasks.sweep": everything_swept,
    "task league.tasks.tick": many_leagues,
}
"""Cases for all background work that may write many rows or give many commands."""
BY_JOURNAL = {"job go_on": "every sitting is a transaction of the journal", "job clock_tick": "and so it is here"}
"""Cases whose work gives commands, with the reason. Their transactions may be long; a pause follows each."""
ONE_TRANSACTION = {
    "job finish_founding": "a setup is opened, and a seat given, in one transaction of the journal",
    "job let_dice_fall": "what falls falls in one transaction of the journal; nothing is done between two",
    "job load_example": "a league is there whole or not at all: the journal restores it in one transaction (ADR 22)",
    "job mail_seat_answer": "it claims one letter, and sends it outside of a transaction",
    "job resolve_match": "a result is accepted in one transaction of the journal",
    "job reveal_round": "it gives what the job `go_on` gives, which has a case",
    "job season_end": "a step is played in one transaction of the journal; `play_step` pauses between two",
    "sweep scheduling.notices.mail.enqueue_due_mail": "it queues two jobs at most; `send_mail` has a case",
    "sweep scheduling.league_life.sweep_deletions": "a transaction a league, which notifies its members",
    "task league.tasks.run": "it works one job, and every kind has a line of its own",
}
"""Work without a case, with the reason."""


def lines_missing(found: Iterable[str]) -> list[str]:
    """A sentence for each piece of work without a case or a reason for having none."""
    return [
        f"{name} is work in the background and nothing counts what it writes: add a case with many rows to CASES in "
        "tests/jobs/background_work.py."
        for name in found
        if name not in CASES and name not in ONE_TRANSACTION
    ]
