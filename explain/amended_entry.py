"""How an entry stands since it was amended: what stands now, by which amend and why, and what it said at first."""

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
    "corrected": "It is corrected: another command stands in its place.",
    "struck": "It is struck: it counts as never given.",
    "lapsed": "It does not stand: the rules refuse it since.",
    "gave_way": "It gives way to a newer decision.",
    "stood_in": "The rules refuse it since, and something stands in for it.",
    "followed": "It stands, and other things come of it.",
}
"""How an entry stands, in a sentence, by its standing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AmendedEntry:
    """How an entry stands now.

    `commands` are those in its place where others stand there, and `cells` what is different of a report; `said` is
    what it said at first and no longer stands, of `all_said` facts; `fresh` are the places of those that stand now
    and did not at first. The amend that made it so is `by`, given `at` a time for a `reason`.
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
        """How many of the facts it stated at first no longer stand, in words."""
        if not self.all_said:
            return "No facts"
        if not self.said:
            return "The fact still stands" if self.all_said == 1 else f"All {self.all_said} facts still stand"
        facts = "fact" if self.all_said == 1 else "facts"
        return f"{len(self.said)} of {self.all_said} {facts} no longer {'stands' if len(self.said) == 1 else 'stand'}"


def amended_entry(entry: Any, viewer: Viewer) -> AmendedEntry | None:
    """How an entry of `chain` stands since it was amended; None where it is as it was written, or sealed.

    Three queries, or none.
    """
    if not entry.may_read or entry.read_retold is None:
        return None
    own, now = load_body(entry.read_body), load_amended_body(entry.read_retold)
    others = _replacement_commands(own.command, now)
    names, _ = look_up_names(entry.season_id, ids_in_documents(now.because, own.command, *others))
    said = [fact_from_document(fact) for fact in own.facts if fact not in now.facts]
    complete_names(names, said)
    amend: Any = entries_of_commands(entry.season_id, viewer, [AMEND_TAG]).filter(number=now.since).first()
    return AmendedEntry(
        sentence=STANDING_SENTENCES[now.standing],
        because=render_sentence(now.because, names),
        commands=tuple(render_command(other, names) for other in others),
        cells=report_changes([own.command], others, names),
        said=tuple(render_fact(fact, names) for fact in said),
        all_said=len(own.facts),
        fresh=frozenset(at for at, fact in enumerate(now.facts) if fact not in own.facts),
        by=now.since,
        href=links.amend_url(entry.season_id, now.since),
        actor=actor_words(amend.read_actor, amend.read_role, amend.read_runs) if amend else "",
        at=amend.at if amend else None,
        reason=amend.read_reason if amend else "",
    )


def _replacement_commands(own: dict[str, Any], now: AmendedBody) -> Sequence[dict[str, Any]]:
    """The commands that stand at an entry in place of its own, or beside it."""
    return [command for command in now.commands if command != own]
