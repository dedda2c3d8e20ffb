"""Opening sheets for leagues that played on paper: the table to fill in, and reading it into a form."""

from __future__ import annotations

import json
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from league.pages.command_forms.base import FORMS, new_key
from league.pages.command_forms.context import may_give
from league.pages.command_forms.opening_sheet_table import (
    LARGEST_FILE,
    SheetUnreadable,
    rows_of_file,
    sheet_of_rows,
    template_csv,
    template_xlsx,
)
from league.pages.command_forms.page import bound_form, command_form_url, command_page, preview_form
from league.pages.form_recovery import redirect_to_login
from league.queries.names import franchise_names
from rules.campaign.core.codec import parse_json
from rules.core.refusals import Malformed, Refusal

COMMAND_TAG = "open_from_sheet"
UNPROCESSABLE = 422
PLACEHOLDER_REASON = "–"
"""Stands in for the reason while the form is only previewed; the reason is required when the sheet is given."""
XLSX_MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@require_safe
def sheet_template(request: Any, league: str, season: str, kind: str) -> HttpResponse:
    """The empty table as a CSV or XLSX file."""
    if kind not in {"csv", "xlsx"}:
        raise Http404("The table is there as CSV and as XLSX.")
    response = (
        HttpResponse(template_csv(), content_type="text/csv; charset=utf-8")
        if kind == "csv"
        else HttpResponse(template_xlsx(), content_type=XLSX_MEDIA_TYPE)
    )
    response["Content-Disposition"] = f'attachment; filename="opening-sheet.{kind}"'
    return response


@require_POST
def read_sheet(request: Any, league: str, season: str) -> HttpResponse:
    """Read an uploaded sheet into the form of the command; the season is not changed."""
    if not request.user.is_authenticated:
        return redirect_to_login(request, back=command_form_url(request.season.pk, COMMAND_TAG))
    if not may_give(request.viewer, FORMS[COMMAND_TAG].row_of()) or not request.viewer.is_commissioner:
        raise PermissionDenied("Only the league's commissioners can import a league.")
    form_fields = request.POST.copy()
    form_fields["key"], form_fields["seen"] = new_key(), str(request.season.length)
    errors: list[str] = []
    try:
        form_fields["sheet"], form_fields["rows"] = _parse_upload(request)
    except SheetUnreadable as refusal:
        errors = list(refusal.faults)
    except Refusal as refusal:
        errors = [refusal.sentence]
    form_fields.setdefault("reason", PLACEHOLDER_REASON)
    form = bound_form(request.season, request.viewer, COMMAND_TAG, given=form_fields)
    form.full_clean()
    form_fields["reason"] = form_fields["reason"].removeprefix(PLACEHOLDER_REASON)
    if errors:
        form.errors.clear()
        form.add_error(None, errors)
    trial = None if form.errors else preview_form(form)
    context = {**command_page(form, trial=trial), "gives_at": command_form_url(request.season.pk, COMMAND_TAG)}
    context["rounds_before"] = request.POST.get("rounds_before", "")
    return render(request, form.template, context, status=UNPROCESSABLE if errors else 200)


def _parse_upload(request: Any) -> tuple[str, str]:
    """The sheet as JSON, and as JSON the rows its ids come from. Raises `Malformed` or `SheetUnreadable`."""
    upload = request.FILES.get("file")
    if upload is None:
        raise Malformed("No file was sent: choose a JSON, CSV or XLSX file.")
    if upload.size > LARGEST_FILE:
        raise Malformed(f"That file has more than {LARGEST_FILE // 1_000_000} MB: send only the sheet.")
    content = upload.read()
    rounds_before = request.POST.get("rounds_before", "").strip()
    if rounds_before and not (rounds_before.isdecimal() and len(rounds_before) < 4):
        raise Malformed(f"{rounds_before[:20]!r} is not a number of rounds: say how many were played before.")
    if upload.name.lower().endswith(".json"):
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise Malformed("That file is not UTF-8 text: save the sheet as JSON in UTF-8.") from None
        _refuse_other_rounds(text, int(rounds_before or 0))
        return text, ""
    parsed = sheet_of_rows(
        rows_of_file(upload.name, content),
        rounds_before=int(rounds_before or 0),
        known=franchise_names(request.league.pk),
    )
    return json.dumps(parsed.sheet, indent=1, ensure_ascii=False), json.dumps(parsed.rows)


def _refuse_other_rounds(text: str, rounds_before: int) -> None:
    """Raise `Malformed` where the field says another number of rounds than the JSON, whose own number counts."""
    document = parse_json(text)
    sheet = document.get("sheet", document) if isinstance(document, dict) else {}
    said = sheet.get("rounds_before", 0) if isinstance(sheet, dict) else 0
    if rounds_before and said != rounds_before:
        raise Malformed(
            f"The field says that {rounds_before} rounds were played on paper, and the file says {str(said)[:20]}: "
            "write the same in both."
        )
