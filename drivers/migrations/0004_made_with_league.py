from django.db import migrations


class Migration(migrations.Migration):
    """Nothing: the tables of this room are made by league's squashed migration, together with those they refer to.

    It stands for the room in the graph of migrations, and the room's next migration depends on it.
    """

    dependencies = [
        ("drivers", "0003_whole_campaign"),
        ("league", "0001_squashed_0011_programs"),
    ]

    operations = []
