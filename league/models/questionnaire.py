"""A league's answers to its questionnaires: drafts, published versions, and who acknowledged them."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from league.models.leagues import Membership
from league.models.seasons import Season


class AnswerVersion(models.Model):
    """One version of a season's answers to a questionnaire; the one that is not published yet is its draft.

    `answers` holds what the version changes, by the question's id, and `was` the answers before it. Once it is
    published, `standing` holds every answer that differs from the printed one, and `entry` the first entry of the
    journal that made it so. `step` is when it takes effect: at once if it is empty. `revision` counts how often a
    draft was saved, so that two people who edit it at the same time do not overwrite each other.
    """

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="answer_versions")
    questionnaire = models.CharField(max_length=40)
    number = models.PositiveIntegerField()
    answers = models.JSONField(default=dict)
    was = models.JSONField(default=dict)
    standing = models.JSONField(default=dict)
    note = models.TextField(default="")
    step = models.CharField(max_length=8, default="")
    revision = models.PositiveIntegerField(default=0)
    drafted_by = models.CharField(max_length=121)
    drafted_at = models.DateTimeField()
    published_by = models.CharField(max_length=121, default="")
    published_at = models.DateTimeField(null=True)
    entry = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "questionnaire", "number"], name="one_version_a_number"),
            models.UniqueConstraint(
                fields=["season", "questionnaire"], condition=Q(published_at=None), name="one_draft_a_questionnaire"
            ),
            models.CheckConstraint(
                condition=Q(published_at=None, entry=None) | Q(published_at__isnull=False, entry__isnull=False),
                name="published_versions_have_an_entry",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.season_id} {self.questionnaire} {self.number}"


class Acknowledgement(models.Model):
    """A member has acknowledged a published version."""

    version = models.ForeignKey(AnswerVersion, on_delete=models.CASCADE, related_name="acknowledgements")
    member = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="acknowledgements")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["version", "member"], name="acknowledged_once")]

    def __str__(self) -> str:
        return f"{self.member_id} {self.version_id}"
