"""What programs exchange with the site: keys that sign packets, logs of claims, appeals, webhooks, sandboxes.

None of it is part of a season: no rule reads it, and the journal does not contain it.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from league.models.leagues import League
from league.models.seasons import Season


class SigningKey(models.Model):
    """An Ed25519 key that signs match packets; signatures name it by its `id`.

    `private` and `public` are raw keys in hex digits. A retired key signs nothing more and stays published, so that
    its signatures can still be checked.
    """

    id = models.CharField(primary_key=True, max_length=16)
    private = models.CharField(max_length=64)
    public = models.CharField(max_length=64)
    made_at = models.DateTimeField()
    retired_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                models.Case(models.When(retired_at__isnull=True, then=models.Value(1))), name="one_key_signs"
            )
        ]

    def __str__(self) -> str:
        return self.id


class ClaimedLog(models.Model):
    """A match's log that came with a claimed report, by the digest of its contents; `log` is compressed."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="claimed_logs")
    match = models.CharField(max_length=140)
    digest = models.CharField(max_length=64)
    ruleset = models.CharField(max_length=60)
    edition = models.PositiveIntegerField()
    log = models.BinaryField()
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["season", "match", "digest"], name="one_claimed_log_a_match")]

    def __str__(self) -> str:
        return f"log of {self.match}"


class ReportPart(models.Model):
    """What a side reported of one heat, before it reports the whole match."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="report_parts")
    match = models.CharField(max_length=140)
    side = models.CharField(max_length=140, blank=True)
    packet = models.CharField(max_length=64)
    heat = models.PositiveIntegerField()
    document = models.JSONField()
    actor = models.CharField(max_length=121)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "match", "side", "packet", "heat"], name="one_part_a_heat")
        ]

    def __str__(self) -> str:
        return f"heat {self.heat} of {self.match}"


class Appeal(models.Model):
    """A team's objection to a result that was accepted, and a commissioner's answer.

    `entry` is the one that accepted the result. An appeal changes no season: if it is upheld, the result is amended.
    """

    class Answer(models.TextChoices):
        OPEN = "open", "Waits for an answer"
        UPHELD = "upheld", "Upheld"
        DISMISSED = "dismissed", "Dismissed"

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="appeals")
    match = models.CharField(max_length=140)
    entry = models.PositiveIntegerField()
    side = models.CharField(max_length=140)
    actor = models.CharField(max_length=121)
    said = models.TextField()
    at = models.DateTimeField()
    answer = models.CharField(max_length=9, choices=Answer.choices, default=Answer.OPEN)
    answered_by = models.CharField(max_length=121, blank=True)
    answered_at = models.DateTimeField(null=True)
    answer_said = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "entry", "side"], name="one_appeal_a_result"),
            models.CheckConstraint(
                condition=Q(answer="open", answered_at=None) | ~Q(answer="open") & Q(answered_at__isnull=False),
                name="an_answered_appeal_has_its_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.side} against {self.match}"


class HookFields(models.Model):
    """What every webhook has: its address, the secret that signs its messages, and the format of these (`shape`)."""

    class Shape(models.TextChoices):
        STANDARD = "standard", "Standard Webhooks"
        DISCORD = "discord", "Discord"

    address = models.CharField(max_length=500)
    secret = models.CharField(max_length=80)
    shape = models.CharField(max_length=8, choices=Shape.choices, default=Shape.STANDARD)
    made_at = models.DateTimeField()
    stopped_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True


class MessageFields(models.Model):
    """What every message to a webhook has.

    `message` is the id by which a receiver recognizes a repeat; `next_at` is None once nothing more is tried.
    """

    message = models.CharField(max_length=64)
    kind = models.CharField(max_length=60)
    body = models.BinaryField()
    made_at = models.DateTimeField()
    tries = models.PositiveSmallIntegerField(default=0)
    next_at = models.DateTimeField(null=True)
    taken_at = models.DateTimeField(null=True)
    status = models.PositiveSmallIntegerField(null=True)
    said = models.CharField(max_length=200, blank=True)

    class Meta:
        abstract = True


class Webhook(HookFields):
    """An address that receives a league's events on behalf of a person, who is sent only what they may see.

    `kinds` are the events it wants, none meaning all.
    """

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="webhooks")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    name = models.CharField(max_length=60)
    kinds = models.JSONField(default=list)

    def __str__(self) -> str:
        return self.name


class Delivery(MessageFields):
    """A message for a webhook: sent again until it is taken, or dead after the last try."""

    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["webhook", "message"], name="one_delivery_a_message")]
        indexes = [models.Index(fields=["next_at"], name="deliveries_due", condition=Q(next_at__isnull=False))]

    def __str__(self) -> str:
        return f"{self.kind} for {self.webhook_id}"


class Sandbox(models.Model):
    """A fork that a person made to try things in, until it expires."""

    season = models.OneToOneField(Season, on_delete=models.PROTECT, primary_key=True, related_name="sandbox")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["expires_at"], name="sandboxes_by_end")]

    def __str__(self) -> str:
        return f"sandbox {self.season_id}"
