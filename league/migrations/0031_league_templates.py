"""League templates, and which one a league was founded from."""

from __future__ import annotations

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import league.models.league_templates


class Migration(migrations.Migration):
    """Two columns of leagues and a new table; every league there is goes on."""

    dependencies = [
        ('league', '0030_life_of_leagues'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='league',
            name='template_key',
            field=models.CharField(blank=True, db_default='', default='', max_length=12),
        ),
        migrations.AddField(
            model_name='league',
            name='template_version',
            field=models.PositiveIntegerField(null=True),
        ),
        migrations.CreateModel(
            name='LeagueTemplate',
            fields=[
                ('key', models.CharField(default=league.models.league_templates.new_template_key, max_length=12, primary_key=True, serialize=False)),
                ('title', models.CharField(max_length=80)),
                ('about', models.TextField(blank=True)),
                ('contents', models.JSONField()),
                ('system', models.CharField(max_length=60)),
                ('version', models.PositiveIntegerField(default=1)),
                ('made_of', models.CharField(blank=True, default='', max_length=60)),
                ('reveals', models.BooleanField(default=False)),
                ('made_at', models.DateTimeField()),
                ('changed_at', models.DateTimeField()),
                ('published_at', models.DateTimeField(null=True)),
                ('hidden_at', models.DateTimeField(null=True)),
                ('uses', models.PositiveIntegerField(default=0)),
                ('credit', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('maker', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='league_templates', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('published_at__isnull', False)), fields=['published_at'], name='templates_published')],
                'constraints': [models.CheckConstraint(condition=models.Q(('version__gte', 1)), name='template_version_from_one')],
            },
        ),
    ]
