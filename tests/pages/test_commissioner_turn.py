"""The home says when a season waits for its commissioner alone, and a window that awaits nobody says what comes."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from league.models import Calendar
from scheduling.windows import sync_windows
from tests.league.small_league import Table, announced, founded, lined_up, settled, signed
from tests.pages.page_reader import main_of, reader, words
from tests.pages.season_pages import HOME, owner, said
from tests.scheduling.calendar_league import clocked

pytestmark = pytest.mark.django_db

TURN = "Your turn, commissioner."
BUTTON = "Go on at the board"


def named(table: Table, *franchises: str) -> Table:
    """The same league after these franchises have named a line-up for its match."""
    for franchise in franchises:
        seats = [{"car": f"{franchise}.car{number}", "driver": f"{franchise}.d{number}"} for number in (1, 2)]
        table.give("name_line_up", by=franchise, franchise=franchise, match="m1", seats=seats)
    return table


def test_a_setup_in_which_every_owner_has_acted_is_the_commissioners_turn() -> None:
    signed(over=False)
    home = words(owner("boss"), HOME)
    assert f"{TURN} No owner has anything left to do. The setup goes on when you say so. {BUTTON}" in home
    link = re.search(rf'href="([^"]*)">{BUTTON}', main_of(owner("boss"), HOME))
    assert link is not None
    assert link[1] == f"{HOME}board/"
    assert said(HOME, at="next") == "Next No owner has anything left to do. The commissioner takes the next step."
    assert TURN not in words(owner("saints"), HOME)


def test_it_is_not_while_an_owner_is_awaited() -> None:
    founded()
    assert TURN not in words(owner("boss"), HOME)
    assert "Owners hire drivers and staff." in said(HOME, at="next")


def test_a_match_whose_line_ups_are_all_in_waits_for_the_lock() -> None:
    table = named(announced(), "saints")
    assert TURN not in words(owner("boss"), HOME)
    named(table, "razors", "widows")
    home = words(owner("boss"), HOME)
    assert f"{TURN} All line-ups of Round 1, match A are in: you can lock them. {BUTTON}" in home


@pytest.mark.rule("DM-C-065")
def test_a_match_for_which_a_garage_is_too_small_waits_for_the_commissioner_too() -> None:
    table = announced()
    table.give("change_switch", switch="garage.min", setting=4, reason="Longer races.")
    assert f"{TURN} Round 1, match A goes on when you say so: a garage in it is too small." in words(
        owner("boss"), HOME
    )


def test_a_locked_match_waits_for_its_report_and_not_for_a_press() -> None:
    lined_up()
    assert TURN not in words(owner("boss"), HOME)


def test_after_a_round_the_next_one_can_be_announced() -> None:
    settled()
    assert f"{TURN} The next round can be announced." in words(owner("boss"), HOME)


def test_nobody_has_to_press_where_the_calendar_takes_the_commissioners_steps() -> None:
    table = clocked(settled())
    assert TURN in words(owner("boss"), HOME)
    Calendar.objects.filter(league=table.league).update(unattended=True)
    assert TURN not in words(owner("boss"), HOME)


def test_at_the_seasons_end_it_is_the_commissioners_turn_until_owners_are_asked() -> None:
    table = settled(rounds=1)
    assert table.row.step == "E1"
    expected = f"{TURN} No owner has anything left to do. The season’s end goes on when you say so."
    assert expected in words(owner("boss"), HOME)
    for command in ("rank_table", "award_cup", "retire_drivers", "close_staff_keep"):
        table.give(command)
    assert table.row.step == "E5"
    assert expected not in words(owner("boss"), HOME)


@pytest.mark.parametrize(
    ("hours", "unattended", "expected"),
    [
        (
            40,
            False,
            "No owner has to do anything more. It stays open to all until then, or until the commissioner goes on.",
        ),
        (40, True, "No owner has to do anything more. It stays open to all until then."),
        (-1, False, "Time is up, and no owner has anything left to do: the commissioner goes on."),
        (-1, True, "Time is up, and no owner has anything left to do: the season goes on by itself."),
    ],
)
def test_a_window_that_awaits_nobody_says_who_goes_on(hours: int, unattended: bool, expected: str) -> None:
    table = clocked(signed(over=False), hours={"S1": 40})
    sync_windows(table.season, at=timezone.now() - timedelta(hours=40 - hours))
    Calendar.objects.filter(league=table.league).update(unattended=unattended)
    assert said(HOME, at="clock").endswith(expected)


@pytest.mark.rule("DM-C-161", "DM-C-164")
@pytest.mark.parametrize("address", [HOME, f"{HOME}standings/"])
def test_the_table_has_no_cut_lines_before_its_first_result(address: str) -> None:
    lined_up()
    assert "the line:" not in words(reader("stranger"), address)


def test_the_button_of_the_setup_says_which_franchise_is_set_up() -> None:
    founded()
    assert "Set up Saints" in words(owner("saints"), HOME)
    assert "Go on signing" not in words(owner("saints"), HOME)
