"""Franchises: who they are, what a season says of them, their cars, sponsors and money."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from league.models import League, Season
from league.models.matches import Record
from rules.campaign.sponsors import KINDS


class Franchise(models.Model):
    """A franchise for life; the id is `league/name`. What changes stands on its row of a season."""

    id = models.CharField(max_length=121, primary_key=True)
    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="franchises")
    name = models.CharField(max_length=120)

    def __str__(self) -> str:
        return self.name


class FranchiseSeason(models.Model):
    """What a season says of a franchise; `balance` is in credits."""

    id = models.CharField(max_length=310, primary_key=True)
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="franchises")
    identity = models.ForeignKey(Franchise, on_delete=models.PROTECT, related_name="seasons")
    balance = models.BigIntegerField()
    staff_rating = models.PositiveSmallIntegerField()
    points = models.IntegerField()
    wins = models.PositiveIntegerField()
    criticals = models.PositiveIntegerField()
    party_thrown = models.BooleanField()
    short_roster_known = models.BooleanField()
    waiting_sponsors = models.JSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "identity"], name="one_row_a_franchise_and_season"),
            models.CheckConstraint(condition=Q(balance__gte=0), name="balance_not_negative"),
            models.CheckConstraint(
                condition=Q(staff_rating__gte=1, staff_rating__lte=4), name="staff_rating_one_to_four"
            ),
        ]

    def __str__(self) -> str:
        return self.id


class Car(models.Model):
    """A car of a franchise in a season (DM-C-066); its name is for people and is in no state."""

    id = models.CharField(max_length=310, primary_key=True)
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="cars")
    franchise = models.ForeignKey(FranchiseSeason, on_delete=models.DO_NOTHING, related_name="cars")
    name = models.CharField(max_length=120, default="", db_default="")
    dp = models.PositiveIntegerField()
    paid = models.BigIntegerField()
    overhead = models.BooleanField()
    gunner_station = models.BooleanField()
    criticals = models.PositiveIntegerField()
    destroyed = models.BooleanField()
    phase = models.CharField(max_length=10)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(phase__in=["garage", "scrapped"]), name="car_phase_is_known"),
            models.CheckConstraint(condition=Q(paid__gte=0), name="paid_not_negative"),
        ]

    def __str__(self) -> str:
        return self.id


class Sponsor(models.Model):
    """A sponsorship (DM-C-068); it goes when it is replaced or lost."""

    id = models.CharField(max_length=310, primary_key=True)
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="sponsors")
    franchise = models.ForeignKey(FranchiseSeason, on_delete=models.DO_NOTHING, related_name="sponsors")
    kind = models.CharField(max_length=20)
    joined = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(kind__in=sorted(KINDS)), name="sponsor_kind_is_known"),
            models.CheckConstraint(condition=Q(joined__gte=1), name="joined_from_one"),
        ]

    def __str__(self) -> str:
        return self.id


class LedgerLine(Record):
    """Money in or out of a franchise, in credits, and the balance after it; `kind` is the fact's tag."""

    franchise = models.ForeignKey(FranchiseSeason, on_delete=models.DO_NOTHING, related_name="ledger")
    kind = models.CharField(max_length=40)
    rule = models.CharField(max_length=20)
    subject = models.CharField(max_length=190, default="", db_default="")
    amount = models.BigIntegerField()
    balance = models.BigIntegerField()

    class Meta(Record.Meta):
        constraints = [
            *Record.Meta.constraints,
            models.CheckConstraint(condition=Q(balance__gte=0), name="ledger_balance_not_negative"),
        ]

    def __str__(self) -> str:
        return f"{self.franchise_id} {self.amount:+d}"
