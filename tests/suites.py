"""Tests that run a second time: on PostgreSQL with Redis in CI, and on the plain ORM in the nightly run.

python -m tests.suites                prints the paths of those whose outcome can differ on PostgreSQL, for pytest
python -m tests.suites plain_orm      prints those whose outcome can differ under PLAIN_ORM
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

ON_POSTGRESQL = {
    "tests/guards/test_permissions.py": "a page's address in four once, as each role",
    "tests/api/test_permissions.py": "an operation of the API in four once, as each role",
    "tests/api/test_reports_costs.py": "the statements of a report",
    "tests/pages/test_duels_at_once.py": "screens of one duel wait for each other on its row",
    "tests/pages/test_draft_queue_at_once.py": "tabs of one owner wait for each other on the row of the franchise",
    "tests/pages/test_search.py": "text is searched in the database's own words",
    "tests/pages/test_records.py": "sums over all seasons",
    "tests/pages/test_exports.py": "every table of a season, sorted by the database",
    "tests/pages/test_drivers_page.py": "sorting by the database",
    "tests/pages/test_old_seasons.py": "rows that were written by earlier releases",
    "tests/guards/test_one_writer.py": "the wrapper that finds a write from outside the journal",
    "tests/journal/test_writer.py": "the one writer: locks, keys, digests",
    "tests/journal/test_contention.py": "eight processes at once",
    "tests/journal/test_invariants.py": "what constraints of the database hold",
    "tests/sql": "statements written by hand, against the ORM",
    "tests/journal/test_integrity.py": "rows that were edited behind the journal's back",
    "tests/journal/test_awaited_dice.py": "what is awaited is kept on a locked row",
    "tests/journal/test_amend.py": "rows of an amended season are written again",
    "tests/journal/test_repeated_amends.py": "the same, twice",
    "tests/journal/test_amend_refused.py": "an amend that is refused leaves no row",
    "tests/league/test_sealed_offers.py": "what a reader may see is decided by the database",
    "tests/journal/test_take_back.py": "an amend that is undone",
    "tests/journal/test_state_differences.py": "differences of every table",
    "tests/journal/test_export.py": "a league is exported and restored",
    "tests/journal/test_export_sealed.py": "the same while something is sealed",
    "tests/league/test_folder_import.py": "a league is played from a folder",
    "tests/league/test_first_laps.py": "a whole season and its digest",
    "tests/journal/test_table_dice.py": "paths and faces in columns of JSON",
    "tests/journal/test_fallen_faces.py": "the same, of rows that an amend writes again",
    "tests/journal/test_forks.py": "copies of a season",
    "tests/league/test_league_folder.py": "a season that goes on by itself",
    "tests/journal/test_lengths.py": "texts as long as their columns",
    "tests/league/test_membership.py": "claims that exclude each other",
    "tests/league/test_next_season.py": "the rows of a second season",
    "tests/journal/test_league_documents.py": "documents stored by their hash",
    "tests/journal/test_published_keys.py": "binary columns",
    "tests/journal/test_match_results.py": "logs stored by their hash",
    "tests/journal/test_verify.py": "a season is replayed from its rows",
    "tests/jobs": "claims by conditional update, the outbox, the sweeper, several processes",
    "tests/running/test_concurrent_clock.py": "the clock in several processes",
    "tests/running/test_season_end.py": "the jobs of a season's end",
    "tests/running/test_calendar_actions.py": "a league that runs itself",
    "tests/scheduling/test_awaited_clock.py": "what is due is found by the database",
    "tests/scheduling/test_two_clocks.py": "two clocks at once",
    "tests/scheduling/test_clock_tick.py": "deadlines are found by the database",
    "tests/scheduling/test_commands.py": "the clock's command line",
    "tests/scheduling/test_draft_clock.py": "a pick and its clock at once",
    "tests/scheduling/test_notice_mail.py": "mail is claimed by conditional update",
    "tests/faults/test_killed_on_postgresql.py": "workers killed in a statement",
    "tests/faults/test_services.py": "services away",
    "tests/faults/test_unattended.py": "leagues alone on several programs",
    "tests/people/test_concurrent_claims.py": "several claim one seat",
    "tests/people/test_invitations.py": "uses are counted by the database",
    "tests/people/test_log_in_limits.py": "attempts are counted in Redis",
    "tests/people/test_founding.py": "one form sent often founds one league",
    "tests/api/test_idempotency_keys.py": "idempotency keys are rows that exclude each other",
    "tests/api/test_commands.py": "commands and their answers in one transaction",
    "tests/api/test_reports.py": "reports and claims, written with hand-written SQL",
    "tests/api/test_reports_at_once.py": "eight copies of a report at once",
    "tests/api/test_reports_again.py": "the packet of a claim is asked for by hand-written SQL",
    "tests/api/test_signing_race.py": "one signing key, made by several at once",
    "tests/api/test_read_access.py": "entries after a number, standings as of a round",
    "tests/api/test_figures_of_pages.py": "lists that the database sorts and cuts into pages",
    "tests/api/test_sandboxes_end.py": "a sandbox's rows are deleted",
    "tests/tools/test_migrated.py": "databases are copied by the server",
    "tests/upgrades": "databases of earlier releases are migrated",
    "tests/webhooks/test_delivery.py": "messages are claimed by conditional update",
}
"""Test files and folders, each with what can differ there."""


ON_PLAIN_ORM = {
    "tests/journal": "seasons are written, read, amended, exported and verified",
    "tests/league": "leagues on disk, examples, the command line",
    "tests/jobs": "the outbox, the sweeper and background work",
    "tests/scheduling": "windows, deadlines, mail",
    "tests/running": "leagues that run by themselves, with their seasons' ends",
    "tests/people": "accounts, memberships, claims of a seat",
    "tests/pages": "every page's queries",
    "tests/command_forms": "every form",
    "tests/webhooks": "messages that wait, and are sent again",
    "tests/api": "operations that are performed once, reports, lists",
    "tests/guards/test_permissions.py": "every page's address once, as each role",
    "tests/sql": "the functions that ask the switch, which say themselves which side they run",
}
"""Test files and folders that run under PLAIN_ORM, each with what can differ there.

Tests marked `statements` are left out: they count the statements of the handwritten SQL.
"""


def on_postgresql(root: Path) -> list[str]:
    """The paths of the PostgreSQL run. Raises FileNotFoundError, with advice, for a path that does not exist."""
    return _existing(root, ON_POSTGRESQL, "ON_POSTGRESQL")


def on_plain_orm(root: Path) -> list[str]:
    """The paths of the plain ORM run. Raises FileNotFoundError as `on_postgresql` does."""
    return _existing(root, ON_PLAIN_ORM, "ON_PLAIN_ORM")


def _existing(root: Path, listed: Mapping[str, str], name: str) -> list[str]:
    for path in listed:
        if not (root / path).exists():
            raise FileNotFoundError(f"There is no {path}: rename it in {name} of tests/suites.py, or take it out.")
    return list(listed)


if __name__ == "__main__":
    suite = on_plain_orm if sys.argv[1:] == ["plain_orm"] else on_postgresql
    print(*suite(Path(__file__).parents[1]))
