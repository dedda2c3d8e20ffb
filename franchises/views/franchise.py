"""Views of the pages of franchises."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from explain.command_preview import sentence_with_names
from franchises.crests import LEAGUE_CRESTS, crest_of, crest_picture
from franchises.pages.base_context import FranchisePageRequest
from franchises.pages.crest import check_crest, crest_page, save_crest
from franchises.pages.finances import finances_page
from franchises.pages.garage import car_page
from franchises.pages.history import history_page
from franchises.pages.items import stores_page
from franchises.pages.market import market_page
from franchises.pages.rivals import rivals_page
from franchises.pages.setup import setup_command_context, setup_page
from franchises.pages.sponsors import sponsors_page
from franchises.pages.standing_orders import orders_form_page, orders_page, save_orders
from franchises.pages.team import team_page
from franchises.queries.franchise import is_in_visible_fork
from journal import BatchResult, perform
from journal.writer import OutOfDate
from league.pages.command_forms.context import CommandContext
from league.pages.dice.receipt_cookie import set_receipt_cookie
from league.pages.dice.words import submitted_words
from league.pages.form_recovery import (
    LOGIN_EXPIRED_PRESS_AGAIN,
    UNKNOWN_BUTTON,
    redirect_to_login,
    restore_form_and_notify,
)
from rules.campaign.core.codec import command_from_document, parse_json
from rules.campaign.core.command import command_type, tag_of
from rules.campaign.people.hiring import HireRookie
from rules.core.refusals import Malformed, Refusal

PAGES: dict[str, Callable[[FranchisePageRequest], dict[str, Any] | None]] = {
    "": team_page,
    "stores": stores_page,
    "market": market_page,
    "finances": finances_page,
    "sponsors": sponsors_page,
    "history": history_page,
    "rivals": rivals_page,
    "orders": orders_page,
}
"""The pages of a franchise, by the last part of their URL."""


UNPROCESSABLE, CONFLICT = 422, 409
OWNERS_ONLY_MESSAGE = "That is for the franchise's owner, and for the league's commissioners."
ENTRY_NUMBER_PATTERN = re.compile(r"\d{1,9}")
"""The number of an entry."""


@require_safe
def franchise(request: Any, league: str, franchise: str, part: str = "") -> HttpResponse:
    """A page of a franchise. Raises `Http404` if there is none of that name, or the viewer may not read the page."""
    context = PAGES[part](
        _page_request(request, franchise, season=request.GET.get("season", ""), before=request.GET.get("before", ""))
    )
    if context is None and part == "orders" and _needs_login(request, franchise):
        return redirect_to_login(request)
    return render(request, f"franchises/{part or 'team'}.html", _or_404(context))


@require_safe
def car(request: Any, league: str, franchise: str, car: str) -> HttpResponse:
    """A car of a franchise's garage. Raises `Http404` if it is not there."""
    page_request = _page_request(request, franchise, season=request.GET.get("season", ""))
    return render(request, "franchises/car.html", _or_404(car_page(page_request, car)))


@never_cache
def setup(request: Any, league: str, franchise: str) -> HttpResponse:
    """The setup of a franchise, for its owner and commissioners; POST completes it by standing orders."""
    page_request = _page_request(request, franchise)
    if _needs_login(request, franchise):
        return redirect_to_login(request)
    if request.method != "POST":
        restore_form_and_notify(request, said=LOGIN_EXPIRED_PRESS_AGAIN)
        context = setup_page(page_request, fill="fill" in request.GET)
        return render(request, "franchises/founding.html", _or_404(context))
    desk = setup_command_context(page_request)
    if desk is None:
        _or_404(team_page(page_request))
        raise PermissionDenied(OWNERS_ONLY_MESSAGE)
    at = timezone.now()
    try:
        batch = _perform_setup_batch(desk, request.POST, at=at)
    except OutOfDate:
        return _render_overtaken_setup(request, page_request, desk)
    except Refusal as refusal:
        context = setup_page(
            page_request, fill=True, refused=sentence_with_names(refusal.sentence, desk.called.names)
        )
        return render(request, "franchises/founding.html", _or_404(context), status=UNPROCESSABLE)
    if batch.left_out is not None:
        messages.warning(request, sentence_with_names(batch.left_out.sentence, desk.called.names))
    else:
        messages.success(request, "The rest is done, by standing orders.")
    return set_receipt_cookie(HttpResponseRedirect(request.path), batch.entries[-1].entry, at=at)


def _render_overtaken_setup(request: Any, page_request: FranchisePageRequest, desk: CommandContext) -> HttpResponse:
    """What is left now that something was done since the page was shown; the setup itself if nothing is left."""
    name = desk.called.names.franchises.get(page_request.franchise, "The franchise")
    refused = f"{name} changed after you last looked, so nothing was done. This is what is left now."
    context = _or_404(setup_page(page_request, fill=True, refused=refused))
    if not context.get("batch", "refused"):
        messages.info(request, "The rest is filled already: nothing was left to do.")
        return HttpResponseRedirect(request.path)
    return render(request, "franchises/founding.html", context, status=UNPROCESSABLE)


def _perform_setup_batch(desk: CommandContext, form: Mapping[str, str], *, at: datetime) -> BatchResult:
    """Give the batch that the page showed, idempotently. Raises the refusals of `perform`, or `Malformed`."""
    documents, seen = parse_json(form.get("batch", "")), form.get("seen", "")
    if not isinstance(documents, list) or not ENTRY_NUMBER_PATTERN.fullmatch(seen):
        raise Malformed("That was not shown by this page: look once more at what is left.")
    owners = command_type(tag_of(HireRookie))
    return perform(
        desk.row.pk,
        [command_from_document(document) for document in documents],
        actor=desk.membership_for(owners).handle,
        at=at,
        key=form.get("key", ""),
        on_behalf_of=desk.on_behalf_of(owners),
        reason=form.get("reason", ""),
        seen=int(seen),
        words=submitted_words(form),
    )


@never_cache
def orders_form(request: Any, league: str, franchise: str) -> HttpResponse:
    """The form of a franchise's standing orders; POST tries them (`act=try`), sets them, or goes back (`edit`).

    With `act=tidy` they are set without what is not in the season any more.
    """
    page_request = _page_request(request, franchise)
    if _needs_login(request, franchise):
        return redirect_to_login(request)
    form_fields = request.POST if request.method == "POST" else restore_form_and_notify(request)
    page = orders_form_page(
        page_request, form_fields, tried="try" in (request.GET.get("act"), request.POST.get("act"))
    )
    if page is None and request.method == "POST" and team_page(page_request) is not None:
        raise PermissionDenied(OWNERS_ONLY_MESSAGE)
    context = _or_404(page)
    if request.method != "POST":
        return render(request, "franchises/orders_form.html", context)
    act = request.POST.get("act", "give")
    if act == "edit":
        return render(request, "franchises/orders_form.html", context)
    if act not in ("give", "try", "tidy"):
        context["form"].add_refusal(Malformed(UNKNOWN_BUTTON))
    if act != "try" and context["form"].is_valid():
        try:
            said = save_orders(page_request, context, at=timezone.now(), without_gone=act == "tidy")
        except Refusal as refusal:
            context["form"].add_refusal(refusal)
        else:
            messages.success(request, said)
            return HttpResponseRedirect(context["orders_href"])
    status = CONFLICT if "orders_changed" in context else UNPROCESSABLE if context["form"].errors else 200
    return render(request, "franchises/orders_form.html", context, status=status)


@never_cache
def crest(request: Any, league: str, franchise: str) -> HttpResponse:
    """The page on which a franchise's crest is put together; POST shows it (`act=preview`) or saves it."""
    page_request = _page_request(request, franchise)
    if _needs_login(request, franchise):
        return redirect_to_login(request)
    form = request.POST if request.method == "POST" else restore_form_and_notify(request)
    page = crest_page(page_request, form)
    if page is None and request.method == "POST" and team_page(page_request) is not None:
        raise PermissionDenied(OWNERS_ONLY_MESSAGE)
    context = _or_404(page)
    if request.method != "POST":
        return render(request, "franchises/crest.html", context)
    act = request.POST.get("act", "save")
    try:
        if act == "save":
            save_crest(page_request, request.POST, at=timezone.now())
            messages.success(request, "The crest is saved.")
            return HttpResponseRedirect(context["team_href"])
        if act != "preview":
            raise Malformed(UNKNOWN_BUTTON)
        check_crest(page_request, request.POST)
    except Refusal as refusal:
        context["refusal"] = refusal.sentence
        return render(request, "franchises/crest.html", context, status=UNPROCESSABLE)
    return render(request, "franchises/crest.html", context)


@require_safe
def crest_svg(request: Any, league: str, franchise: str) -> HttpResponse:
    """A franchise's crest as a picture, for programs and for pages elsewhere."""
    known = franchise in LEAGUE_CRESTS.get()
    if not known and not is_in_visible_fork(request.league.pk, franchise, request.viewer, at=timezone.now()):
        raise Http404("There is no such franchise.")
    return HttpResponse(crest_picture(crest_of(franchise)), content_type="image/svg+xml")


def _needs_login(request: Any, franchise: str) -> bool:
    """Whether the visitor is not logged in, and the league has that franchise."""
    return not request.user.is_authenticated and team_page(_page_request(request, franchise)) is not None


def _page_request(request: Any, franchise: str, *, season: str = "", before: str = "") -> FranchisePageRequest:
    return FranchisePageRequest(
        league=request.league,
        viewer=request.viewer,
        franchise=franchise,
        season=season,
        before=before,
        sort=request.GET.get("sort", ""),
        against=request.GET.get("against", ""),
        query=request.GET.dict(),
    )


def _or_404(context: dict[str, Any] | None) -> dict[str, Any]:
    if context is None:
        raise Http404("This league has no such franchise.")
    return context
