"""Each line-up keeps whether an amend made it fall under its seal."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """One column."""

    dependencies = [("league", "0014_rolls_before_a_match")]

    operations = [
        migrations.AddField("lineup", "fallen", models.BooleanField(db_default=False, default=False)),
    ]
