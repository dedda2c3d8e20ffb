"""The house rules of Car Cult: what commissioners may change, and the settings that the engine reads.

Rules CC-002 to CC-100.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.carcult.editions import DRIVEN_BY_PLANS
from rules.core.switches import Setting, house_rule, read_settings, switches_of
from rules.match.driving.judgment import PROFILE_NAMES

NAMESPACE = "carcult."
NO_DECISION = "none"
"""The setting of `carcult.decision` by which sides that are level share the first place (CC-090)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Every house rule, with the printed game as its default. The switch `carcult.x` is the attribute `x`."""

    premeasure: bool = house_rule(False, "CC-002", "Distances may be measured at any time.")
    cars_block_los: bool = house_rule(True, "CC-004", "Cars interrupt a line of sight.")
    order: str = house_rule(
        "dynamic",
        "CC-011",
        "When the order of the cars is worked out: before each activation, or once a round.",
        ("dynamic", "fixed_at_round_start"),
    )
    order_direction: str = house_rule(
        "descending",
        "CC-011",
        "Which cars act first: those with most speed tokens on the engine, or those with fewest.",
        ("descending", "ascending"),
    )
    attack_window: str = house_rule(
        "any",
        "CC-017",
        "When a car attacks and swaps tokens: at any point of its move, or only after it.",
        ("any", "after_move"),
    )
    drift_limit: str = house_rule(
        "total",
        "CC-035",
        "What the limit of a drift holds for: both sides together, or each side.",
        ("total", "per_side"),
    )
    turn_az: str = house_rule(
        "free",
        "CC-036",
        "Which engine AZ give a turn: those without any token, or those without a speed token.",
        ("free", "no_st"),
    )
    downshift_dice: str = house_rule(
        "all",
        "CC-041",
        "Which tokens of a longer down shift are rolled for: all of them, or all but the first.",
        ("all", "extra_only"),
    )
    shift_then_accelerate: bool = house_rule(False, "CC-042", "A car that shifted down may add speed tokens at once.")
    collision_struck_stops: bool = house_rule(False, "CC-047", "A car that is run into loses its engine's tokens.")
    edge: str = house_rule(
        "blocking",
        "CC-049",
        "What the edge of the table is: blocking terrain, or the way out of the match.",
        ("blocking", "leave_play"),
    )
    armor_scope: str = house_rule(
        "all",
        "CC-063",
        "Which damage armor takes first: all of it, or that of attacks alone.",
        ("all", "attacks_only"),
    )
    collision_credit: str = house_rule(
        "both",
        "CC-067",
        "Who is credited with the damage of a collision: each car with the other's, or only the one that moved.",
        ("both", "mover"),
        since=DRIVEN_BY_PLANS,
        before="mover",
    )
    card_limits: bool = house_rule(True, "CC-072", "A car has one card of each crew type and one armor card at most.")
    mine_dt_counts: bool = house_rule(False, "CC-076", "A box that was used up by laying counts as damage to repair.")
    mine_arming: str = house_rule(
        "next_activation",
        "CC-077",
        "When a mine may go off under the car that laid it: from its next activation on, or at once.",
        ("next_activation", "at_once"),
    )
    ram_keeps_speed: bool = house_rule(True, "CC-078", "A car that rams keeps its engine's speed tokens.")
    carry_over: bool = house_rule(False, "CC-080", "Damage stays on a car from match to match, up to its plug value.")
    turbo: bool = house_rule(False, "CC-081", "Cars may have turbo cards.")
    slicks: bool = house_rule(False, "CC-082", "Cars may have oil and caltrops droppers.")
    mission: str = house_rule(
        "last_cult",
        "CC-090",
        "What ends a match besides its rounds: points or the last side, or the last side alone.",
        ("last_cult", "last_standing"),
    )
    victory_limit: int = house_rule(20, "CC-090", "Victory points that end a match.", lowest=1, highest=500)
    max_rounds: int = house_rule(12, "CC-090", "Rounds of a match.", lowest=1, highest=40)
    decision: str = house_rule(
        "harm",
        "CC-090",
        "What decides a match whose best sides are level on points: harm done and suffered, or nothing.",
        ("harm", NO_DECISION),
        since=DRIVEN_BY_PLANS,
        before=NO_DECISION,
    )
    autopilot_profile: str = house_rule(
        "steady",
        "CC-095",
        "How cars without orders are driven: steadily, boldly, as misers who spare their car, or as hunters.",
        PROFILE_NAMES,
        since=DRIVEN_BY_PLANS,
        before="steady",
    )
    points_divisor: int = house_rule(2, "CC-100", "Victory points that make one point.", lowest=1, highest=100)


SWITCHES = switches_of(Settings, "carcult")
SWITCHES_BY_NAME = {switch.name: switch for switch in SWITCHES}


def settings_of(given: Mapping[str, Setting], *, edition: int | None = None) -> Settings:
    """Read the settings of a match from its switches; those of other books are ignored.

    `edition` is the edition that plays it, None for the newest. Raises `Unknown` for a switch in this
    book's namespace that does not exist, and `Malformed` for a bad value.
    """
    return read_settings(Settings, given, SWITCHES_BY_NAME, title="Car Cult", namespace=NAMESPACE, edition=edition)
