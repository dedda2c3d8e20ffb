"""What the writer checks before it trusts its own tables and journal."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet

from journal.replay import state_after
from journal.state import store
from league.models import Entry, Season
from rules.campaign.core.codec import season_digest
from rules.core.refusals import Refusal
from sql.cached_sql import cached_sql


class JournalCut(Refusal):
    """Entries are missing from the season's journal, or its last entry is not the one on record."""


class TablesEdited(Refusal):
    """A row of the season was changed outside its journal."""


def refuse_broken_journal(row: Season, *, at: datetime) -> datetime:
    """Raise `JournalCut` unless the journal ends where the season says it does.

    Return the date for new entries: `at`, or that of the last entry if it is later, so that entries stay in the order
    of their dates.
    """
    *ends, last = next(iter(_last_entry(row.pk)), None) or (0, row.genesis, row.digest, at)
    if ends != [row.length, row.head, row.digest]:
        raise JournalCut(
            f"The journal of {row.pk} ends at entry {ends[0]} and should end at {row.length} ({row.head[:12]}): "
            "nothing was done; restore the database from its last backup before going on."
        )
    return max(at, last)


@cached_sql
def _last_entry(season_id: str) -> QuerySet[Entry, tuple[int, str, str, datetime]]:
    entries = Entry.objects.filter(season_id=season_id).order_by("-number")
    return entries.values_list("number", "hash", "digest", "at")[:1]


def refuse_edited_tables(row: Season, loaded: store.LoadedSeason) -> None:
    """Raise `TablesEdited`, naming the rows, unless the tables are as the last entry left them."""
    if season_digest(loaded.season) == row.digest:
        return
    expected = state_after(row, row.length)
    changed = store.table_differences(expected, loaded.before, store.id_prefixes_of(row))
    changed = changed or ["the season's own row"]
    suffix = f" and {len(changed) - 3} more" if len(changed) > 3 else ""
    raise TablesEdited(
        f"{row.pk} was changed outside its journal: {'; '.join(changed[:3])}{suffix}. "
        "Nothing was done; put the rows back as they were, or restore the last backup, before going on."
    )
