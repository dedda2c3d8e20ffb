"""The kinds of season a new league may begin with, read from `kinds.json`."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from rules.campaign.core.switches import REPORTED_BY_PEOPLE
from rules.core.refusals import Unknown
from rules.core.switches import Setting


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonKind:
    """A kind of season: its name, two sentences about it, and its settings.

    `ruleset` resolves the matches, `switches` are the house rules that differ from the printed game, and `hours` are
    the windows that differ from the defaults, by step.
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
"""The kinds a founder chooses from. Only the JSON file names rulesets, so that no module here depends on one."""


def season_kind(id: str) -> SeasonKind:
    """The kind of season with that id. Raises `Unknown`."""
    found = next((kind for kind in SEASON_KINDS if kind.id == id), None)
    if found is None:
        raise Unknown(f"There is no kind of season {id[:40]!r}: choose one from the list.")
    return found
