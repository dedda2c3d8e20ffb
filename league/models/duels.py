"""Duels that a referee runs at a table, and what was entered of them. They are in no journal."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from league.models.seasons import Season
from rules.match.duels.log import ACTS


class Duel(models.Model):
    """A duel at a referee's table; `number` counts those of its season, `key` is that of the form that opened it.

    `match` is the short id of the match it is fought for, empty if it is for none. `duelists`, `settings` and `arena`
    are those of the scorer's document; the settings come from version `answers_version` of the `questionnaire`, 0 for
    the printed answers. `closed` is the last phase that is over, and `ended` the one at whose close the duel ended.
    `version` counts every change. Once `reported_at` is set nothing changes any more.
    """

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="duels")
    number = models.PositiveIntegerField()
    key = models.CharField(max_length=60)
    match = models.CharField(max_length=140, blank=True, default="")
    title = models.CharField(max_length=120)
    questionnaire = models.CharField(max_length=40)
    answers_version = models.PositiveIntegerField(default=0)
    duelists = models.JSONField()
    settings = models.JSONField()
    arena = models.JSONField(default=dict)
    closed = models.PositiveIntegerField(default=0)
    ended = models.PositiveIntegerField(null=True)
    version = models.PositiveIntegerField(default=0)
    opened_by = models.CharField(max_length=121)
    opened_at = models.DateTimeField()
    reported_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="one_duel_a_number"),
            models.UniqueConstraint(fields=["season", "key"], name="one_duel_a_key"),
            models.CheckConstraint(condition=Q(number__gte=1), name="duel_number_from_one"),
            models.CheckConstraint(
                condition=Q(ended__isnull=True) | Q(ended__lte=F("closed")), name="duel_ends_at_a_close"
            ),
        ]

    def __str__(self) -> str:
        return f"duel {self.number} of {self.season_id}"


class DuelEntry(models.Model):
    """What somebody did at the table: an event, a ruling, what was undone, or a phase that was closed.

    The sender makes the `key`, so that sending an entry twice does nothing. `value` is an event, a ruling, the key
    of another entry, or the number of a phase.
    """

    duel = models.ForeignKey(Duel, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    key = models.CharField(max_length=60)
    act = models.CharField(max_length=8)
    value = models.JSONField()
    by = models.CharField(max_length=121)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["duel", "number"], name="one_duel_entry_a_number"),
            models.UniqueConstraint(fields=["duel", "key"], name="one_duel_entry_a_key"),
            models.CheckConstraint(condition=Q(act__in=ACTS), name="duel_act_is_known"),
        ]
        verbose_name_plural = "duel entries"

    def __str__(self) -> str:
        return f"{self.duel_id} {self.number}: {self.act}"
