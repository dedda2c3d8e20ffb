"""The largest matches: eight franchises with three cars each, locked or reported, and six of them, played here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib.auth import get_user_model

from journal import open_season
from league.membership import found_league, join
from tests.league.league_cache import built_once
from tests.league.resolved_leagues import worked
from tests.league.small_league import BEGAN, SECRET, Table
from tests.pages.large_league import batch

CARS = 3
NAMES = (
    "The Second-Hand Thunder", "The Youngstown Scrappers", "Fly-Tip United", "The Bin Night Riders",
    "Landfill Harmonic", "The Compost Kings", "The Lost Deposits", "The Ring Road Rovers",
)  # fmt: skip
DRIVER_NAMES = ("Crankcase Yellowflag", "Red Line Wozniak", "Piccolo Pete")
CAR_NAMES = ("Other White Van", "Rust Bucket", "Small Print")
PLAYED = {"event": "last_car", "ruleset": "dethmatch", "setting": {"track": "hammer_bowl"}}
MATCH = "m0"


@built_once
def reported_match() -> Table:
    """A league of eight; the report of its match, `m0`, has something to say of every driver and car."""
    table = _locked(8, event="race")
    table.give("accept_report", match=MATCH, report=_report(table.franchises))
    return _settled(table)


@built_once
def locked_match() -> Table:
    """A league of eight whose match, `m0`, has its line-ups locked and awaits its report."""
    return _locked(8, event="race")


@built_once
def played_match() -> Table:
    """A league of six, the most that fit on a track; its match, `m0`, was played here."""
    table = _locked(6, **PLAYED)
    worked()
    return _settled(table)


def _locked(teams: int, **plan: Any) -> Table:
    short_names = [f"f{number:02}" for number in range(teams)]
    table = _founded(short_names)
    for short in short_names:
        hires = [
            {"type": "hire_rookie", "franchise": short, "driver": f"{short}.d{number}", "name": name}
            for number, name in enumerate(DRIVER_NAMES)
        ]
        cars = [
            {"type": "buy_car", "franchise": short, "car": f"{short}.c{number}", "name": name}
            for number, name in enumerate(CAR_NAMES)
        ]
        batch(table, [*hires, *cars], behalf=short)
    table.give("close_setup")
    planned = {"match": MATCH, "franchises": short_names, "vehicles_per_team": CARS, **plan}
    table.give("announce_round", round="r1", matches=[planned])
    for short in short_names:
        seats = [{"car": f"{short}.c{number}", "driver": f"{short}.d{number}"} for number in range(CARS)]
        batch(table, [{"type": "name_line_up", "franchise": short, "match": MATCH, "seats": seats}], behalf=short)
    table.give("lock_line_ups", match=MATCH)
    return table


def _report(teams: Sequence[str]) -> dict[str, Any]:
    seats = [(team, number) for team in teams for number in range(CARS)]
    return {
        "teams": [{"franchise": team, "points": 9 - place, "rank": place + 1} for place, team in enumerate(teams)],
        "drivers": [
            {
                "driver": f"{team}.d{number}",
                "heats": [1],
                "criticals": number + 1,
                "kills": number,
                "scores": 1,
                "out": not number,
            }
            for team, number in seats
        ],
        "cars": [{"car": f"{team}.c{number}", "criticals": 2, "destroyed": not number} for team, number in seats],
    }


def _settled(table: Table) -> Table:
    if table.state.matches[MATCH].step == "M5.4":
        table.give("end_decisions", match=MATCH, reason="The week is over.")
    table.give("end_shopping", match=MATCH, reason="The week is over.")
    return table


def _founded(short_names: list[str]) -> Table:
    people = get_user_model().objects
    boss, owner = (people.create_user(f"rust-belt-{who}", password=who) for who in ("boss", "owner"))
    table = Table(franchises=tuple(short_names))
    handle = table.handle("boss")
    league = found_league(id="rust-belt", name="Rust Belt", public=True, commissioner=boss, at=BEGAN, handle=handle)
    opened: dict[str, Any] = {"rounds": 2, "switches": {"roster.min": CARS}, "edition": "3"}
    open_season("rust-belt", "s1", secret=SECRET, actor=handle, at=BEGAN, key="open", **opened)
    batch(
        table,
        [
            {"type": "found_franchise", "franchise": short, "name": name}
            for short, name in zip(short_names, NAMES, strict=False)
        ],
    )
    join(league=league, user=owner, role="owner", franchise="f00", actor=handle, at=BEGAN, handle="rust-belt.f00")
    table.give("open_setup")
    return table
