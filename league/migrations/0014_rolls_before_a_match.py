"""Each match keeps the hearts and devices that were rolled before it, for the one that is run in its place."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """One column."""

    dependencies = [("league", "0013_misread_dice")]

    operations = [
        migrations.AddField(
            "match", "pre_match", models.JSONField(db_default=models.Value({}, models.JSONField()), default=dict)
        ),
    ]
