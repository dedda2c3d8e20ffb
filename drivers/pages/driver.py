"""What a driver's page shows: traits with every modifier, the way to the next level, talents, quirks, matches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from drivers.models import Sheet
from drivers.pages.explained import QUIRK_EFFECTS, TALENT_EFFECTS
from drivers.queries import appearances_of, newest_sheet
from league.access import Viewer
from league.models import League
from league.pages import routes
from league.pages.frame import Crumb, colour_of, frame
from league.pages.names import told_entries
from league.pages.telling import Names
from league.queries.entries import naming
from rules.campaign import state
from rules.campaign.quirks import QUIRK_NAMES
from rules.campaign.talents import BY_TAG
from rules.campaign.traits import Effective, sheet
from rules.terms import Trait

HISTORY = 30
AVAILABILITY = {
    "available": ("available", "good", "May be put in a line-up (DM-C-012)."),
    "heart_out": ("heart", "warn", "His heart failed before this match: he misses it (DM-C-049)."),
    "season_out": ("out for the season", "bad", "Out until the season ends (DM-C-048)."),
    "barred": ("barred", "bad", "May run in no match; he retires at the season's end (DM-C-050)."),
    "retired": ("retired", "", "Has left the sport."),
}


@dataclass(frozen=True, slots=True)
class TraitLine:
    """A trait in effect with the sum behind it."""

    name: str
    value: int
    sum: str
    lowered: bool


@dataclass(frozen=True, slots=True)
class Term:
    """A talent or quirk with what it does and the rule that says so."""

    name: str
    effect: str
    rule: str


@dataclass(frozen=True, slots=True)
class LevelBar:
    """Experience on the way to the next level: `done` of `of` in this level, `left` still wanting."""

    done: int
    of: int
    left: int
    next_level: int


@dataclass(frozen=True, slots=True)
class RunLine:
    """A match the driver was in."""

    match: str
    href: str
    season: int
    heats: int
    criticals: int
    scores: int
    kills: int
    xp_gained: int
    level: int
    out: bool


def level_starts(level: int) -> int:
    """The experience a level begins at: 0, then (level - 1)² + 2 (DM-C-015)."""
    return 0 if level == 1 else (level - 1) ** 2 + 2


def level_bar(*, xp: int, level: int) -> LevelBar:
    """How far a driver has come to the next level."""
    begins, ends = level_starts(level), level_starts(level + 1)
    return LevelBar(done=xp - begins, of=ends - begins, left=ends - xp, next_level=level + 1)


def trait_lines(row: Sheet) -> list[TraitLine]:
    """The four traits in effect, in the order of the book, each with its sum in words."""
    return [_trait(each) for each in sheet(_as_state(row))]


def talent_terms(tags: Sequence[str]) -> list[Term]:
    """Talents with what they do."""
    return [Term(BY_TAG[tag].name, TALENT_EFFECTS[tag], BY_TAG[tag].rule) for tag in tags]


def quirk_terms(quirks: dict[str, int]) -> list[Term]:
    """Quirks with what they do, and how often each was drawn."""
    return [
        Term(QUIRK_NAMES[tag] + ("" if count == 1 else f" ×{count}"), QUIRK_EFFECTS[tag], "DM-C-047")
        for tag, count in quirks.items()
    ]


def fatigue_words(fatigue: Sequence[str]) -> str:
    """Fatigue points by the trait each lowers, oldest first."""
    return ", ".join(f"{Trait(each).value} −1" for each in fatigue)


def driver_page(*, league: League, viewer: Viewer, driver: str) -> dict[str, Any] | None:
    """The context of a driver's page, None when the league has no such driver."""
    row = newest_sheet(league.pk, driver, viewer)
    if row is None:
        return None
    season = row.season
    contract = getattr(row, "contract", None)
    franchise = None if contract is None else contract.franchise
    names = Names(season.pk, drivers={driver: row.person.name})
    if franchise is not None:
        names.franchises[routes.local(franchise.pk)] = franchise.identity.name
    words, kind, why = AVAILABILITY[row.availability]
    return {
        **frame(
            league=league,
            season=season,
            viewer=viewer,
            here="Drivers",
            crumbs=[
                Crumb(league.name, routes.league_at(league.pk)),
                Crumb("Drivers", routes.drivers_at(season.pk)),
                Crumb(row.person.name),
            ],
            balance=row.own_balance,
        ),
        "driver": row,
        "name": row.person.name,
        "short_name": driver,
        "franchise": None if franchise is None else franchise.identity.name,
        "franchise_href": "" if franchise is None else routes.address(franchise),
        "colour": "" if franchise is None else colour_of(routes.local(franchise.pk)),
        "fee": None if contract is None else contract.fee,
        "availability": words,
        "availability_kind": kind,
        "availability_why": why,
        "traits": trait_lines(row),
        "bar": level_bar(xp=row.xp, level=row.level),
        "talents": talent_terms(row.talents),
        "quirks": quirk_terms(row.quirks),
        "fatigue": fatigue_words(row.fatigue),
        "runs": [_run(each) for each in appearances_of(row.person_id)],
        "entries": told_entries(naming(season.pk, viewer, driver)[:HISTORY], names),
    }


def _as_state(row: Sheet) -> state.Driver:
    return state.Driver(
        id=routes.local(row.pk),
        driving=row.driving,
        gunnery=row.gunnery,
        initiative=row.initiative,
        toughness=row.toughness,
        quirks=dict(row.quirks),
        fatigue=list(row.fatigue),
    )


def _trait(each: Effective) -> TraitLine:
    words = [f"Base and advances {each.base}"]
    words += [f"{modifier.source} {modifier.amount:+d} ({modifier.rule})" for modifier in each.modifiers]
    said = ", ".join(words).replace("-1 ", "−1 ").replace("-2 ", "−2 ")
    return TraitLine(
        each.trait.value.capitalize(), each.value, f"{said}: {each.value} in effect.", each.value < each.base
    )


def _run(line: Any) -> RunLine:
    return RunLine(
        match=f"Match {routes.local(line.match_id)}",
        href=routes.match_at(line.match_id),
        season=line.season.number,
        heats=line.heats,
        criticals=line.criticals,
        scores=line.scores,
        kills=line.kills,
        xp_gained=line.xp_gained,
        level=line.level,
        out=line.out,
    )
