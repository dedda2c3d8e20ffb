"""Match points may be below 0: those of a duel are signed."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """One constraint in place of another; no row changes."""

    dependencies = [("league", "0019_answers")]

    operations = [
        migrations.RemoveConstraint("lineup", "match_points_not_negative"),
        migrations.AddConstraint(
            "lineup",
            models.CheckConstraint(
                condition=models.Q(points__isnull=True)
                | models.Q(points__gte=-1_000_000, points__lte=1_000_000),
                name="match_points_within_bounds",
            ),
        ),
    ]
