"""Trades at the desk: the preview shows both sides after the trade, and nothing moves before both agree."""

from __future__ import annotations

import re
from html import unescape

import pytest

from explain.season_names import number_duplicates
from journal.steward import answer_as_steward
from league.models import Entry, Notice
from league.pages.command_forms.chapters.trades import ProposeTradeForm
from rules.core.typed_numbers import read_k
from scheduling.calendar import calendar_of, format_local_time
from scheduling.notices.letters import compose_mail
from tests.command_forms.desk import Sitter
from tests.command_forms.leagues_at_steps import TEAMS, at_the_shops
from tests.league.league_cache import built_once
from tests.league.small_league import Table
from tests.scheduling.calendar_league import delivered, told

pytestmark = pytest.mark.django_db
FOR_A_DRIVER = {"partner": "saints", "gives_drivers": ["razors.d3"], "takes_pays": "25.5"}


@built_once
def proposed(**switches: bool) -> Table:
    """A league in which the razors offer the saints a driver for 25.5k."""
    table = at_the_shops(**switches)
    table.give(
        "propose_trade",
        by="razors",
        franchise="razors",
        trade="razors.t1",
        partner="saints",
        gives={"drivers": ["razors.d3"]},
        takes={"pays": 25_500},
    )
    return table


def rows(page: str, name: str) -> list[tuple[str, str]]:
    """A row of both franchises' tables: values before and after the trade."""
    return re.findall(rf'{name}</th><td class="n">([^<]*)</td><td class="n[^"]*">([^<]*)</td>', page)


@pytest.mark.rule("DM-C-107")
def test_a_trade_is_proposed_with_what_both_sides_give() -> None:
    table = at_the_shops()
    razors = Sitter(table.season, "razors")
    answer = razors.give("propose_trade", **FOR_A_DRIVER)
    assert (answer.status_code, answer["Location"]) == (302, "/l/rust-belt/f/razors/market/")
    (trade,) = table.state.all_trades()
    assert (trade.partner, trade.gives.drivers, trade.takes.pays) == ("saints", ["razors.d3"], 25_500)


@pytest.mark.rule("DM-C-108")
def test_both_franchises_are_shown_as_they_would_stand_before_anything_is_proposed() -> None:
    table = at_the_shops()
    razors = Sitter(table.season, "razors")
    sent = razors.filled("propose_trade", partner="saints")
    page = razors.send("propose_trade", {**sent, **FOR_A_DRIVER}, act="try").content.decode()
    assert rows(page, "Drivers") == [("6", "5"), ("6", "7")]
    assert re.search(r'formaction="#bargain">Preview<', page), "the browser goes to where the preview is"
    assert 'id="bargain"' in page
    assert rows(page, "Size") == [("9", "8"), ("9", "10")]
    (was, now), _ = [(float(a[:-1]), float(b[:-1])) for a, b in rows(page, "Balance")]
    assert now - was == 15.5
    assert "Each side pays 10k in legal fees" in page
    assert table.state.trades == {}


def test_a_partner_is_chosen_among_those_who_are_shopping() -> None:
    table = at_the_shops()
    page = Sitter(table.season, "razors").open("propose_trade").content.decode()
    assert "partner=saints" in page
    table.give("finish_shopping", by="saints", franchise="saints", match="m1")
    page = Sitter(table.season, "razors").open("propose_trade").content.decode()
    assert "Nobody else is shopping now." in page


def test_a_commissioner_says_by_a_link_for_whom_he_trades_and_then_with_whom() -> None:
    boss = Sitter(at_the_shops().season, "boss")
    for query, linked in (({}, ["razors", "saints"]), ({"franchise": "razors"}, ["saints"])):
        page = boss.open("propose_trade", **query).content.decode()
        parameter = "partner" if query else "franchise"
        assert re.findall(rf'href="\?(?:franchise=razors&amp;)?{parameter}=(\w+)"', page) == linked


def test_a_trade_of_money_alone_is_no_trade() -> None:
    answer = Sitter(at_the_shops().season, "razors").give("propose_trade", partner="saints", takes_pays="5")
    assert answer.status_code == 422
    assert "Choose what changes hands" in answer.content.decode()


@pytest.mark.rule("DM-C-107")
def test_the_partner_sees_the_same_and_by_his_word_everything_moves() -> None:
    table = proposed()
    saints = Sitter(table.season, "saints")
    page = saints.open("accept_trade", trade="razors.t1").content.decode()
    assert rows(page, "Drivers") == [("6", "5"), ("6", "7")]
    assert "Everything changes hands at once" in page
    assert saints.give("accept_trade", trade="razors.t1").status_code == 302
    assert table.state.contracts["razors.d3"].franchise == "saints"


@pytest.mark.rule("DM-C-060")
def test_a_trade_that_could_not_be_made_is_refused_to_who_proposes_it_by_the_names_of_all() -> None:
    table = at_the_shops(**{"roster.max": 6})
    razors = Sitter(table.season, "razors")
    sent = razors.filled("propose_trade", partner="saints")
    answer = razors.send("propose_trade", {**sent, **FOR_A_DRIVER})
    assert answer.status_code == 422
    assert "Saints would have 7 drivers and may have 6: trade fewer to it." in answer.content.decode()
    assert table.state.trades == {}


def test_a_trade_goes_by_its_number_and_by_no_id() -> None:
    table = at_the_shops()
    razors, saints = (Sitter(table.season, who) for who in TEAMS)
    razors.give("propose_trade", **FOR_A_DRIVER)
    (trade,) = table.state.all_trades()
    number = trade.id.removeprefix("razors.t")
    refused = razors.give("accept_trade", trade=trade.id).content.decode()
    assert f"trade {number} is for Saints to accept" in refused
    assert f"Trade {number}" in razors.client.get("/l/rust-belt/f/razors/market/").content.decode()
    answer = saints.client.post(
        saints.at("accept_trade"), {**saints.filled("accept_trade", trade=trade.id), "act": "give"}, follow=True
    )
    page = answer.content.decode()
    assert f"Razors and Saints made the trade {number}." in page
    assert f"made the trade {trade.id}" not in page


def test_where_the_house_wants_a_commissioners_word_agreeing_says_so() -> None:
    table = proposed(**{"trade.commissioner_approval": True})
    page = Sitter(table.season, "saints").open("accept_trade", trade="razors.t1").content.decode()
    assert "It is made when a commissioner approves it." in page


def test_who_proposed_cannot_agree_for_the_other() -> None:
    answer = Sitter(proposed().season, "razors").give("accept_trade", trade="razors.t1")
    assert answer.status_code == 422
    assert "is for Saints to accept" in answer.content.decode()


@pytest.mark.parametrize("who", TEAMS)
def test_either_side_calls_it_off(who: str) -> None:
    table = proposed()
    assert Sitter(table.season, who).give("withdraw_trade", trade="razors.t1").status_code == 302
    assert table.state.trades == {}


def test_a_trade_that_cannot_be_made_any_more_says_why_where_it_is_looked_at() -> None:
    table = proposed()
    table.give("release_driver", by="razors", franchise="razors", driver="razors.d3")
    page = Sitter(table.season, "saints").open("accept_trade", trade="razors.t1").content.decode()
    assert "This trade cannot be made as it stands" in page


def test_an_owner_is_told_of_a_trade_that_is_offered_to_him_by_name_and_nobody_else_is() -> None:
    table = proposed()
    delivered()
    assert told(table, "saints", about="trade_offered") == [
        "Razors offers you razors 3 for 25.5k: agree, or decline. It lapses when either of you finishes shopping."
    ]
    assert told(table, "razors", about="trade_offered") == told(table, about="trade_offered") == []
    (notice,) = Notice.objects.filter(about="trade_offered")
    assert compose_mail(notice).body.splitlines()[2].endswith("/l/rust-belt/f/saints/market/")
    page = Sitter(table.season, "saints").client.get("/inbox/").content.decode()
    assert 'href="/l/rust-belt/f/saints/market/"' in page


def trade_notices(table: Table, who: str) -> list[str]:
    """What the owner of a franchise is told about answers to trades, once everything is delivered."""
    delivered()
    kinds = ("trade_agreed", "trade_made", "trade_off", "trade_lapsed", "trade_refused")
    return [sentence for about in kinds for sentence in told(table, who, about=about)]


def test_who_proposed_a_trade_is_told_that_it_is_made() -> None:
    table = proposed()
    table.give("accept_trade", by="saints", franchise="saints", trade="razors.t1")
    assert trade_notices(table, "razors") == ["The trade with Saints is made: you got 25.5k for razors 3."]
    assert trade_notices(table, "saints") == [], "they made it themselves"


def test_who_proposed_a_trade_is_told_that_it_is_declined() -> None:
    table = proposed()
    table.give("withdraw_trade", by="saints", franchise="saints", trade="razors.t1")
    assert trade_notices(table, "razors") == [
        "Saints called off the trade of razors 3 for 25.5k: nothing changes hands."
    ]
    assert trade_notices(table, "saints") == []


def test_a_trade_that_lapsed_is_said_to_have_lapsed_and_when_and_nobody_is_said_to_have_called_it_off() -> None:
    table = proposed()
    table.give("finish_shopping", by="razors", franchise="razors", match="m1")
    when = format_local_time(calendar_of(table.league), Entry.objects.latest("number").at)
    assert trade_notices(table, "saints") == [
        f"The trade with Razors, 25.5k for razors 3, lapsed {when}: nothing changes hands."
    ]
    assert trade_notices(table, "razors") == [], "they finished shopping themselves"


def test_both_sides_are_told_of_a_trade_that_lapsed_when_standing_orders_finished_shopping() -> None:
    table = proposed()
    at = Entry.objects.latest("number").at
    for key in ("trade", "finish"):
        answer_as_steward(table.season, at=at, key=key, franchises=["razors"])
    lapsed = f"lapsed {format_local_time(calendar_of(table.league), at)}: nothing changes hands."
    assert trade_notices(table, "razors") == [f"The trade with Saints, razors 3 for 25.5k, {lapsed}"]
    assert trade_notices(table, "saints") == [f"The trade with Razors, 25.5k for razors 3, {lapsed}"]


def test_both_sides_are_told_of_a_trade_that_lapsed_when_a_commissioner_closed_the_shops() -> None:
    table = proposed()
    table.give("end_shopping", match="m1", reason="The week is over.")
    when = format_local_time(calendar_of(table.league), Entry.objects.filter(command="end_shopping").get().at)
    lapsed = f"lapsed {when}: nothing changes hands."
    assert trade_notices(table, "razors") == [f"The trade with Saints, razors 3 for 25.5k, {lapsed}"]
    assert trade_notices(table, "saints") == [f"The trade with Razors, 25.5k for razors 3, {lapsed}"]


def test_both_sides_are_told_what_the_commissioner_decided_about_their_trade() -> None:
    table = proposed(**{"trade.commissioner_approval": True})
    table.give("accept_trade", by="saints", franchise="saints", trade="razors.t1")
    assert trade_notices(table, "razors") == [
        "Saints agreed to give 25.5k for razors 3: it is made when a commissioner approves it."
    ]
    table.give("refuse_trade", trade="razors.t1", reason="It is too cheap.")
    refused = "A commissioner refused the trade with"
    assert trade_notices(table, "razors")[1:] == [f"{refused} Saints, razors 3 for 25.5k: nothing changes hands."]
    assert trade_notices(table, "saints") == [f"{refused} Razors, 25.5k for razors 3: nothing changes hands."]


def test_the_page_of_an_offer_lets_its_owner_decline_it_or_propose_something_else() -> None:
    table = proposed()
    saints = Sitter(table.season, "saints")
    page = saints.open("accept_trade", trade="razors.t1").content.decode()
    ways = dict(re.findall(r'href="([^"]*/do/(?:withdraw|propose)_trade/[^"]*)">([^<]*)<', page))
    assert list(ways.values()) == ["Decline it", "Propose something else"]
    decline, counter = (unescape(address) for address in ways)
    declining = saints.client.get(decline).content.decode()
    assert "<h1>Decline a trade</h1>" in declining
    assert "What was proposed" in declining
    assert "Both after it" not in declining, "nothing changes hands"
    countering = saints.client.get(counter).content.decode()
    assert "Filled in as Razors proposed it" in countering
    assert re.search(r'name="gives_pays" value="25.5"', countering)
    assert re.search(r'value="razors.d3"[^>]* checked', countering)


def test_a_counter_offer_takes_the_place_of_the_offer_it_answers() -> None:
    table = proposed()
    saints = Sitter(table.season, "saints")
    sent = saints.filled("propose_trade", partner="razors", against="razors.t1")
    counter = {**sent, "gives_pays": "20", "takes_drivers": ["razors.d3"]}
    assert saints.send("propose_trade", counter).status_code == 302
    (trade,) = table.state.all_trades()
    assert (trade.franchise, trade.partner, trade.gives.pays) == ("saints", "razors", 20_000)
    assert trade_notices(table, "razors") == [
        "Saints called off the trade of razors 3 for 25.5k: nothing changes hands."
    ]


@pytest.mark.parametrize("price", [25_500, 1_234, 25_525, 20_001])
def test_a_counter_offer_that_is_sent_as_it_was_filled_in_has_the_exact_price_of_the_offer(price: int) -> None:
    table = at_the_shops()
    terms = {"partner": "saints", "gives": {"drivers": ["razors.d3"]}, "takes": {"pays": price}}
    table.give("propose_trade", by="razors", franchise="razors", trade="razors.t1", **terms)
    saints = Sitter(table.season, "saints")
    sent = saints.filled("propose_trade", partner="razors", against="razors.t1")
    page = saints.open("propose_trade", partner="razors", against="razors.t1").content.decode()
    (filled_in,) = re.findall(r'name="gives_pays" value="([^"]*)"', page)
    counter = {**sent, "gives_pays": filled_in, "takes_drivers": ["razors.d3"]}
    assert saints.send("propose_trade", counter).status_code == 302
    (trade,) = table.state.all_trades()
    assert (trade.franchise, trade.gives.pays) == ("saints", price)


@pytest.mark.parametrize("price", [1_234_567, 123_456_789, 1_000_000_000, 999_999_999])
def test_a_large_price_is_filled_in_to_the_last_credit(price: int) -> None:
    filled_in = ProposeTradeForm.initial_from_document({"type": "propose_trade", "takes": {"pays": price}})
    assert read_k(filled_in["takes_pays"]) == price


def test_a_trade_that_cannot_be_made_any_more_can_be_declined_where_it_is_looked_at() -> None:
    table = proposed()
    table.give("release_driver", by="razors", franchise="razors", driver="razors.d3")
    page = Sitter(table.season, "saints").open("accept_trade", trade="razors.t1").content.decode()
    assert "is not on the roster of Razors" in page
    assert re.search(r'class="btn btn-primary" href="[^"]*/do/withdraw_trade/[^"]*">Decline it<', page)


def test_the_form_that_declines_a_trade_says_in_plain_words_who_is_notified() -> None:
    page = Sitter(proposed().season, "saints").open("withdraw_trade", trade="razors.t1").content.decode()
    assert "Nothing changes hands. The owner of the franchise that proposed it is notified." in page


def test_items_of_one_kind_are_told_apart_by_where_they_are_and_by_number() -> None:
    table = at_the_shops()
    for number in (1, 2, 3):
        table.give("buy_item", by="razors", franchise="razors", item=f"razors.g{number}", kind="machinegun")
    table.give("fit_item", by="razors", franchise="razors", item="razors.g1", car="razors.car1")
    page = Sitter(table.season, "razors").open("propose_trade", partner="saints").content.decode()
    choices = re.findall(r"Machinegun[^<]*", page)
    assert sorted({choice.strip() for choice in choices}) == [
        "Machinegun, in the stores",
        "Machinegun, in the stores (2nd)",
        "Machinegun, on Car 1",
    ]
    assert "razors.g1)" not in page


@pytest.mark.parametrize(
    ("number", "words"), [(1, "x"), (2, "x (2nd)"), (3, "x (3rd)"), (11, "x (11th)"), (22, "x (22nd)")]
)
def test_alike_choices_are_numbered_in_their_order(number: int, words: str) -> None:
    choices = list(number_duplicates((str(position), "x") for position in range(1, 23)))
    assert choices[number - 1] == (str(number), words)


@pytest.mark.rule("DM-C-107")
def test_a_trade_that_waits_for_an_owners_word_is_their_turn_on_the_leagues_home() -> None:
    table = proposed()
    for who, waits in (("saints", True), ("razors", False), ("", False)):
        page = Sitter(table.season, who).client.get("/l/rust-belt/").content.decode()
        assert ("Razors proposed a trade to you." in page) is waits
    page = Sitter(table.season, "saints").client.get("/l/rust-belt/")
    (trade,) = page.context["trades"]
    assert Sitter(table.season, "saints").client.get(trade.href).status_code == 200
    table.give("withdraw_trade", by="saints", franchise="saints", trade="razors.t1")
    assert Sitter(table.season, "saints").client.get("/l/rust-belt/").context["trades"] == []


@pytest.mark.rule("DM-C-063")
@pytest.mark.rule("DM-C-107")
def test_whoever_lets_a_driver_go_is_told_which_waiting_trade_that_ends() -> None:
    table = proposed()
    razors = Sitter(table.season, "razors")
    ends = (
        "This ends the trade 1 that Razors proposed to Saints, razors 3 for 25.5k: "
        "it cannot be made without razors 3."
    )
    page = unescape(razors.open("release_driver").content.decode())
    assert page.count('<span class="chip warn">in a waiting trade</span>') == 1
    for driver, warned in (("razors.d3", True), ("razors.d4", False)):
        sent = razors.filled("release_driver", driver=driver)
        preview = unescape(razors.send("release_driver", sent, act="try").content.decode())
        assert (ends in preview) is warned
    answer = razors.give("release_driver", driver="razors.d3")
    assert ends in unescape(razors.client.get(answer["Location"]).content.decode())


def test_a_sealed_offer_is_not_told_to_a_commissioner_who_lets_its_driver_go() -> None:
    table = proposed()
    boss = Sitter(table.season, "boss").open("release_driver", franchise="razors").content.decode()
    assert "in a waiting trade" not in boss
