"""Previews a later edition of the rules on the entries so far, before it is adopted, without new dice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from journal.amends.derivation import derive_amend, load_amend_baseline
from journal.state.store import load
from league.models import Season
from rules.campaign.commissioner.edition_adoption import AdoptEdition
from rules.campaign.core.command import tag_of
from rules.campaign.core.editions import EditionInForce, clean_edition, has_edition

ADOPT_EDITION_TAG = tag_of(AdoptEdition)


@dataclass(frozen=True, slots=True)
class ChangedDecision:
    """An entry that the edition would decide differently: its command, and the kinds of facts added and dropped."""

    number: int
    command: str
    besides: tuple[str, ...]
    not_told: tuple[str, ...]


def changed_decisions(row: Season, edition: str) -> Iterator[ChangedDecision]:
    """The entries that the edition would decide differently, up to the first whose dice would differ.

    The edition is applied from the first entry on, so entries that adopted editions are not listed. Nothing is
    changed or journaled. Raises `Malformed` or `EditionInForce`.
    """
    season = load(row).season
    if has_edition(season, clean_edition(edition)):
        raise EditionInForce(f"{row.pk} is played by edition {row.edition} already: ask about a later one.")
    on = load_amend_baseline(row, number=row.length + 1, corrections={1: []}, trusting=False)
    opening = on.steps[0].body.command
    worked_out = derive_amend(on, corrections={1: [{**opening, "edition": edition}]}, was=season)
    for number in worked_out.changed:
        step, body = on.entry_at(number), worked_out.course.retold.get(number)
        if step is None or body is None or step.was_sealed_at(on.number):
            continue
        if body.rolls != step.body.rolls:
            return
        was, now = ([str(fact["kind"]) for fact in facts] for facts in (step.body.facts, body.facts))
        besides = tuple(sorted(set(now) - set(was)))
        not_told = tuple(sorted(set(was) - set(now)))
        if (besides or not_told) and body.given != ADOPT_EDITION_TAG:
            yield ChangedDecision(number, body.given, besides, not_told)
