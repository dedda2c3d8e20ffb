"""A season may commit its dice by leaves: their seeds and roots, how many it took, and those of its matches."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """Five columns; the seasons there are keep their secret."""

    dependencies = [("league", "0016_rounds_may_swap_numbers")]

    operations = [
        migrations.AddField("season", "dice", models.CharField(db_default="", default="", max_length=8)),
        migrations.AddField("season", "leaves", models.PositiveIntegerField(db_default=0, default=0)),
        migrations.AddField(
            "season",
            "match_leaves",
            models.JSONField(db_default=models.Value({}, models.JSONField()), default=dict),
        ),
        migrations.AddField(
            "season", "roots", models.JSONField(db_default=models.Value([], models.JSONField()), default=list)
        ),
        migrations.AddField(
            "season", "seeds", models.JSONField(db_default=models.Value([], models.JSONField()), default=list)
        ),
    ]
