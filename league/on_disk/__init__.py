"""A league on disk: who belongs to it, and the batches that were given, in a folder.

`league.json` names league, members and seasons; each season has a folder of its name, whose `*.json` files, in order
of their names, hold batches: a key, the member who gave it, a time, and commands. A report may stand in a file of its
own, named from the season's folder on; a match that a ruleset resolves has none, and is resolved when the batch which
locked it is over. After a batch that says so the season goes on by its owners' standing orders. A folder can be
performed in memory here; `league.example` plays one into the database.
"""

from league.on_disk.folder import (
    CalendarPlan,
    Given,
    Member,
    Plan,
    SeasonPlan,
    batches,
    commands_in,
    commands_of,
    later_secret,
    own_secret,
    plan_of,
    secret_of,
    with_report,
)
from league.on_disk.owners import BETWEEN_MOVES, Owners
from league.on_disk.performing import Performed, carried_out, going_on, performed, results
from league.on_disk.written_out import write_out

__all__ = [
    "BETWEEN_MOVES",
    "CalendarPlan",
    "Given",
    "Member",
    "Owners",
    "Performed",
    "Plan",
    "SeasonPlan",
    "batches",
    "carried_out",
    "commands_in",
    "commands_of",
    "going_on",
    "later_secret",
    "own_secret",
    "performed",
    "plan_of",
    "results",
    "secret_of",
    "with_report",
    "write_out",
]
