"""The page of one command: its form, its preview, and on whose behalf it is given."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

from explain import links
from explain.command_preview import CommandPreview, preview_commands, sentence_with_names
from league.access import Viewer
from league.models import Season
from league.pages.base_context import Breadcrumb, base_context
from league.pages.command_forms import chapters  # noqa: F401 - registers every form
from league.pages.command_forms.base import FORMS, CommandForm
from league.pages.command_forms.context import CommandContext, command_context
from league.pages.season.deadlines import Deadline, deadlines
from rules.campaign.core.command import Giver
from rules.core.refusals import Refusal

SUBJECT_FIELDS = {"match", "franchise", "driver", "car", "sponsor", "trade"}
"""The fields that name what a command is about: the time may be right for another one."""


def command_form_url(season: str, tag: str, **asked: str) -> str:
    """The address of a command's form, with initial values for its fields."""
    address = links.command_url(season, tag)
    return f"{address}?{urlencode(asked)}" if asked else address


def unbound_form(row: Season, viewer: Viewer, tag: str, *, asked: QueryDict) -> CommandForm:
    """A command's form as its address asks for it. Raises `KeyError` for a command without a form."""
    form_class = FORMS[tag]
    desk = command_context(row, viewer, franchise=asked.get("franchise", ""))
    return form_class(desk=desk, asked={name: value for name, value in asked.items() if value})


def bound_form(row: Season, viewer: Viewer, tag: str, *, given: QueryDict) -> CommandForm:
    """A command's form as it was posted. Raises `KeyError` for a command without a form."""
    form_class = FORMS[tag]
    return form_class(desk=command_context(row, viewer, franchise=given.get("franchise", "")), given=given)


def preview_form(form: CommandForm) -> CommandPreview | None:
    """The preview of a form's commands; None if the form is incomplete or invalid."""
    bound = form if form.is_bound else _bind_initial(form)
    if not bound.is_valid():
        return None
    try:
        commands = bound.commands()
    except Refusal as refusal:
        return CommandPreview(refusal=sentence_with_names(refusal.sentence, form.desk.called.names))
    preview = preview_commands(form.desk.season, commands, form.desk.called.names, form.desk.reader)
    if preview.refusal or not (consequence := bound.consequence()):
        return preview
    return replace(preview, consequence=f"{preview.consequence} {consequence}".strip())


def _bind_initial(form: CommandForm) -> CommandForm:
    """The form bound to its own initial values, as if they had been posted."""
    initial = QueryDict(mutable=True)
    for field in form:
        value = field.value()
        if isinstance(value, list | tuple):
            initial.setlist(field.html_name, [str(item) for item in value])
        elif value not in (None, "", False):
            initial[field.html_name] = "on" if value is True else str(value)
    initial.setdefault("reason", "–")
    return type(form)(desk=form.desk, given=initial)


def command_page(form: CommandForm, *, trial: CommandPreview | None, at: datetime | None = None) -> dict[str, Any]:
    """The context of a command's page at that time; without a time it shows no deadline."""
    desk = form.desk
    row, league = desk.row, desk.row.league
    form.focus_first_error()
    crumbs = [
        Breadcrumb(league.name, links.league_url(league.pk)),
        Breadcrumb(row.label, links.season_url(row.pk)),
    ]
    for_franchise = bool(desk.franchise) and (form.row.by is Giver.OWNER or "franchise" in form.fields)
    if for_franchise:
        crumbs.append(
            Breadcrumb(desk.called.franchise(desk.franchise), links.franchise_url(league.pk, desk.franchise))
        )
    franchise = next((desk.season.franchises[id] for id in desk.own if id in desk.season.franchises), None)
    return {
        **base_context(
            league=league,
            season=row,
            viewer=desk.viewer,
            here="",
            crumbs=[*crumbs, Breadcrumb(form.title)],
            balance=None if franchise is None else franchise.balance,
        ),
        "form": form,
        "trial": trial,
        "shut": is_shut(form, trial),
        "until": _deadline(form, at),
        "summary": form.row.summary,
        "acts_for": acting_franchise_name(desk) if form.row.by is Giver.OWNER else "",
        "acted_for_balance": desk.season.franchises[desk.franchise].balance if for_franchise else None,
        "back": form["back"].value() or success_url(form),
    }


def _deadline(form: CommandForm, at: datetime | None) -> Deadline | None:
    """Until when the command is waited for; None without a deadline."""
    if at is None or not form.awaited:
        return None
    row = form.desk.row
    clock = deadlines(
        league=row.league, season=row, viewer=form.desk.viewer, at=at, still_waited=frozenset({form.awaited})
    )
    return None if clock is None else clock.find(form.awaited)


def is_shut(form: CommandForm, trial: CommandPreview | None) -> bool:
    """Whether the command cannot be given now whatever is filled in, so that its form needs no button."""
    if trial is None or not trial.not_now or form.is_locked:
        return False
    choices = [getattr(field.field, "choices", ()) for field in form.own_fields if field.name in SUBJECT_FIELDS]
    return all(len([value for value, _ in options if value]) < 2 for options in choices)


def acting_franchise_name(desk: CommandContext) -> str:
    """The franchise for which someone other than its owner gives a command; "" for the person's own."""
    return desk.called.franchise(desk.franchise) if desk.franchise and not desk.is_own else ""


def success_url(form: CommandForm) -> str:
    """Where a form leads without `back`: to its own success address, the franchise, or the season."""
    desk = form.desk
    if address := form.get_success_url():
        return address
    if desk.franchise and form.row.by is Giver.OWNER:
        return links.franchise_url(desk.row.league_id, desk.franchise)
    return links.season_url(desk.row.pk)
