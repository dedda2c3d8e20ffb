"""House-rule switches: what a commissioner may change, typed, with the printed game as the default (annex d).

The campaign's own are listed here. Those of installed rulesets are named after their ruleset and set the same way.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.dice_by_hand import COMMISSIONERS, DICE_BY_HAND, EVERYBODY, NOBODY
from rules.core.refusals import Malformed, Unknown
from rules.core.suggestions import suggestion_clause
from rules.core.switches import Setting, Switch
from rules.match.registry import ruleset_names, ruleset_switches

RULESET_SWITCH = "match.ruleset"
REPORTED_BY_PEOPLE = "reported"
"""The setting of `match.ruleset` by which people report results and no ruleset plays matches."""


@dataclass(slots=True, kw_only=True)
class PendingSwitch:
    """A house rule that changes when the season reaches a step: `S1` … `E9`, or `r4` for round 4 (HOUSE-008).

    `version` is the number of the version of the house rules that changes it, 0 for none.
    """

    switch: str
    setting: Setting
    step: str
    version: int = 0


SWITCHES = (
    Switch(
        "money.rounding",
        "exact",
        "DM-C-001",
        "How discounts and half prices are rounded, to the whole k.",
        ("exact", "floor_k", "ceil_k"),
    ),
    Switch("check.natural_six_fails", False, "DM-C-005", "A natural 6 fails every trait check."),
    Switch(
        "traits.cap",
        "none",
        "DM-C-011",
        "The most an effective trait can be.",
        ("none", "4", "5", "6", "7", "8"),
    ),
    Switch("cloning.clears_fatigue", False, "DM-C-013", "A new body is rested."),
    Switch("xp.scoring_per_point", False, "DM-C-014", "Scoring earns 1 XP each time, not once a match."),
    Switch("xp.tie_counts_as_win", True, "DM-C-014", "Every team level at the top of a match has won it."),
    Switch("xp.friendly_criticals", False, "DM-C-014", "Criticals on one's own side earn XP too."),
    Switch("xp.beyond_table", "extrapolate", "DM-C-015", "Levels past the printed table.", ("extrapolate", "cap_9")),
    Switch("advancement.choose_trait", False, "DM-C-018", "Owners choose the trait a 7 raises."),
    Switch("talents.duplicates", "reroll", "DM-C-020", "A talent rolled twice.", ("reroll", "stack", "waste")),
    Switch("talents.ardent_recharges", True, "DM-C-033", "Ardent's shield comes back when fatigue is cleared."),
    Switch("face.subject_to_overhead", True, "DM-C-042", "Face income goes through overhead."),
    Switch("cloning.ooa_always_cloned", True, "DM-C-045", "Everybody out of action is cloned, not only the dead."),
    Switch("quirks.season_out_becomes_retirement", False, "DM-C-048", "A second Stupid or Unhinged also retires."),
    Switch("quirks.heart_out_needs_clone", False, "DM-C-049", "A failed heart costs a clone and a quirk check."),
    Switch("quirks.barred_mechanic_may_repair", True, "DM-C-050", "A barred Mechanic still repairs between heats."),
    Switch("quirks.cure_cancels_retirement", True, "DM-C-057", "A cure lifts what the second occurrence brought."),
    Switch("franchise.seed_money_k", 1000, "DM-C-058", "What a new franchise starts with, in k.", highest=1_000_000),
    Switch(
        "league.franchises_per_player", 1, "DM-C-059", "How many franchises one owner may run.", lowest=1, highest=20
    ),
    Switch("roster.min_enforced", False, "DM-C-060", "A roster under the minimum cannot start the season."),
    Switch("roster.min", 6, "DM-C-060", "The advised least roster.", highest=100),
    Switch("roster.max", 10, "DM-C-060", "The largest roster.", lowest=1, highest=100),
    Switch("draft.pick_pays_veteran_fee", True, "DM-C-062", "A driver won in the draft is hired at a veteran's fee."),
    Switch("hire.midseason", False, "DM-C-063", "Drivers may be hired while shops are open."),
    Switch("staff.keep_fee_r4_k", 75, "DM-C-064", "What keeping rating 4 costs, in k.", (75, 150)),
    Switch("staff.midseason_hire", False, "DM-C-064", "Staff may be hired for the season while shops are open."),
    Switch("garage.min", 3, "DM-C-065", "The smallest garage.", highest=20),
    Switch("garage.max", 5, "DM-C-065", "The largest garage.", lowest=1, highest=20),
    Switch("vehicle.includes_light_tires", False, "DM-C-066", "A new car comes with a light tire-set."),
    Switch("stores.free_ammo", True, "DM-C-067", "Guns are full before every match."),
    Switch("sponsors.start_unique", False, "DM-C-068", "The three starting sponsors are of different kinds."),
    Switch("sponsors.max", 5, "DM-C-069", "The most sponsors a franchise may have.", lowest=1, highest=13),
    Switch("sponsors.may_decline", True, "DM-C-069", "A sponsor above the limit may be declined."),
    Switch("sponsors.same_type_effects_stack", False, "DM-C-073", "Two sponsors of a kind help twice."),
    Switch(
        "sponsors.holding_payout_subject_to_overhead",
        False,
        "DM-C-084",
        "A holding company's payout goes through the next overhead.",
    ),
    Switch(
        "sponsors.munitions_war_die",
        "income_die",
        "DM-C-086",
        "The die a war shows on.",
        ("income_die", "separate_die"),
    ),
    Switch("prematch.breakdowns_before_lineup", True, "DM-C-087", "Devices are rolled before line-ups, not after."),
    Switch("match.vehicles_per_team", 3, "DM-C-089", "The most cars a team lines up.", lowest=1, highest=5),
    Switch(
        "match.scoring",
        "event_preset",
        "DM-C-091",
        "How points are made where a match does not say.",
        ("event_preset", "as_reported"),
    ),
    Switch(
        RULESET_SWITCH,
        REPORTED_BY_PEOPLE,
        "DM-C-090",
        "The ruleset that resolves matches here where their plan names none; people report them otherwise.",
        form="[a-z0-9-]+",
    ),
    Switch("match.repair_attempts", 6, "DM-C-092", "Repair attempts of a team between heats.", highest=30),
    Switch("expendables.tires_consumed", True, "DM-C-094", "Tire-sets last one match."),
    Switch("expendables.unfired_consumed", True, "DM-C-094", "Expendables last one match, fired or not."),
    Switch("repairs.mandatory", False, "DM-C-095", "Every critical must be repaired."),
    Switch("prize.round", "money_up", "DM-C-096", "Where a prize share is rounded up.", ("money_up", "percent_up")),
    Switch("prize.zero_points_split", False, "DM-C-096", "When nobody scores, the pot is shared equally."),
    Switch("fatigue.gunners", True, "DM-C-101", "Gunners tire as drivers do."),
    Switch("fatigue.offseason_clears", True, "DM-C-102", "The off-season clears all fatigue."),
    Switch(
        "shop.deadline_hours", 0, "DM-C-104", "How long shops stay open, in hours; 0 is until closed.", highest=720
    ),
    Switch(
        "world_trade.rolls_per_match", 1, "DM-C-105", "World-trade rolls a franchise has after a match.", highest=6
    ),
    Switch("sell.base", "price_paid", "DM-C-106", "What a sold car yields half of.", ("price_paid", "list_price")),
    Switch("trade.commissioner_approval", False, "DM-C-107", "A commissioner must approve trades."),
    Switch("trade.open_offers", False, "DM-C-107", "Everybody sees trade offers before they are answered."),
    Switch(
        "world_trade.armour_gap",
        "reroll",
        "DM-C-110",
        "What 3 and 4 mean on the table of expendable armor.",
        ("reroll", "nothing", "widen"),
    ),
    Switch("devices.same_item_stacks", False, "DM-C-121", "A car may carry two devices of a kind."),
    Switch("expendables.rare_tires_consumed", True, "DM-C-124", "Rare tires last one match."),
    Switch("items.medkit_refills", False, "DM-C-130", "A medical kit is full before every match."),
    Switch("items.personal_lost_on_ooa", False, "DM-C-135", "Personal equipment is lost with its wearer."),
    Switch("expendables.tk_armour_reusable", True, "DM-C-152", "Blast panels and crash-bars last until ruined."),
    Switch(
        "season.tiebreak",
        "wins,criticals,dice",
        "DM-C-156",
        "What parts franchises level on points, in order.",
        ("wins,criticals,dice", "criticals,wins,dice", "dice"),
    ),
    Switch("cup.bonus_subject_to_overhead", True, "DM-C-157", "The Cup bonus goes through overhead."),
    Switch(
        "cup.plus1_applies_to",
        "sponsors,face",
        "DM-C-158",
        "Which income rolls of the Cup's holder get +1.",
        ("sponsors,face", "sponsors", "face"),
    ),
    Switch("cup.first_half_round", "up", "DM-C-158", "How half an odd number of rounds is rounded.", ("up", "down")),
    Switch(
        "staff.keep_fee_covers_next_season",
        True,
        "DM-C-160",
        "Staff kept on is not paid a hire-on price next season.",
    ),
    Switch("draft.contracts", 2, "DM-C-161", "Drivers a franchise may protect.", highest=20),
    Switch("draft.contracts_top_two_bonus", 1, "DM-C-161", "How many more the two best may protect.", highest=20),
    Switch("draft.enabled", True, "DM-C-162", "Unprotected drivers go into the draft."),
    Switch("draft.snake", False, "DM-C-163", "The draft order turns round after each round."),
    Switch("draft.picks", 3, "DM-C-164", "Draft picks of a franchise.", highest=20),
    Switch("draft.picks_bottom_two_bonus", 1, "DM-C-164", "How many more the two lowest have.", highest=20),
    Switch("draft.may_pick_own", False, "DM-C-165", "A franchise may pick its own former drivers."),
    Switch(
        "draft.expansion_until_seasons", 1, "DM-C-167", "Seasons an expansion team stays out of the draft.", highest=9
    ),
    Switch("sponsors.season_end_loss", True, "DM-C-169", "Each franchise loses a sponsor when the season ends."),
    Switch("season.setup_single_window", True, "DM-C-063", "Hiring, garage and party are one open window."),
    Switch("season.parallel_matches", True, "DM-C-177", "Matches of a round may be open at the same time."),
    Switch("round.idle_may_shop", False, "DM-C-178", "A franchise without a match may shop in the round."),
    Switch(
        DICE_BY_HAND,
        NOBODY,
        "HOUSE-011",
        "Who may enter the faces of dice thrown at a table.",
        (NOBODY, COMMISSIONERS, EVERYBODY),
    ),
    Switch("match.forfeit_fee_k", 0, "HOUSE-009", "What a forfeit costs, in k.", highest=10_000),
)
SWITCH_BY_NAME = {switch.name: switch for switch in SWITCHES}
DEFAULT_SETTINGS: dict[str, Setting] = {switch.name: switch.default for switch in SWITCHES}


def every_switch() -> tuple[Switch, ...]:
    """The campaign's own switches, then those that only installed rulesets have."""
    return (
        *SWITCHES,
        *(ruleset_switch for ruleset_switch in ruleset_switches() if ruleset_switch.name not in SWITCH_BY_NAME),
    )


def switch_by_name(name: str) -> Switch:
    """The switch of that name. Raises `Unknown`, with suggestions from its group, or else from all switches."""
    if name in SWITCH_BY_NAME:
        return SWITCH_BY_NAME[name]
    known = {switch.name: switch for switch in every_switch()}
    if name not in known:
        of_its_group = [other for other in known if other.startswith(f"{name.partition('.')[0]}.")]
        raise Unknown(f"There is no switch {name[:80]!r}: {suggestion_clause(name, of_its_group or known)}.")
    return known[name]


def default_setting(name: str) -> Setting:
    """The default of a switch, as printed. Raises `Unknown`."""
    return DEFAULT_SETTINGS[name] if name in DEFAULT_SETTINGS else switch_by_name(name).default


def clean_setting(name: str, value: object) -> Setting:
    """The value, if the switch allows it. Raises `Unknown`, or `Malformed` with what it allows."""
    switch = switch_by_name(name)
    return _clean_ruleset(switch, value) if name == RULESET_SWITCH else switch.validate(value)


def _clean_ruleset(switch: Switch, value: object) -> Setting:
    """The name of an installed ruleset, or `REPORTED_BY_PEOPLE`. Raises `Unknown` or `Malformed` with the choices."""
    if value == REPORTED_BY_PEOPLE:
        return REPORTED_BY_PEOPLE
    known = (REPORTED_BY_PEOPLE, *ruleset_names())
    try:
        setting = switch.validate(value)
    except Malformed:
        raise Malformed(f"{switch.name} is one of {', '.join(known)}: give one of those.") from None
    if setting not in known:
        raise Unknown(f"There is no ruleset {str(setting)[:80]!r}: use one of {', '.join(known)}.")
    return setting
