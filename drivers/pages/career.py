"""A driver's career: figures by season, the bodies they had, and the facts about their contracts.

Rules DM-C-013, DM-C-045 to DM-C-047.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from drivers.models import Appearance, Sheet
from explain import links
from explain.fact_rendering import RenderedFact, render_fact
from explain.names import Names
from explain.printed_effects import RETIREMENT_REASONS
from explain.printed_names import as_title, quantity
from journal.entry_body import load_standing_body
from league.dice_marks import override_dice_marks
from league.models import Season
from league.pages.base_context import franchise_color
from league.queries.names import title_in_sentence
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


CLONED_FACT = "driver_cloned"
CLONING_FACTS = frozenset(
    {
        "driver_lived",
        "fatigue_left_behind",
        "quirk_resisted",
        "quirk_gained",
        "availability_changed",
        "retirement_marked",
    }
)
"""Tags of the other facts about a driver who went out of action."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Death:
    """The end of a body: the match by its short id and in words, its event and heat in `about`, what came of it.

    `story_href` leads to the log of the match; empty if people reported it.
    """

    match_id: str
    match: str
    href: str
    season: int
    about: str
    told: tuple[RenderedFact, ...]
    rule: str
    story_href: str
    entry: int
    entry_href: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DriverBody:
    """A body of a driver: number 1 is the one they were born with, the others are clones.

    `death` is None for the current body.
    """

    number: int
    seasons: str
    matches: int
    kills: int
    criticals: int
    xp_gained: int
    death: Death | None

    @property
    def name(self) -> str:
        """The name of the body; the second body is clone 1."""
        return "The body they were born with" if self.number == 1 else f"Clone {self.number - 1}"

    @property
    def matches_words(self) -> str:
        """The number of its matches, in words."""
        return quantity(self.matches, "match").replace("matchs", "matches")


def bodies(
    facts: Iterable[tuple[Any, Fact]],
    runs: Iterable[Appearance],
    sheets: Sequence[Sheet],
    *,
    names: Names,
    titles: Mapping[str, str],
    heats: dict[str, str],
) -> list[DriverBody]:
    """A driver's bodies, the current one first.

    `facts` are the readable facts about the driver with their entries, and `runs` are their matches, whose `titles`
    are by stored id. `heats` has words about the heat in which they went out of action, by the match's stored id.
    """
    by_season = {sheet.season_id: sheet.season for sheet in sheets}
    played = sorted(runs, key=lambda run: (by_season[run.season_id].number, run.entry))
    found_bodies: list[DriverBody] = []
    for entry, stated in sorted(
        _deaths(facts), key=lambda death: (by_season[death[0].season_id].number, death[0].number)
    ):
        season = by_season[entry.season_id]
        match = f"{season.pk}/{stated[0].match}"  # type: ignore[attr-defined]
        last_index = next((index for index, run in enumerate(played) if run.match_id == match), None)
        if last_index is None:
            earlier = [(by_season[run.season_id].number, run.entry) < (season.number, entry.number) for run in played]
            last_index = sum(earlier) - 1
        body_runs, played = played[: last_index + 1], played[last_index + 1 :]
        fatal_match = body_runs[-1].match if body_runs and body_runs[-1].match_id == match else None
        death = Death(
            match_id=links.short_id(match),
            match=title_in_sentence(titles[match]) if match in titles else "a match",
            href=links.match_url(match),
            season=season.number,
            about=", ".join(
                part
                for part in ("" if fatal_match is None else as_title(fatal_match.event), heats.get(match, ""))
                if part
            ),
            told=tuple(render_season_fact(fact, season, names, titles) for fact in stated[1:]),
            rule=stated[0].rule,
            story_href=links.match_log_url(match) if fatal_match is not None and fatal_match.ruleset else "",
            entry=entry.number,
            entry_href=links.entry_url(season.pk, entry.number),
        )
        found_bodies.append(_body(len(found_bodies) + 1, body_runs, death))
    found_bodies.append(_body(len(found_bodies) + 1, played, None))
    return found_bodies[::-1]


def fatal_match_ids(facts: Iterable[tuple[Any, Fact]]) -> list[str]:
    """The stored ids of the matches after which the driver was cloned."""
    return [f"{entry.season_id}/{stated[0].match}" for entry, stated in _deaths(facts)]  # type: ignore[attr-defined]


def _deaths(facts: Iterable[tuple[Any, Fact]]) -> list[tuple[Any, list[Fact]]]:
    """Each cloning, as its entry and the entry's facts about it, beginning with the cloning."""
    by_entry: dict[tuple[str, int], tuple[Any, list[Fact]]] = {}
    for entry, stated in facts:
        if stated.tag == CLONED_FACT or stated.tag in CLONING_FACTS:
            by_entry.setdefault((entry.season_id, entry.number), (entry, []))[1].append(stated)
    return [(entry, stated) for entry, stated in by_entry.values() if stated[0].tag == CLONED_FACT]


def _body(number: int, runs: Sequence[Appearance], death: Death | None) -> DriverBody:
    seasons = sorted({run.season.number for run in runs})
    return DriverBody(
        number=number,
        seasons=""
        if not seasons
        else f"season {seasons[0]}"
        if len(seasons) == 1
        else f"seasons {seasons[0]} to {seasons[-1]}",
        matches=len(runs),
        kills=sum(run.kills for run in runs),
        criticals=sum(run.criticals for run in runs),
        xp_gained=sum(run.xp_gained for run in runs),
        death=death,
    )


@dataclass(frozen=True, slots=True)
class MatchFatigue:
    """A driver's fatigue points after a match."""

    match: str
    short: str
    href: str
    points: int


def fatigue_by_match(
    told: Iterable[tuple[str, Sequence[Any]]], *, season: str, now: int, titles: Mapping[str, str]
) -> list[MatchFatigue]:
    """A driver's fatigue after each match of a season, in order; empty with fewer than two matches or no fatigue.

    `told` has the facts of each entry about the driver, the oldest first, with the short id of the match the entry
    settled or "". `now` is the current number of points, from which the number at the beginning is computed.
    """
    entries = list(told)
    points = _at_first([fact for _, stated in entries for fact in stated], now)
    by_match: dict[str, MatchFatigue] = {}
    for match, stated in entries:
        for fact in stated:
            points = _after(fact, points)
        if match:
            by_match[match] = MatchFatigue(
                titles.get(f"{season}/{match}", f"Match {match}"), match, links.match_url(f"{season}/{match}"), points
            )
    matches = list(by_match.values())
    return matches if len(matches) > 1 and any(fatigue.points for fatigue in matches) else []


def _at_first(facts: Sequence[Any], now: int) -> int:
    """The points before all of these facts, computed backwards; 0 if a house act set them, which hides it."""
    for fact in reversed(facts):
        match fact.tag:
            case "fatigue_adjusted":
                return 0
            case "fatigue_gained":
                now -= fact.points
            case "fatigue_cleared" | "fatigue_left_behind":
                now = fact.points
            case "fatigue_eased":
                now = fact.left + 1
    return max(now, 0)


def _after(fact: Any, points: int) -> int:
    """The points after a fact."""
    match fact.tag:
        case "fatigue_gained":
            return points + int(fact.points)
        case "fatigue_adjusted":
            return int(fact.points)
        case "fatigue_cleared" | "fatigue_left_behind":
            return 0
        case "fatigue_eased":
            return int(fact.left)
    return points
