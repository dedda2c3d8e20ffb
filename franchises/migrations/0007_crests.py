import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Franchises may choose a crest."""

    dependencies = [("franchises", "0006_trade_sealed")]

    operations = [
        migrations.CreateModel(
            name="ChosenCrest",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("blazon", models.CharField(max_length=80)),
                (
                    "franchise",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="crest", to="franchises.franchise"
                    ),
                ),
            ],
        ),
    ]
