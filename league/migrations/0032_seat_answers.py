from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0031_league_templates'),
    ]

    operations = [
        migrations.AddField(
            model_name='seatrequest',
            name='mail_claimed_at',
            field=models.DateTimeField(null=True),
        ),
    ]
