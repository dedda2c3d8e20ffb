"""Replay: performs the entries of a season again from its opening, and derives its amends where they occur."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from journal import entry_body as bodies
from journal.amends.derivation import DerivedAmend, derive_amend, load_amend_baseline
from journal.amends.dice import DICE_FROM_OWN_KEY
from journal.amends.misread_dice import misreads_in
from journal.amends.preview import derive_preview
from journal.amends.timeline import AMEND_TAG, AMEND_TAGS, PREVIEW_TAG
from journal.checkpoints import nearest_checkpoint, state_at_checkpoint
from journal.dice.fallen_faces import set_aside_faces_before
from journal.dice.leaf_allocation import key_of_entry
from league.models import Entry, Season
from league.queries.season_leaves import has_leaves
from league.queries.season_secrets import secrets_of
from rules.campaign.core.codec import command_from_document
from rules.campaign.core.facts import Fact
from rules.campaign.core.state import Season as SeasonState
from rules.campaign.play.perform import perform
from rules.core.dice import Dice, Roll


@dataclass(frozen=True, slots=True)
class ReplayedEntry:
    """One entry performed again; `season` is the state after it. An amend is derived again instead."""

    entry: Entry
    body: bodies.EntryBody
    facts: list[Fact]
    rolls: list[Roll]
    season: SeasonState
    amendment: DerivedAmend | None = None


def replay(row: Season, *, from_number: int = 0, to_number: int | None = None) -> Iterator[ReplayedEntry]:
    """Perform the entries after checkpoint `from_number` again, up to and including `to_number`, one at a time.

    A replay from the opening trusts no other checkpoint, not even for amends.
    """
    season = state_at_checkpoint(row, from_number)
    secrets, leaves = secrets_of(row), has_leaves(row)
    aside = set_aside_faces_before(row, from_number + 1)
    entries = Entry.objects.filter(season=row, number__gt=from_number).order_by("number")
    if to_number is not None:
        entries = entries.filter(number__lte=to_number)
    for entry in entries.iterator(chunk_size=200):
        body = bodies.load_body(entry.body)
        if entry.command in AMEND_TAGS:
            amendment = _rederive_amend(row, entry, body, season, trusting=from_number > 0)
            if entry.command == AMEND_TAG:
                season = amendment.course.season
                aside = amendment.amended.set_aside
            yield ReplayedEntry(entry, body, [], [], season, amendment)
            continue
        dice = Dice(
            None if leaves else secrets.ring({match.id: match.words for match in season.matches.values()}),
            onward=key_of_entry(row.pk, entry.number, entry.previous, body) if leaves else None,
            loaded=body.typed["faces"] if body.typed else None,
            fallen={path: aside.get(path, ()) for path in body.again},
            by_hand=bool(body.typed),
            aside=frozenset(body.again),
        )
        facts = perform(season, command_from_document(body.command), dice)
        if body.typed:
            dice.refuse_leftovers()
        yield ReplayedEntry(entry, body, facts, dice.log, season)


def _rederive_amend(
    row: Season, entry: Entry, body: bodies.EntryBody, was: SeasonState, *, trusting: bool
) -> DerivedAmend:
    corrections = {int(number): documents for number, documents in body.command["corrections"].items()}
    typed = body.typed["faces"] if body.typed else None
    effects = body.amended or bodies.AmendEffects()
    misread = misreads_in(body.command)
    on = load_amend_baseline(
        row,
        number=entry.number,
        corrections=corrections,
        misread=misread,
        trusting=trusting,
        own_key=key_of_entry(row.pk, entry.number, entry.previous, body) if has_leaves(row) else None,
    )
    on = replace(on, shut=on.shut if effects.under_seal else frozenset(), law=effects.law)
    if entry.command == PREVIEW_TAG and effects.dice == DICE_FROM_OWN_KEY:
        seen = on.as_everybody_sees()
        return derive_preview(seen, corrections=corrections, was=was, typed=typed, to_the_end=effects.to_the_end)
    derived = derive_amend(on, corrections=corrections, was=was, typed=typed, dice=effects.dice)
    return replace(derived, amended=replace(derived.amended, unapproved=effects.unapproved))


def state_after(row: Season, number: int) -> SeasonState:
    """The state after an entry, from the nearest checkpoint before it."""
    checkpoint = nearest_checkpoint(row, number)
    season = state_at_checkpoint(row, checkpoint)
    for replayed in replay(row, from_number=checkpoint, to_number=number):
        season = replayed.season
    return season
