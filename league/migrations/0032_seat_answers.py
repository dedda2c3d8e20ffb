from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0030_life_of_leagues'),
    ]

    operations = [
        migrations.AddField(
            model_name='seatrequest',
            name='mail_claimed_at',
            field=models.DateTimeField(null=True),
        ),
    ]
