"""What a new league begins with besides what its founder chooses, by a kind of season or by a league template."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from league.founding.season_kinds import SeasonKind
from league.models import Membership, Season
from rules.core.switches import Setting

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
