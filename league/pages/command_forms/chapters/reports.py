"""The form with which a commissioner accepts a report: a claimed one, or their own. Rule DM-C-090."""

from __future__ import annotations

from typing import Any

from django import forms

from journal.input_validation import LONGEST_REASON
from league.models import Calendar, ReportClaim
from league.packet_statements import packet_statement_digest
from league.pages.command_forms.base import register_form
from league.pages.command_forms.chapters.match_day import OneMatchForm
from league.pages.number_fields import WholeNumberField
from league.pages.reports.fields import ReportFields, TeamFields
from league.pages.reports.form_layout import WrongFields, wrong_fields
from league.queries.report_claims import claims_of
from scheduling.claims import StalePacket
from scheduling.evidence import GRADE_TEXTS

FIGURE = "t:"
"""The prefix of the fields of teams, which every filled-in report has."""


@register_form("accept_report")
class AcceptReportForm(OneMatchForm):
    """Accept a report: one that a side claims, or one filled in by the commissioner."""

    title = "Accept a report"
    verb = "Accept it"
    lead = "Check every team, driver and car of the line-ups. Ranks follow from the points."
    final = "Cloning, bills and money follow at once. An amend can correct a mistake later."
    throws = True
    template = "league/desk/report.html"
    claim = WholeNumberField(required=False, widget=forms.HiddenInput)

    def lay_out(self) -> None:
        """Add the fields of every team, driver and car of the chosen match."""
        super().lay_out()
        self._add_reason()
        self.match_fields: ReportFields | None = None
        self.claimed: ReportClaim | None = None
        match = self.chosen_match
        if match is None or match.step not in self.row.steps:
            return
        self.claimed = self._claim_to_show(match.id)
        if self.is_bound and not any(name.startswith(FIGURE) for name in self.data):
            return
        document = self.written["report"] if self.written else self.claimed.document if self.claimed else {}
        self.match_fields = ReportFields(self.desk.season, match, self.desk.called, document)
        self.fields["match"].widget = forms.HiddenInput()
        self.match_fields.add_to(self)

    def _add_reason(self) -> None:
        """Ask for the reason for accepting a report with less evidence than the league requires."""
        calendar: Calendar | None = getattr(self.desk.row.league, "calendar", None)
        if calendar is not None and calendar.least_evidence and not self.written:
            self.fields["reason"] = forms.CharField(
                label="Reason",
                required=False,
                max_length=LONGEST_REASON,
                help_text=f"Needed where it has less than {GRADE_TEXTS[calendar.least_evidence]}. Everybody can "
                "read it.",
            )

    @property
    def teams(self) -> list[TeamFields]:
        """The teams as the form's template lays them out."""
        return self.match_fields.teams(self) if self.match_fields else []

    @property
    def wrong_fields(self) -> WrongFields | None:
        """What has errors of the report that is filled in, None if no field has."""
        return wrong_fields(self.teams)

    def focus_first_error(self) -> None:
        """Give the focus to the first field of the page that has errors."""
        if wrong := self.wrong_fields:
            wrong.focus_first()
        else:
            super().focus_first_error()

    @property
    def claimed_by(self) -> str:
        """The franchise whose claim fills in the form; "" for a commissioner's claim, or if there is none."""
        return self.desk.called.franchise(self.claimed.side) if self.claimed and self.claimed.side else ""

    def document(self) -> dict[str, Any]:
        """The match, with the claimed or filled-in report."""
        doc = {"type": self.tag, "match": self.cleaned_data["match"]}
        if self.match_fields is not None:
            return {**doc, "report": self.match_fields.report(self.cleaned_data)}
        if self.claimed is None and self.cleaned_data.get("claim"):
            raise StalePacket(
                f"That report does not fit what is locked for {doc['match']} now: look at its reports and "
                "choose another one."
            )
        return {**doc, **({"report": self.claimed.document} if self.claimed else {})}

    def _claim_to_show(self, match: str) -> ReportClaim | None:
        """The requested claim; if none is requested and the form is not posted, the last claim of the match.

        Claims about something other than what is locked now do not count.
        """
        requested = self.data.get("claim") if self.is_bound else self.initial.get("claim")
        claims = [] if self.written else list(claims_of(self.desk.row.pk, match))
        if claims:
            locked = packet_statement_digest(self.desk.row, self.desk.season, match)
            claims = [claim for claim in claims if claim.packet == locked]
        match_claim = next((claim for claim in claims if str(claim.pk) == str(requested or "")), None)
        return match_claim or (None if self.is_bound else next(iter(claims[::-1]), None))
