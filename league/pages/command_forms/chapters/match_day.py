"""Forms of match day: line-ups, staff for one match, waivers, forfeits, and the lock of the line-ups.

Rules DM-C-064, DM-C-065, DM-C-087, DM-C-089, HOUSE-009.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from django import forms

from explain import links
from explain.command_preview import sentence_with_names
from explain.printed_names import quantity
from explain.season_names import Choices
from league.pages.command_forms.base import CommandForm, FranchiseMatchForm, field_value, register_form
from league.pages.command_forms.fields import LenientChoiceField, TextLineField
from league.pages.command_forms.match_risks import CarRisk, CrewRisk, car_risks, crew_risks
from league.pages.command_forms.usual_answers import (
    UsualAct,
    damage_words,
    seats_of_last_match,
    suggested_command,
    usual_week,
)
from league.pages.matches.labels import fixture_label, matches_at_steps
from rules.campaign.core import state
from rules.campaign.core.command import MATCH_STEPS
from rules.campaign.core.state import LineUp
from rules.campaign.match_day.announcing import blocking_match
from rules.campaign.match_day.line_ups import NameLineUp as NameLineUpCommand
from rules.campaign.match_day.line_ups import SeatPlan, default_line_up, why_not_entered
from rules.campaign.match_day.resolution import line_up_shortfalls
from rules.campaign.money.prices import MATCH_MECHANIC_K
from rules.campaign.steward.franchise_answers import name_line_up
from rules.core.terms import FranchiseId, MatchId

SEAT = ("car", "driver", "gunner")
NAMED, LAST, USUAL = "named", "last", "usual"
"""What fills in the form: what was named, the line-up of the last match, or what standing orders would name."""


@register_form("name_line_up")
class NameLineUpForm(FranchiseMatchForm):
    """Name the cars that are entered and their crews, one row for each car (DM-C-089).

    The initial values are the line-up named before, or else the one that standing orders would name. A commissioner
    who acts for an owner sees neither, since both are the owner's secret until the lock.
    """

    title = "Name the line-up"
    verb = "Name this line-up"
    template = "league/desk/line_up.html"
    shows_drivers = True
    words = TextLineField(
        label="Secret words",
        required=False,
        help_text="Whatever you like. They are mixed into this match's dice, so that nobody can foresee a throw "
        "before all line-ups lock. After that, everybody can read them.",
    )

    def lay_out(self) -> None:
        """Add a row for each car that can be entered, up to the number of cars the match allows a team."""
        super().lay_out()
        self.crew: tuple[CrewRisk, ...] = ()
        self.cars: list[CarRisk] = []
        self.named = self.rearmed = False
        self.last_seats: list[tuple[str, str, str]] = []
        self.filled_in = ""
        line_up = self.line_up
        self.locked_seats: list[tuple[str, str, str]] = []
        if self.is_locked and line_up is not None:
            self.locked_seats = self._locked_seats(line_up)
            line_up = None
        self.places = 0 if line_up is None else self._rows(line_up)
        if line_up is not None and not self.is_bound and not self.written:
            self._fill_in(line_up)

    @property
    def is_locked(self) -> bool:
        """Whether the form was opened for a match whose line-ups are locked, so that there is nothing to name."""
        chosen = self.match_id
        if not chosen or self.is_bound or self.written:
            return False
        step = self.desk.season.match(chosen).step
        return step != "void" and MATCH_STEPS.index(step) > MATCH_STEPS.index(self.row.steps[-1])

    def _locked_seats(self, line_up: LineUp) -> list[tuple[str, str, str]]:
        """The car, driver and gunner of each seat of a line-up, by name; a seat without a gunner has ""."""
        called = self.desk.called
        return [
            (called.car(seat.car), called.driver(seat.driver), called.driver(seat.gunner) if seat.gunner else "")
            for seat in self.desk.season.seats_of(line_up.id)
        ]

    def _rows(self, line_up: LineUp) -> int:
        roster, self.cars = crew_risks(self.desk), car_risks(self.desk)
        self.crew, self.driver_headings = roster.risks, roster.table.headings
        able_cars = [car for car in self.cars if car.may_run]
        most = self.desk.season.match(line_up.match).vehicles_per_team
        places = min(most, len(able_cars))
        cars = [(car.id, _car_words(car)) for car in able_cars]
        crew = [(risk.id, _crew_words(risk)) for risk in self.crew if risk.may_run]
        stations = any(car.gunner_station for car in able_cars)
        for place in range(1, places + 1):
            self._add(f"car_{place}", f"Car {place}", cars, none="leave it out")
            self._add(f"driver_{place}", "Driver", crew, none="nobody")
            if stations:
                self._add(f"gunner_{place}", "Gunner", crew, none="nobody")
        self.order_fields(["franchise", "match", *(name for name in self.fields if name != "words"), "words"])
        return places

    def _add(self, name: str, label: str, choices: Choices, *, none: str) -> None:
        self.fields[name] = LenientChoiceField(label=label, required=False)
        self.offer(name, choices, none=none)

    def _fill_in(self, line_up: LineUp) -> None:
        self.named = line_up.named and self.desk.is_own
        self.last_seats = self._usable_seats(seats_of_last_match(self.desk, line_up.match))
        if "last" in self.initial and self.last_seats:
            self.filled_in = LAST
            plans = self.last_seats
        elif self.named and "afresh" not in self.initial:
            self.filled_in = NAMED
            seats = self.desk.season.seats_of(line_up.id)
            plans = [(seat.car, seat.driver, seat.gunner) for seat in seats]
        else:
            self.filled_in = USUAL
            plans = self._prefer_armed_cars(
                [(seat.car, seat.driver, seat.gunner) for seat in self._suggested_seats(line_up)]
            )
        if self.named:
            self.initial.setdefault("words", line_up.words)
        able_ids = {car.id for car in self.cars if car.may_run}
        for place, plan in enumerate((candidate for candidate in plans if candidate[0] in able_ids), 1):
            for part, id in zip(SEAT, plan, strict=True):
                self.initial.setdefault(f"{part}_{place}", id)

    def _usable_seats(self, plans: list[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
        """Those seats whose car and driver may still run, without gunners who may not."""
        able = {car.id for car in self.cars if car.may_run} | {one.id for one in self.crew if one.may_run}
        return [
            (car, driver, gunner if gunner in able else "") for car, driver, gunner in plans if {car, driver} <= able
        ]

    def _suggested_seats(self, line_up: LineUp) -> list[SeatPlan]:
        """The seats that standing orders would name, or else the best drivers in the first cars."""
        suggested = suggested_command(self.desk, lambda stewards: name_line_up(stewards, line_up), NameLineUpCommand)
        if suggested is not None:
            return suggested.seats
        match, team = MatchId(line_up.match), FranchiseId(self.desk.franchise)
        return default_line_up(self.desk.season, match=match, franchise=team).seats

    def _prefer_armed_cars(self, plans: list[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
        """Move crews of cars without weapons into free cars that have one."""
        taken = {car for car, _, _ in plans}
        free = [risk for risk in self.cars if risk.may_run and risk.armed and risk.id not in taken]
        cars_by_id = {risk.id: risk for risk in self.cars}
        armed_plans = []
        for car, driver, gunner in plans:
            replacement = next((risk for risk in free if risk.gunner_station or not gunner), None)
            if car in cars_by_id and not cars_by_id[car].armed and replacement is not None:
                free.remove(replacement)
                self.rearmed = True
                armed_plans.append((replacement.id, driver, gunner))
            else:
                armed_plans.append((car, driver, gunner))
        return armed_plans

    def is_done(self) -> bool:
        """Whether the owner named just this line-up before, as when they go back and send the form again."""
        line_up = self.line_up
        if line_up is None or not (line_up.named and self.desk.is_own):
            return False
        seats = [{part: getattr(seat, part) for part in SEAT} for seat in self.desk.season.seats_of(line_up.id)]
        asked = self.document()
        return not self.is_locked and asked["seats"] == seats and asked["words"] == line_up.words

    @property
    def rows(self) -> list[list[forms.BoundField]]:
        """The fields of each car."""
        return [
            [self[f"{part}_{place}"] for part in SEAT if f"{part}_{place}" in self.fields]
            for place in range(1, self.places + 1)
        ]

    @property
    def rows_with_risks(self) -> list[tuple[list[forms.BoundField], list[CrewRisk | CarRisk]]]:
        """The fields of each car, with the risks of the chosen car and crew."""
        risks: list[CrewRisk | CarRisk] = [*self.cars, *self.crew]
        risks_by_id = {risk.id: risk for risk in risks}
        return [
            (row, [risks_by_id[id] for field in row if (id := str(field.value() or "")) in risks_by_id])
            for row in self.rows
        ]

    @property
    def usual_week(self) -> tuple[UsualAct, ...]:
        """The acts of an owner's usual week that are not this form's."""
        return tuple(act for act in usual_week(self.desk, self.cars) if act.tag != self.tag)

    @property
    def damage(self) -> str:
        """The criticals that cars would run with, and what repairing them takes; "" for none."""
        return damage_words(self.cars)

    @property
    def worst_bill(self) -> int:
        """The bills if every chosen driver went out of action and every car were destroyed, in credits."""
        return sum(risk.bill for _, risks in self.rows_with_risks for risk in risks)

    @property
    def lacking_sentences(self) -> list[str]:
        """What the match's ruleset finds missing, in its own words."""
        season, line_up = self.desk.season, self.line_up
        if line_up is None or not season.match(line_up.match).ruleset:
            return []
        names = self.desk.called.names
        return [
            sentence_with_names(shortfall.sentence, names)
            for shortfall in line_up_shortfalls(season, line_up.match, line_up.franchise)
        ]

    @property
    def invalid_reason(self) -> str:
        """Why the line-up that its owner named can no longer be entered; "" if it can, and for anyone else."""
        line_up = self.line_up
        if line_up is None or not (line_up.named and self.desk.is_own):
            return ""
        return sentence_with_names(why_not_entered(self.desk.season, line_up), self.desk.called.names)

    @property
    def garage_is_short(self) -> bool:
        """Whether the garage is below its minimum without a waiver (DM-C-065)."""
        season, line_up = self.desk.season, self.line_up
        needed = season.number_setting("garage.min")
        return line_up is not None and not line_up.garage_waived and len(self.cars) < needed

    @property
    def max_cars(self) -> int:
        """How many cars the match allows a team."""
        return self.desk.season.match(self.match_id).vehicles_per_team if self.match_id else 0

    def clean(self) -> dict[str, Any] | None:
        """Require a driver for every car, and a car for every driver or gunner."""
        cleaned_data = super().clean()
        for place in range(1, self.places + 1):
            car, driver = self.cleaned_data.get(f"car_{place}"), self.cleaned_data.get(f"driver_{place}")
            if car and not driver:
                self.add_error(f"driver_{place}", "Put somebody at the wheel, or leave the car out.")
            if not car and (driver or self.cleaned_data.get(f"gunner_{place}")):
                self.add_error(f"car_{place}", "Choose a car, or leave the driver out of this match.")
        return cleaned_data

    @classmethod
    def initial_from_document(cls, written: Mapping[str, Any]) -> dict[str, Any]:
        """A row for each seat."""
        initial = super().initial_from_document(written)
        for place, seat in enumerate(written.get("seats", ()), 1):
            initial |= {f"{part}_{place}": seat.get(part, "") for part in SEAT}
        return initial

    def document(self) -> dict[str, Any]:
        """One seat for each row with a car."""
        fields = self.cleaned_data
        rows = [{part: fields.get(f"{part}_{place}") or "" for part in SEAT} for place in range(1, self.places + 1)]
        return {
            "type": self.tag,
            "franchise": fields["franchise"],
            "match": fields["match"],
            "seats": [row for row in rows if row["car"]],
            "words": fields["words"],
        }


@register_form("hire_match_mechanic")
class HireMatchMechanicForm(FranchiseMatchForm):
    """Hire staff of rating 4 for one match (DM-C-064)."""

    title = "Hire rating 4 staff for the match"
    verb = f"Hire for {MATCH_MECHANIC_K}k"
    final = "You pay now, and they leave when the match is over."


def _car_words(car: CarRisk) -> str:
    """A car's label, such as "Rust Bucket – 60 DP, 2 criticals, no weapon"."""
    return f"{car.name} – {car.dp} DP, {car.damage}{'' if car.armed else ', no weapon'}"


def _crew_words(driver: CrewRisk) -> str:
    """A driver's label, such as "Ann – driving 3, gunnery 4, 2 points tired"."""
    traits = {cell.line.name.lower(): cell.line.value_words for cell in driver.row.traits}
    fatigue = driver.row.fatigue
    parts = [f"driving {traits['driving']}", f"gunnery {traits['gunnery']}"]
    return f"{driver.name} – {', '.join([*parts, *([quantity(fatigue, 'point') + ' tired'] if fatigue else [])])}"


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
