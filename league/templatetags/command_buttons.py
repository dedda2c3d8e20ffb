"""Buttons that lead to the forms of commands, for people who may give them."""

from __future__ import annotations

from typing import Any

from django import template

from explain import links
from league.pages.command_forms.base import new_key
from league.pages.command_forms.page import command_form_url
from rules.campaign.core.command import CommandType, Giver, command_type

register = template.Library()
SETUP_STEPS = ("S1", "S2", "S3")


@register.inclusion_tag("partials/act.html", takes_context=True)
def command_button(
    context: Any,
    tag: str,
    label: str,
    *,
    step: str = "",
    look: str = "outline",
    now: bool = False,
    at: str = "",
    **form_fields: object,
) -> dict[str, Any]:
    """A button that leads to a command's form with the given fields; nothing if the visitor may not give it now.

    It uses the page's `season`. An owner's command takes a `franchise`. For a command about a match, `step` is the
    step of that match. With `now`, the button gives the command at once, for owners and for commissioner's commands
    that need no reason. Afterwards the browser returns to this page, at the element with the id `at`.
    """
    season, request = context.get("season"), context["request"]
    viewer, row = getattr(request, "viewer", None), command_type(tag)
    if season is None or viewer is None or not _is_open(season, row, step):
        return {}
    own_franchises = {links.short_id(owned.pk) for owned in viewer.franchises}
    franchise = str(form_fields.get("franchise", ""))
    is_own = row.by is Giver.OWNER and (franchise in own_franchises if franchise else bool(own_franchises))
    if not is_own and not viewer.is_commissioner:
        return {}
    back = request.get_full_path() + (f"#{at}" if at else "")
    fields = {name: str(value) for name, value in form_fields.items() if value not in ("", None)}
    at_once = now and (is_own or (row.by is Giver.COMMISSIONER and not row.reasoned))
    return {
        "label": label,
        "look": look,
        "at_once": at_once,
        "href": command_form_url(season.pk, tag)
        if at_once
        else command_form_url(season.pk, tag, **fields, back=back),
        "fields": {**fields, "key": new_key(), "seen": season.length, "back": back} if at_once else {},
        "csrf_token": context.get("csrf_token"),
        "for_owner": row.by is Giver.OWNER and not is_own,
    }


def _is_open(season: Any, row: CommandType, step: str) -> bool:
    """Whether the command is legal at the season's step, or at `step` if that is given for a match."""
    if step:
        return step in row.steps
    if season.step in SETUP_STEPS and season.switches.get("season.setup_single_window", True):
        return not set(SETUP_STEPS).isdisjoint(row.steps)
    return season.step in row.steps
