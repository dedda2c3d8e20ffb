"""The settings of a match as attributes: the printed game with its house rules (DM-M, annex A)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.core.switches import Setting, Switch, read_settings
from rules.dethmatch.switches import BOOK_HANDLING, SWITCHES

MOST_VEHICLES = 3
"""The most cars a team lines up (DM-M-038)."""

CAMPAIGN_SWITCHES = (
    Switch(
        "match.vehicles_per_team", 3, "DM-M-038", "The most cars a team lines up.", lowest=1, highest=MOST_VEHICLES
    ),
    Switch("match.repair_attempts", 6, "DM-M-131", "Repair attempts of a team between heats.", highest=30),
)
"""The campaign's switches that also apply to a match."""
SWITCHES_BY_NAME = {switch.name: switch for switch in (*SWITCHES, *CAMPAIGN_SWITCHES)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The value of every switch, by default the printed one. A switch such as `dethmatch.heats` is the attribute
    `heats`.
    """

    natural_one_succeeds: bool = False
    """A natural 1 passes every check (DM-M-002)."""
    front_arc_degrees: int = 90
    """The width of the front and rear quadrants, 90 or 120 (DM-M-009)."""
    heavy_mount_accepts_light: bool = False
    special_mount_dp: int = 0
    plus_rof_ammo_per_use: int = 1
    linked_counts_as_plus: bool = True
    armored_seat_covers_destroyed: bool = True
    adjustable_height_when: str = "heat_or_pit"
    """`heat_or_pit` or `turn_start` (DM-M-022)."""
    foam_tires_immune: bool = False
    tread_ignores_reduced_zero: bool = False
    vehicles_per_team: int = 3
    refuel_between_heats: bool = True
    band_uses_target_speed: bool = False
    second_roll_after_success: bool = True
    dry_tank: str = "limp"
    """`limp` or `coast` (DM-M-048)."""
    shuffle_at_rest: bool = True
    obstacle_check_penalised: bool = True
    surface_ratings: str = ""
    """Road-hazard ratings that differ from the printed list, such as `mud 2 ice 3` (DM-M-060)."""
    turn_cost_table: str = "ceil(speed/6)"
    """`ceil(speed/6)`, or the same with 5, 4 or 3 in place of 6 (DM-M-065)."""
    handling: str = BOOK_HANDLING
    """`book`, or the name of a handling model of another book (DM-M-068)."""
    overturned_crew_test: bool = True
    rollover_opposite_turn: bool = False
    tire_wear_from_driving: bool = True
    collision_damage: str = "pen_or_half_pen"
    collision_handling_loss: str = "ceil_quarter"
    collision_tire_bonus_needs_base: bool = True
    veer_table: str = "TL DL F F DR TR"
    wrecks_block_sight: bool = False
    tire_shot_ignores_armor: bool = False
    dropped_markers_total: int = 3
    oil_lasts_turns: int = 0
    smoke_lasts_turns: int = 1
    ram_guard_vs_weapons: bool = True
    heats: int = 0
    """The heats of a match; 0 means the event's own number (DM-M-128)."""
    arena_turn_limit: int = 15
    pit_refuel_needs_check: bool = False
    repair_attempts: int = 6
    weapons_hold_laps: int = 1
    race_points: str = "10 7 5 3 2 1"
    race_laps: int = 3
    race_kill_points: int = 1
    flag_points: int = 5
    flag_kill_points: int = 1
    flag_survivor_points: int = 1
    """Points for each own car that is driven and able to move when a heat ends (DM-M-137)."""
    flag_count: int = 1
    """1 for a neutral flag, 2 for one flag for each team (DM-M-137)."""
    lcs_points: str = "10 7 5 3 2 1"
    lcs_kill_points: int = 2
    lcs_passivity: bool = True
    autopilot_profile: str = "steady"
    order_mode: str = "turn"


def settings_of(given: Mapping[str, Setting]) -> Settings:
    """Read the settings of a match, given by their dotted names. Raises `Unknown` or `Malformed`."""
    return read_settings(Settings, given, SWITCHES_BY_NAME, title="Dethmatch")
