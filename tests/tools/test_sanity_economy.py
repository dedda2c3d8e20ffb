"""Leagues whose seasons are played by the engines, and counted: figures, measures, and the page."""

from __future__ import annotations

import shlex
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tools.sanity.economy import main
from tools.sanity.economy_figures import INSOLVENT, SeasonFigures, Trouble
from tools.sanity.economy_leagues import GROUPINGS, KINDS, league_specs, play_league
from tools.sanity.economy_page import missed_measures

SHORT = {"seasons_each": 1, "franchises": 3, "rounds": 1, "secret": b"economy"}


@pytest.fixture(scope="module")
def season() -> SeasonFigures:
    """A season of one race between three franchises."""
    (spec,) = league_specs(kind="formule", first=1, seasons=1, **SHORT)
    (figures,) = play_league(spec)
    return figures


def test_money_booked_in_a_season_is_the_balance_at_its_end(season: SeasonFigures) -> None:
    setup, round = season.rounds
    assert (setup.number, round.number) == (0, 1)
    assert sum(setup.balances) == 3 * 1_000_000 - setup.money.total()
    spent = sum(round.money[what] for what in ("price list", "offers", "contracts", "new cars"))
    assert sum(round.balances) == sum(setup.balances) + round.money["profit"] - spent


def test_every_car_on_the_grid_is_counted_with_its_match(season: SeasonFigures) -> None:
    (kind,) = season.rounds[1].entered
    assert (kind.ruleset, kind.teams) == ("formule", 3)
    assert season.rounds[1].entered.total() == 9
    assert season.rounds[1].destroyed.total() == season.rounds[1].counts["cars destroyed"]
    assert season.rounds[1].counts["settlements"] == 3


def test_a_waiver_is_insolvency_and_a_failed_device_is_not(season: SeasonFigures) -> None:
    poor = replace(season, troubles={"f1": Counter({Trouble.WAIVER: 1}), "f2": Counter({Trouble.UNFIT: 2})})
    assert (poor.trouble_count(INSOLVENT), poor.trouble_count(frozenset(Trouble))) == (1, 2)


def test_measures_are_missed_by_too_many_insolvent_or_one_who_is_too_rich(season: SeasonFigures) -> None:
    assert missed_measures([replace(season, troubles={}, balances={"f1": 3, "f2": 1, "f3": 1})]) == []
    poor = replace(season, troubles={"f1": Counter({Trouble.FEW_CARS: 1})}, balances={"f1": 31, "f2": 10, "f3": 10})
    assert missed_measures([poor]) == [
        "33.3 % of franchises are insolvent in a season: 10 % is the most.",
        "The richest franchise has 3.10 times the median on average: 3 is the most.",
        "In 100.0 % of seasons the richest franchise has more than 3 times the median: 5 % is the most.",
    ]


def test_leagues_take_turns_in_match_systems_and_in_how_franchises_are_grouped() -> None:
    specs = league_specs(kind="all", first=1, seasons=20, **SHORT | {"seasons_each": 2})
    assert [spec.kind for spec in specs] == 2 * list(KINDS)
    assert [spec.sizes for spec in specs] == 5 * [GROUPINGS[0]] + 5 * [GROUPINGS[1]]
    later = league_specs(kind="all", first=7, seasons=3, **SHORT | {"seasons_each": 2})
    assert [spec.number for spec in later] == [7, 8]
    assert [spec.seasons for spec in later] == [2, 1]
    assert [spec.key for spec in later] == [spec.key for spec in specs[6:8]]


def test_the_command_writes_the_page_and_the_command_that_makes_it(tmp_path: Path) -> None:
    page = tmp_path / "economy.md"
    words = "--ruleset mixed --seasons 1 --seasons-a-league 5 --first 2 --franchises 2 --rounds 1 --secret 01"
    words += """ --orders '{"roster": 4}'"""
    assert main([*shlex.split(words), "--processes", "1", "--page", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert f".venv/bin/python -m tools.sanity.economy {words}\n" in text
    assert text.startswith("# The economy over 1 season\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--franchises 1", "a league has 2 franchises or more: give --franchises 2."),
        ("--page nowhere/economy.md", "there is no folder nowhere: make it, or give another --page."),
        ("--seasons 0", "'0' is no count"),
        ("""--orders '{"roster": "many"}'""", "are no standing orders"),
    ],
)
def test_leagues_that_cannot_be_played_are_refused_before_they_begin(
    words: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(shlex.split(words))
    assert sentence in capsys.readouterr().err
