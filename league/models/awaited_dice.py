"""What awaited dice fall by: rounds of the public beacon, and words that members reveal."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from league.models.seasons import Season


class BeaconRound(models.Model):
    """A round of the public beacon; its signature, 96 hex digits, was verified before it was stored."""

    number = models.BigIntegerField(primary_key=True)
    signature = models.CharField(max_length=96)
    kept_at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(number__gte=1), name="beacon_rounds_from_one")]

    def __str__(self) -> str:
        return f"round {self.number}"


class AwaitedWords(models.Model):
    """A member's words for dice that an entry awaits: first their hash, 64 hex digits, and later the words."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="awaited_words")
    entry = models.PositiveIntegerField()
    handle = models.CharField(max_length=121)
    hash = models.CharField(max_length=64)
    words = models.CharField(max_length=64, default="", db_default="")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "entry", "handle"], name="one_hash_of_words_a_member"),
        ]
        verbose_name_plural = "awaited words"

    def __str__(self) -> str:
        return f"{self.season_id} #{self.entry} {self.handle}"
