"""A person's own settings."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """New tables; nobody has chosen anything yet."""

    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL), ("league", "0025_reveals")]

    operations = [
        migrations.CreateModel(
            "Preferences",
            [
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="preferences",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("time_zone", models.CharField(blank=True, db_default="", default="", max_length=60)),
                ("digest_hour", models.PositiveSmallIntegerField(db_default=9, default=9)),
                ("digest_day", models.PositiveSmallIntegerField(db_default=0, default=0)),
                ("quiet_from", models.PositiveSmallIntegerField(null=True)),
                ("quiet_to", models.PositiveSmallIntegerField(null=True)),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(digest_day__lte=6, digest_hour__lte=23), name="digests_have_a_time"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(quiet_from=None, quiet_to=None)
                        | models.Q(quiet_from__lte=23, quiet_to__lte=23)
                        & ~models.Q(quiet_from=models.F("quiet_to")),
                        name="quiet_hours_have_both_ends",
                    ),
                ],
            },
        ),
    ]
