"""A worker process of the rollover benchmark: `python -m benchmarks.rollover_worker LEAGUE …`, controlled by its
input.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence


def main(leagues: Sequence[str]) -> None:
    """Print "ready", and for every line of input roll the leagues over and print "done"."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.settings"
    import django

    django.setup()
    from benchmarks.rollover import roll_over
    from league.models import League

    League.objects.exists()  # opens the connection before anything is timed
    print("ready", flush=True)
    for _ in sys.stdin:
        roll_over(leagues)
        print("done", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
