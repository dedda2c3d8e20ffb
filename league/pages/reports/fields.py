"""The form fields of a match's report, laid out by team, and the report read back from them.

Rules DM-C-045, DM-C-090, DM-C-091, DM-M-038, DM-M-039, DM-M-140.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django import forms

from explain.season_names import Choices, SeasonNames
from league.pages.base_context import franchise_color
from league.pages.command_forms.fields import LenientChoiceField, LenientMultipleChoiceField
from league.pages.number_fields import WholeNumberField
from league.pages.reports.form_layout import (
    FATE_DEAD,
    FATE_OK,
    FATE_OUT,
    CarFields,
    CarRow,
    Cell,
    DriverFields,
    Mark,
    TeamFields,
    team_sums,
)
from league.pages.reports.item_fields import ItemFields
from rules.campaign.core import state
from rules.campaign.core.duels import is_duel
from rules.campaign.core.figure_limits import LARGEST_FIGURE, LARGEST_POINTS
from rules.campaign.garage.silhouettes import model_of
from rules.campaign.match_day.duel_checks import ranks_by_points
from rules.match.catalog import item_type
from rules.match.drawing.car_silhouettes import CarModel

MAIN_FIGURES = (
    ("criticals", "Criticals"),
    ("kills", "Kills"),
)
"""The figures counted for every driver, which stand in their row, with their labels."""
RARE_FIGURES = (
    ("scores", "Scored"),
    ("friendly_criticals", "Criticals on their own side"),
    ("wounds", "Flesh wounds"),
    ("kit_uses", "Medical kits used"),
)
"""Figures that few drivers have; their fields are folded away at first."""
BOX_FATES = 2
"""A fate out of so many is a box to tick; out of more, a list to choose from."""


@dataclass(slots=True)
class ReportFields:
    """The fields of one match's report in any form; their initial values come from `document` if there is one."""

    season: state.Season
    match: state.Match
    called: SeasonNames
    document: Mapping[str, Any] = field(default_factory=dict)
    compared: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    """Other reports of the match, each with the word that names it: figures that differ from them are marked."""
    items: ItemFields = field(init=False)

    def __post_init__(self) -> None:
        self.items = ItemFields(self.season, self.match, self.called)

    # ---------------------------------------------------------------------------------------------------- to the form

    def add_to(self, form: forms.Form) -> None:
        """Add every field, with the document's values as initial ones."""
        for line_up in self.season.line_ups_of(self.match.id):
            form.fields[f"t:{line_up.franchise}"] = _points_field(self.match, line_up.franchise)
            if is_duel(self.match):
                form.fields[f"r:{line_up.franchise}"] = _place_field(self.season, self.match)
            for driver in self._crew(line_up):
                self._add_driver(form, driver.id, line_up.franchise)
            for driver in self._fresh(line_up):
                self._add_driver(form, driver.id, line_up.franchise)
                self._add_fresh(form, driver.id, line_up)
            for seat in self.season.seats_of(line_up.id):
                form.fields[f"c:{seat.car}:destroyed"] = forms.BooleanField(label="Destroyed", required=False)
                form.fields[f"c:{seat.car}:destroyed"].widget.attrs |= _sum_attributes(line_up.franchise, "destroyed")
                form.fields[f"c:{seat.car}:criticals"] = _count("Criticals standing")
            self.items.add_to(form, line_up)
        for name, value in self._initial_values(self.document).items():
            form.initial.setdefault(name, value)

    def _add_driver(self, form: forms.Form, driver: str, team: str) -> None:
        heats = [
            (str(heat), f"Heat {heat}" if self.match.heats > 1 else "Ran") for heat in range(1, self.match.heats + 1)
        ]
        form.fields[f"d:{driver}:heats"] = LenientMultipleChoiceField(label="Heats", choices=heats, required=False)
        fates: Choices = [(FATE_OK, "OK"), (FATE_OUT, "Out")]
        if not self.season.setting("cloning.ooa_always_cloned") or driver in self._reported_dead():
            fates.append((FATE_DEAD, "Dead"))
        attributes = _sum_attributes(team, "out")
        widget = forms.Select(attrs=attributes) if len(fates) > BOX_FATES else OutBox(attrs=attributes)
        form.fields[f"d:{driver}:fate"] = LenientChoiceField(
            label="Out of action", choices=fates, required=False, widget=widget
        )
        for name, words in (*MAIN_FIGURES, *RARE_FIGURES):
            form.fields[f"d:{driver}:{name}"] = _count(words, team=team, figure=name)

    def _reported_dead(self) -> set[str]:
        """The drivers whom a program's report calls dead, which makes it differ from one that does not."""
        reports = (self.document, *(document for _, document in self.compared))
        return {line["driver"] for document in reports for line in document.get("drivers", ()) if line.get("dead")}

    def _add_fresh(self, form: forms.Form, driver: str, line_up: state.LineUp) -> None:
        seated = self.called.driver_choices(driver.id for driver in self._crew(line_up))
        form.fields[f"s:{driver}:replaces"] = LenientChoiceField(
            label="Sent in for", choices=[("", "Not sent in"), *seated], required=False
        )
        heats = [("", "–"), *((str(heat), f"Heat {heat}") for heat in range(2, self.match.heats + 1))]
        form.fields[f"s:{driver}:from"] = LenientChoiceField(label="From", choices=heats, required=False)

    def _initial_values(self, document: Mapping[str, Any]) -> dict[str, Any]:
        """The values of a document's fields: its own, or else no losses and every driver in every heat."""
        teams = document.get("teams", ())
        initial: dict[str, Any] = {f"t:{line['franchise']}": line["points"] for line in teams}
        if is_duel(self.match):
            initial |= {f"r:{line['franchise']}": line["rank"] for line in teams}
        claimed = {line["driver"]: line for line in document.get("drivers", ())}
        all_heats = [str(heat) for heat in range(1, self.match.heats + 1)]
        for line_up in self.season.line_ups_of(self.match.id):
            initial.setdefault(f"t:{line_up.franchise}", 0)
            initial |= {f"c:{seat.car}:criticals": 0 for seat in self.season.seats_of(line_up.id)}
            fresh = {driver.id for driver in self._fresh(line_up)}
            for id in (*(driver.id for driver in self._crew(line_up)), *fresh):
                claim = claimed.get(id)
                heats = [] if id in fresh else all_heats
                initial[f"d:{id}:heats"] = heats if claim is None else [str(heat) for heat in claim.get("heats", ())]
                initial[f"d:{id}:fate"] = FATE_OK if claim is None else _fate(claim)
                for name, _ in (*MAIN_FIGURES, *RARE_FIGURES):
                    initial[f"d:{id}:{name}"] = (claim or {}).get(name, 0)
        for line in document.get("substitutes", ()):
            initial[f"s:{line['driver']}:replaces"] = line["replaces"]
            initial[f"s:{line['driver']}:from"] = str(line["from_heat"])
        for line in document.get("cars", ()):
            initial[f"c:{line['car']}:destroyed"] = bool(line.get("destroyed"))
            initial[f"c:{line['car']}:criticals"] = line.get("criticals", 0)
            initial |= self.items.initial_values(line)
        return initial

    # -------------------------------------------------------------------------------------------------- from the form

    def report(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        """The report as a document for the codec. Ranks follow from the points (DM-C-091), those of a duel only where
        no place is entered (CW-S-035).
        """
        line_ups = self.season.line_ups_of(self.match.id)
        points = {line_up.franchise: cleaned.get(f"t:{line_up.franchise}") or 0 for line_up in line_ups}
        absent = [line_up.franchise for line_up in line_ups if line_up.forfeited and is_duel(self.match)]
        ranks = ranks_by_points(points, forfeited=absent)
        return {
            "teams": [
                {"franchise": team, "points": own_points, "rank": cleaned.get(f"r:{team}") or ranks[team]}
                for team, own_points in points.items()
            ],
            "drivers": [driver for line_up in self._line_ups() for driver in self._drivers(line_up, cleaned)],
            "cars": [car for line_up in self._line_ups() for car in self._cars(line_up, cleaned)],
            **({"substitutes": substitutes} if (substitutes := list(self._substitutes(cleaned))) else {}),
        }

    def _drivers(self, line_up: state.LineUp, cleaned: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        substitute_ids = {substitute["driver"] for substitute in self._substitutes(cleaned)}
        for driver in (
            *self._crew(line_up),
            *(fresh_driver for fresh_driver in self._fresh(line_up) if fresh_driver.id in substitute_ids),
        ):
            figures = {name: cleaned.get(f"d:{driver.id}:{name}") or 0 for name, _ in (*MAIN_FIGURES, *RARE_FIGURES)}
            fate = cleaned.get(f"d:{driver.id}:fate") or FATE_OK
            heats = [int(heat) for heat in cleaned.get(f"d:{driver.id}:heats") or () if str(heat).isdecimal()]
            yield {
                "driver": driver.id,
                "heats": heats,
                **({"out": True} if fate != FATE_OK else {}),
                **({"dead": True} if fate == FATE_DEAD else {}),
                **{name: figure for name, figure in figures.items() if figure},
            }

    def _cars(self, line_up: state.LineUp, cleaned: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        for seat in self.season.seats_of(line_up.id):
            criticals = cleaned.get(f"c:{seat.car}:criticals") or 0
            yield {
                "car": seat.car,
                **({"destroyed": True} if cleaned.get(f"c:{seat.car}:destroyed") else {}),
                **({"criticals": criticals} if criticals else {}),
                **self.items.item_lists_of(seat.car, line_up, cleaned),
            }

    def _substitutes(self, cleaned: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        for line_up in self._line_ups():
            for driver in self._fresh(line_up):
                if replaces := cleaned.get(f"s:{driver.id}:replaces"):
                    heat_text = str(cleaned.get(f"s:{driver.id}:from") or "")
                    from_heat = int(heat_text) if heat_text.isdecimal() else 0
                    yield {"driver": driver.id, "replaces": replaces, "from_heat": from_heat}

    # -------------------------------------------------------------------------------------------------- for templates

    def teams(self, form: forms.Form) -> list[TeamFields]:
        """The teams as the form's template lays them out."""
        others = [(source, self._initial_values(document)) for source, document in self.compared]
        return [self._team(form, line_up, others) for line_up in self._line_ups()]

    def _team(
        self, form: forms.Form, line_up: state.LineUp, others: Sequence[tuple[str, Mapping[str, Any]]]
    ) -> TeamFields:
        def cell(name: str) -> Cell:
            mine = form[name].value()
            marks = (
                Mark(source, value, _figure_words(name, value), same=value == _short_value(mine))
                for source, values in others
                for value in [_short_value(values.get(name))]
            )
            return Cell(form[name], tuple(dict.fromkeys(marks)))

        def crew_member(id: str, role: str = "", *, fresh: bool = False) -> DriverFields:
            return DriverFields(
                self.called.driver(id),
                role,
                cell(f"d:{id}:fate"),
                tuple(cell(f"d:{id}:{name}") for name, _ in MAIN_FIGURES),
                form[f"d:{id}:heats"],
                tuple(form[f"d:{id}:{name}"] for name, _ in RARE_FIGURES),
                (form[f"s:{id}:replaces"], form[f"s:{id}:from"]) if fresh else (),
                tuple(str(heat) for heat in range(1, self.match.heats + 1)),
            )

        rows = []
        for seat in self.season.seats_of(line_up.id):
            car = CarFields(
                self.called.car(seat.car),
                self._model(seat.car),
                cell(f"c:{seat.car}:destroyed"),
                cell(f"c:{seat.car}:criticals"),
                self.items.fields_on_car(form, seat.car),
            )
            crew = [crew_member(seat.driver, f"drives {car.name}")]
            if seat.gunner:
                crew.append(crew_member(seat.gunner, f"gunner in {car.name}"))
            rows.append(CarRow(car, tuple(crew)))
        fresh_drivers = tuple(crew_member(driver.id, fresh=True) for driver in self._fresh(line_up))
        return TeamFields(
            franchise=line_up.franchise,
            name=self.called.franchise(line_up.franchise),
            color=franchise_color(line_up.franchise),
            forfeited=line_up.forfeited,
            points=cell(f"t:{line_up.franchise}"),
            place=cell(f"r:{line_up.franchise}") if is_duel(self.match) else None,
            rows=tuple(rows),
            fresh=fresh_drivers,
            stores=self.items.fields_in_stores(form, line_up),
            sums=team_sums(rows, fresh_drivers, [name for name, _ in MAIN_FIGURES]),
        )

    # ------------------------------------------------------------------------------------------------------ who is in

    def _model(self, car_id: str) -> CarModel:
        """How a car looks by its weapons, which are in plain sight of everybody (CW-Q-013)."""
        car = self.season.car(car_id)
        weapons = [item.kind for item in self.season.items_on_car(car_id) if item_type(item.kind).group == "weapon"]
        return model_of(overhead=car.overhead, gunner_station=car.gunner_station, kinds=weapons)

    def _line_ups(self) -> list[state.LineUp]:
        return self.season.line_ups_of(self.match.id)

    def _crew_with_roles(self, line_up: state.LineUp) -> Iterator[tuple[str, str]]:
        for seat in self.season.seats_of(line_up.id):
            yield seat.driver, f"drives {self.called.car(seat.car)}"
            if seat.gunner:
                yield seat.gunner, f"gunner in {self.called.car(seat.car)}"

    def _crew(self, line_up: state.LineUp) -> list[state.Driver]:
        return [self.season.driver(id) for id, _ in self._crew_with_roles(line_up)]

    def _fresh(self, line_up: state.LineUp) -> list[state.Driver]:
        """Drivers who may be sent in between heats (DM-M-038)."""
        if self.match.heats == 1 or line_up.forfeited:
            return []
        seated = {id for id, _ in self._crew_with_roles(line_up)}
        roster = self.season.roster(line_up.franchise)
        return [driver for driver in roster if driver.availability == "available" and driver.id not in seated]


class OutBox(forms.CheckboxInput):
    """A box that is ticked for a driver who is out of action, where nobody can die."""

    def value_from_datadict(self, given: Any, _files: Any, name: str) -> Any:
        """The fate: out of action if the box was sent with that value."""
        return str(given.get(name) or FATE_OK)

    def get_context(self, name: str, value: Any, attrs: Any) -> dict[str, Any]:
        """The context of the box, whose value is always the fate it stands for."""
        context: dict[str, Any] = super().get_context(name, value, attrs)
        context["widget"]["value"] = FATE_OUT
        return context


class CountField(WholeNumberField):
    """A figure that is counted by hand; an empty field means 0, so its label does not say that it is optional."""

    counts = True


def _points_field(match: state.Match, team: str) -> CountField:
    """A team's points, which may be below 0 in a duel (CW-S-056)."""
    least = -LARGEST_POINTS if is_duel(match) else 0
    points = _count("Points", least=least, most=LARGEST_POINTS, team=team, figure="points")
    if is_duel(match):
        points.widget.attrs.pop("inputmode")
        points.help_text = "The duel points of the team's cars together. They may be below 0."
    else:
        points.help_text = "What the team scored in all heats of this match. The prize is shared according to it."
    return points


def _place_field(season: state.Season, match: state.Match) -> CountField:
    """A team's place in a duel (CW-S-035)."""
    place = _count("Place", least=1, most=len(season.line_ups_of(match.id)))
    place.help_text = (
        "1 for the winner, even with fewer points. Leave all of them empty to let places follow from the points."
    )
    return place


def _count(words: str, *, least: int = 0, most: int = LARGEST_FIGURE, team: str = "", figure: str = "") -> CountField:
    count_field = CountField(label=words, required=False, min_value=least, max_value=most)
    count_field.widget.attrs |= {
        "inputmode": "numeric",
        "data-step": "1",
        **(_sum_attributes(team, figure) if figure else {}),
    }
    return count_field


def _sum_attributes(team: str, figure: str) -> dict[str, str]:
    return {"data-team": team, "data-sum": figure}


def _fate(claim: Mapping[str, Any]) -> str:
    return FATE_DEAD if claim.get("dead") else FATE_OUT if claim.get("out") else FATE_OK


def _short_value(value: Any) -> str:
    """A figure as the form's script writes it beside another: a number, or the word of a fate."""
    return "0" if value in (None, "", False, "False") else "1" if value in (True, "True", "on") else str(value)


def _figure_words(name: str, value: str) -> str:
    """A figure as it is written beside another: the word for a fate or a lost car, else the number."""
    field = name.rpartition(":")[2]
    if field == "fate":
        return "OK" if value == "0" else value
    if field == "destroyed":
        return "lost" if value == "1" else "runs"
    return value
