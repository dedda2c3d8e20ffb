"""A client for Dethmetal leagues: typed reads, and commands and reports that take effect once even if sent again."""

from dethmetal_client.asking import Answer, Asking
from dethmetal_client.dice_shapes import AwaitedDice, DiceStand, TookPart
from dethmetal_client.files import Unusable
from dethmetal_client.leagues import Client
from dethmetal_client.packets import Packet, PacketFalse, checked
from dethmetal_client.personal import FeedKey, NewFeedKey, PersonalTimeZone
from dethmetal_client.playing import CannotPlay, Played, Player
from dethmetal_client.problems import AnswerUnread, ApiProblem, Fault, NotDone, OutOfReach
from dethmetal_client.quotas import Quota
from dethmetal_client.report_shapes import Appeal, Claim, Reported, Reports, Result
from dethmetal_client.reporting import KeptKeys, KeysUnusable, NoOutcome, Reporter, outcome_of, with_forfeits

__all__ = [
    "Answer",
    "AnswerUnread",
    "ApiProblem",
    "Appeal",
    "Asking",
    "AwaitedDice",
    "CannotPlay",
    "Claim",
    "Client",
    "DiceStand",
    "Fault",
    "FeedKey",
    "KeptKeys",
    "KeysUnusable",
    "NewFeedKey",
    "NoOutcome",
    "NotDone",
    "OutOfReach",
    "Packet",
    "PacketFalse",
    "PersonalTimeZone",
    "Played",
    "Player",
    "Quota",
    "Reported",
    "Reporter",
    "Reports",
    "Result",
    "TookPart",
    "Unusable",
    "checked",
    "outcome_of",
    "with_forfeits",
]
