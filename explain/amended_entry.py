"""Renders an amended entry: what is in effect now, by which amend and why, and what it said at first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from explain import links
from explain.correction_rendering import FigureChange, RenderedCommand, render_command, report_changes
from explain.fact_rendering import RenderedFact, actor_words, render_fact
from explain.name_lookup import complete_names, ids_in_documents, look_up_names, render_sentence
from explain.names import Segment
from journal.amends.timeline import AMEND_TAG
from journal.entry_body import AmendedBody, load_amended_body, load_body
from league.access import Viewer
from league.queries.entries import entries_of_commands
from rules.campaign.core.codec import fact_from_document

STANDING_SENTENCES = {
    "corrected": "It was corrected: another command replaces it.",
    "struck": "It is struck: it counts as never done.",
    "lapsed": "It does not stand: the rules refuse it since.",
    "gave_way": "It gives way to a newer decision.",
    "stood_in": "The rules now refuse it, and something else replaces it.",
    "followed": "It stands, and other things come of it.",
}
"""A sentence for each standing of an entry."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AmendedEntry:
    """An amended entry as a page shows it.

    `commands` are the replacing commands, if any, and `cells` the changed figures of a report. `said` are the facts
    among its `all_said` original ones that are no longer in effect; `fresh` are the positions of new facts. The amend
    is entry `by`, given `at` a time for a `reason`.
    """

    sentence: str
    because: tuple[Segment, ...]
    commands: tuple[RenderedCommand, ...]
    cells: tuple[FigureChange, ...]
    said: tuple[RenderedFact, ...]
    all_said: int
    fresh: frozenset[int]
    by: int
    href: str
    actor: str
    at: datetime | None
    reason: str

    @property
    def outdated_words(self) -> str:
        """How many of its original facts are no longer in effect, in words."""
        if not self.all_said:
            return "No facts"
        if not self.said:
            return "The fact still stands" if self.all_said == 1 else f"All {self.all_said} facts still stand"
        facts = "fact" if self.all_said == 1 else "facts"
        return f"{len(self.said)} of {self.all_said} {facts} no longer {'stands' if len(self.said) == 1 else 'stand'}"


def amended_entry(entry: Any, viewer: Viewer) -> AmendedEntry | None:
    """Render an entry of `chain` as amended; None if it was not amended, or is sealed.

    Three queries, or none.
    """
    if not entry.may_read or entry.read_retold is None:
        return None
    own, amended_body = load_body(entry.read_body), load_amended_body(entry.read_retold)
    others = _replacement_commands(own.command, amended_body)
    names, _ = look_up_names(entry.season_id, ids_in_documents(amended_body.because, own.command, *others))
    facts = [fact_from_document(fact) for fact in own.facts if fact not in amended_body.facts]
    complete_names(names, facts)
    amend: Any = entries_of_commands(entry.season_id, viewer, [AMEND_TAG]).filter(number=amended_body.since).first()
    return AmendedEntry(
        sentence=STANDING_SENTENCES[amended_body.standing],
        because=render_sentence(amended_body.because, names),
        commands=tuple(render_command(other, names) for other in others),
        cells=report_changes([own.command], others, names),
        said=tuple(render_fact(fact, names) for fact in facts),
        all_said=len(own.facts),
        fresh=frozenset(index for index, fact in enumerate(amended_body.facts) if fact not in own.facts),
        by=amended_body.since,
        href=links.amend_url(entry.season_id, amended_body.since),
        actor=actor_words(amend.read_actor, amend.read_role, amend.read_runs) if amend else "",
        at=amend.at if amend else None,
        reason=amend.read_reason if amend else "",
    )


def _replacement_commands(own: dict[str, Any], amended_body: AmendedBody) -> Sequence[dict[str, Any]]:
    """The commands in effect at an entry in place of its own, or beside it."""
    return [command for command in amended_body.commands if command != own]
