"""The journal of a season: batches, entries, checkpoints, and the outbox of its entries."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from league.models.seasons import Season


class Batch(models.Model):
    """One call of the writer: its key, who made it, and what was asked, so that a repeat is recognized."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="batches")
    key = models.CharField(max_length=120)
    actor = models.CharField(max_length=121)
    content_hash = models.CharField(max_length=64)
    first = models.PositiveIntegerField()
    last = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "key"], name="one_batch_a_key"),
            models.CheckConstraint(condition=Q(last__gte=models.F("first")), name="batch_has_an_entry"),
        ]
        verbose_name_plural = "batches"

    def __str__(self) -> str:
        return self.key


class Entry(models.Model):
    """One command as it was performed. The body (command, facts, rolls) is compressed and never changes.

    `seal` names the step until which others may not see it (`m1:M4`), `opened_by` the entry that opened it. `actor`
    is a member's opaque handle or `season`. `reason` may be redacted: the chain contains only its hash.
    """

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField()
    batch = models.ForeignKey(Batch, on_delete=models.PROTECT, related_name="entries")
    command = models.CharField(max_length=60)
    subjects = models.JSONField()
    actor = models.CharField(max_length=121)
    on_behalf_of = models.CharField(max_length=60, default="", db_default="")
    reason = models.TextField(default="", db_default="")
    reason_hash = models.CharField(max_length=64)
    at = models.DateTimeField()
    body = models.BinaryField()
    seal = models.CharField(max_length=70, default="", db_default="")
    opened_by = models.PositiveIntegerField(null=True)
    salt = models.CharField(max_length=32)
    content_hash = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    previous = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="one_entry_a_number"),
            models.UniqueConstraint(fields=["season", "previous"], name="one_entry_after_another"),
            models.CheckConstraint(condition=Q(number__gte=1), name="entries_from_one"),
            models.CheckConstraint(
                condition=Q(opened_by__isnull=True) | (Q(opened_by__gt=models.F("number")) & ~Q(seal="")),
                name="only_seals_are_opened_later",
            ),
        ]
        indexes = [models.Index(fields=["season", "seal"], name="entry_seals")]
        verbose_name_plural = "entries"

    def __str__(self) -> str:
        return f"{self.season_id} #{self.number}"


class Checkpoint(models.Model):
    """The season's state after an entry, compressed; number 0 is the opening from which a replay begins."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="checkpoints")
    number = models.PositiveIntegerField()
    digest = models.CharField(max_length=64)
    state = models.BinaryField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["season", "number"], name="one_checkpoint_an_entry")]

    def __str__(self) -> str:
        return f"{self.season_id} at {self.number}"


class Retold(models.Model):
    """The current contents of an entry, where an amend changed them from its own body.

    `standing` is `corrected` (another command has taken its place), `struck`, `lapsed` (its command is now refused),
    `gave_way` (a newer decision counts), `stood_in` (something replaces a command that is refused), or `followed`
    (the same command with other facts, or more after it). `by` is the amend that made it so; the body contains every
    command, fact and roll that now count for the entry.
    """

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="retold")
    number = models.PositiveIntegerField()
    by = models.PositiveIntegerField()
    standing = models.CharField(max_length=9)
    because = models.TextField(default="", db_default="")
    body = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "number"], name="retold_once"),
            models.CheckConstraint(condition=Q(by__gt=models.F("number")), name="retold_by_a_later_entry"),
            models.CheckConstraint(
                condition=Q(standing__in=["corrected", "struck", "lapsed", "gave_way", "stood_in", "followed"]),
                name="retold_standing_is_known",
            ),
        ]
        verbose_name_plural = "retold"

    def __str__(self) -> str:
        return f"{self.season_id} #{self.number} by #{self.by}"


class Outbox(models.Model):
    """Something to tell the outside world, written with its entry; sent once `sent_at` is set."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="outbox")
    entry = models.PositiveIntegerField()
    topic = models.CharField(max_length=60)
    sent_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["season", "entry", "topic"], name="told_once")]
        indexes = [models.Index(fields=["sent_at"], name="outbox_waiting", condition=Q(sent_at=None))]
        verbose_name_plural = "outbox"

    def __str__(self) -> str:
        return f"{self.topic} of {self.season_id} #{self.entry}"
