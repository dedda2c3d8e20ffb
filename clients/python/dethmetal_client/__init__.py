"""A client of Dethmetal leagues: typed reads, commands and reports, each done once however often it is sent."""

from dethmetal_client.asking import Answer, Asking
from dethmetal_client.leagues import Client
from dethmetal_client.packets import Packet, PacketFalse, checked
from dethmetal_client.playing import CannotPlay, Played, Player
from dethmetal_client.problems import ApiProblem, Fault, OutOfReach
from dethmetal_client.reporting import KeptKeys, NoOutcome, Reporter, outcome_of

__all__ = [
    "Answer",
    "ApiProblem",
    "Asking",
    "CannotPlay",
    "Client",
    "Fault",
    "KeptKeys",
    "NoOutcome",
    "OutOfReach",
    "Packet",
    "PacketFalse",
    "Played",
    "Player",
    "Reporter",
    "checked",
    "outcome_of",
]
