"""The house rules of Car Cult as switches, for commissioners; the engine reads them through `settings`. Rules CC-002
to CC-100.
"""

from __future__ import annotations

from rules.core.switches import Switch

SWITCHES = (
    Switch("carcult.premeasure", False, "CC-002", "Distances may be measured at any time."),
    Switch("carcult.cars_block_los", True, "CC-004", "Cars interrupt a line of sight."),
    Switch(
        "carcult.order",
        "dynamic",
        "CC-011",
        "When the order of the cars is worked out: before each activation, or once a round.",
        ("dynamic", "fixed_at_round_start"),
    ),
    Switch(
        "carcult.order_direction",
        "descending",
        "CC-011",
        "Which cars act first: those with most speed tokens on the engine, or those with fewest.",
        ("descending", "ascending"),
    ),
    Switch(
        "carcult.attack_window",
        "any",
        "CC-017",
        "When a car attacks and swaps tokens: at any point of its move, or only after it.",
        ("any", "after_move"),
    ),
    Switch(
        "carcult.drift_limit",
        "total",
        "CC-035",
        "What the limit of a drift holds for: both sides together, or each side.",
        ("total", "per_side"),
    ),
    Switch(
        "carcult.turn_az",
        "free",
        "CC-036",
        "Which engine AZ give a turn: those without any token, or those without a speed token.",
        ("free", "no_st"),
    ),
    Switch(
        "carcult.downshift_dice",
        "all",
        "CC-041",
        "Which tokens of a longer down shift are rolled for: all of them, or all but the first.",
        ("all", "extra_only"),
    ),
    Switch("carcult.shift_then_accelerate", False, "CC-042", "A car that shifted down may add speed tokens at once."),
    Switch("carcult.collision_struck_stops", False, "CC-047", "A car that is run into loses its engine's tokens."),
    Switch(
        "carcult.edge",
        "blocking",
        "CC-049",
        "What the edge of the table is: blocking terrain, or the way out of the match.",
        ("blocking", "leave_play"),
    ),
    Switch(
        "carcult.armor_scope",
        "all",
        "CC-063",
        "Which damage armor takes first: all of it, or that of attacks alone.",
        ("all", "attacks_only"),
    ),
    Switch("carcult.card_limits", True, "CC-072", "A car has one card of each crew type and one armor card at most."),
    Switch("carcult.mine_dt_counts", False, "CC-076", "A box that was used up by laying counts as damage to repair."),
    Switch(
        "carcult.mine_arming",
        "next_activation",
        "CC-077",
        "When a mine may go off under the car that laid it: from its next activation on, or at once.",
        ("next_activation", "at_once"),
    ),
    Switch("carcult.ram_keeps_speed", True, "CC-078", "A car that rams keeps its engine's speed tokens."),
    Switch("carcult.carry_over", False, "CC-080", "Damage stays on a car from match to match, up to its plug value."),
    Switch("carcult.turbo", False, "CC-081", "Cars may have turbo cards."),
    Switch("carcult.slicks", False, "CC-082", "Cars may have oil and caltrops droppers."),
    Switch(
        "carcult.mission",
        "last_cult",
        "CC-090",
        "What ends a match besides its rounds: points or the last side, or the last side alone.",
        ("last_cult", "last_standing"),
    ),
    Switch("carcult.victory_limit", 20, "CC-090", "Victory points that end a match.", lowest=1, highest=500),
    Switch("carcult.max_rounds", 12, "CC-090", "Rounds of a match.", lowest=1, highest=40),
    Switch("carcult.points_divisor", 2, "CC-100", "Victory points that make one point.", lowest=1, highest=100),
)
"""Every house rule of the book with its default."""
