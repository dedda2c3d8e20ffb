import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("league", "0004_matches_resolved_here"),
    ]

    operations = [
        migrations.AddField(
            model_name="calendar",
            name="agreed_hours",
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.CreateModel(
            name="ReportClaim",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("match", models.CharField(max_length=140)),
                ("side", models.CharField(blank=True, max_length=140)),
                ("packet", models.CharField(max_length=64)),
                ("digest", models.CharField(max_length=64)),
                ("document", models.JSONField()),
                ("actor", models.CharField(max_length=121)),
                ("at", models.DateTimeField()),
                ("key", models.CharField(max_length=120)),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="claims", to="league.season"
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["season", "match"], name="claims_of_a_match")],
                "constraints": [models.UniqueConstraint(fields=("season", "key"), name="one_claim_a_key")],
            },
        ),
        migrations.CreateModel(
            name="RoundPlan",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("matches", models.JSONField(default=list)),
                ("updated_at", models.DateTimeField()),
                ("updated_by", models.CharField(max_length=121)),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="plans", to="league.season"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("season", "number"), name="one_plan_a_round")],
            },
        ),
    ]
