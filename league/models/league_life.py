"""What becomes of a league: requests to delete one, the ids of deleted ones, and offers to hand one over."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from league.models.leagues import League, Membership


class DeletionRequest(models.Model):
    """A commissioner's request to delete a league, until it is taken back or the league is gone.

    Where the league has another commissioner it waits for their confirmation. `confirmed_by` is a handle, or empty
    for the operator. `warned_at` is when the members were reminded shortly before the end; `exported_at` is when a
    commissioner last downloaded the whole league.
    """

    league = models.OneToOneField(League, on_delete=models.PROTECT, primary_key=True, related_name="deletion")
    asked_at = models.DateTimeField()
    asked_by = models.CharField(max_length=121)
    reason = models.CharField(max_length=1000)
    days = models.PositiveSmallIntegerField(default=30)
    confirmed_at = models.DateTimeField(null=True)
    confirmed_by = models.CharField(max_length=121, default="", blank=True)
    warned_at = models.DateTimeField(null=True)
    exported_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"deletion of {self.league_id}"


class DeletedLeague(models.Model):
    """The id of a league that was deleted, which no new league takes for a year. `finished_at` is null meanwhile.

    Unless it was `public`, nobody is told that it ever was.
    """

    id = models.CharField(max_length=60, primary_key=True)
    public = models.BooleanField(default=True, db_default=True)
    deleted_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.id}, deleted"


class HandoverOffer(models.Model):
    """A commissioner's offer to a member to run the league, until it is answered, withdrawn or expired.

    With `steps_down` the giver is no commissioner any more once it is accepted.
    """

    class State(models.TextChoices):
        OPEN = "open", "Open"
        ACCEPTED = "accepted", "Accepted"
        DECLINED = "declined", "Declined"
        WITHDRAWN = "withdrawn", "Withdrawn"
        EXPIRED = "expired", "Expired"

    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="handovers")
    giver = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="+")
    taker = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="+")
    steps_down = models.BooleanField()
    note = models.CharField(max_length=1000)
    offered_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    state = models.CharField(max_length=9, choices=State.choices, default=State.OPEN)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["giver", "taker"], condition=Q(state="open"), name="one_open_handover_each"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["open", "accepted", "declined", "withdrawn", "expired"]),
                name="handover_state_is_known",
            ),
        ]

    def __str__(self) -> str:
        return f"handover {self.pk} of {self.league_id}"
