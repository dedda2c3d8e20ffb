"""The results of a season's end: the final table, the Metal Cup, the draft. Records, made from facts."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from league.models.matches import Record


class FinalLine(Record):
    """A franchise's place in the final table, none of them shared (DM-C-156)."""

    franchise = models.ForeignKey(
        "franchises.FranchiseSeason", on_delete=models.DO_NOTHING, related_name="final_lines"
    )
    rank = models.PositiveIntegerField()
    points = models.IntegerField()
    wins = models.PositiveIntegerField()
    criticals = models.IntegerField()

    class Meta(Record.Meta):
        constraints = [
            *Record.Meta.constraints,
            models.UniqueConstraint(fields=["franchise"], name="one_final_line_a_franchise"),
            models.UniqueConstraint(fields=["season", "rank"], name="one_franchise_a_final_rank"),
            models.CheckConstraint(condition=Q(rank__gte=1), name="final_rank_from_one"),
        ]

    def __str__(self) -> str:
        return f"{self.franchise_id}: {self.rank}"


class CupAward(Record):
    """The Metal Cup of a season and its bonus in credits (DM-C-157)."""

    franchise = models.ForeignKey(
        "franchises.FranchiseSeason", on_delete=models.DO_NOTHING, related_name="cup_awards"
    )
    bonus = models.BigIntegerField()

    class Meta(Record.Meta):
        constraints = [
            models.UniqueConstraint(fields=["season"], name="one_cup_a_season"),
            models.CheckConstraint(condition=Q(bonus__gte=0), name="cup_bonus_not_negative"),
        ]

    def __str__(self) -> str:
        return f"the Cup of {self.season_id}"


class DraftPick(Record):
    """A turn in the draft: the driver picked as its `number`th, or none if the franchise passed (DM-C-166)."""

    franchise = models.ForeignKey(
        "franchises.FranchiseSeason", on_delete=models.DO_NOTHING, related_name="draft_picks"
    )
    driver = models.ForeignKey("drivers.Sheet", on_delete=models.DO_NOTHING, null=True, related_name="draft_picks")
    round = models.PositiveIntegerField()
    number = models.PositiveIntegerField(null=True)

    class Meta(Record.Meta):
        constraints = [
            *Record.Meta.constraints,
            models.UniqueConstraint(fields=["driver"], name="a_driver_is_drafted_once"),
            models.CheckConstraint(
                condition=Q(driver__isnull=True, number__isnull=True) | Q(driver__isnull=False, number__isnull=False),
                name="picks_are_numbered",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.franchise_id}: {self.driver_id or 'passed'}"
