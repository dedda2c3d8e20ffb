"""Incomplete registrations are reported with the file to edit before the site is served, and break no page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.core.checks import run_checks

from league.pages import registry_gaps
from league.pages.registry_gaps import (
    Gap,
    book_gaps,
    command_gaps,
    every_gap,
    name_gaps,
    setting_gaps,
    switch_gaps,
    unlisted_books,
)
from rules.campaign.core.house_rules.campaign_switch import CampaignSwitch
from rules.campaign.core.switches import SWITCH_BY_NAME, SWITCHES
from rules.core.switches import Switch
from rules.match.registry import RULESET_MODULES
from tests.guards.findings import report

HOUSE_RULES = "rules/campaign/core/house_rules"
NEW = Switch("money.in_gold", False, "DM-C-999", "Money is gold.")
SNAKE = SWITCH_BY_NAME["draft.snake"]


def ids(gaps: Iterator[Gap] | list[Gap]) -> list[str]:
    return [gap.id for gap in gaps]


def test_nothing_is_half_registered() -> None:
    report((gap.sentence for gap in every_gap()), seen=[*SWITCHES, *RULESET_MODULES], of="switches and match systems")


def test_a_house_rule_of_the_campaign_cannot_be_declared_without_its_question() -> None:
    declared = ("draft.worm", False, "DM-C-163", "The draft turns like a worm.")
    with pytest.raises(TypeError, match="'question' and 'printed'"):
        CampaignSwitch(*declared)  # type: ignore[call-arg]
    worm = CampaignSwitch(*declared, question="Does it turn?", printed="It does not.")
    assert (worm.question, worm.printed, worm.example, worm.most_changed) == (
        "Does it turn?",
        "It does not.",
        "",
        None,
    )


def test_a_house_rule_whose_rule_no_chapter_tells_is_told() -> None:
    (gap,) = switch_gaps([NEW, SNAKE], "rules.campaign", HOUSE_RULES)
    assert gap.sentence == (
        "The house rule money.in_gold bends DM-C-999, which no chapter of rules/campaign/rulebook "
        "tells. Add a section "
        "## DM-C-999 there, or name the rule it bends in rules/campaign/core/house_rules."
    )


def test_a_match_system_that_is_not_listed_and_one_that_is_not_there_are_told() -> None:
    assert [
        unlisted_book.sentence for unlisted_book in unlisted_books(["rules.chess.ruleset"], ["rules.rhad.ruleset"])
    ] == [
        (
            'rules/rhad/ruleset.py is a match system that no league can choose. Add "rhad": "rules.rhad.ruleset" '
            "to RULESET_MODULES in rules/match/registry.py."
        ),
        (
            "rules/match/registry.py lists rules.chess.ruleset, and there is no such module. Write it, or take it "
            "out of RULESET_MODULES in rules/match/registry.py."
        ),
    ]
    assert book_gaps("rules.carwars.ruleset") == book_gaps("rules.rhad.ruleset") == []


def test_a_match_system_that_is_listed_under_a_name_that_is_not_its_own_is_told() -> None:
    assert list(name_gaps(RULESET_MODULES)) == []
    (gap,) = name_gaps({"chess": "rules.rhad.ruleset", "formule": "rules.formule.ruleset", "go": "rules.go.ruleset"})
    assert gap.id == "E011"
    assert gap.sentence == (
        'rules/match/registry.py lists rules.rhad.ruleset as "chess", and its RULESET is called "rhad". Give it its '
        "own name in RULESET_MODULES in rules/match/registry.py, or RULESET that one in rules/rhad/ruleset.py."
    )


def test_the_site_is_not_served_with_a_match_system_under_a_wrong_name(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = {"chess" if name == "rhad" else name: book for name, book in RULESET_MODULES.items()}
    monkeypatch.setattr(registry_gaps, "RULESET_MODULES", listed)
    (error,) = run_checks(tags=["registration"])
    assert error.id == "league.E011"


def test_a_house_rule_that_matches_cannot_read_or_leagues_cannot_change_is_reported() -> None:
    clock, minutes = Switch("chess.clock", True, "", ""), Switch("chess.minutes", 5, "", "")
    declared = [replace(clock, default=False), minutes, SWITCH_BY_NAME["match.repair_attempts"]]
    assert [setting_gap.sentence for setting_gap in setting_gaps([clock], declared, "rules/chess/settings.py")] == [
        (
            "Matches cannot read the house rule chess.clock. Declare it by house_rule in Settings in "
            "rules/chess/settings.py, and give the ruleset the switches made from there."
        ),
        *(
            f"No league can change the house rule {switch.name}, which rules/chess/settings.py declares. Give the "
            "ruleset all switches that are made from its settings."
            for switch in declared[:2]
        ),
    ]


def test_a_house_rule_of_a_book_that_no_chapter_tells_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = [
        replace(page, text=page.text.replace("House rule: `rhad.", "`rhad."))
        for page in registry_gaps.rulebook_pages("rules.rhad")
    ]
    monkeypatch.setattr(registry_gaps, "rulebook_pages", lambda _book: tuple(pages))
    gaps = book_gaps("rules.rhad.ruleset")
    assert set(ids(gaps)) == {"E008"}
    assert gaps[0].said.startswith("No chapter of rules/rhad/rulebook tells of the house rule rhad.")
    assert "House rule: `rhad." in gaps[0].do


def test_a_command_without_a_form_is_reported() -> None:
    assert [
        command_gap.sentence for command_gap in command_gaps({"hire_rookie", "fire_rookie"}, {"hire_rookie"})
    ] == [
        (
            "People give the command fire_rookie, and no form of the desk does. Write a CommandForm with "
            '@register_form("fire_rookie") in a chapter of league/pages/command_forms/chapters.'
        )
    ]


def test_the_site_is_not_served_with_a_house_rule_whose_rule_no_chapter_tells(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sentences = [f"{check.msg} {check.hint}" for check in run_checks(tags=["registration"])]
    report(sentences, seen=[*SWITCHES, *RULESET_MODULES], of="switches and match systems")
    monkeypatch.setattr(registry_gaps, "SWITCHES", (*SWITCHES, NEW))
    (error,) = run_checks(tags=["registration"])
    assert (error.id, error.msg.partition(" bends ")[0]) == ("league.E005", "The house rule money.in_gold")
    assert HOUSE_RULES in str(error.hint)
