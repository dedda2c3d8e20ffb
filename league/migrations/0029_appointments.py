"""When the sides of a match meet to play it, and their home nights."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models

KEY = models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")
STANDINGS = [("open", "Not agreed on"), ("agreed", "Agreed on"), ("off", "Called off")]


class Migration(migrations.Migration):
    """A column and three tables; no match there is has such a time."""

    dependencies = [("league", "0028_feed_keys")]

    operations = [
        migrations.AddField("calendar", "missed_hours", models.PositiveIntegerField(db_default=24, default=24)),
        migrations.CreateModel(
            "Appointment",
            [
                ("id", KEY.clone()),
                ("match", models.CharField(max_length=140)),
                ("standing", models.CharField(choices=STANDINGS, default="open", max_length=6)),
                ("agreed_at", models.DateTimeField(null=True)),
                ("agreed_since", models.DateTimeField(null=True)),
                ("offer", models.PositiveIntegerField(default=0)),
                ("version", models.PositiveIntegerField(default=0)),
                ("changes", models.PositiveIntegerField(default=0)),
                ("last_act", models.CharField(blank=True, default="", max_length=12)),
                ("last_side", models.CharField(blank=True, default="", max_length=140)),
                ("reason", models.CharField(blank=True, default="", max_length=200)),
                ("sides", models.JSONField(default=list)),
                ("awaited", models.JSONField(default=list)),
                ("said", models.JSONField(default=dict)),
                ("changed_at", models.DateTimeField()),
                ("changed_by", models.CharField(max_length=121)),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="appointments", to="league.season"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=["season", "match"], name="one_appointment_a_match"),
                    models.CheckConstraint(
                        condition=models.Q(standing="open", agreed_at=None)
                        | models.Q(standing__in=["agreed", "off"], agreed_at__isnull=False),
                        name="an_agreed_appointment_has_its_time",
                    ),
                ]
            },
        ),
        migrations.CreateModel(
            "HomeNight",
            [
                ("id", KEY.clone()),
                ("franchise", models.CharField(blank=True, max_length=140)),
                ("night", models.CharField(max_length=9)),
                ("zone", models.CharField(max_length=60)),
                ("changed_at", models.DateTimeField()),
                ("changed_by", models.CharField(max_length=121)),
                (
                    "league",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="home_nights", to="league.league"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=["league", "franchise"], name="one_home_night_a_franchise")
                ]
            },
        ),
        migrations.CreateModel(
            "ProposedTime",
            [
                ("id", KEY.clone()),
                ("offer", models.PositiveIntegerField()),
                ("number", models.PositiveSmallIntegerField()),
                ("side", models.CharField(max_length=140)),
                ("time", models.DateTimeField()),
                ("zone", models.CharField(max_length=60)),
                ("note", models.CharField(blank=True, default="", max_length=200)),
                ("accepted", models.JSONField(default=list)),
                ("actor", models.CharField(max_length=121)),
                ("at", models.DateTimeField()),
                (
                    "appointment",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="proposed", to="league.appointment"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=["appointment", "offer", "number"], name="one_proposed_time_a_number"
                    )
                ]
            },
        ),
    ]
