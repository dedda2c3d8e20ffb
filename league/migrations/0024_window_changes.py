"""A window knows how often its deadline was changed, and when last, so that calendars know the event as changed."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """Two columns; the windows there are have not been changed."""

    dependencies = [("league", "0023_procedure_uses")]

    operations = [
        migrations.AddField("window", "changes", models.PositiveIntegerField(db_default=0, default=0)),
        migrations.AddField("window", "changed_at", models.DateTimeField(null=True)),
    ]
