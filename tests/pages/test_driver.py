"""A driver's page: quirks and talents in words, contracts over seasons, and why they left."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from drivers.queries import TURNING_POINTS
from explain.printed_effects import QUIRK_EFFECTS, QUIRK_RULES, RETIREMENT_REASONS, TALENT_EFFECTS
from journal.gate import open_gate
from league.models import Match
from rules.campaign.core.command import COMMAND_TYPES
from rules.campaign.people.quirks import QUIRK_NAMES
from rules.campaign.people.talents import TALENT_BY_TAG
from tests.league.small_league import Table, closed, drafting, founded, reopened, settled, signed
from tests.pages.multiple_owners import owner_of
from tests.pages.page_reader import main_of, words
from tests.pages.season_pages import ended
from tests.pages.seasons import stated

pytestmark = pytest.mark.django_db
BECAUSE = "The table wanted it so."


def page_of(driver: str) -> str:
    """The path of a driver's page."""
    return f"/l/rust-belt/d/{driver}/"


def test_quirks_and_talents_stand_with_what_they_do_and_the_rule_of_each() -> None:
    table = signed()
    for quirk, times in (("stupid", 1), ("poor_health", 3)):
        table.give("adjust_driver", driver="razors.d1", quirk=quirk, quirk_change=times, reason=BECAUSE)
    table.give("adjust_driver", driver="razors.d1", talents_added=["face"], reason=BECAUSE)
    text = words(Client(), page_of("razors.d1"))
    assert "Stupid DM-C-048 On a 6 as a movement phase begins" in text
    assert "Drawn once; a second time would mean: out for the season." in text
    assert "Poor health ×3 second time DM-C-053 Toughness −1. Drawn 3 times: Toughness −2" in text
    assert "Face DM-C-042 Brings 2d6k" in text
    assert "razors 1 gained the talent Face." in text


def test_every_quirk_and_talent_of_the_rules_has_its_words() -> None:
    assert QUIRK_EFFECTS.keys() == QUIRK_RULES.keys() == QUIRK_NAMES.keys()
    assert TALENT_EFFECTS.keys() == TALENT_BY_TAG.keys()


def test_the_commands_that_turn_a_career_are_those_whose_facts_tell_of_one() -> None:
    assert set(TURNING_POINTS) <= COMMAND_TYPES.keys()
    of_careers = {"driver_hired", "veteran_hired", "driver_drafted", "driver_protected", "driver_reserved"}
    commands = {
        command for command, fact in stated() if fact.tag in {*of_careers, "driver_retired", "driver_released"}
    }
    assert commands <= set(TURNING_POINTS)
    assert {fact.rule for _, fact in stated() if fact.tag == "driver_retired"} <= RETIREMENT_REASONS.keys()


def test_a_driver_kept_over_the_season_tells_of_every_contract_and_of_each_season() -> None:
    table = settled(rounds=1)
    drafting_without = closed(table)
    veteran = drafting_without.state.reserved_drivers("razors")[0].id
    second = reopened(drafting_without)
    fee = 50 + 2 * second.state.driver(veteran).level
    assert f"Razors · may sign again for {fee}k" in words(Client(), page_of(veteran))
    second.give("hire_veteran", by="razors", franchise="razors", driver=veteran)
    text = words(Client(), page_of(veteran))
    assert f"Razors · hired for {fee}k as a veteran Season 2" in text
    contracts = text.split("Contracts")[1].split("Matches")[0]
    assert re.findall(r"Season (\d) (.*?) DM-C-(\d+) Entry", contracts.replace("hired, drafted, let go;", "")) == [
        (
            "2",
            f"Razors hired {name_of(veteran)} , a veteran of level {second.state.driver(veteran).level}, for {fee}k.",
            "062",
        ),
        ("1", f"{name_of(veteran)} may sign with Razors again.", "062"),
        ("1", f"Razors protected {name_of(veteran)} from the draft.", "161"),
        ("1", f"Razors hired {name_of(veteran)} for 50k.", "061"),
    ]
    seasons = text.split("Seasons")[1].split("Contracts")[0]
    assert "2 nobody yet 0 0 0" in seasons
    assert re.search(r"1 Razors 1 2 ", seasons)


def name_of(driver: str) -> str:
    """The name of a driver in these tests: `razors.d1` is razors 1."""
    return driver.replace(".d", " ")


def test_whoever_nobody_kept_or_drafted_tells_so_and_his_page_stays() -> None:
    ended = closed(settled(rounds=1))
    retired = [driver.id for driver in ended.state.all_drivers() if driver.availability == "retired"]
    second = reopened(ended)
    assert retired[0] not in second.state.drivers
    text = words(Client(), page_of(retired[0]))
    assert "retired in season 1: nobody kept or drafted them Season 1" in text
    assert "retired from the sport. Why: nobody kept or drafted them. DM-C-166" in text


def test_a_driver_who_had_to_retire_tells_which_quirk_it_was() -> None:
    table = settled(rounds=1)
    table.give(
        "adjust_driver", driver="razors.d1", quirk="head_injury", quirk_change=2, retiring=True, reason=BECAUSE
    )
    assert "Retires at the season's end, for Head injury." in words(Client(), page_of("razors.d1"))
    drafting(table)
    assert "retired in season 1: they had to: Head injury came a second time" in words(Client(), page_of("razors.d1"))


def test_a_drafted_driver_names_both_franchises_and_what_he_is_hired_for() -> None:
    ended = closed(settled(rounds=1))
    widows = [
        reserved_driver.id
        for reserved_driver in ended.state.reserved_drivers("widows")
        if ended.state.contracts[reserved_driver.id].origin == "draft"
    ]
    text = words(Client(), page_of(widows[0]))
    assert "Widows · drafted; may be hired for" in text
    assert re.search(r"Widows drafted .* with pick 1, in round 1\.", text)


def test_a_veteran_whose_fee_was_not_paid_tells_so() -> None:
    table = reopened(closed(settled(rounds=1)))
    left = table.state.reserved_drivers("saints")[0].id
    for franchise in table.franchises:
        for number in range(1, 4 - len(table.state.garage(franchise))):
            table.give("buy_car", by=franchise, franchise=franchise, car=f"{franchise}.s2.car{number}")
        table.give("hire_rookie", by=franchise, franchise=franchise, driver=f"{franchise}.s2.d1")
        table.give("acknowledge_short_roster", by=franchise, franchise=franchise)
    table.give("close_setup")
    assert "retired in season 2: their fee was not paid when hiring closed" in words(Client(), page_of(left))


def test_a_free_agent_says_that_he_is_one() -> None:
    table = signed()
    table.give("release_driver", by="razors", franchise="razors", driver="razors.d6")
    text = words(Client(), page_of("razors.d6"))
    assert "under no contract; anybody may draft them when the season ends" in text
    assert "Razors released razors 6 ." in text


@pytest.mark.parametrize("whose", ["razors.d1", "saints.d1"])
def test_the_drivers_of_all_franchises_somebody_owns_are_marked_as_his(whose: str) -> None:
    table = signed()
    client = owner_of(table, "razors", "saints")
    assert "hired for 50k as a rookie yours" in words(client, page_of(whose))
    assert "yours" not in words(client, page_of("widows.d1"))


def test_the_experience_of_a_match_leads_to_its_entry() -> None:
    table = settled()
    entry = table.row.appearances.get(driver_id="rust-belt/s1/razors.d1").entry  # type: ignore[attr-defined]
    page = main_of(Client(), page_of("razors.d1"))
    link = f'<a href="/l/rust-belt/s1/journal/{entry}/" aria-label="5 XP in Round 1, match A: the entry">+5</a>'
    assert link in page


def test_a_driver_who_never_ran_has_a_page_as_well() -> None:
    table: Table = founded()
    table.give("hire_rookie", by="razors", franchise="razors", driver="razors.d1")
    text = words(Client(), page_of("razors.d1"))
    assert "No match yet." in text
    assert "1 nobody yet 0 0 0" in text


def test_each_match_of_a_driver_says_what_was_played_and_by_whose_rules_where_not_all_were_by_the_same() -> None:
    ended()
    about = r'<div class="faint">(season&nbsp;1[^<]*)<'
    labels = re.findall(about, main_of(Client(), page_of("razors.d1")))
    assert labels == ["season&nbsp;1 · Race"] * 2
    with open_gate():
        Match.objects.filter(pk="rust-belt/s1/m2").update(ruleset="formule")
    labels = re.findall(about, main_of(Client(), page_of("razors.d1")))
    assert labels == ["season&nbsp;1 · Race · Formule Wars", "season&nbsp;1 · Race"]
