"""A person's own settings, what they chose for their notices, what waits for them, and their own webhook."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """New tables, and two columns that servers of the release before leave to the database."""

    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL), ("league", "0025_reveals")]

    operations = [
        migrations.CreateModel(
            name="MailFailure",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="mail_failure",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("address", models.CharField(max_length=254)),
                ("refusals", models.PositiveIntegerField(default=1)),
                ("said", models.CharField(blank=True, max_length=300)),
                ("first_at", models.DateTimeField()),
                ("last_at", models.DateTimeField()),
                ("stopped_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="NoticeChoice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("group", models.CharField(blank=True, max_length=20)),
                ("channel", models.CharField(blank=True, max_length=8)),
                ("delivery", models.CharField(max_length=8)),
                ("was", models.CharField(blank=True, max_length=8)),
            ],
        ),
        migrations.CreateModel(
            name="PersonalDelivery",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("message", models.CharField(max_length=64)),
                ("kind", models.CharField(max_length=60)),
                ("body", models.BinaryField()),
                ("made_at", models.DateTimeField()),
                ("tries", models.PositiveSmallIntegerField(default=0)),
                ("next_at", models.DateTimeField(null=True)),
                ("taken_at", models.DateTimeField(null=True)),
                ("status", models.PositiveSmallIntegerField(null=True)),
                ("said", models.CharField(blank=True, max_length=200)),
            ],
        ),
        migrations.CreateModel(
            name="PersonalWebhook",
            fields=[
                ("address", models.CharField(max_length=500)),
                ("secret", models.CharField(max_length=80)),
                (
                    "shape",
                    models.CharField(
                        choices=[("standard", "Standard Webhooks"), ("discord", "Discord")],
                        default="standard",
                        max_length=8,
                    ),
                ),
                ("made_at", models.DateTimeField()),
                ("stopped_at", models.DateTimeField(null=True)),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="personal_webhook",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="Preferences",
            fields=[
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
        ),
        migrations.CreateModel(
            name="WaitingNotice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("channel", models.CharField(max_length=8)),
                ("delivery", models.CharField(max_length=8)),
                ("due_at", models.DateTimeField()),
            ],
        ),
        migrations.AddField(
            model_name="notice",
            name="on_site",
            field=models.BooleanField(db_default=True, default=True),
        ),
        migrations.AddField(
            model_name="notice",
            name="planned",
            field=models.BooleanField(db_default=True, default=False),
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(condition=models.Q(("planned", False)), fields=["id"], name="notices_unplanned"),
        ),
        migrations.AddField(
            model_name="noticechoice",
            name="league",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.CASCADE, related_name="+", to="league.league"
            ),
        ),
        migrations.AddField(
            model_name="noticechoice",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="notice_choices",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="personaldelivery",
            name="webhook",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="deliveries", to="league.personalwebhook"
            ),
        ),
        migrations.AddConstraint(
            model_name="preferences",
            constraint=models.CheckConstraint(
                condition=models.Q(("digest_day__lte", 6), ("digest_hour__lte", 23)), name="digests_have_a_time"
            ),
        ),
        migrations.AddConstraint(
            model_name="preferences",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("quiet_from", None), ("quiet_to", None)),
                    models.Q(
                        ("quiet_from__isnull", False),
                        ("quiet_from__lte", 23),
                        ("quiet_to__isnull", False),
                        ("quiet_to__lte", 23),
                        models.Q(("quiet_from", models.F("quiet_to")), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="quiet_hours_have_both_ends",
            ),
        ),
        migrations.AddField(
            model_name="waitingnotice",
            name="notice",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="waiting", to="league.notice"
            ),
        ),
        migrations.AddField(
            model_name="waitingnotice",
            name="user",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="+", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddConstraint(
            model_name="noticechoice",
            constraint=models.UniqueConstraint(
                condition=models.Q(("league", None)), fields=("user", "group", "channel"), name="one_choice_a_group"
            ),
        ),
        migrations.AddConstraint(
            model_name="noticechoice",
            constraint=models.UniqueConstraint(
                condition=models.Q(("league__isnull", False)),
                fields=("user", "league", "group", "channel"),
                name="one_choice_a_group_and_league",
            ),
        ),
        migrations.AddConstraint(
            model_name="noticechoice",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(
                        ("delivery__in", ["now", "daily", "weekly", "off"]),
                        ("league", None),
                        models.Q(("group", ""), _negated=True),
                    ),
                    models.Q(("delivery", "off"), ("league__isnull", False)),
                    _connector="OR",
                ),
                name="a_choice_is_known",
            ),
        ),
        migrations.AddIndex(
            model_name="personaldelivery",
            index=models.Index(
                condition=models.Q(("next_at__isnull", False)), fields=["next_at"], name="personal_deliveries_due"
            ),
        ),
        migrations.AddConstraint(
            model_name="personaldelivery",
            constraint=models.UniqueConstraint(fields=("webhook", "message"), name="one_personal_delivery_a_message"),
        ),
        migrations.AddIndex(
            model_name="waitingnotice",
            index=models.Index(fields=["due_at"], name="waiting_notices_due"),
        ),
        migrations.AddConstraint(
            model_name="waitingnotice",
            constraint=models.UniqueConstraint(fields=("notice", "channel"), name="a_notice_waits_once_a_channel"),
        ),
    ]
