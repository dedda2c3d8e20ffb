"""When the results of a round are revealed together."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """A column and a table; no round there is has such a time."""

    dependencies = [("league", "0024_window_changes")]

    operations = [
        migrations.AddField(
            "calendar", "standing_reveal", models.CharField(blank=True, db_default="", default="", max_length=9)
        ),
        migrations.CreateModel(
            "Reveal",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("at", models.DateTimeField(null=True)),
                ("changes", models.PositiveIntegerField(db_default=0, default=0)),
                ("changed_at", models.DateTimeField()),
                ("changed_by", models.CharField(max_length=121)),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="reveals", to="league.season"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=["season", "number"], name="one_reveal_a_round")]
            },
        ),
    ]
