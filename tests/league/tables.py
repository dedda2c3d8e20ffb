"""Matches that people report and play at their own table by a ruleset, with their own dice or the season's."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.match_day.packet_builder import build_packet
from rules.campaign.match_day.resolution import acceptance_command, resolve_packet
from rules.core.dice import Dice, KeyRing
from rules.match.packet import Packet
from rules.match.report import Report
from tests.league.league_cache import built_once
from tests.league.small_league import SECRET, Table, signed

OWN = b"a table of our own"
PAIR = ("razors", "saints")


@built_once
def locked_for_a_table(*, event: str = "race", heats: int = 1) -> Table:
    """A league whose first match, between two teams, is locked and will be reported by people."""
    table = signed(franchises=PAIR)
    plan = {"match": "m1", "event": event, "franchises": list(PAIR), "heats": heats}
    table.give("announce_round", round="r1", matches=[plan])
    for franchise in PAIR:
        seats = [{"car": f"{franchise}.car{number}", "driver": f"{franchise}.d{number}"} for number in (1, 2)]
        table.give(
            "name_line_up", by=franchise, franchise=franchise, match="m1", seats=seats, words=f"{franchise} first"
        )
    table.give("lock_line_ups", match="m1")
    return table


@dataclass(frozen=True)
class AtATable:
    """The result of a match played at a table: its packet, its report and its log."""

    packet: Packet
    report: Report
    log: bytes


def played_at_a_table(table: Table, ruleset: str, *, secret: bytes = OWN) -> AtATable:
    """A league's match played by a ruleset, with the table's own dice."""
    season = table.state
    packed = build_packet(season, "m1", by=ruleset)
    words = {match.id: match.words for match in season.matches.values()}
    result = resolve_packet(packed, Dice(KeyRing(secret, words)))
    return AtATable(packed, acceptance_command(season, result.report, match="m1").report, result.log)


def played_by_the_season(table: Table, ruleset: str) -> AtATable:
    """A league's match played by a ruleset with the season's own dice, which only the site has."""
    return played_at_a_table(table, ruleset, secret=SECRET)
