"""Duels at a referee's table: the list, opening one, its page, and what scripts read and send."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpResponse, HttpResponseNotModified, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from explain import links
from league.models import Duel, Membership
from league.pages.duels.actions import (
    NOT_THE_REFEREE,
    act_at_table,
    is_referee,
    may_enter,
    read_actions,
    referee_actor,
    set_reported,
)
from league.pages.duels.forms import FEWEST_ROWS, EventForm, RulingForm
from league.pages.duels.opening import open_duel
from league.pages.duels.page import duel_page, duelist_choices, duels_page, event_form, new_duel_page
from league.pages.duels.state import duel_state
from league.pages.duels.table import DuelTable, duel_file, duel_frame, load_table
from league.pages.form_recovery import UNKNOWN_BUTTON, redirect_to_login, restore_form_and_notify
from league.pages.number_fields import whole_number
from league.queries.referee_table import duel_version, duel_with_number
from rules.campaign.core.codec import parse_json
from rules.core.refusals import Malformed, Refusal

UNPROCESSABLE, TOO_LARGE, FORBIDDEN, UNAUTHORIZED = 422, 413, 403, 401
DONE = {
    "enter": "Entered.",
    "undo": "Undone.",
    "redo": "It stands again.",
    "close": "The phase is closed.",
    "reopen": "The phase is open again.",
    "rule": "The credit is ruled.",
}


@require_safe
def duels(request: Any, league: str, season: str) -> HttpResponse:
    """The duels of a season."""
    context = duels_page(league=request.league, season=request.season, viewer=request.viewer)
    return render(request, "league/duels.html", context)


def new_duel(request: Any, league: str, season: str) -> HttpResponse:
    """The form that opens a duel; POST opens it, or adds rows to the form, for commissioners."""
    if request.method != "POST":
        _commissioner(request)
        return _render_new(request, restore_form_and_notify(request))
    actor = _commissioner(request).handle
    if request.POST.get("act") == "more_rows":
        return render(request, "league/duel_new.html", _new_context(request, None, typed=request.POST.dict()))
    context = _new_context(request, request.POST)
    form = context["form"]
    if form.is_valid():
        try:
            row = open_duel(
                request.season,
                title=" ".join(form.cleaned_data["title"].split()),
                match=form.cleaned_data["match"],
                entrants=form.entrants(),
                speeds=form.speeds(),
                arena=form.arena(),
                arena_points=form.arena_points(),
                actor=actor,
                key=form.cleaned_data["key"],
                at=timezone.now(),
            )
        except Refusal as refusal:
            faults = refusal.together or (refusal,)
            context["refused"] = tuple(dict.fromkeys(fault.sentence for fault in faults))
        else:
            return HttpResponseRedirect(links.duel_url(request.season.pk, row.number))
    return render(request, "league/duel_new.html", context, status=UNPROCESSABLE)


@never_cache
def duel(request: Any, league: str, season: str, number: int) -> HttpResponse:
    """A duel; POST is what the referee does without scripts, one action at a time."""
    row = _duel_or_404(request, number)
    if request.method != "POST":
        restore_form_and_notify(request)
        return _render_duel(request, load_table(row), wanted=request.GET.get("type", ""))
    if not request.user.is_authenticated:
        return redirect_to_login(request)
    if not is_referee(request.viewer, row):
        raise PermissionDenied(NOT_THE_REFEREE)
    act = request.POST.get("act", "")
    if act == "open_again":
        return _open_again(request, row)
    if act not in DONE:
        return _render_duel(request, load_table(row), refused=UNKNOWN_BUTTON, status=UNPROCESSABLE)
    return _act_by_form(request, row, act)


@never_cache
@require_safe
def duel_state_json(request: Any, league: str, season: str, number: int) -> HttpResponse:
    """A duel as JSON; 304 if `since`, or the ETag that was sent, is its version."""
    version = duel_version(request.season.pk, number)
    if version is None:
        raise Http404("There is no such duel.")
    tag = f'"{version}"'
    if whole_number(request.GET.get("since", "")) == version or request.headers.get("If-None-Match") == tag:
        unchanged = HttpResponseNotModified()
        unchanged["ETag"] = tag
        return unchanged
    row = _duel_or_404(request, number)
    response = JsonResponse(_state(request, load_table(row)))
    response["ETag"] = f'"{row.version}"'
    return response


@never_cache
@require_POST
def duel_actions(request: Any, league: str, season: str, number: int) -> JsonResponse:
    """Take the actions that a referee's screen sends; each is taken or refused by itself."""
    row = _duel_or_404(request, number)
    if not request.user.is_authenticated:
        return JsonResponse(
            {"sentence": "Your log-in has run out: log in again, and send it again."}, status=UNAUTHORIZED
        )
    if not is_referee(request.viewer, row):
        return JsonResponse({"sentence": NOT_THE_REFEREE}, status=FORBIDDEN)
    try:
        actions = read_actions(parse_json(request.body))
    except RequestDataTooBig:
        return JsonResponse({"sentence": "That is too much at once: send fewer actions at a time."}, status=TOO_LARGE)
    except Refusal as refusal:
        return JsonResponse({"sentence": refusal.sentence}, status=UNPROCESSABLE)
    handle = referee_actor(request.viewer, row)
    results = act_at_table(row, actions, actor=handle, at=timezone.now())
    table = load_table(_duel_or_404(request, number))
    return JsonResponse({"results": [result.document() for result in results], "state": _state(request, table)})


@require_safe
def duel_document(request: Any, league: str, season: str, number: int) -> HttpResponse:
    """A duel as a file, which `manage.py score` scores to the same sheet."""
    row = _duel_or_404(request, number)
    response = HttpResponse(duel_file(load_table(row)), content_type="application/json")
    name = f"{request.league.pk}-{request.season.name}-duel-{number}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@require_safe
def duel_report(request: Any, league: str, season: str, number: int) -> HttpResponse:
    """The report of the duel's match, filled in from the duel."""
    row = _duel_or_404(request, number)
    if not request.user.is_authenticated:
        return redirect_to_login(request)
    if not is_referee(request.viewer, row):
        raise PermissionDenied("Only the referee of a duel reports it: a commissioner, or the person who opened it.")
    if not row.match:
        messages.info(request, "This duel is for no match of the season, so there is nothing to report.")
        return HttpResponseRedirect(links.duel_url(request.season.pk, number))
    if row.ended is None:
        messages.info(request, "The duel is not over: close its phases to the end, and report it then.")
        return HttpResponseRedirect(links.duel_url(request.season.pk, number))
    return HttpResponseRedirect(f"{links.report_url(f'{request.season.pk}/{row.match}')}?duel={number}")


def _act_by_form(request: Any, row: Duel, act: str) -> HttpResponse:
    """Perform the one action of a form."""
    table = load_table(row)
    form: EventForm | None = None
    ruling: RulingForm | None = None
    try:
        action: dict[str, Any] = {"act": act, "key": request.POST.get("key", "")}
        if act == "enter":
            form = _typed_event(request, table)
            _refuse_incomplete(form)
            action["event"] = form.event()
        elif act == "rule":
            ruling = RulingForm(request.POST, of=request.POST.get("of", ""), duelists=duelist_choices(row))
            ruling.is_valid()
            action |= {
                "of": request.POST.get("of", ""),
                "shares": ruling.shares(),
                "note": request.POST.get("note", ""),
            }
        elif act in ("close", "reopen"):
            action["phase"] = whole_number(request.POST.get("phase", ""))
        else:
            action["of"] = request.POST.get("of", "")
        handle = referee_actor(request.viewer, row)
        result = act_at_table(row, [action], actor=handle, at=timezone.now())[0]
        if result.sentence:
            raise Malformed(result.sentence)
    except Refusal as refusal:
        refused: dict[str, Any] = {"form": form, "ruling": ruling, "refused": refusal.sentence}
        return _render_duel(request, load_table(_duel_or_404(request, row.number)), status=UNPROCESSABLE, **refused)
    messages.success(request, DONE[act])
    kind = f"?type={form.kind.type}" if form is not None else ""
    return HttpResponseRedirect(f"{request.path}{kind}")


def _typed_event(request: Any, table: DuelTable) -> EventForm:
    """The form of an event that was sent. Raises `Malformed` for a type that the duel does not have."""
    kinds = table.book.event_kinds(duel_frame(table.row))
    kind = next((kind for kind in kinds if kind.type == request.POST.get("type")), None)
    if kind is None:
        raise Malformed("This duel has no event of that type: choose one from the list.")
    return event_form(table, kind, request.POST)


def _refuse_incomplete(form: EventForm) -> None:
    """Raise `Malformed` for the first field of a form that is wrong."""
    if not form.is_valid():
        name = next(iter(form.errors))
        raise Malformed(f"{form.fields[name].label or name}: {form.errors[name][0]}")


def _open_again(request: Any, row: Duel) -> HttpResponse:
    try:
        set_reported(row, at=None)
    except Refusal as refusal:
        return _render_duel(request, load_table(row), refused=refusal.sentence, status=UNPROCESSABLE)
    messages.success(request, "The duel is open again: correct it and report it again.")
    return HttpResponseRedirect(request.path)


def _state(request: Any, table: DuelTable) -> dict[str, Any]:
    return duel_state(table, can_enter=may_enter(request.viewer, table.row))


def _duel_or_404(request: Any, number: int) -> Duel:
    row = duel_with_number(request.season.pk, number)
    if row is None:
        raise Http404("There is no such duel.")
    return row


def _commissioner(request: Any) -> Membership:
    """The viewer's commissioner membership. Raises `PermissionDenied`."""
    role = Membership.Role.COMMISSIONER
    found: Membership | None = next((member for member in request.viewer.memberships if member.role == role), None)
    if found is None:
        raise PermissionDenied("Duels are opened by the league's commissioners.")
    return found


def _new_context(request: Any, given: Any, *, typed: Mapping[str, str] | None = None) -> dict[str, Any]:
    source = typed or (request.GET if given is None else given)
    return new_duel_page(
        league=request.league,
        season=request.season,
        viewer=request.viewer,
        match=source.get("match", ""),
        rows=whole_number(request.GET.get("rows", "")) or FEWEST_ROWS,
        given=given,
        typed=typed,
    )


def _render_new(request: Any, restored: Any) -> HttpResponse:
    return render(request, "league/duel_new.html", _new_context(request, restored))


def _render_duel(request: Any, table: DuelTable, *, status: int = 200, **options: Any) -> HttpResponse:
    context = duel_page(league=request.league, season=request.season, viewer=request.viewer, table=table, **options)
    return render(request, "league/duel.html", context, status=status)
