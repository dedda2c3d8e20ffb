"""The pages of amends: what was amended, every difference it makes, and the current state of entries."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from journal.amends.corrections import (
    corrections_to_restore,
    corrections_to_strike,
    corrections_to_undo,
    corrections_to_void,
)
from journal.entry_body import load_body
from league.models import Entry
from league.pages.amends import difference_pages
from tests.journal.amends import REASON, amended, barring, lost_by, number_of, spent
from tests.league.small_league import announced, founded, settled, shopping
from tests.pages.page_reader import main_of, reader, words

pytestmark = [pytest.mark.django_db, pytest.mark.long]

AMENDS = "/l/rust-belt/s1/amends/"
JOURNAL = "/l/rust-belt/s1/journal/"
MOST_QUERIES = 12


def page_of(number: int) -> str:
    return f"{AMENDS}{number}/"


def section(address: str, name: str) -> str:
    """The text of one section of a page."""
    page = main_of(Client(), address)
    match = re.search(rf'<section class="[^"]*" id="{name}">(.*?)</section>', page, flags=re.DOTALL)
    assert match is not None, f"{address} has no section {name}"
    return " ".join(re.sub(r"<[^>]*>", " ", match[1]).split())


def test_a_season_without_amends_says_what_amending_is() -> None:
    founded()
    assert "Nothing was ever amended in this season." in words(Client(), AMENDS)


def test_amends_and_previews_are_listed_newest_first_with_what_came_of_each() -> None:
    table = settled()
    first = amended(table, lost_by(table), preview=True)
    second = amended(table, lost_by(table))
    text = words(Client(), AMENDS)
    assert text.index(f"Amend {second.number} saved by commissioner") < text.index(f"Preview {first.number} nothing")
    entry = number_of(table, "accept_report", match="m1")
    assert text.count(f"About entry {entry} · {len(second.amended.differences)} differences") == 2
    assert text.count(REASON) == 2


def test_twenty_amends_fill_a_page_and_the_rest_is_a_link_away() -> None:
    table = settled()
    for _ in range(21):
        amended(table, lost_by(table), preview=True)
    page = main_of(Client(), AMENDS)
    numbers = sorted(map(int, re.findall(r"Preview (\d+)", page)))
    assert len(numbers) == 20
    assert f'href="?before={numbers[0]}"' in page
    assert re.findall(r"Preview (\d+)", main_of(Client(), f"{AMENDS}?before={numbers[0]}")) == [str(numbers[0] - 1)]


def test_a_corrected_report_is_told_figure_by_figure_where_it_differs() -> None:
    table = settled()
    result = amended(table, lost_by(table))
    text = section(page_of(result.number), "put-right")
    assert f"Entry {number_of(table, 'accept_report', match='m1')}" in text
    assert "Razors Points 10 0 Rank 1 3" in text
    assert "Widows Points 4 Rank" not in text
    assert "Car 1 Destroyed no yes" in text
    assert '"teams"' not in text


def test_the_standings_are_shown_before_and_after_with_who_moved() -> None:
    table = settled()
    result = amended(table, lost_by(table))
    text = section(page_of(result.number), "standings")
    assert text == "Standings Was Is Franchise Moved 2 1 Saints up 1 3 2 Widows up 1 1 3 Razors down 2"


def test_differences_stand_with_their_franchise_in_printed_names_and_money_in_k() -> None:
    table = settled()
    season_before = table.state
    result = amended(table, lost_by(table))
    season_after = table.state
    text = section(page_of(result.number), "different")
    balance = [f"{season.franchise('razors').balance / 1000:g}k" for season in (season_before, season_after)]
    assert f"Razors Balance was {balance[0]} → is {balance[1]}" in text
    assert "razors 1 XP was" in text
    assert "razors.d1" not in text
    assert "Round 1, match A Points was 10 → is 0 Won was yes → is no" in text


def test_later_commands_that_are_refused_are_named_with_the_rules_sentence_and_a_link() -> None:
    table = spent()
    result = amended(table, lost_by(table))
    lapsed = {number: body for number, body in result.entries_not_standing.items() if body.standing == "lapsed"}
    assert lapsed
    page, text = main_of(Client(), page_of(result.number)), section(page_of(result.number), "refused")
    for number, body in lapsed.items():
        assert f'href="{JOURNAL}{number}/"' in page
        assert f"{number} · {body.given.replace('_', ' ').capitalize()}" in text
    assert "does not stand any more" in text


def test_a_newer_decision_that_stands_is_told_apart_from_what_the_rules_refuse() -> None:
    table = spent()
    result = amended(table, lost_by(table))
    lapsed = number_of(table, "buy_item", item="razors.rifle2")
    announced(3, table)
    balance = table.state.franchise("razors").balance
    newer = table.give("adjust_balance", franchise="razors", amount=-balance, reason="A fine.").entries[0].number
    back = amended(table, corrections_to_undo(table.row, result.number))
    text = section(page_of(back.number), "gave-way")
    assert f"{lapsed} · Buy item" in text
    assert f"a newer decision stands (entry {newer})" in text
    assert str(lapsed) not in section(page_of(back.number), "refused")
    assert "as first given" in section(page_of(back.number), "put-right")
    assert "It gives way to a newer decision." in words(Client(), f"{JOURNAL}{lapsed}/")


def test_entries_with_other_facts_are_counted_and_folded() -> None:
    table = settled()
    result = amended(table, lost_by(table))
    followed = [
        number
        for number, amended_body in result.amended.amended_bodies().items()
        if amended_body.standing == "followed"
    ]
    page = main_of(Client(), page_of(result.number))
    assert f"{len(followed)} entr" in section(page_of(result.number), "followed")
    assert all(f'href="{JOURNAL}{number}/"' in page for number in followed)


def test_differences_are_on_as_many_pages_as_they_need_and_none_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    table = settled()
    address = page_of(amended(table, lost_by(table)).number)
    changed = re.compile('<span class="change">.*?</span></li>', re.DOTALL)
    whole = changed.findall(main_of(Client(), address))
    monkeypatch.setattr(difference_pages, "LINES_A_PAGE", 4)
    last = max(map(int, re.findall(r"[?]page=(\d+)#different", main_of(Client(), address))))
    pages = [main_of(Client(), f"{address}?page={number}") for number in range(1, last + 1)]
    assert last > 2
    assert [change for page in pages for change in changed.findall(page)] == whole
    assert main_of(Client(), f"{address}?page=999") == pages[-1]


def test_dice_that_no_entry_had_shown_are_shown_with_their_paths() -> None:
    table = settled()
    paths_before = {roll["path"] for entry in Entry.objects.all() for roll in load_body(entry.body).rolls}
    result = amended(table, lost_by(table))
    new = {
        roll["path"] for amended_body in result.amended.amended_bodies().values() for roll in amended_body.rolls
    } - paths_before
    text = section(page_of(result.number), "dice")
    assert all(path in text for path in new)
    assert ("None: every die" in text) is (not new)


def test_a_preview_reads_like_an_amend_and_says_that_nothing_was_changed() -> None:
    table = settled()
    result = amended(table, lost_by(table), preview=True)
    text = words(Client(), page_of(result.number))
    assert f"Preview {result.number} tried by commissioner" in text
    assert "nothing was changed" in text
    assert "Razors Points 10 0 Rank 1 3" in text
    assert "None: every die had fallen before." in text


def test_what_was_struck_stands_beside_nothing() -> None:
    table = shopping()
    bought = table.give("buy_item", by="razors", franchise="razors", item="razors.i9", kind="caltrops")
    result = amended(table, corrections_to_strike([bought.entries[0].number]))
    text = section(page_of(result.number), "put-right")
    assert "Before Buy item · franchise Razors · item Caltrops · kind Caltrops" in text
    assert "Nothing: this counts as never done." in text
    assert "Caltrops is gone" in section(page_of(result.number), "different")


def test_an_amend_of_an_amend_is_told_against_what_stood_before_it() -> None:
    table = settled()
    amended(table, lost_by(table))
    back = amended(table, corrections_to_restore(table.row, [number_of(table, "accept_report", match="m1")]))
    assert "Razors Points 0 10 Rank 3 1" in section(page_of(back.number), "put-right")


def test_a_sealed_line_up_that_an_amend_concerns_is_not_named_to_anybody_by_it() -> None:
    table = settled(rounds=3)
    announced(2, table)
    seats = [{"car": "razors.car1", "driver": "razors.d1"}]
    line_up = table.give("name_line_up", by="razors", franchise="razors", match="m2", seats=seats)
    result = amended(table, barring(table, "razors.d1"), preview=True)
    number = line_up.entries[0].number
    assert str(number) not in result.amended.retold
    for who in ("saints", "razors"):
        page = main_of(reader(who), page_of(result.number))
        assert "sealed entry" not in " ".join(re.sub(r"<[^>]*>", " ", page).split())
        assert f"{number} · Name a line-up" not in page


def test_only_an_amend_has_a_page_among_the_amends() -> None:
    table = settled()
    amended(table, lost_by(table))
    for number in (1, 9999):
        assert Client().get(page_of(number)).status_code == 404


def test_amends_of_a_league_that_is_not_public_are_its_members_alone() -> None:
    table = settled(public=False)
    result = amended(table, lost_by(table))
    for address in (AMENDS, page_of(result.number)):
        assert Client().get(address).status_code == 404
        assert reader("saints").get(address).status_code == 200


def test_a_corrected_entry_says_how_it_stands_by_which_amend_and_why() -> None:
    table = settled()
    result = amended(table, lost_by(table))
    address = f"{JOURNAL}{number_of(table, 'accept_report', match='m1')}/"
    text = words(Client(), address)
    assert "It was corrected: another command replaces it." in text
    assert f"By amend {result.number} of commissioner" in text
    assert REASON in text
    assert "Razors Points 10 0 Rank 1 3" in text
    assert f'href="{page_of(result.number)}"' in main_of(Client(), address)
    assert "What it said at first 1 of 1 fact no longer stands" in text


def test_an_entry_with_other_facts_shows_those_that_stand_first_and_the_old_ones_folded() -> None:
    table = settled()
    amended(table, lost_by(table))
    page = words(Client(), f"{JOURNAL}{number_of(table, 'open_settlement', match='m1')}/")
    stands, first_said = page.split("What it said at first")
    assert "It stands, and other things come of it." in stands
    assert "Razors scored 0 points in round 1, match A : 0 in the season. amended" in stands
    assert "Razors scored 10 points in round 1, match A" in first_said
    assert "Widows scored 4 points in round 1, match A : 4 in the season. DM-C-091" in stands
    assert "Widows scored 4" not in first_said


def test_a_struck_entry_says_that_nothing_stands_for_it() -> None:
    table = shopping()
    bought = table.give("buy_item", by="razors", franchise="razors", item="razors.i9", kind="caltrops")
    number = bought.entries[0].number
    amended(table, corrections_to_strike([number]))
    text = words(Client(), f"{JOURNAL}{number}/")
    assert "It is struck: it counts as never done." in text
    assert "Nothing. Its effects were amended away." in text
    assert "Razors bought Caltrops" in text.split("What it said at first")[1]


def test_lists_mark_what_was_amended_and_lead_from_an_amends_entry_to_its_page() -> None:
    table = settled()
    result = amended(table, lost_by(table))
    journal = words(Client(), JOURNAL)
    assert "amended: corrected" in words(Client(), f"{JOURNAL}?before={result.number}&subject=m1")
    assert "What it changed" in journal
    assert f'href="{page_of(result.number)}"' in main_of(Client(), JOURNAL)
    assert f'href="{page_of(result.number)}"' in main_of(Client(), f"{JOURNAL}{result.number}/")


def test_a_match_whose_report_was_amended_says_so_and_its_story_is_marked() -> None:
    table = settled()
    assert "was amended" not in words(Client(), "/l/rust-belt/s1/m1/")
    result = amended(table, lost_by(table))
    text = words(Client(), "/l/rust-belt/s1/m1/")
    assert "The report of this match was amended on" in text
    assert f"( amend {result.number} )" in text
    assert "1. Match points 3 lines amended" in text
    steps = words(Client(), "/l/rust-belt/s1/m1/settlement/")
    assert "1. Match points amended" in steps
    assert "Razors scored 0 points" in steps
    assert "Razors scored 10 points" not in steps


def test_a_match_voided_by_an_amend_tells_it_under_void() -> None:
    table = settled(rounds=1)
    amended(table, corrections_to_void(table.row, "m1"))
    text = words(Client(), "/l/rust-belt/s1/m1/")
    assert "This match was voided" in text
    assert re.search(r"Void amended \d+ line", text)


def test_the_pages_of_amends_ask_as_little_of_many_as_of_one() -> None:
    table = spent()
    result = amended(table, lost_by(table))
    pages = (
        AMENDS,
        page_of(result.number),
        JOURNAL,
        f"{JOURNAL}{number_of(table, 'accept_report', match='m1')}/",
        "/l/rust-belt/s1/m1/",
    )
    few = [_queries(reader("razors"), page) for page in pages]
    for _ in range(4):
        amended(table, lost_by(table), preview=True)
    amended(table, corrections_to_restore(table.row, [number_of(table, "accept_report", match="m1")]))
    again = amended(table, lost_by(table))
    pages = (AMENDS, page_of(again.number), *pages[2:])
    many = [_queries(reader("razors"), page) for page in pages]
    assert few == many
    assert max(many) <= MOST_QUERIES


def _queries(client: Client, address: str) -> int:
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200, address
    return len(queries)


def test_a_preview_that_could_not_be_saved_says_what_is_in_its_way() -> None:
    table = spent()
    result = amended(table, corrections_to_strike([number_of(table, "announce_round", round="r2")]), preview=True)
    assert "Round 2, match A was played and would not stand any more" in section(page_of(result.number), "obstacles")
