"""Webhooks and the messages sent to them, for lists."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, F, Max, Min, OuterRef, Q, QuerySet, Subquery

from league.access import Viewer
from league.models import Delivery, Membership, PersonalDelivery, Webhook
from sql.cached_sql import cached_sql

MOST_WEBHOOKS_LISTED = 60
"""The most webhooks listed for one person: all active ones, and the last that were stopped."""


@cached_sql
def any_active_webhook(league: str) -> QuerySet[Webhook, int]:
    """One active webhook of the league, by its id; empty if there is none."""
    return Webhook.objects.filter(league_id=league, stopped_at=None).values_list("pk", flat=True)[:1]


def active_webhooks(league: str) -> QuerySet[Webhook]:
    """The active webhooks of a league, each with its person.

    `belongs` says whether the person is still a member, `waiting` is how many messages wait for it, `resting` until
    when it is left alone since it did not answer.
    """
    members = Membership.objects.filter(league_id=OuterRef("league_id"), user_id=OuterRef("user_id"))
    unanswered = Q(deliveries__next_at__isnull=False, deliveries__tries__gt=0, deliveries__status=None)
    return (
        Webhook.objects.filter(league_id=league, stopped_at=None)
        .select_related("user")
        .annotate(
            belongs=Exists(members.exclude(role=Membership.Role.FORMER)),
            waiting=Count("deliveries", filter=Q(deliveries__next_at__isnull=False)),
            resting=Min("deliveries__next_at", filter=unanswered),
        )
        .order_by("pk")
    )


def visible_webhooks(league: str, viewer: Viewer, *, whole: bool) -> QuerySet[Webhook]:
    """The viewer's webhooks in a league, or everybody's if they are a commissioner and ask for the `whole`.

    Active ones come first, then the newest first; `waiting` and `dead` count their messages, `taken` is when one was
    last taken; `member` is the owner's handle, and `belongs` whether they are still a member.
    """
    found = _counted(_of(league, viewer, whole=whole))
    return found.order_by(F("stopped_at").desc(nulls_first=True), "-pk")[:MOST_WEBHOOKS_LISTED]


def visible_webhook(league: str, viewer: Viewer, number: int, *, whole: bool) -> Webhook | None:
    """One of those, or None."""
    return _counted(_of(league, viewer, whole=whole)).filter(pk=number).first()


def deliveries_of(webhook: Webhook, *, before: int | None = None) -> QuerySet[Delivery]:
    """The messages of a webhook, the newest first; with `before`, only those older than that number."""
    found = webhook.deliveries.order_by("-pk")
    return found if before is None else found.filter(pk__lt=before)


def state_of(delivery: Delivery | PersonalDelivery) -> str:
    """The state of a message: `taken`, `waiting` for its next try, or `dead`."""
    return "taken" if delivery.taken_at else "waiting" if delivery.next_at else "dead"


def due_deliveries_by_webhook(at: datetime) -> QuerySet[Delivery, Any]:
    """For each webhook with due messages: its first message, the most tries of one, and how many there are."""
    due = Delivery.objects.filter(next_at__lte=at, webhook__stopped_at=None)
    return (
        due.order_by("webhook_id")
        .values("webhook_id")
        .annotate(first=Min("pk"), tried=Max("tries"), many=Count("pk"))
    )


def _of(league: str, viewer: Viewer, *, whole: bool) -> QuerySet[Webhook]:
    found = Webhook.objects.filter(league_id=league).select_related("user")
    if whole and viewer.is_commissioner:
        return found
    return found.filter(user_id__in=[membership.user_id for membership in viewer.memberships])


def _counted(found: QuerySet[Webhook]) -> QuerySet[Webhook]:
    members = Membership.objects.filter(league_id=OuterRef("league_id"), user_id=OuterRef("user_id")).order_by("pk")
    return found.annotate(
        member=Subquery(members.values("handle")[:1]),
        belongs=Exists(members.exclude(role=Membership.Role.FORMER)),
        waiting=Count("deliveries", filter=Q(deliveries__next_at__isnull=False)),
        dead=Count("deliveries", filter=Q(deliveries__next_at=None, deliveries__taken_at=None)),
        taken=Max("deliveries__taken_at"),
    )
