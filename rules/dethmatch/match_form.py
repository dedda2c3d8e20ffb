"""The form of a match's file: what a person may write, and what it is when he does not."""

from __future__ import annotations

from typing import Any

import msgspec

PLAIN_DP = 60
"""What a car is built on unless the file says otherwise (DM-M-010)."""


class Listed(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """An item with more to say of it than its kind; `on` is the mount whose weapon an aid is fixed to."""

    kind: str
    id: str = ""
    on: str = ""
    carcass: str = ""
    tread: str = ""
    variant: str = ""
    gearing: int = 0
    rolled: dict[str, int] = {}
    ammunition: int | None = None
    backwards: bool = False


class Competitor(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Somebody who may crew a car; a talent or quirk he has twice is listed twice."""

    id: str
    driving: int = 3
    gunnery: int = 3
    initiative: int = 3
    toughness: int = 3
    talents: list[str] = []
    quirks: list[str] = []
    worn: list[str] = []


class Entered(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A car: a `stock` design by name or a `design` written out, and with neither one made for what it carries.

    `weapons` are by mount; weapons among `items` find a mount by themselves. `criticals` stand from before.
    """

    driver: str = ""
    gunner: str = ""
    id: str = ""
    stock: str = ""
    design: dict[str, Any] | None = None
    dp: int = PLAIN_DP
    height: str = ""
    criticals: int = 0
    weapons: dict[str, str | Listed] = {}
    items: list[str | Listed] = []


class Team(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A team; those of its crew without a seat may be sent in between heats."""

    id: str
    cars: list[Entered]
    crew: list[Competitor]
    profile: str = ""
    mechanic: int = 1
    pit_bonus: int = 0
    kit_uses: int = 0
    stores: list[str | Listed] = []


class MatchFile(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """The file as a whole; `track` is the name of one, or a track written out.

    `ruleset` says by whose rules it is meant to be played; whoever reads it has chosen already.
    """

    event: str
    track: str | dict[str, Any]
    teams: list[Team]
    ruleset: str = ""
    match: str = "match"
    laps: int = 0
    heats: int = 0
    switches: dict[str, bool | int | str] = {}


def listed(written: str | Listed) -> Listed:
    """An item, whether it was written as its kind alone or in full."""
    return Listed(kind=written) if isinstance(written, str) else written
