"""The kinds of season a new league may begin with, as `kinds.json` has them: rounds, rules, house rules and hours."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from rules.campaign.core.switches import REPORTED_BY_PEOPLE
from rules.core.refusals import Unknown
from rules.core.switches import Setting


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonKind:
    """A kind of season: what it is called, two sentences about it, and what it sets.

    `ruleset` is who resolves matches, `switches` the house rules that differ from the printed game, and `hours`
    the deadlines that differ from the house's own.
    """

    id: str
    name: str
    says: str
    rounds: int
    ruleset: str = REPORTED_BY_PEOPLE
    switches: dict[str, Setting] = field(default_factory=dict)
    hours: dict[str, int] = field(default_factory=dict)


SEASON_KINDS: tuple[SeasonKind, ...] = msgspec.json.decode(
    Path(__file__).with_name("kinds.json").read_bytes(), type=tuple[SeasonKind, ...]
)
"""The kinds a founder chooses from; which rule systems they name is theirs to know, and no module's of the house."""


def season_kind(id: str) -> SeasonKind:
    """The kind of season of that id. Raises `Unknown`."""
    found = next((each for each in SEASON_KINDS if each.id == id), None)
    if found is None:
        raise Unknown(f"There is no kind of season {id[:40]!r}: choose one from the list.")
    return found
