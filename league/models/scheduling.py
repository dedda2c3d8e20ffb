"""The clock of a league: its calendar, the windows that are open, and the notices to its members."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from league.models.leagues import League, Membership
from league.models.seasons import Season


class Calendar(models.Model):
    """How a league keeps time: its zone, how long each window is open, and whether it runs by itself.

    `hours` are those that differ from the defaults, by step (`S1`, `M3`, `E6`). `unattended` lets the clock give the
    commissioner's commands too; `results` says who reports a match: a person or the stand-in. `agreed_hours` is after
    how many hours the clock accepts a report that two sides agree on; None leaves it to the commissioner;
    `least_evidence` is how well a report must be proven to be accepted, empty if any is good enough, and
    `appeal_hours` for how long teams may appeal against one. `paused` names what is paused: steps of windows, and `*`
    for all of them. `standing_reveal` is when every round is revealed (`SAT 20:00`), empty if matches are played as
    soon as they are locked. `missed_hours` is how long after its agreed time a match without a report counts as
    missed, 0 for never.
    """

    class Results(models.TextChoices):
        REPORTED = "reported", "Reported by people"
        STAND_IN = "stand_in", "Drawn by the stand-in"

    league = models.OneToOneField(League, on_delete=models.PROTECT, primary_key=True, related_name="calendar")
    time_zone = models.CharField(max_length=60, default="UTC")
    hours = models.JSONField(default=dict)
    unattended = models.BooleanField(default=False)
    results = models.CharField(max_length=8, choices=Results.choices, default=Results.REPORTED)
    reminder_hours = models.PositiveIntegerField(default=24)
    agreed_hours = models.PositiveIntegerField(null=True)
    least_evidence = models.CharField(max_length=10, blank=True, default="", db_default="")
    appeal_hours = models.PositiveIntegerField(default=48, db_default=48)
    paused = models.JSONField(default=list)
    standing_reveal = models.CharField(max_length=9, blank=True, default="", db_default="")
    missed_hours = models.PositiveIntegerField(default=24, db_default=24)
    updated_at = models.DateTimeField()
    updated_by = models.CharField(max_length=121)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(results__in=["reported", "stand_in"]), name="results_are_known"),
        ]

    def __str__(self) -> str:
        return f"calendar of {self.league_id}"


class Window(models.Model):
    """What a season waits for, and until when: `S1`, `M3/m4`, `M5.4/m4`, `E6/7` for the seventh turn.

    While it is paused `left` holds the seconds that remain, and it has no `closes_at`. `opened_at` is when it was
    last opened: if the season waits for the same thing again, such as a turn that an amend gave back, the row is
    reused for a new window. `changes` counts how often it was opened again or its deadline was changed, and
    `changed_at` is when that happened last.
    """

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="windows")
    what = models.CharField(max_length=140)
    opened_at = models.DateTimeField()
    closes_at = models.DateTimeField(null=True)
    left = models.PositiveIntegerField(null=True)
    closed_at = models.DateTimeField(null=True)
    changes = models.PositiveIntegerField(default=0, db_default=0)
    changed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "what"], name="one_window_a_wait"),
            models.CheckConstraint(
                condition=Q(closes_at__isnull=False, left=None) | Q(closes_at=None, left__isnull=False),
                name="a_window_ends_or_is_paused",
            ),
        ]
        indexes = [models.Index(fields=["closes_at"], name="windows_open", condition=Q(closed_at=None))]

    def __str__(self) -> str:
        return f"{self.season_id} {self.what}"


class Reveal(models.Model):
    """When the matches of a round that the site plays are played and revealed, all together (HOUSE-006).

    Before `at` none of them is played, so nothing of their outcome exists. It is null if the reveal was called off:
    each match is then played once it is locked. `changes` counts how often it was moved, `changed_at` is when last.
    """

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="reveals")
    number = models.PositiveIntegerField()
    at = models.DateTimeField(null=True)
    changes = models.PositiveIntegerField(default=0, db_default=0)
    changed_at = models.DateTimeField()
    changed_by = models.CharField(max_length=121)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["season", "number"], name="one_reveal_a_round")]

    def __str__(self) -> str:
        return f"reveal of round {self.number} of {self.season_id}"


class Notice(models.Model):
    """A notice to a member, sent once, to the inbox on the site and by mail.

    `about` is its kind (`turn`, `reminder`, `locked` …) and `arguments` fill its sentence. Mail is claimed before it
    is sent, so after a crash in between it stays unsent and is never sent twice.

    `planned` says whether it was decided by which channels it leaves the site, and when; notices of servers that
    decide nothing are mailed at once. One that is not `on_site` is in no inbox, since its receiver wants none of its
    group there; it counts as read.
    """

    member = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="notices")
    key = models.CharField(max_length=250)
    season = models.ForeignKey(Season, on_delete=models.PROTECT, null=True, related_name="notices")
    about = models.CharField(max_length=40)
    arguments = models.JSONField(default=dict)
    at = models.DateTimeField()
    read_at = models.DateTimeField(null=True)
    mail_claimed_at = models.DateTimeField(null=True)
    mailed_at = models.DateTimeField(null=True)
    planned = models.BooleanField(default=False, db_default=True)
    on_site = models.BooleanField(default=True, db_default=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["member", "key"], name="told_a_member_once"),
        ]
        indexes = [
            models.Index(fields=["at"], name="notices_unmailed", condition=Q(mail_claimed_at=None)),
            models.Index(fields=["id"], name="notices_unplanned", condition=Q(planned=False)),
        ]

    def __str__(self) -> str:
        return f"{self.about} to {self.member_id}"
