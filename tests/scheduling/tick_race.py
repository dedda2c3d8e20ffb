"""One of several processes that tick one season's clock at the same time: `tick_race.py SEASON TIMES`."""

from __future__ import annotations

import os
import sys
from datetime import timedelta


def main() -> None:
    """Tick once for each simulated hour, as the other processes do, then send the mail that is due."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django

    django.setup()
    from django.core import mail

    from jobs.outbox_delivery import deliver_outbox
    from scheduling.background_work import REGISTERING_MODULES
    from scheduling.clock_tick import tick
    from scheduling.notices.mail import send_due_mail
    from tests.league.small_league import BEGAN

    season, times = sys.argv[1], int(sys.argv[2])
    assert REGISTERING_MODULES
    for hour in range(times):
        at = BEGAN + timedelta(hours=hour)
        tick(season, at=at)
        deliver_outbox(at=at)
    send_due_mail(at=BEGAN)
    messages = getattr(mail, "outbox", [])
    sys.stdout.write("\n".join(str(message.extra_headers["Message-ID"]) for message in messages))


if __name__ == "__main__":
    main()
