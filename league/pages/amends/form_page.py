"""The page on which an entry is amended: the commands in its place, the ways, and the command's own form."""

from __future__ import annotations

from typing import Any

from explain import links
from league.pages.amends.form import REPLACE, TAKE_BACK, AmendRequest, standing_commands
from league.pages.base_context import Breadcrumb, base_context
from league.queries.seasons import own_balance

TEMPLATE_WITHOUT_COMMAND = "league/put_right.html"
"""The template for entries that no other command can replace."""


def amend_form_page(request: AmendRequest) -> tuple[str, dict[str, Any]]:
    """The template and the context; with the command's own form if another command can replace it."""
    subject, command = request.subject, request.command
    row, viewer = subject.row, subject.viewer
    league = row.league
    if request.choice.is_bound:
        request.choice.focus_first_error()
    if command is not None and command.is_bound:
        command.focus_first_error()
    context = {
        **base_context(
            league=league,
            season=row,
            viewer=viewer,
            here="Journal",
            crumbs=[
                Breadcrumb(league.name, links.league_url(league.pk)),
                Breadcrumb(row.label, links.season_url(row.pk)),
                Breadcrumb("Journal", links.journal_url(row.pk)),
                Breadcrumb(f"Entry {subject.number}", links.entry_url(row.pk, subject.number)),
                Breadcrumb("Correct"),
            ],
            balance=own_balance(viewer),
        ),
        "amending": request.choice,
        "subject": subject,
        "stands": standing_commands(subject),
        "only_back": subject.ways == (TAKE_BACK,),
        "back": links.entry_url(row.pk, subject.number),
    }
    if command is None:
        return TEMPLATE_WITHOUT_COMMAND, context
    return command.template, {**context, "form": command, "with_another": REPLACE in subject.ways}
