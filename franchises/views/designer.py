"""The designer: drawing a car's design, checking it, and fitting it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from explain.command_preview import sentence_with_names
from franchises.pages.designer.comparison import comparison_page
from franchises.pages.designer.form import FitDesignForm
from franchises.pages.designer.page import DesignBench, bench_for, design_page, design_url, may_draw, usual_ruleset
from journal import perform
from journal.writer import OutOfDate
from league.pages.command_forms.answers import return_url, success_message
from league.pages.command_forms.page import command_form_url
from league.pages.dice.receipt_cookie import set_receipt_cookie
from league.pages.dice.words import WORDS_FIELD, submitted_words
from league.pages.form_recovery import redirect_to_login, restore_form
from rules.core.refusals import Refusal
from rules.match.ruleset import without_warnings

UNPROCESSABLE, CONFLICT = 422, 409
NOT_DRAWN = frozenset({"act", "csrfmiddlewaretoken", WORDS_FIELD})
"""Fields of the drawing's form that its sheet does not send back."""


@never_cache
def redirect_to_design(request: Any, league: str, franchise: str, car: str) -> HttpResponse:
    """Redirect to a car's design for the ruleset that its league usually plays."""
    return HttpResponseRedirect(design_url(league, franchise, car, usual_ruleset(request.league)))


@never_cache
def design(request: Any, league: str, franchise: str, car: str, ruleset: str) -> HttpResponse:
    """A car's design for a ruleset. POST adds or removes a row (`add`, `cut`), checks it, or fits it (`act=give`).

    `act=sheet` shows the car's sheet on a page of its own, from which `act=draw` leads back. `?part=1` returns the
    drawing alone, without the page around it.
    """
    if not request.user.is_authenticated:
        return redirect_to_login(request)
    if not may_draw(request.viewer, franchise):
        raise PermissionDenied("A car is designed by its franchise's owner, or by a commissioner on their behalf.")
    bench = bench_for(request.league, request.viewer, franchise=franchise, car=car, ruleset=ruleset)
    if bench is None:
        raise Http404("There is no such car in that garage, or no such match system.")
    if not isinstance(bench, DesignBench):
        query = {"franchise": franchise, "car": car, "ruleset": ruleset}
        return HttpResponseRedirect(command_form_url(bench.row.pk, "design_car", **query))
    restored = restore_form(request)
    if request.method != "POST" and restored is None:
        bench = bench.start_from(request.GET.get("from", ""))
        return _render_page(request, bench, bench.form())
    form_fields = restored or request.POST
    bench = bench.with_submitted(form_fields)
    form = bench.form(form_fields)
    if restored is not None:
        messages.info(request, "Your log-in had run out and nothing was done: here is what you had drawn.")
        form.renew()
    elif form_fields.get("act") == "give" and not {"add", "cut"} & form_fields.keys():
        return _fit_design(request, bench, form)
    form.errors.clear()
    if request.POST.get("act") == "sheet":
        return _render_sheet(request, bench, form)
    return _render_page(request, bench, form)


@never_cache
@require_safe
def comparison(request: Any, league: str, franchise: str, ruleset: str) -> HttpResponse:
    """Designs of a garage side by side: those that `with` names, once for each, or the first cars."""
    if not request.user.is_authenticated:
        return redirect_to_login(request)
    if not may_draw(request.viewer, franchise):
        raise PermissionDenied("Designs are compared by the franchise's owner, or by a commissioner.")
    context = comparison_page(
        request.league, request.viewer, franchise=franchise, ruleset=ruleset, keys=request.GET.getlist("with")
    )
    if context is None:
        raise Http404("There is no such franchise, or no such match system.")
    return render(request, "franchises/designer/comparison.html", context)


def _fit_design(request: Any, bench: DesignBench, form: FitDesignForm) -> HttpResponse:
    """Fit the design and redirect to the garage, or show the drawing again with its errors."""
    if not form.is_valid() or without_warnings(bench.errors):
        return _render_page(request, bench, form, status=UNPROCESSABLE)
    desk, at = bench.desk, timezone.now()
    try:
        member = desk.membership_for(form.row)
        response = perform(
            desk.row.pk,
            form.commands(),
            actor=member.handle,
            at=at,
            key=form.cleaned_data["key"],
            on_behalf_of=desk.on_behalf_of(form.row),
            reason=form.cleaned_data.get("reason", ""),
            seen=form.cleaned_data["seen"],
            words=submitted_words(request.POST),
        )
    except Refusal as refusal:
        form.add_error(None, sentence_with_names(refusal.sentence, desk.called.names))
        form.renew()
        status = CONFLICT if isinstance(refusal, OutOfDate) else UNPROCESSABLE
        return _render_page(request, bench, form, status=status)
    messages.success(request, success_message(form, response))
    return set_receipt_cookie(HttpResponseRedirect(return_url(form)), response.entries[-1].entry, at=at)


def _render_page(request: Any, bench: DesignBench, form: FitDesignForm, *, status: int = 200) -> HttpResponse:
    part, context = request.GET.get("part"), design_page(bench, form)
    pressed = request.method == "POST" and request.POST.get("act") != "draw"
    pressed = pressed and not {"add", "cut"} & request.POST.keys()
    context["held_against"] = pressed and not part and bool(context["broken"]) and not form.non_field_errors()
    return render(request, f"franchises/designer/{'drawing' if part else 'design'}.html", context, status=status)


def _render_sheet(request: Any, bench: DesignBench, form: FitDesignForm) -> HttpResponse:
    """The car's sheet of the design as it is drawn, with the fields of the drawing to go back to it."""
    drawn = [(name, value) for name, values in request.POST.lists() if name not in NOT_DRAWN for value in values]
    return render(request, "franchises/designer/sheet.html", design_page(bench, form) | {"drawn": drawn})
