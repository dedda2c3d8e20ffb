"""House-rule switches: the printed game by default, and nothing they cannot be."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rules.campaign
from rules.campaign.state import Season
from rules.campaign.switches import DEFAULTS, SWITCHES, proper_setting
from rules.refusal import Malformed, Unknown

PRINTED: dict[str, tuple[Any, str]] = {
    "money.rounding": ("exact", "DM-C-001"),
    "check.natural_six_fails": (False, "DM-C-005"),
    "traits.cap": ("none", "DM-C-011"),
    "cloning.clears_fatigue": (False, "DM-C-013"),
    "xp.scoring_per_point": (False, "DM-C-014"),
    "xp.tie_counts_as_win": (True, "DM-C-014"),
    "xp.friendly_criticals": (False, "DM-C-014"),
    "xp.beyond_table": ("extrapolate", "DM-C-015"),
    "advancement.choose_trait": (False, "DM-C-018"),
    "talents.duplicates": ("reroll", "DM-C-020"),
    "talents.ardent_recharges": (True, "DM-C-033"),
    "face.subject_to_overhead": (True, "DM-C-042"),
    "cloning.ooa_always_cloned": (True, "DM-C-045"),
    "quirks.season_out_becomes_retirement": (False, "DM-C-048"),
    "quirks.heart_out_needs_clone": (False, "DM-C-049"),
    "quirks.barred_mechanic_may_repair": (True, "DM-C-050"),
    "quirks.cure_cancels_retirement": (True, "DM-C-057"),
    "franchise.seed_money_k": (1000, "DM-C-058"),
    "league.franchises_per_player": (1, "DM-C-059"),
    "roster.min_enforced": (False, "DM-C-060"),
    "roster.min": (6, "DM-C-060"),
    "roster.max": (10, "DM-C-060"),
    "draft.pick_pays_veteran_fee": (True, "DM-C-062"),
    "hire.midseason": (False, "DM-C-063"),
    "staff.keep_fee_r4_k": (75, "DM-C-064"),
    "staff.midseason_hire": (False, "DM-C-064"),
    "garage.min": (3, "DM-C-065"),
    "garage.max": (5, "DM-C-065"),
    "vehicle.includes_light_tires": (False, "DM-C-066"),
    "stores.free_ammo": (True, "DM-C-067"),
    "sponsors.start_unique": (False, "DM-C-068"),
    "sponsors.max": (5, "DM-C-069"),
    "sponsors.may_decline": (True, "DM-C-069"),
    "sponsors.same_type_effects_stack": (False, "DM-C-073"),
    "sponsors.holding_payout_subject_to_overhead": (False, "DM-C-084"),
    "sponsors.munitions_war_die": ("income_die", "DM-C-086"),
    "prematch.breakdowns_before_lineup": (True, "DM-C-087"),
    "match.vehicles_per_team": (3, "DM-C-089"),
    "match.scoring": ("event_preset", "DM-C-091"),
    "match.repair_attempts": (6, "DM-C-092"),
    "expendables.tires_consumed": (True, "DM-C-094"),
    "expendables.unfired_consumed": (True, "DM-C-094"),
    "repairs.mandatory": (False, "DM-C-095"),
    "prize.round": ("money_up", "DM-C-096"),
    "prize.zero_points_split": (False, "DM-C-096"),
    "fatigue.gunners": (True, "DM-C-101"),
    "fatigue.offseason_clears": (True, "DM-C-102"),
    "shop.deadline_hours": (0, "DM-C-104"),
    "world_trade.rolls_per_match": (1, "DM-C-105"),
    "sell.base": ("price_paid", "DM-C-106"),
    "trade.commissioner_approval": (False, "DM-C-107"),
    "world_trade.armour_gap": ("reroll", "DM-C-110"),
    "devices.same_item_stacks": (False, "DM-C-121"),
    "expendables.rare_tires_consumed": (True, "DM-C-124"),
    "items.medkit_refills": (False, "DM-C-130"),
    "items.personal_lost_on_ooa": (False, "DM-C-135"),
    "expendables.tk_armour_reusable": (True, "DM-C-152"),
    "season.tiebreak": ("wins,criticals,dice", "DM-C-156"),
    "cup.bonus_subject_to_overhead": (True, "DM-C-157"),
    "cup.plus1_applies_to": ("sponsors,face", "DM-C-158"),
    "cup.first_half_round": ("up", "DM-C-158"),
    "staff.keep_fee_covers_next_season": (True, "DM-C-160"),
    "draft.contracts": (2, "DM-C-161"),
    "draft.contracts_top_two_bonus": (1, "DM-C-161"),
    "draft.enabled": (True, "DM-C-162"),
    "draft.snake": (False, "DM-C-163"),
    "draft.picks": (3, "DM-C-164"),
    "draft.picks_bottom_two_bonus": (1, "DM-C-164"),
    "draft.may_pick_own": (False, "DM-C-165"),
    "draft.expansion_until_seasons": (1, "DM-C-167"),
    "sponsors.season_end_loss": (True, "DM-C-169"),
    "season.setup_single_window": (True, "DM-C-063"),
    "season.parallel_matches": (True, "DM-C-177"),
    "round.idle_may_shop": (False, "DM-C-178"),
    "match.forfeit_fee_k": (0, "HOUSE-009"),
}


def test_a_season_plays_the_printed_game_unless_it_says_otherwise() -> None:
    assert {each.name: (each.default, each.rule) for each in SWITCHES} == PRINTED
    assert {name: Season().setting(name) for name in DEFAULTS} == DEFAULTS
    assert Season(switches={"roster.max": 12}).setting("roster.max") == 12


@pytest.mark.parametrize("name", sorted(PRINTED))
def test_every_switch_is_asked_for_somewhere(name: str) -> None:
    house = Path(rules.campaign.__file__).parents[2]
    asking = [*house.joinpath("rules", "campaign").glob("*.py"), house / "league" / "membership.py"]
    assert any(f'"{name}"' in each.read_text() for each in asking if each.name != "switches.py")


@pytest.mark.parametrize(
    ("name", "lowest", "highest"),
    [
        ("franchise.seed_money_k", 0, 1_000_000),
        ("roster.min", 0, 100),
        ("roster.max", 1, 100),
        ("garage.min", 0, 20),
        ("garage.max", 1, 20),
        ("sponsors.max", 1, 13),
        ("match.vehicles_per_team", 1, 5),
    ],
)
def test_a_number_stays_in_its_range(name: str, lowest: int, highest: int) -> None:
    assert [proper_setting(name, each) for each in (lowest, highest)] == [lowest, highest]
    for beyond in (lowest - 1, highest + 1):
        with pytest.raises(Malformed, match=f"from {lowest} to {highest}"):
            proper_setting(name, beyond)


@pytest.mark.parametrize(
    ("name", "choices"),
    [
        ("xp.beyond_table", ("extrapolate", "cap_9")),
        ("talents.duplicates", ("reroll", "stack", "waste")),
        ("sponsors.munitions_war_die", ("income_die", "separate_die")),
        ("prize.round", ("money_up", "percent_up")),
    ],
)
def test_a_choice_is_one_of_its_words(name: str, choices: tuple[str, ...]) -> None:
    assert tuple(proper_setting(name, each) for each in choices) == choices
    for other in ("", "down", 1, None, True):
        with pytest.raises(Malformed, match=", ".join(choices)):
            proper_setting(name, other)


@pytest.mark.parametrize("value", [1, 0, "true", None, 1.0])
def test_on_or_off_is_true_or_false(value: Any) -> None:
    with pytest.raises(Malformed, match="true or false"):
        proper_setting("fatigue.gunners", value)
    assert proper_setting("fatigue.gunners", False) is False


def test_a_switch_nobody_knows_is_refused() -> None:
    with pytest.raises(Unknown, match=r"no switch 'roster.most'"):
        proper_setting("roster.most", 1)


def test_a_switch_that_is_no_number_is_not_read_as_one() -> None:
    with pytest.raises(Malformed, match="is no number"):
        Season().number_setting("prize.round")
