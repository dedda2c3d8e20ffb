"""Models of drivers: identity, sheets, contracts, and appearances in matches."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from league.models import League, Match, Season
from league.models.matches import Record


class Driver(models.Model):
    """A driver across all seasons; the id is `league/name`. What changes is in `Sheet`."""

    id = models.CharField(max_length=121, primary_key=True)
    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="drivers")
    name = models.CharField(max_length=120)

    def __str__(self) -> str:
        return self.name


class Sheet(models.Model):
    """A driver's sheet in a season (DM-C-009). Traits are the values before quirks and fatigue."""

    id = models.CharField(max_length=310, primary_key=True)
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="sheets")
    person = models.ForeignKey(Driver, on_delete=models.PROTECT, related_name="sheets")
    driving = models.IntegerField()
    gunnery = models.IntegerField()
    initiative = models.IntegerField()
    toughness = models.IntegerField()
    xp = models.PositiveIntegerField()
    level = models.PositiveIntegerField()
    talents = models.JSONField()
    quirks = models.JSONField()
    fatigue = models.JSONField()
    ardent_spent = models.BooleanField()
    availability = models.CharField(max_length=12)
    retiring = models.BooleanField()
    trait_choices = models.PositiveSmallIntegerField(default=0, db_default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "person"], name="one_sheet_a_season"),
            models.CheckConstraint(
                condition=Q(availability__in=["available", "heart_out", "season_out", "barred", "retired"]),
                name="availability_is_known",
            ),
            models.CheckConstraint(condition=Q(level__gte=1), name="level_from_one"),
        ]

    def __str__(self) -> str:
        return self.id


class Contract(models.Model):
    """A driver's contract for the season, signed or reserved.

    Its id is the sheet's, so that a driver has one contract at most. The row is deleted when the driver is released,
    retires or is left unprotected.
    """

    id = models.CharField(max_length=310, primary_key=True)
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="contracts")
    sheet = models.OneToOneField(Sheet, on_delete=models.DO_NOTHING, related_name="contract")
    franchise = models.ForeignKey("franchises.FranchiseSeason", on_delete=models.DO_NOTHING, related_name="contracts")
    fee = models.BigIntegerField()
    origin = models.CharField(max_length=10)
    phase = models.CharField(max_length=10, default="signed", db_default="signed")
    protected = models.BooleanField(default=False, db_default=False)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(fee__gte=0), name="fee_not_negative"),
            models.CheckConstraint(
                condition=Q(origin__in=["rookie", "veteran", "draft", "trade"]), name="origin_is_known"
            ),
            models.CheckConstraint(condition=Q(phase__in=["signed", "reserved"]), name="contract_phase_is_known"),
            models.CheckConstraint(condition=Q(id=models.F("sheet_id")), name="contract_has_its_sheets_id"),
        ]

    def __str__(self) -> str:
        return self.id


class Appearance(Record):
    """A driver's line in the box score of a match (DM-C-014)."""

    match = models.ForeignKey(Match, on_delete=models.DO_NOTHING, related_name="appearances")
    franchise = models.ForeignKey(
        "franchises.FranchiseSeason", on_delete=models.DO_NOTHING, related_name="appearances"
    )
    driver = models.ForeignKey(Sheet, on_delete=models.DO_NOTHING, related_name="appearances")
    heats = models.PositiveIntegerField()
    criticals = models.PositiveIntegerField()
    scores = models.PositiveIntegerField()
    kills = models.PositiveIntegerField()
    out = models.BooleanField()
    xp_gained = models.PositiveIntegerField()
    xp = models.PositiveIntegerField()
    level = models.PositiveIntegerField()

    class Meta(Record.Meta):
        constraints = [
            *Record.Meta.constraints,
            models.UniqueConstraint(fields=["match", "driver"], name="one_appearance_a_match"),
        ]

    def __str__(self) -> str:
        return f"{self.driver_id} in {self.match_id}"
