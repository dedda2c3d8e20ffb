"""Seasons: the row that every journal belongs to."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from league.models.leagues import League
from rules.campaign.core.command import SEASON_STEPS


def season_label(number: int, title: str) -> str:
    """What people call a season: its number, and its title if it has one, such as "Season 2: The Dust Year"."""
    return f"Season {number}: {title}" if title else f"Season {number}"


class Season(models.Model):
    """A season of a league. Its id is `league/name`; `length` and `head` say where its journal ends.

    `title` is what the league calls it besides its number, such as "The Dust Year"; empty for most. It is only for
    people and no part of the season's state.

    The columns from `number` to `procedure_uses` are the state's own. The `secret` makes every face: the operator
    keeps it, and its hash is published. `forked_from` names the season a fork was copied from. `set_aside` keeps the
    faces that fell and that nothing shows since an amend, by path, each as its die's sides and the face. `left` has
    the ids that an amend left free: what takes the place of a thing inherits its id. `by_hand` has the paths whose
    faces somebody entered, each with the number of the entry. `misread` has those of which a face was corrected
    since, each with its dice: the number of the die on the path, what it `was` and is `now`, the amend, and the
    handles of who reported and who approved it.

    A season with leaves has a scheme in `dice` and keeps `seeds`: each with the number of the entry from which it is
    used, its first leaf, and the secret of the salts. The operator keeps these as well as `secret`, which makes only
    salts there. The season publishes `roots`, the first as `secret_hash`. `leaves` counts those taken, `match_leaves`
    has that of each match with the entry that locked it. The dice of any other season come from its `secret`. If the
    `dice` wait for a beacon or for words that are revealed, `awaited` lists what is awaited, in order, and
    `awaited_at` is when the first of it may fall.
    """

    id = models.CharField(max_length=121, primary_key=True)
    league = models.ForeignKey(League, on_delete=models.PROTECT, related_name="seasons")
    name = models.CharField(max_length=60)
    title = models.CharField(max_length=120, default="", db_default="")
    number = models.PositiveIntegerField()
    edition = models.CharField(max_length=20)
    step = models.CharField(max_length=8)
    rounds_planned = models.PositiveIntegerField()
    rounds_before = models.PositiveIntegerField(default=0, db_default=0)
    draft = models.JSONField(null=True)
    pool = models.JSONField(null=True)
    pending = models.JSONField(default=list, db_default=models.Value([], models.JSONField()))
    holdings_cashed = models.JSONField(default=list, db_default=models.Value([], models.JSONField()))
    switches = models.JSONField()
    answers = models.JSONField(default=dict, db_default=models.Value({}, models.JSONField()))
    versions_in_force = models.JSONField(default=dict, db_default=models.Value({}, models.JSONField()))
    pending_answers = models.JSONField(default=list, db_default=models.Value([], models.JSONField()))
    own_questions = models.JSONField(default=dict, db_default=models.Value({}, models.JSONField()))
    procedure_uses = models.JSONField(default=list, db_default=models.Value([], models.JSONField()))
    dice = models.CharField(max_length=16, default="", db_default="")
    secret = models.CharField(max_length=128)
    secret_hash = models.CharField(max_length=64)
    forked_from = models.CharField(max_length=121, default="", db_default="")
    genesis = models.CharField(max_length=64)
    length = models.PositiveIntegerField(default=0, db_default=0)
    head = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    opened_at = models.DateTimeField()
    by_hand = models.JSONField(default=dict, db_default=models.Value({}, models.JSONField()))
    misread = models.JSONField(default=dict, db_default=models.Value({}, models.JSONField()))
    set_aside = models.JSONField(default=dict, db_default=models.Value({}, models.JSONField()))
    seeds = models.JSONField(default=list, db_default=models.Value([], models.JSONField()))
    roots = models.JSONField(default=list, db_default=models.Value([], models.JSONField()))
    leaves = models.PositiveIntegerField(default=0, db_default=0)
    match_leaves = models.JSONField(default=dict, db_default=models.Value({}, models.JSONField()))
    awaited = models.JSONField(default=list, db_default=models.Value([], models.JSONField()))
    awaited_at = models.DateTimeField(null=True)
    left = models.JSONField(default=list, db_default=models.Value([], models.JSONField()))

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["league", "name"], name="one_season_a_name"),
            models.CheckConstraint(condition=Q(step__in=SEASON_STEPS), name="season_step_is_known"),
            models.CheckConstraint(condition=Q(number__gte=1), name="season_number_from_one"),
        ]
        indexes = [
            models.Index(fields=["awaited_at"], name="seasons_awaiting", condition=Q(awaited_at__isnull=False))
        ]
        ordering = ["league_id", "number", "name"]

    def __str__(self) -> str:
        return self.id

    @property
    def label(self) -> str:
        """What people call it, as `season_label` says."""
        return season_label(self.number, self.title)
