"""`manage.py simulate`: a league's future by standing orders, labeled as a simulation and not saved."""

from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command

from franchises.models import StandingOrders
from tests.journal.snapshot import everything
from tests.league.small_league import BEGAN, founded, lined_up

pytestmark = pytest.mark.django_db


def simulated(*arguments: str) -> str:
    output = io.StringIO()
    call_command("simulate", *arguments, "--secret", "beef", stdout=output)
    return output.getvalue()


def over_time(output: str) -> list[list[str]]:
    """The cells of the last table, its heading first."""
    _, table = output.split("Over time")
    rows = [line.strip("| ").split("|") for line in table.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in (rows[0], *rows[2:])]


def test_the_rest_of_a_season_and_two_further_ones_are_told_and_nothing_is_saved() -> None:
    table = lined_up()
    before = everything()
    output = simulated(table.league, "--seasons", "3")
    assert everything() == before
    assert "drawn by a stand-in" in output.splitlines()[0]
    head, *rows = over_time(output)
    assert head[:2] == ["season", "lowest balance"]
    assert [row[0] for row in rows] == ["1", "2", "3"]
    assert output.count("won the Metal Cup") == 3
    assert output.count("drawn by a stand-in") >= 4


def test_the_same_secret_tells_the_same_again() -> None:
    table = founded()
    assert simulated(table.league) == simulated(table.league)


def test_it_goes_by_the_standing_orders_of_each_franchise() -> None:
    table = founded()
    plain = simulated(table.league)
    StandingOrders.objects.create(
        franchise_id=f"{table.league}/razors", document={"roster": 10}, updated_at=BEGAN, updated_by="razors"
    )
    assert simulated(table.league) != plain


def test_a_league_may_be_made_up_with_house_rules_of_its_own() -> None:
    output = simulated("--fresh", "2", "--rounds", "1", "--switch", "franchise.seed_money_k=0")
    assert [row[0] for row in over_time(output)[1:]] == ["1"]
    assert "Without three cars and three drivers to field: 2 times." in output
    assert "- season 1, m1: f1 had " in output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "one of the two"),
        (("rust-belt", "--fresh", "2"), "one of the two"),
        (("nowhere",), "'nowhere'"),
        (("--fresh", "2", "--seasons", "0"), "0 seasons"),
        (("--fresh", "2", "--switch", "draft.snake=maybe"), "draft.snake"),
        (
            ("--fresh", "2", "--switch", "draft.snake=true", "--switch", "draft.snake=false"),
            "draft.snake is given twice",
        ),
        (("--fresh", "2", "--switch", "draft.snail=true"), "draft.snail"),
        (("--fresh", "2", "--rounds", "99"), "99"),
        (("--fresh", "1"), "1 franchises"),
        (("--fresh", "-3"), "-3 franchises"),
    ],
)
def test_what_cannot_be_simulated_is_refused_in_a_sentence(arguments: tuple[str, ...], words: str) -> None:
    with pytest.raises(CommandError, match=words):
        simulated(*arguments)


def test_a_secret_is_hex_digits() -> None:
    with pytest.raises(CommandError, match="hex digits"):
        call_command("simulate", "--fresh", "2", "--secret", "xyz", stdout=io.StringIO())


def test_without_a_secret_it_says_which_one_it_made() -> None:
    output = io.StringIO()
    call_command("simulate", "--fresh", "2", "--rounds", "1", stdout=output)
    secret = output.getvalue().split("The simulation's secret is ")[1].split(".")[0]
    again = io.StringIO()
    call_command("simulate", "--fresh", "2", "--rounds", "1", "--secret", secret, stdout=again)
    assert again.getvalue() == output.getvalue()
