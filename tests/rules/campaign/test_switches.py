"""House-rule switches have the printed rules as defaults, and accept only possible values."""

from __future__ import annotations

from pathlib import Path

import pytest

import rules.campaign
from rules.campaign.core.state import Season
from rules.campaign.core.switches import DEFAULT_SETTINGS, SWITCH_BY_NAME, SWITCHES, clean_setting
from rules.core.refusals import Malformed, Unknown
from rules.core.switches import Setting
from rules.match.registry import rulesets
from tests.guards.findings import beyond, report

# Each row: the switch, its default, and its possible values: two limits, a choice of words or figures, or on and off.
NUMBERS = [
    pytest.param("franchise.seed_money_k", 1000, (0, 1_000_000), marks=pytest.mark.rule("DM-C-058")),
    pytest.param("league.franchises_per_player", 1, (1, 20), marks=pytest.mark.rule("DM-C-059")),
    pytest.param("roster.min", 6, (0, 100), marks=pytest.mark.rule("DM-C-060")),
    pytest.param("roster.max", 10, (1, 100), marks=pytest.mark.rule("DM-C-060")),
    pytest.param("garage.min", 3, (0, 20), marks=pytest.mark.rule("DM-C-065")),
    pytest.param("garage.max", 5, (1, 20), marks=pytest.mark.rule("DM-C-065")),
    pytest.param("sponsors.max", 5, (1, 13), marks=pytest.mark.rule("DM-C-069")),
    pytest.param("match.vehicles_per_team", 3, (1, 5), marks=pytest.mark.rule("DM-C-089")),
    pytest.param("match.repair_attempts", 6, (0, 30), marks=pytest.mark.rule("DM-C-092")),
    pytest.param("shop.deadline_hours", 0, (0, 720), marks=pytest.mark.rule("DM-C-104")),
    pytest.param("world_trade.rolls_per_match", 1, (0, 6), marks=pytest.mark.rule("DM-C-105")),
    pytest.param("draft.contracts", 2, (0, 20), marks=pytest.mark.rule("DM-C-161")),
    pytest.param("draft.contracts_top_two_bonus", 1, (0, 20), marks=pytest.mark.rule("DM-C-161")),
    pytest.param("draft.picks", 3, (0, 20), marks=pytest.mark.rule("DM-C-164")),
    pytest.param("draft.picks_bottom_two_bonus", 1, (0, 20), marks=pytest.mark.rule("DM-C-164")),
    pytest.param("draft.expansion_until_seasons", 1, (0, 9), marks=pytest.mark.rule("DM-C-167")),
    pytest.param("match.forfeit_fee_k", 0, (0, 10_000), marks=pytest.mark.rule("HOUSE-009")),
]
CHOICES = [
    pytest.param("money.rounding", "exact", ("exact", "floor_k", "ceil_k"), marks=pytest.mark.rule("DM-C-001")),
    pytest.param(
        "dice.by_hand", "nobody", ("nobody", "commissioners", "everybody"), marks=pytest.mark.rule("HOUSE-011")
    ),
    pytest.param("traits.cap", "none", ("none", "4", "5", "6", "7", "8"), marks=pytest.mark.rule("DM-C-011")),
    pytest.param("xp.beyond_table", "extrapolate", ("extrapolate", "cap_9"), marks=pytest.mark.rule("DM-C-015")),
    pytest.param("talents.duplicates", "reroll", ("reroll", "stack", "waste"), marks=pytest.mark.rule("DM-C-020")),
    pytest.param("staff.keep_fee_r4_k", 75, (75, 150), marks=pytest.mark.rule("DM-C-064")),
    pytest.param(
        "sponsors.munitions_war_die", "income_die", ("income_die", "separate_die"), marks=pytest.mark.rule("DM-C-086")
    ),
    pytest.param(
        "match.scoring", "event_preset", ("event_preset", "as_reported"), marks=pytest.mark.rule("DM-C-091")
    ),
    pytest.param("prize.round", "money_up", ("money_up", "percent_up"), marks=pytest.mark.rule("DM-C-096")),
    pytest.param("sell.base", "price_paid", ("price_paid", "list_price"), marks=pytest.mark.rule("DM-C-106")),
    pytest.param(
        "world_trade.armour_gap", "reroll", ("reroll", "nothing", "widen"), marks=pytest.mark.rule("DM-C-110")
    ),
    pytest.param(
        "season.tiebreak",
        "wins,criticals,dice",
        ("wins,criticals,dice", "criticals,wins,dice", "dice"),
        marks=pytest.mark.rule("DM-C-156"),
    ),
    pytest.param(
        "cup.plus1_applies_to",
        "sponsors,face",
        ("sponsors,face", "sponsors", "face"),
        marks=pytest.mark.rule("DM-C-158"),
    ),
    pytest.param("cup.first_half_round", "up", ("up", "down"), marks=pytest.mark.rule("DM-C-158")),
]
ON_OR_OFF = [
    pytest.param("check.natural_six_fails", False, marks=pytest.mark.rule("DM-C-005")),
    pytest.param("cloning.clears_fatigue", False, marks=pytest.mark.rule("DM-C-013")),
    pytest.param("xp.scoring_per_point", False, marks=pytest.mark.rule("DM-C-014")),
    pytest.param("xp.tie_counts_as_win", True, marks=pytest.mark.rule("DM-C-014")),
    pytest.param("xp.friendly_criticals", False, marks=pytest.mark.rule("DM-C-014")),
    pytest.param("advancement.choose_trait", False, marks=pytest.mark.rule("DM-C-018")),
    pytest.param("talents.ardent_recharges", True, marks=pytest.mark.rule("DM-C-033")),
    pytest.param("face.subject_to_overhead", True, marks=pytest.mark.rule("DM-C-042")),
    pytest.param("cloning.ooa_always_cloned", True, marks=pytest.mark.rule("DM-C-045")),
    pytest.param("quirks.season_out_becomes_retirement", False, marks=pytest.mark.rule("DM-C-048")),
    pytest.param("quirks.heart_out_needs_clone", False, marks=pytest.mark.rule("DM-C-049")),
    pytest.param("quirks.barred_mechanic_may_repair", True, marks=pytest.mark.rule("DM-C-050")),
    pytest.param("quirks.cure_cancels_retirement", True, marks=pytest.mark.rule("DM-C-057")),
    pytest.param("roster.min_enforced", False, marks=pytest.mark.rule("DM-C-060")),
    pytest.param("draft.pick_pays_veteran_fee", True, marks=pytest.mark.rule("DM-C-062")),
    pytest.param("hire.midseason", False, marks=pytest.mark.rule("DM-C-063")),
    pytest.param("staff.midseason_hire", False, marks=pytest.mark.rule("DM-C-064")),
    pytest.param("vehicle.includes_light_tires", False, marks=pytest.mark.rule("DM-C-066")),
    pytest.param("stores.free_ammo", True, marks=pytest.mark.rule("DM-C-067")),
    pytest.param("sponsors.start_unique", False, marks=pytest.mark.rule("DM-C-068")),
    pytest.param("sponsors.may_decline", True, marks=pytest.mark.rule("DM-C-069")),
    pytest.param("sponsors.same_type_effects_stack", False, marks=pytest.mark.rule("DM-C-073")),
    pytest.param("sponsors.holding_payout_subject_to_overhead", False, marks=pytest.mark.rule("DM-C-084")),
    pytest.param("prematch.breakdowns_before_lineup", True, marks=pytest.mark.rule("DM-C-087")),
    pytest.param("expendables.tires_consumed", True, marks=pytest.mark.rule("DM-C-094")),
    pytest.param("expendables.unfired_consumed", True, marks=pytest.mark.rule("DM-C-094")),
    pytest.param("repairs.mandatory", False, marks=pytest.mark.rule("DM-C-095")),
    pytest.param("prize.zero_points_split", False, marks=pytest.mark.rule("DM-C-096")),
    pytest.param("fatigue.gunners", True, marks=pytest.mark.rule("DM-C-101")),
    pytest.param("fatigue.offseason_clears", True, marks=pytest.mark.rule("DM-C-102")),
    pytest.param("trade.commissioner_approval", False, marks=pytest.mark.rule("DM-C-107")),
    pytest.param("trade.open_offers", False, marks=pytest.mark.rule("DM-C-107")),
    pytest.param("devices.same_item_stacks", False, marks=pytest.mark.rule("DM-C-121")),
    pytest.param("expendables.rare_tires_consumed", True, marks=pytest.mark.rule("DM-C-124")),
    pytest.param("items.medkit_refills", False, marks=pytest.mark.rule("DM-C-130")),
    pytest.param("items.personal_lost_on_ooa", False, marks=pytest.mark.rule("DM-C-135")),
    pytest.param("expendables.tk_armour_reusable", True, marks=pytest.mark.rule("DM-C-152")),
    pytest.param("cup.bonus_subject_to_overhead", True, marks=pytest.mark.rule("DM-C-157")),
    pytest.param("staff.keep_fee_covers_next_season", True, marks=pytest.mark.rule("DM-C-160")),
    pytest.param("draft.enabled", True, marks=pytest.mark.rule("DM-C-162")),
    pytest.param("draft.snake", False, marks=pytest.mark.rule("DM-C-163")),
    pytest.param("draft.may_pick_own", False, marks=pytest.mark.rule("DM-C-165")),
    pytest.param("sponsors.season_end_loss", True, marks=pytest.mark.rule("DM-C-169")),
    pytest.param("season.setup_single_window", True, marks=pytest.mark.rule("DM-C-063")),
    pytest.param("season.parallel_matches", True, marks=pytest.mark.rule("DM-C-177")),
    pytest.param("round.idle_may_shop", False, marks=pytest.mark.rule("DM-C-178")),
]
TEXTS = [pytest.param("match.ruleset", "reported", marks=pytest.mark.rule("DM-C-090"))]
EVERY = (*NUMBERS, *CHOICES, *ON_OR_OFF, *TEXTS)
PRINTED = {case.values[0]: case.values[1] for case in EVERY}
RULES = {case.values[0]: case.marks[0].args[0] for case in EVERY}


def test_a_season_plays_the_printed_game_unless_it_says_otherwise() -> None:
    unlisted = "The house rule {} is not listed: add it to a table of tests/rules/campaign/test_switches.py."
    superfluous = "The house rule {} is listed and not there: take it out of tests/rules/campaign/test_switches.py."
    report(
        [*beyond(SWITCH_BY_NAME, PRINTED, unlisted), *beyond(PRINTED, SWITCH_BY_NAME, superfluous)],
        seen=SWITCHES,
        of="house rules",
    )
    assert {switch.name: switch.default for switch in SWITCHES} == PRINTED
    assert {switch.name: switch.rule for switch in SWITCHES} == RULES
    assert len(SWITCHES) == len(PRINTED)
    assert {name: Season().setting(name) for name in DEFAULT_SETTINGS} == DEFAULT_SETTINGS
    assert Season(switches={"roster.max": 12}).setting("roster.max") == 12


@pytest.mark.parametrize("name", sorted(switch.name for switch in SWITCHES))
def test_every_switch_is_read_by_code(name: str) -> None:
    house = Path(rules.campaign.__file__).parents[2]
    readers = [*house.joinpath("rules", "campaign").rglob("*.py"), *house.joinpath("league").glob("*.py")]
    declaring = house.joinpath("rules", "campaign", "core", "house_rules")
    reading = [path for path in readers if path.parent != declaring and f'"{name}"' in path.read_text()]
    unread = f'No code reads {name}: ask for it in rules/campaign, as in season.setting("{name}").'
    report([unread] * (not reading), seen=readers, of="modules")


@pytest.mark.parametrize(("name", "default", "ends"), NUMBERS)
def test_a_number_stays_in_its_range(name: str, default: int, ends: tuple[int, int]) -> None:
    lowest, highest = ends
    assert Season().number_setting(name) == default
    assert [clean_setting(name, value) for value in (lowest, default, highest)] == [lowest, default, highest]
    for outside in (lowest - 1, highest + 1):
        with pytest.raises(Malformed, match=f"from {lowest} to {highest}"):
            clean_setting(name, outside)
    for value in ("", str(default), None, True, float(default)):
        with pytest.raises(Malformed, match="whole number"):
            clean_setting(name, value)


@pytest.mark.parametrize(("name", "default", "choices"), CHOICES)
def test_a_choice_is_one_of_its_words(name: str, default: Setting, choices: tuple[Setting, ...]) -> None:
    assert Season().setting(name) == default == choices[0]
    assert SWITCH_BY_NAME[name].choices == tuple(clean_setting(name, choice) for choice in choices)
    for value in ("", "middle", 1, None, True, 75.0):
        with pytest.raises(Malformed, match=", ".join(map(str, choices))):
            clean_setting(name, value)


@pytest.mark.parametrize(("name", "default"), ON_OR_OFF)
def test_on_or_off_is_true_or_false(name: str, default: bool) -> None:
    assert Season().setting(name) is default
    assert [clean_setting(name, value) for value in (True, False)] == [True, False]
    for value in (1, 0, "true", None, 1.0):
        with pytest.raises(Malformed, match="true or false"):
            clean_setting(name, value)


def test_who_resolves_matches_is_people_or_a_ruleset_there_is() -> None:
    resolvers = ("reported", *(ruleset.name for ruleset in rulesets()))
    assert [clean_setting("match.ruleset", choice) for choice in resolvers] == list(resolvers)
    for unknown in ("stairs", "x" * 99):
        with pytest.raises(Unknown) as raised:
            clean_setting("match.ruleset", unknown)
        assert raised.value.sentence == f"There is no ruleset {unknown[:80]!r}: use one of {', '.join(resolvers)}."
    for value in ("", "The Ladder", "x" * 201, 1, None, True, ["reported"]):
        with pytest.raises(Malformed) as none:
            clean_setting("match.ruleset", value)
        assert none.value.sentence == f"match.ruleset is one of {', '.join(resolvers)}: give one of those."


@pytest.mark.parametrize(
    ("name", "instead"),
    [
        ("roster.most", "use one of roster.max, roster.min, roster.min_enforced"),
        ("rhad.midround_brakes", "use rhad.midround_brake"),
        ("pitlane.speed", "look its name up in the rulebook"),
    ],
)
def test_a_switch_nobody_knows_is_refused_with_those_it_may_have_meant(name: str, instead: str) -> None:
    with pytest.raises(Unknown) as raised:
        clean_setting(name, 1)
    assert raised.value.sentence == f"There is no switch {name!r}: {instead}."


def test_a_switch_that_is_no_number_is_not_read_as_one() -> None:
    with pytest.raises(Malformed, match="is no number"):
        Season().number_setting("prize.round")
