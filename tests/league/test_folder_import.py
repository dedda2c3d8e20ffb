"""A league folder is played season by season, and what a commissioner would publish is printed."""

from __future__ import annotations

import hashlib
import hmac
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from journal import audit
from league.models import League, Season

pytestmark = pytest.mark.django_db
AT = "2026-09-07T18:00:00Z"
SWITCHES = {"garage.min": 0, "roster.min": 0, "sponsors.season_end_loss": False}
TWO = ["razors", "saints"]
REPORT = {
    "teams": [{"franchise": "razors", "points": 5, "rank": 1}, {"franchise": "saints", "points": 2, "rank": 2}],
    "drivers": [],
    "cars": [],
}
SEASON: dict[str, Any] = {"name": "s1", "rounds": 1, "opened_at": AT, "switches": SWITCHES}
BOSS = {"user": "boss", "role": "commissioner"}
FOUNDING: list[dict[str, Any]] = [
    *({"type": "found_franchise", "franchise": franchise, "name": f"The {franchise.title()}"} for franchise in TWO),
    {"type": "open_setup"},
    {"type": "close_setup"},
    {
        "type": "announce_round",
        "round": "r1",
        "matches": [{"match": "m1", "event": "A walk", "franchises": TWO}],
    },
    {"type": "lock_line_ups", "match": "m1"},
    {"type": "accept_report", "match": "m1", "report": "reports/m1.json"},
    {"type": "end_shopping", "match": "m1"},
]
ENDING = [
    {"type": tag}
    for tag in (
        *("rank_table", "award_cup", "retire_drivers", "close_staff_keep", "open_draft", "draw_sponsors"),
        "close_season",
    )
]


def given(key: str, commands: list[dict[str, Any]]) -> dict[str, Any]:
    """A batch by the commissioner."""
    return {"key": key, "by": "boss", "at": AT, "reason": "We walked.", "commands": commands}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A league of two seasons in which nobody has a car and everybody walks."""
    plan = {
        "league": "walkers",
        "name": "The Walkers",
        "secret": "c0ffee",
        "members": [
            BOSS,
            {"user": "razor", "role": "owner", "franchise": "razors"},
        ],
        "seasons": [
            SEASON,
            {"name": "s2", "rounds": 2, "opened_at": AT},
        ],
    }
    empty = [
        {"key": f"walk.{franchise}", "by": "boss", "at": AT, "on_behalf_of": franchise, "reason": "On foot.",
         "commands": [{"type": "name_line_up", "franchise": franchise, "match": "m1", "seats": []}]}
        for franchise in TWO
    ]  # fmt: skip
    files: dict[str, Any] = {
        "league.json": plan,
        "s1/1.json": [given("found", FOUNDING[:5]), *empty, given("walk", FOUNDING[5:])],
        "s1/2.json": [given("end", ENDING)],
        "s1/reports/m1.json": REPORT,
        "s2/1.json": [given("setup", [{"type": "open_setup"}])],
    }
    for name, document in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(document))
    return tmp_path


def played(folder: Path, *arguments: str) -> list[str]:
    """The lines that `manage.py play` prints."""
    output = StringIO()
    call_command("play", str(folder), *arguments, stdout=output, verbosity=0)
    return output.getvalue().splitlines()


def test_every_season_is_played_and_the_last_one_gives_the_last_line(folder: Path) -> None:
    output = played(folder)
    first, second = Season.objects.order_by("number")
    assert (first.step, second.step) == ("closed", "S1")
    assert output[-1] == second.digest
    assert output[-2].startswith("facts ")
    assert played(folder) == output
    assert audit("walkers/s1") == audit("walkers/s2") == []


def test_the_next_season_has_a_secret_made_from_the_first(folder: Path) -> None:
    played(folder)
    derived_secret = hmac.digest(bytes.fromhex("c0ffee"), b"next|s2", hashlib.sha256).hex()
    assert Season.objects.get(pk="walkers/s2").secret == derived_secret


def test_each_season_is_pinned_up_with_its_results_table_cup_and_books(folder: Path) -> None:
    output = played(folder)
    assert "=== The Walkers, s1: season 1, at closed ===" in output
    assert "    m1  A walk: The Razors 5 (won), The Saints 2" in output
    assert "   1 The Razors                    5 points  1 wins   0 criticals" in "\n".join(output)
    assert any(line.startswith("  The Razors, with a bonus of ") for line in output)
    books = output[output.index("Books of The Razors") :]
    assert books[1].split() == ["franchise", "founded", "1000k"]
    assert "=== The Walkers, s2: season 2, at S1 ===" in output
    second = output[output.index("=== The Walkers, s2: season 2, at S1 ===") :]
    carried = second[second.index("Books of The Razors") + 1].split()
    assert carried[:2] == ["carried", "over"]
    assert second[second.index("Books of The Razors") + 2].split() == ["balance", carried[2]]


def test_a_secret_given_goes_before_the_leagues_own(folder: Path) -> None:
    output = played(folder)
    other_output = played(folder, "--league", "strollers", "--season-secret", "beef")
    assert Season.objects.get(pk="strollers/s1").secret == "beef"
    assert other_output[-1] != output[-1]
    assert League.objects.count() == 2


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"secret": ""}, "give one with --season-secret"),
        ({"secret": "0g"}, "not in hex digits"),
        ({"seasons": []}, "has no season"),
        ({"members": []}, "no commissioner among its members"),
        ({"seasons": 7}, "cannot be read"),
        ({"seasons": [{**SEASON, "name": "s3"}]}, "no folder .*s3"),
        ({"seasons": [SEASON, SEASON]}, "Two seasons are called s1"),
        ({"seasons": [{**SEASON, "name": "s/1"}]}, "cannot be the id of a season"),
        ({"seasons": [{**SEASON, "opened_at": "0001-01-01T00:00:00+14:00"}]}, "In the year 1 season s1 was opened"),
        ({"seasons": [{**SEASON, "opened_at": "2026-09-07T18:00:00"}]}, "cannot be read"),
        ({"league": "No Such Id"}, "cannot be the id of a league"),
        ({"name": " "}, "has no name"),
        ({"name": "x" * 121}, "name of the league must be one line of at most 120"),
        ({"name": "a\x00b"}, "name of the league has marks in it that nobody can see"),
        ({"members": [BOSS, {"user": "razor", "role": "king"}]}, "cannot be read"),
        (
            {"members": [BOSS, {"user": "ra\x00zor", "role": "spectator"}]},
            "user name has marks in it that nobody can see",
        ),
        ({"members": [BOSS, {"user": "", "role": "spectator"}]}, "no user name"),
        ({"members": [BOSS, {"user": "razor", "role": "owner"}]}, "razor is owner of no franchise"),
        (
            {"members": [BOSS, {"user": "fan", "role": "spectator", "franchise": "razors"}]},
            "fan is spectator of razors",
        ),
        ({"members": [BOSS, {"user": "razor", "role": "owner", "franchise": "ghosts"}]}, "which no season founds"),
        (
            {"members": [BOSS, {"user": "razor", "role": "owner", "franchise": "razors", "orders": {"nerve_k": 3}}]},
            "nerve_k",
        ),
        (
            {"members": [BOSS, {"user": "razor", "role": "owner", "franchise": "razors", "cars": ["a\nb"]}]},
            "name that razor gives must be one line",
        ),
    ],
)
def test_a_plan_that_cannot_be_played_is_refused_in_a_sentence_and_nothing_is_founded(
    folder: Path, change: dict[str, Any], told: str
) -> None:
    file = folder / "league.json"
    file.write_text(json.dumps(json.loads(file.read_text()) | change))
    with pytest.raises(CommandError, match=told):
        played(folder)
    assert not League.objects.exists()


@pytest.mark.parametrize(
    ("lost", "told"),
    [
        ("league.json", "league.json cannot be read .No such file"),
        ("s1/reports/m1.json", "m1.json cannot be read .No such file"),
    ],
)
def test_a_folder_with_a_hole_or_a_folder_for_a_file_is_refused_in_a_sentence(
    folder: Path, lost: str, told: str
) -> None:
    (folder / lost).unlink()
    with pytest.raises(CommandError, match=told):
        played(folder)
    (folder / lost).mkdir()
    with pytest.raises(CommandError, match="cannot be read"):
        played(folder)
    with pytest.raises(CommandError, match="cannot be read"):
        played(folder / "s1" / "1.json")


def test_a_batch_of_another_age_is_refused_before_anything_is_founded(folder: Path) -> None:
    file = folder / "s2" / "1.json"
    file.write_text(file.read_text().replace("2026-09", "0001-01"))
    with pytest.raises(CommandError, match="In the year 1 setup was given"):
        played(folder)
    assert not League.objects.exists()


def test_another_secret_for_a_season_that_stands_is_refused(folder: Path) -> None:
    played(folder)
    with pytest.raises(CommandError, match="opened with another secret"):
        played(folder, "--season-secret", "beef")
    with pytest.raises(CommandError, match="no season secret"):
        played(folder, "--season-secret", "beet")
