"""Forms about one match of a franchise, among those at a step at which the command is legal."""

from __future__ import annotations

from typing import Any

from django import forms

from explain import links
from explain.printed_names import as_title
from league.pages.command_forms.base import CommandForm
from league.pages.command_forms.context import CommandContext
from league.pages.command_forms.fields import LenientChoiceField
from rules.campaign.core import state


class FranchiseMatchForm(CommandForm):
    """A form with a `match` of the franchise: asked only where several could be meant."""

    match = LenientChoiceField(label="Match")

    def lay_out(self) -> None:
        """The franchise's matches at the command's steps; the only one, or the one asked for, is taken."""
        desk = self.desk
        at_step = [id for id in franchise_matches(desk) if desk.season.match(id).step in self.row.steps]
        self.offer("match", [(id, match_label(desk.season, id)) for id in at_step])
        if len(at_step) == 1:
            self.initial.setdefault("match", at_step[0])
        if field_value(self, "match") or len(at_step) == 1:
            self.fields["match"].widget = forms.HiddenInput()

    @property
    def match_id(self) -> str:
        """The match that is meant, "" where none is chosen or the season has none of that name."""
        asked = field_value(self, "match")
        return asked if asked in self.desk.season.matches else ""

    @property
    def line_up(self) -> state.LineUp | None:
        """The franchise's line-up in that match, None where it is in no such match."""
        return self.desk.season.line_ups.get(f"{self.match_id}.{self.desk.franchise}")

    @property
    def match_name(self) -> str:
        """The match in words, "" where none is chosen."""
        return match_label(self.desk.season, self.match_id) if self.match_id else ""

    def get_success_url(self) -> str:
        """The match's page."""
        return links.match_url(f"{self.desk.row.pk}/{self.match_id}") if self.match_id else ""


def field_value(form: forms.Form, name: str) -> str:
    """What a form's field holds before it is cleaned: what was sent, or what it is to show at first."""
    found: Any = form.data.get(name) if form.is_bound else form.initial.get(name)
    return str(found or "")


def franchise_matches(desk: CommandContext) -> list[str]:
    """The matches the franchise is in, in the order they are played."""
    season = desk.season
    mine = {line_up.match for line_up in season.line_ups.values() if line_up.franchise == desk.franchise}
    return [match.id for round in season.all_rounds() for match in season.matches_of(round.id) if match.id in mine]


def match_label(season: state.Season, match: str) -> str:
    """A match in words: "Match m4, round 2: Race"."""
    found = season.match(match)
    return f"Match {match}, round {season.rounds[found.round].number}: {as_title(found.event)}"
