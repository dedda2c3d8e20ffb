"""A season knows the uses of a referee's procedures, and each has a record of its own."""

from __future__ import annotations

from django.db import migrations, models


class Migration(migrations.Migration):
    """A column with the ids of the uses, and their table; the seasons there are have none."""

    dependencies = [("league", "0022_duels")]

    operations = [
        migrations.AddField(
            "season", "procedure_uses", models.JSONField(db_default=models.Value([], models.JSONField()), default=list)
        ),
        migrations.CreateModel(
            name="ProcedureUse",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("entry", models.PositiveIntegerField()),
                ("fact", models.PositiveIntegerField()),
                ("use", models.CharField(max_length=60)),
                ("book", models.CharField(max_length=40)),
                ("procedure", models.CharField(max_length=60)),
                ("version", models.PositiveIntegerField()),
                ("inputs", models.JSONField()),
                ("answers", models.JSONField()),
                ("faces", models.JSONField()),
                ("values", models.JSONField(null=True)),
                ("duel", models.CharField(max_length=60)),
                ("turn", models.PositiveIntegerField()),
                ("phase", models.PositiveIntegerField()),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=models.PROTECT, related_name="%(class)ss", to="league.season"
                    ),
                ),
            ],
            options={
                "abstract": False,
                "indexes": [
                    models.Index(fields=["season", "procedure", "entry"], name="uses_of_a_procedure"),
                    models.Index(fields=["season", "duel", "entry"], name="uses_in_a_duel"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("season", "entry", "fact"), name="procedureuse_from_one_fact"
                    ),
                    models.UniqueConstraint(fields=("season", "use"), name="one_procedure_a_use"),
                ],
            },
        ),
    ]
