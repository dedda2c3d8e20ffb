"""Which entries may be amended: commands that somebody gave and that are not sealed, except amends."""

from __future__ import annotations

from journal import entry_body as bodies
from journal.amends.derivation import AmendBaseline
from journal.amends.timeline import AMEND_TAGS, Corrections
from journal.dice.awaited import AWAITED_DICE_TAGS
from journal.dice.secret_hash_checks import refuse_changed_commitment
from league.models import Entry, Season
from rules.core.refusals import Refusal, Unknown


class NotToBeAmended(Refusal):
    """The entry is sealed, is an amend, is about awaited dice, or is a step that the season takes by itself."""


def refuse_unamendable_entries(on: AmendBaseline, corrections: Corrections) -> None:
    """Raise `Unknown`, `NotToBeAmended` or `CommitmentStands` unless every entry may be corrected as asked."""
    for number in sorted(corrections):
        entry = Entry.objects.filter(season=on.row, number=number).first()
        if entry is None:
            raise _no_entry(on.row, number).at("corrections", number)
        if (why_not := _not_amendable_reason(on, entry)) is not None:
            raise NotToBeAmended(why_not).at("corrections", number)
        refuse_changed_commitment(
            number, bodies.load_body(entry.body).command, corrections[number], secret_hash=on.row.secret_hash
        )


def _no_entry(row: Season, number: int) -> Unknown:
    missing = f"There is no entry {number} in {row.pk}: its journal has {row.length}"
    if not row.forked_from:
        return Unknown(f"{missing}.")
    return Unknown(
        f"{missing}. Entries from before it was made belong to {row.forked_from}: make one as that stood before the "
        f"entry, and give it there as it should have been."
    )


def _not_amendable_reason(on: AmendBaseline, entry: Entry) -> str | None:
    """Why an entry cannot be amended; None if it can."""
    number, step = entry.number, on.entry_at(entry.number)
    if entry.command in AMEND_TAGS:
        return (
            f"Entry {number} is an amend itself: correct the entries it was about, or give them back their own words."
        )
    if entry.command in AWAITED_DICE_TAGS:
        return f"Entry {number} only says how awaited dice stand: correct the command that threw them."
    if step is None or step.by_itself:
        return f"Entry {number} ({entry.command}) was the season's own step: correct its cause."
    if step.was_sealed_at(on.number):
        return f"Entry {number} is sealed still: wait until it is open, or let its owner replace it."
    return None
