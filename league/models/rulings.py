"""Commissioners' rulings on their own matches and franchises, and who approved them."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from league.models.seasons import Season


class Ruling(models.Model):
    """A commissioner's ruling on their own match or franchise: waiting for somebody's approval, or made alone.

    `commands` are what they would give, or else `corrections` what they would amend, from the preview that is entry
    `preview`, and the dice that were `misread`; `typed` the faces of a real table. `match` and `franchise` are the
    short ids of what it concerns. It is `waiting` until somebody else answers it, `alone` if nobody else could; once
    it is performed `entry` is its entry. Neither rules nor journal read it: the journal has what was ruled, with the
    reason.
    """

    class Standing(models.TextChoices):
        WAITING = "waiting", "waits for a second word"
        CONFIRMED = "confirmed", "confirmed"
        DECLINED = "declined", "declined"
        WITHDRAWN = "withdrawn", "taken back"
        ALONE = "alone", "ruled on their own match"

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="rulings")
    match = models.CharField(max_length=140, blank=True)
    franchise = models.CharField(max_length=140)
    commands = models.JSONField(default=list)
    corrections = models.JSONField(default=dict)
    misread = models.JSONField(default=dict, db_default=models.Value({}, models.JSONField()))
    preview = models.PositiveIntegerField(null=True)
    typed = models.JSONField(default=dict)
    reason = models.CharField(max_length=1000, blank=True)
    actor = models.CharField(max_length=121)
    at = models.DateTimeField()
    key = models.CharField(max_length=120)
    standing = models.CharField(max_length=12, choices=Standing.choices, default=Standing.WAITING)
    answered_by = models.CharField(max_length=121, blank=True)
    answered_at = models.DateTimeField(null=True)
    said = models.CharField(max_length=1000, blank=True)
    entry = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "key"], name="one_ruling_a_key"),
            models.CheckConstraint(
                condition=Q(standing__in=["waiting", "confirmed", "declined", "withdrawn", "alone"]),
                name="ruling_standing_is_known",
            ),
            models.CheckConstraint(
                condition=Q(standing="waiting", answered_at=None)
                | (~Q(standing="waiting") & Q(answered_at__isnull=False)),
                name="ruling_waits_until_answered",
            ),
            models.CheckConstraint(
                condition=~Q(standing="confirmed") | ~Q(answered_by=F("actor")), name="nobody_confirms_his_own_ruling"
            ),
            models.CheckConstraint(
                condition=Q(standing__in=["confirmed", "alone"], entry__isnull=False)
                | (~Q(standing__in=["confirmed", "alone"]) & Q(entry=None)),
                name="ruling_has_its_entry",
            ),
        ]
        indexes = [models.Index(fields=["season"], name="rulings_waiting", condition=Q(standing="waiting"))]

    def __str__(self) -> str:
        return f"ruling {self.pk} of {self.season_id}"

    @property
    def is_amend(self) -> bool:
        """Whether it amends instead of giving commands."""
        return bool(self.corrections or self.misread)
