"""Pages ask an owner for what is due from them, with buttons, and ask nobody else."""

from __future__ import annotations

import re

import pytest

from rules.campaign.season_end.draft import draft_turn
from tests.command_forms.desk import Sitter
from tests.command_forms.leagues_at_steps import TEAMS, at_the_shops, picking, ranked, reckoned
from tests.league.small_league import Table, announced, shopping

pytestmark = pytest.mark.django_db
MATCH = "/l/rust-belt/s1/m1/"


def seen(table: Table, who: str, address: str) -> str:
    """The text of a page for a person, without markup."""
    page = Sitter(table.season, who).client.get(address).content.decode()
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def doors(table: Table, who: str, address: str) -> set[str]:
    """The tags of commands that a page links to for a person."""
    page = Sitter(table.season, who).client.get(address).content.decode()
    return set(re.findall(r"/do/([a-z_]+)/", page))


def test_a_match_asks_for_the_line_up_until_it_is_named_and_tells_nobody_else() -> None:
    table = announced(franchises=TEAMS)
    assert "Your turn" in seen(table, "razors", MATCH)
    assert "Your turn" not in seen(table, "", MATCH)
    seats = [{"car": "razors.car1", "driver": "razors.d1"}]
    table.give("name_line_up", by="razors", franchise="razors", match="m1", seats=seats)
    assert "You have done your part" in seen(table, "razors", MATCH)
    assert {"name_line_up", "hire_match_mechanic"} <= doors(table, "razors", MATCH)
    assert doors(table, "", MATCH) == set()


def test_a_match_asks_for_the_decision_on_the_cars_until_it_is_given() -> None:
    table = reckoned()
    assert "decide_repairs" in doors(table, "razors", MATCH)
    table.give("decide_repairs", by="razors", franchise="razors", match="m1")
    assert "decide_repairs" not in doors(table, "razors", MATCH)
    assert "decide_repairs" in doors(table, "boss", MATCH)


@pytest.mark.rule("DM-C-104")
def test_after_a_match_what_was_tinkered_is_answered_before_world_trade_is_asked() -> None:
    table = shopping(franchises=TEAMS)
    offered = doors(table, "saints", MATCH)
    assert {"buy_offer", "decline_offer", "finish_shopping"} <= offered
    assert {"roll_world_trade", "propose_trade"}.isdisjoint(offered)
    (offer,) = table.state.offers_to("saints")
    table.give("decline_offer", by="saints", franchise="saints", offer=offer.id)
    offered = doors(table, "saints", MATCH)
    assert {"roll_world_trade", "propose_trade"} <= offered
    assert {"buy_offer", "decline_offer"}.isdisjoint(offered)
    table.give("roll_world_trade", by="saints", franchise="saints", match="m1")
    assert "roll_world_trade" not in doors(table, "saints", MATCH)
    table.give("finish_shopping", by="saints", franchise="saints", match="m1")
    assert "You finished shopping after this match." in seen(table, "saints", MATCH)


def test_a_trade_that_waits_is_shown_to_both_sides_and_only_the_partner_may_agree() -> None:
    table = at_the_shops()
    goods = {"gives": {"drivers": ["razors.d3"]}, "takes": {"pays": 5000}}
    table.give("propose_trade", by="razors", franchise="razors", trade="razors.t1", partner="saints", **goods)
    for address in (MATCH, "/l/rust-belt/f/{}/market/"):
        sides = {who: doors(table, who, address.format(who)) for who in TEAMS}
        assert {who: "accept_trade" in side for who, side in sides.items()} == {"razors": False, "saints": True}
        assert all("withdraw_trade" in side for side in sides.values())
    assert "Saints : you get 5k for razors 3 awaits its answer" in seen(table, "razors", MATCH)
    table.give("withdraw_trade", by="saints", franchise="saints", trade="razors.t1")
    assert "withdraw_trade" not in doors(table, "razors", MATCH)


def test_the_market_sells_to_whom_it_was_offered() -> None:
    table = shopping(franchises=TEAMS)
    assert "buy_offer" in doors(table, "saints", "/l/rust-belt/s1/market/")
    assert "buy_offer" not in doors(table, "razors", "/l/rust-belt/s1/market/")


def test_the_draft_asks_whoever_is_on_turn_and_goes_on_looking() -> None:
    table = picking()
    turn = draft_turn(table.state)
    assert turn is not None
    other = next(team for team in TEAMS if team != turn.franchise)
    draft = "/l/rust-belt/s1/draft/"
    assert "You are on the clock." in seen(table, turn.franchise, draft)
    assert {"pick_driver", "pass_pick"} <= doors(table, turn.franchise, draft)
    assert {"pick_driver", "pass_pick"}.isdisjoint(doors(table, other, draft))
    page = Sitter(table.season).client.get(draft).content.decode()
    assert 'id="turn" data-live="true" data-every="10"' in page
    assert "theme/live.js" in page


def test_contracts_are_named_from_the_page_of_the_draft() -> None:
    table = ranked()
    draft = "/l/rust-belt/s1/draft/"
    assert "protect_drivers" in doors(table, "razors", draft)
    assert "protect_drivers" not in doors(table, "", draft)


@pytest.mark.parametrize(
    "tag",
    [
        "name_line_up",
        "hire_match_mechanic",
        "decide_repairs",
        "buy_offer",
        "decline_offer",
        "roll_world_trade",
        "finish_shopping",
        "accept_trade",
        "withdraw_trade",
        "protect_drivers",
        "pick_driver",
        "pass_pick",
        "declare_safe",
        "pick_sponsor",
        "pass_sponsor",
    ],
)
def test_a_commissioner_who_comes_for_nobody_in_particular_is_asked_for_whom(tag: str) -> None:
    boss = Sitter(announced(franchises=TEAMS).season, "boss")
    answer = boss.open(tag)
    assert answer.status_code == 200
    assert '<select name="franchise"' in answer.content.decode()
    assert boss.send(tag, boss.filled(tag), act="try").status_code in (200, 422)
