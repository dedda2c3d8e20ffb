"""The house rules of a RHAD match as commissioners see them; `settings` holds them for the engine.

Rules RH-006, RH-011, RH-013, RH-014, RH-021, RH-023, RH-025, RH-032, RH-033, RH-035, RH-039, RH-050, RH-056, RH-064,
RH-068, RH-075 to RH-077, RH-085, RH-086, RH-090.
"""

from __future__ import annotations

from rules.core.switches import Switch

WINDOW_PATTERN = r"\d{1,3}-\d{1,3}"
"""Two speeds in mph, the lower first."""
BRACKETS_PATTERN = r"\d{1,3} \d{1,3}"
"""The most damage that costs one point of handling, and two."""
DUEL_PATTERN = r"free \d{1,2} each [1-9]\d? rounds [1-9]\d? start \d{0,2}[05] mounts (on|off)"
"""The parameters of a duel, each after its name; see `settings.Duel`."""
MOST_HITS = 6
MOST_TIRE_LOSS = 6
MOST_DRIFT = 3
MOST_BRAKE = 6
NEVER_EXPLODES = 7
MOST_DIVISOR = 100

SWITCHES = (
    Switch(
        "rhad.maneuver_scale",
        "hex",
        "RH-006",
        "Whose prices maneuvers have: those of hex sides, or of the turning key.",
        ("hex", "turning_key"),
    ),
    Switch(
        "rhad.turn_surcharge",
        "once",
        "RH-011",
        "How often a turn pays its surcharge.",
        ("once", "per_side"),
    ),
    Switch("rhad.light_drift_d", 1, "RH-013", "The handling a light drift takes.", highest=MOST_DRIFT),
    Switch(
        "rhad.bootlegger_window",
        "20-35",
        "RH-014",
        "The speeds, in mph, that allow a bootlegger.",
        form=WINDOW_PATTERN,
    ),
    Switch(
        "rhad.midround_brake",
        0,
        "RH-021",
        "The handling an emergency stop between two phases takes; 0 for no such stops.",
        highest=MOST_BRAKE,
    ),
    Switch(
        "rhad.half_step",
        "carry",
        "RH-023",
        "Whether a half car step is saved up, or moves a car to the line between two hexes.",
        ("carry", "edge"),
    ),
    Switch("rhad.mod_280", "-7", "RH-025", "The handling modifier of 280 mph.", ("-7", "-6")),
    Switch(
        "rhad.hit_hazard_brackets",
        "5 9",
        "RH-032",
        "The most damage of an attack that takes one point of handling, and two.",
        form=BRACKETS_PATTERN,
    ),
    Switch(
        "rhad.mod_speed",
        "start",
        "RH-033",
        "Which speed of a round modifies handling: the one set at its start, or the one left at its end.",
        ("start", "end"),
    ),
    Switch("rhad.accessory_stack", True, "RH-035", "Two different accessories add up."),
    Switch("rhad.recovery_skill", False, "RH-039", "A driver's skill adds to recovery."),
    Switch(
        "rhad.crash_table_selector",
        "solid_contact",
        "RH-050",
        "What sends a car to the second crash table: any collision of the round, or a last hazard that was one.",
        ("solid_contact", "last_hazard"),
    ),
    Switch(
        "rhad.crash_decel",
        "next_round_start",
        "RH-056",
        "When a skid or spin loses its speed.",
        ("next_round_start", "after_each_step"),
    ),
    Switch(
        "rhad.spin_exit",
        "brake",
        "RH-064",
        "What becomes of a car that comes out of a spin askew.",
        ("brake", "instant_realign"),
    ),
    Switch(
        "rhad.explosion_on",
        5,
        "RH-068",
        "The lowest face on which a burning wreck explodes; 7 for never.",
        lowest=1,
        highest=NEVER_EXPLODES,
    ),
    Switch("rhad.ram_unit", "dice", "RH-075", "Whether the ram column counts dice or points.", ("dice", "points")),
    Switch("rhad.occupant_hits", 3, "RH-076", "The points an occupant has.", lowest=2, highest=MOST_HITS),
    Switch(
        "rhad.tyre_loss_hc",
        2,
        "RH-077",
        "What each of the first two lost tires takes off the base handling.",
        highest=MOST_TIRE_LOSS,
    ),
    Switch(
        "rhad.duel_params",
        "free 4 each 4 rounds 30 start 30 mounts on",
        "RH-085",
        "Hexes without a range penalty, hexes for each point of it, most rounds, starting speed in mph, and whether "
        "weapons are hit through their side.",
        form=DUEL_PATTERN,
    ),
    Switch("rhad.budget", "dp", "RH-085", "Whether a car's design points pay for its design.", ("dp", "none")),
    Switch(
        "rhad.aggression",
        "normal",
        "RH-086",
        "How fast the autopilot dares to go: 55, 80 or 110 mph.",
        ("cautious", "normal", "reckless"),
    ),
    Switch(
        "rhad.points_divisor",
        10,
        "RH-090",
        "The duel points that make one campaign point.",
        lowest=1,
        highest=MOST_DIVISOR,
    ),
)
"""Every house rule, with its ruling as the default."""
