"""A league on disk: who belongs to it, and the batches that were given, in a folder.

`league.json` names league, members and seasons; each season has a folder of its name, whose `*.json` files, in order
of their names, hold batches: a key, the member who gave it, a time, and commands. A report may stand in a file of its
own, named from the season's folder on; a match that a ruleset resolves has none, and is resolved when the batch which
locked it is over. After a batch that says so the season goes on by its owners' standing orders. A folder can be
performed in memory here; `league.folder_import` plays one into the database.
"""

from league.league_folder.expansion import expand_folder
from league.league_folder.files import (
    CalendarPlan,
    LeaguePlan,
    Member,
    PlannedBatch,
    SeasonPlan,
    batch_commands,
    derive_season_secret,
    first_season_secret,
    read_batches,
    read_plan,
    season_commands,
    season_secret,
    with_report_file,
)
from league.league_folder.in_memory import (
    PerformedSeason,
    perform_continuation,
    perform_folder,
    perform_results,
    perform_with_due,
)
from league.league_folder.owners import TIME_BETWEEN_MOVES, Owners

__all__ = [
    "TIME_BETWEEN_MOVES",
    "CalendarPlan",
    "LeaguePlan",
    "Member",
    "Owners",
    "PerformedSeason",
    "PlannedBatch",
    "SeasonPlan",
    "batch_commands",
    "derive_season_secret",
    "expand_folder",
    "first_season_secret",
    "perform_continuation",
    "perform_folder",
    "perform_results",
    "perform_with_due",
    "read_batches",
    "read_plan",
    "season_commands",
    "season_secret",
    "with_report_file",
]
