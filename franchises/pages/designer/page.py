"""The page of a drawing: its fields, everything wrong with it, what it takes and comes to. Rules DM-M-010,
DM-M-036.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from django.http import QueryDict
from django.urls import reverse

from explain import links
from explain.command_preview import preview_commands, sentence_with_names
from franchises.pages.designer.car_diagram import picture_of
from franchises.pages.designer.design_fields import design_fields, id_of, relabel_errors
from franchises.pages.designer.form import FitDesignForm
from franchises.pages.designer.starting_designs import DesignComparison, DesignSource, Start, copy_of_start
from franchises.pages.designer.submitted_design import document_from, with_row_changes
from league.access import Viewer
from league.models import League
from league.pages.command_forms.context import CommandContext, command_context
from league.pages.command_forms.page import command_page
from league.pages.ruleset_tables import render_table
from league.queries.seasons import seasons
from rules.campaign.core.state import Car
from rules.campaign.core.switches import RULESET_SWITCH
from rules.campaign.garage.designs import item_kinds_on_car
from rules.campaign.garage.load_limits import load_errors
from rules.core.refusals import Refusal
from rules.match.drawing_board import DesignPart, DrawingBoard, HasDrawingBoard, PointsAccount, error_location
from rules.match.registry import rulesets
from rules.match.ruleset import Document, ErrorDetail, Ruleset, without_warnings


def design_url(league: str, franchise: str, car: str, ruleset: str) -> str:
    """The address at which a car's design for a ruleset is drawn."""
    return reverse("design", args=[league, franchise, car, ruleset])


def usual_ruleset(league: League) -> str:
    """The match system a league's newest season plays unless a match says otherwise, where its designs are drawn on
    a board; else the first that has one.
    """
    boards = [ruleset.name for ruleset in rulesets() if isinstance(ruleset, HasDrawingBoard)]
    row = seasons(league.pk).first()
    usual = "" if row is None else str(row.switches.get(RULESET_SWITCH, ""))
    return usual if usual in boards else boards[0]


def may_draw(viewer: Viewer, franchise: str) -> bool:
    """Whether the person may design that franchise's cars: its owner, and the commissioners (HOUSE-007)."""
    return viewer.is_commissioner or any(links.short_id(each.pk) == franchise for each in viewer.franchises)


@dataclass(frozen=True, slots=True)
class DesignBench:
    """A car on the bench: for which ruleset it is drawn, and the design as it stands there now."""

    desk: CommandContext
    car: Car
    ruleset: Ruleset
    board: DrawingBoard
    document: Document
    begun_from: str = ""

    @property
    def parts(self) -> tuple[DesignPart, ...]:
        """What a design is drawn of under the season's house rules."""
        return self.board.parts(self.desk.season.switches)

    @property
    def has_design(self) -> bool:
        """Whether the car has its design for that ruleset, which is then the one that is shown (DM-M-010)."""
        return self.ruleset.name in self.car.designs

    @property
    def starts(self) -> tuple[Start, ...]:
        """What the drawing may start from."""
        return self._design_source.starts()

    @property
    def errors(self) -> list[ErrorDetail]:
        """Everything wrong with it for this car and what is on it, warnings among it (DM-C-150, DM-M-036)."""
        season = self.desk.season
        found = self.ruleset.design_errors(
            self.document,
            dp=self.car.dp,
            gunner_station=self.car.gunner_station,
            gearing=self.car.gearing,
            switches=season.switches,
        )
        drawn, aboard = {self.ruleset.name: self.document}, item_kinds_on_car(season.items_on_car(self.car.id))
        found += load_errors(season, self.car, aboard, designs=drawn)
        return [detail for error in found for detail in relabel_errors(error, self.parts)]

    @property
    def account(self) -> PointsAccount | None:
        """What it takes of its points."""
        return self.board.account(self.document, dp=self.car.dp, switches=self.desk.season.switches)

    @property
    def comparison(self) -> DesignComparison:
        """What it comes to, beside the other cars of the garage."""
        return self._design_source.compare(self.document)

    @property
    def _design_source(self) -> DesignSource:
        return DesignSource(self.desk.season, self.car, self.ruleset.name, self.board, self.desk.called)

    def start_from(self, key: str) -> DesignBench:
        """The bench with what a drawing starts from."""
        if self.has_design and not key:
            return replace(self, document=self.car.designs[self.ruleset.name])
        found = self.starts
        return replace(self, document=copy_of_start(found, key), begun_from=key or found[0].key)

    def with_submitted(self, given: QueryDict) -> DesignBench:
        """The bench with the drawing that was sent, rows added and taken out as was asked."""
        document = document_from(self.parts, given)
        return replace(self, document=with_row_changes(document, self.parts, given), begun_from=given.get("from", ""))

    def form(self, given: QueryDict | None = None) -> FitDesignForm:
        """The form that gives the car this design."""
        return FitDesignForm(
            desk=self.desk, car=self.car.id, ruleset=self.ruleset.name, drawn=self.document, given=given
        )


def bench_for(
    league: League, viewer: Viewer, *, franchise: str, car: str, ruleset: str
) -> DesignBench | CommandContext | None:
    """The bench for a car of the newest season; the desk alone for a book that has no drawing board, None where there
    is no such car in the franchise's garage, or no such book.
    """
    row = seasons(league.pk).first()
    by = next((each for each in rulesets() if each.name == ruleset), None)
    if row is None or by is None:
        return None
    row.league = league
    desk = command_context(row, viewer, franchise=franchise)
    held = desk.season.cars.get(car)
    if desk.franchise != franchise or held is None or held not in desk.season.garage(franchise):
        return None
    return DesignBench(desk, held, by, by.board, {}) if isinstance(by, HasDrawingBoard) else desk


def design_page(bench: DesignBench, form: FitDesignForm) -> dict[str, Any]:
    """The context of a drawing's page."""
    desk, car, document = bench.desk, bench.car, bench.document
    faults, account, switches = bench.errors, bench.account, desk.season.switches
    broken = without_warnings(faults)
    fields = design_fields(bench.parts, document, faults, account)
    tables = bench.ruleset.car_sheet(document, dp=car.dp, switches=switches)
    called = desk.called.car(car.id)
    return {
        **command_page(form, trial=None),
        "car": car,
        "car_called": called,
        "ruleset": bench.ruleset,
        "books": _books(bench),
        "stands": bench.has_design,
        "starts": bench.starts,
        "begun_from": bench.begun_from,
        "fields": fields.fields,
        "told_above": fields.faults,
        "broken": _errors_with_field_ids(broken, bench),
        "warnings": _errors_with_field_ids([fault for fault in faults if fault.warning], bench),
        "refused": "" if broken or bench.has_design else _refusal_sentence(bench, form),
        "account": account,
        "left": None if account is None or account.budget is None else account.budget - account.spent,
        "over": _over(account),
        "picture": picture_of(bench.board.outline(document, switches=switches)),
        "compared": bench.comparison,
        "tables": [render_table(table, of=f"{called} in {bench.ruleset.title}") for table in tables],
    }


def _over(account: PointsAccount | None) -> int:
    """The points a drawing takes beyond its budget."""
    return max(account.spent - account.budget, 0) if account is not None and account.budget is not None else 0


def _errors_with_field_ids(faults: list[ErrorDetail], bench: DesignBench) -> list[tuple[ErrorDetail, str]]:
    """Faults with the id of the field each stands beside, "" for none."""
    placed = ((fault, error_location(fault, bench.parts, bench.document)) for fault in faults)
    return [(fault, id_of(place) if place else "") for fault, place in placed]


def _refusal_sentence(bench: DesignBench, form: FitDesignForm) -> str:
    """Why a design without faults would be refused all the same, such as that the franchise is locked."""
    try:
        return preview_commands(
            bench.desk.season, form.commands(), bench.desk.called.names, bench.desk.reader
        ).refusal
    except Refusal as no:
        return sentence_with_names(no.sentence, bench.desk.called.names)


def _books(bench: DesignBench) -> list[tuple[str, str, bool, bool]]:
    """Every book with a board: its title, the address, whether it is this one, and whether the car has its design."""
    desk, car = bench.desk, bench.car
    return [
        (
            ruleset.title,
            design_url(desk.row.league_id, desk.franchise, car.id, ruleset.name),
            ruleset.name == bench.ruleset.name,
            ruleset.name in car.designs,
        )
        for ruleset in rulesets()
        if isinstance(ruleset, HasDrawingBoard)
    ]
