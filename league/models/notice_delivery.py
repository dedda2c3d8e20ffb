"""How notices leave the site for a person: what they chose, what waits, and addresses that take no mail."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from league.models.integrations import HookFields, MessageFields
from league.models.leagues import League
from league.models.scheduling import Notice


class NoticeChoice(models.Model):
    """When a person gets a group of notices by a channel, where that differs from the default.

    Without a league it is for all of them. With a league it is always `off`, and the league is muted if `group` and
    `channel` are empty. `was` is what a person had before they turned it off from a letter, and empty otherwise.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="notice_choices")
    league = models.ForeignKey(League, on_delete=models.CASCADE, null=True, related_name="+")
    group = models.CharField(max_length=20, blank=True)
    channel = models.CharField(max_length=8, blank=True)
    delivery = models.CharField(max_length=8)
    was = models.CharField(max_length=8, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["user", "group", "channel"], condition=Q(league=None), name="one_choice_a_group"
            ),
            models.UniqueConstraint(
                fields=["user", "league", "group", "channel"],
                condition=Q(league__isnull=False),
                name="one_choice_a_group_and_league",
            ),
            models.CheckConstraint(
                condition=Q(league=None, delivery__in=["now", "daily", "weekly", "off"]) & ~Q(group="")
                | Q(league__isnull=False, delivery="off"),
                name="a_choice_is_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.group} by {self.channel} for {self.user_id}: {self.delivery}"


class WaitingNotice(models.Model):
    """A notice that waits to leave by a channel: in a digest, or at the end of quiet hours (`delivery` is `now`)."""

    notice = models.ForeignKey(Notice, on_delete=models.CASCADE, related_name="waiting")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    channel = models.CharField(max_length=8)
    delivery = models.CharField(max_length=8)
    due_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["notice", "channel"], name="a_notice_waits_once_a_channel")]
        indexes = [models.Index(fields=["due_at"], name="waiting_notices_due")]

    def __str__(self) -> str:
        return f"notice {self.notice_id} by {self.channel}"


class MailFailure(models.Model):
    """That a mail server refused a person's address for good: how often, when, and what it said.

    It counts only as long as they have that address. Once `stopped_at` is set no more notices are mailed to it.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="mail_failure"
    )
    address = models.CharField(max_length=254)
    refusals = models.PositiveIntegerField(default=1)
    said = models.CharField(max_length=300, blank=True)
    first_at = models.DateTimeField()
    last_at = models.DateTimeField()
    stopped_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"refused mail of {self.user_id}"


class PersonalWebhook(HookFields):
    """The address of a person's own that gets their notices, and nothing else."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="personal_webhook"
    )

    def __str__(self) -> str:
        return f"webhook of {self.user_id}"


class PersonalDelivery(MessageFields):
    """A message for a person's own webhook: sent again until it is taken, or dead after the last try."""

    webhook = models.ForeignKey(PersonalWebhook, on_delete=models.CASCADE, related_name="deliveries")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["webhook", "message"], name="one_personal_delivery_a_message")]
        indexes = [
            models.Index(fields=["next_at"], name="personal_deliveries_due", condition=Q(next_at__isnull=False))
        ]

    def __str__(self) -> str:
        return f"{self.kind} for {self.webhook_id}"
