"""The house rules of Formule Wars as switches, for commissioners; the engine reads them through `settings`.

Rules FW-001, FW-002, FW-011, FW-012, FW-023, FW-031 to FW-033, FW-035 to FW-037, FW-052, FW-060, FW-063, FW-065,
FW-095, FW-105, FW-106, FW-112, FW-122, FW-126 to FW-130, FW-150.
"""

from __future__ import annotations

from rules.core.switches import Switch

POINTS_PATTERN = r"\d{1,2}( \d{1,2}){0,11}"
"""Points by place: whole numbers, the first place first."""
MOST_LAPS = 10
MOST_POINTS_A_CAR = 50

SWITCHES = (
    Switch("formule.build_points", 35, "FW-001", "The points a car is built on.", lowest=10, highest=100),
    Switch(
        "formule.min_characteristic", 1, "FW-002", "The least of each characteristic but armor.", lowest=1, highest=5
    ),
    Switch("formule.max_tires", 0, "FW-002", "The most tire points of a car; 0 for as many as it pays.", highest=50),
    Switch("formule.mg_row", "2/1", "FW-011", "Price and damage of a machine gun.", ("2/1", "3/2")),
    Switch("formule.mines_price", 2, "FW-012", "The price of a mine dropper.", lowest=1, highest=10),
    Switch(
        "formule.link_mode",
        "two_rolls",
        "FW-023",
        "Whether linked weapons roll to hit one by one or together.",
        ("two_rolls", "one_roll"),
    ),
    Switch("formule.actions_per_turn", 1, "FW-031", "Weapon actions of a car in a turn.", lowest=1, highest=5),
    Switch(
        "formule.sight",
        "neighbor",
        "FW-032",
        "How far one sees: into the neighboring segments, in one's own only, or everywhere.",
        ("neighbor", "same_segment", "always"),
    ),
    Switch("formule.natural_20_hits", False, "FW-033", "A 20 on the black die always hits."),
    Switch(
        "formule.gear6_mods",
        "-3 -1",
        "FW-035",
        "What gear 6 does to the roll to hit: as target, as shooter.",
        ("-3 -1", "-2 -1", "-3 -2"),
    ),
    Switch(
        "formule.corner_mod_timing",
        "shot",
        "FW-036",
        "Whether corner and lane change count as they are at the shot, or as the move is planned to end.",
        ("shot", "move_end"),
    ),
    Switch("formule.laser_temp_rain", True, "FW-037", "Temporary rain weakens lasers as rain does."),
    Switch(
        "formule.overflow",
        "per_point",
        "FW-052",
        "Whether damage past the armor is allotted point by point or hit by hit.",
        ("per_point", "per_hit"),
    ),
    Switch("formule.drop_any_square", False, "FW-060", "A dropper may lay behind or beside, wherever it is mounted."),
    Switch(
        "formule.mine_tire_elimination", False, "FW-063", "A mine that takes more tires than are left puts a car out."
    ),
    Switch(
        "formule.oil_lookup",
        "total",
        "FW-065",
        "Whether the slide on oil is read off the total or the natural die.",
        ("total", "natural"),
    ),
    Switch("formule.side_rounding", "down", "FW-095", "How the halves of a side hit are rounded.", ("down", "up")),
    Switch(
        "formule.side_min_applies_to_zero", False, "FW-095", "A side hit does 1 where the table has no damage at all."
    ),
    Switch(
        "formule.pole",
        "lowest",
        "FW-105",
        "Who starts first: the lowest die, the highest, or the driver the match lists last.",
        ("lowest", "highest", "season_reverse"),
    ),
    Switch(
        "formule.fire_from_lap",
        1,
        "FW-106",
        "The lap from which a car may use its weapons.",
        lowest=1,
        highest=MOST_LAPS,
    ),
    Switch(
        "formule.zero_tire_one_square_spin",
        False,
        "FW-112",
        "Without tires an overshoot of a single square spins the car and does not put it out.",
    ),
    Switch(
        "formule.blocked_fallback",
        "tires",
        "FW-122",
        "What pays for the brakes a blocked car lacks: its tires, or nothing and it is out.",
        ("tires", "out"),
    ),
    Switch("formule.zero_engine_out", True, "FW-126", "A car whose engine has no point left is out."),
    Switch("formule.slipstream", True, "FW-127", "Cars in the slipstream of another may move on."),
    Switch("formule.laps", 2, "FW-128", "Laps of a race that names none.", lowest=1, highest=MOST_LAPS),
    Switch("formule.rain_overshoot_extra", False, "FW-129", "In rain each overshoot takes one tire point more."),
    Switch("formule.pits", False, "FW-130", "Cars get new tires in the pits."),
    Switch("formule.points", "10 8 6 5 4 3 2 1", "FW-150", "Points of a race by place.", form=POINTS_PATTERN),
    Switch("formule.kill_points", 0, "FW-150", "Points of an enemy car destroyed.", highest=MOST_POINTS_A_CAR),
)
"""Every house rule of the book with its default."""
