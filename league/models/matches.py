"""Rounds, matches, line-ups and the records of a match.

The present (rounds, matches, line-ups, seats) is written by the journal as the difference of two states; the records
(reports, settlements, standings lines) are made from facts and only ever appended.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from league.models.seasons import Season
from rules.campaign.core.command import MATCH_STEPS
from rules.campaign.core.figure_limits import LARGEST_POINTS

SHOPPING_STATES = ("", "open", "closed")
"""The possible states of a line-up's shopping step (DM-C-104)."""


class Round(models.Model):
    """A round of a season (DM-C-177)."""

    id = models.CharField(max_length=310, primary_key=True)
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="rounds")
    number = models.PositiveIntegerField()
    step = models.CharField(max_length=10)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(step__in=["announced", "closed"]), name="round_step_is_known"),
            models.CheckConstraint(condition=Q(number__gte=1), name="round_number_from_one"),
        ]

    def __str__(self) -> str:
        return self.id


class Match(models.Model):
    """A match of a round; `outcome` holds the accepted report until shopping opens.

    `answer_versions` are the versions of the questionnaires it is played by, from the lock on (HOUSE-012).

    `ruleset` is empty if people report it; `setting` is what the ruleset also needs. `pre_match` are the hearts and
    devices rolled before it, until it is settled.
    """

    id = models.CharField(max_length=310, primary_key=True)
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="matches")
    round = models.ForeignKey(Round, on_delete=models.DO_NOTHING, related_name="matches")
    event = models.CharField(max_length=80)
    surface = models.CharField(max_length=80)
    heats = models.PositiveSmallIntegerField()
    vehicles_per_team = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField(default=1, db_default=1)
    scoring = models.CharField(max_length=40, default="", db_default="")
    repair_attempts = models.PositiveSmallIntegerField(default=6, db_default=6)
    step = models.CharField(max_length=8)
    words = models.TextField()
    outcome = models.JSONField(null=True)
    ruleset = models.CharField(max_length=60, default="", db_default="")
    setting = models.JSONField(default=dict, db_default=models.Value({}, models.JSONField()))
    pre_match = models.JSONField(default=dict, db_default=models.Value({}, models.JSONField()))
    answer_versions = models.JSONField(default=dict, db_default=models.Value({}, models.JSONField()))

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(step__in=MATCH_STEPS), name="match_step_is_known"),
            models.CheckConstraint(condition=Q(heats__gte=1), name="match_has_a_heat"),
            models.CheckConstraint(condition=Q(place__gte=1), name="match_place_from_one"),
        ]

    def __str__(self) -> str:
        return self.id


class LineUp(models.Model):
    """A franchise in a match, from the announcement on; `points` are its match points once reported."""

    id = models.CharField(max_length=310, primary_key=True)
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="line_ups")
    match = models.ForeignKey(Match, on_delete=models.DO_NOTHING, related_name="line_ups")
    franchise = models.ForeignKey("franchises.FranchiseSeason", on_delete=models.DO_NOTHING, related_name="line_ups")
    named = models.BooleanField()
    fallen = models.BooleanField(default=False, db_default=False)
    words = models.TextField()
    match_mechanic = models.BooleanField()
    garage_waived = models.BooleanField()
    forfeited = models.BooleanField(default=False, db_default=False)
    forfeit_fee = models.BigIntegerField(default=0, db_default=0)
    shopping = models.CharField(max_length=6, default="", db_default="")
    world_trades = models.PositiveSmallIntegerField(default=0, db_default=0)
    locked = models.JSONField()
    decided = models.BooleanField()
    bills = models.JSONField()
    points = models.IntegerField(null=True)
    won = models.BooleanField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "franchise"], name="one_line_up_a_franchise"),
            models.CheckConstraint(
                condition=Q(points__isnull=True) | Q(points__gte=-LARGEST_POINTS, points__lte=LARGEST_POINTS),
                name="match_points_within_bounds",
            ),
            models.CheckConstraint(condition=Q(shopping__in=SHOPPING_STATES), name="shopping_is_known"),
        ]

    def __str__(self) -> str:
        return self.id


class Seat(models.Model):
    """One car of a line-up with its crew; deleted when shopping opens, while the appearance stays."""

    id = models.CharField(max_length=310, primary_key=True)
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="seats")
    line_up = models.ForeignKey(LineUp, on_delete=models.DO_NOTHING, related_name="seats")
    car = models.ForeignKey("franchises.Car", on_delete=models.DO_NOTHING, related_name="seats")
    driver = models.ForeignKey("drivers.Sheet", on_delete=models.DO_NOTHING, related_name="driving_seats")
    gunner = models.ForeignKey("drivers.Sheet", on_delete=models.DO_NOTHING, null=True, related_name="gunner_seats")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["line_up", "car"], name="one_seat_a_car"),
            models.CheckConstraint(
                condition=Q(gunner__isnull=True) | ~Q(gunner=models.F("driver")), name="nobody_in_both_seats"
            ),
        ]

    def __str__(self) -> str:
        return self.id


class Record(models.Model):
    """A line made from a fact: which entry stated it, and which of the entry's facts it was."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="%(class)ss")
    entry = models.PositiveIntegerField()
    fact = models.PositiveIntegerField()

    class Meta:
        abstract = True
        constraints = [models.UniqueConstraint(fields=["season", "entry", "fact"], name="%(class)s_from_one_fact")]


class Report(Record):
    """An accepted report as it was sent (DM-C-090)."""

    match = models.ForeignKey(Match, on_delete=models.DO_NOTHING, related_name="reports")
    digest = models.CharField(max_length=64)
    document = models.JSONField()

    class Meta(Record.Meta):
        constraints = [
            *Record.Meta.constraints,
            models.UniqueConstraint(fields=["match"], name="one_report_a_match"),
        ]

    def __str__(self) -> str:
        return f"report of {self.match_id}"


class MatchLog(models.Model):
    """The log of a match resolved here, under the SHA-256 of its contents; never changed, and never deleted.

    `packet` and `log` are compressed; `edition` is that of the ruleset that wrote it. A match that is resolved again
    after an amend took its report back gets another one.
    """

    digest = models.CharField(max_length=64, primary_key=True)
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="logs")
    match = models.ForeignKey(Match, on_delete=models.DO_NOTHING, related_name="logs")
    ruleset = models.CharField(max_length=60)
    edition = models.PositiveIntegerField()
    packet = models.BinaryField()
    log = models.BinaryField()

    def __str__(self) -> str:
        return f"log of {self.match_id}"


class Settlement(Record):
    """The settlement of a match for a franchise, in credits (DM-C-098 to DM-C-100)."""

    match = models.ForeignKey(Match, on_delete=models.DO_NOTHING, related_name="settlements")
    franchise = models.ForeignKey(
        "franchises.FranchiseSeason", on_delete=models.DO_NOTHING, related_name="settlements"
    )
    prize = models.BigIntegerField()
    sponsor_income = models.BigIntegerField()
    face_income = models.BigIntegerField()
    cloning = models.BigIntegerField()
    replacements = models.BigIntegerField()
    repairs = models.BigIntegerField()
    cup_bonus = models.BigIntegerField(default=0, db_default=0)
    holding_payout = models.BigIntegerField(default=0, db_default=0)
    net_income = models.BigIntegerField()
    size = models.PositiveIntegerField()
    profit = models.BigIntegerField()

    class Meta(Record.Meta):
        constraints = [
            *Record.Meta.constraints,
            models.UniqueConstraint(fields=["match", "franchise"], name="one_settlement_a_franchise"),
            models.CheckConstraint(condition=Q(profit__gte=0), name="profit_not_negative"),
            models.CheckConstraint(
                condition=Q(
                    net_income=models.F("prize")
                    + models.F("sponsor_income")
                    + models.F("face_income")
                    + models.F("cup_bonus")
                    + models.F("holding_payout")
                    - models.F("cloning")
                    - models.F("replacements")
                    - models.F("repairs")
                ),
                name="net_income_adds_up",
            ),
        ]

    def __str__(self) -> str:
        return f"settlement of {self.franchise_id} in {self.match_id}"


class StandingsLine(Record):
    """What was added to a franchise's season, and the season's totals after it.

    A line without a match is a house act or was made on paper before (HOUSE-004, DM-C-180); only such a line has its
    own `wins`.
    """

    match = models.ForeignKey(Match, on_delete=models.DO_NOTHING, null=True, related_name="standings_lines")
    franchise = models.ForeignKey(
        "franchises.FranchiseSeason", on_delete=models.DO_NOTHING, related_name="standings_lines"
    )
    points = models.IntegerField()
    won = models.BooleanField(default=False, db_default=False)
    wins = models.PositiveIntegerField(default=0, db_default=0)
    criticals = models.IntegerField(default=0, db_default=0)
    season_points = models.IntegerField()
    season_wins = models.IntegerField()
    season_criticals = models.IntegerField()

    class Meta(Record.Meta):
        constraints = [
            *Record.Meta.constraints,
            models.UniqueConstraint(fields=["match", "franchise"], name="one_standings_line_a_match"),
        ]

    def __str__(self) -> str:
        return f"{self.franchise_id}: {self.points}"
