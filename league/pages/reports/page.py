"""The page on which a match is reported: the form, the claims of each side, and where they differ.

Rules DM-C-090, DM-M-140.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.humanize.templatetags.humanize import apnumber
from django.http import QueryDict

from explain import links
from explain.printed_names import as_title, ruleset_title
from league.access import Viewer
from league.models import Duel, League, ReportClaim, Season
from league.packet_statements import packet_statement_digest
from league.pages.base_context import franchise_color, match_base_context
from league.pages.command_forms.base import new_key
from league.pages.command_forms.context import CommandContext, command_context
from league.pages.duels.report import duel_report_document
from league.pages.matches.labels import fixture_label
from league.pages.matches.questionnaires import versions_played
from league.pages.reports.claim_table import COLUMNS, ReportLabel, claim_table
from league.pages.reports.differences import ReportDifference, report_differences
from league.pages.reports.fields import ReportFields
from league.pages.reports.form_layout import TeamFields, WrongFields, match_sums, wrong_fields
from league.pages.reports.sources import ReportSource, report_sources, side_name
from league.queries.report_claims import agreed_claim, claims_of, standing_claims
from rules.campaign.core import state
from rules.campaign.core.codec import command_from_document
from rules.campaign.core.command import STEP_NAMES
from rules.campaign.match_day.reports import AcceptReport
from rules.match.report import Report
from scheduling.calendar import calendar_of
from scheduling.notices.inbox import franchise_owners

CODE_LENGTH = 8
MOST_SIDES_UNNAMED = 2
"""Of so many sides the other one is "they"; of more, each is named."""
LINE_UPS_CHANGED = (
    "The line-ups of the match have changed since you opened this page, so nothing was saved. Check them below "
    "and enter the report again."
)


class ReportForm(forms.Form):
    """A report as one side claims it."""

    side = forms.CharField(widget=forms.HiddenInput, required=False)
    key = forms.CharField(widget=forms.HiddenInput, initial=new_key, max_length=120)
    code = forms.CharField(widget=forms.HiddenInput, required=False)
    duel = forms.CharField(widget=forms.HiddenInput, required=False)
    """The number of the duel that the form was filled in from, empty for none."""
    packet = forms.CharField(widget=forms.HiddenInput, required=False, max_length=64)
    """The digest of what was locked when the page was opened, which is what the report is about."""

    def __init__(
        self,
        fields: ReportFields,
        *,
        side: str,
        code: str,
        packet: str,
        given: QueryDict | None = None,
        duel: int | None = None,
    ) -> None:
        initial = {"side": side, "code": code, "packet": packet, "duel": "" if duel is None else str(duel)}
        super().__init__(given, label_suffix="", initial=initial)
        self.match_fields, self.given = fields, given
        fields.add_to(self)

    @cached_property
    def teams(self) -> list[TeamFields]:
        """The teams as the page lays them out."""
        return self.match_fields.teams(self)

    @property
    def sums(self) -> tuple[tuple[str, str, int], ...]:
        """The totals of the match: each figure's name, its label and the sum."""
        return match_sums(self.teams)

    @property
    def wrong_fields(self) -> WrongFields | None:
        """What has errors, None if no field has."""
        return wrong_fields(self.teams)

    def focus_first_error(self) -> None:
        """Give the focus to the first field of the page that has errors."""
        if wrong := self.wrong_fields:
            wrong.focus_first()

    def rebind_to_packet(self, packet: str) -> None:
        """Make the form one about that packet when it is shown again."""
        if self.given is not None:
            self.data = renewed = self.given.copy()
            renewed["packet"] = packet

    def report(self) -> Report:
        """The report that was filled in. Raises `Malformed`."""
        document = {"type": "accept_report", "match": self.match_fields.match.id}
        command = command_from_document({**document, "report": self.match_fields.report(self.cleaned_data)})
        assert isinstance(command, AcceptReport)  # noqa: S101 - the tag says so
        return command.report


@dataclass(frozen=True, slots=True)
class ClaimLine:
    """A claim that counts: whose it is, when it was made, and whether the viewer made it."""

    id: int
    side: str
    name: str
    color: str
    at: datetime
    own: bool
    agreeing: tuple[str, ...]
    """The names of other sides that claim the same."""
    first: bool
    """Whether no line above it claims the same."""


@dataclass(frozen=True, slots=True)
class MatchToReport:
    """A match to be reported, with what its page needs; `standing` are the claims that count."""

    desk: CommandContext
    match: state.Match
    packet: str
    """The digest of what is locked, "" unless the match awaits its report."""
    sides: tuple[str, ...]
    """The sides for which the viewer may claim: their teams in the match, and "" for a commissioner."""
    standing: tuple[ReportClaim, ...]
    sources: tuple[ReportSource, ...] = ()
    """What can be compared: the claims that count, then the log of a duel that was fought for the match."""

    @property
    def match_words(self) -> str:
        """What the match is called within a sentence: "round 2, match A"."""
        return self.desk.called.match(self.match.id, in_sentence=True)

    def claim_of(self, side: str) -> ReportClaim | None:
        """The current claim of a side, None if it has none."""
        return next((claim for claim in self.standing if claim.side == side), None)


def match_to_report(season: Season, viewer: Viewer, match: str) -> MatchToReport | None:
    """A match with what its report page needs, None if the season has no such match."""
    desk = command_context(season, viewer)
    match_state = desk.season.matches.get(match)
    if match_state is None:
        return None
    teams = {line_up.franchise for line_up in desk.season.line_ups_of(match)}
    own = tuple(franchise for franchise in desk.own if franchise in teams)
    sides = (*own, *([""] if viewer.is_commissioner else []))
    if match_state.step != "M4":
        return MatchToReport(desk, match_state, "", sides, ())
    packet = packet_statement_digest(desk.row, desk.season, match)
    standing = tuple(standing_claims(claims_of(season.pk, match), packet=packet))
    sources = report_sources(desk, match_state, standing)
    return MatchToReport(desk, match_state, packet, sides, standing, sources)


def can_be_confirmed(to_report: MatchToReport, *, side: str, person: int) -> bool:
    """Whether someone other than that person owns another team than `side`, and so can confirm its report."""
    others = [
        line_up.franchise
        for line_up in to_report.desk.season.line_ups_of(to_report.match.id)
        if line_up.franchise != side
    ]
    return any(owner.user_id != person for owner in franchise_owners(to_report.desk.row.league_id, others))


def fields_of(to_report: MatchToReport, *, side: str, document: Mapping[str, Any] | None = None) -> ReportFields:
    """The fields of the match's report, with the values of a report document if there is one.

    Figures that differ from the log, or from what another side than this one claims, are marked.
    """
    desk = to_report.desk
    compared = tuple((source.word, source.document) for source in to_report.sources if source.side != side)
    return ReportFields(desk.season, to_report.match, desk.called, document or {}, compared)


def form_for(
    to_report: MatchToReport, *, side: str, code: str = "", given: QueryDict | None = None, duel: Duel | None = None
) -> ReportForm:
    """The form of a side: what it sent, else what a `duel` comes to, what it claims, or what another side claims."""
    initial_claim = to_report.claim_of(side) or next(iter(to_report.standing), None)
    document = None if initial_claim is None else initial_claim.document
    if duel is not None:
        document = duel_report_document(duel, to_report.desk.season)
    return ReportForm(
        fields_of(to_report, side=side, document=document),
        side=side,
        code=code,
        packet=to_report.packet,
        given=given,
        duel=None if duel is None else duel.number,
    )


def code_of(packet: str) -> str:
    """The code printed on a match's sheet: the beginning of its packet's digest, such as `3F9A-21BC`."""
    prefix = packet[:CODE_LENGTH].upper()
    return f"{prefix[:4]}-{prefix[4:]}" if prefix else ""


def is_code_of(code: str, packet: str) -> bool:
    """Whether a typed code is that of the packet; case and separators are ignored, and "" counts as right."""
    normalized = "".join(character for character in code.upper() if character.isalnum())
    return not normalized or normalized == code_of(packet).replace("-", "")


def report_page(
    *,
    league: League,
    season: Season,
    viewer: Viewer,
    asked: MatchToReport,
    form: ReportForm | None,
    side: str,
    code: str,
    duel: Duel | None = None,
) -> dict[str, Any]:
    """The context of the page; its form was filled in from the `duel`, if there is one.

    A form that was sent without errors is shown as a table first, to be looked over.
    """
    desk, match = asked.desk, asked.match
    if form is not None and form.is_bound:
        form.focus_first_error()
    match_id, name = f"{season.pk}/{match.id}", desk.called.match(match.id)
    agreed = agreed_claim(asked.standing)
    lines = [_line(desk, claim, asked) for claim in asked.standing]
    to_confirm = _to_confirm(asked, lines, side)
    reviewed = form is not None and form.is_bound and not form.errors
    shown = _own_source(form) if form is not None and reviewed else _source_to_show(asked, to_confirm)
    return {
        **match_base_context(
            league,
            season,
            viewer,
            match=match.id,
            name=desk.called.match(match.id),
            part="Report",
            balance=_balance(desk),
        ),
        "versions_played": versions_played(desk.row, match.answer_versions),
        "match": match,
        "match_name": name,
        "reported_by": "" if shown is None else _reporter(asked, shown),
        "fixture": fixture_label(desk.season, desk.called, match.id),
        "title": as_title(match.event),
        "match_href": links.match_url(match_id),
        "sheet_href": links.match_sheet_url(match_id),
        "step": STEP_NAMES[match.step],
        "awaited": match.step == "M4",
        "too_early": match.step in ("M2", "M3"),
        "played_by": ruleset_title(match.ruleset) if match.ruleset else "",
        "code": code_of(asked.packet),
        "wrong_code": code if asked.packet and not is_code_of(code, asked.packet) else "",
        "form": form,
        "side": side,
        "side_name": _side_name(desk, side),
        "other_sides": [
            (other_side, _side_name(desk, other_side)) for other_side in asked.sides if other_side != side
        ],
        "claims": lines,
        "agreed": agreed and _line(desk, agreed, asked),
        "accepted_at": None if agreed is None else _acceptance_time(league, asked.standing),
        "own_claim": asked.claim_of(side),
        "duel": duel,
        "duel_href": "" if duel is None else links.duel_url(season.pk, duel.number),
        "confirmable": any(
            can_be_confirmed(asked, side=claim.side, person=getattr(claim, "person", 0))
            for claim in asked.standing[:1]
        ),
        "to_confirm": to_confirm,
        "reviewed": reviewed,
        **_table_context(asked, shown, to_confirm, side=side),
    }


def _own_source(form: ReportForm) -> ReportSource:
    """What a form was filled in with, beside what others claim."""
    return ReportSource("", form["side"].value() or "", "you", "You", form.match_fields.report(form.cleaned_data))


def _source_to_show(to_report: MatchToReport, to_confirm: Sequence[ClaimLine]) -> ReportSource | None:
    """The claim that the page shows whole: the one to be confirmed, else the first that counts."""
    claims = [source for source in to_report.sources if not source.is_log]
    wanted = {str(line.id) for line in to_confirm[:1]}
    return next((source for source in claims if source.key in wanted), next(iter(claims), None))


def _reporter(to_report: MatchToReport, shown: ReportSource) -> str:
    """Who claimed first what is shown; those who claim the same later only confirm it."""
    digests = {str(claim.pk): claim.digest for claim in to_report.standing}
    same = [claim for claim in to_report.standing if claim.digest == digests.get(shown.key)]
    return side_name(to_report.desk.called, min(same, key=lambda claim: claim.pk).side) if same else ""


def _table_context(
    to_report: MatchToReport, shown: ReportSource | None, to_confirm: Sequence[ClaimLine], *, side: str
) -> dict[str, Any]:
    """What the page says of one report: its table, and every figure that another one has otherwise."""
    if shown is None:
        return {"table": [], "differences": []}
    desk, match = to_report.desk, to_report.match
    others = [
        source for source in to_report.sources if source.key != shown.key and (shown.key or source.side != side)
    ]
    claims = sum(not source.is_log for source in [shown, *others])
    several = max(claims, len(desk.season.line_ups_of(match.id))) > MOST_SIDES_UNNAMED
    compared = [(_label(source, side=side, several=several), source.document) for source in others]
    sources = [shown, *others]
    documents = [source.document for source in sources]
    differences = report_differences(documents, desk.called.names) if others else []
    return {
        "table": claim_table(desk.season, match.id, desk.called, shown.document, compared),
        "table_columns": COLUMNS,
        "shown": shown,
        "columns": [source.name for source in sources],
        "differences": differences,
        "differing": [
            (difference, tuple(zip(sources, difference.said, strict=True)), _preferred(sources))
            for difference in differences
        ],
        "differ_heading": _differ_heading(differences),
        "correctable": bool(shown.key and to_confirm and differences),
    }


def _label(source: ReportSource, *, side: str, several: bool) -> ReportLabel:
    """What names a report in the table; where `several` sides claim, their franchises are named."""
    if side and source.side == side:
        return ReportLabel("you")
    if source.is_log or not several:
        return ReportLabel(source.word)
    return ReportLabel(source.name, franchise_color(source.side) if source.side else "")


def _preferred(sources: Sequence[ReportSource]) -> str:
    """The source whose figures are chosen at first: the log if there is one, else the report that is shown."""
    return next((source for source in sources if source.is_log), sources[0]).key


def _differ_heading(differences: Sequence[ReportDifference]) -> str:
    if not differences:
        return ""
    count = len(differences)
    return "One figure differs" if count == 1 else f"{str(apnumber(count)).capitalize()} figures differ"


def _to_confirm(to_report: MatchToReport, lines: Sequence[ClaimLine], side: str) -> list[ClaimLine]:
    """The claims of others that a team can still confirm; a commissioner accepts them instead."""
    own_claim = to_report.claim_of(side)
    others = {claim.pk for claim in to_report.standing if own_claim is None or claim.digest != own_claim.digest}
    return [line for line in lines if side and line.side != side and line.id in others]


def _line(desk: CommandContext, claim: ReportClaim, to_report: MatchToReport) -> ClaimLine:
    alike = [other for other in to_report.standing if other.digest == claim.digest]
    return ClaimLine(
        id=claim.pk,
        side=claim.side,
        name=_side_name(desk, claim.side),
        color=franchise_color(claim.side) if claim.side else "",
        at=claim.at,
        own=claim.actor in desk.viewer.handles,
        agreeing=tuple(_side_name(desk, other.side) for other in alike if other.pk != claim.pk),
        first=alike[0].pk == claim.pk,
    )


def _side_name(desk: CommandContext, side: str) -> str:
    return side_name(desk.called, side)


def _acceptance_time(league: League, standing: Sequence[ReportClaim]) -> datetime | None:
    """When the clock accepts what the teams agree on; None if the commissioner accepts reports."""
    hours = calendar_of(league.pk).agreed_hours
    if hours is None:
        return None
    return max(claim.at for claim in standing) + timedelta(hours=hours / settings.CLOCK_SPEED)


def _balance(desk: CommandContext) -> int | None:
    franchise = next((desk.season.franchises[id] for id in desk.own if id in desk.season.franchises), None)
    return None if franchise is None else franchise.balance
