"""The only writer of a season: performs commands, updates the tables and records every entry once."""

from journal.amends.writer import AmendResult, amend, preview_amend, take_back
from journal.audit import Finding, audit
from journal.entry_recorder import RecordedEntry, TypedFaces
from journal.season_opening import fork_season, open_following_season, open_season
from journal.writer import BatchResult, perform

__all__ = [
    "AmendResult",
    "BatchResult",
    "Finding",
    "RecordedEntry",
    "TypedFaces",
    "amend",
    "audit",
    "fork_season",
    "open_following_season",
    "open_season",
    "perform",
    "preview_amend",
    "take_back",
]
