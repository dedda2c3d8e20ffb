"""The page of one command: its form, what it would come to, and who gives it."""

from __future__ import annotations

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
from rules.campaign.core.command import Giver
from rules.core.refusals import Refusal


def command_form_url(season: str, tag: str, **asked: str) -> str:
    """The address of a command's form, with what the link fills in already."""
    address = links.command_url(season, tag)
    return f"{address}?{urlencode(asked)}" if asked else address


def unbound_form(row: Season, viewer: Viewer, tag: str, *, asked: QueryDict) -> CommandForm:
    """A command's form as a link opens it. Raises `KeyError` for a command that has none."""
    cls = FORMS[tag]
    desk = command_context(row, viewer, franchise=asked.get("franchise", ""))
    return cls(desk=desk, asked={name: value for name, value in asked.items() if value})


def bound_form(row: Season, viewer: Viewer, tag: str, *, given: QueryDict) -> CommandForm:
    """A command's form as it was sent. Raises `KeyError` for a command that has none."""
    cls = FORMS[tag]
    return cls(desk=command_context(row, viewer, franchise=given.get("franchise", "")), given=given)


def preview_form(form: CommandForm) -> CommandPreview | None:
    """What a form would come to; None where it is not filled in, or was filled in wrongly."""
    bound = form if form.is_bound else _bind_initial(form)
    if not bound.is_valid():
        return None
    try:
        commands = bound.commands()
    except Refusal as no:
        return CommandPreview(refusal=sentence_with_names(no.sentence, form.desk.called.names))
    return preview_commands(form.desk.season, commands, form.desk.called.names, form.desk.reader)


def _bind_initial(form: CommandForm) -> CommandForm:
    """The form with what it shows at first, as if it had been sent like that."""
    initial = QueryDict(mutable=True)
    for bound in form:
        value = bound.value()
        if isinstance(value, list | tuple):
            initial.setlist(bound.html_name, [str(each) for each in value])
        elif value not in (None, "", False):
            initial[bound.html_name] = "on" if value is True else str(value)
    initial.setdefault("reason", "–")
    return type(form)(desk=form.desk, given=initial)


def command_page(form: CommandForm, *, trial: CommandPreview | None) -> dict[str, Any]:
    """The context of a command's page."""
    desk = form.desk
    row, league = desk.row, desk.row.league
    form.focus_first_error()
    crumbs = [
        Breadcrumb(league.name, links.league_url(league.pk)),
        Breadcrumb(f"Season {row.number}", links.season_url(row.pk)),
    ]
    of_one = bool(desk.franchise) and (form.row.by is Giver.OWNER or "franchise" in form.fields)
    if of_one:
        crumbs.append(
            Breadcrumb(desk.called.franchise(desk.franchise), links.franchise_url(league.pk, desk.franchise))
        )
    owned = next((desk.season.franchises[id] for id in desk.own if id in desk.season.franchises), None)
    return {
        **base_context(
            league=league,
            season=row,
            viewer=desk.viewer,
            here="",
            crumbs=[*crumbs, Breadcrumb(form.title)],
            balance=None if owned is None else owned.balance,
        ),
        "form": form,
        "trial": trial,
        "summary": form.row.summary,
        "acts_for": acting_franchise_name(desk) if form.row.by is Giver.OWNER else "",
        "acted_for_balance": desk.season.franchises[desk.franchise].balance if of_one else None,
        "back": form["back"].value() or success_url(form),
    }


def acting_franchise_name(desk: CommandContext) -> str:
    """The name of the franchise that somebody else's command is given for; "" for one's own."""
    return desk.called.franchise(desk.franchise) if desk.franchise and not desk.is_own else ""


def success_url(form: CommandForm) -> str:
    """Where a form leads when it was not told: where it says, to the franchise, or to the season."""
    desk = form.desk
    if address := form.get_success_url():
        return address
    if desk.franchise and form.row.by is Giver.OWNER:
        return links.franchise_url(desk.row.league_id, desk.franchise)
    return links.season_url(desk.row.pk)
