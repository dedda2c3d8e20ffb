"""Forms of commands: shown, tried, given and filled in from a sheet. What was typed survives an expired login."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from explain import links
from explain.command_preview import CommandPreview
from journal.writer import OutOfDate
from league.access import NotAMember, NotYours
from league.middleware import CARD_WAITS
from league.models import Season
from league.pages.command_forms.answers import answer_section, return_url, success_message, teams_with_new_card
from league.pages.command_forms.base import FORMS, CommandForm, new_key
from league.pages.command_forms.context import NobodyHere, may_give
from league.pages.command_forms.opening_sheet_table import (
    LARGEST_FILE,
    SheetUnreadable,
    rows_of_file,
    sheet_of_rows,
    template_csv,
    template_xlsx,
)
from league.pages.command_forms.page import bound_form, command_form_url, command_page, preview_form, unbound_form
from league.pages.dice.receipt_cookie import set_receipt_cookie
from league.pages.dice.words import submitted_words
from league.pages.form_recovery import LOGIN_EXPIRED, UNKNOWN_BUTTON, redirect_to_login, restore_form
from league.pages.matches.reward import set_card_cookie
from league.queries.names import franchise_names
from rules.campaign.core.codec import parse_json
from rules.core.dice import NeedsDice
from rules.core.refusals import Malformed, Refusal
from scheduling.first_names import with_proper_names
from scheduling.rulings import perform_or_request_approval

UNPROCESSABLE, CONFLICT, FORBIDDEN = 422, 409, 403
GIVE, TRY = "give", "try"
UNCHANGED = "That is as it was already: nothing had to change."
NOT_YOUR_FRANCHISE = "That franchise is another's: only its owner, or a commissioner, acts for it."


@never_cache
def command(request: Any, league: str, season: str, tag: str) -> HttpResponse:
    """The form of a command; POST tries it (`act=try`) or gives it (`act=give`)."""
    if tag not in FORMS:
        raise Http404("There is no such command.")
    if not request.user.is_authenticated:
        return redirect_to_login(request)
    if not may_give(request.viewer, FORMS[tag].row_of()):
        raise PermissionDenied("That is for the league's commissioners, or for a franchise's owner.")
    restored = restore_form(request)
    if request.method != "POST" and restored is None:
        form = unbound_form(request.season, request.viewer, tag, asked=request.GET)
        _check_own_franchise(form)
        return _render_form(request, form, status=200)
    form = bound_form(request.season, request.viewer, tag, given=restored or request.POST)
    if restored is not None:
        _check_own_franchise(form)
        messages.info(request, LOGIN_EXPIRED)
        form.renew()
        return _render_form(request, form, status=200)
    if form.desk.is_forbidden:
        return _render_refusal(request, form, NobodyHere(NOT_YOUR_FRANCHISE))
    act = request.POST.get("act", GIVE)
    if act not in (GIVE, TRY):
        return _render_refusal(request, form, Malformed(UNKNOWN_BUTTON))
    if not form.is_valid():
        return _render_form(request, form, status=UNPROCESSABLE)
    if act == GIVE:
        return _give_command(request, form)
    refusal = _name_refusal(form)
    return _render_form(request, form, status=200) if refusal is None else _render_refusal(request, form, refusal)


def _name_refusal(form: CommandForm) -> Refusal | None:
    """Why a name that the form gives would be refused, which a preview by the rules does not say; else None."""
    try:
        commands = form.commands()
    except Refusal:
        return None
    try:
        with_proper_names(form.desk.row, commands)
    except Refusal as refusal:
        return refusal
    return None


def _check_own_franchise(form: CommandForm) -> None:
    """Raise `PermissionDenied` if the person may not act for the form's franchise, whose choices are secret."""
    if form.desk.is_forbidden:
        raise PermissionDenied(NOT_YOUR_FRANCHISE)


def _give_command(request: Any, form: CommandForm) -> HttpResponse:
    """Give the command and redirect to the page it came from, or show the form again with the refusal."""
    desk, at = form.desk, timezone.now()
    if form.is_done():
        url = return_url(form)
        messages.success(request, UNCHANGED, extra_tags=answer_section(url))
        return HttpResponseRedirect(url)
    try:
        member = desk.membership_for(form.row)
        outcome = perform_or_request_approval(
            desk.row,
            desk.season,
            form.commands(),
            member=member,
            at=at,
            key=form.cleaned_data["key"],
            on_behalf_of=desk.on_behalf_of(form.row),
            reason=form.cleaned_data.get("reason", ""),
            seen=form.cleaned_data["seen"],
            typed=form.read_typed_faces(member.handle),
            words=submitted_words(request.POST),
        )
    except NeedsDice as needs_dice:
        form.add_faces_field(needs_dice)
        return _render_form(request, form, status=UNPROCESSABLE)
    except Refusal as refusal:
        return _render_refusal(request, form, refusal)
    if outcome.answer is None:
        messages.info(request, outcome.waiting_message)
        return HttpResponseRedirect(links.rulings_url(desk.row.pk))
    url = return_url(form)
    messages.success(request, success_message(form, outcome.answer), extra_tags=answer_section(url))
    response = HttpResponseRedirect(url)
    own = None if desk.row.forked_from else request.viewer.franchise
    if own is not None and links.short_id(own.pk) in teams_with_new_card(outcome.answer):
        set_card_cookie(response, desk.row.league_id, CARD_WAITS)
    return set_receipt_cookie(response, outcome.answer.entries[-1].entry, at=at)


def _render_refusal(request: Any, form: CommandForm, refusal: Refusal) -> HttpResponse:
    """The form again, built from the season's current state, with the typed values and the refusal."""
    current_row = Season.objects.select_related("league").get(pk=form.desk.row.pk)
    new_form = bound_form(current_row, request.viewer, form.tag, given=request.POST)
    new_form.is_valid()
    trial = preview_form(new_form) if isinstance(refusal, OutOfDate) else None
    new_form.add_refusal(refusal)
    new_form.renew()
    match refusal:
        case OutOfDate():
            status = CONFLICT
        case NotYours() | NotAMember() | NobodyHere():
            status = FORBIDDEN
        case _:
            status = UNPROCESSABLE
    return _render_with_preview(request, new_form, trial, status=status)


def _render_form(request: Any, form: CommandForm, *, status: int) -> HttpResponse:
    return _render_with_preview(request, form, None if form.errors else preview_form(form), status=status)


def _render_with_preview(
    request: Any, form: CommandForm, trial: CommandPreview | None, *, status: int
) -> HttpResponse:
    if trial is not None and trial.refusal and not form.is_bound:
        trial = replace(trial, not_now=True) if trial.not_now or not form.has_open_fields else None
    return render(request, form.template, command_page(form, trial=trial, at=timezone.now()), status=status)


COMMAND_TAG = "open_from_sheet"
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
