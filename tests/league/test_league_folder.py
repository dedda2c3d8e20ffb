"""A league folder whose season goes on by its owners' orders: names, resolved matches, interruptions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from journal import audit, perform
from journal.verify import verify_matches
from league.folder_import import play_folder
from league.league_folder import perform_folder
from league.models import Batch, Entry, Season
from rules.campaign.core.codec import command_from_document, season_digest
from rules.campaign.garage.cars import CarBought
from rules.campaign.people.hiring import DriverHired
from rules.match.registry import temporarily_installed
from tests.rules.ladder import LADDER

pytestmark = pytest.mark.django_db
AT = "2026-09-07T18:00:00Z"
TWO = ("razors", "saints")
SEASON = "climbers/s1"


@pytest.fixture(autouse=True)
def _ladder() -> Iterator[None]:
    with temporarily_installed(LADDER):
        yield


def given(key: str, *commands: dict[str, Any], goes_on: bool = False) -> dict[str, Any]:
    """A batch by the commissioner."""
    batch = {"key": key, "by": "boss", "at": AT, "reason": "As we agreed.", "commands": list(commands)}
    return batch | ({"goes_on": True} if goes_on else {})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A league of one round, played by its owners' orders from signing to the end; nobody owns the saints."""
    razor = {
        "user": "razor",
        "role": "owner",
        "franchise": "razors",
        "orders": {"roster": 6, "garage": 3},
        "drivers": ["Rita", "The Razors", "Ron"],
        "cars": ["Rusty"],
    }
    plan = {
        "league": "climbers",
        "name": "The Climbers",
        "secret": "c0ffee",
        "members": [{"user": "boss", "role": "commissioner"}, razor],
        "seasons": [{"name": "s1", "rounds": 1, "opened_at": AT, "switches": {"match.ruleset": "ladder"}}],
    }
    commands = [
        {"type": "found_franchise", "franchise": franchise, "name": f"The {franchise.title()}"} for franchise in TWO
    ]
    match = {"match": "m1", "event": "ladder", "franchises": [*TWO]}
    files = {
        "league.json": plan,
        "s1/1.json": [
            given("found", *commands),
            given("sign", {"type": "open_setup"}, goes_on=True),
            given("climb", {"type": "announce_round", "round": "r1", "matches": [match]}, goes_on=True),
        ],
        "s1/2.json": [given("end", {"type": "rank_table"}, goes_on=True)],
    }
    for name, document in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(document))
    return tmp_path


def played(folder: Path, *, batches: int | None = None) -> Season:
    """The season as `play_folder` leaves it, stopped after that many batches."""
    for number, _ in enumerate(play_folder(folder), 1):
        if number == batches:
            break
    return Season.objects.get(pk=SEASON)


def test_a_season_goes_on_from_the_signing_to_its_end_as_it_does_in_memory(folder: Path) -> None:
    [alone] = perform_folder(folder)
    assert alone.season.step == "closed"
    row = played(folder)
    assert (row.step, row.digest) == ("closed", season_digest(alone.season))
    assert audit(SEASON) == []
    assert verify_matches(SEASON).played == 1


def test_it_rests_before_a_round_and_before_the_table_until_a_batch_goes_on(folder: Path) -> None:
    (folder / "s1" / "2.json").unlink()
    [alone] = perform_folder(folder)
    assert alone.season.step == "E1"
    assert played(folder).step == "E1"
    file = folder / "s1" / "1.json"
    file.write_text(json.dumps(json.loads(file.read_text())[:2]))
    [alone] = perform_folder(folder)
    assert (alone.season.step, alone.season.rounds) == ("M", {})


@pytest.mark.parametrize("batches", [2, 9, 17])
def test_stopped_half_way_and_played_again_it_comes_to_the_same(folder: Path, batches: int) -> None:
    [alone] = perform_folder(folder)
    assert played(folder, batches=batches).step != "closed"
    assert played(folder).digest == season_digest(alone.season)
    length = Season.objects.get(pk=SEASON).length
    assert all(played_batch.answer.repeated for played_batch in play_folder(folder))
    assert Season.objects.get(pk=SEASON).length == length


def test_it_goes_no_further_where_somebody_else_has_given_something_since(folder: Path) -> None:
    (folder / "s1" / "2.json").unlink()
    stopped = played(folder, batches=4)
    boss = Entry.objects.get(season=SEASON, number=1).actor
    perform(
        SEASON,
        [command_from_document({"type": "adjust_balance", "franchise": "saints", "amount": 1000})],
        actor=boss,
        at=datetime(2026, 9, 8, tzinfo=UTC),
        key="alms",
        reason="Alms.",
    )
    file = folder / "s1" / "1.json"
    file.write_text(json.dumps(json.loads(file.read_text())[:2]))
    row = played(folder)
    assert row.step == stopped.step
    assert Batch.objects.filter(season=SEASON).order_by("-first")[0].key == "alms"


def test_an_owner_gives_names_in_their_order_none_twice_and_none_when_there_are_no_more(folder: Path) -> None:
    [alone] = perform_folder(folder)
    drivers = [fact.name for fact in alone.facts if isinstance(fact, DriverHired) and fact.franchise == "razors"]
    cars = [fact.name for fact in alone.facts if isinstance(fact, CarBought) and fact.franchise == "razors"]
    assert drivers[:3] == ["Rita", "Ron", ""]
    assert cars[:2] == ["Rusty", ""]


def test_owners_give_their_own_answers_and_the_commissioner_those_of_a_seat_without_one(folder: Path) -> None:
    played(folder)
    hired = Entry.objects.filter(season=SEASON, command="hire_rookie")
    assert set(hired.values_list("actor", "on_behalf_of")) == {("climbers.razor", ""), ("climbers.boss", "saints")}
    assert not hired.filter(reason="", on_behalf_of="saints").exists()
