"""Each season has the throws whose faces were entered by hand, and the faces and ids that its last amend left over."""

from __future__ import annotations

import json
import zlib
from typing import Any

from django.db import migrations, models


def from_entries(apps: Any, _editor: object) -> None:
    """Every path whose faces an entry was given from a real table, with the number of the entry."""
    by_hand: dict[str, dict[str, int]] = {}
    entries = apps.get_model("league", "Entry").objects.exclude(command="preview_amend")
    entries = entries.order_by("season_id", "number")
    for season, number, body in entries.values_list("season_id", "number", "body").iterator(chunk_size=500):
        text = zlib.decompress(bytes(body))
        if b'"typed":{}' not in text:
            typed = json.loads(text).get("typed") or {}
            by_hand.setdefault(season, {}).update(dict.fromkeys(sorted(typed.get("faces", {})), number))
    for season, paths in by_hand.items():
        apps.get_model("league", "Season").objects.filter(pk=season).update(by_hand=paths)


class Migration(migrations.Migration):
    """Three columns, one filled from what stands in the journals."""

    dependencies = [("league", "0001_squashed_0011_programs")]

    operations = [
        migrations.AddField(
            "season", "by_hand", models.JSONField(db_default=models.Value({}, models.JSONField()), default=dict)
        ),
        migrations.AddField(
            "season", "set_aside", models.JSONField(db_default=models.Value({}, models.JSONField()), default=dict)
        ),
        migrations.AddField(
            "season", "left", models.JSONField(db_default=models.Value([], models.JSONField()), default=list)
        ),
        migrations.RunPython(from_entries, migrations.RunPython.noop),
    ]
