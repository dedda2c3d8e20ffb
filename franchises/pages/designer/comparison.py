"""The page that sets designs side by side: their figures, and in which match systems each is legal.

Rules DM-M-010, DM-M-036.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from explain import links
from explain.season_names import SeasonNames
from franchises.crests import crest_of
from franchises.pages.designer.page import design_url
from franchises.pages.designer.starting_designs import PRINTED, UNKNOWN
from league.access import Viewer
from league.models import League
from league.pages.base_context import Breadcrumb, base_context
from league.pages.command_forms.context import command_context
from league.queries.seasons import seasons
from rules.campaign.core.state import Car, Season
from rules.campaign.garage.cars import NORMAL_DP
from rules.campaign.garage.designs import design_for, item_kinds_on_car, load_errors
from rules.campaign.garage.silhouettes import model_of
from rules.match.drawing.car_silhouettes import CarModel
from rules.match.drawing_board import HasDrawingBoard
from rules.match.registry import rulesets
from rules.match.ruleset import Document, ErrorDetail, Ruleset, in_words, without_warnings

MOST_DESIGNS = 4
CAR = "car"


@dataclass(frozen=True, slots=True)
class Design:
    """A design that may be compared: of a car of the garage, or printed in the book; `key` stands in addresses."""

    key: str
    name: str
    document: Document
    about: str
    href: str = ""
    car: Car | None = None
    model: CarModel | None = None


@dataclass(frozen=True, slots=True)
class FigureRow:
    """A figure of each design, and whether it is the best of the row."""

    name: str
    figures: tuple[tuple[int | str, bool], ...]


@dataclass(frozen=True, slots=True)
class Legality:
    """How a design stands in a match system, in words, with their severity; `reasons` say what is wrong with it."""

    words: str
    kind: str
    reasons: str = ""


def comparison_url(league: str, franchise: str, ruleset: str) -> str:
    """The URL at which designs for a ruleset are compared."""
    return reverse("design-comparison", args=[league, franchise, ruleset])


def comparison_page(
    league: League, viewer: Viewer, *, franchise: str, ruleset: str, keys: Sequence[str]
) -> dict[str, Any] | None:
    """The context of the page; None if there is no such franchise or no such match system.

    `keys` are the designs to compare; none stands for the first cars of the garage.
    """
    row = seasons(league.pk).first()
    match_system = next((known for known in rulesets() if known.name == ruleset), None)
    if row is None or not isinstance(match_system, HasDrawingBoard):
        return None
    row.league = league
    desk = command_context(row, viewer, franchise=franchise)
    if desk.franchise != franchise:
        return None
    season, called = desk.season, desk.called
    offered = [
        *_of_garage(season, franchise, match_system, called, league=league.pk),
        *_printed(match_system),
    ]
    garage = [car for car in season.garage(franchise) if not car.destroyed]
    by_key = {design.key: design for design in offered}
    asked = list(dict.fromkeys(key for key in keys if key))
    chosen = [by_key[key] for key in asked if key in by_key][:MOST_DESIGNS]
    if not asked:
        chosen = [design for design in offered if design.car][:MOST_DESIGNS]
    team_href = links.franchise_url(league.pk, franchise)
    name = called.franchise(franchise)
    return {
        **base_context(
            league=league,
            season=row,
            viewer=viewer,
            here="Franchises",
            crumbs=[
                Breadcrumb(league.name, links.league_url(league.pk)),
                Breadcrumb(name, team_href),
                Breadcrumb("Designs compared"),
            ],
        ),
        "name": name,
        "color": crest_of(franchise).first,
        "ruleset": match_system,
        "books": [
            (other.title, comparison_url(league.pk, franchise, other.name), other.name == ruleset)
            for other in rulesets()
            if isinstance(other, HasDrawingBoard)
        ],
        "offered": offered,
        "slots": [chosen[slot].key if slot < len(chosen) else "" for slot in range(MOST_DESIGNS)],
        "unknown": [key for key in asked if key not in by_key],
        "too_many": len([key for key in asked if key in by_key]) > MOST_DESIGNS,
        "designs": chosen,
        "rows": _figure_rows(match_system, chosen, season),
        "systems": [
            (other.title, [_legality(design, other, ruleset, garage, season) for design in chosen])
            for other in rulesets()
        ],
        "team_href": team_href,
    }


def _of_garage(
    season: Season, franchise: str, ruleset: Ruleset, called: SeasonNames, *, league: str
) -> Iterator[Design]:
    """The own or stock design of every car of the garage that is not destroyed."""
    for car in season.garage(franchise):
        if car.destroyed:
            continue
        yield Design(
            key=f"{CAR}:{car.id}",
            name=called.car(car.id),
            document=design_for(season, car, ruleset.name),
            about="own design" if ruleset.name in car.designs else "stock design",
            href=design_url(league, franchise, car.id, ruleset.name),
            car=car,
            model=model_of(
                overhead=car.overhead,
                gunner_station=car.gunner_station,
                kinds=[item.kind for item in season.items_on_car(car.id)],
            ),
        )


def _printed(ruleset: HasDrawingBoard) -> Iterator[Design]:
    """The designs that come with the game."""
    for name, document in ruleset.board.printed().items():
        variant = name.partition(", ")[2]
        words = str(document.get("name") or name)
        yield Design(f"{PRINTED}:{name}", f"{words}, {variant}" if variant else words, document, "printed example")


def _figure_rows(ruleset: Any, designs: Sequence[Design], season: Season) -> list[FigureRow]:
    """The points that each design takes and its figures; the best of a row is marked where the designs differ."""
    board = ruleset.board
    figures: list[dict[str, int | str]] = []
    for design in designs:
        dp = design.car.dp if design.car else NORMAL_DP
        account = board.account(design.document, dp=dp, switches=season.switches)
        taken = {} if account is None else {f"{account.points} taken": account.spent}
        figures.append({**taken, **board.figures(design.document, switches=season.switches)})
    names = dict.fromkeys(name for own in figures for name in own)
    return [
        FigureRow(
            name, _marked([own.get(name, UNKNOWN) for own in figures], _best(name, figures, board.lower_is_better))
        )
        for name in names
    ]


def _best(name: str, figures: Sequence[Mapping[str, int | str]], lower_is_better: frozenset[str]) -> int | None:
    """The best value of a figure; None if all are equal, one is alone, or the figure has no better and worse."""
    values = [value for own in figures if isinstance(value := own.get(name), int)]
    if len(set(values)) < 2 or name.endswith(" taken"):
        return None
    return min(values) if name in lower_is_better else max(values)


def _marked(values: Sequence[int | str], best: int | None) -> tuple[tuple[int | str, bool], ...]:
    return tuple((value, best is not None and value == best) for value in values)


def _legality(design: Design, ruleset: Ruleset, compared_in: str, garage: Sequence[Car], season: Season) -> Legality:
    """How a design stands in a match system by the house rules of the season.

    A car has a design of its own or a stock one in each; a printed design is of the compared system alone.
    """
    if design.car is not None:
        if ruleset.name not in design.car.designs:
            return Legality("stock design", "good")
        wrong = _errors(design.car.designs[ruleset.name], design.car, ruleset, season)
        return Legality("illegal", "bad", in_words(wrong)) if wrong else Legality("own design", "good")
    if ruleset.name != compared_in:
        return Legality("not its system", "")
    wrong_by_car = [_errors(design.document, car, ruleset, season) for car in garage]
    fits = sum(not wrong for wrong in wrong_by_car)
    if not fits:
        return Legality("fits no car here", "bad", in_words(wrong_by_car[0]) if wrong_by_car else "")
    return Legality(f"fits {fits} of {len(garage)} cars here", "good")


def _errors(document: Document, car: Car, ruleset: Ruleset, season: Season) -> list[ErrorDetail]:
    """What is wrong with a design on a car with the items it carries."""
    errors = ruleset.design_errors(
        document, dp=car.dp, gunner_station=car.gunner_station, gearing=car.gearing, switches=season.switches
    )
    kinds = item_kinds_on_car(season.items_on_car(car.id))
    return without_warnings([*errors, *load_errors(season, car, kinds, designs={ruleset.name: document})])
