"""House rules that change what happens to drivers. Each test fails under the printed rules."""

from __future__ import annotations

import pytest

from rules.campaign.core.locks_and_shops import LockedForMatch
from rules.campaign.match_day.reports import AcceptReport, DeadNotOut
from rules.campaign.money.bills import BillMade
from rules.campaign.people.cloning import DriverCloned, DriverLived, FatigueLeftBehind, QuirkGained, QuirkResisted
from rules.campaign.people.experience import (
    AdvancementWasted,
    ChooseTrait,
    DriverAppeared,
    DriverNotSigned,
    LevelReached,
    NoTraitPoint,
    TraitPointWon,
    TraitRaised,
)
from rules.campaign.people.fatigue import FatigueCleared, FatigueGained, ShieldRestored
from rules.core.terms import DriverId, FranchiseId, Trait
from tests.rules.campaign.memory_seasons import report, signed
from tests.rules.campaign.settled_match import M1, locked_with, opened, put, reckoned

RAZORS = FranchiseId("razors")
D1 = DriverId("razors.d1")
QUIRK, FATIGUE = "m1/settle/razors.d1/quirk", "m1/settle/razors.d1/fatigue"
ADVANCEMENT = "m1/settle/razors.d1/advancement"
OUT = {"razors.d1": {"out": True}}
LEVEL_2 = {"points": {"saints": 1}, "drivers": {"razors.d1": {"criticals": 2}}}
"""Claims worth the XP for level 2: 1 for taking part and 2 for criticals."""


@pytest.mark.rule("DM-C-005")
@pytest.mark.switch("check.natural_six_fails", True)
def test_a_natural_six_fails_where_the_house_says_so() -> None:
    table = locked_with(switches={"check.natural_six_fails": True}, sheets={"razors.d1": {"toughness": 9}})
    opened(table, {QUIRK: [6, 3, 4]}, drivers=OUT)
    assert [fact.quirk for fact in table.said(QuirkGained)] == ["combat_fatigue"]


@pytest.mark.rule("DM-C-011")
@pytest.mark.parametrize(
    ("cap", "stable", "resisted"),
    [
        pytest.param("4", [], 4, marks=pytest.mark.switch("traits.cap", "4")),
        pytest.param("5", [], 5, marks=pytest.mark.switch("traits.cap", "5")),
        pytest.param("6", [], 6, marks=pytest.mark.switch("traits.cap", "6")),
        pytest.param("7", [], 7, marks=pytest.mark.switch("traits.cap", "7")),
        pytest.param("8", [], 8, marks=pytest.mark.switch("traits.cap", "8")),
        pytest.param("4", ["stable_genetics"], 4, marks=pytest.mark.switch("traits.cap", "4")),
    ],
)
def test_a_trait_in_effect_goes_no_higher_than_the_cap_and_bonuses_come_after_it(
    cap: str, stable: list[str], resisted: int
) -> None:
    table = locked_with(switches={"traits.cap": cap}, sheets={"razors.d1": {"toughness": 10, "talents": stable}})
    opened(table, {QUIRK: [4]}, drivers=OUT)
    (fact,) = table.said(QuirkResisted)
    assert (fact.toughness, fact.stable) == (resisted, len(stable))


@pytest.mark.rule("DM-C-011", "DM-C-043")
@pytest.mark.switch("traits.cap", "4")
def test_the_cap_holds_for_an_iron_man_as_well() -> None:
    table = locked_with(switches={"traits.cap": "4"}, sheets={"razors.d1": {"toughness": 6, "talents": ["iron_man"]}})
    reckoned(table, {FATIGUE: [5, 1]}, points={"saints": 1})
    assert table.season.driver("razors.d1").fatigue == ["initiative"]


@pytest.mark.rule("DM-C-011", "DM-C-052")
@pytest.mark.switch("traits.cap", "4")
def test_the_cap_holds_for_who_rests_with_combat_fatigue() -> None:
    tired = {"toughness": 6, "quirks": {"combat_fatigue": 1}, "fatigue": ["driving", "gunnery"]}
    table = locked_with(switches={"traits.cap": "4"}, sheets={"razors.d6": tired})
    reckoned(table, {"m1/settle/razors.d6/fatigue": [5]}, points={"saints": 1})
    assert table.season.driver("razors.d6").fatigue == ["driving"]


@pytest.mark.rule("DM-C-013", "DM-C-033")
@pytest.mark.switch("cloning.clears_fatigue", True)
def test_a_new_body_is_rested_where_the_house_says_so() -> None:
    worn = {"fatigue": ["driving", "driving"], "talents": ["ardent"], "ardent_spent": True}
    table = locked_with(switches={"cloning.clears_fatigue": True}, sheets={"razors.d1": worn, "razors.d2": worn})
    opened(table, {QUIRK: [1]}, drivers=OUT)
    driver = table.season.driver("razors.d1")
    assert (driver.fatigue, driver.ardent_spent) == ([], False)
    assert [(fact.driver, fact.points) for fact in table.said(FatigueLeftBehind)] == [("razors.d1", 2)]
    assert [fact.driver for fact in table.said(ShieldRestored)] == ["razors.d1"]
    assert table.season.driver("razors.d2").fatigue == ["driving", "driving"]


@pytest.mark.rule("DM-C-045", "DM-C-095")
@pytest.mark.switch("cloning.ooa_always_cloned", False)
def test_only_the_dead_are_cloned_where_the_house_says_so() -> None:
    table = locked_with(switches={"cloning.ooa_always_cloned": False})
    claims = {"razors.d1": {"out": True}, "razors.d2": {"out": True, "dead": True}}
    opened(table, {"m1/settle/razors.d2/quirk": [1]}, drivers=claims)
    assert [fact.driver for fact in table.said(DriverLived)] == ["razors.d1"]
    assert [fact.driver for fact in table.said(DriverCloned)] == ["razors.d2"]
    assert [(fact.subject, fact.amount) for fact in table.said(BillMade)] == [("razors.d2", 5_000)]


@pytest.mark.rule("DM-C-045")
def test_nobody_is_dead_who_is_not_out_of_action() -> None:
    table = locked_with(switches={"cloning.ooa_always_cloned": False})
    claimed = report(table, drivers={"razors.d1": {"dead": True}})
    table.refused(AcceptReport(match=M1, report=claimed), DeadNotOut, "razors.d1", "out")


@pytest.mark.rule("DM-C-049")
@pytest.mark.switch("quirks.heart_out_needs_clone", True)
def test_a_failed_heart_costs_a_clone_and_a_quirk_check_where_the_house_says_so() -> None:
    table = locked_with(
        switches={"quirks.heart_out_needs_clone": True},
        sheets={"razors.d5": {"quirks": {"heart_condition": 1}}, "saints.d5": {"quirks": {"heart_condition": 1}}},
        faces={"m1/pre/razors.d5/heart": [1], "m1/pre/saints.d5/heart": [2]},
    )
    opened(table, {"m1/settle/razors.d5/quirk": [6, 3, 3]})
    assert [fact.driver for fact in table.said(DriverCloned)] == ["razors.d5"]
    assert [(fact.subject, fact.amount) for fact in table.said(BillMade)] == [("razors.d5", 5_000)]
    driver = table.season.driver("razors.d5")
    assert (driver.quirks, driver.availability) == ({"heart_condition": 1, "head_injury": 1}, "heart_out")


@pytest.mark.rule("DM-C-049")
def test_a_failed_heart_costs_nothing_by_the_book() -> None:
    table = locked_with(
        sheets={"razors.d5": {"quirks": {"heart_condition": 1}}}, faces={"m1/pre/razors.d5/heart": [1]}
    )
    opened(table)
    assert table.said(DriverCloned) == []


@pytest.mark.rule("DM-C-048", "DM-C-055")
@pytest.mark.switch("quirks.season_out_becomes_retirement", True)
@pytest.mark.parametrize(("faces", "quirk"), [([1, 1], "stupid"), ([6, 6], "unhinged")])
def test_a_second_stupid_or_unhinged_retires_where_the_house_says_so(faces: list[int], quirk: str) -> None:
    table = locked_with(
        switches={"quirks.season_out_becomes_retirement": True}, sheets={"razors.d1": {"quirks": {quirk: 1}}}
    )
    opened(table, {QUIRK: [6, *faces]}, drivers=OUT)
    assert table.season.driver("razors.d1").retiring is True


@pytest.mark.rule("DM-C-014")
@pytest.mark.parametrize(
    ("switch", "claim", "earned"),
    [
        pytest.param(
            "xp.scoring_per_point", {"scores": 3}, 4, marks=pytest.mark.switch("xp.scoring_per_point", True)
        ),
        pytest.param(
            "xp.friendly_criticals",
            {"friendly_criticals": 2},
            3,
            marks=pytest.mark.switch("xp.friendly_criticals", True),
        ),
    ],
)
def test_the_house_gives_more_experience(switch: str, claim: dict[str, int], earned: int) -> None:
    table = locked_with(switches={switch: True})
    reckoned(table, points={"saints": 1}, drivers={"razors.d1": claim})
    assert table.said(DriverAppeared)[0].xp_gained == earned


@pytest.mark.rule("DM-C-014")
@pytest.mark.switch("xp.tie_counts_as_win", False)
def test_nobody_wins_a_match_two_teams_lead_where_the_house_says_so() -> None:
    table = locked_with(switches={"xp.tie_counts_as_win": False})
    reckoned(table, points={"razors": 5, "saints": 5})
    assert [franchise.wins for franchise in table.season.all_franchises()] == [0, 0]
    assert {fact.xp_gained for fact in table.said(DriverAppeared)} == {1}


@pytest.mark.rule("DM-C-015")
@pytest.mark.switch("xp.beyond_table", "cap_9")
def test_nobody_passes_level_9_where_the_house_says_so() -> None:
    table = locked_with(switches={"xp.beyond_table": "cap_9"}, sheets={"razors.d1": {"xp": 82, "level": 9}})
    reckoned(table, points={"saints": 1})
    assert (table.season.driver("razors.d1").xp, table.season.driver("razors.d1").level) == (83, 9)
    assert table.said(LevelReached) == []


@pytest.mark.rule("DM-C-020")
@pytest.mark.switch("talents.duplicates", "stack")
def test_a_talent_held_is_held_twice_where_the_house_says_so() -> None:
    table = locked_with(switches={"talents.duplicates": "stack"}, sheets={"razors.d1": {"talents": ["pro"]}})
    reckoned(table, {ADVANCEMENT: [1, 1, 1]}, **LEVEL_2)
    assert table.season.driver("razors.d1").talents == ["pro", "pro"]


@pytest.mark.rule("DM-C-020")
@pytest.mark.switch("talents.duplicates", "waste")
def test_a_talent_held_wastes_the_roll_where_the_house_says_so() -> None:
    table = locked_with(switches={"talents.duplicates": "waste"}, sheets={"razors.d1": {"talents": ["pro"]}})
    reckoned(table, {ADVANCEMENT: [1, 1, 1]}, **LEVEL_2)
    assert table.season.driver("razors.d1").talents == ["pro"]
    assert [fact.talent for fact in table.said(AdvancementWasted)] == ["pro"]


@pytest.mark.rule("DM-C-033")
@pytest.mark.switch("talents.ardent_recharges", False)
def test_ardents_shield_is_spent_for_good_where_the_house_says_so() -> None:
    spent = {"talents": ["ardent"], "ardent_spent": True, "fatigue": ["driving"]}
    table = locked_with(switches={"talents.ardent_recharges": False}, sheets={"razors.d6": spent})
    reckoned(table, points={"saints": 1})
    driver = table.season.driver("razors.d6")
    assert (driver.fatigue, driver.ardent_spent) == ([], True)


@pytest.mark.rule("DM-C-101")
@pytest.mark.switch("fatigue.gunners", False)
def test_gunners_neither_tire_nor_rest_where_the_house_says_so() -> None:
    table = locked_with(
        switches={"fatigue.gunners": False},
        sheets={"razors.d3": {"fatigue": ["driving"]}, "razors.d4": {"fatigue": ["driving"]}},
        gunner_stations=True,
    )
    table.season.seats_of("m1.razors")[0].gunner = "razors.d3"
    reckoned(table, points={"saints": 1})
    assert table.season.driver("razors.d3").fatigue == ["driving"]
    assert "razors.d3" not in [fact.driver for fact in table.said(FatigueGained)]
    assert [fact.driver for fact in table.said(FatigueCleared)] == ["razors.d4"]


@pytest.mark.rule("DM-C-018")
@pytest.mark.switch("advancement.choose_trait", True)
def test_an_owner_places_a_trait_point_where_the_house_says_so() -> None:
    table = locked_with(switches={"advancement.choose_trait": True})
    reckoned(table, {ADVANCEMENT: [3, 4]}, **LEVEL_2)
    assert [fact.choices for fact in table.said(TraitPointWon)] == [1]
    assert table.said(TraitRaised) == []
    choose = ChooseTrait(franchise=RAZORS, driver=D1, trait=Trait.TOUGHNESS)
    table.refused(choose, LockedForMatch, "m1")
    table.season.match("m1").step = "settled"
    table.give(choose)
    driver = table.season.driver("razors.d1")
    assert (driver.toughness, driver.trait_choices) == (4, 0)
    assert [(fact.trait, fact.value) for fact in table.said(TraitRaised)] == [("toughness", 4)]
    table.refused(choose, NoTraitPoint, "razors.d1")


@pytest.mark.rule("DM-C-018", "DM-C-020")
@pytest.mark.switch("advancement.choose_trait", True)
def test_a_list_held_whole_gives_a_trait_point_to_place_as_well() -> None:
    all_talents = ["ardent", "ornery", "stable_genetics", "quick_draw", "sharp_witted", "impetuous"]
    table = locked_with(switches={"advancement.choose_trait": True}, sheets={"razors.d1": {"talents": all_talents}})
    reckoned(table, {ADVANCEMENT: [6, 6]}, **LEVEL_2)
    assert table.season.driver("razors.d1").trait_choices == 1


@pytest.mark.rule("DM-C-018")
def test_a_trait_point_is_placed_on_a_driver_of_ones_own() -> None:
    table = signed()
    put(table.season, {"saints.d1": {"trait_choices": 1}})
    theirs = ChooseTrait(franchise=RAZORS, driver=DriverId("saints.d1"), trait=Trait.DRIVING)
    table.refused(theirs, DriverNotSigned, "razors")
