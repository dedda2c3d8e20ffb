"""Announcements by the commissioners of a league to everybody who reads it, with all their wordings."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from league.models.leagues import League


class Announcement(models.Model):
    """An announcement by a league's commissioners. Its text is its last wording's; `wordings` is how many there are.

    `key` is its form's, so that a form sent twice announces once. A pinned announcement is at the head of the
    league's home. A withdrawn one stays in the list without its words, which only commissioners may still read.
    """

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="announcements")
    number = models.PositiveIntegerField()
    key = models.CharField(max_length=120)
    posted_at = models.DateTimeField()
    posted_by = models.CharField(max_length=121)
    pinned = models.BooleanField(default=False)
    wordings = models.PositiveIntegerField(default=1)
    withdrawn_at = models.DateTimeField(null=True)
    withdrawn_by = models.CharField(max_length=121, default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["league", "number"], name="one_announcement_a_number"),
            models.UniqueConstraint(fields=["league", "key"], name="announced_once_a_key"),
            models.CheckConstraint(
                condition=Q(pinned=False) | Q(withdrawn_at=None), name="what_is_withdrawn_is_not_pinned"
            ),
        ]

    def __str__(self) -> str:
        return f"announcement {self.number} of {self.league_id}"


class Wording(models.Model):
    """One wording of an announcement, title and Markdown: only appended, never changed."""

    announcement = models.ForeignKey(Announcement, on_delete=models.CASCADE, related_name="worded")
    number = models.PositiveIntegerField()
    title = models.CharField(max_length=120)
    text = models.TextField()
    at = models.DateTimeField()
    by = models.CharField(max_length=121)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["announcement", "number"], name="one_wording_a_number"),
        ]

    def __str__(self) -> str:
        return f"wording {self.number} of {self.announcement_id}"
