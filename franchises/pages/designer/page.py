"""The page on which a design is drawn: fields, errors, points and comparison. Rules DM-M-010, DM-M-036."""

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
from rules.campaign.garage.designs import item_kinds_on_car, load_errors
from rules.core.refusals import Refusal
from rules.match.drawing_board import DesignPart, DrawingBoard, HasDrawingBoard, PointsAccount, error_location
from rules.match.registry import rulesets
from rules.match.ruleset import Document, ErrorDetail, Ruleset, without_warnings


def design_url(league: str, franchise: str, car: str, ruleset: str) -> str:
    """The URL at which a car's design for a ruleset is drawn."""
    return reverse("design", args=[league, franchise, car, ruleset])


def usual_ruleset(league: League) -> str:
    """The ruleset the league's newest season usually plays if it has a drawing board; else the first with one."""
    row = seasons(league.pk).first()
    return ruleset_with_board("" if row is None else str(row.switches.get(RULESET_SWITCH, "")))


def ruleset_with_board(usual: str) -> str:
    """That ruleset if it has a drawing board; else the first with one."""
    boards = [ruleset.name for ruleset in rulesets() if isinstance(ruleset, HasDrawingBoard)]
    return usual if usual in boards else boards[0]


def may_draw(viewer: Viewer, franchise: str) -> bool:
    """Whether the viewer may design that franchise's cars: its owner or a commissioner (HOUSE-007)."""
    return viewer.is_commissioner or any(links.short_id(owned.pk) == franchise for owned in viewer.franchises)


@dataclass(frozen=True, slots=True)
class DesignBench:
    """A car whose design for a ruleset is being drawn, with the design as it is now."""

    desk: CommandContext
    car: Car
    ruleset: Ruleset
    board: DrawingBoard
    document: Document
    begun_from: str = ""

    @property
    def parts(self) -> tuple[DesignPart, ...]:
        """The parts of a design under the season's house rules."""
        return self.board.parts(self.desk.season.switches)

    @property
    def has_design(self) -> bool:
        """Whether the car already has its final design for that ruleset (DM-M-010)."""
        return self.ruleset.name in self.car.designs

    @property
    def starts(self) -> tuple[Start, ...]:
        """The designs that the drawing may start from."""
        return self._design_source.starts()

    @property
    def errors(self) -> list[ErrorDetail]:
        """All errors and warnings of the design on this car with its items (DM-C-150, DM-M-036)."""
        season = self.desk.season
        errors = self.ruleset.design_errors(
            self.document,
            dp=self.car.dp,
            gunner_station=self.car.gunner_station,
            gearing=self.car.gearing,
            switches=season.switches,
        )
        designs, item_kinds = {self.ruleset.name: self.document}, item_kinds_on_car(season.items_on_car(self.car.id))
        errors += load_errors(season, self.car, item_kinds, designs=designs)
        return [detail for error in errors for detail in relabel_errors(error, self.parts)]

    @property
    def account(self) -> PointsAccount | None:
        """The points the design takes; None if it cannot be priced."""
        return self.board.account(self.document, dp=self.car.dp, switches=self.desk.season.switches)

    @property
    def comparison(self) -> DesignComparison:
        """The figures of the design beside those of the other cars of the garage."""
        return self._design_source.compare(self.document)

    @property
    def _design_source(self) -> DesignSource:
        return DesignSource(self.desk.season, self.car, self.ruleset.name, self.board, self.desk.called)

    def start_from(self, key: str) -> DesignBench:
        """The bench with the design that the drawing starts from; the first start if no `key` matches.

        Without a `key`, a car that has a final design shows that one.
        """
        if self.has_design and not key:
            return replace(self, document=self.car.designs[self.ruleset.name])
        starts = self.starts
        return replace(self, document=copy_of_start(starts, key), begun_from=key or starts[0].key)

    def with_submitted(self, given: QueryDict) -> DesignBench:
        """The bench with the submitted design, after adding or removing the requested row."""
        document = document_from(self.parts, given)
        return replace(self, document=with_row_changes(document, self.parts, given), begun_from=given.get("from", ""))

    def form(self, given: QueryDict | None = None) -> FitDesignForm:
        """The form that fits this design to the car."""
        return FitDesignForm(
            desk=self.desk, car=self.car.id, ruleset=self.ruleset.name, drawn=self.document, given=given
        )


def bench_for(
    league: League, viewer: Viewer, *, franchise: str, car: str, ruleset: str
) -> DesignBench | CommandContext | None:
    """The bench for a car of the newest season; only the desk if the ruleset has no drawing board.

    None if the franchise's garage has no such car, or there is no such ruleset.
    """
    row = seasons(league.pk).first()
    match_system = next((known for known in rulesets() if known.name == ruleset), None)
    if row is None or match_system is None:
        return None
    row.league = league
    desk = command_context(row, viewer, franchise=franchise)
    bench_car = desk.season.cars.get(car)
    if desk.franchise != franchise or bench_car is None or bench_car not in desk.season.garage(franchise):
        return None
    return (
        DesignBench(desk, bench_car, match_system, match_system.board, {})
        if isinstance(match_system, HasDrawingBoard)
        else desk
    )


def design_page(bench: DesignBench, form: FitDesignForm) -> dict[str, Any]:
    """The context of the page."""
    desk, car, document = bench.desk, bench.car, bench.document
    errors, account, switches = bench.errors, bench.account, desk.season.switches
    blocking = without_warnings(errors)
    fields = design_fields(bench.parts, document, errors, account)
    tables = bench.ruleset.car_sheet(document, dp=car.dp, switches=switches)
    called = desk.called.car(car.id)
    return {
        **command_page(form, trial=None),
        "car": car,
        "car_called": called,
        "ruleset": bench.ruleset,
        "books": _books(bench),
        "comparison_href": reverse(
            "design-comparison", args=[desk.row.league_id, desk.franchise, bench.ruleset.name]
        ),
        "stands": bench.has_design,
        "starts": bench.starts,
        "begun_from": bench.begun_from,
        "fields": fields.fields,
        "told_above": fields.faults,
        "broken": _errors_with_field_ids(blocking, bench),
        "warnings": _errors_with_field_ids([error for error in errors if error.warning], bench),
        "refused": "" if blocking or bench.has_design else _refusal_sentence(bench, form),
        "account": account,
        "left": None if account is None or account.budget is None else account.budget - account.spent,
        "over": _over(account),
        "picture": picture_of(bench.board.outline(document, switches=switches)),
        "compared": bench.comparison,
        "tables": [render_table(table, of=f"{called} in {bench.ruleset.title}") for table in tables],
    }


def _over(account: PointsAccount | None) -> int:
    """The points a design takes beyond its budget; 0 if it has none or cannot be priced."""
    return max(account.spent - account.budget, 0) if account is not None and account.budget is not None else 0


def _errors_with_field_ids(errors: list[ErrorDetail], bench: DesignBench) -> list[tuple[ErrorDetail, str]]:
    """Errors with the HTML id of their field, "" if an error is about none."""
    placed = ((error, error_location(error, bench.parts, bench.document)) for error in errors)
    return [(error, id_of(place) if place else "") for error, place in placed]


def _refusal_sentence(bench: DesignBench, form: FitDesignForm) -> str:
    """Why a design without errors would still be refused, such as a locked franchise; empty if it would not."""
    try:
        return preview_commands(
            bench.desk.season, form.commands(), bench.desk.called.names, bench.desk.reader
        ).refusal
    except Refusal as refusal:
        return sentence_with_names(refusal.sentence, bench.desk.called.names)


def _books(bench: DesignBench) -> list[tuple[str, str, bool, bool]]:
    """Every ruleset with a drawing board: title, URL, whether it is the current one, whether the car has a design."""
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
