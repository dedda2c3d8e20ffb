from django.db import migrations, models


class Migration(migrations.Migration):
    """An offer may be sealed until it is answered."""

    dependencies = [("franchises", "0005_made_with_league")]

    operations = [
        migrations.AddField(
            model_name="trade",
            name="sealed",
            field=models.CharField(db_default="", default="", max_length=16),
        ),
    ]
