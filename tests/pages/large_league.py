"""A league of any size built with real commands: in batches, so that a hundred franchises take seconds."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model

from journal import open_season, perform
from league.membership import found_league, join
from rules.campaign.core.codec import command_from_document
from rules.campaign.season_end.draft import draft_turn
from tests.league.league_cache import built_once
from tests.league.small_league import BEGAN, SECRET, Table

TEAMS_A_MATCH = 4
DRIVERS, CARS = 2, 3


def batch(table: Table, commands: list[dict[str, Any]], *, behalf: str = "", reason: str = "") -> None:
    """Give many commands at once as the commissioner, on behalf of a franchise if `behalf` names one."""
    table.given += 1
    perform(
        table.season,
        [command_from_document(command) for command in commands],
        actor=table.handle("boss"),
        at=table.at + timedelta(minutes=table.given),
        key=f"batch{table.given}",
        on_behalf_of=behalf,
        reason="the owner is away" if behalf else reason,
    )


@built_once
def grown(size: int, *, rounds: int = 3) -> Table:
    """A league of that many franchises, each with two drivers and three cars, at a round with four teams per match.

    The first match, `m0`, has an accepted report, and `m1` awaits its line-ups. The first franchise has an owner. The
    season is of an earlier edition, in which whoever creates a thing chooses its ID.
    """
    names = [f"f{number:02}" for number in range(size)]
    table = _founded(names, rounds)
    for name in names:
        hires = [{"type": "hire_rookie", "franchise": name, "driver": f"{name}.d{n}"} for n in range(DRIVERS)]
        purchases = [{"type": "buy_car", "franchise": name, "car": f"{name}.c{n}"} for n in range(CARS)]
        batch(table, [*hires, *purchases], behalf=name)
    table.give("close_setup")
    matches = [
        {
            "match": f"m{index}",
            "event": "race",
            "franchises": names[index * TEAMS_A_MATCH : (index + 1) * TEAMS_A_MATCH],
        }
        for index in range(size // TEAMS_A_MATCH)
    ]
    table.give("announce_round", round="r1", matches=matches)
    teams = matches[0]["franchises"]
    for name in teams:
        seats = [{"car": f"{name}.c{n}", "driver": f"{name}.d{n}"} for n in range(DRIVERS)]
        batch(table, [{"type": "name_line_up", "franchise": name, "match": "m0", "seats": seats}], behalf=name)
    table.give("lock_line_ups", match="m0")
    table.give("accept_report", match="m0", report=_report(teams))
    return table


def _founded(names: list[str], rounds: int) -> Table:
    """A league with the franchises founded in one batch, at hiring; only the first has an owner."""
    boss = get_user_model().objects.create_user("rust-belt-boss", password="boss")
    owner = get_user_model().objects.create_user("rust-belt-owner", password="owner")
    table = Table(franchises=tuple(names))
    handle = table.handle("boss")
    league = found_league(id="rust-belt", name="Rust Belt", public=True, commissioner=boss, at=BEGAN, handle=handle)
    opened: dict[str, Any] = {"rounds": rounds, "switches": {"roster.min": DRIVERS}, "edition": "3"}
    open_season("rust-belt", "s1", secret=SECRET, actor=handle, at=BEGAN, key="open", **opened)
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


@built_once
def ending(table: Table) -> Table:
    """The league at the end of its season, with the other matches of all rounds voided."""
    table.give("change_switch", switch="draft.contracts", setting=1, reason="Rosters of two.")
    for match in sorted(table.state.matches.values(), key=lambda match: match.id):
        if match.step in ("M2", "M3"):
            table.give("void_match", match=match.id, reason="The season is cut short.")
    table.give("end_shopping", match="m0", reason="The week is over.")
    for number in (2, 3):
        _empty_round(table, number)
    for tag in ("rank_table", "award_cup", "retire_drivers", "close_staff_keep"):
        table.give(tag)
    return table


def to_step(table: Table, step: str) -> None:
    """Advance the season's end to that step, with everybody passing."""
    while (season := table.state).step != step:
        if season.step == "E5":
            table.give("open_draft")
        elif season.step == "E7":
            table.give("draw_sponsors")
        else:
            turn = draft_turn(season)
            assert turn is not None
            commands = [{"type": "pass_pick", "franchise": turn.franchise}]
            batch(table, commands, behalf=turn.franchise)


def _empty_round(table: Table, number: int) -> None:
    """A round whose only match is voided at once."""
    match = {"match": f"x{number}", "event": "race", "franchises": ["f00", "f01"]}
    table.give("announce_round", round=f"r{number}", matches=[match], uneven=True)
    table.give("void_match", match=f"x{number}", reason="The season is cut short.")
