"""The tables of leagues, seasons, matches and the journal."""

from league.models.clock import Calendar, Notice, Window
from league.models.jobs import Job
from league.models.journal import Batch, Checkpoint, Entry, Outbox, Retold
from league.models.leagues import League, LeagueLog, Membership
from league.models.matches import LineUp, Match, MatchLog, Report, Round, Seat, Settlement, StandingsLine
from league.models.season_end import CupAward, DraftPick, FinalLine
from league.models.seasons import Season

__all__ = [
    "Batch",
    "Calendar",
    "Checkpoint",
    "CupAward",
    "DraftPick",
    "Entry",
    "FinalLine",
    "Job",
    "League",
    "LeagueLog",
    "LineUp",
    "Match",
    "MatchLog",
    "Membership",
    "Notice",
    "Outbox",
    "Report",
    "Retold",
    "Round",
    "Season",
    "Seat",
    "Settlement",
    "StandingsLine",
    "Window",
]
