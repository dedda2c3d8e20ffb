"""Leagues that are archived, deleted or handed over, and seats that are offered and asked for."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Three nullable columns and new tables; every league there is goes on."""

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
        ('league', '0029_appointments'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='DeletedLeague',
            fields=[
                ('id', models.CharField(max_length=60, primary_key=True, serialize=False)),
                ('deleted_at', models.DateTimeField()),
                ('finished_at', models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='DeletionRequest',
            fields=[
                ('league', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='deletion', serialize=False, to='league.league')),
                ('asked_at', models.DateTimeField()),
                ('asked_by', models.CharField(max_length=121)),
                ('reason', models.CharField(max_length=1000)),
                ('days', models.PositiveSmallIntegerField(default=30)),
                ('confirmed_at', models.DateTimeField(null=True)),
                ('confirmed_by', models.CharField(blank=True, default='', max_length=121)),
                ('warned_at', models.DateTimeField(null=True)),
                ('exported_at', models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='SeatSeeker',
            fields=[
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='seat_wanted', serialize=False, to=settings.AUTH_USER_MODEL)),
                ('note', models.CharField(blank=True, max_length=600)),
                ('time_zone', models.CharField(blank=True, max_length=60)),
                ('posted_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField()),
                ('hidden_at', models.DateTimeField(null=True)),
            ],
        ),
        migrations.AddField(
            model_name='league',
            name='archived_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='league',
            name='delete_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='league',
            name='gone_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.CreateModel(
            name='SeatAd',
            fields=[
                ('league', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='seat_ad', serialize=False, to='league.league')),
                ('franchises', models.JSONField(default=list)),
                ('note', models.CharField(blank=True, max_length=600)),
                ('time_zone', models.CharField(max_length=60)),
                ('pace', models.CharField(choices=[('any', 'Any pace'), ('live', 'In one evening'), ('fast', 'Several rounds a week'), ('weekly', 'A round a week'), ('slow', 'Slower than a round a week')], default='any', max_length=6)),
                ('experience', models.CharField(choices=[('any', 'Everybody'), ('new', 'People new to the game'), ('some', 'People who have played a season'), ('much', 'People who have played several seasons')], default='any', max_length=4)),
                ('posted_at', models.DateTimeField()),
                ('posted_by', models.CharField(max_length=121)),
                ('expires_at', models.DateTimeField()),
                ('hidden_at', models.DateTimeField(null=True)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('pace__in', ['any', 'live', 'fast', 'weekly', 'slow'])), name='pace_of_a_seat_is_known'), models.CheckConstraint(condition=models.Q(('experience__in', ['any', 'new', 'some', 'much'])), name='experience_of_a_seat_is_known')],
            },
        ),
        migrations.CreateModel(
            name='HandoverOffer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('steps_down', models.BooleanField()),
                ('note', models.CharField(max_length=1000)),
                ('offered_at', models.DateTimeField()),
                ('expires_at', models.DateTimeField()),
                ('state', models.CharField(choices=[('open', 'Open'), ('accepted', 'Accepted'), ('declined', 'Declined'), ('withdrawn', 'Withdrawn'), ('expired', 'Expired')], default='open', max_length=9)),
                ('ended_at', models.DateTimeField(null=True)),
                ('giver', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='league.membership')),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='handovers', to='league.league')),
                ('taker', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='league.membership')),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'open')), fields=('giver', 'taker'), name='one_open_handover_each'), models.CheckConstraint(condition=models.Q(('state__in', ['open', 'accepted', 'declined', 'withdrawn', 'expired'])), name='handover_state_is_known')],
            },
        ),
        migrations.CreateModel(
            name='SeatRequest',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('note', models.CharField(blank=True, max_length=600)),
                ('asked_at', models.DateTimeField()),
                ('state', models.CharField(choices=[('open', 'Open'), ('given', 'Given'), ('declined', 'Declined'), ('withdrawn', 'Withdrawn')], default='open', max_length=9)),
                ('franchise', models.CharField(blank=True, default='', max_length=60)),
                ('answer', models.CharField(blank=True, default='', max_length=600)),
                ('answered_at', models.DateTimeField(null=True)),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seat_requests', to='league.league')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seat_requests', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'open')), fields=('league', 'user'), name='one_open_seat_request_a_league'), models.CheckConstraint(condition=models.Q(('state__in', ['open', 'given', 'declined', 'withdrawn'])), name='seat_request_state_is_known')],
            },
        ),
    ]
