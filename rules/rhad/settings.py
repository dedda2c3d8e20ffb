"""The settings of a RHAD match as attributes: the rulings, and the house rules that change them.

Rules RH-006, RH-014, RH-032, RH-085.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.core.switches import Setting, read_settings
from rules.rhad.switches import SWITCHES

SWITCHES_BY_NAME = {switch.name: switch for switch in SWITCHES}
NAMESPACE = "rhad."


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Every switch with its default: `rhad.x` is the attribute `x`. The module `switches` says what each changes."""

    maneuver_scale: str = "hex"
    turn_surcharge: str = "once"
    light_drift_d: int = 1
    bootlegger_window: str = "20-35"
    midround_brake: int = 0
    half_step: str = "carry"
    mod_280: int = -7
    """A number here, but a text in its switch (RH-025)."""
    hit_hazard_brackets: str = "5 9"
    mod_speed: str = "start"
    accessory_stack: bool = True
    recovery_skill: bool = False
    crash_table_selector: str = "solid_contact"
    crash_decel: str = "next_round_start"
    spin_exit: str = "brake"
    explosion_on: int = 5
    ram_unit: str = "dice"
    occupant_hits: int = 3
    tyre_loss_hc: int = 2
    duel_params: str = "free 4 each 4 rounds 30 start 30 mounts on"
    budget: str = "dp"
    aggression: str = "normal"
    points_divisor: int = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Duel:
    """The parameters of a duel (RH-085, RH-089).

    The first `free` hexes of range have no penalty, then every `each` hexes add 1. A duel lasts `rounds` at most.
    Cars start at `start` mph, or as fast as they can. `mounts` says whether weapons are damaged through their side.
    """

    free: int
    each: int
    rounds: int
    start: int
    mounts: bool


def settings_of(switches: Mapping[str, Setting]) -> Settings:
    """The settings that a match names by dotted names; switches of other books are ignored.

    Raises `Unknown` for a switch of this book that does not exist, or `Malformed`.
    """
    settings = read_settings(Settings, switches, SWITCHES_BY_NAME, title="RHAD", namespace=NAMESPACE)
    return replace(settings, mod_280=int(settings.mod_280))


def duel_of(settings: Settings) -> Duel:
    """The parameters of a duel, read from their switch (RH-085)."""
    words = settings.duel_params.split()
    figures = dict(zip(words[::2], words[1::2], strict=True))
    return Duel(
        free=int(figures["free"]),
        each=int(figures["each"]),
        rounds=int(figures["rounds"]),
        start=int(figures["start"]),
        mounts=figures["mounts"] == "on",
    )


def bootlegger_window(settings: Settings) -> tuple[int, int]:
    """The slowest and fastest speed, in mph, that allow a bootlegger (RH-014)."""
    slowest, _, fastest = settings.bootlegger_window.partition("-")
    return int(slowest), int(fastest)


def hit_brackets(settings: Settings) -> tuple[int, int]:
    """The most damage of one attack that costs one point of handling, and two (RH-032)."""
    one, two = settings.hit_hazard_brackets.split()
    return int(one), int(two)
