"""The page on which an entry is put right: what stands there, the ways, and the command's own form."""

from __future__ import annotations

from typing import Any

from league.pages import routes
from league.pages.amend_form import ANOTHER, BACK, Asked, said_of
from league.pages.frame import Crumb, frame
from league.queries.seasons import own_balance

ALONE = "league/put_right.html"
"""The template where no other command can be put there."""


def put_right_page(asked: Asked) -> tuple[str, dict[str, Any]]:
    """The template and the context: the command's own form where another may be put in its place."""
    subject, command = asked.subject, asked.command
    row, viewer = subject.row, subject.viewer
    league = row.league
    if asked.choice.is_bound:
        asked.choice.focus()
    if command is not None and command.is_bound:
        command.focus()
    context = {
        **frame(
            league=league,
            season=row,
            viewer=viewer,
            here="Journal",
            crumbs=[
                Crumb(league.name, routes.league_at(league.pk)),
                Crumb(f"Season {row.number}", routes.season_at(row.pk)),
                Crumb("Journal", routes.journal_at(row.pk)),
                Crumb(f"Entry {subject.number}", routes.entry_at(row.pk, subject.number)),
                Crumb("Put right"),
            ],
            balance=own_balance(viewer),
        ),
        "amending": asked.choice,
        "subject": subject,
        "stands": said_of(subject),
        "only_back": subject.ways == (BACK,),
        "several": len(subject.standing) > 1,
        "back": routes.entry_at(row.pk, subject.number),
    }
    if command is None:
        return ALONE, context
    return command.template, {**context, "form": command, "with_another": ANOTHER in subject.ways}
