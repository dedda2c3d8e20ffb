"""Questions about the rules that people put to the commissioners."""

from __future__ import annotations

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """One table."""

    dependencies = [
        ("league", "0020_duel_points"),
    ]

    operations = [
        migrations.CreateModel(
            name='PutQuestion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField()),
                ('match', models.CharField(blank=True, max_length=140)),
                ('questionnaire', models.CharField(blank=True, max_length=40)),
                ('question', models.CharField(blank=True, max_length=80)),
                ('put', models.TextField()),
                ('cited', models.TextField(blank=True)),
                ('actor', models.CharField(max_length=121)),
                ('at', models.DateTimeField()),
                ('standing', models.CharField(choices=[('waiting', 'Waits for a ruling'), ('answered', 'Ruled'), ('withdrawn', 'Taken back')], default='waiting', max_length=9)),
                ('answered_by', models.CharField(blank=True, max_length=121)),
                ('answered_at', models.DateTimeField(null=True)),
                ('entry', models.PositiveIntegerField(null=True)),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='put_questions', to='league.season')),
            ],
            options={
                'ordering': ['-number'],
                'constraints': [models.UniqueConstraint(fields=('season', 'number'), name='one_put_question_a_number'), models.CheckConstraint(condition=models.Q(('standing__in', ['waiting', 'answered', 'withdrawn'])), name='put_question_standing_is_known'), models.CheckConstraint(condition=models.Q(models.Q(('entry__isnull', False), ('standing', 'answered')), models.Q(models.Q(('standing', 'answered'), _negated=True), ('entry', None)), _connector='OR'), name='put_question_has_its_ruling')],
            },
        ),
    ]
