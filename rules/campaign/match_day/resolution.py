"""Resolving a match here: its ruleset plays the locked packet and returns a report. Rules DM-C-090, DM-M-140."""

from __future__ import annotations

from dataclasses import replace

from rules.campaign.core.state import Match, Season
from rules.campaign.match_day.packet_builder import build_line_up_packet, build_packet
from rules.campaign.match_day.reports import AcceptReport
from rules.core.dice import Dice
from rules.core.refusals import Refusal
from rules.core.terms import MatchId
from rules.match.packet import Packet
from rules.match.registry import get_ruleset
from rules.match.report import Report, TeamReport
from rules.match.ruleset import ErrorDetail, Resolution, with_source


class NotResolvedHere(Refusal):
    """The match is reported by people and not resolved by a ruleset."""


def matches_awaiting_resolution(season: Season) -> list[Match]:
    """The locked matches of open rounds that a ruleset resolves, in their order."""
    return [
        match
        for round in season.open_rounds()
        for match in season.matches_of(round.id)
        if match.step == "M4" and match.ruleset
    ]


def packet_to_resolve(season: Season, match: str) -> Packet:
    """The packet of a locked match that a ruleset resolves. Raises `NotResolvedHere`, `NotLocked` or `Unknown`."""
    if not season.match(match).ruleset:
        raise NotResolvedHere(f"{match} is resolved by no ruleset: report what came of it.")
    return build_packet(season, match)


def resolve_packet(packed: Packet, dice: Dice) -> Resolution:
    """Play a packet by its ruleset, and name the ruleset, edition, packet and log in the source of its report.

    Raises whatever the ruleset's `resolve` raises.
    """
    return with_source(packed, get_ruleset(packed.ruleset).resolve(packed, dice))


def line_up_shortfalls(season: Season, match: str, franchise: str) -> list[ErrorDetail]:
    """What the match's ruleset finds wrong with a line-up, warnings included; empty if people report the match.

    The wording is the ruleset's own, so it is shown and never journaled.
    """
    line_up = season.line_up(match, franchise)
    ruleset = season.match(match).ruleset
    return get_ruleset(ruleset).packet_warnings(build_line_up_packet(season, line_up)) if ruleset else []


def acceptance_command(season: Season, report: Report, *, match: str) -> AcceptReport:
    """The command that accepts a resolved match's report; teams that forfeited are added last, with 0 points."""
    last = 1 + sum(team.points > 0 for team in report.teams)
    absent = [
        TeamReport(franchise=line_up.franchise, points=0, rank=last)
        for line_up in season.line_ups_of(match)
        if line_up.forfeited
    ]
    return AcceptReport(match=MatchId(match), report=replace(report, teams=[*report.teams, *absent]))
