"""The page on which a franchise's crest is put together and saved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from franchises.crest_choice import choose_crest, refuse_taken_crest, require_crest
from franchises.crests import (
    CHARGES,
    DIVISIONS,
    FIRST_COLORS,
    LEAGUE_CRESTS,
    SECOND_COLORS,
    SHAPES,
    Crest,
    crest_of,
    parse_blazon,
)
from franchises.pages.base_context import FranchisePageRequest, acting_member, load_franchise_page, tab_url
from league.pages.base_context import Breadcrumb

PARTS: dict[str, tuple[str, Mapping[str, str]]] = {
    "shape": ("Shape", SHAPES),
    "division": ("Division", DIVISIONS),
    "charge": ("Charge", CHARGES),
    "first": ("First color", FIRST_COLORS),
    "second": ("Second color", SECOND_COLORS),
}
"""The parts of a crest by the name of their field: what the page calls them, and what there is to choose from."""


@dataclass(frozen=True, slots=True)
class PartCard:
    """A choice for a part of the crest, shown by the crest it would make.

    `taken` is set for a first color that another franchise of the league has, and that the form did not ask for.
    """

    value: str
    name: str
    crest: Crest
    chosen: bool
    taken: bool


def crest_page(page_request: FranchisePageRequest, form: Mapping[str, str] | None) -> dict[str, Any] | None:
    """The context of the page, with the crest of a form if there is one; None for who may not choose it.

    The owner chooses it, or a commissioner on their behalf.
    """
    page = load_franchise_page(page_request, "")
    if page is None or not page.context["crest_href"]:
        return None
    form = form or {}
    present = crest_of(page_request.franchise)
    crest = parse_blazon(blazon_of_form(form), franchise=page_request.franchise) or present
    team_href = tab_url(replace(page_request, season=""))
    return {
        **page.context,
        "crumbs": [*page.context["crumbs"][:-1], Breadcrumb(page.context["name"], team_href), Breadcrumb("Crest")],
        "crest_now": present,
        "crest": crest,
        "parts": [
            (part, legend, _cards(part, crest, taken=_colors_of_others(present) if part == "first" else frozenset()))
            for part, (legend, _) in PARTS.items()
        ],
        "on_behalf": not page.own,
        "reason": form.get("reason", ""),
        "team_href": team_href,
    }


def blazon_of_form(form: Mapping[str, str]) -> str:
    """The line of the crest of a form, whether or not there is such a crest."""
    return " ".join(form.get(part, "") for part in PARTS)


def check_crest(page_request: FranchisePageRequest, form: Mapping[str, str]) -> None:
    """Check a form's crest without saving it. Raises `Malformed`, `ColorTaken` or `CrestTaken`."""
    crest = require_crest(blazon_of_form(form), franchise=page_request.franchise)
    refuse_taken_crest(page_request.franchise, crest, league=page_request.league.pk)


def save_crest(page_request: FranchisePageRequest, form: Mapping[str, str], *, at: datetime) -> None:
    """Save the crest of a form. Raises the refusals of `choose_crest`."""
    choose_crest(
        franchise=page_request.franchise,
        blazon=blazon_of_form(form),
        member=acting_member(page_request),
        at=at,
        reason=form.get("reason", ""),
    )


def _cards(part: str, crest: Crest, *, taken: frozenset[str]) -> list[PartCard]:
    return [
        PartCard(
            value=value,
            name=name,
            crest=replace(crest, **{part: value}),
            chosen=getattr(crest, part) == value,
            taken=value in taken and getattr(crest, part) != value,
        )
        for value, name in PARTS[part][1].items()
    ]


def _colors_of_others(present: Crest) -> frozenset[str]:
    return frozenset(crest.first for crest in LEAGUE_CRESTS.get().values()) - {present.first}
