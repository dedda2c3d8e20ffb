"""The house rules of a Dethmatch match as commissioners read them; the engine reads them as `settings` (annex A)."""

from __future__ import annotations

from rules.core.switches import Switch
from rules.match.registry import HANDLING_MODELS

PLACE_POINTS_PATTERN = r"\d+( \d+)*"
"""A pattern for points by place: whole numbers, first place first."""
MOST_POINTS_A_CAPTURE = 50
MOST_POINTS_A_CAR = 50
BOOK_HANDLING = "book"
"""The setting that keeps Dethmatch's own rules of handling."""
PROFILES = ("steady", "bold")  # no mutant: the order does not matter
"""The ways in which an autopilot can drive (DM-M-142)."""
VEER_STEPS_PATTERN = r"(F|TL|TR|DL|DR)( (F|TL|TR|DL|DR)){5}"
"""A pattern for the steps of a car that nobody drives, one for each face of a d6 (DM-M-092)."""

SWITCHES = (
    Switch("check.natural_one_succeeds", False, "DM-M-002", "A natural 1 passes every check in a match."),
    Switch(
        "dethmatch.front_arc_degrees", 90, "DM-M-009", "How wide front and rear quadrants are, in degrees.", (90, 120)
    ),
    Switch("dethmatch.heavy_mount_accepts_light", False, "DM-M-013", "A light weapon may stand in a heavy mount."),
    Switch("dethmatch.special_mount_dp", 0, "DM-M-014", "What a fixed special mount costs, in DP.", highest=30),
    Switch("dethmatch.plus_rof_ammo_per_use", 1, "DM-M-017", "Rounds a weapon with a + uses at a time.", (1, 2)),
    Switch("dethmatch.linked_counts_as_plus", True, "DM-M-018", "Linked weapons count as + on the tire table."),
    Switch(
        "dethmatch.armored_seat_covers_destroyed", True, "DM-M-020", "Armored seats also help when a car is lost."
    ),
    Switch(
        "dethmatch.adjustable_height_when",
        "heat_or_pit",
        "DM-M-022",
        "When an adjustable suspension may be set.",
        ("heat_or_pit", "turn_start"),
    ),
    Switch("dethmatch.foam_tires_immune", False, "DM-M-027", "Solid tires take no damage."),
    Switch(
        "dethmatch.tread_ignores_reduced_zero", False, "DM-M-028", "A hazard the tread brings to 0 is ignored too."
    ),
    Switch("dethmatch.refuel_between_heats", True, "DM-M-040", "Tanks are filled between heats."),
    Switch(
        "dethmatch.band_uses_target_speed", False, "DM-M-045", "The speed aimed at modifies the acceleration roll."
    ),
    Switch("dethmatch.second_roll_after_success", True, "DM-M-046", "A second roll may follow a success."),
    Switch("dethmatch.dry_tank", "limp", "DM-M-048", "What a car does without fuel.", ("limp", "coast")),
    Switch("dethmatch.shuffle_at_rest", True, "DM-M-049", "A car at rest may turn a hex-side or back up."),
    Switch("dethmatch.obstacle_check_penalised", True, "DM-M-059", "An obstacle's rating makes its check harder."),
    Switch(
        "dethmatch.surface_ratings",
        "",
        "DM-M-060",
        "Road hazards that differ from the list, as `mud 2 ice 3 gravel -`.",
        form=r"([a-z]+ (\d|-)( [a-z]+ (\d|-))*)?",
    ),
    Switch(
        "dethmatch.turn_cost_table",
        "ceil(speed/6)",
        "DM-M-065",
        "The handling a hex-side turn costs.",
        ("ceil(speed/6)", "ceil(speed/5)", "ceil(speed/4)", "ceil(speed/3)"),
    ),
    Switch(
        "dethmatch.handling",
        BOOK_HANDLING,
        "DM-M-068",
        "By which book's model cars are held on the road.",
        (BOOK_HANDLING, *HANDLING_MODELS),
    ),
    Switch("dethmatch.overturned_crew_test", True, "DM-M-075", "A car that lands on its roof tests its crew."),
    Switch("dethmatch.rollover_opposite_turn", False, "DM-M-076", "A rollover goes away from the last turn."),
    Switch("dethmatch.tire_wear_from_driving", True, "DM-M-078", "Hard driving wears the tires."),
    Switch(
        "dethmatch.collision_damage",
        "pen_or_half_pen",
        "DM-M-083",
        "Damage of a collision: PEN, half where the armor stood.",
        ("pen_or_half_pen", "pen_only"),
    ),
    Switch(
        "dethmatch.collision_handling_loss",
        "ceil_quarter",
        "DM-M-084",
        "Handling lost in a collision: a quarter of its speed, or a third.",
        ("ceil_quarter", "ceil_third"),
    ),
    Switch("dethmatch.collision_tire_bonus_needs_base", True, "DM-M-085", "Heavy crashes add to tire damage only."),
    Switch(
        "dethmatch.veer_table",
        "TL DL F F DR TR",
        "DM-M-092",
        "What an undriven car does on each face.",
        form=VEER_STEPS_PATTERN,
    ),
    Switch("dethmatch.wrecks_block_sight", False, "DM-M-095", "Nobody shoots past a wreck."),
    Switch("dethmatch.tire_shot_ignores_armor", False, "DM-M-099", "A hit aimed at tires needs no penetration."),
    Switch("dethmatch.dropped_markers_total", 3, "DM-M-101", "Markers of one trigger.", lowest=1, highest=6),
    Switch("dethmatch.oil_lasts_turns", 0, "DM-M-102", "Turns oil lies after its own.", highest=120),
    Switch("dethmatch.smoke_lasts_turns", 1, "DM-M-104", "Turns smoke hangs after its own.", highest=120),
    Switch("dethmatch.ram_guard_vs_weapons", True, "DM-M-126", "A ram-guard helps against weapons too."),
    Switch("dethmatch.heats", 0, "DM-M-128", "Heats of a match; 0 for the event's own number.", highest=3),
    Switch("dethmatch.arena_turn_limit", 15, "DM-M-128", "Turns of an arena heat.", lowest=1, highest=120),
    Switch("dethmatch.pit_refuel_needs_check", False, "DM-M-130", "Refuelling in the pit needs a check."),
    Switch("dethmatch.weapons_hold_laps", 1, "DM-M-133", "Laps of the leader before anybody may fire.", highest=7),
    Switch(
        "dethmatch.race_points", "10 7 5 3 2 1", "DM-M-136", "Points of a race by place.", form=PLACE_POINTS_PATTERN
    ),
    Switch("dethmatch.race_laps", 3, "DM-M-136", "Laps of a race.", lowest=1, highest=7),
    Switch(
        "dethmatch.race_kill_points",
        1,
        "DM-M-136",
        "Points of an enemy car destroyed in a race.",
        highest=MOST_POINTS_A_CAR,
    ),
    Switch("dethmatch.flag_points", 5, "DM-M-137", "Points of a capture.", highest=MOST_POINTS_A_CAPTURE),
    Switch(
        "dethmatch.flag_kill_points",
        1,
        "DM-M-137",
        "Points of an enemy car destroyed, with flags.",
        highest=MOST_POINTS_A_CAR,
    ),
    Switch(
        "dethmatch.flag_survivor_points",
        1,
        "DM-M-137",
        "Points of an own car left when a heat ends, with flags.",
        highest=MOST_POINTS_A_CAR,
    ),
    Switch("dethmatch.flag_count", 1, "DM-M-137", "1 neutral flag, or 2 for one a team.", (1, 2)),
    Switch(
        "dethmatch.lcs_points",
        "10 7 5 3 2 1",
        "DM-M-138",
        "Points of the last cars standing.",
        form=PLACE_POINTS_PATTERN,
    ),
    Switch(
        "dethmatch.lcs_kill_points",
        2,
        "DM-M-138",
        "Points of an enemy car destroyed by the last cars standing.",
        highest=MOST_POINTS_A_CAR,
    ),
    Switch("dethmatch.lcs_passivity", True, "DM-M-138", "A car that only hid gets half its place points."),
    Switch("dethmatch.autopilot_profile", "steady", "DM-M-142", "How the autopilot drives.", PROFILES),
    Switch("dethmatch.order_mode", "turn", "DM-M-149", "When people give orders.", ("turn", "phase", "headless")),
)
"""Every switch of annex A, except the campaign's, with its printed default."""
