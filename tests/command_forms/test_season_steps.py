"""The forms of the commissioner's season steps: previewed, given once, and refused in words."""

from __future__ import annotations

import pytest

from rules.campaign.season_end.sponsor_pool import pool_turn
from tests.command_forms.desk import Sitter
from tests.command_forms.league_without_franchises import unfounded
from tests.league.small_league import Table, drafting, founded, settled, shopping, signed

pytestmark = pytest.mark.django_db


def boss(table: Table) -> Sitter:
    """The commissioner at the desk of the season."""
    return Sitter(table.season, "boss")


@pytest.mark.rule("DM-C-058")
def test_a_franchise_is_founded_by_its_name_alone() -> None:
    table = unfounded()
    assert "It starts with 1000k and three sponsors" in boss(table).open("found_franchise").content.decode()
    assert boss(table).give("found_franchise", name="The Razors").status_code == 302
    assert table.state.franchises["razors"].balance == 1_000_000
    assert len(table.state.sponsors_of("razors")) == 3


def test_a_franchise_whose_short_name_is_taken_is_refused_with_what_was_typed() -> None:
    table = unfounded()
    boss(table).give("found_franchise", name="Razors")
    again = boss(table).give("found_franchise", name="Other", franchise="razors")
    assert again.status_code == 422
    assert "Razors is founded already" in again.content.decode()
    assert 'value="Other"' in again.content.decode()


def test_the_dice_of_a_founding_may_be_thrown_at_a_real_table() -> None:
    table = unfounded()
    assert 'name="real_dice"' not in boss(table).open("found_franchise").content.decode()
    table.give("change_switch", switch="dice.by_hand", setting="commissioners", reason="We meet at a table.")
    html = boss(table).give("found_franchise", name="Razors", real_dice="on", witness="Ann").content.decode()
    assert 'name="dice:setup/razors/founding"' in html
    answer = boss(table).give(
        "found_franchise",
        name="Razors",
        real_dice="on",
        witness="Ann",
        **{"dice:setup/razors/founding": "1 1 1 2 3 3"},
    )
    assert answer.status_code == 302
    assert len(table.state.sponsors_of("razors")) == 3


def test_a_season_that_is_open_is_not_opened_again() -> None:
    table = unfounded()
    answer = boss(table).give("open_season", rounds="7", edition="2")
    assert answer.status_code == 422
    assert "open already" in answer.content.decode()
    assert table.state.rounds_planned == 5


def test_the_setup_opens_and_closes_and_says_before_what_follows() -> None:
    table = unfounded()
    assert "found more first" in boss(table).open("open_setup").content.decode()
    for name in ("Razors", "Saints"):
        boss(table).give("found_franchise", name=name)
    assert "no franchise can be founded" in boss(table).open("open_setup").content.decode()
    assert boss(table).give("open_setup").status_code == 302
    assert table.state.step == "S1"
    one_window = boss(table).give("next_setup_step")
    assert one_window.status_code == 422
    assert "open together" in one_window.content.decode()
    assert "It cannot be done now" in boss(table).open("close_setup").content.decode()


def test_steps_of_the_setup_follow_each_other_where_they_are_apart() -> None:
    table = founded(switches={"season.setup_single_window": False, "roster.min": 0})
    assert boss(table).give("next_setup_step").status_code == 302
    assert table.state.step == "S2"


def test_rounds_begin_when_the_setup_is_closed() -> None:
    table = signed(drivers=6, cars=3)
    assert table.state.step == "M"
    assert boss(table).give("close_setup").status_code == 422


def test_a_season_is_led_from_its_last_round_to_its_end_by_forms() -> None:
    table = settled(rounds=1)
    assert table.state.step == "E1"
    sitter = boss(table)
    assert "After this, points can no longer be awarded" in sitter.open("rank_table").content.decode()
    for tag, step in (
        ("rank_table", "E2"),
        ("award_cup", "E3"),
        ("retire_drivers", "E4"),
        ("close_staff_keep", "E5"),
        ("open_draft", "E6"),
    ):
        answer = sitter.give(tag)
        assert (answer.status_code, table.state.step) == (302, step), tag
    assert answer["Location"] == "/l/rust-belt/s1/draft/"


def test_a_step_that_is_not_due_is_refused_with_where_the_season_is() -> None:
    table = drafting(settled(rounds=1))
    refused = boss(table).give("draw_sponsors")
    assert refused.status_code == 422
    assert "belongs to safe sponsors" in refused.content.decode()


def test_the_last_steps_lead_to_the_pool_and_to_the_season() -> None:
    table = settled(rounds=1, switches={"draft.enabled": False, "sponsors.season_end_loss": False})
    for tag in ("rank_table", "award_cup", "retire_drivers", "close_staff_keep", "open_draft"):
        table.give(tag)
    assert table.state.step == "E7"
    drawn = boss(table).give("draw_sponsors")
    assert drawn["Location"] == "/l/rust-belt/s1/pool/"
    while (turn := pool_turn(table.state)) is not None:
        table.give("pass_sponsor", by=turn.franchise, franchise=turn.franchise)
    assert "never amended" in boss(table).open("close_season").content.decode()
    assert boss(table).give("close_season")["Location"] == "/l/rust-belt/s1/"
    assert table.state.step == "closed"


@pytest.mark.rule("DM-C-107")
@pytest.mark.parametrize(
    ("tag", "told"), [("approve_trade", "made the trade"), ("refuse_trade", "refused the trade")]
)
def test_a_trade_that_both_want_waits_for_the_commissioners_word(tag: str, told: str) -> None:
    table = shopping(switches={"trade.commissioner_approval": True})
    for franchise in ("razors", "saints"):
        for open_offer in table.state.offers_to(franchise):
            table.give("decline_offer", by=franchise, franchise=franchise, offer=open_offer.id)
    offer = {"trade": "razors.t1", "gives": {"pays": 12_500}, "takes": {"drivers": ["saints.d6"]}}
    assert "saints 6" not in boss(table).open(tag).content.decode()
    table.give("propose_trade", by="razors", franchise="razors", partner="saints", **offer)
    table.give("accept_trade", by="saints", franchise="saints", trade="razors.t1")
    assert f"/do/{tag}/" in boss(table).client.get("/l/rust-belt/s1/acts/").content.decode()
    page = boss(table).open(tag).content.decode()
    assert "Razors gives 12.5k; Saints gives saints 6" in page
    sitter = boss(table)
    answer = sitter.give(tag, trade="razors.t1")
    assert answer["Location"] == "/l/rust-belt/s1/market/"
    assert told in sitter.client.get(answer["Location"]).content.decode()
    assert not table.state.trades
    assert boss(table).give(tag, trade="razors.t1").status_code == 422


def test_the_page_of_house_acts_offers_the_next_step_to_the_commissioner_alone() -> None:
    table = signed()
    for who in ("boss", "razors", ""):
        page = Sitter(table.season, who).client.get("/l/rust-belt/s1/acts/").content.decode()
        assert ("Give a car" in page) is (who == "boss")


def test_the_page_of_acts_leads_to_the_steps_that_are_due() -> None:
    table = unfounded()
    page = boss(table).client.get("/l/rust-belt/s1/acts/").content.decode()
    assert "/do/found_franchise/" in page
    assert "/do/open_setup/" in page
    assert "/do/close_season/" not in page


def test_a_franchise_whose_name_makes_the_id_of_another_has_one_of_its_own() -> None:
    table = unfounded()
    for name in ("The Ox", "Öx", "東京"):
        assert boss(table).give("found_franchise", name=name).status_code == 302
    assert sorted(table.state.franchises) == ["franchise", "ox", "ox-2"]
    again = boss(table).give("found_franchise", name="The Ox")
    assert again.status_code == 422
    assert "The Ox is founded already" in again.content.decode()
