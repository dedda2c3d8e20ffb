"""The one writer of a season: performs commands, keeps the tables and writes everything down once."""

from league.journal.amending import Amends, amend, preview_amend, take_back
from league.journal.audit import Finding, audit
from league.journal.opening import fork, open_next, open_season
from league.journal.pen import Told, Typed
from league.journal.writer import Answer, perform

__all__ = [
    "Amends",
    "Answer",
    "Finding",
    "Told",
    "Typed",
    "amend",
    "audit",
    "fork",
    "open_next",
    "open_season",
    "perform",
    "preview_amend",
    "take_back",
]
