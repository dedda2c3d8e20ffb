"""Questions about the rules that people put to the commissioners during play."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from league.models.seasons import Season


class PutQuestion(models.Model):
    """A question that a member put to the commissioners, and the entry of the ruling that answered it (HOUSE-014).

    `match` is the short id of the match it came up in; `questionnaire` and `question` name the question of a
    questionnaire that it is about. Each may be empty. Neither rules nor journal read it: the journal has the ruling.
    """

    class Standing(models.TextChoices):
        WAITING = "waiting", "Waits for a ruling"
        ANSWERED = "answered", "Ruled"
        WITHDRAWN = "withdrawn", "Taken back"

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="put_questions")
    number = models.PositiveIntegerField()
    match = models.CharField(max_length=140, blank=True)
    questionnaire = models.CharField(max_length=40, blank=True)
    question = models.CharField(max_length=80, blank=True)
    put = models.TextField()
    cited = models.TextField(blank=True)
    actor = models.CharField(max_length=121)
    at = models.DateTimeField()
    standing = models.CharField(max_length=9, choices=Standing.choices, default=Standing.WAITING)
    answered_by = models.CharField(max_length=121, blank=True)
    answered_at = models.DateTimeField(null=True)
    entry = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="one_put_question_a_number"),
            models.CheckConstraint(
                condition=Q(standing__in=["waiting", "answered", "withdrawn"]), name="put_question_standing_is_known"
            ),
            models.CheckConstraint(
                condition=Q(standing="answered", entry__isnull=False) | (~Q(standing="answered") & Q(entry=None)),
                name="put_question_has_its_ruling",
            ),
        ]
        ordering = ["-number"]

    def __str__(self) -> str:
        return f"question {self.number} of {self.season_id}"
