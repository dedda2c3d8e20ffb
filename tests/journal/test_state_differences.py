"""An amend reports what it changes about the season itself: its length, its edition, its house rules."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from journal.amends.corrections import corrections_to_restore, corrections_to_strike
from journal.amends.state_differences import Difference, describe_difference, describe_odds, differences
from rules.campaign.core.state import Season
from rules.campaign.core.switches import PendingSwitch
from tests.api.api_callers import at, program_of
from tests.journal.amends import REASON, amended, number_of
from tests.league.small_league import Table, assert_reconciled, founded
from tests.pages.page_reader import words

pytestmark = pytest.mark.django_db
ROUNDING = "money.rounding"


def opening(table: Table, **otherwise: Any) -> dict[int, list[dict[str, Any]]]:
    """Corrections that change fields of the season's first entry."""
    (document,) = corrections_to_restore(table.row, [1])[1]
    return {1: [{**document, **otherwise}]}


def told(table: Table, corrections: Any) -> list[str]:
    """The differences of a preview in words."""
    return [
        describe_difference(difference)
        for difference in amended(table, corrections, preview=True).amended.differences
    ]


def test_another_length_of_the_season_is_told_by_program_and_on_the_page_of_the_preview() -> None:
    table = founded()
    boss = program_of(table, "boss", "read", "commission")
    payload = {
        "corrections": {str(number): commands for number, commands in opening(table, rounds=5).items()},
        "reason": REASON,
    }
    answer = boss.post(at(table, "/amends/preview"), payload, key="five rounds")
    assert answer.status_code == 201, answer.content
    assert answer.json()["differences"] == ["the season rounds planned: 3 → 5"]
    (line,) = boss.get(at(table, f"/amends/{answer.json()['number']}")).json()["differences"]
    assert (line["about"], line["what"], line["was"], line["now"]) == ("season", "rounds_planned", 3, 5)
    text = words(Client(), f"/l/rust-belt/s1/amends/{answer.json()['number']}/")
    assert "The season Rounds was 3 → is 5" in text


def test_a_saved_amend_of_the_seasons_length_is_verified_with_what_it_told() -> None:
    table = founded()
    assert told(table, opening(table, rounds=5)) == ["the season rounds planned: 3 → 5"]
    saved = amended(table, opening(table, rounds=5))
    assert [describe_difference(difference) for difference in saved.amended.differences] == [
        "the season rounds planned: 3 → 5"
    ]
    assert_reconciled(table.season)


def test_a_house_rule_that_the_season_opens_with_is_told_with_the_printed_one_it_replaces() -> None:
    table = founded()
    assert told(table, opening(table, switches={ROUNDING: "floor_k", "check.natural_six_fails": True})) == [
        "house rule check.natural_six_fails: false → true",
        "house rule money.rounding: exact → floor_k",
    ]


def test_house_rules_that_were_never_changed_are_told_and_so_are_those_that_were_planned() -> None:
    table = founded()
    table.give("change_switch", switch=ROUNDING, setting="ceil_k", reason="We said so.")
    table.give("change_switch", switch=ROUNDING, setting="floor_k", step="r2", reason="From then on.")
    now, later = (number_of(table, "change_switch", setting=setting) for setting in ("ceil_k", "floor_k"))
    result = amended(table, corrections_to_strike([now, later]), preview=True)
    assert [describe_difference(difference) for difference in result.amended.differences] == [
        "house rule money.rounding: ceil_k → exact",
        "house rule money.rounding from r2: floor_k → none",
    ]
    text = words(Client(), f"/l/rust-belt/s1/amends/{result.number}/")
    assert "“How are discounts and half prices rounded?” from round 2 was floor k → is none" in text


def test_another_edition_and_other_rounds_on_paper_are_told() -> None:
    season_before, season_after = Season(edition="1"), Season(edition="2", rounds_before=4)
    assert [describe_difference(difference) for difference in differences(season_before, season_after)] == [
        "the season edition: 1 → 2",
        "the season rounds before: 0 → 4",
    ]


def test_a_setting_that_is_no_other_and_a_plan_in_another_order_are_no_difference() -> None:
    plans = [PendingSwitch(switch=ROUNDING, setting="exact", step=step) for step in ("r2", "r3")]
    season_before = Season(switches={ROUNDING: "exact"}, pending=plans)
    season_after = Season(pending=plans[::-1])
    assert differences(season_before, season_after) == []


def test_odds_of_a_thing_say_how_often_it_is_there_and_those_of_a_value_say_each() -> None:
    sponsor = Difference(about="sponsors", subject="razors.party1")
    kinds = [({"kind": "tires"}, 4), ({"kind": "oil"}, 3), (None, 9)]
    assert describe_odds(sponsor, kinds, plays=16) == "razors.party1 is there now in 7 of 16 plays"
    money = Difference(about="franchises", subject="razors", what="balance", was=500_000)
    sentences = describe_odds(money, [(510_000, 10), (520_000, 6)], plays=16)
    assert sentences == "razors balance: 500k → 510k in 10 of 16 plays, 520k in 6"
