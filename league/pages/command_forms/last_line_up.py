"""The line-up of a franchise's last match, which may be entered again. Rule DM-C-089."""

from __future__ import annotations

from journal.entry_body import load_body
from league.models import Entry
from league.pages.command_forms.context import CommandContext
from league.pages.command_forms.match_form import franchise_matches


def seats_of_last_match(desk: CommandContext, match: str) -> list[tuple[str, str, str]]:
    """The car, driver and gunner of each seat that the franchise had named for its match before this one.

    Seats leave the season's state when shopping opens, so that they are read from the journal, where the lock opened
    them to everybody.
    """
    own_matches = franchise_matches(desk)
    place = own_matches.index(match) if match in own_matches else 0
    if not place:
        return []
    namings = Entry.objects.filter(
        season=desk.row, command="name_line_up", seal=f"{own_matches[place - 1]}:M4", opened_by__isnull=False
    ).order_by("-number")
    for subjects, body in namings.values_list("subjects", "body"):
        if desk.franchise in subjects:
            command = load_body(body).command or {}
            return [(seat["car"], seat["driver"], seat.get("gunner", "")) for seat in command.get("seats", ())]
    return []
