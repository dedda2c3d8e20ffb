"""`manage.py simulate LEAGUE --seasons N`: simulate seasons of a league by standing orders; nothing is saved."""

from __future__ import annotations

import secrets
from argparse import ArgumentParser
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.core.management.base import CommandError

from journal import steward
from journal.state import store
from league.management.cli_actor import DatabaseCommand
from league.queries.seasons import seasons
from rules.campaign.core.codec import parse_json
from rules.campaign.core.command import PUBLIC_READER
from rules.campaign.core.state import Season
from rules.campaign.core.switches import REPORTED_BY_PEOPLE, clean_setting
from rules.campaign.core.visible_state import hide_from_reader
from rules.campaign.steward import Orders
from rules.campaign.steward.season_statistics import SeasonStatistics, SeasonSummary, ShortTeam
from rules.campaign.steward.simulation import new_league_season, simulate
from rules.core.refusals import Malformed, Refusal
from rules.core.switches import Setting
from rules.core.terms import in_k
from rules.match.registry import get_ruleset

STAND_IN_NOTE = (
    "Match results are drawn by a stand-in from the strengths entered: no engine played them, and nothing is saved."
)
RESOLVED_NOTE = (
    "Matches are resolved by {}, and drawn by a stand-in where people would report them; nothing is saved."
)
SECRET_BYTES, ROUNDS = 32, 10
TREND_COLUMNS = (
    "season",
    "lowest balance",
    "mean",
    "highest",
    "net income a match",
    "profit a match",
    "drivers",
    "mean level",
    "quirks",
    "sponsors",
    "items",
    "cloned",
    "quirks gained",
    "retired",
    "undrafted",
)


class Command(DatabaseCommand):
    """Plays the rest of the open season, or the one after a closed season, and further ones, in memory."""

    if_stopped = "Nothing was changed: give the same command again."
    help = (
        "Simulate seasons of a league by standing orders; matches are resolved where match.ruleset says by what, and "
        "drawn by a stand-in elsewhere; nothing is saved."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the league or the size of a made-up one, the number of seasons, and the secret of the simulation."""
        parser.add_argument(
            "league", nargs="?", default="", help="the league whose open or last season to go on from"
        )
        parser.add_argument(
            "--fresh", type=int, default=0, metavar="FRANCHISES", help="a new league in memory instead"
        )
        parser.add_argument(
            "--seasons", type=int, default=1, metavar="N", help="the open season is the first of them"
        )
        parser.add_argument("--rounds", type=int, default=0, metavar="R", help="of the seasons still to be opened")
        parser.add_argument(
            "--switch",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="a house rule of the new league in memory",
        )
        parser.add_argument("--secret", default="", metavar="HEX", help="the same secret tells the same again")

    def handle(self, *args: Any, **options: Any) -> None:
        """Simulate and print, with how matches are resolved (DM-C-090). Raises `CommandError` for a refusal."""
        if bool(options["league"]) == bool(options["fresh"]):
            raise CommandError("Name a league, or give --fresh and a number of franchises: one of the two.")
        if options["fresh"] < 0 or options["fresh"] == 1:
            raise CommandError(f"{options['fresh']} franchises make no league: give --fresh 2 or more.")
        if options["seasons"] < 1:
            raise CommandError(f"{options['seasons']} seasons cannot be played: give 1 or more.")
        secret = _parse_secret(options["secret"])
        try:
            season, orders = self._starting_season(options, secret)
            ruleset = str(season.setting("match.ruleset"))
            self.stdout.write(
                STAND_IN_NOTE if ruleset == REPORTED_BY_PEOPLE else RESOLVED_NOTE.format(get_ruleset(ruleset).title)
            )
            self.stdout.write(f"The simulation's secret is {secret.hex()}.")
            statistics = SeasonStatistics()
            for performed in simulate(
                season, secret=secret, seasons=options["seasons"], orders=orders, rounds=options["rounds"] or None
            ):
                statistics.count(performed)
        except Refusal as refusal:
            raise CommandError(refusal.sentence) from None
        self._print_tally(
            statistics,
            how="drawn by a stand-in"
            if ruleset == REPORTED_BY_PEOPLE
            else f"resolved by {get_ruleset(ruleset).title}",
        )

    def _starting_season(self, options: Mapping[str, Any], secret: bytes) -> tuple[Season, dict[str, Orders]]:
        if options["fresh"]:
            switches = _parse_switches(options["switch"])
            rounds = options["rounds"] or ROUNDS
            return new_league_season(franchises=options["fresh"], rounds=rounds, secret=secret, switches=switches), {}
        row = seasons(options["league"]).first()
        if row is None:
            raise CommandError(f"There is no season of a league {options['league']!r}: name a league that has one.")
        season = store.load(row).season
        hide_from_reader(season, PUBLIC_READER, forget=True)
        return season, {
            franchise: steward.standing_orders_of(row.league_id, franchise) for franchise in sorted(season.franchises)
        }

    def _print_tally(self, statistics: SeasonStatistics, *, how: str) -> None:
        for line in statistics.seasons:
            self._print_lines("", f"Season {line.number}, {how}: {line.order[0].id} won the Metal Cup.", "")
            self._print_lines(
                *markdown_table(
                    ("place", "franchise", "points", "wins", "criticals", "balance"), _final_table_rows(line)
                )
            )
        self._print_lines("", f"Over time, means of franchises, {how}:", "")
        self._print_lines(*markdown_table(TREND_COLUMNS, map(_trend_row, statistics.seasons)))
        self._print_lines("", f"Without three cars and three drivers to field: {len(statistics.short)} times.")
        self._print_lines(*map(short_team_line, statistics.short))

    def _print_lines(self, *lines: str) -> None:
        for line in lines:
            self.stdout.write(line)


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """The lines of a Markdown table with aligned columns, all right-justified."""
    lines = [list(head), *(list(row) for row in rows)]
    widths = [max(len(row[column]) for row in lines) for column in range(len(head))]
    rule = [f"{'-' * (width - 1)}:" for width in widths]
    padded = [[cell.rjust(width) for cell, width in zip(row, widths, strict=True)] for row in lines]
    return [f"| {' | '.join(row)} |" for row in (padded[0], rule, *padded[1:])]


def short_team_line(short: ShortTeam) -> str:
    """A list item about a franchise that was short of cars or drivers: which, when and why."""
    had = f"{short.franchise} had {short.cars} cars and {short.drivers} drivers"
    return f"- season {short.season}, {short.match}: {had}. {' '.join(short.because)}"


def _parse_secret(text: str) -> bytes:
    """The secret of the simulation from hex digits, or a random one. Raises `CommandError`."""
    try:
        return bytes.fromhex(text) or secrets.token_bytes(SECRET_BYTES)
    except ValueError:
        raise CommandError(f"{text!r} is no secret: give an even number of hex digits, such as 00ff.") from None


def _parse_switches(texts: Sequence[str]) -> dict[str, Setting]:
    """All typed house rules. Raises `Malformed` for one that is given twice."""
    switches: dict[str, Setting] = {}
    for name, setting in map(_parse_switch, texts):
        if name in switches:
            raise Malformed(f"The house rule {name} is given twice: give it once.")
        switches[name] = setting
    return switches


def _parse_switch(text: str) -> tuple[str, Setting]:
    """A typed house rule, such as `draft.snake=true` or `prize.round=percent_up`, as name and setting."""
    name, _, value = text.partition("=")
    try:
        setting = parse_json(value)
    except Malformed:
        setting = value
    return name, clean_setting(name, setting)


def _final_table_rows(line: SeasonSummary) -> list[list[str]]:
    return [
        [
            str(franchise.rank),
            franchise.id,
            str(franchise.points),
            str(franchise.wins),
            str(franchise.criticals),
            in_k(franchise.balance),
        ]
        for franchise in line.order
    ]


def _trend_row(line: SeasonSummary) -> list[str]:
    money = (
        line.lowest_balance,
        line.mean_balance,
        line.highest_balance,
        line.mean_net_income,
        line.mean_profit,
    )
    means = (line.drivers, line.level, line.quirks, line.sponsors, line.items)
    counts = (line.cloned, line.quirks_gained, line.retired, line.undrafted)
    return [
        str(line.number),
        *(f"{round(amount / 1000)}k" for amount in money),
        *(f"{mean:.1f}" for mean in means),
        *map(str, counts),
    ]
