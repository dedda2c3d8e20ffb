"""A league of any size through the real doors: in batches, so that a hundred franchises are built in seconds."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model

from league.journal import open_season, perform
from league.membership import found_league, join
from rules.campaign.codec import command_from
from tests.league.building import BEGAN, SECRET, Table

TEAMS_A_MATCH = 4
DRIVERS, CARS = 2, 3


def batch(table: Table, commands: list[dict[str, Any]], *, behalf: str = "") -> None:
    """Give many commands at once as the commissioner, for a franchise when `behalf` names one."""
    table.given += 1
    perform(
        table.season,
        [command_from(each) for each in commands],
        actor=table.handle("boss"),
        at=table.at + timedelta(minutes=table.given),
        key=f"batch{table.given}",
        on_behalf_of=behalf,
        reason="the owner is away" if behalf else "",
    )


def grown(size: int) -> Table:
    """A league of that many franchises, two drivers and three cars each, its round announced in matches of four.

    The first match, `m0`, is settled; the next, `m1`, awaits its line-ups. The first franchise has an owner.
    """
    names = [f"f{number:02}" for number in range(size)]
    table = _founded(names)
    for name in names:
        hired = [{"type": "hire_rookie", "franchise": name, "driver": f"{name}.d{n}"} for n in range(DRIVERS)]
        bought = [{"type": "buy_car", "franchise": name, "car": f"{name}.c{n}"} for n in range(CARS)]
        batch(table, [*hired, *bought], behalf=name)
    table.give("close_setup")
    matches = [
        {"match": f"m{at}", "event": "race", "franchises": names[at * TEAMS_A_MATCH : (at + 1) * TEAMS_A_MATCH]}
        for at in range(size // TEAMS_A_MATCH)
    ]
    table.give("announce_round", round="r1", matches=matches)
    teams = matches[0]["franchises"]
    for name in teams:
        seats = [{"car": f"{name}.c{n}", "driver": f"{name}.d{n}"} for n in range(DRIVERS)]
        batch(table, [{"type": "name_line_up", "franchise": name, "match": "m0", "seats": seats}], behalf=name)
    table.give("lock_line_ups", match="m0")
    table.give("accept_report", match="m0", report=_report(teams))
    return table


def _founded(names: list[str]) -> Table:
    """The franchises in one batch, hiring open; the first alone has an owner."""
    boss = get_user_model().objects.create_user("rust-belt-boss", password="boss")
    owner = get_user_model().objects.create_user("rust-belt-owner", password="owner")
    table = Table(franchises=tuple(names))
    handle = table.handle("boss")
    league = found_league(id="rust-belt", name="Rust Belt", public=True, commissioner=boss, at=BEGAN, handle=handle)
    switches: dict[str, Any] = {"roster.min": DRIVERS}
    open_season("rust-belt", "s1", secret=SECRET, rounds=3, switches=switches, actor=handle, at=BEGAN, key="open")
    batch(table, [{"type": "found_franchise", "franchise": name, "name": name.title()} for name in names])
    join(league=league, user=owner, role="owner", franchise=names[0], actor=handle, at=BEGAN, handle="rust-belt.f00")
    table.give("open_setup")
    return table


def _report(teams: list[str]) -> dict[str, Any]:
    return {
        "teams": [{"franchise": name, "points": 8 - place, "rank": place + 1} for place, name in enumerate(teams)],
        "drivers": [{"driver": f"{name}.d{n}", "heats": [1]} for name in teams for n in range(DRIVERS)],
        "cars": [{"car": f"{name}.c{n}"} for name in teams for n in range(DRIVERS)],
    }
