"""The card of a settled match: each figure is a fact of its settlement, and the owner is led to what is next."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from explain.driver_sheet import level_start_xp
from franchises.models import FranchiseSeason
from journal.entry_body import load_body
from league.models import Entry, Membership, Notice
from league.pages.matches.reward import BAR, drivers_reward, experience, level_with, money_reward
from rules.core.terms import in_k
from scheduling.notices.letters import compose_mail
from scheduling.windows import sync_windows
from tests.league.small_league import Table, announced, lined_up, report, settled, shopping
from tests.pages.season_pages import owner, said
from tests.scheduling.calendar_league import clocked

pytestmark = pytest.mark.django_db

MATCH = "/l/rust-belt/s1/m1/"
CARD = f"{MATCH}reward/razors/"
MOST = 8
"""The most queries of a page."""


def facts_of(table: Table, tag: str, franchise: str = "razors") -> list[Any]:
    """The facts of the match's settlement with that tag, of a franchise or of nobody in particular."""
    entries = Entry.objects.filter(season=table.season, command__in=("open_settlement", "close_settlement"))
    facts = [fact for entry in entries.order_by("number") for fact in load_body(entry.body).parsed_facts()]
    return [fact for fact in facts if fact.tag == tag and getattr(fact, "franchise", franchise) == franchise]


@pytest.mark.rule("DM-C-096", "DM-C-098", "DM-C-100")
@pytest.mark.parametrize("franchise", ["razors", "saints", "widows"])
def test_each_figure_of_the_money_is_the_settlements(franchise: str) -> None:
    table = settled()
    (pot,), (share,) = facts_of(table, "pot_rolled"), facts_of(table, "prize_shared", franchise)
    (kept,), (reckoned,) = (
        facts_of(table, "profit_kept", franchise),
        facts_of(table, "settlement_reckoned", franchise),
    )
    card = said(f"{MATCH}reward/{franchise}/")
    assert f"They keep {in_k(kept.amount)} In the bank {in_k(kept.balance)}" in card
    assert f"size {kept.size}" in card
    faces = pot.rolls[0].faces
    assert " ".join(f"rolled {face}" for face in faces) in card
    assert f"Pot: {sum(faces)} × 15k {in_k(pot.pot)}" in card
    assert f"{share.points} of {share.all_points} points win {in_k(share.prize)} of the pot" in card
    assert f"Prize {in_k(share.prize)} Sponsors {in_k(reckoned.sponsor_income)}" in card
    assert f"Came in {in_k(reckoned.net_income)}" in card


@pytest.mark.rule("DM-C-014", "DM-C-015", "DM-C-101")
def test_each_driver_has_their_experience_level_and_fatigue_from_the_facts() -> None:
    table = settled()
    card = said(CARD)
    names = dict(table.row.league.drivers.values_list("id", "name"))
    levels = {fact.driver for fact in facts_of(table, "level_reached")}
    assert levels
    for fact in facts_of(table, "driver_appeared"):
        name = names[f"rust-belt/{fact.driver}"]
        if fact.driver in levels:
            assert f"{name} Level {fact.level} {fact.xp - fact.xp_gained} + {fact.xp_gained} = {fact.xp} XP" in card
            assert f"level {fact.level + 1} at {level_start_xp(fact.level + 1)} XP" in card
        else:
            assert f"{name} +{fact.xp_gained} XP" in card
    for fact in facts_of(table, "trait_raised"):
        faces = [", ".join(map(str, roll.faces)) for roll in fact.rolls]
        gained = f"{fact.trait.capitalize()} {fact.value}"
        assert f"{' '.join(f'rolled {on}' for on in faces)} {gained} Raised by 1, for good." in card
    for fact in facts_of(table, "fatigue_gained"):
        assert f"{names[f'rust-belt/{fact.driver}']}: {fact.traits.capitalize()} −1" in card


@pytest.mark.rule("DM-C-046")
def test_a_quirk_check_shows_the_faces_it_fails_on_and_frames_the_one_that_was_rolled() -> None:
    (resisted,) = facts_of(settled(), "quirk_resisted", "widows")
    address, face = f"{MATCH}reward/widows/", resisted.rolls[0].faces[0]
    assert f"The check fails on 4, 5, 6 of a die, 3 in 6 rolled a {face}" in said(address)
    odds = Client().get(address).content.decode().split('<span class="odds">')[1]
    assert re.findall(r'<span class="(hit|miss) rolled"><svg[^>]*><use href="[^"]*#dice-(\d)-fill">', odds) == [
        ("miss", str(face))
    ]


def test_the_card_says_how_the_match_came_out_and_shows_the_table_after_it() -> None:
    table = settled()
    card = said(CARD)
    points = {
        fact.franchise: fact.points for name in table.franchises for fact in facts_of(table, "points_scored", name)
    }
    assert f"1 st of 3, with {points['razors']} of {sum(points.values())} points" in card
    ranked = sorted(points.items(), key=lambda it: -it[1])
    lines = [f"{rank} – not moved {name.title()} {scored}" for rank, (name, scored) in enumerate(ranked, 1)]
    assert f"1st in the table The table after this match Rank Moved Franchise Points {lines[0]}" in card
    assert f"{lines[1]} ▲ Above the line: 3 drivers protected in the draft, others 2 DM-C-161 {lines[2]}" in card


def test_the_card_names_who_shares_a_place_in_the_match_and_a_rank_in_the_table() -> None:
    table = lined_up()
    teams = [
        {"franchise": name, "points": points, "rank": rank}
        for name, points, rank in (("razors", 10, 1), ("saints", 4, 2), ("widows", 4, 2))
    ]
    table.give("accept_report", match="m1", report=report(table, teams=teams))
    table.give("decide_repairs", by="widows", franchise="widows", match="m1")
    card = said(f"{MATCH}reward/widows/")
    assert "2 nd of 3, level with Saints, with 4 of 18 points" in card
    assert "2nd in the table, level with Saints" in card
    assert "2= – not moved Saints 4" in card
    assert "2= – not moved Widows 4" in card
    assert "level with" not in said(CARD)
    shared = Client().get(f"{MATCH}reward/saints/").content.decode()
    assert "Saints came 2nd of 3, level with Widows, with 4 of 18 points." in unescape(shared)


@pytest.mark.parametrize(
    ("others", "words"),
    [
        ([], ""),
        (["Saints"], ", level with Saints"),
        (["Saints", "Widows", "Zeds"], ", level with Saints, Widows and Zeds"),
        (["Saints", "Widows", "Zeds", "Jacks"], ", level with 4 others"),
    ],
)
def test_who_shares_a_place_is_named_and_a_crowd_counted(others: list[str], words: str) -> None:
    assert level_with(others) == words


def test_the_card_is_one_franchises_and_only_of_a_match_whose_income_is_banked() -> None:
    announced()
    assert Client().get(CARD).status_code == 404
    settled(league="old")
    assert Client().get("/l/old/s1/m1/reward/razors/").status_code == 200
    for address in ("/l/old/s1/m1/reward/nobody/", "/l/old/s1/m9/reward/razors/"):
        assert Client().get(address).status_code == 404


def test_a_card_is_shown_to_strangers_of_a_public_league_and_to_nobody_else_of_another() -> None:
    settled(public=False)
    assert Client().get(CARD).status_code == 404
    assert "You keep" in said(CARD, owner("razors"))
    assert "They keep" in said(CARD, owner("saints"))


def test_the_owner_has_one_filled_button_to_what_is_next() -> None:
    table = settled()
    announced(2, table)
    page = owner("razors").get(CARD).content.decode().split("<main", 1)[1]
    assert page.count("btn-primary") == 1
    card = said(CARD, owner("razors"))
    assert "Name the line-up Razors have to name their line-up for Round 2, match A." in card
    assert "Name the line-up" not in said(CARD)


def test_without_a_task_the_button_leads_to_the_match() -> None:
    settled()
    card = said(CARD, owner("razors"))
    assert "To the match You have nothing to do now." in card


def test_the_owner_who_still_shops_is_led_to_the_shops() -> None:
    table = shopping()
    page = owner("razors").get(CARD).content.decode()
    assert re.search(rf'btn-primary" href="{MATCH}#your-turn-razors">Go shopping', page)
    assert "Until" not in said(CARD, owner("razors"))
    clocked(table, time_zone="UTC", hours={"M5.10": 30})
    sync_windows(table.season, at=table.now)
    assert "Until" in said(CARD, owner("razors"))


@pytest.mark.parametrize("state", ["shopping", "naming"])
def test_a_card_asks_at_most_eight_queries_also_where_the_league_has_deadlines(state: str) -> None:
    table = shopping() if state == "shopping" else announced(2, settled())
    clocked(table, time_zone="UTC", hours={"M5.10": 30, "M3": 30})
    sync_windows(table.season, at=table.now)
    client = owner("razors")
    client.get(CARD)
    with CaptureQueriesContext(connection) as queries:
        assert "btn-primary" in client.get(CARD).content.decode()
    assert len(queries) <= MOST


@pytest.mark.rule("DM-C-045", "DM-C-046", "DM-C-047")
def test_a_driver_who_is_cloned_has_their_bill_their_check_and_what_it_gave() -> None:
    table = settled()
    (cloned,) = facts_of(table, "driver_cloned", "widows")
    bill = next(fact for fact in facts_of(table, "bill_made", "widows") if fact.bill == "cloning")
    (check,) = [*facts_of(table, "quirk_gained", "widows"), *facts_of(table, "quirk_resisted", "widows")]
    name = table.row.league.drivers.get(pk=f"rust-belt/{cloned.driver}").name
    card = said(f"{MATCH}reward/widows/")
    assert "one cloned" in card.lower()
    assert f"{name} cloned, {in_k(bill.amount)}" in card
    fails = [face for face in range(1, 7) if face > check.toughness + check.stable + check.sponsored]
    assert f"on {', '.join(map(str, fails))} of a die, {len(fails)} in 6" in card
    assert f"rolled a {check.rolls[0].faces[0]}" in card
    assert ("No quirk" in card) == (check.tag == "quirk_resisted")


def test_the_home_the_match_and_the_notice_offer_the_card_and_say_no_figure_of_it() -> None:
    table = settled()
    announced(2, table)
    home = owner("razors").get("/l/rust-belt/s1/").content.decode()
    assert f'href="{CARD}">Open your card' in home
    assert f'href="{CARD}">Open your card' in owner("razors").get(MATCH).content.decode()
    assert "Open your card" not in Client().get("/l/rust-belt/s1/").content.decode()
    assert "Open your card" not in Client().get(MATCH).content.decode()
    assert f'href="{CARD}"' in Client().get(MATCH).content.decode()


def test_the_dice_fall_by_a_program_and_everything_stands_in_the_page_without_it() -> None:
    settled()
    page = unescape(Client().get(CARD).content.decode())
    assert 'class="fresh-card' not in page
    assert 'src="/static/theme/reward' in page
    assert "style=" not in page.split("<main", 1)[1]


@pytest.mark.rule("DM-C-095")
def test_the_cars_that_were_hit_are_named_with_what_happened_to_them() -> None:
    table = settled()
    (destroyed,) = facts_of(table, "car_destroyed", "widows")
    name = table.row.cars.get(pk=f"{table.season}/{destroyed.car}").name
    card = said(f"{MATCH}reward/widows/")
    assert re.search(rf"Cars DM-C-095 {name}: destroyed, (replaced|given up)", card)
    assert "destroyed" not in said(CARD)


def test_at_the_seasons_end_the_card_stands_beside_the_last_result() -> None:
    table = settled(rounds=1)
    home = said("/l/rust-belt/s1/", owner("razors"))
    assert "Round 1, match A is settled. See what it brought Razors. Open your card" in home
    assert "The card of Razors, Round 1, match A" in home
    for tag in ("rank_table", "award_cup"):
        table.give(tag)
    home = said("/l/rust-belt/s1/", owner("razors"))
    assert "Open your card" not in home
    assert "The card of Razors, Round 1, match A" in home
    assert "The card of" not in said("/l/rust-belt/s1/")


def test_a_shared_card_says_how_the_franchise_came_out() -> None:
    settled()
    page = unescape(Client().get(CARD).content.decode())
    assert "Razors came 1st of 3, with 10 of 21 points." in page
    assert "Razors, Round 1, match A · Rust Belt" in page


@pytest.mark.rule("DM-C-015")
def test_the_bar_of_experience_ends_at_the_next_level() -> None:
    bar = experience(xp=8, gained=3, level=3, capped=False)
    assert (bar.before, bar.gained, bar.total, bar.next_level, bar.next_xp) == (5, 3, 8, 4, 11)
    assert (bar.was_width, bar.gained_width, bar.mark) == (
        BAR * 5 // 11,
        BAR * 8 // 11 - BAR * 5 // 11,
        BAR * 6 // 11,
    )
    assert experience(xp=3, gained=2, level=2, capped=False).mark == BAR * 3 // 6
    assert experience(xp=5, gained=1, level=2, capped=False).mark is None
    last = experience(xp=90, gained=4, level=9, capped=True)
    assert (last.next_level, last.next_xp, last.was_width + last.gained_width) == (None, None, BAR)
    lost = experience(xp=4, gained=-1, level=2, capped=False)
    assert (lost.before, lost.lost, lost.gained_width) == (5, 1, 0)


def test_a_settlement_that_is_not_closed_has_no_money_and_no_drivers() -> None:
    assert money_reward([], "razors") is None
    nobody = drivers_reward([], "razors", league="rust-belt", names={}, switches={})
    assert (nobody.title, nobody.shown, nobody.others, nobody.fatigue) == ("Nobody ran", (), (), ())


def test_the_mail_of_a_settled_match_links_to_the_card() -> None:
    table = settled()
    member = table.row.league.memberships.get(handle=table.handle("razors"))
    arguments = {"match": "m1", "franchise": "Razors", "profit": "1k", "card_of": "razors"}
    notice = Notice(
        member=member, season=table.row, about="settled", arguments=arguments, at=table.now, key="k", pk=1
    )
    mail = compose_mail(notice)
    assert CARD in mail.body
    assert "see what it brought Razors" in mail.body
    assert "1k" not in mail.body.split("--")[0]


def bar_says(client: Client, address: str) -> tuple[str, ...]:
    """What stands beside the crest in the bar of a page, on a phone and on a desk."""
    page = client.get(address).content.decode()
    return tuple(re.findall(r"nav-link purse[^>]*>.*?<strong[^>]*>(.*?)</strong>", page))


def test_the_bar_keeps_the_new_balance_to_itself_until_the_card_is_opened() -> None:
    table = settled()
    home, client = "/l/rust-belt/s1/", owner("razors")
    balance = f"{in_k(FranchiseSeason.objects.get(pk='rust-belt/s1/razors').balance)}"
    assert bar_says(client, home) == (balance, balance)
    member = Membership.objects.get(franchise="rust-belt/razors")
    arguments = {"match": "m1", "franchise": "Razors", "card_of": "razors"}
    Notice.objects.create(
        member=member, season=table.row, about="settled", arguments=arguments, at=table.now, key="k"
    )
    assert bar_says(client, home) == bar_says(client, "/l/rust-belt/f/razors/finances/") == ("···", "···")
    assert "Open your card" in said(home, client)
    assert '<span title="Its balance is on the card' in client.get(home).content.decode()
    assert bar_says(client, CARD) == (balance, balance)
    assert bar_says(client, home) == (balance, balance)
    assert "Open your card" not in said(home, client) + said(MATCH, client)
    assert bar_says(owner("razors"), home) == ("···", "···")  # another browser, in which it was not opened
    Notice.objects.update(read_at=table.now)
    assert bar_says(owner("razors"), home) == (balance, balance)
