"""The tables of leagues, seasons, matches and the journal."""

from league.models.announcements import Announcement, Wording
from league.models.appointments import Appointment, HomeNight, ProposedTime
from league.models.awaited_dice import AwaitedWords, BeaconRound
from league.models.duels import Duel, DuelEntry
from league.models.integrations import Appeal, ClaimedLog, Delivery, ReportPart, Sandbox, SigningKey, Webhook
from league.models.jobs import Job
from league.models.journal import Batch, Checkpoint, Entry, Outbox, Retold
from league.models.languages import LanguageChoice
from league.models.league_life import DeletedLeague, DeletionRequest, HandoverOffer
from league.models.league_templates import LeagueTemplate
from league.models.leagues import Invitation, League, LeagueLog, Membership
from league.models.matches import LineUp, Match, MatchLog, Report, Round, Seat, Settlement, StandingsLine
from league.models.names import NameChange
from league.models.notice_delivery import (
    MailFailure,
    NoticeChoice,
    PersonalDelivery,
    PersonalWebhook,
    WaitingNotice,
)
from league.models.preferences import Preferences
from league.models.procedures import ProcedureUse
from league.models.put_questions import PutQuestion
from league.models.questionnaire import Acknowledgement, AnswerVersion
from league.models.report_claims import ReportClaim, RoundPlan
from league.models.rulings import Ruling
from league.models.scheduling import Calendar, Notice, Reveal, Window
from league.models.season_end import CupAward, DraftPick, FinalLine
from league.models.seasons import Season
from league.models.seats import SeatAd, SeatRequest, SeatSeeker
from league.models.tokens import AccessToken, FeedKey, StoredAnswer

__all__ = [
    "AccessToken",
    "Acknowledgement",
    "Announcement",
    "AnswerVersion",
    "Appeal",
    "Appointment",
    "AwaitedWords",
    "Batch",
    "BeaconRound",
    "Calendar",
    "Checkpoint",
    "ClaimedLog",
    "CupAward",
    "DeletedLeague",
    "DeletionRequest",
    "Delivery",
    "DraftPick",
    "Duel",
    "DuelEntry",
    "Entry",
    "FeedKey",
    "FinalLine",
    "HandoverOffer",
    "HomeNight",
    "Invitation",
    "Job",
    "LanguageChoice",
    "League",
    "LeagueLog",
    "LeagueTemplate",
    "LineUp",
    "MailFailure",
    "Match",
    "MatchLog",
    "Membership",
    "NameChange",
    "Notice",
    "NoticeChoice",
    "Outbox",
    "PersonalDelivery",
    "PersonalWebhook",
    "Preferences",
    "ProcedureUse",
    "ProposedTime",
    "PutQuestion",
    "Report",
    "ReportClaim",
    "ReportPart",
    "Retold",
    "Reveal",
    "Round",
    "RoundPlan",
    "Ruling",
    "Sandbox",
    "Season",
    "Seat",
    "SeatAd",
    "SeatRequest",
    "SeatSeeker",
    "Settlement",
    "SigningKey",
    "StandingsLine",
    "StoredAnswer",
    "WaitingNotice",
    "Webhook",
    "Window",
    "Wording",
]
