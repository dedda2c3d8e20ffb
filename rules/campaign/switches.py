"""House-rule switches: what a commissioner may change, typed, with the printed game as the default (annex d)."""

from __future__ import annotations

from dataclasses import dataclass

from rules.refusal import Malformed, Unknown

Setting = bool | int | str


@dataclass(frozen=True, slots=True)
class Switch:
    """One switch: its dotted name, its default, the rule it bends, what it changes, and what it may be."""

    name: str
    default: Setting
    rule: str
    changes: str
    choices: tuple[str, ...] = ()
    lowest: int = 0
    highest: int = 10_000


SWITCHES = (
    Switch("check.natural_six_fails", False, "DM-C-005", "A natural 6 fails every trait check."),
    Switch("xp.scoring_per_point", False, "DM-C-014", "Scoring earns 1 XP each time, not once a match."),
    Switch("xp.tie_counts_as_win", True, "DM-C-014", "Every team level at the top of a match has won it."),
    Switch("xp.friendly_criticals", False, "DM-C-014", "Criticals on one's own side earn XP too."),
    Switch("xp.beyond_table", "extrapolate", "DM-C-015", "Levels past the printed table.", ("extrapolate", "cap_9")),
    Switch("talents.duplicates", "reroll", "DM-C-020", "A talent rolled twice.", ("reroll", "stack", "waste")),
    Switch("talents.ardent_recharges", True, "DM-C-033", "Ardent's shield comes back when fatigue is cleared."),
    Switch("face.subject_to_overhead", True, "DM-C-042", "Face income goes through overhead."),
    Switch("quirks.season_out_becomes_retirement", False, "DM-C-048", "A second Stupid or Unhinged also retires."),
    Switch("franchise.seed_money_k", 1000, "DM-C-058", "What a new franchise starts with, in k.", highest=1_000_000),
    Switch("roster.min_enforced", False, "DM-C-060", "A roster under the minimum cannot start the season."),
    Switch("roster.min", 6, "DM-C-060", "The advised least roster.", highest=100),
    Switch("roster.max", 10, "DM-C-060", "The largest roster.", lowest=1, highest=100),
    Switch("garage.min", 3, "DM-C-065", "The smallest garage.", highest=20),
    Switch("garage.max", 5, "DM-C-065", "The largest garage.", lowest=1, highest=20),
    Switch("sponsors.start_unique", False, "DM-C-068", "The three starting sponsors are of different kinds."),
    Switch("sponsors.max", 5, "DM-C-069", "The most sponsors a franchise may have.", lowest=1, highest=13),
    Switch("sponsors.may_decline", True, "DM-C-069", "A sponsor above the limit may be declined."),
    Switch("sponsors.same_type_effects_stack", False, "DM-C-073", "Two sponsors of a kind help twice."),
    Switch(
        "sponsors.munitions_war_die",
        "income_die",
        "DM-C-086",
        "The die a war shows on.",
        ("income_die", "separate_die"),
    ),
    Switch("match.vehicles_per_team", 3, "DM-C-089", "The most cars a team lines up.", lowest=1, highest=5),
    Switch("repairs.mandatory", False, "DM-C-095", "Every critical must be repaired."),
    Switch("prize.round", "money_up", "DM-C-096", "Where a prize share is rounded up.", ("money_up", "percent_up")),
    Switch("prize.zero_points_split", False, "DM-C-096", "When nobody scores, the pot is shared equally."),
    Switch("fatigue.gunners", True, "DM-C-101", "Gunners tire as drivers do."),
    Switch("season.setup_single_window", True, "DM-C-063", "Hiring, garage and party are one open window."),
)
BY_NAME = {each.name: each for each in SWITCHES}
DEFAULTS: dict[str, Setting] = {each.name: each.default for each in SWITCHES}


def proper_setting(name: str, value: object) -> Setting:
    """The value, when that switch may have it. Raises `Unknown` or `Malformed` with what it may be."""
    if name not in BY_NAME:
        raise Unknown(f"There is no switch {name[:80]!r}: use one of {', '.join(sorted(BY_NAME))}.")
    switch = BY_NAME[name]
    if isinstance(switch.default, bool):
        if isinstance(value, bool):
            return value
        raise Malformed(f"{name} is on or off: give true or false.")
    if isinstance(switch.default, int):
        if isinstance(value, int) and not isinstance(value, bool) and switch.lowest <= value <= switch.highest:
            return value
        raise Malformed(f"{name} is a whole number: give one from {switch.lowest} to {switch.highest}.")
    if isinstance(value, str) and value in switch.choices:
        return value
    raise Malformed(f"{name} is one of {', '.join(switch.choices)}: give one of those.")
