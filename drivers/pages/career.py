"""A driver's career: figures by season, and the facts about their contracts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from drivers.models import Appearance, Sheet
from explain import links
from explain.fact_rendering import RenderedFact, render_fact
from explain.names import Names
from explain.talents_and_quirks import RETIREMENT_REASONS
from journal.entry_body import load_standing_body
from league.dice_marks import override_dice_marks
from league.models import Season
from league.pages.base_context import franchise_color
from rules.campaign.core.codec import fact_from_document
from rules.campaign.core.facts import Fact
from rules.campaign.people.quirks import QUIRK_NAMES, RETIRES_AT_SECOND

CONTRACT_FACTS = frozenset(
    {
        "driver_entered",
        "driver_hired",
        "veteran_hired",
        "driver_released",
        "driver_traded",
        "driver_protected",
        "driver_drafted",
        "driver_reserved",
        "driver_retired",
    }
)
"""Tags of the facts that begin, move or end a contract."""
FORCED_RETIREMENT_RULE = "DM-C-159"


@dataclass(frozen=True, slots=True)
class Team:
    """A franchise a driver ran for."""

    name: str
    href: str
    color: str


@dataclass(slots=True)
class CareerSeason:
    """A season of a driver: their teams, their totals over its matches, and their sheet's level and state."""

    number: int
    href: str
    level: int
    xp: int
    availability: str
    teams: list[Team] = field(default_factory=list)
    matches: int = 0
    heats: int = 0
    criticals: int = 0
    scores: int = 0
    kills: int = 0
    out: int = 0
    xp_gained: int = 0


@dataclass(frozen=True, slots=True)
class CareerLine:
    """A turning point of a driver's career: the season, the fact, the reason if there is one, and the entry."""

    season: int
    told: RenderedFact
    because: str
    number: int
    href: str


def career_seasons(sheets: Sequence[Sheet], appearances: Iterable[Appearance]) -> list[CareerSeason]:
    """A line for each of a driver's sheets, in their order, with the totals of their appearances."""
    lines = {
        sheet.season_id: CareerSeason(
            sheet.season.number, links.season_url(sheet.season_id), sheet.level, sheet.xp, sheet.availability
        )
        for sheet in sheets
    }
    for run in appearances:
        line = lines[run.season_id]
        team = _team(run.franchise)
        if team not in line.teams:
            line.teams.insert(0, team)
        line.matches += 1
        line.heats += run.heats
        line.criticals += run.criticals
        line.scores += run.scores
        line.kills += run.kills
        line.out += run.out
        line.xp_gained += run.xp_gained
    return list(lines.values())


def _team(franchise: Any) -> Team:
    return Team(franchise.identity.name, links.object_url(franchise), franchise_color(links.short_id(franchise.pk)))


def facts_about(entries: Iterable[Any], driver: str) -> list[tuple[Any, Fact]]:
    """The facts about the driver in these entries, each with its entry."""
    return [
        (entry, fact_from_document(document))
        for entry in entries
        for document in load_standing_body(entry.read_body, entry.read_retold).facts
        if document.get("driver") == driver
    ]


def career_lines(
    facts: Iterable[tuple[Any, Fact]], sheets: Sequence[Sheet], names: Names, titles: Mapping[str, str]
) -> list[CareerLine]:
    """The turning points of a driver's career among these facts, rendered with `names` and the matches' `titles`."""
    by_season = {sheet.season_id: sheet for sheet in sheets}
    return [
        CareerLine(
            season=by_season[entry.season_id].season.number,
            told=render_season_fact(stated, by_season[entry.season_id].season, names, titles),
            because=_because(stated, by_season[entry.season_id]),
            number=entry.number,
            href=links.entry_url(entry.season_id, entry.number),
        )
        for entry, stated in facts
        if stated.tag in CONTRACT_FACTS
    ]


def render_season_fact(stated: Fact, season: Season, names: Names, titles: Mapping[str, str]) -> RenderedFact:
    """Render a fact on a page about several seasons, with the dice marks and matches of its own season.

    `titles` are those of the matches of the other seasons, by stored id.
    """
    if season.pk != names.season:
        matches = {links.short_id(id): title for id, title in titles.items() if id.startswith(f"{season.pk}/")}
        names = replace(names, season=season.pk, matches=matches)
    with override_dice_marks(season):
        return render_fact(stated, names)


def _because(stated: Fact, sheet: Sheet) -> str:
    if stated.tag != "driver_retired":
        return ""
    if stated.rule == FORCED_RETIREMENT_RULE and (quirks := retiring_quirks(sheet)):
        return f"they had to: {' and '.join(quirks)} came a second time"
    return RETIREMENT_REASONS.get(stated.rule, "")


def retiring_quirks(sheet: Sheet) -> list[str]:
    """The quirks that the driver has twice and that make them retire at the season's end (DM-C-047)."""
    return [QUIRK_NAMES[tag] for tag, count in sheet.quirks.items() if count > 1 and tag in RETIRES_AT_SECOND]
