"""League templates: the list of published ones, one of them, its file, and making one of a season."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from explain import links
from league.league_templates import template_changes
from league.league_templates.contents import contents_from_json
from league.league_templates.document import (
    MOST_BYTES,
    TemplateUnreadable,
    document_bytes,
    line_numbers,
    read_document,
    template_document,
)
from league.league_templates.template_changes import TemplateText
from league.middleware import changes_read_only
from league.models import LeagueTemplate, Membership
from league.pages.form_recovery import UNKNOWN_BUTTON, redirect_to_login, restore_form_and_notify
from league.pages.league_templates.template_lists import readers_sentence, template_list_page
from league.pages.league_templates.template_page import season_template_page, template_page
from league.queries.league_templates import readable_template
from rules.core.refusals import Malformed, Refusal

UNPROCESSABLE = 422
FORM_FIELDS = ("act", "title", "about", "key", "replaces", "confirmed")


@never_cache
def templates(request: Any) -> HttpResponse:
    """The templates that everybody may read, and the viewer's own; POST imports one from a file."""
    if request.method != "POST":
        if request.user.is_authenticated:
            restore_form_and_notify(request)
        return render(request, "league/templates.html", template_list_page(request.user, request.GET))
    if not request.user.is_authenticated:
        return redirect_to_login(request)
    try:
        if request.POST.get("act") != "import":
            raise Malformed(UNKNOWN_BUTTON)
        made = _import_upload(request)
    except Refusal as refusal:
        refusals = [other.sentence for other in refusal.together or (refusal,)]
        context = template_list_page(request.user, request.GET, refusals=refusals)
        return render(request, "league/templates.html", context, status=UNPROCESSABLE)
    messages.success(request, f"“{made.title}” is imported. Only you see it until you publish it.")
    return HttpResponseRedirect(links.template_url(made.key))


@never_cache
def template(request: Any, key: str) -> HttpResponse:
    """What a template holds; POST copies it, or publishes, withdraws, describes or deletes the viewer's own."""
    row = _readable(request, key)
    if request.method != "POST":
        restored = restore_form_and_notify(request) if request.user.is_authenticated else None
        return _render_template(request, row, sent=None if restored is None else _fields(restored))
    if not request.user.is_authenticated:
        return redirect_to_login(request)
    try:
        message, destination = _perform_action(request, row)
    except Refusal as refusal:
        sent = _fields(request.POST) if request.POST.get("act") == "describe" else None
        return _render_template(request, row, sent=sent, refusal=refusal.sentence, status=UNPROCESSABLE)
    messages.success(request, message)
    return HttpResponseRedirect(destination)


@require_safe
@never_cache
def template_file(request: Any, key: str) -> HttpResponse:
    """A template as a file that can be imported into another site."""
    row = _readable(request, key)
    document = template_document(title=row.title, about=row.about, contents=contents_from_json(row.contents))
    response = HttpResponse(document_bytes(document), content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="league-template-{row.key}-{row.version}.json"'
    return response


@changes_read_only()
@never_cache
def season_template(request: Any, league: str, season: str) -> HttpResponse:
    """What a template of a season would hold; POST makes it, or makes it the next version of another one."""
    by = _commissioner(request)
    if request.method != "POST":
        restored = restore_form_and_notify(request)
        return _render_season(request, sent=None if restored is None else _fields(restored))
    try:
        made = _make(request, by)
    except Refusal as refusal:
        return _render_season(request, sent=_fields(request.POST), refusal=refusal.sentence, status=UNPROCESSABLE)
    messages.success(request, f"“{made.title}” is saved as version {made.version}. {readers_sentence(made)}")
    return HttpResponseRedirect(links.template_url(made.key))


def _make(request: Any, by: Membership) -> LeagueTemplate:
    """Make the template that the form asks for. Raises a `Refusal`."""
    form, at, user = request.POST, timezone.now(), request.user
    confirmed = form.get("confirmed") == "yes"
    if form.get("act") not in ("make", "publish"):
        raise Malformed(UNKNOWN_BUTTON)
    if replaces := form.get("replaces", ""):
        old = readable_template(user, replaces)
        if old is None:
            raise Malformed("You have no such template any more: choose another one to replace, or none.")
        return template_changes.renew_template(template=old, season=request.season, by=by, confirmed=confirmed, at=at)
    text = TemplateText(form.get("title", ""), form.get("about", ""))
    if form.get("act") == "publish":
        return template_changes.make_and_publish(
            season=request.season, by=by, text=text, confirmed=confirmed, at=at, key=form.get("key", "")
        )
    return template_changes.make_template(season=request.season, by=by, text=text, at=at, key=form.get("key", ""))


def _perform_action(request: Any, row: LeagueTemplate) -> tuple[str, str]:
    """Perform the action of a form; return the success message and where to go. Raises a `Refusal`."""
    form, at, user = request.POST, timezone.now(), request.user
    here = links.template_url(row.key)
    match form.get("act", ""):
        case "copy":
            copy = template_changes.copy_template(template=row, user=user, at=at, key=form.get("key", ""))
            return f"“{copy.title}” is among your own templates.", links.template_url(copy.key)
        case "publish":
            confirmed = form.get("confirmed") == "yes"
            made = template_changes.publish_template(template=row, user=user, confirmed=confirmed, at=at)
            return readers_sentence(made), here
        case "withdraw":
            template_changes.withdraw_template(template=row, user=user)
            return "Only you see it. Leagues that were founded from it stay as they are.", here
        case "describe":
            text = TemplateText(form.get("title", ""), form.get("about", ""))
            template_changes.describe_template(template=row, user=user, text=text, at=at)
            return "Its title and description are changed.", here
        case "delete":
            template_changes.delete_template(template=row, user=user)
            return f"“{row.title}” is deleted.", links.templates_url()
        case _:
            raise Malformed(UNKNOWN_BUTTON)


def _import_upload(request: Any) -> LeagueTemplate:
    """Import the file of a form. Raises `TemplateUnreadable`, which names its lines, or another `Refusal`."""
    upload = request.FILES.get("file")
    if upload is None:
        raise TemplateUnreadable("No file was sent: choose one that was downloaded as a template.")
    text = upload.read(MOST_BYTES + 1)
    document = read_document(text)
    with line_numbers(text):
        return template_changes.import_template(
            document=document,
            user=request.user,
            leaves_out=request.POST.get("leave_out") == "yes",
            at=timezone.now(),
            key=request.POST.get("key", ""),
        )


def _readable(request: Any, key: str) -> LeagueTemplate:
    """The template of an address. Raises `Http404` for one that the viewer may not read."""
    row = readable_template(request.user, key)
    if row is None:
        raise Http404("There is no such template, or it is not published any more.")
    return row


def _commissioner(request: Any) -> Membership:
    """The membership by which the viewer runs the league. Raises `PermissionDenied`."""
    for membership in request.viewer.memberships:
        if membership.role == Membership.Role.COMMISSIONER:
            found: Membership = membership
            return found
    raise PermissionDenied("Only the league's commissioners make a template of it.")


def _render_template(
    request: Any, row: LeagueTemplate, *, sent: Any = None, refusal: str = "", status: int = 200
) -> HttpResponse:
    context = template_page(row, request.user, sent=sent, refusal=refusal)
    return render(request, "league/template.html", context, status=status)


def _render_season(request: Any, *, sent: Any = None, refusal: str = "", status: int = 200) -> HttpResponse:
    try:
        context = season_template_page(
            league=request.league,
            season=request.season,
            viewer=request.viewer,
            user=request.user,
            sent=sent,
            refusal=refusal,
        )
    except Refusal as not_possible:
        raise Http404(not_possible.sentence) from not_possible
    return render(request, "league/season_template.html", context, status=status)


def _fields(form: Any) -> dict[str, str]:
    return {name: form.get(name, "") for name in FORM_FIELDS}
