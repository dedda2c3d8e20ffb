"""What a new league begins with besides what its founder chooses, by a kind of season or by a league template."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from league.models import Membership, Season
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


FoundingStep = Callable[[Season, Membership, datetime], None]
"""Something done in a new league as its commissioner, at a time."""


def do_nothing(_season: Season, _commissioner: Membership, _at: datetime) -> None:
    """The step of a league that needs none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueShape:
    """The settings of a new league.

    `ruleset` and `rounds` apply where the founder chose none. `house_rules` differ from the printed game, `edition`
    is that of the rules, empty for the newest, and `calendar` has arguments of `set_calendar`. `prepare` is done once
    the season is open, before there are franchises, and `complete` once there are. A league founded from a template
    remembers its key and version.
    """

    ruleset: str
    rounds: int
    house_rules: Mapping[str, Setting]
    edition: str = ""
    calendar: Mapping[str, Any] = field(default_factory=dict)
    prepare: FoundingStep = do_nothing
    complete: FoundingStep = do_nothing
    template_key: str = ""
    template_version: int | None = None


def shape_of_kind(kind: SeasonKind) -> LeagueShape:
    """The shape of a plainly founded league of a kind of season."""
    return LeagueShape(
        ruleset=kind.ruleset, rounds=kind.rounds, house_rules=kind.switches, calendar={"hours": kind.hours}
    )
