"""Rounds take each other's numbers when one of them is struck or comes back: the rules hold that they are counted."""

from __future__ import annotations

from django.db import migrations


class Migration(migrations.Migration):
    """One constraint less."""

    dependencies = [("league", "0015_fallen_line_ups")]

    operations = [migrations.RemoveConstraint("round", "one_round_a_number")]
