"""Services that cannot be reached: logged in one sentence when an outage begins, and in another when it is over.

Whatever asks a service every few seconds would otherwise fill the log with the same traceback during an outage.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from django.db import DatabaseError, InterfaceError, OperationalError, connection

from sql.connections import require_answer

log = logging.getLogger(__name__)


class Outage:
    """Whether a service is unreachable, as far as this process knows."""

    def __init__(self, service: str) -> None:
        self._service = service
        self._away = False
        self._lock = Lock()

    def report_start(self, fault: BaseException, meanwhile: str) -> None:
        """Log that the service is unreachable and what happens `meanwhile`, unless that was already logged."""
        if self._set_away(away=True):
            log.warning("%s is out of reach (%s): %s", self._service, type(fault).__name__, meanwhile)

    def report_end(self) -> None:
        """Log that the service can be reached again, if an outage was logged."""
        if self._set_away(away=False):
            log.warning("%s is within reach again.", self._service)

    def _set_away(self, *, away: bool) -> bool:
        with self._lock:
            before, self._away = self._away, away
        return before is not away


BROKER = Outage("The broker")
DATABASE = Outage("The database")
MAIL_SERVER = Outage("The mail server")


class ServiceUnavailable(Exception):
    """A job's body could not do its work since a service is unreachable: the job is only tried again."""

    def __init__(self, outage: Outage, fault: BaseException, meanwhile: str) -> None:
        super().__init__(meanwhile)
        self.outage, self.fault, self.meanwhile = outage, fault, meanwhile

    def report(self) -> None:
        """Log it, once."""
        self.outage.report_start(self.fault, self.meanwhile)


@contextmanager
def tolerate_database_outage(meanwhile: str) -> Iterator[None]:
    """Abandon the block if the database is unreachable, and log once what happens `meanwhile`."""
    try:
        yield
    except (OperationalError, InterfaceError) as fault:
        if not database_is_unreachable():
            raise
        DATABASE.report_start(fault, meanwhile)
    else:
        DATABASE.report_end()


def database_is_unreachable() -> bool:
    """Whether a new connection to the database fails; inside a transaction it counts as reachable."""
    if connection.in_atomic_block:
        return False
    try:
        connection.close()
        require_answer()
    except DatabaseError:
        connection.close()
        return True
    except InterfaceError:
        return True
    return False
