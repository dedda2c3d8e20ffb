"""The house rules of Formule Wars: what commissioners may change, and the settings that the engine reads.

Rules FW-001, FW-002, FW-011, FW-012, FW-023, FW-031 to FW-033, FW-035 to FW-037, FW-052, FW-060, FW-063, FW-065,
FW-095, FW-105, FW-106, FW-112, FW-122, FW-126 to FW-130, FW-150.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.core.switches import Setting, house_rule, read_settings, switches_of
from rules.formule.editions import DRIVEN_BY_PLANS, RULED_ENDINGS
from rules.formule.weapons import Weapon, weapon_table
from rules.match.driving.judgment import PROFILE_NAMES

NAMESPACE = "formule."
HEAVY_ROW = "3/2"
POINTS_PATTERN = r"\d{1,2}( \d{1,2}){0,11}"
"""Points by place: whole numbers, the first place first."""
MOST_LAPS = 10
MOST_POINTS_A_CAR = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Every house rule, with the printed game as its default. The switch `formule.x` is the attribute `x`."""

    autopilot_profile: str = house_rule(
        "steady",
        "FW-140",
        "How the autopilot drives: what it thinks of damage, of its own car and of its reserves.",
        PROFILE_NAMES,
        since=DRIVEN_BY_PLANS,
        before="steady",
    )
    build_points: int = house_rule(35, "FW-001", "The points a car is built on.", lowest=10, highest=100)
    min_characteristic: int = house_rule(
        1, "FW-002", "The least of each characteristic but armor.", lowest=1, highest=5
    )
    max_tires: int = house_rule(0, "FW-002", "The most tire points of a car; 0 for as many as it pays.", highest=50)
    mg_row: str = house_rule("2/1", "FW-011", "Price and damage of a machine gun.", ("2/1", "3/2"))
    mines_price: int = house_rule(2, "FW-012", "The price of a mine dropper.", lowest=1, highest=10)
    link_mode: str = house_rule(
        "two_rolls", "FW-023", "Whether linked weapons roll to hit one by one or together.", ("two_rolls", "one_roll")
    )
    actions_per_turn: int = house_rule(1, "FW-031", "Weapon actions of a car in a turn.", lowest=1, highest=5)
    drop_beside_shot: bool = house_rule(False, "FW-031", "The first charge dropped in a move takes no weapon action.")
    sight: str = house_rule(
        "neighbor",
        "FW-032",
        "How far one sees: into the neighboring segments, in one's own only, or everywhere.",
        ("neighbor", "same_segment", "always"),
    )
    natural_20_hits: bool = house_rule(False, "FW-033", "A 20 on the black die always hits.")
    gear6_mods: str = house_rule(
        "-3 -1", "FW-035", "What gear 6 does to the roll to hit: as target, as shooter.", ("-3 -1", "-2 -1", "-3 -2")
    )
    corner_mod_timing: str = house_rule(
        "shot",
        "FW-036",
        "Whether corner and lane change count as they are at the shot, or as the move is planned to end.",
        ("shot", "move_end"),
    )
    laser_temp_rain: bool = house_rule(True, "FW-037", "Temporary rain weakens lasers as rain does.")
    overflow: str = house_rule(
        "per_point",
        "FW-052",
        "Whether damage past the armor is allotted point by point or hit by hit.",
        ("per_point", "per_hit"),
    )
    drop_any_square: bool = house_rule(False, "FW-060", "A dropper may lay behind or beside, wherever it is mounted.")
    mine_tire_elimination: bool = house_rule(
        False, "FW-063", "A mine that takes more tires than are left puts a car out."
    )
    oil_lookup: str = house_rule(
        "total", "FW-065", "Whether the slide on oil is read off the total or the natural die.", ("total", "natural")
    )
    side_rounding: str = house_rule("down", "FW-095", "How the halves of a side hit are rounded.", ("down", "up"))
    side_min_applies_to_zero: bool = house_rule(
        False, "FW-095", "A side hit does 1 where the table has no damage at all."
    )
    pole: str = house_rule(
        "lowest",
        "FW-105",
        "Who starts first: the lowest die, the highest, or the driver the match lists last.",
        ("lowest", "highest", "season_reverse"),
    )
    fire_from_lap: int = house_rule(
        1, "FW-106", "The lap from which a car may use its weapons.", lowest=1, highest=MOST_LAPS
    )
    zero_tire_one_square_spin: bool = house_rule(
        False, "FW-112", "Without tires an overshoot of a single square spins the car and does not put it out."
    )
    blocked_fallback: str = house_rule(
        "tires",
        "FW-122",
        "What pays for the brakes a blocked car lacks: its tires, or nothing and it is out.",
        ("tires", "out"),
    )
    zero_engine_out: bool = house_rule(True, "FW-126", "A car whose engine has no point left is out.")
    slipstream: bool = house_rule(True, "FW-127", "Cars in the slipstream of another may move on.")
    laps: int = house_rule(2, "FW-128", "Laps of a race that names none.", lowest=1, highest=MOST_LAPS)
    rain_overshoot_extra: bool = house_rule(False, "FW-129", "In rain each overshoot takes one tire point more.")
    pits: bool = house_rule(False, "FW-130", "Cars get new tires in the pits.")
    points: str = house_rule(
        "10 8 6 5 4 3 2 1", "FW-150", "Points of a race by place.", form=POINTS_PATTERN, may_be="points by place"
    )
    nobody_home_places: bool = house_rule(
        True,
        "FW-150",
        "If no car comes home, those that are out are placed by how far they came.",
        since=RULED_ENDINGS,
        before=False,
    )
    kill_points: int = house_rule(0, "FW-150", "Points of an enemy car destroyed.", highest=MOST_POINTS_A_CAR)

    @property
    def weapons(self) -> Mapping[str, Weapon]:
        """The weapon table under these house rules (FW-011, FW-012)."""
        return weapon_table(heavy_mg=self.mg_row == HEAVY_ROW, mines_price=self.mines_price)

    @property
    def points_by_place(self) -> tuple[int, ...]:
        """The points of each place, the first place first (FW-150)."""
        return tuple(map(int, self.points.split()))


SWITCHES = switches_of(Settings, "formule")
SWITCHES_BY_NAME = {switch.name: switch for switch in SWITCHES}


def settings_of(given: Mapping[str, Setting], *, edition: int | None = None) -> Settings:
    """Read the settings of a match from its switches; those of other books are ignored.

    `edition` is the edition that plays it, None for the newest. Raises `Unknown` for a switch in this
    book's namespace that does not exist, and `Malformed` for a bad value.
    """
    return read_settings(
        Settings, given, SWITCHES_BY_NAME, title="Formule Wars", namespace=NAMESPACE, edition=edition
    )
