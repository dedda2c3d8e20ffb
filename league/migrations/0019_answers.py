"""A season keeps its answers to questionnaires, and a match the versions it is played by."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """Five columns; the seasons there are answered nothing but house rules."""

    dependencies = [("league", "0018_awaited_dice")]

    operations = [
        migrations.AddField(
            "season", "answers", models.JSONField(db_default=models.Value({}, models.JSONField()), default=dict)
        ),
        migrations.AddField(
            "season",
            "versions_in_force",
            models.JSONField(db_default=models.Value({}, models.JSONField()), default=dict),
        ),
        migrations.AddField(
            "season",
            "pending_answers",
            models.JSONField(db_default=models.Value([], models.JSONField()), default=list),
        ),
        migrations.AddField(
            "season", "own_questions", models.JSONField(db_default=models.Value({}, models.JSONField()), default=dict)
        ),
        migrations.AddField(
            "match", "answer_versions", models.JSONField(db_default=models.Value({}, models.JSONField()), default=dict)
        ),
    ]
