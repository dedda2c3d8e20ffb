"""The settings of a match, as attributes: the printed game and its house rules. Rules CC-002 to CC-100."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.carcult.switches import SWITCHES
from rules.core.switches import Setting, read_settings

NAMESPACE = "carcult."
SWITCHES_BY_NAME = {switch.name: switch for switch in SWITCHES}


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Every switch with its default. The switch `carcult.x` is the attribute `x`."""

    premeasure: bool = False
    cars_block_los: bool = True
    order: str = "dynamic"
    """`dynamic` or `fixed_at_round_start` (CC-011)."""
    order_direction: str = "descending"
    """`descending` or `ascending` (CC-011)."""
    attack_window: str = "any"
    """`any` or `after_move` (CC-017)."""
    drift_limit: str = "total"
    """`total` or `per_side` (CC-035)."""
    turn_az: str = "free"
    """`free` or `no_st` (CC-036)."""
    downshift_dice: str = "all"
    """`all` or `extra_only` (CC-041)."""
    shift_then_accelerate: bool = False
    collision_struck_stops: bool = False
    edge: str = "blocking"
    """`blocking` or `leave_play` (CC-049)."""
    armor_scope: str = "all"
    """`all` or `attacks_only` (CC-063)."""
    card_limits: bool = True
    mine_dt_counts: bool = False
    mine_arming: str = "next_activation"
    """`next_activation` or `at_once` (CC-077)."""
    ram_keeps_speed: bool = True
    carry_over: bool = False
    turbo: bool = False
    slicks: bool = False
    mission: str = "last_cult"
    """`last_cult` or `last_standing` (CC-090)."""
    victory_limit: int = 20
    max_rounds: int = 12
    points_divisor: int = 2


def settings_of(given: Mapping[str, Setting]) -> Settings:
    """Read the settings of a match from its switches; those of other books are ignored.

    Raises `Unknown` for a switch in this book's namespace that does not exist, and `Malformed` for a bad value.
    """
    return read_settings(Settings, given, SWITCHES_BY_NAME, title="Car Cult", namespace=NAMESPACE)
