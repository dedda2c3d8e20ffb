"""Dice may be awaited: what a season awaits, rounds of the public beacon, and words that members reveal."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Two columns, an index and two tables; no season there is awaits anything."""

    dependencies = [("league", "0017_leaves")]

    operations = [
        migrations.CreateModel(
            "BeaconRound",
            [
                ("number", models.BigIntegerField(primary_key=True, serialize=False)),
                ("signature", models.CharField(max_length=96)),
                ("kept_at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            "AwaitedWords",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("entry", models.PositiveIntegerField()),
                ("handle", models.CharField(max_length=121)),
                ("hash", models.CharField(max_length=64)),
                ("words", models.CharField(db_default="", default="", max_length=64)),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="awaited_words", to="league.season"
                    ),
                ),
            ],
            options={"verbose_name_plural": "awaited words"},
        ),
        migrations.AddField(
            "season",
            "awaited",
            models.JSONField(db_default=models.Value([], models.JSONField()), default=list),
        ),
        migrations.AddField("season", "awaited_at", models.DateTimeField(null=True)),
        migrations.AlterField("season", "dice", models.CharField(db_default="", default="", max_length=16)),
        migrations.AddIndex(
            "season",
            models.Index(
                condition=models.Q(("awaited_at__isnull", False)), fields=["awaited_at"], name="seasons_awaiting"
            ),
        ),
        migrations.AddConstraint(
            "beaconround",
            models.CheckConstraint(condition=models.Q(("number__gte", 1)), name="beacon_rounds_from_one"),
        ),
        migrations.AddConstraint(
            "awaitedwords",
            models.UniqueConstraint(fields=("season", "entry", "handle"), name="one_hash_of_words_a_member"),
        ),
    ]
