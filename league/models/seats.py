"""Seats that leagues offer, people who look for one, and who asked for which."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from league.models.leagues import League


class SeatAd(models.Model):
    """A league's advertisement of its free seats, until it expires. The operator may hide it.

    `franchises` are the short ids of those that are offered. Nothing else of a league is shown by it.
    """

    class Pace(models.TextChoices):
        ANY = "any", "Any pace"
        LIVE = "live", "In one evening"
        FAST = "fast", "Several rounds a week"
        WEEKLY = "weekly", "A round a week"
        SLOW = "slow", "Slower than a round a week"

    class Experience(models.TextChoices):
        ANY = "any", "Everybody"
        NEW = "new", "People new to the game"
        SOME = "some", "People who have played a season"
        MUCH = "much", "People who have played several seasons"

    league = models.OneToOneField(League, on_delete=models.PROTECT, primary_key=True, related_name="seat_ad")
    franchises = models.JSONField(default=list)
    note = models.CharField(max_length=600, blank=True)
    time_zone = models.CharField(max_length=60)
    pace = models.CharField(max_length=6, choices=Pace.choices, default=Pace.ANY)
    experience = models.CharField(max_length=4, choices=Experience.choices, default=Experience.ANY)
    posted_at = models.DateTimeField()
    posted_by = models.CharField(max_length=121)
    expires_at = models.DateTimeField()
    hidden_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(pace__in=["any", "live", "fast", "weekly", "slow"]), name="pace_of_a_seat_is_known"
            ),
            models.CheckConstraint(
                condition=Q(experience__in=["any", "new", "some", "much"]), name="experience_of_a_seat_is_known"
            ),
        ]

    def __str__(self) -> str:
        return f"seats of {self.league_id}"


class SeatSeeker(models.Model):
    """A person who looks for a seat, until it expires: shown to people who are logged in, without an address."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, primary_key=True, related_name="seat_wanted"
    )
    note = models.CharField(max_length=600, blank=True)
    time_zone = models.CharField(max_length=60, blank=True)
    posted_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    hidden_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"seat wanted by {self.user_id}"


class SeatRequest(models.Model):
    """A person's request for a seat in a league, and how its commissioners answered.

    `mail_claimed_at` is when the letter to somebody outside the league was claimed, before it was sent.
    """

    class State(models.TextChoices):
        OPEN = "open", "Open"
        GIVEN = "given", "Given"
        DECLINED = "declined", "Declined"
        WITHDRAWN = "withdrawn", "Withdrawn"

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="seat_requests")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="seat_requests")
    note = models.CharField(max_length=600, blank=True)
    asked_at = models.DateTimeField()
    state = models.CharField(max_length=9, choices=State.choices, default=State.OPEN)
    franchise = models.CharField(max_length=60, blank=True, default="")
    answer = models.CharField(max_length=600, blank=True, default="")
    answered_at = models.DateTimeField(null=True)
    mail_claimed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["league", "user"], condition=Q(state="open"), name="one_open_seat_request_a_league"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["open", "given", "declined", "withdrawn"]), name="seat_request_state_is_known"
            ),
        ]

    def __str__(self) -> str:
        return f"seat request {self.pk} to {self.league_id}"
