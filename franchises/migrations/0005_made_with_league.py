from django.db import migrations


class Migration(migrations.Migration):
    """Nothing: the tables of this room are made by league's squashed migration, together with those they refer to.

    It stands for the room in the graph of migrations, and the room's next migration depends on it.
    """

    dependencies = [
        ("franchises", "0004_matches_resolved_here"),
        ("league", "0001_squashed_0011_programs"),
    ]

    operations = []
