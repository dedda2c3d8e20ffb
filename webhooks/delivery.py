"""Sends the due messages of a webhook, signed, retries first; a message that is not taken is tried again.

A try is recorded before it is made, with the time of the next one: if the process dies in between nothing is lost,
and the message is sent once more. So a message arrives at least once, always under the same id.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from django.db.models import F
from standardwebhooks import Webhook as Signing

from jobs.kinds import JobRun, job_kind
from jobs.sweeper import register_sweep
from league.models import Delivery, Job, Membership, PersonalDelivery, PersonalWebhook, Webhook
from league.queries.webhooks import due_deliveries_by_webhook
from sql.short_transactions import delete_in_pieces, short_transaction, update_in_pieces
from webhooks.addresses import AddressRefused, Resolver, resolve_destination, resolve_host
from webhooks.personal import PERSONAL_JOB, enqueue_personal_sending, stop_personal_webhook
from webhooks.publisher import (
    SEND_JOB,
    STOPPED_SENTENCE,
    deactivate_webhook,
    drop_waiting_messages,
    enqueue_sending,
)
from webhooks.transport import PostResult, post_message

RETRY_DELAYS = (
    timedelta(seconds=5),
    timedelta(minutes=5),
    timedelta(minutes=30),
    *(timedelta(hours=hours) for hours in (2, 5, 10, 14, 20, 24)),
)
"""The delay after each failed try before the next one."""
MOST_TRIES = len(RETRY_DELAYS) + 1
UNKNOWN_OUTCOME_AFTER = timedelta(hours=1)
"""How long after the last try it counts as failed if its outcome was never recorded."""
MOST_PER_JOB, LONGEST_RUN = 50, timedelta(seconds=10)
"""How many messages, and for how long, one job sends before it lets others have their turn."""
HTTP_GONE = 410
RETENTION, DEAD_RETENTION = timedelta(days=30), timedelta(days=90)
"""How long messages are kept that were taken, and those that never were."""
Clock = Callable[[], datetime]
USER_AGENT = "Dethmetal-Webhooks/1"
AnyHook = Webhook | PersonalWebhook
AnyMessage = Delivery | PersonalDelivery


@job_kind(SEND_JOB, title="Webhooks", fleeting=True)
def send_webhook(run: JobRun) -> None:
    """The body of the job: send a webhook's due messages, or drop the waiting messages of one that was stopped."""
    webhook = int(run.arguments["webhook"])
    if dropped := drop_waiting_messages(webhook, said=str(run.arguments.get("said", STOPPED_SENTENCE))):
        run.progress(dropped, dropped, f"{dropped} not sent, since it was stopped.")
        return
    count = send_due_messages(webhook, clock=run.now)
    run.progress(count, count, f"{count} tried.")


def send_due_messages(
    webhook: int, *, clock: Clock, look_up: Resolver = resolve_host, trust: str | bool = True
) -> int:
    """Send a webhook's due messages, and return how many were tried.

    It ends early if the webhook does not answer, or asks to be left alone: a later job sends the rest.
    """
    hook = Webhook.objects.filter(pk=webhook, stopped_at=None).first()
    if hook is None:
        return 0
    started_at = clock()
    if not Membership.objects.filter(league=hook.league_id, user=hook.user_id).exclude(role="former").exists():
        deactivate_webhook(hook, at=started_at, said="Its person has left the league.")
        return 0
    return _send_due(hook, clock=clock, look_up=look_up, trust=trust, started_at=started_at)


def send_personal_messages(
    user: int, *, clock: Clock, look_up: Resolver = resolve_host, trust: str | bool = True
) -> int:
    """The same for the due messages of a person's own webhook, by the person's id."""
    hook = PersonalWebhook.objects.filter(user_id=user, user__is_active=True, stopped_at=None).first()
    if hook is None:
        return 0
    return _send_due(hook, clock=clock, look_up=look_up, trust=trust, started_at=clock())


def _send_due(hook: AnyHook, *, clock: Clock, look_up: Resolver, trust: str | bool, started_at: datetime) -> int:
    count = 0
    while count < MOST_PER_JOB and clock() - started_at < LONGEST_RUN:
        delivery = _claim_next_message(hook, at=clock())
        if delivery is None:
            break
        count += 1
        if not _record_outcome(hook, delivery, _post_delivery(hook, delivery, clock, look_up, trust), clock):
            break
    return count


@job_kind(PERSONAL_JOB, title="Notices to people's own webhooks", fleeting=True)
def send_personal_webhook(run: JobRun) -> None:
    """The body of the job: send the due messages of a person's own webhook."""
    count = send_personal_messages(int(run.arguments["user"]), clock=run.now)
    run.progress(count, count, f"{count} tried.")


@register_sweep
def enqueue_due_webhooks(at: datetime) -> None:
    """Enqueue a job for every webhook that has due messages and no running job, and delete old messages."""
    waiting = list(due_deliveries_by_webhook(at))
    if waiting:
        under_way = Job.objects.filter(kind=SEND_JOB, state__in=[Job.State.QUEUED, Job.State.RUNNING])
        busy = {arguments.get("webhook") for arguments in under_way.values_list("arguments", flat=True)}
        for row in waiting:
            if row["webhook_id"] not in busy:
                key = f"{row['first']}/{row['tried']}/{row['many']}/{at:%Y-%m-%dT%H:%M}"
                with short_transaction():
                    enqueue_sending(row["webhook_id"], key, at=at)
    _enqueue_due_personal(at)
    for messages in (Delivery.objects, PersonalDelivery.objects):
        delete_in_pieces(messages.filter(taken_at__lt=at - RETENTION))
        delete_in_pieces(messages.filter(next_at=None, taken_at=None, made_at__lt=at - DEAD_RETENTION))


def _enqueue_due_personal(at: datetime) -> None:
    """Enqueue a job for every person's own webhook that has due messages and no running job."""
    due = PersonalDelivery.objects.filter(next_at__lte=at, webhook__stopped_at=None)
    people = set(due.order_by().values_list("webhook_id", flat=True).distinct())
    if not people:
        return
    under_way = Job.objects.filter(kind=PERSONAL_JOB, state__in=[Job.State.QUEUED, Job.State.RUNNING])
    people -= {arguments.get("user") for arguments in under_way.values_list("arguments", flat=True)}
    for person in sorted(people):
        with short_transaction():
            enqueue_personal_sending(person, f"due/{at:%Y-%m-%dT%H:%M}", at=at)


def message_headers(hook: AnyHook, delivery: AnyMessage, *, at: datetime) -> dict[str, str]:
    """The headers of a message: its id, the time it is sent, and its signature."""
    signed = signature_headers(hook.secret, delivery.message, bytes(delivery.body), at=at)
    return {"Content-Type": "application/json", "User-Agent": USER_AGENT, **signed}


def signature_headers(secret: str, message: str, body: bytes, *, at: datetime) -> dict[str, str]:
    """The headers that identify and authenticate a message, as Standard Webhooks names them."""
    return {
        "webhook-id": message,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": Signing(secret).sign(message, at, body.decode()),
    }


def _claim_next_message(hook: AnyHook, *, at: datetime) -> AnyMessage | None:
    """Claim the next due message: this try and the time of the next one are already recorded."""
    while True:
        due = hook.deliveries.filter(next_at__lte=at).order_by("-tries", "next_at", "pk").first()
        if due is None:
            return None
        rows = hook.deliveries.filter(pk=due.pk, next_at=due.next_at)
        later = at + (RETRY_DELAYS[due.tries] if due.tries < len(RETRY_DELAYS) else UNKNOWN_OUTCOME_AFTER)
        with short_transaction():
            if due.tries >= MOST_TRIES:
                rows.update(next_at=None)
                continue
            claimed = rows.update(tries=F("tries") + 1, next_at=later, status=None, said="It is being sent.")
        if claimed:
            due.tries, due.next_at = due.tries + 1, later
            return due


def _post_delivery(
    hook: AnyHook, delivery: AnyMessage, clock: Clock, look_up: Resolver, trust: str | bool
) -> PostResult:
    try:
        place = resolve_destination(hook.address, look_up=look_up)
    except AddressRefused as refusal:
        return PostResult(None, refusal.sentence)
    return post_message(place, bytes(delivery.body), message_headers(hook, delivery, at=clock()), trust=trust)


def _record_outcome(hook: AnyHook, delivery: AnyMessage, answer: PostResult, clock: Clock) -> bool:
    """Record the outcome of a try; whether the next message may be tried now."""
    at = clock()
    row = hook.deliveries.filter(pk=delivery.pk)
    outcome = {"status": answer.status, "said": answer.said[:200]}
    if answer.status is not None and answer.status // 100 == 2:
        with short_transaction():
            row.update(taken_at=at, next_at=None, **outcome)
        update_in_pieces(hook.deliveries.filter(next_at__gt=at, status=None), next_at=at)
        return True
    last = delivery.tries >= MOST_TRIES
    next_at = None if last else max(delivery.next_at or at, at + timedelta(seconds=answer.wait))
    with short_transaction():
        row.update(next_at=next_at, **outcome)
    if answer.status == HTTP_GONE:
        _stop_hook(hook, at=at, said="It said that it is gone, and was stopped.")
        return False
    if answer.status is None:
        _postpone_due(hook, until=next_at or at + RETRY_DELAYS[0], at=at, said=answer.said)
        return False
    return not answer.wait


def _stop_hook(hook: AnyHook, *, at: datetime, said: str) -> None:
    if isinstance(hook, PersonalWebhook):
        stop_personal_webhook(hook, at=at, said=said)
    else:
        deactivate_webhook(hook, at=at, said=said)


def _postpone_due(hook: AnyHook, *, until: datetime, at: datetime, said: str) -> None:
    """Count the other due messages of an unresponsive webhook as tried too, since each try may take long."""
    due = hook.deliveries.filter(next_at__lte=at)
    last = due.filter(tries__gte=MOST_TRIES - 1)
    update_in_pieces(last, tries=MOST_TRIES, next_at=None, status=None, said=said[:200])
    update_in_pieces(due, tries=F("tries") + 1, next_at=until, status=None, said=said[:200])
