"""The uses of a referee's procedures. Records, made from facts."""

from __future__ import annotations

from django.db import models

from league.models.matches import Record


class ProcedureUse(Record):
    """A referee performed a procedure (HOUSE-015).

    `use` is its id in the season. `version` is that of the answers in force, 0 where none was published, and
    `answers` are those it read that are not the printed ones. `values` is what it came to, null where the inputs
    turned out to be impossible once the dice had fallen. `duel`, `turn` and `phase` say what it served, empty and 0
    where nothing was named.
    """

    use = models.CharField(max_length=60)
    book = models.CharField(max_length=40)
    procedure = models.CharField(max_length=60)
    version = models.PositiveIntegerField()
    inputs = models.JSONField()
    answers = models.JSONField()
    faces = models.JSONField()
    values = models.JSONField(null=True)
    duel = models.CharField(max_length=60)
    turn = models.PositiveIntegerField()
    phase = models.PositiveIntegerField()

    class Meta(Record.Meta):
        constraints = [
            *Record.Meta.constraints,
            models.UniqueConstraint(fields=["season", "use"], name="one_procedure_a_use"),
        ]
        indexes = [
            models.Index(fields=["season", "procedure", "entry"], name="uses_of_a_procedure"),
            models.Index(fields=["season", "duel", "entry"], name="uses_in_a_duel"),
        ]

    def __str__(self) -> str:
        return f"{self.season_id}: {self.use}"
