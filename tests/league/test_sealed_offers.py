"""Only the two sides of a trade offer see it until it is answered, unless the league plays with open offers."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from franchises.queries.season_franchises import trades_of
from journal import audit
from journal.state import store
from league.access import Viewer, viewer_of_actor
from league.models import Entry, Membership, Notice
from league.queries.entries import all_entries, visible_entries
from league.sandboxes import create_sandbox
from rules.campaign.core.names import IdTaken
from rules.campaign.market.trades import TradeIdForeign
from rules.core.refusals import Refusal, Unknown
from tests.api.api_callers import Program, at, program_of
from tests.league.league_cache import built_once
from tests.league.small_league import Table, shopping
from tests.scheduling.calendar_league import delivered

pytestmark = pytest.mark.django_db
GOODS = {"gives": {"drivers": ["razors.d3"], "pays": 5000}, "takes": {"drivers": ["saints.d3"]}}
OFFER = {"franchise": "razors", "trade": "razors.t1", "partner": "saints", **GOODS}


@built_once
def at_the_shops(**options: Any) -> Table:
    """A league with shops open to all three franchises, and all tinkering offers declined."""
    table = shopping(**options)
    for offer in list(table.state.offers.values()):
        table.give("decline_offer", by=offer.franchise, franchise=offer.franchise, offer=offer.id)
    return table


def offered(**options: Any) -> tuple[Table, int]:
    """A league in which the razors offered the saints a trade, and the number of that entry."""
    table = at_the_shops(**options)
    answer = table.give("propose_trade", by="razors", **OFFER)
    return table, answer.entries[0].number


def sees(table: Table, who: str) -> Viewer:
    """The viewer for that member; a stranger for an empty text."""
    return viewer_of_actor(table.league, table.handle(who)) if who else Viewer()


@pytest.mark.parametrize(
    ("who", "reads"), [("", False), ("widows", False), ("boss", False), ("razors", True), ("saints", True)]
)
def test_an_offer_is_read_by_its_two_sides_until_it_is_answered(who: str, reads: bool) -> None:
    table, number = offered()
    entry: Any = all_entries(table.season, sees(table, who)).get(number=number)
    assert bool(entry.may_read) is reads
    assert bool(entry.read_command) is reads
    assert visible_entries(table.season, sees(table, who)).filter(number=number).exists() is reads
    assert [trade.pk for trade in trades_of(table.season, sees(table, who))] == [f"{table.season}/razors.t1"] * reads
    table.give("withdraw_trade", by="saints", franchise="saints", trade="razors.t1")
    assert all_entries(table.season, sees(table, who)).get(number=number).may_read


def test_the_seal_of_an_offer_tells_nobody_whose_it_is() -> None:
    table, number = offered()
    seal = Entry.objects.get(season=table.season, number=number).seal
    name, _, step = seal.partition(":")
    assert (len(bytes.fromhex(name)), step) == (8, "answered")
    page = Client().get(f"/l/rust-belt/s1/journal/{number}/").content.decode()
    assert "<strong>Sealed</strong> until the offer is answered or taken back" in page


@pytest.mark.parametrize("answer", ["accept_trade", "withdraw_trade"])
def test_an_answer_opens_the_offer(answer: str) -> None:
    table, number = offered()
    result = table.give(answer, by="saints", franchise="saints", trade="razors.t1")
    assert Entry.objects.get(season=table.season, number=number).opened_by == result.entries[0].number
    assert audit(table.season) == []


def test_an_offer_that_lapses_with_the_shops_is_opened() -> None:
    table, number = offered()
    result = table.give("finish_shopping", by="razors", franchise="razors", match="m1")
    assert Entry.objects.get(season=table.season, number=number).opened_by == result.entries[0].number


def test_one_answer_opens_one_offer() -> None:
    table, number = offered()
    other = table.give(
        "propose_trade",
        by="widows",
        **{**OFFER, "franchise": "widows", "trade": "widows.t1", "gives": {"pays": 1000}},
    )
    table.give("withdraw_trade", by="saints", franchise="saints", trade="razors.t1")
    opened = dict(
        Entry.objects.filter(number__in=[number, other.entries[0].number]).values_list("number", "opened_by")
    )
    assert opened[number] is not None
    assert opened[other.entries[0].number] is None


def refused(table: Table, tag: str, **fields: Any) -> Refusal:
    with pytest.raises(Refusal) as raised:
        table.give(tag, **fields)
    return raised.value


@pytest.mark.parametrize("tag", ["accept_trade", "withdraw_trade"])
def test_nobody_else_can_answer_an_offer_or_learn_that_it_is_there(tag: str) -> None:
    table, _ = offered()
    no = refused(table, tag, by="widows", franchise="widows", trade="razors.t1")
    assert isinstance(no, Unknown)
    assert no.sentence == refused(table, tag, by="widows", franchise="widows", trade="razors.t2").sentence.replace(
        "t2", "t1"
    )


def test_a_commissioner_answers_no_offer_for_an_owner() -> None:
    table, _ = offered()
    no = refused(table, "accept_trade", franchise="saints", trade="razors.t1", behalf="saints", reason="He is away.")
    assert isinstance(no, Unknown)


def test_a_commissioner_answers_for_a_seat_that_nobody_owns() -> None:
    table, _ = offered()
    Membership.objects.filter(handle=table.handle("saints")).delete()
    assert [trade.pk for trade in trades_of(table.season, sees(table, "boss"))] == [f"{table.season}/razors.t1"]
    table.give("withdraw_trade", franchise="saints", trade="razors.t1", behalf="saints", reason="Nobody is there.")
    assert table.state.trades == {}


def test_an_offer_goes_by_an_id_of_the_one_who_makes_it() -> None:
    table, _ = offered()
    assert isinstance(refused(table, "propose_trade", by="razors", **{**OFFER, "trade": "t2"}), TradeIdForeign)
    assert isinstance(refused(table, "propose_trade", by="razors", **OFFER), IdTaken)
    other = {**OFFER, "franchise": "widows", "gives": {"pays": 1000}}
    assert isinstance(refused(table, "propose_trade", by="widows", **other), TradeIdForeign)


def test_the_name_of_a_seal_is_the_journals_own() -> None:
    table = at_the_shops()
    table.give("propose_trade", by="razors", **OFFER, sealed="razors-to-saints")
    assert table.state.trade("razors.t1").sealed != "razors-to-saints"


@pytest.mark.parametrize("who", ["", "widows", "boss"])
def test_no_page_and_no_program_tells_others_of_an_offer(who: str) -> None:
    table, number = offered()
    client, program = Client(), Program()
    if who:
        client.force_login(get_user_model().objects.get(username=f"rust-belt-{who}"))
        program = program_of(table, who)
    for part in ("market/", "journal/", f"journal/{number}/", "m1/", "tables/trades.csv"):
        assert "razors.t1" not in client.get(f"/l/rust-belt/s1/{part}").content.decode()
    named_page, unnamed = (
        client.get(f"/l/rust-belt/s1/journal/?subject=razors.{trade_id}") for trade_id in ("t1", "t2")
    )
    assert named_page.content.decode().replace("razors.t1", "razors.t2") == unnamed.content.decode()
    for team in ("razors", "saints"):
        assert "Waits for Saints" not in client.get(f"/l/rust-belt/f/{team}/market/").content.decode()
    assert program.get(at(table, "/market")).json()["trades"] == []
    assert "propose_trade" not in program.get(at(table, "/entries")).content.decode()


def test_a_side_reads_it_everywhere() -> None:
    table, _ = offered()
    client = Client()
    client.force_login(get_user_model().objects.get(username="rust-belt-saints"))
    assert "Waits for Saints" in client.get("/l/rust-belt/f/saints/market/").content.decode()
    (trade,) = program_of(table, "saints").get(at(table, "/market")).json()["trades"]
    assert (trade["id"], trade["gives"]["pays"]) == ("razors.t1", 5000)


def test_a_league_may_play_with_open_offers() -> None:
    table, number = offered(switches={"trade.open_offers": True})
    assert Entry.objects.get(season=table.season, number=number).seal == ""
    (trade,) = Program().get(at(table, "/market")).json()["trades"]
    assert trade["id"] == "razors.t1"


def test_a_season_with_sealed_offers_passes_its_audit() -> None:
    table, _ = offered()
    table.give("withdraw_trade", by="saints", franchise="saints", trade="razors.t1")
    table.give("propose_trade", by="razors", **{**OFFER, "trade": "razors.t2"})
    assert audit(table.season) == []


@pytest.mark.parametrize(("who", "holds"), [("widows", []), ("boss", []), ("saints", ["razors.t1"])])
def test_a_sandbox_holds_the_offers_that_its_maker_may_see(who: str, holds: list[str]) -> None:
    table, _ = offered()
    box = create_sandbox(season=table.row, viewer=sees(table, who), at=timezone.now())
    assert sorted(store.load(box.season).season.trades) == holds
    assert [trade.pk.rpartition("/")[2] for trade in trades_of(box.season_id, sees(table, who))] == holds


def test_the_other_side_is_told_in_a_notice_and_nobody_else() -> None:
    table, _ = offered()
    delivered()
    notices = Notice.objects.filter(about="trade_offered").values_list("member__handle", flat=True)
    assert list(notices) == [table.handle("saints")]


@pytest.mark.parametrize("trade", ["t1", "saints.t1"])
def test_a_trial_tells_of_an_id_as_the_journal_does(trade: str) -> None:
    table = at_the_shops()
    payload = {"commands": [{"type": "propose_trade", **OFFER, "trade": trade}]}
    program = program_of(table, "razors")
    trial, performed = (
        program.post(at(table, "/trials"), payload),
        program.post(at(table, "/commands"), payload, key="one"),
    )
    assert trial.json()["problem"]["type"] == performed.json()["type"]
    assert performed.json()["type"].endswith("trade-id-foreign")
