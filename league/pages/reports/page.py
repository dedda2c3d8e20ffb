"""Where a match is reported: the form for whoever has a say, what each side claims, and where they differ.

Rules DM-C-090, DM-M-140.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.conf import settings
from django.http import QueryDict

from explain import links
from explain.printed_names import as_title, ruleset_title
from league.access import Viewer
from league.models import League, ReportClaim, Season
from league.packet_statements import packet_statement_digest
from league.pages.base_context import franchise_color, match_base_context
from league.pages.command_forms.base import new_key
from league.pages.command_forms.context import CommandContext, command_context
from league.pages.matches.labels import fixture_label
from league.pages.reports.differences import ReportDifference, report_differences
from league.pages.reports.fields import ReportFields, TeamFields
from league.queries.report_claims import agreed_claim, claims_of, standing_claims
from rules.campaign.core import state
from rules.campaign.core.codec import command_from_document
from rules.campaign.core.command import STEP_NAMES
from rules.campaign.match_day.report_acceptance import AcceptReport
from rules.match.report import Report
from scheduling.calendar import calendar_of
from scheduling.notices import franchise_owners

COMMISSIONER = "The commissioner"
CODE_LENGTH = 8
LINE_UPS_CHANGED = (
    "What is locked for the match has changed since this page was opened, and nothing was entered: look at it below, "
    "and enter the report again where it still holds."
)


class ReportForm(forms.Form):
    """A report as one side claims it."""

    side = forms.CharField(widget=forms.HiddenInput, required=False)
    key = forms.CharField(widget=forms.HiddenInput, initial=new_key, max_length=120)
    code = forms.CharField(widget=forms.HiddenInput, required=False)
    packet = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)
    """The digest of what was locked when the page was opened: the report is about that."""

    def __init__(
        self, fields: ReportFields, *, side: str, code: str, packet: str, given: QueryDict | None = None
    ) -> None:
        super().__init__(given, label_suffix="", initial={"side": side, "code": code, "packet": packet})
        self.match_fields, self.given = fields, given
        fields.add_to(self)

    @property
    def teams(self) -> list[TeamFields]:
        """The teams as the page lays them out."""
        return self.match_fields.teams(self)

    def focus_first_error(self) -> None:
        """Let the first field that is wrong have the focus when the page is shown."""
        first = next((name for name in self.fields if name in self.errors), None)
        if first is not None:
            self.fields[first].widget.attrs["autofocus"] = True

    def rebind_to_packet(self, packet: str) -> None:
        """Have the form be shown again as one about that packet."""
        if self.given is not None:
            self.data = again = self.given.copy()
            again["packet"] = packet

    def report(self) -> Report:
        """What was filled in. Raises `Malformed`."""
        document = {"type": "accept_report", "match": self.match_fields.match.id}
        made = command_from_document({**document, "report": self.match_fields.report(self.cleaned_data)})
        assert isinstance(made, AcceptReport)  # noqa: S101 - the tag says so
        return made.report


@dataclass(frozen=True, slots=True)
class ClaimLine:
    """A claim that counts: whose it is, when it was made, and whether it is the viewer's own."""

    id: int
    side: str
    name: str
    colour: str
    at: datetime
    own: bool
    agreeing: tuple[str, ...]
    """The other sides that claim the same."""
    first: bool
    """No line above it claims the same."""


@dataclass(frozen=True, slots=True)
class MatchToReport:
    """A match that is to be reported, as its page needs it: the desk, what is locked, and what is claimed."""

    desk: CommandContext
    match: state.Match
    packet: str
    """The digest of what is locked, "" unless the match awaits its report."""
    sides: tuple[str, ...]
    """For whom the viewer may claim: their teams in the match, and "" for a commissioner."""
    standing: tuple[ReportClaim, ...]

    def claim_of(self, side: str) -> ReportClaim | None:
        """What a side claims now."""
        return next((claim for claim in self.standing if claim.side == side), None)


def match_to_report(season: Season, viewer: Viewer, match: str) -> MatchToReport | None:
    """A match as its report page needs it, None when the season has no such match."""
    desk = command_context(season, viewer)
    found = desk.season.matches.get(match)
    if found is None:
        return None
    teams = {line_up.franchise for line_up in desk.season.line_ups_of(match)}
    own = tuple(each for each in desk.own if each in teams)
    sides = (*own, *([""] if viewer.is_commissioner else []))
    if found.step != "M4":
        return MatchToReport(desk, found, "", sides, ())
    packet = packet_statement_digest(desk.row, desk.season, match)
    standing = standing_claims(claims_of(season.pk, match), packet=packet)
    return MatchToReport(desk, found, packet, sides, tuple(standing))


def can_be_confirmed(asked: MatchToReport, *, side: str, person: int) -> bool:
    """Whether anybody but that person owns another team of the match than `side`, and so may confirm its report."""
    others = [
        line_up.franchise for line_up in asked.desk.season.line_ups_of(asked.match.id) if line_up.franchise != side
    ]
    return any(owner.user_id != person for owner in franchise_owners(asked.desk.row.league_id, others))


def fields_of(asked: MatchToReport, *, document: Mapping[str, Any] | None = None) -> ReportFields:
    """The fields of the match's report, filled in from a report where one is given."""
    desk = asked.desk
    return ReportFields(desk.season, asked.match, desk.called, document or {})


def form_for(asked: MatchToReport, *, side: str, code: str = "", given: QueryDict | None = None) -> ReportForm:
    """The form of a side: what it sent, what it claims now, or what another claims, for it to change."""
    first = asked.claim_of(side) or next(iter(asked.standing), None)
    return ReportForm(
        fields_of(asked, document=None if first is None else first.document),
        side=side,
        code=code,
        packet=asked.packet,
        given=given,
    )


def code_of(packet: str) -> str:
    """What is printed on the sheet of a match: the beginning of its packet's digest, such as `3F9A-21BC`."""
    first = packet[:CODE_LENGTH].upper()
    return f"{first[:4]}-{first[4:]}" if first else ""


def is_code_of(code: str, packet: str) -> bool:
    """Whether a code, however it was typed, is the one of what is locked."""
    plain = "".join(each for each in code.upper() if each.isalnum())
    return not plain or plain == code_of(packet).replace("-", "")


def report_page(
    *,
    league: League,
    season: Season,
    viewer: Viewer,
    asked: MatchToReport,
    form: ReportForm | None,
    side: str,
    code: str,
) -> dict[str, Any]:
    """The context of the page."""
    desk, match = asked.desk, asked.match
    if form is not None and form.is_bound:
        form.focus_first_error()
    stored = f"{season.pk}/{match.id}"
    agreed = agreed_claim(asked.standing)
    lines = [_line(desk, claim, asked) for claim in asked.standing]
    columns, differing = [line.name for line in lines], _differences(desk, asked.standing)
    own = asked.claim_of(side)
    return {
        **match_base_context(league, season, viewer, match=match.id, part="Report", balance=_balance(desk)),
        "match": match,
        "fixture": fixture_label(desk.season, desk.called, match.id),
        "title": as_title(match.event),
        "match_href": links.match_url(stored),
        "sheet_href": links.match_sheet_url(stored),
        "step": STEP_NAMES[match.step],
        "awaited": match.step == "M4",
        "too_early": match.step in ("M2", "M3"),
        "played_by": ruleset_title(match.ruleset) if match.ruleset else "",
        "code": code_of(asked.packet),
        "wrong_code": code if asked.packet and not is_code_of(code, asked.packet) else "",
        "form": form,
        "side": side,
        "side_name": _side_name(desk, side),
        "other_sides": [(each, _side_name(desk, each)) for each in asked.sides if each != side],
        "claims": lines,
        "columns": columns,
        "differences": differing,
        "differing": [(difference, tuple(zip(columns, difference.said, strict=True))) for difference in differing],
        "agreed": agreed and _line(desk, agreed, asked),
        "accepted_at": None if agreed is None else _acceptance_time(league, asked.standing),
        "own_claim": own,
        "confirmable": any(
            can_be_confirmed(asked, side=claim.side, person=getattr(claim, "person", 0))
            for claim in asked.standing[:1]
        ),
        "to_confirm": _to_confirm(asked, lines, side),
    }


def _to_confirm(asked: MatchToReport, lines: Sequence[ClaimLine], side: str) -> list[ClaimLine]:
    """The claims of others that a team may still confirm; a commissioner accepts instead."""
    own = asked.claim_of(side)
    others = {claim.pk for claim in asked.standing if own is None or claim.digest != own.digest}
    return [line for line in lines if side and line.side != side and line.id in others]


def _line(desk: CommandContext, claim: ReportClaim, asked: MatchToReport) -> ClaimLine:
    alike = [other for other in asked.standing if other.digest == claim.digest]
    return ClaimLine(
        id=claim.pk,
        side=claim.side,
        name=_side_name(desk, claim.side),
        colour=franchise_color(claim.side) if claim.side else "",
        at=claim.at,
        own=claim.actor in desk.viewer.handles,
        agreeing=tuple(_side_name(desk, other.side) for other in alike if other.pk != claim.pk),
        first=alike[0].pk == claim.pk,
    )


def _side_name(desk: CommandContext, side: str) -> str:
    return desk.called.franchise(side) if side else COMMISSIONER


def _differences(desk: CommandContext, standing: Sequence[ReportClaim]) -> list[ReportDifference]:
    return report_differences([claim.document for claim in standing], desk.called.names) if len(standing) > 1 else []


def _acceptance_time(league: League, standing: Sequence[ReportClaim]) -> datetime | None:
    """When the clock accepts what the teams agree on; None where the commissioner does."""
    hours = calendar_of(league.pk).agreed_hours
    if hours is None:
        return None
    return max(claim.at for claim in standing) + timedelta(hours=hours / settings.CLOCK_SPEED)


def _balance(desk: CommandContext) -> int | None:
    owned = next((desk.season.franchises[id] for id in desk.own if id in desk.season.franchises), None)
    return None if owned is None else owned.balance
