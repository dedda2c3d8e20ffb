"""The designer: a car's design is drawn, checked as often as one likes, and fitted once."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache

from league.journal import perform
from league.journal.writer import OutOfDate
from league.pages.designer.form import FitDesign
from league.pages.designer.page import Bench, bench_for, design_at, design_page, may_draw, usual_book
from league.pages.desk.page import command_at
from league.pages.desk.trial import in_names
from league.pages.kept import kept_form, log_in_first
from league.pages.receipts import keep_receipt
from league.pages.sent_words import words_in
from league.views.desk import CONFLICT, UNPROCESSABLE, said, way_back
from rules.core.refusals import Refusal
from rules.match.ruleset import without_warnings


@never_cache
def designs(request: Any, league: str, franchise: str, car: str) -> HttpResponse:
    """To the drawing of a car for the matches that its season plays most."""
    return HttpResponseRedirect(design_at(league, franchise, car, usual_book(request.league)))


@never_cache
def design(request: Any, league: str, franchise: str, car: str, ruleset: str) -> HttpResponse:
    """A car's design for a ruleset: shown, changed by a row (`add`, `cut`), checked, or fitted (`act=give`).

    `?part=1` answers with the drawing alone, without the page round it.
    """
    if not request.user.is_authenticated:
        return log_in_first(request)
    if not may_draw(request.viewer, franchise):
        raise PermissionDenied("A car is designed by its franchise's owner, or by a commissioner on his behalf.")
    bench = bench_for(request.league, request.viewer, franchise=franchise, car=car, ruleset=ruleset)
    if bench is None:
        raise Http404("There is no such car in that garage, or no such match system.")
    if not isinstance(bench, Bench):
        asked = {"franchise": franchise, "car": car, "ruleset": ruleset}
        return HttpResponseRedirect(command_at(bench.row.pk, "design_car", **asked))
    kept = kept_form(request)
    if request.method != "POST" and kept is None:
        bench = bench.begun(request.GET.get("from", ""))
        return _shown(request, bench, bench.form())
    given = kept or request.POST
    bench = bench.sent(given)
    form = bench.form(given)
    if kept is not None:
        messages.info(request, "Your log-in had run out and nothing was done: here is what you had drawn.")
        form.renewed()
    elif given.get("act") == "give" and not {"add", "cut"} & given.keys():
        return _given(request, bench, form)
    form.errors.clear()
    return _shown(request, bench, form)


def _given(request: Any, bench: Bench, form: FitDesign) -> HttpResponse:
    """Fit the design, and go to the garage; or show the drawing again with everything that is wrong."""
    if not form.is_valid() or without_warnings(bench.faults):
        return _shown(request, bench, form, status=UNPROCESSABLE)
    desk, at = bench.desk, timezone.now()
    try:
        member = desk.member(form.row)
        answer = perform(
            desk.row.pk,
            form.commands(),
            actor=member.handle,
            at=at,
            key=form.cleaned_data["key"],
            on_behalf_of=desk.on_behalf_of(form.row),
            reason=form.cleaned_data.get("reason", ""),
            seen=form.cleaned_data["seen"],
            words=words_in(request.POST),
        )
    except Refusal as no:
        form.add_error(None, in_names(no.sentence, desk.called.names))
        form.renewed()
        status = CONFLICT if isinstance(no, OutOfDate) else UNPROCESSABLE
        return _shown(request, bench, form, status=status)
    messages.success(request, said(form, answer))
    return keep_receipt(HttpResponseRedirect(way_back(form)), answer.entries[-1].entry, at=at)


def _shown(request: Any, bench: Bench, form: FitDesign, *, status: int = 200) -> HttpResponse:
    part, context = request.GET.get("part"), design_page(bench, form)
    pressed = request.method == "POST" and not {"add", "cut"} & request.POST.keys()
    context["held_against"] = pressed and not part and bool(context["broken"]) and not form.non_field_errors()
    return render(request, f"league/designer/{'drawing' if part else 'design'}.html", context, status=status)
