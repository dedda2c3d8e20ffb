"""When the sides of a match meet to play it: what they proposed, what they agreed on, and their home nights."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from league.models.leagues import League
from league.models.seasons import Season


class Appointment(models.Model):
    """What the sides of a match have arranged about its time; no rule reads it and the journal does not contain it.

    `match` is the match's short id, and `sides` are those of the teams that took part at the last act. `agreed_at` is
    the time that was agreed on, `agreed_since` when; both stay when it is called off. `offer` is the number of the
    open offer, 0 for none: its times are rows of `proposed`, and `awaited` the teams that have not answered it. A new
    time may be on offer while the agreed one stands.
    `version` counts all acts, `changes` those that set, moved or called off a time, for programs that keep calendars.
    `last_act` and `last_side` say what was done last and for which team, empty for a commissioner. `said` is what
    teams say of a meeting that was missed, by short id: each a pair of `absent` or `played_later`, and the team.
    """

    class Standing(models.TextChoices):
        OPEN = "open", "Not agreed on"
        AGREED = "agreed", "Agreed on"
        OFF = "off", "Called off"

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="appointments")
    match = models.CharField(max_length=140)
    standing = models.CharField(max_length=6, choices=Standing.choices, default=Standing.OPEN)
    agreed_at = models.DateTimeField(null=True)
    agreed_since = models.DateTimeField(null=True)
    offer = models.PositiveIntegerField(default=0)
    version = models.PositiveIntegerField(default=0)
    changes = models.PositiveIntegerField(default=0)
    last_act = models.CharField(max_length=12, blank=True, default="")
    last_side = models.CharField(max_length=140, blank=True, default="")
    reason = models.CharField(max_length=200, blank=True, default="")
    sides = models.JSONField(default=list)
    awaited = models.JSONField(default=list)
    said = models.JSONField(default=dict)
    changed_at = models.DateTimeField()
    changed_by = models.CharField(max_length=121)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "match"], name="one_appointment_a_match"),
            models.CheckConstraint(
                condition=Q(standing="open", agreed_at=None)
                | Q(standing__in=["agreed", "off"], agreed_at__isnull=False),
                name="an_agreed_appointment_has_its_time",
            ),
        ]

    def __str__(self) -> str:
        return f"time of {self.match} of {self.season_id}"


class ProposedTime(models.Model):
    """A time that a side proposed, with the other times and the note of its offer; only `accepted` ever changes.

    `side` is a franchise's short id, and `zone` the time zone in which it was typed. `accepted` are the sides that
    consent to it, the proposing one included.
    """

    appointment = models.ForeignKey(Appointment, on_delete=models.CASCADE, related_name="proposed")
    offer = models.PositiveIntegerField()
    number = models.PositiveSmallIntegerField()
    side = models.CharField(max_length=140)
    time = models.DateTimeField()
    zone = models.CharField(max_length=60)
    note = models.CharField(max_length=200, blank=True, default="")
    accepted = models.JSONField(default=list)
    actor = models.CharField(max_length=121)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["appointment", "offer", "number"], name="one_proposed_time_a_number"),
        ]

    def __str__(self) -> str:
        return f"time {self.number} of offer {self.offer} of {self.appointment_id}"


class HomeNight(models.Model):
    """The evening on which a franchise usually plays at home; an empty `franchise` is the league's match night.

    `night` is a day of the week with a time of day, such as `WED 19:30`, in `zone`.
    """

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="home_nights")
    franchise = models.CharField(max_length=140, blank=True)
    night = models.CharField(max_length=9)
    zone = models.CharField(max_length=60)
    changed_at = models.DateTimeField()
    changed_by = models.CharField(max_length=121)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["league", "franchise"], name="one_home_night_a_franchise"),
        ]

    def __str__(self) -> str:
        return f"home night of {self.franchise or 'the league'} of {self.league_id}"
