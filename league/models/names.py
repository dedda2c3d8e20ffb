"""The names that things of a league had, and what they were renamed to."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q

from league.models.leagues import League


class NameChange(models.Model):
    """Something of a league got another name. The newest row of a thing says what it is called.

    `subject` is the short id of a franchise, driver or car, the short name of a season, and empty for the league.
    `season` is the short name of the season a car was renamed in, else empty. `former` is the name it had until `at`
    and `name` the one it has had since; only a season's title can be empty. `by` is a handle; `reason` is that of a
    commissioner who acted for somebody else. A change that a commissioner took back is `undone`, and the one
    that gave the former name back `undoes` it. No season's state has any of it.
    """

    class Kind(models.TextChoices):
        FRANCHISE = "franchise", "Franchise"
        DRIVER = "driver", "Driver"
        CAR = "car", "Car"
        LEAGUE = "league", "League"
        SEASON = "season", "Season"

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="name_changes")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    subject = models.CharField(max_length=140, blank=True)
    season = models.CharField(max_length=60, blank=True)
    former = models.CharField(max_length=120, blank=True)
    name = models.CharField(max_length=120, blank=True)
    at = models.DateTimeField()
    by = models.CharField(max_length=121)
    reason = models.CharField(max_length=1000, blank=True)
    undoes = models.BooleanField(default=False, db_default=False)
    undone = models.BooleanField(default=False, db_default=False)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(kind__in=["franchise", "driver", "car", "league", "season"]), name="named_kind_is_known"
            ),
            models.CheckConstraint(condition=~Q(name=F("former")), name="a_name_change_changes_it"),
            models.CheckConstraint(condition=Q(kind="season") | ~Q(name=""), name="only_seasons_lose_their_name"),
        ]
        indexes = [models.Index(fields=["league", "kind", "subject"], name="names_of_a_thing")]

    def __str__(self) -> str:
        return f"{self.kind} {self.subject or self.league_id} is {self.name}"
