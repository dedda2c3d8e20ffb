"""Accepting a report, once all of it agrees with the line-ups. Rules DM-C-090, DM-C-091, DM-M-038, DM-M-140."""

from __future__ import annotations

from dataclasses import dataclass

from rules.campaign.core.command import Command, Giver, command
from rules.campaign.core.facts import Fact, fact
from rules.campaign.core.state import Season
from rules.campaign.match_day.report_checks import refuse_false_report
from rules.core.canonical_json import json_digest
from rules.core.dice import Dice
from rules.core.refusals import Refusal
from rules.core.terms import MatchId
from rules.match.report import EVIDENCE, Report, normalized_report


@fact
@dataclass(frozen=True, slots=True, kw_only=True)
class ReportAccepted(Fact):
    """A match's result is final; `digest` is the SHA-256 of the report's JSON with defaults left out."""

    says = "The report of {match} was accepted."
    match: MatchId
    digest: str


class EvidenceUnknown(Refusal):
    """The result is said to have a grade of evidence that does not exist."""


def figures_digest(report: Report) -> str:
    """SHA-256 of what a report claims, 64 hex digits; its source and the order of its lines make no difference."""
    return json_digest(normalized_report(report))


def report_digest(report: Report) -> str:
    """SHA-256 of the report's deterministic JSON, 64 hex digits."""
    return json_digest(report)


@command(steps=("M4",), by=Giver.COMMISSIONER)
@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptReport(Command):
    """Accept the report of a match: every team, driver and car of its line-ups, once each (DM-C-090).

    `evidence` is the grade of evidence for the report, or empty if none is stated. No rule reads it.
    """

    match: MatchId
    report: Report
    evidence: str = ""

    def perform(self, season: Season, dice: Dice) -> list[Fact]:  # noqa: ARG002 - every command is given dice
        """Raises `EvidenceUnknown`, or the refusals of `report_checks`."""
        match = season.match(self.match)
        if self.evidence and self.evidence not in EVIDENCE:
            raise EvidenceUnknown(f"No report is proven by {self.evidence[:40]!r}: leave it out.")
        refuse_false_report(season, match, self.report)
        match.outcome, match.step = self.report, "M5.1"
        return [ReportAccepted(rule="DM-C-090", match=self.match, digest=report_digest(self.report))]
