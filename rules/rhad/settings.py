"""The house rules of RHAD, with the rulings as defaults: what commissioners may change, and the settings that the
engine reads.

Rules RH-006, RH-011, RH-013, RH-014, RH-021, RH-023, RH-025, RH-032, RH-033, RH-035, RH-039, RH-050, RH-056, RH-064,
RH-068, RH-075 to RH-077, RH-085, RH-086, RH-089, RH-090.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.core.switches import Setting, house_rule, read_settings, switches_of
from rules.match.driving.judgment import PROFILE_NAMES
from rules.rhad.editions import DRIVEN_BY_PLANS

NAMESPACE = "rhad."
WINDOW_PATTERN = r"\d{1,3}-\d{1,3}"
"""Two speeds in mph, the lower first."""
BRACKETS_PATTERN = r"\d{1,3} \d{1,3}"
"""The most damage that costs one point of handling, and two."""
DUEL_PATTERN = r"free \d{1,2} each [1-9]\d? rounds [1-9]\d? start \d{0,2}[05] mounts (on|off)"
"""The parameters of a duel, each after its name; see `Duel`."""
MOST_HITS = 6
MOST_TIRE_LOSS = 6
MOST_DRIFT = 3
MOST_BRAKE = 6
NEVER_EXPLODES = 7
MOST_DIVISOR = 100
NO_DECISION = "none"
"""The setting of `rhad.decision` by which teams that are level share the first place (RH-089)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Every house rule, with its ruling as the default. The switch `rhad.x` is the attribute `x`."""

    maneuver_scale: str = house_rule(
        "hex",
        "RH-006",
        "Whose prices maneuvers have: those of hex sides, or of the turning key.",
        ("hex", "turning_key"),
        about="Whose prices maneuvers have",
    )
    turn_surcharge: str = house_rule("once", "RH-011", "How often a turn pays its surcharge.", ("once", "per_side"))
    light_drift_d: int = house_rule(1, "RH-013", "The handling a light drift takes.", highest=MOST_DRIFT)
    bootlegger_window: str = house_rule(
        "20-35",
        "RH-014",
        "The speeds, in mph, that allow a bootlegger.",
        form=WINDOW_PATTERN,
        may_be="two speeds, as `20-35`",
        about="The speeds that allow a bootlegger, in mph",
    )
    midround_brake: int = house_rule(
        0,
        "RH-021",
        "The handling an emergency stop between two phases takes; 0 for no such stops.",
        highest=MOST_BRAKE,
        about="The handling an emergency stop takes; 0 for no such stops",
    )
    half_step: str = house_rule(
        "carry",
        "RH-023",
        "Whether a half car step is saved up, or moves a car to the line between two hexes.",
        ("carry", "edge"),
        about="Half steps are saved up, or made to the line between hexes",
    )
    mod_280: int = house_rule(
        "-7",
        "RH-025",
        "The handling modifier of 280 mph.",
        ("-7", "-6"),
        read=int,
        about="What 280 mph does to handling",
    )
    hit_hazard_brackets: str = house_rule(
        "5 9",
        "RH-032",
        "The most damage of an attack that takes one point of handling, and two.",
        form=BRACKETS_PATTERN,
        may_be="two numbers, as `5 9`",
        about="The most damage of a hit that takes D1, and D2",
    )
    mod_speed: str = house_rule(
        "start",
        "RH-033",
        "Which speed of a round modifies handling: the one set at its start, or the one left at its end.",
        ("start", "end"),
        about="Which speed of a round modifies handling",
    )
    accessory_stack: bool = house_rule(
        True, "RH-035", "Two different accessories add up.", about="A spoiler and an airdam add up"
    )
    recovery_skill: bool = house_rule(False, "RH-039", "A driver's skill adds to recovery.")
    crash_table_selector: str = house_rule(
        "solid_contact",
        "RH-050",
        "What sends a car to the second crash table: any collision of the round, or a last hazard that was one.",
        ("solid_contact", "last_hazard"),
        about="What sends a car to table 2",
    )
    crash_decel: str = house_rule(
        "next_round_start",
        "RH-056",
        "When a skid or spin loses its speed.",
        ("next_round_start", "after_each_step"),
        about="When a crash result takes its speed off",
    )
    spin_exit: str = house_rule(
        "brake",
        "RH-064",
        "What becomes of a car that comes out of a spin askew.",
        ("brake", "instant_realign"),
        about="How a car comes out of a spin",
    )
    explosion_on: int = house_rule(
        5,
        "RH-068",
        "The lowest face on which a burning wreck explodes; 7 for never.",
        lowest=1,
        highest=NEVER_EXPLODES,
        about="The lowest face that blows up a burning wreck; 7 for never",
    )
    ram_unit: str = house_rule("dice", "RH-075", "Whether the ram column counts dice or points.", ("dice", "points"))
    occupant_hits: int = house_rule(
        3,
        "RH-076",
        "The points an occupant has.",
        lowest=2,
        highest=MOST_HITS,
        about="The points everybody aboard has",
    )
    tyre_loss_hc: int = house_rule(
        2,
        "RH-077",
        "What each of the first two lost tires takes off the base handling.",
        highest=MOST_TIRE_LOSS,
        about="What each of the first two lost tires takes off the base HC",
    )
    duel_params: str = house_rule(
        "free 4 each 4 rounds 30 start 30 mounts on",
        "RH-085",
        "Hexes without a range penalty, hexes for each point of it, most rounds, starting speed in mph, and whether "
        "weapons are hit through their side.",
        form=DUEL_PATTERN,
        may_be="the same words with other figures",
        about="Range penalty, rounds, starting speed, and whether weapons are hit",
    )
    budget: str = house_rule(
        "dp",
        "RH-085",
        "Whether a car's design points pay for its design.",
        ("dp", "none"),
        about="Whether design points pay for designs",
    )
    target_speed: bool = house_rule(
        True,
        "RH-085",
        "The speed of a target changes the number needed to hit it.",
        about="Fast cars are harder to hit",
        since=DRIVEN_BY_PLANS,
        before=False,
    )
    aggression: str = house_rule(
        "normal",
        "RH-086",
        "How fast the autopilot dares to go: 55, 80 or 110 mph.",
        ("cautious", "normal", "reckless"),
        about="How fast the autopilot dares to go",
    )
    autopilot_profile: str = house_rule(
        "steady",
        "RH-087",
        "How the autopilot weighs harm done and harm taken: steady, bold, miser or hunter.",
        PROFILE_NAMES,
        about="How the autopilot drives",
        since=DRIVEN_BY_PLANS,
        before="steady",
    )
    decision: str = house_rule(
        "harm",
        "RH-089",
        "What decides a duel whose best teams are level on points: kills and harm done, or nothing.",
        ("harm", NO_DECISION),
        about="What decides a duel that ends level on points",
        since=DRIVEN_BY_PLANS,
        before=NO_DECISION,
    )
    points_divisor: int = house_rule(
        10,
        "RH-090",
        "The duel points that make one campaign point.",
        lowest=1,
        highest=MOST_DIVISOR,
        about="The duel points that make one point of the league",
    )


SWITCHES = switches_of(Settings, "rhad")
SWITCHES_BY_NAME = {switch.name: switch for switch in SWITCHES}


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


def settings_of(switches: Mapping[str, Setting], *, edition: int | None = None) -> Settings:
    """The settings that a match names by dotted names; switches of other books are ignored.

    Raises `Unknown` for a switch of this book that does not exist, or `Malformed`.
    """
    return read_settings(Settings, switches, SWITCHES_BY_NAME, title="RHAD", namespace=NAMESPACE, edition=edition)


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
