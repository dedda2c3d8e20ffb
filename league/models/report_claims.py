"""Provisional reports and rounds: reports claimed of a match, and rounds drawn up but not announced.

Neither is part of a season: no rule reads them and the journal does not contain them. A league's export has both.
"""

from __future__ import annotations

from django.db import models

from league.models.seasons import Season


class ReportClaim(models.Model):
    """A report of a match as one side claims it; a side stands by its last one.

    `match` is the match's short id and `side` a franchise's, empty if the commissioner claims it. `packet` is the
    digest of what was locked for the match: a claim about other line-ups does not count.

    `evidence` is how well the report is proven, `own_dice` whether its dice were the reporter's, and `findings` what
    an examination of its log found; `log` is the log's digest, empty if none was sent.
    """

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="claims")
    match = models.CharField(max_length=140)
    side = models.CharField(max_length=140, blank=True)
    packet = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    document = models.JSONField()
    actor = models.CharField(max_length=121)
    at = models.DateTimeField()
    key = models.CharField(max_length=120)
    evidence = models.CharField(max_length=10, blank=True, default="", db_default="")
    own_dice = models.BooleanField(default=False, db_default=False)
    findings = models.JSONField(default=list)
    log = models.CharField(max_length=64, blank=True, default="", db_default="")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["season", "key"], name="one_claim_a_key")]
        indexes = [models.Index(fields=["season", "match"], name="claims_of_a_match")]

    def __str__(self) -> str:
        return f"{self.side or 'the commissioner'} of {self.match}"


class RoundPlan(models.Model):
    """A round drawn up and not announced yet: `matches` holds its plans as they would be announced."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="plans")
    number = models.PositiveIntegerField()
    matches = models.JSONField(default=list)
    updated_at = models.DateTimeField()
    updated_by = models.CharField(max_length=121)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["season", "number"], name="one_plan_a_round")]

    def __str__(self) -> str:
        return f"plan of round {self.number} of {self.season_id}"
