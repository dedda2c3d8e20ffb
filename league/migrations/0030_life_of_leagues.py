"""Leagues that are archived, deleted or handed over."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Three nullable columns and three tables; every league there is goes on."""

    dependencies = [
        ('league', '0025_reveals'),
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
    ]
