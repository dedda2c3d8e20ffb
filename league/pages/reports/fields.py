"""The form fields of a match's report, laid out by team, and the report read back from them.

Rules DM-C-045, DM-C-090, DM-C-091, DM-M-038, DM-M-039, DM-M-140.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django import forms

from explain.season_names import Choices, SeasonNames
from league.pages.base_context import franchise_color
from league.pages.command_forms.fields import LenientChoiceField, LenientMultipleChoiceField
from league.pages.reports.item_fields import ItemFields
from rules.campaign.core import state
from rules.campaign.core.duels import is_duel
from rules.campaign.core.figure_limits import LARGEST_FIGURE, LARGEST_POINTS
from rules.campaign.match_day.duel_ranks import ranks_by_points

MAIN_FIGURES = (
    ("criticals", "Criticals"),
    ("scores", "Scored"),
    ("kills", "Kills"),
)
"""The figures counted for every driver, with their labels."""
RARE_FIGURES = (
    ("friendly_criticals", "Criticals on his own side"),
    ("wounds", "Flesh wounds"),
    ("kit_uses", "Medical kits used"),
)
"""Figures that few drivers have; their fields are folded away at first."""
FATE_OK, FATE_OUT, FATE_DEAD = "", "out", "dead"


@dataclass(frozen=True, slots=True)
class DriverFields:
    """A driver on the form; `fresh` are the fields of one who may be sent in between heats."""

    name: str
    role: str
    heats: forms.BoundField
    fate: forms.BoundField
    figures: tuple[forms.BoundField, ...]
    seldom: tuple[forms.BoundField, ...]
    fresh: tuple[forms.BoundField, ...] = ()

    @property
    def touched(self) -> bool:
        """Whether any folded field has a value or an error."""
        return any(field.value() not in (None, "", 0, "0") for field in self.seldom) or bool(self.errors)

    @property
    def sent_in(self) -> bool:
        """Whether a fresh driver was sent in."""
        return any(field.value() for field in self.fresh)

    @property
    def errors(self) -> list[Any]:
        """The errors of the folded fields."""
        return [error for field in (*self.seldom, *self.fresh) for error in field.errors]


@dataclass(frozen=True, slots=True)
class CarFields:
    """A car on the form."""

    name: str
    destroyed: forms.BoundField
    criticals: forms.BoundField
    items: tuple[forms.BoundField, ...]

    @property
    def touched(self) -> bool:
        """Whether any of its item fields has a value or an error."""
        return any(field.value() or field.errors for field in self.items)


@dataclass(frozen=True, slots=True)
class TeamFields:
    """A team on the form, with the totals of its lines."""

    franchise: str
    name: str
    colour: str
    forfeited: bool
    points: forms.BoundField
    place: forms.BoundField | None
    drivers: tuple[DriverFields, ...]
    fresh: tuple[DriverFields, ...]
    cars: tuple[CarFields, ...]
    stores: tuple[forms.BoundField, ...]
    sums: tuple[tuple[str, str, int], ...] = ()
    """The totals: each figure's name, its label and the sum."""


@dataclass(slots=True)
class ReportFields:
    """The fields of one match's report in any form; their initial values come from `document` if there is one."""

    season: state.Season
    match: state.Match
    called: SeasonNames
    document: Mapping[str, Any] = field(default_factory=dict)
    items: ItemFields = field(init=False)

    def __post_init__(self) -> None:
        self.items = ItemFields(self.season, self.match, self.called)

    # ---------------------------------------------------------------------------------------------------- to the form

    def add_to(self, form: forms.Form) -> None:
        """Add every field, with the document's values as initial ones."""
        for line_up in self.season.line_ups_of(self.match.id):
            form.fields[f"t:{line_up.franchise}"] = _points_field(self.match)
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
        for name, value in self._initial_values().items():
            form.initial.setdefault(name, value)

    def _add_driver(self, form: forms.Form, driver: str, team: str) -> None:
        heats = [
            (str(heat), f"Heat {heat}" if self.match.heats > 1 else "Ran") for heat in range(1, self.match.heats + 1)
        ]
        form.fields[f"d:{driver}:heats"] = LenientMultipleChoiceField(label="Heats", choices=heats, required=False)
        fates: Choices = [(FATE_OK, "OK"), (FATE_OUT, "Out of action")]
        if not self.season.setting("cloning.ooa_always_cloned"):
            fates.append((FATE_DEAD, "Dead"))
        form.fields[f"d:{driver}:fate"] = LenientChoiceField(
            label="Fate", choices=fates, required=False, widget=forms.RadioSelect(attrs=_sum_attributes(team, "out"))
        )
        for name, words in (*MAIN_FIGURES, *RARE_FIGURES):
            form.fields[f"d:{driver}:{name}"] = _count(words, team=team, figure=name)

    def _add_fresh(self, form: forms.Form, driver: str, line_up: state.LineUp) -> None:
        seated = self.called.driver_choices(driver.id for driver in self._crew(line_up))
        form.fields[f"s:{driver}:replaces"] = LenientChoiceField(
            label="Sent in for", choices=[("", "Not sent in"), *seated], required=False
        )
        heats = [("", "–"), *((str(heat), f"Heat {heat}") for heat in range(2, self.match.heats + 1))]
        form.fields[f"s:{driver}:from"] = LenientChoiceField(label="From", choices=heats, required=False)

    def _initial_values(self) -> dict[str, Any]:
        """The initial values: the document's, or else no losses and every driver in every heat."""
        initial: dict[str, Any] = {f"t:{line['franchise']}": line["points"] for line in self._lines("teams")}
        if is_duel(self.match):
            initial |= {f"r:{line['franchise']}": line["rank"] for line in self._lines("teams")}
        claimed = {line["driver"]: line for line in self._lines("drivers")}
        all_heats = [str(heat) for heat in range(1, self.match.heats + 1)]
        for line_up in self.season.line_ups_of(self.match.id):
            initial.setdefault(f"t:{line_up.franchise}", 0)
            fresh = {driver.id for driver in self._fresh(line_up)}
            for id in (*(driver.id for driver in self._crew(line_up)), *fresh):
                claim = claimed.get(id)
                heats = [] if id in fresh else all_heats
                initial[f"d:{id}:heats"] = heats if claim is None else [str(heat) for heat in claim.get("heats", ())]
                initial[f"d:{id}:fate"] = FATE_OK if claim is None else _fate(claim)
                for name, _ in (*MAIN_FIGURES, *RARE_FIGURES):
                    initial[f"d:{id}:{name}"] = (claim or {}).get(name, 0)
        for line in self._lines("substitutes"):
            initial[f"s:{line['driver']}:replaces"] = line["replaces"]
            initial[f"s:{line['driver']}:from"] = str(line["from_heat"])
        for line in self._lines("cars"):
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
        return [self._team(form, line_up) for line_up in self._line_ups()]

    def _team(self, form: forms.Form, line_up: state.LineUp) -> TeamFields:
        seats = self.season.seats_of(line_up.id)
        drivers = [self._part(form, id, role) for id, role in self._crew_with_roles(line_up)]
        fresh = [self._part(form, driver.id, "", fresh=True) for driver in self._fresh(line_up)]
        return TeamFields(
            franchise=line_up.franchise,
            name=self.called.franchise(line_up.franchise),
            colour=franchise_color(line_up.franchise),
            forfeited=line_up.forfeited,
            points=form[f"t:{line_up.franchise}"],
            place=form[f"r:{line_up.franchise}"] if is_duel(self.match) else None,
            drivers=tuple(drivers),
            fresh=tuple(fresh),
            cars=tuple(
                CarFields(
                    self.called.car(seat.car),
                    form[f"c:{seat.car}:destroyed"],
                    form[f"c:{seat.car}:criticals"],
                    self.items.fields_on_car(form, seat.car),
                )
                for seat in seats
            ),
            stores=self.items.fields_in_stores(form, line_up),
            sums=_sums([*drivers, *fresh], [form[f"c:{seat.car}:destroyed"] for seat in seats]),
        )

    def _part(self, form: forms.Form, driver: str, role: str, *, fresh: bool = False) -> DriverFields:
        return DriverFields(
            self.called.driver(driver),
            role,
            form[f"d:{driver}:heats"],
            form[f"d:{driver}:fate"],
            tuple(form[f"d:{driver}:{name}"] for name, _ in MAIN_FIGURES),
            tuple(form[f"d:{driver}:{name}"] for name, _ in RARE_FIGURES),
            (form[f"s:{driver}:replaces"], form[f"s:{driver}:from"]) if fresh else (),
        )

    # ------------------------------------------------------------------------------------------------------ who is in

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

    def _lines(self, name: str) -> Iterable[Mapping[str, Any]]:
        lines: Iterable[Mapping[str, Any]] = self.document.get(name, ())
        return lines


class CountField(forms.IntegerField):
    """A figure that is counted by hand; an empty field means 0, so its label does not say that it is optional."""

    counts = True


def _points_field(match: state.Match) -> CountField:
    """A team's points, which may be below 0 in a duel (CW-S-056)."""
    points = _count("Points", least=-LARGEST_POINTS if is_duel(match) else 0, most=LARGEST_POINTS)
    if is_duel(match):
        points.widget.attrs.pop("inputmode")
        points.help_text = "The duel points of the team's cars together. They may be below 0."
    else:
        points.help_text = "What the team scored in all heats of this match. The prize is shared by it."
    return points


def _place_field(season: state.Season, match: state.Match) -> CountField:
    """A team's place in a duel (CW-S-035)."""
    place = _count("Place", least=1, most=len(season.line_ups_of(match.id)))
    place.help_text = (
        "1 for the winner, even with fewer points. Left empty everywhere, places follow from the points."
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


def _sums(drivers: Iterable[DriverFields], destroyed: Iterable[forms.BoundField]) -> tuple[tuple[str, str, int], ...]:
    all_drivers = list(drivers)
    sums = [
        (name, words, sum(_whole(part.figures[index].value()) for part in all_drivers))
        for index, (name, words) in enumerate(MAIN_FIGURES)
    ]
    out_of_action = sum(str(part.fate.value() or "") != FATE_OK for part in all_drivers)
    destroyed_cars = sum(str(field.value()) in {"True", "on"} for field in destroyed)
    return (*sums, ("out", "Out of action", out_of_action), ("destroyed", "Cars destroyed", destroyed_cars))


def _whole(value: Any) -> int:
    text = str(value or "")
    return int(text) if text.isdecimal() and len(text) < 9 else 0
