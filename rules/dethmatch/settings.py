"""The house rules of a Dethmatch match: what commissioners may change, and the settings that the engine reads
(DM-M, annex A).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.core.switches import MostChanged, Setting, house_rule, read_settings, switches_of
from rules.dethmatch.editions import RULED_ENDINGS
from rules.match.driving.judgment import PROFILE_NAMES
from rules.match.registry import HANDLING_MODELS

CAMPAIGN_NAMESPACE = "match."
"""How the names of the campaign's own switches begin."""
MOST_VEHICLES = 3
"""The most cars a team lines up (DM-M-038)."""
PLACE_POINTS_PATTERN = r"\d+( \d+)*"
"""A pattern for points by place: whole numbers, first place first."""
MOST_POINTS_A_CAPTURE = 50
MOST_POINTS_A_CAR = 50
BOOK_HANDLING = "book"
"""The setting that keeps Dethmatch's own rules of handling."""
DAMAGE_DECIDES, PLACES_SHARED = "damage", "shared"
"""How a last car standing ends whose time is up: by the damage done, or with all survivors level (DM-M-138)."""
PROFILES = PROFILE_NAMES
"""The ways in which an autopilot can drive (DM-M-142). That of the first two editions knows steady and bold only."""
VEER_STEPS_PATTERN = r"(F|TL|TR|DL|DR)( (F|TL|TR|DL|DR)){5}"
"""A pattern for the steps of a car that nobody drives, one for each face of a d6 (DM-M-092)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Every house rule of annex A, as printed by default. The switch `dethmatch.x` is the attribute `x`.

    The last ones are the campaign's switches that also apply to a match.
    """

    natural_one_succeeds: bool = house_rule(
        False, "DM-M-002", "A natural 1 passes every check in a match.", group="check"
    )
    front_arc_degrees: int = house_rule(
        90, "DM-M-009", "How wide front and rear quadrants are, in degrees.", (90, 120)
    )
    heavy_mount_accepts_light: bool = house_rule(False, "DM-M-013", "A light weapon may stand in a heavy mount.")
    special_mount_dp: int = house_rule(0, "DM-M-014", "What a fixed special mount costs, in DP.", highest=30)
    plus_rof_ammo_per_use: int = house_rule(1, "DM-M-017", "Rounds a weapon with a + uses at a time.", (1, 2))
    linked_counts_as_plus: bool = house_rule(True, "DM-M-018", "Linked weapons count as + on the tire table.")
    armored_seat_covers_destroyed: bool = house_rule(True, "DM-M-020", "Armored seats also help when a car is lost.")
    adjustable_height_when: str = house_rule(
        "heat_or_pit", "DM-M-022", "When an adjustable suspension may be set.", ("heat_or_pit", "turn_start")
    )
    foam_tires_immune: bool = house_rule(False, "DM-M-027", "Solid tires take no damage.")
    tread_ignores_reduced_zero: bool = house_rule(False, "DM-M-028", "A hazard the tread brings to 0 is ignored too.")
    refuel_between_heats: bool = house_rule(True, "DM-M-040", "Tanks are filled between heats.")
    band_uses_target_speed: bool = house_rule(False, "DM-M-045", "The speed aimed at modifies the acceleration roll.")
    second_roll_after_success: bool = house_rule(True, "DM-M-046", "A second roll may follow a success.")
    dry_tank: str = house_rule("limp", "DM-M-048", "What a car does without fuel.", ("limp", "coast"))
    shuffle_at_rest: bool = house_rule(True, "DM-M-049", "A car at rest may turn a hex-side or back up.")
    obstacle_check_penalised: bool = house_rule(True, "DM-M-059", "An obstacle's rating makes its check harder.")
    surface_ratings: str = house_rule(
        "",
        "DM-M-060",
        "Road hazards that differ from the list, as `mud 2 ice 3 gravel -`.",
        form=r"([a-z]+ (\d|-)( [a-z]+ (\d|-))*)?",
        may_be="surfaces, each with a rating or -",
    )
    turn_cost_table: str = house_rule(
        "ceil(speed/6)",
        "DM-M-065",
        "The handling a hex-side turn costs.",
        ("ceil(speed/6)", "ceil(speed/5)", "ceil(speed/4)", "ceil(speed/3)"),
    )
    handling: str = house_rule(
        BOOK_HANDLING,
        "DM-M-068",
        "By which book's model cars are held on the road.",
        (BOOK_HANDLING, *HANDLING_MODELS),
    )
    overturned_crew_test: bool = house_rule(True, "DM-M-075", "A car that lands on its roof tests its crew.")
    rollover_opposite_turn: bool = house_rule(False, "DM-M-076", "A rollover goes away from the last turn.")
    tire_wear_from_driving: bool = house_rule(True, "DM-M-078", "Hard driving wears the tires.")
    collision_damage: str = house_rule(
        "pen_or_half_pen",
        "DM-M-083",
        "Damage of a collision: PEN, half where the armor stood.",
        ("pen_or_half_pen", "pen_only"),
    )
    collision_handling_loss: str = house_rule(
        "ceil_quarter",
        "DM-M-084",
        "Handling lost in a collision: a quarter of its speed, or a third.",
        ("ceil_quarter", "ceil_third"),
    )
    collision_tire_bonus_needs_base: bool = house_rule(True, "DM-M-085", "Heavy crashes add to tire damage only.")
    veer_table: str = house_rule(
        "TL DL F F DR TR",
        "DM-M-092",
        "What an undriven car does on each face.",
        form=VEER_STEPS_PATTERN,
        may_be="six of F, TL, TR, DL, DR",
    )
    wrecks_block_sight: bool = house_rule(False, "DM-M-095", "Nobody shoots past a wreck.")
    tire_shot_ignores_armor: bool = house_rule(False, "DM-M-099", "A hit aimed at tires needs no penetration.")
    dropped_markers_total: int = house_rule(3, "DM-M-101", "Markers of one trigger.", lowest=1, highest=6)
    oil_lasts_turns: int = house_rule(0, "DM-M-102", "Turns oil lies after its own.", highest=120)
    smoke_lasts_turns: int = house_rule(1, "DM-M-104", "Turns smoke hangs after its own.", highest=120)
    ram_guard_vs_weapons: bool = house_rule(True, "DM-M-126", "A ram-guard helps against weapons too.")
    heats: int = house_rule(0, "DM-M-128", "Heats of a match; 0 for the event's own number.", highest=3)
    arena_turn_limit: int = house_rule(
        15,
        "DM-M-128",
        "Turns of an arena heat.",
        lowest=1,
        highest=120,
        most_changed=MostChanged(12, "A short brawl in an arena ends sooner."),
    )
    settled_heat_ends: bool = house_rule(
        True,
        "DM-M-128",
        "A heat ends when nobody in it can gain any more, or does anything for five turns.",
        since=RULED_ENDINGS,
        before=False,
    )
    pit_refuel_needs_check: bool = house_rule(
        False, "DM-M-130", "Refuelling in the pit needs a check.", about="Refueling in the pit needs a check"
    )
    unfought_heat_pays: bool = house_rule(
        False,
        "DM-M-135",
        "A heat with too few teams at its start is run and pays.",
        since=RULED_ENDINGS,
        before=True,
    )
    weapons_hold_laps: int = house_rule(
        1,
        "DM-M-133",
        "Laps of the leader before anybody may fire.",
        highest=7,
        most_changed=MostChanged(11, "Short races let everybody fire from the start."),
    )
    race_points: str = house_rule(
        "10 7 5 3 2 1",
        "DM-M-136",
        "Points of a race by place.",
        form=PLACE_POINTS_PATTERN,
        most_changed=MostChanged(10, "Races of many cars give points to more places."),
        may_be="points by place",
    )
    race_laps: int = house_rule(3, "DM-M-136", "Laps of a race.", lowest=1, highest=7)
    race_kill_points: int = house_rule(
        1, "DM-M-136", "Points of an enemy car destroyed in a race.", highest=MOST_POINTS_A_CAR
    )
    flag_points: int = house_rule(5, "DM-M-137", "Points of a capture.", highest=MOST_POINTS_A_CAPTURE)
    flag_kill_points: int = house_rule(
        1, "DM-M-137", "Points of an enemy car destroyed, with flags.", highest=MOST_POINTS_A_CAR
    )
    flag_survivor_points: int = house_rule(
        1, "DM-M-137", "Points of an own car left when a heat ends, with flags.", highest=MOST_POINTS_A_CAR
    )
    flag_count: int = house_rule(1, "DM-M-137", "1 neutral flag, or 2 for one a team.", (1, 2))
    lcs_points: str = house_rule(
        "10 7 5 3 2 1",
        "DM-M-138",
        "Points of the last cars standing.",
        form=PLACE_POINTS_PATTERN,
        may_be="points by place",
    )
    lcs_kill_points: int = house_rule(
        2, "DM-M-138", "Points of an enemy car destroyed by the last cars standing.", highest=MOST_POINTS_A_CAR
    )
    lcs_passivity: bool = house_rule(True, "DM-M-138", "A car that only hid gets half its place points.")
    lcs_ending: str = house_rule(
        DAMAGE_DECIDES,
        "DM-M-138",
        "What places survivors when the time is up: the damage they did, or nothing, so that they share.",
        (DAMAGE_DECIDES, PLACES_SHARED),
        since=RULED_ENDINGS,
        before=PLACES_SHARED,
    )
    lcs_closes_after: int = house_rule(
        0,
        "DM-M-138",
        "The turn after which the ground of the last car standing closes in; 0 for never.",
        highest=120,
        since=RULED_ENDINGS,
        before=0,
    )
    lcs_closes_by: int = house_rule(
        1,
        "DM-M-138",
        "How many hexes the ground closes in each turn.",
        lowest=1,
        highest=10,
        since=RULED_ENDINGS,
        before=1,
    )
    lcs_outside_damage: int = house_rule(
        1,
        "DM-M-138",
        "Damage points a turn to a car outside the ground that is left; 0 takes it off the map.",
        highest=30,
        since=RULED_ENDINGS,
        before=1,
    )
    autopilot_profile: str = house_rule("steady", "DM-M-142", "How the autopilot drives.", PROFILES)
    order_mode: str = house_rule("turn", "DM-M-149", "When people give orders.", ("turn", "phase", "headless"))
    vehicles_per_team: int = house_rule(
        3, "DM-M-038", "The most cars a team lines up.", group="match", lowest=1, highest=MOST_VEHICLES
    )
    repair_attempts: int = house_rule(
        6, "DM-M-131", "Repair attempts of a team between heats.", group="match", highest=30
    )


SWITCHES_BY_NAME = {switch.name: switch for switch in switches_of(Settings, "dethmatch")}
SWITCHES = tuple(switch for switch in SWITCHES_BY_NAME.values() if not switch.name.startswith(CAMPAIGN_NAMESPACE))
"""Every switch of annex A, except the campaign's."""


def settings_of(given: Mapping[str, Setting], *, edition: int | None = None) -> Settings:
    """Read the settings of a match, given by their dotted names.

    `edition` is the edition that plays it, None for the newest. Raises `Unknown` or `Malformed`.
    """
    return read_settings(Settings, given, SWITCHES_BY_NAME, title="Dethmatch", edition=edition)
