"""League folders: a league on disk, with its members and all batches of commands.

`league.json` has the league, its members and seasons. Each season has a folder of its name, whose `*.json` files, in
the order of their names, contain batches: a key, the member who gives it, a time, and commands. A report may be in a
file of its own, whose path is relative to the season's folder. A match that a ruleset resolves has no report: it is
played after the batch that locked it. After a batch with `goes_on`, the season continues by its owners' standing
orders. This package performs a folder in memory; `league.folder_import` plays one into the database.
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
    TIME_BETWEEN_MOVES,
    Owners,
    PerformedSeason,
    perform_continuation,
    perform_folder,
    perform_results,
    perform_with_due,
)

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
