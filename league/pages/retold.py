"""How an entry stands since it was amended: what stands now, by which amend and why, and what it said at first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from league.access import Viewer
from league.journal.body import Retelling, read, read_retelling
from league.journal.timeline import AMEND
from league.pages import routes
from league.pages.called import Piece
from league.pages.names import ids_in, known, names_in, prose
from league.pages.put_right import Cell, Command, cells_of, command_told
from league.pages.telling import Told, actor_words, tell
from league.queries.entries import given
from rules.campaign.core.codec import fact_from_document

STANDING = {
    "corrected": "It is corrected: another command stands in its place.",
    "struck": "It is struck: it counts as never given.",
    "lapsed": "It does not stand: the rules refuse it since.",
    "gave_way": "It gives way to a newer decision.",
    "stood_in": "The rules refuse it since, and something stands in for it.",
    "followed": "It stands, and other things come of it.",
}
"""How an entry stands, in a sentence, by its standing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stands:
    """How an entry stands now.

    `commands` are those in its place where others stand there, and `cells` what is different of a report; `said` is
    what it said at first and no longer stands, of `all_said` facts; `fresh` are the places of those that stand now
    and did not at first. The amend that made it so is `by`, given `at` a time for a `reason`.
    """

    sentence: str
    because: tuple[Piece, ...]
    commands: tuple[Command, ...]
    cells: tuple[Cell, ...]
    said: tuple[Told, ...]
    all_said: int
    fresh: frozenset[int]
    by: int
    href: str
    actor: str
    at: datetime | None
    reason: str

    @property
    def outdated(self) -> str:
        """How many of the facts it stated at first no longer stand, in words."""
        if not self.all_said:
            return "No facts"
        if not self.said:
            return "The fact still stands" if self.all_said == 1 else f"All {self.all_said} facts still stand"
        facts = "fact" if self.all_said == 1 else "facts"
        return f"{len(self.said)} of {self.all_said} {facts} no longer {'stands' if len(self.said) == 1 else 'stand'}"


def stands(entry: Any, viewer: Viewer) -> Stands | None:
    """How an entry of `chain` stands since it was amended; None where it is as it was written, or sealed.

    Three queries, or none.
    """
    if not entry.may_read or entry.read_retold is None:
        return None
    own, now = read(entry.read_body), read_retelling(entry.read_retold)
    others = _others(own.command, now)
    names, _ = known(entry.season_id, ids_in(now.because, own.command, *others))
    said = [fact_from_document(each) for each in own.facts if each not in now.facts]
    names_in(names, said)
    amend: Any = given(entry.season_id, viewer, [AMEND]).filter(number=now.since).first()
    return Stands(
        sentence=STANDING[now.standing],
        because=prose(now.because, names),
        commands=tuple(command_told(each, names) for each in others),
        cells=cells_of([own.command], others, names),
        said=tuple(tell(each, names) for each in said),
        all_said=len(own.facts),
        fresh=frozenset(at for at, each in enumerate(now.facts) if each not in own.facts),
        by=now.since,
        href=routes.amend_at(entry.season_id, now.since),
        actor=actor_words(amend.read_actor, amend.read_role, amend.read_runs) if amend else "",
        at=amend.at if amend else None,
        reason=amend.read_reason if amend else "",
    )


def _others(own: dict[str, Any], now: Retelling) -> Sequence[dict[str, Any]]:
    """The commands that stand at an entry in place of its own, or beside it."""
    return [each for each in now.commands if each != own]
