"""What things of a league were called before, and titles of seasons."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import F, Q


class Migration(migrations.Migration):
    """Two columns and a table; nothing was renamed yet, and no season has a title."""

    dependencies = [("league", "0025_reveals")]

    operations = [
        migrations.AddField("season", "title", models.CharField(db_default="", default="", max_length=120)),
        migrations.AddField("league", "renamings", models.PositiveIntegerField(db_default=0, default=0)),
        migrations.CreateModel(
            "NameChange",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("franchise", "Franchise"),
                            ("driver", "Driver"),
                            ("car", "Car"),
                            ("league", "League"),
                            ("season", "Season"),
                        ],
                        max_length=10,
                    ),
                ),
                ("subject", models.CharField(blank=True, max_length=140)),
                ("season", models.CharField(blank=True, max_length=60)),
                ("former", models.CharField(blank=True, max_length=120)),
                ("name", models.CharField(blank=True, max_length=120)),
                ("at", models.DateTimeField()),
                ("by", models.CharField(max_length=121)),
                ("reason", models.CharField(blank=True, max_length=1000)),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="name_changes", to="league.league"
                    ),
                ),
                ("undoes", models.BooleanField(db_default=False, default=False)),
                ("undone", models.BooleanField(db_default=False, default=False)),
            ],
            options={
                "indexes": [models.Index(fields=["league", "kind", "subject"], name="names_of_a_thing")],
                "constraints": [
                    models.CheckConstraint(
                        condition=Q(kind__in=["franchise", "driver", "car", "league", "season"]),
                        name="named_kind_is_known",
                    ),
                    models.CheckConstraint(condition=~Q(name=F("former")), name="a_name_change_changes_it"),
                    models.CheckConstraint(
                        condition=Q(kind="season") | ~Q(name=""), name="only_seasons_lose_their_name"
                    ),
                ],
            },
        ),
    ]
