"""A league that has played on paper: the table to fill in, and what was filled in, read into a form."""

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
from rules.core.refusals import Malformed, Refusal

COMMAND_TAG = "open_from_sheet"
UNPROCESSABLE = 422
PLACEHOLDER_REASON = "–"
"""The reason while the form is only looked at: it is asked for when the sheet is taken up."""
XLSX_MEDIA_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@require_safe
def sheet_template(request: Any, league: str, season: str, kind: str) -> HttpResponse:
    """The table to fill in."""
    if kind not in {"csv", "xlsx"}:
        raise Http404("The table is there as CSV and as XLSX.")
    answer = (
        HttpResponse(template_csv(), content_type="text/csv; charset=utf-8")
        if kind == "csv"
        else HttpResponse(template_xlsx(), content_type=XLSX_MEDIA_TYPE)
    )
    answer["Content-Disposition"] = f'attachment; filename="opening-sheet.{kind}"'
    return answer


@require_POST
def read_sheet(request: Any, league: str, season: str) -> HttpResponse:
    """Read a file that was sent, and show the form with what it says; nothing is done to the season."""
    if not request.user.is_authenticated:
        return redirect_to_login(request, back=command_form_url(request.season.pk, COMMAND_TAG))
    if not may_give(request.viewer, FORMS[COMMAND_TAG].row_of()) or not request.viewer.is_commissioner:
        raise PermissionDenied("A league is brought in by its commissioners.")
    given = request.POST.copy()
    given["key"], given["seen"] = new_key(), str(request.season.length)
    faults: list[str] = []
    try:
        given["sheet"], given["rows"] = _parse_upload(request)
    except SheetUnreadable as no:
        faults = list(no.faults)
    except Refusal as no:
        faults = [no.sentence]
    given.setdefault("reason", PLACEHOLDER_REASON)
    form = bound_form(request.season, request.viewer, COMMAND_TAG, given=given)
    form.full_clean()
    given["reason"] = given["reason"].removeprefix(PLACEHOLDER_REASON)
    if faults:
        form.errors.clear()
        form.add_error(None, faults)
    trial = None if form.errors else preview_form(form)
    context = {**command_page(form, trial=trial), "gives_at": command_form_url(request.season.pk, COMMAND_TAG)}
    context["rounds_before"] = request.POST.get("rounds_before", "")
    return render(request, form.template, context, status=UNPROCESSABLE if faults else 200)


def _parse_upload(request: Any) -> tuple[str, str]:
    """The sheet as JSON, and the rows its ids come from. Raises `Malformed` or `SheetUnreadable`."""
    sent = request.FILES.get("file")
    if sent is None:
        raise Malformed("No file was sent: choose a JSON, CSV or XLSX file.")
    if sent.size > LARGEST_FILE:
        raise Malformed(f"That file has more than {LARGEST_FILE // 1_000_000} MB: send the sheet alone.")
    content = sent.read()
    if sent.name.lower().endswith(".json"):
        try:
            return content.decode("utf-8-sig"), ""
        except UnicodeDecodeError:
            raise Malformed("That file is not UTF-8 text: save the sheet as JSON in UTF-8.") from None
    before = request.POST.get("rounds_before", "").strip()
    if before and not (before.isdecimal() and len(before) < 4):
        raise Malformed(f"{before[:20]!r} is no number of rounds: say how many were played before.")
    drawn = sheet_of_rows(rows_of_file(sent.name, content), rounds_before=int(before or 0))
    return json.dumps(drawn.sheet, indent=1, ensure_ascii=False), json.dumps(drawn.rows)
