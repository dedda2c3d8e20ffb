"""The board of the draft: who picked in which round, whose turn it is, and where picks to come stand."""

from __future__ import annotations

from dataclasses import replace

import pytest

from drivers.pages import draft
from drivers.pages.draft import BoardRound, DraftTurn, Picker, draft_board
from explain.names import Segment
from tests.league.small_league import drafting
from tests.pages.season_pages import HOME, ended, main_of, owner

A, B, C = "ants", "bees", "cats"


def order(*picks: int, on_turn: str = "") -> list[Picker]:
    """A draft order of franchises with those numbers of picks, of which none was used."""
    return [
        Picker(
            place=place,
            id=name,
            team=Segment(name, f"/{name}/"),
            color="#e15a0f",
            own=name == B,
            on_turn=name == on_turn,
            picks=count,
            picked=(),
            passed=0,
        )
        for place, (name, count) in enumerate(zip((A, B, C), picks, strict=False), start=1)
    ]


def turn(round: int, franchise: str, number: int | None) -> DraftTurn:
    """A pick with that number, or a turn that was passed."""
    return DraftTurn(
        round=round,
        number=number,
        franchise=franchise,
        color="#e15a0f",
        team=Segment(franchise, f"/{franchise}/"),
        driver=None if number is None else Segment(f"driver {number}", "/"),
        left=None,
        href="/",
    )


def having_picked(pickers: list[Picker], *turns: DraftTurn) -> list[Picker]:
    """Those pickers with what they picked in those turns."""
    return [
        replace(it, picked=tuple(made.driver for made in turns if made.franchise == it.id and made.driver))
        for it in pickers
    ]


def seen(board: list[BoardRound]) -> list[str]:
    """A board in short: a line for each round, with its cells."""
    return [" ".join(f"{it.state}{it.number or ''}" for it in round.cells) for round in board]


def test_a_draft_that_begins_shows_each_pick_to_come_by_its_number() -> None:
    board = draft_board(order(2, 2, 3, on_turn=A), [], now=1, snake=False)
    assert seen(board) == ["now1 next2 next3", "next4 next5 next6", "none none next7"]
    assert [round.now for round in board] == [True, False, False]
    assert [it.own for it in board[0].cells] == [False, True, False]


def test_every_second_round_goes_back_if_the_house_plays_it_so() -> None:
    board = draft_board(order(2, 2, 2, on_turn=A), [], now=1, snake=True)
    assert seen(board) == ["now1 next2 next3", "next6 next5 next4"]


def test_who_passed_keeps_the_pick_for_a_later_round() -> None:
    taken = [turn(1, A, 1), turn(1, B, None)]
    board = draft_board(having_picked(order(1, 1, 1, on_turn=C), *taken), taken, now=1, snake=False)
    assert seen(board) == ["picked1 passed now2", "none next3 none"]
    assert board[0].cells[0].driver == Segment("driver 1", "/")


def test_a_draft_without_picks_has_no_rounds() -> None:
    assert draft_board(order(0, 0), [], now=1, snake=False) == []


@pytest.mark.django_db
def test_the_page_of_the_draft_shows_the_board_with_a_column_for_each_franchise() -> None:
    table = drafting(ended())
    franchises = table.state.draft.order if table.state.draft else []
    page = main_of(f"{HOME}draft/", owner(franchises[0]))
    board = page[page.index('<table class="board">') : page.index("</table>")]
    assert board.count('<th scope="col"') == len(franchises)
    assert '<td class="now mine"><span class="board-you">You, </span>now</td>' in board
    assert '<tr class="round-now"><th scope="row">R1</th>' in board


@pytest.mark.django_db
def test_the_board_names_every_franchise_where_the_order_below_it_has_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    table = drafting(ended())
    monkeypatch.setattr(draft, "ORDER_LINES", 3)
    page = owner("razors").get(f"{HOME}draft/")
    assert len(page.context["order"]) == 1
    board = page.content.decode().split('<table class="board">')[1].split("</thead>")[0]
    assert board.count('<th scope="col"') == len(table.franchises)
