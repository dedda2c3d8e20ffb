"""The tables of leagues, seasons, matches and the journal."""

from league.models.journal import Batch, Checkpoint, Entry, Outbox
from league.models.leagues import League, LeagueLog, Membership
from league.models.matches import LineUp, Match, Report, Round, Seat, Settlement, StandingsLine
from league.models.season_end import CupAward, DraftPick, FinalLine
from league.models.seasons import Season

__all__ = [
    "Batch",
    "Checkpoint",
    "CupAward",
    "DraftPick",
    "Entry",
    "FinalLine",
    "League",
    "LeagueLog",
    "LineUp",
    "Match",
    "Membership",
    "Outbox",
    "Report",
    "Round",
    "Season",
    "Seat",
    "Settlement",
    "StandingsLine",
]
