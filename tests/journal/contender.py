"""One of several processes that perform commands on one season at once: `contender.py SEASON NAME COUNT`."""

from __future__ import annotations

import json
import os
import sys
from datetime import UTC, datetime


def main() -> None:
    """Hire `COUNT` drivers for the franchises in turn, giving every second command twice."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    from journal import perform
    from rules.campaign.core.codec import command_from_document

    season, name, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    league = season.split("/", maxsplit=1)[0]
    numbers = []
    for turn in range(count):
        franchise = ("razors", "saints", "widows")[turn % 3]
        hire = command_from_document(
            {"type": "hire_rookie", "franchise": franchise, "driver": f"{franchise}.{name}-{turn}"}
        )
        for _ in range(1 + turn % 2):
            answer = perform(
                season,
                [hire],
                actor=f"{league}.{franchise}",
                at=datetime(2026, 9, 2, tzinfo=UTC),
                key=f"{name}-{turn}",
            )
            numbers.append(answer.entries[0].number)
    sys.stdout.write(json.dumps(numbers))


if __name__ == "__main__":
    main()
