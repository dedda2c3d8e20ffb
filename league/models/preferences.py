"""What a person chose for themselves on this site: their time zone, and how notices reach them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F, Q


class Preferences(models.Model):
    """A person's own settings, one row each; without a row everything is as the defaults say.

    `time_zone` is empty as long as they chose none; `zone_shown` says whether members of their leagues see it beside
    their name. `digest_hour` is the full hour of their day at which a digest is
    sent, and `digest_day` the weekday of weekly ones, 0 for Monday. `quiet_from` and `quiet_to` are full hours
    between which no mail is sent at once; both are null if no hours are quiet.
    """

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="preferences"
    )
    time_zone = models.CharField(max_length=60, blank=True, default="", db_default="")
    zone_shown = models.BooleanField(default=True, db_default=True)
    digest_hour = models.PositiveSmallIntegerField(default=9, db_default=9)
    digest_day = models.PositiveSmallIntegerField(default=0, db_default=0)
    quiet_from = models.PositiveSmallIntegerField(null=True)
    quiet_to = models.PositiveSmallIntegerField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(digest_hour__lte=23, digest_day__lte=6), name="digests_have_a_time"),
            models.CheckConstraint(
                condition=Q(quiet_from=None, quiet_to=None)
                | Q(quiet_from__isnull=False, quiet_to__isnull=False, quiet_from__lte=23, quiet_to__lte=23)
                & ~Q(quiet_from=F("quiet_to")),
                name="quiet_hours_have_both_ends",
            ),
        ]

    def __str__(self) -> str:
        return f"preferences of {self.user_id}"
