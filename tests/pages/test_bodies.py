"""A driver's bodies: what each drove, where it went out of action, and what the next one brought."""

from __future__ import annotations

import copy

import pytest
from django.test import Client

from drivers.pages.career import fatigue_by_match
from journal.amends.corrections import corrections_to_replace_report
from rules.campaign.commissioner.driver_corrections import FatigueAdjusted
from rules.campaign.core.facts import Fact
from rules.campaign.people.cloning import FatigueLeftBehind
from rules.campaign.people.fatigue import FatigueCleared, FatigueEased, FatigueGained
from rules.core.terms import DriverId, FranchiseId
from tests.journal.amends import amended
from tests.league.small_league import closed, reopened, report, settled, signed
from tests.pages.season_pages import ended, said

WHO = {"franchise": FranchiseId("razors"), "driver": DriverId("razors.d1")}


def page_of(driver: str) -> str:
    """The path of a driver's page."""
    return f"/l/rust-belt/d/{driver}/"


@pytest.mark.django_db
def test_whoever_never_went_out_of_action_has_the_body_he_was_born_with() -> None:
    settled()
    words = said(page_of("razors.d1"), at="bodies")
    assert "The body they were born with 1 match · season 1 · 0 kills, 2 criticals, +5 XP current" in words
    assert "Clone" not in words


@pytest.mark.django_db
def test_every_clone_says_which_matches_it_drove_and_where_the_one_before_ended() -> None:
    reopened(closed(ended()))
    bodies = Client().get(page_of("widows.d2")).context["bodies"]
    assert [(body.number, body.matches, body.seasons, body.death is None) for body in bodies] == [
        (3, 0, "", True),
        (2, 1, "season 1", False),
        (1, 1, "season 1", False),
    ]
    words = said(page_of("widows.d2"), at="bodies")
    assert "Clone 1 1 match · season 1" in words
    assert "Out of action in round 1, match A , Race, in heat 1 of 2, season 1, and cloned DM-C-045 Entry" in words
    assert "toughness" in words
    assert Client().get(bodies[1].death.entry_href).status_code == 200


@pytest.mark.django_db
def test_since_an_amend_a_body_ended_where_the_result_that_stands_says_so() -> None:
    table = settled()
    document = copy.deepcopy(report(table))
    for line in document["drivers"]:
        line["out"] = line["driver"] == "razors.d1"
    amended(table, corrections_to_replace_report(table.row, "m1", document))
    assert len(Client().get(page_of("razors.d1")).context["bodies"]) == 2
    assert len(Client().get(page_of("widows.d2")).context["bodies"]) == 1


@pytest.mark.django_db
def test_who_has_not_run_has_a_body_without_a_match() -> None:
    signed()
    assert "The body they were born with 0 matches current" in said(page_of("razors.d1"), at="bodies")


def gained(points: int) -> Fact:
    """A fact of fatigue gained in a match."""
    return FatigueGained(rule="DM-C-101", points=points, traits="driving", shield_used=False, **WHO)


def after(*told: tuple[str, list[Fact]], now: int) -> list[tuple[str, int]]:
    """The fatigue points after each match."""
    return [
        (match_fatigue.short, match_fatigue.points)
        for match_fatigue in fatigue_by_match(told, season="rust-belt/s1", now=now, titles={})
    ]


CLEARED = FatigueCleared(rule="DM-C-101", points=3, **WHO)
EASED = FatigueEased(rule="DM-C-052", trait="driving", left=2, **WHO)


def test_fatigue_is_told_match_by_match_from_what_he_began_with() -> None:
    began_with_two = ("m1", [gained(1)]), ("m2", [CLEARED]), ("m3", [gained(3)]), ("m4", [EASED])
    assert after(*began_with_two, now=2) == [("m1", 3), ("m2", 0), ("m3", 3), ("m4", 2)]


def test_fatigue_that_a_commissioner_set_counts_from_there() -> None:
    set_to_four = FatigueAdjusted(rule="HOUSE-002", points=4, traits="driving", **WHO)
    assert after(("m1", [gained(1)]), ("", [set_to_four]), ("m2", [gained(2)]), now=6) == [("m1", 1), ("m2", 6)]


def test_a_match_that_is_opened_and_closed_stands_once() -> None:
    rested = FatigueLeftBehind(rule="DM-C-013", points=2, **WHO)
    assert after(("m1", []), ("m1", [gained(2)]), ("m2", [rested]), ("m2", [gained(1)]), now=1) == [
        ("m1", 2),
        ("m2", 1),
    ]


def test_there_is_no_chart_of_one_match_or_of_no_fatigue() -> None:
    assert after(("m1", [gained(1)]), now=1) == []
    assert after(("m1", []), ("m2", []), now=0) == []
