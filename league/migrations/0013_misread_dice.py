"""Each season marks the dice of a table that were misread, and a ruling holds those that it would correct."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """Two columns, empty so far: no journal could say of a die that it was misread."""

    dependencies = [("league", "0012_faces_that_stay")]

    operations = [
        migrations.AddField(
            "season", "misread", models.JSONField(db_default=models.Value({}, models.JSONField()), default=dict)
        ),
        migrations.AddField(
            "ruling", "misread", models.JSONField(db_default=models.Value({}, models.JSONField()), default=dict)
        ),
    ]
