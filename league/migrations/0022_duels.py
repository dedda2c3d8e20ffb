"""Duels may be run at a referee's table: who fights them, and what was entered of them."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Two tables; no duel was run before."""

    dependencies = [("league", "0021_put_questions")]

    operations = [
        migrations.CreateModel(
            "Duel",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("key", models.CharField(max_length=60)),
                ("match", models.CharField(blank=True, default="", max_length=140)),
                ("title", models.CharField(max_length=120)),
                ("questionnaire", models.CharField(max_length=40)),
                ("answers_version", models.PositiveIntegerField(default=0)),
                ("duelists", models.JSONField()),
                ("settings", models.JSONField()),
                ("arena", models.JSONField(default=dict)),
                ("closed", models.PositiveIntegerField(default=0)),
                ("ended", models.PositiveIntegerField(null=True)),
                ("version", models.PositiveIntegerField(default=0)),
                ("opened_by", models.CharField(max_length=121)),
                ("opened_at", models.DateTimeField()),
                ("reported_at", models.DateTimeField(null=True)),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="duels", to="league.season"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            "DuelEntry",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("key", models.CharField(max_length=60)),
                ("act", models.CharField(max_length=8)),
                ("value", models.JSONField()),
                ("by", models.CharField(max_length=121)),
                ("at", models.DateTimeField()),
                (
                    "duel",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="entries", to="league.duel"
                    ),
                ),
            ],
            options={"verbose_name_plural": "duel entries"},
        ),
        migrations.AddConstraint(
            "duel", models.UniqueConstraint(fields=("season", "number"), name="one_duel_a_number")
        ),
        migrations.AddConstraint("duel", models.UniqueConstraint(fields=("season", "key"), name="one_duel_a_key")),
        migrations.AddConstraint(
            "duel", models.CheckConstraint(condition=models.Q(number__gte=1), name="duel_number_from_one")
        ),
        migrations.AddConstraint(
            "duel",
            models.CheckConstraint(
                condition=models.Q(ended__isnull=True) | models.Q(ended__lte=models.F("closed")),
                name="duel_ends_at_a_close",
            ),
        ),
        migrations.AddConstraint(
            "duelentry", models.UniqueConstraint(fields=("duel", "number"), name="one_duel_entry_a_number")
        ),
        migrations.AddConstraint(
            "duelentry", models.UniqueConstraint(fields=("duel", "key"), name="one_duel_entry_a_key")
        ),
        migrations.AddConstraint(
            "duelentry",
            models.CheckConstraint(
                condition=models.Q(act__in=("enter", "undo", "redo", "close", "reopen", "rule")),
                name="duel_act_is_known",
            ),
        ),
    ]
