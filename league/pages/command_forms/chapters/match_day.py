"""Forms of match day: waivers, forfeits, and the lock of the line-ups. Rules DM-C-065, DM-C-087, HOUSE-009."""

from __future__ import annotations

from typing import ClassVar

from explain import links
from league.pages.command_forms.base import CommandForm, register_form
from league.pages.command_forms.fields import LenientChoiceField
from league.pages.command_forms.match_form import field_value
from league.pages.matches.labels import fixture_label, matches_at_steps
from rules.campaign.core import state
from rules.campaign.match_day.announcing import blocking_match


class OneMatchForm(CommandForm):
    """A commissioner's form about one match at a step at which its command is legal."""

    match = LenientChoiceField(label="Match")
    waits_its_turn: ClassVar[bool] = False
    """Whether the match before it must be over, if matches are played one after the other (DM-C-177)."""

    def lay_out(self) -> None:
        """Offer the possible matches, and choose the only one."""
        season = self.desk.season
        matches = [match for match in matches_at_steps(season, self.row.steps) if self.is_meant(season, match)]
        self.offer("match", [(match.id, fixture_label(season, self.desk.called, match.id)) for match in matches])
        if not self.is_bound and len(matches) == 1:
            self.initial.setdefault("match", matches[0].id)

    def is_meant(self, season: state.Season, match: state.Match) -> bool:
        """Whether the command makes sense for that match now."""
        return not (self.waits_its_turn and blocking_match(season, match))

    @property
    def chosen_match(self) -> state.Match | None:
        """The chosen match, None while none is chosen."""
        return self.desk.season.matches.get(field_value(self, "match"))

    def get_success_url(self) -> str:
        """The match's page, or the schedule while none is chosen."""
        match = self.chosen_match
        return links.match_url(f"{self.desk.row.pk}/{match.id}") if match else links.schedule_url(self.desk.row.pk)


class OneTeamForm(OneMatchForm):
    """A form about one team of a match."""

    franchise = LenientChoiceField(label="Franchise")

    def lay_out(self) -> None:
        """Offer the teams of the chosen match, or of all possible ones."""
        super().lay_out()
        season, match = self.desk.season, self.chosen_match
        matches = [match] if match else matches_at_steps(season, self.row.steps)
        teams = {
            line_up.franchise
            for candidate in matches
            for line_up in season.line_ups_of(candidate.id)
            if self.is_team_meant(line_up)
        }
        self.offer("franchise", self.desk.called.franchise_choices(teams))
        if not self.is_bound and len(teams) == 1:
            self.initial.setdefault("franchise", next(iter(teams)))

    def is_team_meant(self, line_up: state.LineUp) -> bool:
        """Whether the command makes sense for that team now."""
        return not line_up.forfeited


@register_form("waive_garage")
class WaiveGarageForm(OneTeamForm):
    """Let a franchise with too small a garage enter one match (DM-C-065)."""

    title = "Waive a garage"
    verb = "Let it enter"
    lead = "Lets a franchise with too few cars enter this one match anyway."

    def lay_out(self) -> None:
        """Show the required number of cars, which is a house rule."""
        super().lay_out()
        needed = self.desk.season.number_setting("garage.min")
        self.fields["franchise"].help_text = f"Its garage holds fewer than the {needed} cars it needs."

    def is_team_meant(self, line_up: state.LineUp) -> bool:
        """Whether its garage is too small and was not waived."""
        season = self.desk.season
        small = len(season.garage(line_up.franchise)) < season.number_setting("garage.min")
        return small and not (line_up.garage_waived or line_up.forfeited)

    def is_meant(self, season: state.Season, match: state.Match) -> bool:
        """Whether the match has such a team."""
        return any(self.is_team_meant(line_up) for line_up in season.line_ups_of(match.id))


@register_form("forfeit_match")
class ForfeitMatchForm(OneTeamForm):
    """Let a team forfeit that does not appear (HOUSE-009)."""

    title = "Let a team forfeit"
    verb = "Forfeit the match"
    lead = "The team's sponsors pay, its drivers rest and its shops open, as after any match."

    def lay_out(self) -> None:
        """Show what a team pays for a forfeit, which is a house rule."""
        super().lay_out()
        fee = self.desk.season.number_setting("match.forfeit_fee_k")
        paid = f"It pays {fee}k, or all it has." if fee else "It pays nothing."
        self.fields["franchise"].help_text = f"Its line-up is emptied and it scores 0. {paid}"


@register_form("lock_line_ups")
class LockLineUpsForm(OneMatchForm):
    """Lock the line-ups: everyone sees them, and they can no longer be changed (DM-C-007)."""

    title = "Lock the line-ups"
    verb = "Lock and show them"
    lead = "What is locked now counts for all checks after the match, and the owners' words go into its dice."
    final = "Everybody then sees all line-ups, and nobody can change theirs."
    waits_its_turn = True

    def lay_out(self) -> None:
        """Show which franchises have not named a line-up."""
        super().lay_out()
        match = self.chosen_match
        if match is None:
            return
        names, line_ups = self.desk.called, self.desk.season.line_ups_of(match.id)
        missing = [names.franchise(line_up.franchise) for line_up in line_ups if not line_up.named]
        self.fields["match"].help_text = (
            f"No line-up yet: {', '.join(missing)}. Name it on the owner's behalf, or let the team forfeit."
            if missing
            else "All line-ups are in."
        )
