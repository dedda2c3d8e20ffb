"""An owner's forms at a season's end: protected drivers, the draft, the safe sponsor, the sponsor pool."""

from __future__ import annotations

import re

import pytest

from rules.campaign.season_end.draft import draft_turn
from rules.campaign.season_end.sponsor_pool import pool_turn
from tests.command_forms.desk import Sitter
from tests.command_forms.leagues_at_steps import TEAMS, picking, ranked
from tests.league.league_cache import built_once
from tests.league.small_league import Table

pytestmark = pytest.mark.django_db


@built_once
def declaring() -> Table:
    """A league whose draft is over, since everybody passed."""
    table = picking()
    while (season := table.state).step == "E6":
        turn = draft_turn(season)
        assert turn is not None
        table.give("pass_pick", by=turn.franchise, franchise=turn.franchise)
    return table


@built_once
def at_the_pool() -> Table:
    """A league whose sponsors are drawn and whose pool is open."""
    table = declaring()
    table.give("draw_sponsors")
    return table


def other(team: str) -> str:
    """The other of the two franchises."""
    return next(candidate for candidate in TEAMS if candidate != team)


@pytest.mark.rule("DM-C-161")
def test_drivers_are_protected_by_ticking_them_and_shown_again_to_their_owner_alone() -> None:
    table = ranked()
    razors = Sitter(table.season, "razors")
    assert razors.give("protect_drivers", drivers=["razors.d5", "razors.d6"]).status_code == 302
    contracts = table.state.contracts
    assert [id for id, contract in sorted(contracts.items()) if contract.protected] == ["razors.d5", "razors.d6"]
    ticked = r'value="(razors\.d\d)" id="[^"]*"[^>]* checked'
    assert re.findall(ticked, razors.open("protect_drivers").content.decode()) == ["razors.d5", "razors.d6"]
    boss = Sitter(table.season, "boss").open("protect_drivers", franchise="razors").content.decode()
    assert {"razors.d5", "razors.d6"}.isdisjoint(re.findall(ticked, boss))


def test_more_than_may_be_protected_are_refused_and_stay_ticked() -> None:
    table = ranked()
    answer = Sitter(table.season, "razors").give("protect_drivers", drivers=[f"razors.d{n}" for n in range(1, 6)])
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "leave some out" in page
    assert len(re.findall(r'name="drivers"[^>]* checked', page)) == 5


@pytest.mark.rule("DM-C-165")
def test_who_is_on_turn_picks_a_driver_of_the_other_and_the_second_to_ask_is_told_what_changed() -> None:
    table = picking()
    turn = draft_turn(table.state)
    assert turn is not None
    first, second = Sitter(table.season, turn.franchise), Sitter(table.season, other(turn.franchise))
    page = first.open("pick_driver").content.decode()
    offered = re.findall(r'<input type="radio" name="driver" value="([^"]+)"', page)
    assert offered
    assert all(driver.startswith(other(turn.franchise)) for driver in offered)
    assert "You pay their fee when you hire them" in page
    late = first.filled("pick_driver", driver=offered[1])
    answer = first.give("pick_driver", driver=offered[0])
    assert (answer.status_code, answer["Location"]) == (302, "/l/rust-belt/s1/draft/")
    assert table.state.contracts[offered[0]].franchise == turn.franchise
    assert first.send("pick_driver", late).status_code == 409
    assert second.give("pick_driver", driver=offered[1]).status_code == 422


@pytest.mark.rule("DM-C-166")
def test_a_turn_in_the_draft_is_passed_and_only_ones_own() -> None:
    table = picking()
    turn = draft_turn(table.state)
    assert turn is not None
    waiting = Sitter(table.season, other(turn.franchise)).give("pass_pick")
    assert waiting.status_code == 422
    assert "It is the turn of" in waiting.content.decode()
    assert Sitter(table.season, turn.franchise).give("pass_pick").status_code == 302


@pytest.mark.rule("DM-C-168")
@pytest.mark.parametrize("safe", ["razors.founding2", ""])
def test_a_sponsor_is_declared_safe_or_none_and_may_be_declared_again(safe: str) -> None:
    table = declaring()
    razors = Sitter(table.season, "razors")
    razors.give("declare_safe", sponsor="razors.founding1")
    assert razors.give("declare_safe", sponsor=safe).status_code == 302
    assert [sponsor.id for sponsor in table.state.sponsors_of("razors") if sponsor.safe_in] == [safe] * bool(safe)


def test_sponsors_of_one_kind_are_told_apart_by_number_and_not_by_id() -> None:
    table = declaring()
    kind = table.state.sponsors_of("razors")[0].kind
    table.give("give_sponsor", franchise="razors", sponsor="house.sponsor1", kind=kind, reason="One is missing.")
    page = Sitter(table.season, "razors").open("declare_safe").content.decode()
    assert "(2nd)" in page
    assert "(house." not in page


def test_another_franchises_sponsor_is_refused_beside_the_field() -> None:
    answer = Sitter(declaring().season, "razors").give("declare_safe", sponsor="saints.founding1")
    assert answer.status_code == 422
    assert "is no sponsor of Razors" in answer.content.decode()


@pytest.mark.rule("DM-C-171")
def test_who_is_on_turn_takes_a_sponsor_from_the_pool_and_another_must_wait() -> None:
    table = at_the_pool()
    turn = pool_turn(table.state)
    assert turn is not None
    sponsor = table.state.pool_sponsors()[0].id
    assert Sitter(table.season, other(turn.franchise)).give("pick_sponsor", sponsor=sponsor).status_code == 422
    answer = Sitter(table.season, turn.franchise).give("pick_sponsor", sponsor=sponsor)
    assert (answer.status_code, answer["Location"]) == (302, "/l/rust-belt/s1/pool/")
    assert table.state.sponsors[sponsor].franchise == turn.franchise


def test_a_turn_at_the_pool_is_passed() -> None:
    table = at_the_pool()
    turn = pool_turn(table.state)
    assert turn is not None
    assert Sitter(table.season, turn.franchise).give("pass_sponsor").status_code == 302
    assert other(turn.franchise) == (pool_turn(table.state) or turn).franchise


@pytest.mark.rule("DM-C-161")
def test_whoever_protects_nobody_is_told_so_before_and_after_and_by_the_draft_page() -> None:
    table = ranked()
    razors = Sitter(table.season, "razors")
    sent = {name: value for name, value in razors.filled("protect_drivers").items() if name != "drivers"}
    nobody = "No driver is protected: all of them may be drafted."
    assert nobody in razors.send("protect_drivers", sent, act="try").content.decode()
    answer = razors.send("protect_drivers", sent)
    page = razors.client.get(answer["Location"]).content.decode()
    assert nobody in page
    assert "No driver of yours is protected: all of them may be drafted." in page
    assert "No driver of yours" not in Sitter(table.season, "saints").client.get(answer["Location"]).content.decode()
    table.give("open_draft")
    protected = razors.client.get(answer["Location"]).content.decode().split('id="protected"')[1]
    assert re.search(r">Razors</a><div><span class=\"faint\">No driver is protected.</span>", protected)


@pytest.mark.rule("DM-C-062")
def test_a_pick_is_confirmed_beside_what_it_means_for_roster_size_and_money() -> None:
    table = picking()
    turn = draft_turn(table.state)
    assert turn is not None
    sitter = Sitter(table.season, turn.franchise)
    driver = f"{other(turn.franchise)}.d5"
    page = sitter.open("pick_driver", driver=driver).content.decode()
    assert "If you pick <span data-name>" in page
    assert page.split('id="if-picked"')[1].count("<select") == 0
