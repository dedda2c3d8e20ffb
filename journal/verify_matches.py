"""Verifies matches: replays every match resolved here from its log and compares it with the accepted report.

If the ruleset is not installed, or cannot replay the edition of the log, only digest and packet are checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from journal import entry_body as bodies
from journal.audit import Finding, unreadable_findings
from journal.match_logs import read_match_log
from journal.replay import state_after
from journal.state.row_validation import READ_ERRORS
from league.access import CLOCK
from league.models import Entry, MatchLog, Season
from league.queries.dice_keys import dice_of_match
from rules.campaign.core.codec import command_document, command_from_document
from rules.campaign.core.state import Season as SeasonState
from rules.campaign.match_day.reports import AcceptReport
from rules.campaign.match_day.resolution import acceptance_command, packet_to_resolve
from rules.core.dice import Dice
from rules.core.refusals import Refusal
from rules.match.packet import packet_digest
from rules.match.registry import rulesets
from rules.match.ruleset import OtherEdition, log_digest, with_source


@dataclass(slots=True)
class MatchVerification:
    """The result of replaying a season's logs: how many, why others were passed over, and what is wrong."""

    season: str
    played: int = 0
    passed_over: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def verify_matches(season_id: str) -> MatchVerification:
    """Replay every log of a season that can be replayed. Raises `Season.DoesNotExist`.

    If entries of the season cannot be read, only that is reported.
    """
    row = Season.objects.get(pk=season_id)
    verification = MatchVerification(row.pk, findings=unreadable_findings(row))
    for number, command in () if verification.findings else _resolved_reports(row):
        try:
            verification.findings += _match_findings(row, number, command, verification)
        except Refusal as refusal:
            verification.findings.append(Finding(number, refusal.sentence.rstrip(".")))
        except READ_ERRORS:
            verification.findings.append(
                Finding(number, f"{command.match} cannot be played again from what is kept of it")
            )
    return verification


def _resolved_reports(row: Season) -> Iterator[tuple[int, AcceptReport]]:
    """The entries that accepted a result resolved here; claimed results are left out, since they have evidence."""
    entries = Entry.objects.filter(season=row, command="accept_report", actor=CLOCK).order_by("number")
    for number, body in entries.values_list("number", "body"):
        try:
            command = command_from_document(bodies.load_body(body).command)
        except Refusal:  # the replay reports it
            continue
        if isinstance(command, AcceptReport) and command.report.source.packet and not command.evidence:
            yield number, command


def _match_findings(
    row: Season, number: int, command: AcceptReport, verification: MatchVerification
) -> Iterator[Finding]:
    source = command.report.source
    log_row = MatchLog.objects.filter(pk=source.log_digest, season=row).first()
    if log_row is None:
        yield Finding(number, f"the log of {command.match} is not kept")
        return
    packet, log = read_match_log(log_row)
    if log_digest(log) != source.log_digest:
        yield Finding(number, f"the log of {command.match} is not the one its result was accepted with")
    if packet_digest(packet) != source.packet:
        yield Finding(number, f"the packet of {command.match} is not the one it was resolved from")
        return
    before = state_after(row, number - 1)
    ruleset = next((candidate for candidate in rulesets() if candidate.name == log_row.ruleset), None)
    try:
        resolution = None if ruleset is None else ruleset.replay(packet, log, _dice(row, before, command.match))
    except OtherEdition:
        resolution = None
    if resolution is None:
        verification.passed_over.append(
            f"{command.match}: edition {log_row.edition} of {log_row.ruleset} is not here"
        )
        return
    made_now = replace(packet_to_resolve(before, command.match), edition=packet.edition)
    if packet_digest(made_now) != source.packet:
        yield Finding(number, f"{command.match} was resolved from another packet than its line-ups make")
    replayed = with_source(packet, resolution)
    verification.played += 1
    if command_document(acceptance_command(before, replayed.report, match=command.match)) != command_document(
        command
    ):
        yield Finding(number, f"{command.match} comes out otherwise when it is played again from its log")


def _dice(row: Season, season: SeasonState, match: str) -> Dice:
    return dice_of_match(row, match, words=season.match(match).words).dice()
