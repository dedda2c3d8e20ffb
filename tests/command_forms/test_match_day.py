"""Match day at the desk: waiving garages, forfeiting matches, locking line-ups."""

from __future__ import annotations

import pytest

from tests.command_forms.desk import Sitter
from tests.league.small_league import Table, announced, lined_up, signed

pytestmark = pytest.mark.django_db


def small_garages() -> Table:
    """An announced match of franchises with three cars each, in a league that requires four."""
    table = signed(franchises=("razors", "saints"))
    table.give("change_switch", switch="garage.min", setting=4, reason="Garages are to be larger.")
    return announced(table=table)


def all_named() -> Table:
    """A match whose line-ups are all named."""
    table = announced(franchises=("razors", "saints"))
    for franchise in table.franchises:
        seats = [{"car": f"{franchise}.car1", "driver": f"{franchise}.d1"}]
        table.give("name_line_up", by=franchise, franchise=franchise, match="m1", seats=seats)
    return table


def test_line_ups_are_locked_by_a_form_that_knows_its_match() -> None:
    table = all_named()
    boss = Sitter(table.season, "boss")
    page = boss.open("lock_line_ups").content.decode()
    assert "Round 1, match A: Race, Razors v Saints" in page
    assert "All line-ups are in." in page
    answer = boss.give("lock_line_ups", match="m1")
    assert (answer.status_code, answer["Location"]) == (302, "/l/rust-belt/s1/m1/")
    assert table.state.matches["m1"].step == "M4"


def test_who_has_named_no_line_up_is_told_before_the_lock_and_the_lock_is_refused() -> None:
    table = announced(franchises=("razors", "saints"))
    boss = Sitter(table.season, "boss")
    assert "No line-up yet: Razors, Saints." in boss.open("lock_line_ups").content.decode()
    answer = boss.give("lock_line_ups", match="m1")
    assert answer.status_code == 422
    assert "named no line-up" in answer.content.decode()


def test_a_team_forfeits_with_a_reason_and_is_told_what_it_pays() -> None:
    table = announced(franchises=("razors", "saints"), switches={"match.forfeit_fee_k": 20})
    boss = Sitter(table.season, "boss")
    page = boss.open("forfeit_match", match="m1").content.decode()
    assert "It pays 20k, or all it has." in page
    assert boss.give("forfeit_match", match="m1", franchise="saints").status_code == 422
    assert boss.give("forfeit_match", match="m1", franchise="saints", reason="They are ill.").status_code == 302
    assert table.state.line_up("m1", "saints").forfeited


def test_a_team_that_has_forfeited_is_not_offered_again() -> None:
    table = announced(franchises=("razors", "saints"))
    table.give("forfeit_match", match="m1", franchise="saints", reason="They are ill.")
    form = Sitter(table.season, "boss").open("forfeit_match", match="m1").context["form"]
    assert form.fields["franchise"].choices == [("razors", "Razors")]


def test_a_garage_that_is_too_small_is_waived_for_one_match() -> None:
    table = small_garages()
    boss = Sitter(table.season, "boss")
    form = boss.open("waive_garage").context["form"]
    assert [franchise for franchise, _ in form.fields["franchise"].choices] == ["razors", "saints"]
    assert boss.give("waive_garage", match="m1", franchise="razors").status_code == 302
    assert table.state.line_up("m1", "razors").garage_waived
    assert boss.open("waive_garage").context["form"].fields["franchise"].choices == [("saints", "Saints")]


def test_a_garage_that_is_large_enough_needs_no_waiver() -> None:
    table = announced(franchises=("razors", "saints"))
    answer = Sitter(table.season, "boss").give("waive_garage", match="m1", franchise="razors")
    assert answer.status_code == 422
    assert "there is nothing to waive" in answer.content.decode()


@pytest.mark.parametrize("tag", ["lock_line_ups", "forfeit_match", "waive_garage", "void_match", "announce_round"])
def test_match_day_is_the_commissioners(tag: str) -> None:
    table = lined_up(franchises=("razors", "saints"))
    assert Sitter(table.season, "razors").open(tag).status_code == 403


@pytest.mark.parametrize(
    ("who", "words"),
    [
        ("boss", {"Report the match", "Match sheet", "Let a team forfeit", "Void the match"}),
        ("razors", {"Report the match", "Match sheet"}),
        ("", {"Report the match", "Match sheet"}),
    ],
)
def test_the_page_of_a_locked_match_offers_what_may_be_done_now(who: str, words: set[str]) -> None:
    table = lined_up(franchises=("razors", "saints"))
    page = Sitter(table.season, who).client.get("/l/rust-belt/s1/m1/").content.decode()
    labels = {"Report the match", "Match sheet", "Let a team forfeit", "Void the match"}
    assert {label for label in labels if label in page} == words
    assert "/do/lock_line_ups/" not in page
