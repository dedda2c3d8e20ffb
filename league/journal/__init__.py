"""The one writer of a season: performs commands, keeps the tables and writes everything down once."""

from league.journal.audit import Finding, audit
from league.journal.opening import fork, open_next, open_season
from league.journal.pen import Told, Typed
from league.journal.writer import Answer, perform

__all__ = ["Answer", "Finding", "Told", "Typed", "audit", "fork", "open_next", "open_season", "perform"]
